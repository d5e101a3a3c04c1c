//! Kinds of paragraphs, each with one CSS rule: those of a kind mostly look alike.

use transvase_model::flow::{Block, Group, GroupKind, Paragraph, Role};

/// What a paragraph is at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Running text.
    Body,
    /// The title of the document.
    Title,
    /// The line under the title.
    Subtitle,
    /// A heading, by the level of the source.
    Heading(u8),
    /// Words of a figure or table.
    Caption,
    /// An entry of a table of contents.
    Contents,
    /// Code.
    Code,
    /// A term.
    Term,
    /// Text of a list.
    Item,
    /// Text of a cell.
    Cell,
    /// Text of a cell that is a heading.
    HeadCell,
    /// Quoted text.
    Quote,
    /// Text of a note.
    Note,
    /// Words in a drawing.
    Words,
}

impl Kind {
    /// Of a paragraph at a place whose running text is of the kind `place`.
    pub(super) fn of(paragraph: &Paragraph, place: Kind) -> Kind {
        if place == Kind::Words {
            return place;
        }
        match paragraph.role {
            Role::Body | Role::Spacer => place,
            Role::Heading(level) => Kind::Heading(level),
            Role::Preformatted => Kind::Code,
            Role::Caption => Kind::Caption,
            Role::Title => Kind::Title,
            Role::Subtitle => Kind::Subtitle,
            Role::Contents(_) => Kind::Contents,
            Role::Term => Kind::Term,
        }
    }

    /// The kind of running text among the blocks that lie in `block`, which stands where that is of the kind `self`.
    pub(super) fn inside(self, block: &Block) -> Kind {
        match block {
            _ if self == Kind::Words => self,
            Block::Quote(_) => Kind::Quote,
            Block::List(_) => Kind::Item,
            Block::Table(_) => Kind::Cell,
            Block::Group(Group { kind: GroupKind::Definition, .. }) => Kind::Item,
            _ => self,
        }
    }

    /// Whether text of the kind is bold by being what it is.
    pub(super) fn is_bold(self) -> bool {
        matches!(self, Kind::Title | Kind::Heading(_) | Kind::Term | Kind::HeadCell)
    }

    /// Size of text of the kind where nobody says one, in hundredths of that of the running text.
    pub(super) fn usual_size(self) -> u16 {
        match self {
            Kind::Title => 180,
            Kind::Heading(1) => 160,
            Kind::Heading(2) => 130,
            Kind::Heading(3) | Kind::Subtitle => 115,
            Kind::Caption | Kind::Note | Kind::Code => 90,
            _ => 100,
        }
    }

    /// Whether indents of the source mean something: those of the others are the element's.
    pub(super) fn is_indented(self) -> bool {
        matches!(self, Kind::Body | Kind::Title | Kind::Subtitle | Kind::Quote | Kind::Heading(_))
    }

    /// What the rule of the kind is for; `titled` where the document has a title.
    pub(super) fn selector(self, titled: bool) -> String {
        match self {
            Kind::Body => "p".into(),
            Kind::Title => "h1".into(),
            Kind::Subtitle => ".subtitle".into(),
            Kind::Heading(level) => heading(level, titled).into(),
            Kind::Caption => "caption, figcaption".into(),
            Kind::Contents => "nav li".into(),
            Kind::Code => "pre".into(),
            Kind::Term => "dt".into(),
            Kind::Item => "li, li > p, dd, dd > p".into(),
            Kind::Cell => "td, td > p".into(),
            Kind::HeadCell => "th, th > p".into(),
            Kind::Quote => "blockquote > p".into(),
            Kind::Note => ".note".into(),
            Kind::Words => ".words".into(),
        }
    }
}

/// The element of a heading. Below a title each is one lower.
pub(super) fn heading(level: u8, titled: bool) -> &'static str {
    const NAMES: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
    let at = usize::from(level.max(1)) - 1 + usize::from(titled);
    NAMES.get(at).copied().unwrap_or("h6")
}
