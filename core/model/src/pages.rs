//! Positioned pages: glyph runs, paths, images and links, each at its place.
//!
//! Page space is upright (any page rotation has been applied), in points, with its origin at the
//! top left and y downwards. Items stand in painting order. A reader fills what its format says; a
//! layout also fills [`Font::program`] and glyph ids.
//!
//! The structure tree is there where the source has one that names any content of it. Parents then come
//! before their children, nodes of one parent in the source's order, and items of no node are either
//! artifacts or forgotten by whoever made the tree. It may lack text, name parts that nothing belongs
//! to, or disagree with what the page shows: whoever uses it has to look.

mod join;
mod map;
mod packed;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

pub use self::packed::PackedItems;
pub use super::color::Color;
use super::flow::Control;
pub use super::flow::{Hidden, Unseen};
pub use super::gradient::Gradient;
use super::media::{MediaId, MediaStore};
use super::metadata::Metadata;
use super::path::{self, Area};
pub use super::path::{Segment, Stroke};
use transvase_base::units::{Affine, Point, Rect, Size};

/// A paged document.
#[derive(Debug, Clone, Default)]
pub struct Pages {
    /// What the document says about itself.
    pub metadata: Metadata,
    /// The pages in order.
    pub pages: Vec<Page>,
    /// Fonts the glyph runs name by index.
    pub fonts: Vec<Font>,
    /// Images.
    pub media: MediaStore,
    /// Bookmarks.
    pub outline: Vec<OutlineItem>,
    /// The logical structure; node 0 is the document. Empty where there is none.
    pub structure: Vec<StructNode>,
}

/// A bookmark.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlineItem {
    /// Depth, from 1.
    pub level: u8,
    /// The words shown.
    pub title: String,
    /// Where it leads; `None` where the source does not say.
    pub target: Option<Destination>,
}

/// A place on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Destination {
    /// Index of the page, from 0.
    pub page: usize,
    /// The point shown at the top left of the window.
    pub at: Point,
}

/// A page.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// Number in the source, from 1.
    pub number: u32,
    /// Size of the visible page.
    pub size: Size,
    /// What is painted, in painting order.
    pub items: Vec<Item>,
    /// What is painted below that and was put away, as by a layout until all of its pages are there.
    pub packed: Option<PackedItems>,
    /// Link areas.
    pub links: Vec<Link>,
    /// Parts of a form.
    pub controls: Vec<PlacedControl>,
    /// Comments and marker strokes.
    pub comments: Vec<Comment>,
    /// The number or letters the source calls the page by, where they are not its count.
    pub label: Option<String>,
    /// Text of the page that none of its items shows.
    pub unseen: Vec<Unseen>,
}

impl Page {
    /// Whether nothing stands on it.
    pub fn is_blank(&self) -> bool {
        self.items.is_empty() && self.packed.is_none() && self.controls.is_empty() && self.comments.is_empty()
    }

    /// All of it.
    pub fn rect(&self) -> Rect {
        Rect { left: 0.0, top: 0.0, right: self.size.width, bottom: self.size.height }
    }

    /// Gives the fonts and images that the page names other numbers: every place that names one is here.
    pub fn renumber(&mut self, mut font: impl FnMut(usize) -> usize, mut media: impl FnMut(MediaId) -> MediaId) {
        for item in &mut self.items {
            match item {
                Item::Glyphs(run) => run.font = font(run.font),
                Item::Image(image) => image.media = media(image.media),
                Item::Path(_) => {}
            }
        }
    }
}

/// A part of a form at its place.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedControl {
    /// The area it fills.
    pub area: Rect,
    /// What may be filled in.
    pub control: Control,
    /// What is filled in now, as it is shown. Its appearance is among the page's items too.
    pub value: String,
}

/// A comment on the page, or a stroke of a marker over its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Comment {
    /// The areas it is about, one for each line; where a note sticks, for one that is about none.
    pub areas: Vec<Rect>,
    /// How the text there is marked.
    pub mark: TextMark,
    /// Who made it.
    pub author: Option<String>,
    /// When, ISO 8601.
    pub date: Option<String>,
    /// What it says; empty for a mark without words.
    pub text: String,
}

/// How a comment marks the text it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextMark {
    /// Not at all.
    None,
    /// With a colour behind it.
    Highlight(Color),
    /// With a line below it.
    Underline,
    /// With a line through it.
    Strike,
}

/// A link area.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The areas that react, one for each line the link runs over.
    pub areas: Vec<Rect>,
    /// Where it leads.
    pub target: LinkTarget,
    /// The structure node of the link, in tagged documents.
    pub node: Option<NodeId>,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkTarget {
    /// To a URI.
    External(String),
    /// To a place in the same document.
    Internal(Destination),
}

/// Something painted.
#[derive(Debug, Clone)]
pub enum Item {
    /// Text.
    Glyphs(GlyphRun),
    /// A line, curve or area.
    Path(Path),
    /// An image.
    Image(PlacedImage),
}

/// A font, as far as text needs to know it.
#[derive(Debug, Clone, PartialEq)]
pub struct Font {
    /// Family an office program has, or the nearest one to it; never a PostScript name.
    pub family: Arc<str>,
    /// Whether the family is another design than the source's.
    pub stand_in: bool,
    /// Weight from 100 to 900.
    pub weight: u16,
    /// Italic or oblique.
    pub italic: bool,
    /// Has serifs.
    pub serif: bool,
    /// Every glyph has the same advance.
    pub monospace: bool,
    /// Height above the base line, as a share of the size.
    pub ascent: f32,
    /// Depth below the base line, as a positive share of the size.
    pub descent: f32,
    /// The font file, where glyph ids refer to one.
    pub program: Option<FontProgram>,
    /// What the glyphs of a face for formulas cover; `None` for faces of text.
    pub ink: Option<Arc<Ink>>,
}

/// The boxes that glyphs cover, by glyph id, in ems from their origin with y downwards. The signs of formulas
/// reach far beyond the letter boxes of text.
pub type Ink = BTreeMap<u32, Rect>;

/// A font file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontProgram {
    /// The bytes of an OpenType or TrueType file.
    pub data: Arc<[u8]>,
    /// Index in a collection.
    pub index: u32,
    /// Value of the `wght` axis the glyphs are taken at, in variable fonts.
    pub weight_axis: Option<u16>,
}

/// Glyphs set in one go: one font, size, colour and direction.
#[derive(Debug, Clone)]
pub struct GlyphRun {
    /// Index into [`Pages::fonts`].
    pub font: usize,
    /// Size in points as it appears on the page.
    pub size: f32,
    /// Width of the letters as a multiple of their usual width at that size.
    pub stretch: f32,
    /// Fill colour.
    pub color: Color,
    /// Maps glyph space to page space: the run's base line begins at `(e, f)` and runs along the
    /// unit vector `(a, b)`; `(c, d)` points from the base line to the top of the letters.
    pub transform: Affine,
    /// The characters, in logical order where the source tells.
    pub text: String,
    /// The glyphs, in the order they are painted.
    pub glyphs: Vec<Glyph>,
    /// How the glyphs are painted.
    pub paint: TextPaint,
    /// Whether the source says that the run is no part of the text, such as a page number.
    pub artifact: bool,
    /// Structure node the run belongs to.
    pub node: Option<NodeId>,
    /// Which of its glyphs nobody sees, in their order, word by word.
    pub hidden: Vec<HiddenGlyphs>,
}

/// Glyphs of a run that nobody sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenGlyphs {
    /// Index of the first.
    pub start: u32,
    /// Index behind the last.
    pub end: u32,
    /// Why.
    pub why: Hidden,
}

/// How glyphs are painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextPaint {
    /// Filled.
    #[default]
    Fill,
    /// Outlined.
    Stroke,
    /// Filled and outlined, which looks bolder.
    FillStroke,
    /// Not at all, as the text behind a scan.
    Invisible,
}

/// One glyph of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Glyph {
    /// Glyph id in the font program; the character code where the source has no program.
    pub id: u32,
    /// Where the glyph's origin lies along the base line, in points from the run's origin.
    pub x: f32,
    /// Shift of the glyph away from the base line, in points; positive is up.
    pub y: f32,
    /// Advance along the base line in points, without letter or word spacing.
    pub advance: f32,
    /// Bytes of [`GlyphRun::text`] it shows; empty where its text is unknown.
    pub text: TextRange,
}

/// Bytes of a text, from `start` to before `end`: half as large as a `Range<usize>`, since a document has millions
/// of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextRange {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

impl TextRange {
    /// The bytes as a range.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl From<Range<usize>> for TextRange {
    /// Text beyond 4 GB, which no run has, is cut off.
    fn from(range: Range<usize>) -> TextRange {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        TextRange { start: byte(range.start), end: byte(range.end) }
    }
}

/// A line, curve or area.
#[derive(Debug, Clone, Default)]
pub struct Path {
    /// Its outline.
    pub segments: Vec<Segment>,
    /// Fill colour and opacity from 0 to 1.
    pub fill: Option<(Color, f32)>,
    /// How the fill changes over the path; its colour is then the one in the middle.
    pub gradient: Option<Arc<Gradient>>,
    /// Stroke.
    pub stroke: Option<Stroke>,
    /// Whether what an even number of its outlines surround is left out of the fill.
    pub even_odd: bool,
    /// Part of the page it is clipped to, where that matters.
    pub clip: Option<Rect>,
    /// Structure node the path belongs to.
    pub node: Option<NodeId>,
}

impl Path {
    /// The part of the page on which it may be seen.
    pub fn reach(&self) -> Option<Rect> {
        let bounds = path::bounds(&self.segments)?;
        self.clip.map_or(Some(bounds), |clip| bounds.intersection(&clip))
    }
}

/// An image at its place.
#[derive(Debug, Clone)]
pub struct PlacedImage {
    /// The image.
    pub media: MediaId,
    /// Maps the unit square, its origin at the image's top left corner, to page space.
    pub transform: Affine,
    /// Part of the page it is clipped to, where that matters.
    pub clip: Option<Rect>,
    /// What is seen of that, where it is no upright rectangle.
    pub window: Option<Arc<Area>>,
    /// Words for those who do not see it.
    pub alt: Option<String>,
    /// Structure node the image belongs to.
    pub node: Option<NodeId>,
}

/// Index into [`Pages::structure`].
pub type NodeId = usize;

/// A node of the logical structure. Its content are the items that name it, in page and painting
/// order; children and content are ordered by first appearance.
#[derive(Debug, Clone)]
pub struct StructNode {
    /// What it is.
    pub kind: StructKind,
    /// Its parent; the document's own parent is itself.
    pub parent: NodeId,
    /// BCP 47 tag where the language differs from the document's.
    pub language: Option<Arc<str>>,
    /// Its place among the nodes and runs of its parent in reading order, where the source states
    /// it; siblings without one are ordered by first appearance.
    pub order: u32,
}

/// What a structure node is (ISO 32000-1, 14.8.4).
#[derive(Debug, Clone, PartialEq)]
pub enum StructKind {
    /// The document.
    Document,
    /// The title of the document.
    Title,
    /// A heading; level from 1 to 6.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// A quotation.
    Quote,
    /// A list; whether it is numbered.
    List(bool),
    /// An item of a list.
    ListItem,
    /// The marker of an item.
    Label,
    /// The body of an item.
    ListBody,
    /// A table.
    Table,
    /// A row.
    Row,
    /// A cell.
    Cell {
        /// A heading of its row or column.
        header: bool,
        /// Columns it covers.
        column_span: u32,
        /// Rows it covers.
        row_span: u32,
    },
    /// A figure, with its alternative text.
    Figure(Option<String>),
    /// A link.
    Link,
    /// Code.
    Code,
    /// A caption.
    Caption,
    /// A table of contents.
    Contents,
    /// An entry of a table of contents.
    ContentsEntry,
    /// A footnote or endnote.
    Note,
    /// The mark of a note in the text.
    NoteMark,
    /// A formula, with its alternative text.
    Formula(Option<String>),
    /// Part of a form.
    Form,
    /// A part that only groups others, or of a kind this list has not.
    Group,
}
