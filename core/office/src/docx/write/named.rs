//! Custom paragraph styles: plain paragraphs keep the name of the source's, so that whoever edits the document finds
//! the styles that it was made with.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::bucket::{Bucket, Place};
use transvase_model::flow::{Paragraph, Role};

/// Named styles of a document, at most; paragraphs of others have the style of their kind.
const MAX_STYLES: usize = 400;
/// Characters of a name, at most (ECMA-376 part 1, 17.7.4.9: Word takes 253).
const MAX_NAME: usize = 200;
/// Names that mean plain text.
const PLAIN: [&str; 8] =
    ["", "normal", "standard", "default", "default style", "default paragraph style", "body text", "text body"];
/// Names of styles that Word has of its own, beside those of the kinds of paragraphs.
const BUILT_IN: [&str; 24] = [
    "No Spacing",
    "Intense Quote",
    "Plain Text",
    "Normal (Web)",
    "Normal Indent",
    "Block Text",
    "Body Text 2",
    "Body Text 3",
    "Body Text Indent",
    "Body Text Indent 2",
    "Body Text Indent 3",
    "Body Text First Indent 2",
    "List",
    "List 2",
    "List 3",
    "List Continue",
    "List Continue 2",
    "List Continue 3",
    "Signature",
    "Salutation",
    "Closing",
    "Date",
    "TOC Heading",
    "Balloon Text",
];

/// A style of the source.
#[derive(Debug)]
pub(super) struct Named {
    pub name: String,
    pub id: String,
}

impl Named {
    /// Whether Word has the style of its own.
    pub(super) fn is_built_in(&self) -> bool {
        BUILT_IN.contains(&self.name.as_str())
    }
}

/// The styles of the source by their names.
#[derive(Debug, Default)]
pub(super) struct Names {
    styles: Vec<Named>,
    by_name: BTreeMap<String, u16>,
    ids: BTreeSet<String>,
}

impl Names {
    /// The bucket of a paragraph that has a style of the source, or a kind that this names; a new style is taken in.
    pub(super) fn take(&mut self, paragraph: &Paragraph, place: Place) -> Option<Bucket> {
        if let Some(bucket) = self.bucket(paragraph, place) {
            return Some(bucket);
        }
        let name = kept(paragraph)?;
        if self.styles.len() >= MAX_STYLES || Bucket::is_name(&name) {
            return None;
        }
        let number = self.styles.len() as u16;
        let id = self.id(&name);
        self.by_name.insert(name.to_lowercase(), number);
        self.styles.push(Named { name: name.into_owned(), id });
        Some(Bucket::Named(number))
    }

    /// The bucket of a paragraph whose style was taken in.
    pub(super) fn bucket(&self, paragraph: &Paragraph, place: Place) -> Option<Bucket> {
        let name = kept(paragraph)?;
        if name.eq_ignore_ascii_case(Bucket::Item.name().name) && matches!(place, Place::Marked(..)) {
            return Some(Bucket::Item);
        }
        self.by_name.get(&name.to_lowercase()).map(|number| Bucket::Named(*number))
    }

    /// A style by its number.
    pub(super) fn get(&self, number: u16) -> Option<&Named> {
        self.styles.get(usize::from(number))
    }

    /// Whether a name is that of paragraphs.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(&name.to_lowercase()) || Bucket::is_name(name)
    }

    /// An id of letters and digits that no other style has.
    pub(super) fn id(&mut self, name: &str) -> String {
        let letters: String = name.chars().filter(char::is_ascii_alphanumeric).take(40).collect();
        let stem = if letters.is_empty() { "Style".to_owned() } else { letters };
        let mut id = stem.clone();
        let mut number = 1;
        while Bucket::is_id(&id) || !self.ids.insert(id.to_ascii_lowercase()) {
            number += 1;
            id = format!("{stem}{number}");
        }
        id
    }
}

/// The name of the style of a paragraph that is plain text by its role.
fn kept(paragraph: &Paragraph) -> Option<Cow<'_, str>> {
    let name = paragraph.style.name.as_deref().filter(|_| matches!(paragraph.role, Role::Body | Role::Term))?;
    let name = clean(name);
    (!PLAIN.contains(&name.to_lowercase().as_str())).then_some(name)
}

/// A name as Word can have it: commas and semicolons divide names (17.7.4.1).
pub(super) fn clean(name: &str) -> Cow<'_, str> {
    let name = name.trim();
    let is_bad = |c: char| matches!(c, ',' | ';') || c.is_control();
    if name.chars().any(is_bad) || name.chars().count() > MAX_NAME {
        let name: String = name.chars().map(|c| if is_bad(c) { ' ' } else { c }).take(MAX_NAME).collect();
        return name.trim().to_owned().into();
    }
    name.into()
}
