//! Flowing text: sections of blocks, blocks of inlines, with the style of each resolved.
//!
//! Readers resolve style sheets once: a writer sees the finished [`TextStyle`] and [`ParagraphStyle`] of each piece, and
//! beside them the name of its style, where the source has one. Lengths are points.

mod aside;
mod border;
mod drawing;
mod drop_rows;
mod formula;
mod group;
mod hidden;
mod inline;
mod join;
mod list;
mod marked;
mod page;
mod paragraph;
mod place;
mod seen;
mod simplify;
mod table;
mod text;
mod walk;

use std::sync::Arc;

pub use aside::{Change, ChangeKind, Comment, FirstNotes, Note, NoteKind, initials};
pub use border::{Border, Borders, LineKind};
pub use drawing::{Drawing, DrawnImage, Frame, Origin, Placement, Shape, Wrap};
pub use formula::{Formula, FormulaSource, Math, MathStyle};
pub use group::{Division, DivisionKind, Group, GroupKind};
pub use hidden::HiddenWords;
pub use inline::{Control, ControlKind, Field, FieldKind, IndexEntry, Inline, InlineImage, LinkTarget};
pub use list::{Language, List, ListItem, Marker, MarkerLook, NumberFormat};
pub use page::{Column, Edges, LineGrid, LineNumbers, PageBorders, PageNumbers, PageSetup, RunningText, Section};
pub use paragraph::{Align, DropCap, Label, Leader, Paragraph, ParagraphStyle, Role, TabAlign, TabStop};
pub use place::{PageWords, Place, PlaceId, SourcePage, Stretch};
pub use seen::Seen;
pub use simplify::is_deleted;
pub use table::{Cell, Purpose, Row, Table, TableWidth, Turn, VerticalAlign};
pub use text::{Decoration, Effect, EmbeddedFont, Emphasis, Hidden, Meaning, Run, Script, TextStyle, Unseen};
pub use walk::{each_inline_mut, each_run, each_run_mut, inlines, leaves, runs_right_to_left, walk_mut, weight};

pub use super::color::Color;
use super::media::{MediaId, MediaStore};
use super::metadata::Metadata;

/// A flowing document.
#[derive(Debug, Clone, Default)]
pub struct Flow {
    /// What the document says about itself.
    pub metadata: Metadata,
    /// The text, in reading order; at least one section where there is any text.
    pub sections: Vec<Section>,
    /// The table of contents the source carries beside its text.
    pub outline: Vec<OutlineItem>,
    /// Images.
    pub media: MediaStore,
    /// A cover image that is not part of the text.
    pub cover: Option<MediaId>,
    /// Footnotes and endnotes, which [`Inline::Note`] names by index.
    pub notes: Vec<Note>,
    /// The numbers that the counted notes begin with.
    pub first_notes: FirstNotes,
    /// Remarks on the text, which [`Inline::Comment`] names by index.
    pub comments: Vec<Comment>,
    /// Changes of the text that are not settled, which [`Inline::Change`] names by index.
    pub changes: Vec<Change>,
    /// The pages of the source, where it has any.
    pub pages: Vec<SourcePage>,
    /// Where blocks stood on them, which [`Paragraph::place`] and [`Table::place`] name by index.
    pub places: Vec<Place>,
    /// Words at the edges of single pages that stand nowhere in the text.
    pub page_words: Vec<PageWords>,
    /// Text of the source's pages that no block holds, since it lies off them or in layers that are not shown.
    pub unseen: Vec<Unseen>,
    /// Colour of the paper; `None` means white.
    pub background: Option<Color>,
    /// Whether room between lines beyond the height of their letters comes above them, as programs for ODF have it, and not
    /// below, as Word has it.
    pub leads_above: bool,
    /// Whether spaces of justified lines shrink where one more word fits by it, as in Word since 2013.
    pub condenses: bool,
    /// Words are divided where a line would end farther than this from its edge, in points; `None` where they are not.
    pub hyphenation: Option<f32>,
    /// Font files to store in the document, where the target can.
    pub fonts: Vec<EmbeddedFont>,
}

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineItem {
    /// Depth, from 1.
    pub level: u8,
    /// The words shown.
    pub title: String,
    /// The anchor it leads to.
    pub target: Anchor,
}

/// The name of a place in the text; unique in its document.
pub type Anchor = Arc<str>;

/// A block of text.
#[allow(clippy::large_enum_variant, reason = "nearly all blocks are paragraphs")]
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A paragraph, heading, line of code or figure.
    Paragraph(Paragraph),
    /// A list.
    List(List),
    /// Quoted blocks.
    Quote(Vec<Block>),
    /// Blocks that belong together.
    Group(Group),
    /// A table.
    Table(Table),
    /// A horizontal rule.
    Rule,
    /// The text goes on on a new page.
    PageBreak,
    /// The text goes on in the next column.
    ColumnBreak,
    /// Blocks at a fixed place, out of the flow.
    Frame(Frame),
}
