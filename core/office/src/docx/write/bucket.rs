//! Paragraph styles of a document: which paragraph belongs to which, and what Word calls them.

use super::look::Base;
use super::style_names::OTHER_IDS;
use transvase_model::flow::{Cell, List, Marker, NoteKind, Role, Row};

/// The paragraph style a paragraph belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bucket {
    Body,
    /// Running text whose first line is indented, where other running text is not.
    FirstLine,
    Title,
    Subtitle,
    /// Level from 1 to 6.
    Heading(u8),
    /// Level from 1 to 9.
    Contents(u8),
    /// A paragraph of a list item that has no marker.
    Item,
    /// The marked paragraph of an item; level from 1 to 5.
    Bullet(u8),
    /// The numbered paragraph of an item; level from 1 to 5.
    Number(u8),
    Quote,
    Caption,
    Code,
    Cell,
    /// The heading of a row or column of a table.
    Head,
    Header,
    Footer,
    Footnote,
    Endnote,
    Comment,
    /// A style of the source, by its number.
    Named(u16),
}

/// What a paragraph stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Body,
    /// In an item of a list, below its marked paragraph.
    Item,
    /// The marked paragraph of an item: whether it is numbered, and the depth of its list from 0.
    Marked(bool, usize),
    Quote,
    Cell,
    /// A cell that heads its row or column.
    Head,
    Header,
    Footer,
    Note(NoteKind),
    Comment,
}

impl Place {
    /// The place of what a cell of a row holds.
    pub(super) fn of_cell(row: &Row, cell: &Cell) -> Place {
        if row.header || cell.header { Place::Head } else { Place::Cell }
    }

    /// Whether it is a cell.
    pub(super) fn is_cell(self) -> bool {
        matches!(self, Place::Cell | Place::Head)
    }

    /// The place of the marked paragraphs of a list.
    pub(super) fn marked(list: &List, depth: usize) -> Place {
        match list.marker {
            Marker::Bullet(_) => Place::Marked(false, depth),
            Marker::Number { .. } => Place::Marked(true, depth),
            Marker::None => Place::Item,
        }
    }
}

/// A paragraph style: its id, its name as Word's user interface knows it, its place in the list of
/// styles as Word's templates have it, and whether the gallery shows it.
pub(super) struct Name<'n> {
    pub id: &'n str,
    pub name: &'n str,
    pub priority: &'static str,
    pub gallery: bool,
}

/// Id and name of the style all others are based on.
pub(super) const NORMAL: &str = "Normal";

const HEADINGS: [(&str, &str); 6] = [
    ("Heading1", "heading 1"),
    ("Heading2", "heading 2"),
    ("Heading3", "heading 3"),
    ("Heading4", "heading 4"),
    ("Heading5", "heading 5"),
    ("Heading6", "heading 6"),
];
const CONTENTS: [(&str, &str); 9] = [
    ("TOC1", "toc 1"),
    ("TOC2", "toc 2"),
    ("TOC3", "toc 3"),
    ("TOC4", "toc 4"),
    ("TOC5", "toc 5"),
    ("TOC6", "toc 6"),
    ("TOC7", "toc 7"),
    ("TOC8", "toc 8"),
    ("TOC9", "toc 9"),
];
const BULLETS: [(&str, &str); 5] = [
    ("ListBullet", "List Bullet"),
    ("ListBullet2", "List Bullet 2"),
    ("ListBullet3", "List Bullet 3"),
    ("ListBullet4", "List Bullet 4"),
    ("ListBullet5", "List Bullet 5"),
];
const NUMBERS: [(&str, &str); 5] = [
    ("ListNumber", "List Number"),
    ("ListNumber2", "List Number 2"),
    ("ListNumber3", "List Number 3"),
    ("ListNumber4", "List Number 4"),
    ("ListNumber5", "List Number 5"),
];

impl Bucket {
    /// The styles every document offers, whether it uses them or not.
    pub(super) const OFFERED: [Bucket; 13] = [
        Bucket::Body,
        Bucket::Title,
        Bucket::Heading(1),
        Bucket::Heading(2),
        Bucket::Heading(3),
        Bucket::Heading(4),
        Bucket::Heading(5),
        Bucket::Heading(6),
        Bucket::Item,
        Bucket::Bullet(1),
        Bucket::Number(1),
        Bucket::Quote,
        Bucket::Caption,
    ];

    /// The kinds that have a name of ours, but for the levels beyond the first.
    const KINDS: [Bucket; 19] = [
        Bucket::Body,
        Bucket::FirstLine,
        Bucket::Title,
        Bucket::Subtitle,
        Bucket::Heading(1),
        Bucket::Contents(1),
        Bucket::Item,
        Bucket::Bullet(1),
        Bucket::Number(1),
        Bucket::Quote,
        Bucket::Caption,
        Bucket::Code,
        Bucket::Cell,
        Bucket::Head,
        Bucket::Header,
        Bucket::Footer,
        Bucket::Footnote,
        Bucket::Endnote,
        Bucket::Comment,
    ];

    /// Whether a name is that of a kind of paragraphs.
    pub(super) fn is_name(name: &str) -> bool {
        let kinds = Bucket::KINDS.iter().map(|bucket| bucket.name().name);
        let levels = [&HEADINGS[..], &CONTENTS, &BULLETS, &NUMBERS].into_iter().flatten().map(|(_, name)| *name);
        kinds.chain(levels).chain([NORMAL]).any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Whether an id is that of a style of ours.
    pub(super) fn is_id(id: &str) -> bool {
        let kinds = Bucket::KINDS.iter().map(|bucket| bucket.name().id);
        let levels = [&HEADINGS[..], &CONTENTS, &BULLETS, &NUMBERS].into_iter().flatten().map(|(id, _)| *id);
        let others = [NORMAL].into_iter().chain(OTHER_IDS);
        kinds.chain(levels).chain(others).any(|known| known.eq_ignore_ascii_case(id))
    }

    /// The bucket of a paragraph at a place.
    pub(super) fn of(role: Role, place: Place) -> Bucket {
        match role {
            Role::Heading(level) => Bucket::Heading(level.clamp(1, 6)),
            Role::Preformatted => Bucket::Code,
            Role::Caption => Bucket::Caption,
            Role::Title => Bucket::Title,
            Role::Subtitle => Bucket::Subtitle,
            Role::Contents(level) => Bucket::Contents(level.clamp(1, 9)),
            Role::Body | Role::Term | Role::Spacer => Bucket::at(place),
        }
    }

    /// The bucket of plain paragraphs at a place.
    fn at(place: Place) -> Bucket {
        let level = |depth: usize| depth.saturating_add(1).min(BULLETS.len()) as u8;
        match place {
            Place::Body => Bucket::Body,
            Place::Item => Bucket::Item,
            Place::Marked(false, depth) => Bucket::Bullet(level(depth)),
            Place::Marked(true, depth) => Bucket::Number(level(depth)),
            Place::Quote => Bucket::Quote,
            Place::Cell => Bucket::Cell,
            Place::Head => Bucket::Head,
            Place::Header => Bucket::Header,
            Place::Footer => Bucket::Footer,
            Place::Note(NoteKind::Foot) => Bucket::Footnote,
            Place::Note(NoteKind::End) => Bucket::Endnote,
            Place::Comment => Bucket::Comment,
        }
    }

    /// Whether Word does not know its style.
    pub(super) fn is_custom(self) -> bool {
        matches!(self, Bucket::Cell | Bucket::Head | Bucket::Code)
    }

    /// Whether running text follows: what Word begins after the Enter key.
    pub(super) fn leads_to_text(self) -> bool {
        matches!(self, Bucket::Title | Bucket::Subtitle | Bucket::Heading(_) | Bucket::Caption)
    }

    /// Whether tab stops make the kind of paragraph: the number at the right of an entry, the parts
    /// of running text.
    pub(super) fn has_stops(self) -> bool {
        matches!(self, Bucket::Contents(_) | Bucket::Header | Bucket::Footer)
    }

    /// Size of text that states none, in half-points: a heading without one still looks like one.
    pub(super) fn size(self, base: &Base) -> i32 {
        let percent = match self {
            Bucket::Title => 200,
            Bucket::Heading(1) => 180,
            Bucket::Heading(2) => 145,
            Bucket::Heading(3) => 120,
            Bucket::Heading(4) => 110,
            Bucket::Footnote | Bucket::Endnote | Bucket::Comment => 90,
            _ => 100,
        };
        base.size * percent / 100
    }

    /// What the style is called. Word knows the built-in ones by name.
    pub(super) fn name(self) -> Name<'static> {
        let row = |id, name, priority, gallery| Name { id, name, priority, gallery };
        match self {
            // The survey knows what styles of the source are called.
            Bucket::Body | Bucket::Named(_) => row("BodyText", "Body Text", "1", true),
            Bucket::FirstLine => row("BodyTextFirstIndent", "Body Text First Indent", "99", false),
            Bucket::Title => row("Title", "Title", "10", true),
            Bucket::Subtitle => row("Subtitle", "Subtitle", "11", true),
            Bucket::Heading(level) => level_name(&HEADINGS, level, "9", true),
            Bucket::Contents(level) => level_name(&CONTENTS, level, "39", false),
            Bucket::Item => row("ListParagraph", "List Paragraph", "34", true),
            Bucket::Bullet(level) => level_name(&BULLETS, level, "36", true),
            Bucket::Number(level) => level_name(&NUMBERS, level, "36", true),
            Bucket::Quote => row("Quote", "Quote", "29", true),
            Bucket::Caption => row("Caption", "caption", "35", true),
            Bucket::Code => row("SourceCode", "Source Code", "40", true),
            Bucket::Cell => row("TableText", "Table Text", "40", true),
            Bucket::Head => row("TableHeading", "Table Heading", "40", true),
            Bucket::Header => row("Header", "header", "99", false),
            Bucket::Footer => row("Footer", "footer", "99", false),
            Bucket::Footnote => row("FootnoteText", "footnote text", "99", false),
            Bucket::Endnote => row("EndnoteText", "endnote text", "99", false),
            Bucket::Comment => row("CommentText", "annotation text", "99", false),
        }
    }
}

/// The name of a style that has levels; levels beyond the last share its name.
fn level_name(
    rows: &[(&'static str, &'static str)],
    level: u8,
    priority: &'static str,
    gallery: bool,
) -> Name<'static> {
    let at = usize::from(level.saturating_sub(1)).min(rows.len() - 1);
    let (id, name) = rows.get(at).copied().unwrap_or_default();
    Name { id, name, priority, gallery }
}
