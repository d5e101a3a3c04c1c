//! Boxes of blocks as they are seen on pages: grounds, lines, widths (CSS 2.2, 8 and 10). A block that becomes one
//! paragraph has its box around that; any other is a table of one cell.

use transvase_model::flow::{
    Align, Block, Border, Borders, Cell, Color, Edges, Paragraph, ParagraphStyle, Purpose, Role, Row, Table, TableWidth,
};

use super::super::css::{Computed, Display, Length, Side};
use super::Builder;
use super::frames::{FrameKind, MAX_FRAMES};

/// Blocks that one box may hold. What holds more is a whole document, and a line around it is seen on no page as such.
const MAX_BLOCKS: usize = 500;

/// Indent of lists, which whoever sets them has by itself (HTML, 15.3.7).
const LIST_INDENT_PT: f32 = 30.0;

/// The least width that sides leave for text, in points.
const LEAST_WIDTH_PT: f32 = 24.0;

/// Where a box stands in what holds it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placing {
    /// Distances from the sides of the frame in points, margins included.
    pub left: f32,
    pub right: f32,
    /// Width from border to border; `None` means all there is.
    pub width: Option<TableWidth>,
    pub align: Option<Align>,
    /// Points of its width, as far as they are known before pages are laid out.
    pub points: f32,
}

impl Placing {
    /// The width, that of all there is too.
    pub fn whole(&self) -> TableWidth {
        self.width.unwrap_or(TableWidth { share: 1.0, points: -self.left - self.right })
    }
}

/// The box of a block under way.
#[derive(Debug)]
pub(super) struct BlockBox {
    placing: Placing,
    borders: [Option<Border>; 4],
    background: Option<Color>,
    /// Between lines and text: top, right, bottom, left.
    padding: [f32; 4],
    height: f32,
    /// Space above it, and whether it begins a page.
    space: f32,
    new_page: bool,
}

impl Builder<'_> {
    /// Takes the box of a block out of its style, where it is seen on pages.
    pub(super) fn take_box(&mut self, style: &mut Computed) -> Option<BlockBox> {
        let may_have =
            matches!(style.display, Display::Block | Display::ListItem) && self.frames.len() + 2 < MAX_FRAMES;
        if self.pages.is_none() || !may_have || self.in_table() {
            return None;
        }
        let ground = self.levels.last().map_or(Color::WHITE, |level| level.style.text.ground);
        style.background = style.background.filter(|color| *color != ground);
        if style.background.is_none() && style.borders.iter().all(Option::is_none) {
            return None;
        }
        let placing = self.placing(style, sides_of(style));
        let height = style.points(style.height).filter(|_| !matches!(style.height, Length::Share(_)));
        let taken = BlockBox {
            placing,
            borders: std::mem::take(&mut style.borders),
            background: style.background.take(),
            padding: std::mem::take(&mut style.padding),
            height: height.unwrap_or(0.0).max(0.0),
            space: std::mem::take(&mut self.space).max(style.margin(Side::Top)),
            new_page: std::mem::take(&mut self.new_page) && self.has_text(),
        };
        Some(taken)
    }

    /// Where a box stands, whose sides beside its content are so wide.
    pub(super) fn placing(&mut self, style: &Computed, sides: f32) -> Placing {
        let frame = self.frame();
        let (outer, frame_width) = (frame.left + frame.right, frame.width);
        let left = (frame.left + style.margin(Side::Left)).max(0.0);
        let right = (frame.right + style.margin(Side::Right)).max(0.0);
        let extra = if style.border_box { 0.0 } else { sides };
        let width = |length| match length {
            Length::Auto => None,
            // Shares are of what the boxes around leave of the frame.
            Length::Share(share) => Some(TableWidth { share, points: extra - share * outer }),
            length => Some(TableWidth { share: 0.0, points: style.points(length)? + extra }),
        };
        let all = TableWidth { share: 1.0, points: -left - right };
        let wished = width(style.width);
        let most = width(style.max_width).filter(|most| most.of(frame_width) < wished.unwrap_or(all).of(frame_width));
        let width = most.or(wished);
        let align = match (style.margin[3], style.margin[1]) {
            (None, None) => Some(Align::Center),
            (None, Some(_)) => Some(Align::End),
            _ => None,
        };
        let points = width.unwrap_or(all).of(frame_width).min(all.of(frame_width)).max(0.0);
        Placing { left, right, width, align: align.filter(|_| width.is_some()), points }
    }

    /// Sides of a block that is narrower than what holds it and whose box is not seen: left and right, in points.
    pub(super) fn narrowed(&mut self, style: &Computed) -> (f32, f32) {
        let sides = style.padding(Side::Left) + style.padding(Side::Right);
        let Placing { left, right, width, align, points } = self.placing(style, sides);
        let frame_width = self.frame().width;
        let free = match width {
            Some(_) => (frame_width - left - right - points).max(0.0),
            None => 0.0,
        };
        let before = match align {
            Some(Align::Center) => free / 2.0,
            Some(_) => free,
            None => 0.0,
        };
        let most = (frame_width - LEAST_WIDTH_PT).max(0.0);
        let left = (left + before + style.padding(Side::Left)).min(most);
        (left, (right + free - before + style.padding(Side::Right)).min(most - left))
    }

    /// Opens the frame of a box, as wide as its content.
    pub(super) fn open_box_frame(&mut self, boxed: BlockBox) {
        let width = boxed.placing.points - boxed.side(1) - boxed.side(3);
        self.open_frame(FrameKind::Box(Box::new(boxed)));
        self.frame().width = width.max(LEAST_WIDTH_PT);
    }

    /// Puts the blocks of a box down.
    pub(super) fn close_box(&mut self, boxed: BlockBox, mut blocks: Vec<Block>) {
        self.space = self.space.max(boxed.space);
        self.new_page |= boxed.new_page;
        let is_area = boxed.borders.iter().any(Option::is_some) || boxed.height > 0.0;
        if blocks.is_empty() && !is_area {
            return;
        }
        if blocks.len() > MAX_BLOCKS || blocks.iter().any(breaks_page) {
            return self.push_unboxed(&boxed, blocks);
        }
        if let Some(paragraph) = only_paragraph(&mut blocks).filter(|paragraph| boxed.fits(paragraph)) {
            boxed.surround(&mut paragraph.style);
            paragraph.style.space_before = std::mem::take(&mut self.space);
            paragraph.style.page_break_before = std::mem::take(&mut self.new_page);
            blocks.into_iter().for_each(|block| self.push_block(block));
            return;
        }
        self.break_page_now();
        self.space_to_last_block();
        self.push_block(Block::Table(boxed.into_table(blocks)));
    }

    /// Puts blocks down that pages part, which no box can hold.
    fn push_unboxed(&mut self, boxed: &BlockBox, mut blocks: Vec<Block>) {
        let (left, right) = (boxed.placing.left + boxed.side(3), boxed.placing.right + boxed.side(1));
        for paragraph in blocks.iter_mut().filter_map(|block| only_paragraph(std::slice::from_mut(block))) {
            indent(&mut paragraph.style, left, right);
        }
        if let Some(Block::Paragraph(first)) = blocks.first_mut() {
            first.style.space_before = first.style.space_before.max(std::mem::take(&mut self.space));
            first.style.page_break_before |= std::mem::take(&mut self.new_page);
        }
        self.break_page_now();
        blocks.into_iter().for_each(|block| self.push_block(block));
    }

    /// Room between blocks that have none of their own.
    pub(super) fn push_room(&mut self, height: f32) {
        let style = ParagraphStyle { line_distance: Some(height), ..ParagraphStyle::default() };
        self.push_block(Block::Paragraph(Paragraph { role: Role::Spacer, style, ..Paragraph::default() }));
    }
}

impl BlockBox {
    /// The room that a list within leaves at its start, in which its markers stand.
    pub(super) fn without_list_indent(mut self, style: &Computed) -> BlockBox {
        let start = &mut self.padding[Side::Start.index(style.starts_right())];
        *start = (*start - LIST_INDENT_PT).max(0.0);
        self
    }

    fn line(&self, side: usize) -> f32 {
        self.borders[side].map_or(0.0, |line| line.width)
    }

    /// Line and padding of a side together.
    fn side(&self, side: usize) -> f32 {
        self.line(side) + self.padding[side]
    }

    /// Distances of text from the middle of the lines, where they are drawn.
    fn room(&self) -> Edges {
        let room = |side: usize| self.padding[side] + self.line(side) / 2.0;
        Edges { top: room(0), right: room(1), bottom: room(2), left: room(3) }
    }

    fn borders(&self) -> Borders {
        let [top, right, bottom, left] = self.borders;
        Borders { top, right, bottom, left }
    }

    /// Whether it is one that a paragraph can have around it.
    fn fits(&self, paragraph: &Paragraph) -> bool {
        let Edges { top, right, bottom, left } = self.room();
        let inside = paragraph.style.space_before.max(paragraph.style.space_after);
        let is_near = [top + inside, right, bottom + inside, left].iter().all(|side| *side <= Border::FARTHEST);
        let is_plain = !paragraph.style.own_box && paragraph.role != Role::Spacer;
        is_near && is_plain && self.placing.width.is_none() && self.height == 0.0
    }

    /// Puts it around a paragraph, whose own space is within.
    fn surround(&self, style: &mut ParagraphStyle) {
        let room = self.room();
        let (above, below) = (std::mem::take(&mut style.space_before), std::mem::take(&mut style.space_after));
        style.border_room = Some(Edges { top: room.top + above, bottom: room.bottom + below, ..room });
        (style.borders, style.background, style.own_box) = (self.borders(), self.background, true);
        indent(style, self.placing.left + self.side(3), self.placing.right + self.side(1));
    }

    fn into_table(self, blocks: Vec<Block>) -> Table {
        let TableWidth { share, points } = self.placing.whole();
        // Lines are drawn on the edges of cells.
        let points = points - f32::midpoint(self.line(1), self.line(3));
        let cell = Cell { blocks, background: self.background, borders: self.borders(), ..Cell::default() };
        Table {
            columns: vec![0.0],
            indent: self.placing.left + self.line(3) / 2.0,
            align: self.placing.align,
            width: Some(TableWidth { share, points }),
            padding: Some(self.room()),
            rows: vec![Row { height: self.height, cells: vec![cell], ..Row::default() }],
            purpose: Purpose::Layout,
            ..Table::default()
        }
    }
}

/// Padding and lines at the left and the right of a block together.
fn sides_of(style: &Computed) -> f32 {
    let line = |at: usize| style.borders[at].map_or(0.0, |line| line.width);
    style.padding(Side::Left) + style.padding(Side::Right) + line(1) + line(3)
}

/// Moves the sides of a paragraph in.
pub(super) fn indent(style: &mut ParagraphStyle, left: f32, right: f32) {
    let (start, end) = if style.right_to_left { (right, left) } else { (left, right) };
    style.indent_start += start;
    style.indent_end += end;
}

/// The paragraph that blocks are, in whatever groups.
pub(super) fn only_paragraph(blocks: &mut [Block]) -> Option<&mut Paragraph> {
    match blocks {
        [Block::Paragraph(paragraph)] => Some(paragraph),
        [Block::Group(group)] => only_paragraph(&mut group.blocks),
        _ => None,
    }
}

/// Whether a new page begins before or in a block. Recursion is as deep as frames lie in one another.
fn breaks_page(block: &Block) -> bool {
    match block {
        Block::PageBreak => true,
        Block::Paragraph(paragraph) => paragraph.style.page_break_before,
        Block::Group(group) => group.blocks.iter().any(breaks_page),
        Block::Quote(blocks) => blocks.iter().any(breaks_page),
        _ => false,
    }
}
