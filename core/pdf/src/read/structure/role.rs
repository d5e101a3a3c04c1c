//! Structure types: what the type of a structure element means (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.4).

use std::collections::BTreeMap;

use hayro_syntax::object::{Dict, Name};

use super::attributes::Attributes;
use transvase_model::pages::StructKind;

/// Steps through the role map that are followed; real ones need one or two.
const MAX_STEPS: usize = 8;

/// Deepest level of headings of the model.
const MAX_LEVEL: u8 = 6;

/// A standard type, as far as the model tells types apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Title,
    /// A heading whose level the sections around it tell.
    Heading,
    Level(u8),
    Paragraph,
    Quote,
    List,
    ListItem,
    Label,
    ListBody,
    Table,
    Row,
    Cell,
    HeaderCell,
    Figure,
    Link,
    Code,
    Caption,
    Contents,
    ContentsEntry,
    Note,
    Reference,
    Formula,
    Form,
    Section,
    Artifact,
    Group,
}

/// The types of a document: its own names, and the standard ones they stand for.
pub(super) struct Roles {
    mapped: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl Roles {
    /// The role map of a tree.
    pub fn of(root: &Dict<'_>) -> Roles {
        let map = root.get::<Dict<'_>>(b"RoleMap").unwrap_or_default();
        let target = |key: &Name<'_>| map.get::<Name<'_>>(key.as_ref()).map(|name| name.as_ref().to_vec());
        Roles { mapped: map.keys().filter_map(|key| Some((key.as_ref().to_vec(), target(&key)?))).collect() }
    }

    /// What an element of type `name` is. A name that says more than the type it is mapped to, such as
    /// `Heading 2` for a paragraph, counts first.
    pub fn of_name(&self, name: &[u8]) -> Role {
        let mut name = name;
        let mut own = None;
        for _ in 0..MAX_STEPS {
            if let Some(role) = standard(name) {
                return own.unwrap_or(role);
            }
            own = own.or_else(|| by_style(name));
            match self.mapped.get(name) {
                Some(next) => name = next,
                None => break,
            }
        }
        own.unwrap_or(Role::Group)
    }
}

fn standard(name: &[u8]) -> Option<Role> {
    Some(match name {
        b"H" => Role::Heading,
        [b'H', level @ b'1'..=b'9'] => Role::Level(level - b'0'),
        b"Title" => Role::Title,
        b"P" => Role::Paragraph,
        b"BlockQuote" => Role::Quote,
        b"L" => Role::List,
        b"LI" => Role::ListItem,
        b"Lbl" => Role::Label,
        b"LBody" => Role::ListBody,
        b"Table" => Role::Table,
        b"TR" => Role::Row,
        b"TD" => Role::Cell,
        b"TH" => Role::HeaderCell,
        b"Figure" => Role::Figure,
        b"Link" => Role::Link,
        b"Code" => Role::Code,
        b"Caption" => Role::Caption,
        b"TOC" => Role::Contents,
        b"TOCI" => Role::ContentsEntry,
        b"Note" | b"FENote" => Role::Note,
        b"Reference" => Role::Reference,
        b"Formula" => Role::Formula,
        b"Form" => Role::Form,
        b"Sect" => Role::Section,
        b"Artifact" => Role::Artifact,
        b"Document" | b"DocumentFragment" | b"Part" | b"Art" | b"Div" | b"Index" | b"NonStruct" | b"Private"
        | b"Span" | b"Quote" | b"Em" | b"Strong" | b"Sub" | b"Aside" | b"THead" | b"TBody" | b"TFoot" | b"BibEntry"
        | b"Annot" | b"Ruby" | b"RB" | b"RT" | b"RP" | b"Warichu" | b"WT" | b"WP" => Role::Group,
        _ => return None,
    })
}

/// The names office programs give their heading styles.
fn by_style(name: &[u8]) -> Option<Role> {
    let name = name.to_ascii_lowercase();
    let level = name.strip_prefix(b"heading").map(<[u8]>::trim_ascii_start);
    match level {
        Some([level @ b'1'..=b'9']) => Some(Role::Level(level - b'0')),
        _ => None,
    }
}

impl Role {
    /// The model's kind; `sections` is the number of sections around the element.
    pub fn kind(self, sections: u8, attributes: &Attributes, alt: impl Fn() -> Option<String>) -> StructKind {
        let cell =
            |header| StructKind::Cell { header, column_span: attributes.column_span, row_span: attributes.row_span };
        match self {
            Role::Title => StructKind::Title,
            Role::Heading => StructKind::Heading(sections.clamp(1, MAX_LEVEL)),
            Role::Level(level) => StructKind::Heading(level.clamp(1, MAX_LEVEL)),
            Role::Paragraph => StructKind::Paragraph,
            Role::Quote => StructKind::Quote,
            Role::List => StructKind::List(attributes.numbered),
            Role::ListItem => StructKind::ListItem,
            Role::Label => StructKind::Label,
            Role::ListBody => StructKind::ListBody,
            Role::Table => StructKind::Table,
            Role::Row => StructKind::Row,
            Role::Cell => cell(false),
            Role::HeaderCell => cell(true),
            Role::Figure => StructKind::Figure(alt()),
            Role::Link => StructKind::Link,
            Role::Code => StructKind::Code,
            Role::Caption => StructKind::Caption,
            Role::Contents => StructKind::Contents,
            Role::ContentsEntry => StructKind::ContentsEntry,
            Role::Note => StructKind::Note,
            Role::Reference => StructKind::NoteMark,
            Role::Formula => StructKind::Formula(alt()),
            Role::Form => StructKind::Form,
            Role::Section | Role::Artifact | Role::Group => StructKind::Group,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(pairs: &[(&[u8], &[u8])]) -> Roles {
        Roles { mapped: pairs.iter().map(|(from, to)| (from.to_vec(), to.to_vec())).collect() }
    }

    #[test]
    fn own_names_are_followed_to_standard_ones() {
        let roles =
            roles(&[(b"Text body", b"P"), (b"heading 2", b"P"), (b"A", b"B"), (b"B", b"A"), (b"Step", b"Body")]);
        assert_eq!(roles.of_name(b"Text body"), Role::Paragraph);
        assert_eq!(roles.of_name(b"heading 2"), Role::Level(2), "a style's name says more than P");
        assert_eq!(roles.of_name(b"A"), Role::Group, "a map that leads in circles ends");
        assert_eq!(roles.of_name(b"Step"), Role::Group);
    }

    #[test]
    fn headings_without_a_level_take_that_of_their_sections() {
        let kind = |role: Role, sections| role.kind(sections, &Attributes::default(), || None);
        assert_eq!(kind(Role::Heading, 0), StructKind::Heading(1));
        assert_eq!(kind(Role::Heading, 3), StructKind::Heading(3));
        assert_eq!(kind(Role::Level(9), 0), StructKind::Heading(6));
    }
}
