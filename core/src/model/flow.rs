//! Flowing text: sections of blocks, blocks of inlines, with the style of each resolved.
//!
//! Readers resolve style sheets once; a writer sees only the finished [`TextStyle`] and
//! [`ParagraphStyle`] of each piece. Lengths are points.

use std::sync::Arc;

use super::media::{MediaId, MediaStore};
use super::metadata::Metadata;
use crate::units::Size;

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

/// A stretch of text with one page geometry.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// Page size, margins and columns; `None` leaves them to the writer and its options.
    pub page: Option<PageSetup>,
    /// Whether the section begins on a new page.
    pub new_page: bool,
    /// The text.
    pub blocks: Vec<Block>,
}

/// Geometry of the pages of a section.
#[derive(Debug, Clone, PartialEq)]
pub struct PageSetup {
    /// Paper size.
    pub size: Size,
    /// Margins.
    pub margins: Edges,
    /// Widths of the columns and the gaps after them, left to right; empty or one entry means a
    /// single column.
    pub columns: Vec<Column>,
}

/// A column of a section.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Column {
    /// Width in points.
    pub width: f32,
    /// Gap to the next column in points; 0 on the last.
    pub gap: f32,
}

/// A length for each side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Edges {
    /// Top, in points.
    pub top: f32,
    /// Right, in points.
    pub right: f32,
    /// Bottom, in points.
    pub bottom: f32,
    /// Left, in points.
    pub left: f32,
}

/// A block of text.
#[derive(Debug, Clone)]
pub enum Block {
    /// A paragraph, heading, line of code or figure.
    Paragraph(Paragraph),
    /// A list.
    List(List),
    /// Quoted blocks.
    Quote(Vec<Block>),
    /// A table.
    Table(Table),
    /// A horizontal rule.
    Rule,
    /// The text goes on on a new page.
    PageBreak,
    /// The text goes on in the next column.
    ColumnBreak,
}

/// What a paragraph is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// Running text.
    #[default]
    Body,
    /// A heading; level from 1 to 6.
    Heading(u8),
    /// Text whose spaces and line breaks count.
    Preformatted,
    /// Words under a figure or table.
    Caption,
}

/// A paragraph.
#[derive(Debug, Clone, Default)]
pub struct Paragraph {
    /// What it is for.
    pub role: Role,
    /// How it stands on the page.
    pub style: ParagraphStyle,
    /// Its text.
    pub content: Vec<Inline>,
}

/// How a paragraph stands on the page. Lengths are points.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParagraphStyle {
    /// Alignment; `None` leaves it to the writer (justified where its options say so).
    pub align: Option<Align>,
    /// Indent of every line at the start side.
    pub indent_start: f32,
    /// Indent of every line at the end side.
    pub indent_end: f32,
    /// Indent of the first line beyond `indent_start`; negative hangs it out.
    pub indent_first: f32,
    /// Space above; adjoining spaces collapse to the larger one.
    pub space_before: f32,
    /// Space below.
    pub space_after: f32,
    /// Distance between base lines as a multiple of the font size; `None` means the writer's own.
    pub line_height: Option<f32>,
    /// Begin on a new page.
    pub page_break_before: bool,
    /// Stay on the page of the next paragraph's first lines.
    pub keep_with_next: bool,
    /// Do not break across pages.
    pub keep_together: bool,
    /// Base direction is right to left.
    pub right_to_left: bool,
    /// Colour behind the paragraph.
    pub background: Option<Color>,
    /// Stops for tab characters, in rising order of position.
    pub tabs: Vec<TabStop>,
}

/// A tab stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TabStop {
    /// Distance from the start edge of the column in points.
    pub position: f32,
    /// How the text after the tab stands at the stop.
    pub align: TabAlign,
    /// Whether dots fill the space before the stop.
    pub dots: bool,
}

/// How text stands at a tab stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TabAlign {
    /// Begins there.
    Start,
    /// Is centred on it.
    Center,
    /// Ends there.
    End,
}

/// Alignment of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// At the start side: left in left-to-right text.
    Start,
    /// In the middle.
    Center,
    /// At the end side.
    End,
    /// At both, the last line at the start side.
    Justify,
}

/// A piece of a paragraph.
#[derive(Debug, Clone)]
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
}

/// Text in one style.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The characters; white space counts.
    pub text: String,
    /// Their style.
    pub style: TextStyle,
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
}

/// How characters look.
#[derive(Debug, Clone, PartialEq)]
pub struct TextStyle {
    /// Font family an office program has; `None` means the document's body font.
    pub family: Option<Arc<str>>,
    /// Size in points; `None` means the document's body size.
    pub size: Option<f32>,
    /// Weight from 100 to 900; 400 is regular and 700 bold (OpenType OS/2 `usWeightClass`).
    pub weight: u16,
    /// Italic or oblique.
    pub italic: bool,
    /// Underlined.
    pub underline: bool,
    /// Struck through.
    pub strike: bool,
    /// Raised or lowered.
    pub script: Script,
    /// Lower-case letters as small capitals.
    pub small_caps: bool,
    /// Fixed-pitch text, such as code.
    pub monospace: bool,
    /// Colour; `None` means automatic (black).
    pub color: Option<Color>,
    /// Colour behind the characters.
    pub background: Option<Color>,
    /// BCP 47 language tag; `None` means the document's language.
    pub language: Option<Arc<str>>,
}

impl TextStyle {
    /// Whether the weight counts as bold: 600 or more, as CSS Fonts 4 divides them.
    pub fn is_bold(&self) -> bool {
        self.weight >= 600
    }
}

impl Default for TextStyle {
    fn default() -> Self {
        TextStyle {
            family: None,
            size: None,
            weight: 400,
            italic: false,
            underline: false,
            strike: false,
            script: Script::Normal,
            small_caps: false,
            monospace: false,
            color: None,
            background: None,
            language: None,
        }
    }
}

/// Raised or lowered characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Script {
    /// On the base line.
    #[default]
    Normal,
    /// Raised and smaller.
    Superscript,
    /// Lowered and smaller.
    Subscript,
}

/// An sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Color {
    /// Black.
    pub const BLACK: Color = Color { r: 0, g: 0, b: 0 };
    /// White.
    pub const WHITE: Color = Color { r: 255, g: 255, b: 255 };
}

/// A list.
#[derive(Debug, Clone, Default)]
pub struct List {
    /// How items are marked.
    pub marker: Marker,
    /// Number of the first item, in numbered lists.
    pub start: u32,
    /// The items.
    pub items: Vec<ListItem>,
}

/// An item of a list.
#[derive(Debug, Clone, Default)]
pub struct ListItem {
    /// A number that differs from counting on, in numbered lists.
    pub number: Option<u32>,
    /// The item's text.
    pub blocks: Vec<Block>,
}

/// How list items are marked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Marker {
    /// A bullet, by its character.
    Bullet(char),
    /// Counted.
    Number {
        /// How the count is written.
        format: NumberFormat,
        /// What stands before it, such as `(`.
        prefix: String,
        /// What stands after it, such as `.`.
        suffix: String,
    },
    /// Not marked.
    #[default]
    None,
}

/// How a count is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberFormat {
    /// 1, 2, 3.
    Decimal,
    /// a, b, c.
    LowerAlpha,
    /// A, B, C.
    UpperAlpha,
    /// i, ii, iii.
    LowerRoman,
    /// I, II, III.
    UpperRoman,
}

/// A table. Every row covers the same grid of columns, counting spans.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Widths of the grid's columns in points; 0 leaves a column to the writer.
    pub columns: Vec<f32>,
    /// Indent of the table at the start side in points.
    pub indent: f32,
    /// Alignment on the measure; `None` means at the start side.
    pub align: Option<Align>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// Repeated on each page the table goes on to.
    pub header: bool,
    /// Least height in points; 0 means as high as the text.
    pub height: f32,
    /// The cells that begin in this row, left to right in grid order (cells that hang down from a
    /// row above are not repeated).
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone)]
pub struct Cell {
    /// Grid columns it covers, at least 1.
    pub column_span: u32,
    /// Rows it covers, at least 1.
    pub row_span: u32,
    /// Its text.
    pub blocks: Vec<Block>,
    /// Where the text stands in a higher cell.
    pub vertical: VerticalAlign,
    /// Colour behind it.
    pub background: Option<Color>,
    /// Lines around it.
    pub borders: Borders,
    /// A heading of its row or column.
    pub header: bool,
}

impl Default for Cell {
    fn default() -> Self {
        Cell {
            column_span: 1,
            row_span: 1,
            blocks: Vec::new(),
            vertical: VerticalAlign::Top,
            background: None,
            borders: Borders::default(),
            header: false,
        }
    }
}

/// Where text stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum VerticalAlign {
    /// At the top.
    #[default]
    Top,
    /// In the middle.
    Middle,
    /// At the bottom.
    Bottom,
}

/// Lines around a cell; `None` means no line.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Borders {
    /// Above.
    pub top: Option<Border>,
    /// At the right.
    pub right: Option<Border>,
    /// Below.
    pub bottom: Option<Border>,
    /// At the left.
    pub left: Option<Border>,
}

impl Borders {
    /// The same line on every side.
    pub fn all(border: Border) -> Borders {
        Borders { top: Some(border), right: Some(border), bottom: Some(border), left: Some(border) }
    }
}

/// A line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Border {
    /// Width in points.
    pub width: f32,
    /// Colour.
    pub color: Color,
}
