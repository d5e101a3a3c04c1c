//! Page filling: where text is expected to go on in the next column or on the next page, and what gives where a page
//! would not hold its own.

use super::super::block::{Block, LONE_PITCH, Para};
use super::super::page_blocks::{ColumnSet, PageBlocks};
use super::Assembler;
use super::page::{Margins, is_layout};
use super::tolerances::{ORDINARY_PITCH, ROUNDING, TIGHTEST};
use transvase_model::flow::{self, ParagraphStyle};

/// Share of the spaces of a page that may go: what is left still tells paragraphs apart.
const MOST: f32 = 0.8;
/// Share of the lines of a page that are known to stay, from which on its height is known.
const KNOWN: f32 = 0.9;
/// Share of a space that goes where a page is full, and how many points at most: it looks as wide as before.
const GIVE: (f32, f32) = (0.2, 8.0);
/// The same in the lowest part of the page, where hardly anything stands below that would move.
const GIVE_AT_FOOT: (f32, f32) = (0.7, 60.0);

/// The room for text on a page, in page space.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Room {
    /// Upper edge of the page's text.
    pub top: f32,
    /// Lower edge.
    pub bottom: f32,
    /// Where text that is longer than its column goes on.
    pub next_top: f32,
    /// Distance from its lower edge in points within which text fills it, and goes on elsewhere by
    /// itself.
    pub last_line: f32,
    /// Whether text goes on from page to page by itself.
    pub flows: bool,
}

impl Room {
    /// The room that a page's own text has.
    pub fn of(page: &PageBlocks, margins: Margins) -> Room {
        let mut bottom = page.size.height - margins.bottom;
        if page.foot > 0.0 {
            // Notes stand below.
            bottom = bottom.min(page.bottom() + ROUNDING);
        }
        // How much room notes leave is known only as far as the text shows it.
        let last_line = if margins.flows && page.foot <= 0.0 { LONE_PITCH * page.frame.body_size } else { 0.0 };
        Room { top: margins.top, bottom, next_top: margins.top, last_line, flows: margins.flows }
    }

    /// The room of columns that something stands below: office programs make them equally high.
    pub fn of_part(self, part: &ColumnSet, is_last: bool) -> Room {
        if is_last || part.columns.len() < 2 {
            return self;
        }
        Room { bottom: self.bottom.min(part.bottom() + ROUNDING), ..self }
    }

    /// Whether text that ends at a height fills the room, so that what follows goes on elsewhere.
    pub fn is_full(&self, end: f32) -> bool {
        end > self.bottom + ROUNDING - self.last_line
    }

    /// Whether what follows text that ends at a height begins the next page by itself.
    pub fn turns_page(&self, end: f32) -> bool {
        self.flows && self.is_full(end)
    }

    /// Where a paragraph ends that begins at a height and goes on in the next column or page.
    pub fn end_of_cut(&self, start: f32, para: &Para) -> f32 {
        let lines = para.expected_lines();
        let pitch = para.pitch.max(1.0);
        let fit = ((self.bottom + ROUNDING - start) / pitch).floor().max(0.0) as usize;
        let rest = match (fit, lines.saturating_sub(fit)) {
            // Single lines do not stay alone.
            (0 | 1, _) => lines,
            (_, 1) => 2,
            (_, rest) => rest,
        };
        self.end_of_rest(rest, pitch)
    }

    /// Where lines end that go on at the top of the next column or page, and from there as often as they fill one.
    fn end_of_rest(&self, lines: usize, pitch: f32) -> f32 {
        let in_one = ((self.bottom + ROUNDING - self.next_top) / pitch).floor().max(1.0) as usize;
        let in_last = lines.checked_sub(1).map_or(0, |before| before % in_one + 1);
        self.next_top + in_last as f32 * pitch
    }
}

impl Assembler<'_> {
    /// The section and block that come next.
    pub(super) fn mark(&self) -> (usize, usize) {
        let last = self.sections.last().map_or(0, |section| section.blocks.len());
        (self.sections.len().saturating_sub(1), last)
    }

    /// Takes back spaces, then distances of lines, where a page written from `begin` on would not
    /// end where it did.
    pub(super) fn keep_on_page(&mut self, page: &PageBlocks, begin: (usize, usize)) {
        let blocks: Vec<&Block> = page.blocks().collect();
        let Some((flows_on, over)) = self.over(&blocks).filter(|_| !in_columns(page)) else { return };
        let (spaces, taken) = self.take_spaces(begin, over);
        let lines = self.cursor - self.room.top - spaces;
        let rest = over - taken;
        if !flows_on && rest > ROUNDING && lines > 0.0 {
            let tight = (1.0 - rest / lines).max(TIGHTEST);
            self.each_style(begin, &mut |style| {
                style.line_distance = style.line_distance.map(|distance| distance * tight);
            });
        }
        self.settle_cut(blocks.last().filter(|_| taken >= over - ROUNDING));
    }

    /// Whether blocks go on elsewhere with the last of them, and the height by which they are expected
    /// to reach beyond their room; `None` where they do not, or nobody knows.
    fn over(&self, blocks: &[&Block]) -> Option<(bool, f32)> {
        let (last, before) = blocks.split_last()?;
        if before.iter().any(|block| cut_of(block).is_some()) {
            return None;
        }
        let is_cut = cut_of(last).is_some();
        let over = if is_cut { self.over } else { self.cursor - self.room.bottom };
        (over > ROUNDING).then_some((is_cut, over))
    }

    /// Takes back spaces where a column written from `begin` on would not end where it did.
    pub(super) fn keep_in_column(&mut self, blocks: &[Block], begin: (usize, usize)) {
        let blocks: Vec<&Block> = blocks.iter().collect();
        let Some((is_cut, over)) = self.over(&blocks) else { return };
        let (_, taken) = self.take_spaces(begin, over);
        // A column that is full goes on in the next one by itself, whatever was taken.
        if is_cut {
            self.settle_cut(blocks.last().filter(|_| taken >= over - ROUNDING));
        }
    }

    /// Takes a height from the spaces written from `begin` on, in proportion; returns what they were
    /// together and what was taken.
    fn take_spaces(&mut self, begin: (usize, usize), over: f32) -> (f32, f32) {
        let mut spaces = 0.0;
        self.each_style(begin, &mut |style| spaces += style.space_before);
        let taken = over.min(MOST * spaces);
        if taken > 0.0 {
            let keep = 1.0 - taken / spaces;
            self.each_style(begin, &mut |style| style.space_before *= keep);
        }
        (spaces, taken)
    }

    /// Knows that a paragraph goes on elsewhere with the line it did.
    fn settle_cut(&mut self, block: Option<&&Block>) {
        if let Some((para, cut)) = block.and_then(|block| cut_of(block)) {
            let lines = para.expected_lines().saturating_sub(cut);
            self.cursor = self.room.end_of_rest(lines, para.pitch.max(1.0));
        }
    }

    /// Visits the paragraphs written from `begin` on that stand in the text itself.
    fn each_style(&mut self, begin: (usize, usize), visit: &mut impl FnMut(&mut ParagraphStyle)) {
        for (at, section) in self.sections.iter_mut().enumerate().skip(begin.0) {
            let from = if at == begin.0 { begin.1 } else { 0 };
            let blocks = section.blocks.get_mut(from..).unwrap_or_default();
            blocks.iter_mut().for_each(|block| each_in(block, visit));
        }
    }
}

/// What a space gives, so that lines of another program's height, and lines it breaks elsewhere, still
/// fit on the page: wide ones a little, above the foot of the page more.
pub(super) fn give(space: f32, at_foot: bool) -> f32 {
    let (share, most) = if at_foot { GIVE_AT_FOOT } else { GIVE };
    if space > ORDINARY_PITCH { (share * space).min(most) } else { 0.0 }
}

/// The height from which on the spaces of a page give what is needed: the lowest ones do, so that what
/// stands above keeps its place.
pub(super) fn gives_from(page: &PageBlocks, needed: f32, foot: f32) -> f32 {
    if needed <= 0.0 {
        return f32::INFINITY;
    }
    let mut extents: Vec<(f32, f32)> = Vec::new();
    for part in &page.parts {
        let blocks = || part.columns.iter().flatten().map(Block::extent);
        if part.columns.len() < 2 {
            extents.extend(blocks());
        } else {
            extents.extend(blocks().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))));
        }
    }
    let mut given = 0.0;
    for pair in extents.windows(2).rev() {
        let (space, top) = (pair[1].0 - pair[0].1, pair[1].0);
        given += give(space, top > foot);
        if given >= needed {
            return top;
        }
    }
    0.0
}

/// Whether it is known how high a page with tables is going to be: no column goes on beside them, and
/// nearly all of its lines are known to stay.
pub(super) fn has_known_height(page: &PageBlocks) -> bool {
    let (all, kept) = page.blocks().fold((0, 0), count_kept);
    let is_sure = !in_columns(page) && kept as f32 >= KNOWN * all as f32;
    is_sure || !page.blocks().any(Block::is_table)
}

/// Whether text of a page runs in columns.
fn in_columns(page: &PageBlocks) -> bool {
    page.parts.iter().any(|part| part.columns.len() > 1 && !is_layout(part))
}

/// Counts lines, and those that are known to stay.
fn count_kept((all, kept): (usize, usize), block: &Block) -> (usize, usize) {
    match block {
        Block::Text(para) => (all + para.lines.len(), kept + para.kept_lines()),
        Block::Table(table) => table.blocks().fold((all, kept), count_kept),
        Block::Picture(_) | Block::Rule(_) => (all, kept),
    }
}

/// A paragraph that goes on in another column or on another page, and the line it does so with.
fn cut_of(block: &Block) -> Option<(&Para, usize)> {
    let para = block.text()?;
    Some((para, para.cut?))
}

fn each_in(block: &mut flow::Block, visit: &mut impl FnMut(&mut ParagraphStyle)) {
    match block {
        flow::Block::Paragraph(paragraph) => visit(&mut paragraph.style),
        flow::Block::Quote(blocks) => blocks.iter_mut().for_each(|block| each_in(block, visit)),
        flow::Block::List(list) => {
            list.items.iter_mut().flat_map(|item| &mut item.blocks).for_each(|block| each_in(block, visit));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{ColumnExtent, Position};
    use crate::text::line::Line;
    use transvase_base::units::Rect;

    fn para(lines: usize, set_in: usize) -> Para {
        Para { lines: vec![Line::default(); lines], pitch: 12.0, set_in: Some(set_in), ..Para::default() }
    }

    #[test]
    fn text_that_is_cut_goes_on_above_with_the_lines_that_do_not_fit() {
        let room = Room { top: 72.0, bottom: 720.0, next_top: 72.0, ..Room::default() };
        // Three of eight lines fit between 684 and 720.
        assert_eq!(room.end_of_cut(684.0, &para(8, 8)), 72.0 + 5.0 * 12.0);
        assert_eq!(room.end_of_cut(684.0, &para(8, 9)), 72.0 + 6.0 * 12.0, "a line more is expected");
        assert_eq!(room.end_of_cut(708.0, &para(8, 8)), 72.0 + 8.0 * 12.0, "a first line does not stay alone");
        assert_eq!(room.end_of_cut(684.0, &para(4, 4)), 72.0 + 2.0 * 12.0, "nor a last one");
        // 54 lines fit between 72 and 720: three on this page, 54 on the next, three on the one after it.
        assert_eq!(room.end_of_cut(684.0, &para(60, 60)), 72.0 + 3.0 * 12.0, "over a whole page");
    }

    #[test]
    fn the_lowest_spaces_of_a_full_page_give() {
        let block = |(top, bottom): (f32, f32)| {
            let rect = Rect { top, bottom, ..Rect::default() };
            Block::Text(Para { place: Some(Position { rect, angle: 0 }), ..Para::default() })
        };
        let blocks = [(72.0, 100.0), (140.0, 300.0), (310.0, 600.0), (640.0, 700.0)].map(block).to_vec();
        let part = ColumnSet { columns: vec![blocks], ..ColumnSet::default() };
        let (frame, size) = (ColumnExtent::default(), transvase_base::units::Size { width: 600.0, height: 800.0 });
        let page = PageBlocks { index: 0, size, frame, side: None, parts: vec![part], foot: 0.0 };
        // The space above 640 gives eight points, that above 310 is too narrow.
        assert_eq!(gives_from(&page, 8.0, 704.0), 640.0);
        assert_eq!(gives_from(&page, 9.0, 704.0), 140.0);
        assert_eq!(gives_from(&page, 20.0, 704.0), 0.0, "all there are");
        assert_eq!(gives_from(&page, 0.0, 704.0), f32::INFINITY);
        assert_eq!(gives_from(&page, 20.0, 600.0), 640.0, "at the foot it gives more");
    }

    #[test]
    fn pages_are_full_where_no_further_line_fits() {
        let room = Room { bottom: 720.0, last_line: 12.0, flows: true, ..Room::default() };
        assert!(room.turns_page(710.0) && !room.turns_page(700.0));
        assert!(!Room { flows: false, ..room }.turns_page(719.0), "a break is written");
    }
}
