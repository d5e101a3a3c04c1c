//! Inlines: what paragraphs are made of.

use std::sync::Arc;

use super::drawing::{Drawing, Placement};
use super::formula::Formula;
use super::list::NumberFormat;
use super::page::Edges;
use super::text::Run;
use super::{Anchor, MediaId};

/// A piece of a paragraph.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline {
    /// Text in one style.
    Text(Run),
    /// The line ends here.
    LineBreak,
    /// Jump to the next tab stop.
    Tab,
    /// An image in the line.
    Image(InlineImage),
    /// A link around its content.
    Link {
        /// Where it leads.
        target: LinkTarget,
        /// What is shown.
        content: Vec<Inline>,
    },
    /// A place links can lead to.
    Anchor(Anchor),
    /// The mark of a note, by index in [`Flow::notes`](super::Flow::notes).
    Note(usize),
    /// Text that is computed wherever the document is laid out.
    Field(Field),
    /// A drawing.
    Drawing(Drawing),
    /// A formula.
    Formula(Box<Formula>),
    /// Content that a person fills in.
    Control {
        /// What may be filled in.
        control: Control,
        /// What is filled in now.
        content: Vec<Inline>,
    },
    /// Content that a remark is about.
    Comment {
        /// Index in [`Flow::comments`](super::Flow::comments).
        comment: usize,
        /// What the remark is about.
        content: Vec<Inline>,
    },
    /// Text that is new or to go.
    Change {
        /// Index in [`Flow::changes`](super::Flow::changes).
        change: usize,
        /// The text.
        content: Vec<Inline>,
    },
    /// A place that the index of the document leads to.
    Index(IndexEntry),
}

impl Inline {
    /// The inlines inside this one; `None` where it can have none.
    pub fn children(&self) -> Option<&[Inline]> {
        match self {
            Inline::Link { content, .. }
            | Inline::Control { content, .. }
            | Inline::Comment { content, .. }
            | Inline::Change { content, .. } => Some(content),
            _ => None,
        }
    }

    /// As [`Inline::children`], to be changed.
    pub fn children_mut(&mut self) -> Option<&mut Vec<Inline>> {
        match self {
            Inline::Link { content, .. }
            | Inline::Control { content, .. }
            | Inline::Comment { content, .. }
            | Inline::Change { content, .. } => Some(content),
            _ => None,
        }
    }

    /// The run of text this one is; fields are the text they show now, formulas text in one line.
    pub fn run(&self) -> Option<&Run> {
        match self {
            Inline::Text(run) | Inline::Field(Field { run, .. }) => Some(run),
            Inline::Formula(formula) => Some(&formula.run),
            _ => None,
        }
    }
}

impl InlineImage {
    /// An image in the line, in its natural size.
    pub fn new(media: MediaId) -> InlineImage {
        InlineImage {
            media,
            width: None,
            height: None,
            alt: None,
            crop: Edges::default(),
            rotation: 0.0,
            placement: None,
        }
    }
}

/// An entry of the index of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexEntry {
    /// The words it stands under, from the main entry to the innermost; at least one.
    pub terms: Vec<String>,
}

/// Text that is computed wherever the document is laid out, such as the number of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// What it computes.
    pub kind: FieldKind,
    /// What it showed in the source.
    pub run: Run,
}

/// What a field computes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldKind {
    /// The number of the page it stands on, in the section's format or in its own.
    PageNumber(Option<NumberFormat>),
    /// The number of pages.
    PageCount,
    /// The number of the page a place stands on.
    PageOf(Anchor),
    /// The number of pages of its section.
    SectionPages,
    /// The words of the nearest paragraph of a style, by the style's name: of the first on the page, else of the last
    /// before it.
    Styled(Arc<str>),
}

/// A part of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Control {
    /// Name of the part, for programs.
    pub name: Option<String>,
    /// What people are asked for.
    pub title: Option<String>,
    /// What may be filled in.
    pub kind: ControlKind,
}

/// What a part of a form takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ControlKind {
    /// Text; whether of several lines.
    Text(bool),
    /// A tick; whether it is set.
    Checkbox(bool),
    /// One of a list of words; whether other words may be typed.
    Choice(Vec<String>, bool),
    /// A date.
    Date,
}

impl ControlKind {
    /// The box of a tick as a character, which shows its state where the part has no text (Unicode, Miscellaneous Symbols).
    pub fn tick_box(&self) -> Option<&'static str> {
        match self {
            ControlKind::Checkbox(true) => Some("\u{2612}"),
            ControlKind::Checkbox(false) => Some("\u{2610}"),
            _ => None,
        }
    }
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// To a URI.
    External(String),
    /// To a place in the same document.
    Internal(Anchor),
}

/// An image in a line.
#[derive(Debug, Clone, PartialEq)]
pub struct InlineImage {
    /// The image.
    pub media: MediaId,
    /// Width in points; `None` means its natural width at 96 pixels to the inch, at most the
    /// measure.
    pub width: Option<f32>,
    /// Height in points; `None` keeps the proportions.
    pub height: Option<f32>,
    /// Words for those who do not see it.
    pub alt: Option<String>,
    /// Shares of the image cut off at each side, from 0 to 1.
    pub crop: Edges,
    /// Turn in degrees, clockwise, about its middle; width and height are those before the turn.
    pub rotation: f32,
    /// Where it stands; `None` means in the line, like a letter.
    pub placement: Option<Placement>,
}
