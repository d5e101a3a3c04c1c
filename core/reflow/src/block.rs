//! Blocks: paragraphs with their lines, and what stands between them.

use super::element::{Grid, GridCell, Picture};
use super::graphics::float::Float;
use super::marker::Found;
use super::row_borders::RowBorders;
use super::text::line::{self, Line};
use super::vector::Ruling;
use transvase_base::units::{Em, Rect};
use transvase_model::flow::{Align, Anchor, Borders, Color, Edges, Label, Role};
use transvase_model::pages::NodeId;

/// Share of the line pitch that lies above the base line; the rest lies below. Common faces have four fifths above it.
pub(super) const ABOVE_BASE: f32 = 0.8;
/// The lowest pitch of lines: closer, descenders touch the ascenders of the next line.
pub(super) const LOWEST: Em = Em(0.85);
/// Line pitch of a line that stands alone: single spacing in common faces is between 1.15 and 1.2.
pub(super) const LONE_PITCH: Em = Em(1.17);

/// The edges that text is aligned to, in page space.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct ColumnExtent {
    /// Left edge.
    pub left: f32,
    /// Right edge.
    pub right: f32,
    /// Size of the running text of the document.
    pub body_size: f32,
    /// Whether these are the edges of a table cell's text.
    pub in_cell: bool,
    /// Room beyond its left and right edge that text may take before it breaks.
    pub give: (f32, f32),
}

impl ColumnExtent {
    /// Width in points.
    pub fn width(&self) -> f32 {
        self.right - self.left
    }
}

/// A table whose cells hold blocks.
pub(super) type Table = Grid<Vec<Block>>;
/// A cell of it.
pub(super) type TableCell = GridCell<Vec<Block>>;

impl Table {
    /// The blocks of its cells.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.cells.iter().flat_map(|cell| &cell.blocks)
    }

    /// The same blocks, to be changed.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.cells.iter_mut().flat_map(|cell| &mut cell.blocks)
    }
}

/// A block in reading order.
#[allow(clippy::large_enum_variant, reason = "nearly all blocks are text")]
#[derive(Debug, Clone)]
pub(super) enum Block {
    /// A paragraph.
    Text(Para),
    /// A table.
    Table(Table),
    /// An image on its own.
    Picture(Picture),
    /// A horizontal rule.
    Rule(Ruling),
}

impl Block {
    /// The paragraph it is.
    pub fn text(&self) -> Option<&Para> {
        if let Block::Text(para) = self { Some(para) } else { None }
    }

    /// The paragraph it is.
    pub fn text_mut(&mut self) -> Option<&mut Para> {
        if let Block::Text(para) = self { Some(para) } else { None }
    }

    /// Whether it is text that keeps its place on the page, out of the flow.
    pub fn is_placed(&self) -> bool {
        self.text().is_some_and(|para| para.place.is_some())
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        matches!(self, Block::Table(..))
    }

    /// Top and bottom on the page.
    pub fn extent(&self) -> (f32, f32) {
        match self {
            Block::Text(para) => (para.top(), para.bottom()),
            Block::Table(grid) => {
                let (top, bottom) = RowBorders::of(grid).extent();
                (top, grid.cut.unwrap_or(bottom))
            }
            Block::Picture(picture) => (picture.rect.top, picture.rect.bottom),
            Block::Rule(rule) => (rule.at - rule.width / 2.0, rule.at + rule.width / 2.0),
        }
    }
}

/// A counted label that the first words of a paragraph spell out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Numbered {
    /// What it counts, and how it is written.
    pub label: Label,
    /// Words of the first line it takes.
    pub words: usize,
}

/// A paragraph's place in a list.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct InList {
    /// Its marker; `None` where it goes on with the item before it.
    pub mark: Option<Found>,
    /// Level, from 0.
    pub level: usize,
    /// The list it is counted in.
    pub list: u32,
    /// Whether the list is written in several parts, which count on.
    pub parted: bool,
}

/// What the structure of the document says of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag {
    /// The structure node that is the paragraph.
    pub node: NodeId,
    /// The item of a list it stands in.
    pub item: Option<NodeId>,
    /// Lists around it.
    pub depth: u8,
}

/// What stands around the paragraphs of a panel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Panel {
    /// The lines around them all.
    pub borders: Borders,
    /// Distances of the lines from the text, in points.
    pub room: Edges,
    /// Whether its paragraph is the first of the panel.
    pub opens: bool,
    /// Whether its paragraph is the last.
    pub closes: bool,
}

impl Panel {
    /// Height in points of what stands above its paragraph.
    pub fn above(&self) -> f32 {
        if self.opens { self.borders.top.map_or(0.0, |top| top.width + self.room.top) } else { 0.0 }
    }

    /// Height in points of what stands below its paragraph.
    pub fn below(&self) -> f32 {
        if self.closes { self.borders.bottom.map_or(0.0, |bottom| bottom.width + self.room.bottom) } else { 0.0 }
    }
}

/// What a paragraph is in the document: headings, captions, lists and the structure of the document tell.
#[derive(Debug, Clone, Default)]
pub(super) struct Meaning {
    /// What it is for.
    pub role: Role,
    /// The number before it, where its first words are one and it is counted.
    pub number: Option<Numbered>,
    /// Quoted text.
    pub quote: bool,
    /// Stays on the page of what follows it.
    pub keep: bool,
    /// Its place in a list.
    pub in_list: Option<InList>,
    /// The paragraph, heading or item that the structure of the document says it is.
    pub tag: Option<Tag>,
}

/// Distances in points of the lines of a paragraph from the edges of its frame.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Indents {
    /// Of its lines at the start side.
    pub start: f32,
    /// Of the first line beyond that.
    pub first: f32,
    /// At the end side.
    pub end: f32,
    /// Width that its lines leave to a picture beside them: no indent, the text runs around the picture.
    pub aside: f32,
}

/// Where text stands that keeps its place on the page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Position {
    /// Around it, on the page: the lines of turned text are in another frame.
    pub rect: Rect,
    /// Its angle in degrees, clockwise; 0 for upright text.
    pub angle: i16,
}

/// A paragraph as lines.
#[derive(Debug, Clone, Default)]
pub(super) struct Para {
    /// The lines, top down.
    pub lines: Vec<Line>,
    /// What it is in the document.
    pub meaning: Meaning,
    /// Distance of its base lines.
    pub pitch: f32,
    /// Alignment.
    pub align: Option<Align>,
    /// Distances of its lines from the edges of its frame.
    pub indents: Indents,
    /// Base direction is right to left.
    pub rtl: bool,
    /// Colour behind it.
    pub background: Option<Color>,
    /// What stands around it and its neighbours.
    pub panel: Option<Panel>,
    /// Where it stands on the page, out of the flow; `None` for text in the flow.
    pub place: Option<Position>,
    /// Lines it is expected to fill where it is laid out again; `None` where that is not known.
    pub set_in: Option<usize>,
    /// Lines from this one on stand in another column or on another page than those before.
    pub cut: Option<usize>,
    /// Pictures and drawings out of the flow that hang on it.
    pub floats: Vec<Float>,
    /// Places that links lead to.
    pub anchors: Vec<Anchor>,
    /// The edges it was measured against.
    pub frame: ColumnExtent,
}

impl Para {
    /// Moves its lines together to a share of their pitch, as far as they can be read.
    pub fn tighten(&mut self, keep: f32) {
        self.pitch = (self.pitch * keep).max(LOWEST * self.size()).min(self.pitch);
    }

    /// Top of its first line.
    pub fn top(&self) -> f32 {
        let upright = || self.lines.first().map_or(0.0, |line| self.top_of(line));
        self.place.map_or_else(upright, |place| place.rect.top)
    }

    /// Bottom of its last line.
    pub fn bottom(&self) -> f32 {
        let last = self.cut.unwrap_or(self.lines.len()).checked_sub(1).and_then(|at| self.lines.get(at));
        let upright = || last.map_or(0.0, |line| self.bottom_of(line));
        self.place.map_or_else(upright, |place| place.rect.bottom)
    }

    /// Top of one of its lines.
    pub fn top_of(&self, line: &Line) -> f32 {
        line.baseline - ABOVE_BASE * self.pitch
    }

    /// Bottom of one of its lines.
    pub fn bottom_of(&self, line: &Line) -> f32 {
        line.baseline + (1.0 - ABOVE_BASE) * self.pitch
    }

    /// Angle of its text in degrees, clockwise.
    pub fn angle(&self) -> i16 {
        self.place.map_or(0, |place| place.angle)
    }

    /// Lines it has where it is laid out again: as many as here, where nothing else is known.
    pub fn expected_lines(&self) -> usize {
        self.set_in.unwrap_or(self.lines.len())
    }

    /// Height in points by which its lines are higher together where it is laid out again than they are here.
    pub fn growth(&self) -> f32 {
        (self.expected_lines() as f32 - self.lines.len() as f32) * self.pitch
    }

    /// Its lines that are known to end where they do wherever it is laid out: all of them, or none.
    pub fn kept_lines(&self) -> usize {
        self.set_in.filter(|set| *set == self.lines.len()).unwrap_or(0)
    }

    /// Whether it is running text: nothing has told yet that it is anything else.
    pub fn is_body(&self) -> bool {
        self.meaning.role == Role::Body
    }

    /// Whether a line break ends any of its lines.
    pub fn has_breaks(&self) -> bool {
        self.lines.iter().any(|line| line.ends_in_break)
    }

    /// Around its lines.
    pub fn rect(&self) -> Rect {
        let lines = || line::around(&self.lines).unwrap_or_default();
        self.place.map_or_else(lines, |place| place.rect)
    }

    /// Where its lines are measured from, growing in reading direction: the left edge of its frame,
    /// or the right edge mirrored.
    pub fn edge(&self) -> f32 {
        if self.rtl { -self.frame.right } else { self.frame.left }
    }

    /// Where a line of it begins, growing in reading direction.
    pub fn start(&self, line: &Line) -> f32 {
        if self.rtl { -line.rect.right } else { line.rect.left }
    }

    /// Size of most of its text.
    pub fn size(&self) -> f32 {
        let longest = self.lines.iter().max_by(|a, b| a.rect.width().total_cmp(&b.rect.width()));
        longest.map_or(0.0, |line| line.size)
    }

    /// Its characters, lines joined by spaces.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (at, line) in self.lines.iter().enumerate() {
            text.push_str(if at > 0 { " " } else { "" });
            line.add_text(&mut text);
        }
        text
    }

    /// Share of its characters that are bold.
    pub fn bold_share(&self) -> f32 {
        let (mut bold, mut all) = (0_usize, 0_usize);
        for word in self.lines.iter().flat_map(|line| &line.words) {
            all += word.len();
            bold += if word.style.is_bold() { word.len() } else { 0 };
        }
        bold as f32 / all.max(1) as f32
    }
}
