//! Character styles that the source names, with what all letters of each have in common beside the text around them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::look::TextLook;
use super::named::{Names, clean};
use transvase_model::flow::{Color, Run};

/// Styles of letters of a document, at most.
const MAX_STYLES: usize = 200;
/// Names of styles that are written by what they are for, or that mean plain letters.
const OTHERS: [&str; 15] = [
    "",
    "verbatim char",
    "default paragraph font",
    "hyperlink",
    "followedhyperlink",
    "internet link",
    "visited internet link",
    "footnote reference",
    "endnote reference",
    "annotation reference",
    "footnote symbol",
    "endnote symbol",
    "footnote anchor",
    "endnote anchor",
    "page number",
];
/// Names of styles that Word has of its own.
const BUILT_IN: [&str; 9] = [
    "Strong",
    "Emphasis",
    "Subtle Emphasis",
    "Intense Emphasis",
    "Book Title",
    "Subtle Reference",
    "Intense Reference",
    "HTML Code",
    "Placeholder Text",
];

/// A style of letters.
#[derive(Debug, Default)]
pub(super) struct Lettering {
    pub name: String,
    pub id: String,
    /// What it says; `None` before any letters of it differed from those around them.
    own: Option<Own>,
}

impl Lettering {
    /// Whether Word has the style of its own.
    pub(super) fn is_built_in(&self) -> bool {
        BUILT_IN.contains(&self.name.as_str())
    }

    /// A look with what the style says. Bold, slant and the like of styles take each other back (ECMA-376 part 1, 17.7.3).
    pub(super) fn on(&self, look: &TextLook) -> TextLook {
        let Some(own) = &self.own else { return look.clone() };
        let mut look = look.clone();
        look.bold ^= own.bold;
        look.italic ^= own.italic;
        look.strike ^= own.strike;
        look.small_caps ^= own.small_caps;
        look.underline |= own.underline;
        if own.script != 0 {
            look.script = own.script;
        }
        look.family = own.family.clone().unwrap_or(look.family);
        look.size = own.size.unwrap_or(look.size);
        look.color = own.color.or(look.color);
        look.background = own.background.or(look.background);
        look
    }
}

/// What letters have that those around them lack.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Own {
    family: Option<Arc<str>>,
    size: Option<i32>,
    bold: bool,
    italic: bool,
    underline: bool,
    strike: bool,
    small_caps: bool,
    script: i8,
    color: Option<Color>,
    background: Option<Color>,
}

impl Own {
    fn between(look: &TextLook, around: &TextLook) -> Own {
        Own {
            family: Some(look.family.clone()).filter(|family| *family != around.family),
            size: Some(look.size).filter(|size| *size != around.size),
            bold: look.bold && !around.bold,
            italic: look.italic && !around.italic,
            underline: look.underline && !around.underline,
            strike: look.strike && !around.strike,
            small_caps: look.small_caps && !around.small_caps,
            script: if look.script == around.script { 0 } else { look.script },
            color: look.color.filter(|_| look.color != around.color),
            background: look.background.filter(|_| look.background != around.background),
        }
    }

    fn common(self, other: Own) -> Own {
        Own {
            family: self.family.filter(|family| other.family.as_ref() == Some(family)),
            size: self.size.filter(|_| self.size == other.size),
            bold: self.bold && other.bold,
            italic: self.italic && other.italic,
            underline: self.underline && other.underline,
            strike: self.strike && other.strike,
            small_caps: self.small_caps && other.small_caps,
            script: if self.script == other.script { self.script } else { 0 },
            color: self.color.filter(|_| self.color == other.color),
            background: self.background.filter(|_| self.background == other.background),
        }
    }
}

/// The styles of letters of a document by their names.
#[derive(Debug, Default)]
pub(super) struct Letterings(BTreeMap<String, Lettering>);

impl Letterings {
    /// Takes in the letters of a run among others.
    pub(super) fn count(&mut self, run: &Run, look: &TextLook, around: &TextLook) {
        let Some(name) = run.style.name.as_deref().map(clean) else { return };
        let key = name.to_lowercase();
        if OTHERS.contains(&key.as_str()) || self.0.len() >= MAX_STYLES && !self.0.contains_key(&key) {
            return;
        }
        let style = self.0.entry(key).or_default();
        if style.name.is_empty() {
            style.name = name.into_owned();
        }
        if look != around {
            let own = Own::between(look, around);
            style.own = Some(match style.own.take() {
                Some(before) => before.common(own),
                None => own,
            });
        }
    }

    /// Gives each style an id, and another name where paragraphs have a style of its own.
    pub(super) fn settle(&mut self, names: &mut Names) {
        for style in self.0.values_mut() {
            if names.has(&style.name) {
                style.name.push_str(" Char");
            }
            style.id = names.id(&style.name);
        }
    }

    /// The style of the letters of a run.
    pub(super) fn of(&self, run: &Run) -> Option<&Lettering> {
        self.0.get(&clean(run.style.name.as_deref()?).to_lowercase())
    }

    /// All styles.
    pub(super) fn all(&self) -> impl Iterator<Item = &Lettering> {
        self.0.values()
    }
}
