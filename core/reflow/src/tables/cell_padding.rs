//! Inner margins of cells: the table states once what is between the sides of its cells and their
//! text, and paragraphs keep an indent only where they stand elsewhere.

use std::collections::BTreeMap;

use super::super::block::{ABOVE_BASE, Block, ColumnExtent, LOWEST, Para, Table};
use super::super::page_blocks::{CELL_PADDING, ColumnSet, PageBlocks};
use super::super::row_borders::RowBorders;
use super::column_edges;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Pt, Rect, twips};
use transvase_model::flow::{Align, Edges};

/// How far margins lie from the usual ones that are these: less than what a line of text would need to break.
const SAME: Pt = Pt(0.3);
/// What is left of a margin that text takes for itself: half the width of a thin line.
const SLACK: Pt = Pt(0.4);
/// One cell in so many may stand nearer to its sides than the margins say: its text may be set tight.
const EXCEPTIONS: usize = 20;
/// Indents that nobody sees; centred text may stand twice as far from the middle.
const UNSEEN: Pt = Pt(0.75);
/// Share of the room above and below text that the margins take at most: rows must not grow.
const HIGH: f32 = 0.8;
/// Room that rounding the heights of lines, to twentieths of a point, may take of a row.
const ROUNDING: Pt = Pt(0.1);

/// Gives the tables of all pages their margins.
pub(crate) fn settle(pages: &mut [PageBlocks], context: &Context) -> Result<()> {
    let parts = pages.iter_mut().flat_map(|page| &mut page.parts);
    for block in parts.flat_map(ColumnSet::blocks_mut) {
        if let Block::Table(table) = block {
            context.tick(table.cells.len() as u64)?;
            settle_table(table);
        }
    }
    Ok(())
}

/// Settles the columns and margins of a table, and of those inside it.
pub(crate) fn settle_table(table: &mut Table) {
    column_edges::settle(table);
    let ruling = RowBorders::of(table);
    keep_rows_low(table, &ruling);
    table.margins = margins(table, &ruling);
    for cell in &mut table.cells {
        let (inner, margins) = (cell.inner(), cell.margins(&table.margins));
        for block in &mut cell.blocks {
            match block {
                Block::Text(para) if para.place.is_none() => align(para, &inner, &margins),
                Block::Table(inside) => settle_table(inside),
                _ => {}
            }
        }
    }
}

/// The lines of a cell are no higher than its row, and lines that stand alone are as high as others
/// of their size.
fn keep_rows_low(table: &mut Table, ruling: &RowBorders) {
    let mut pitches: BTreeMap<i32, Vec<f32>> = BTreeMap::new();
    for cell in &mut table.cells {
        let room = ruling.room(cell);
        if let [Block::Text(para)] = cell.blocks.as_mut_slice()
            && para.place.is_none()
        {
            let most = (room.height() - ROUNDING) / para.lines.len().max(1) as f32;
            para.pitch = para.pitch.min(most.max(LOWEST * para.size()));
            if para.lines.len() == 1 && cell.angle == 0 {
                pitches.entry(twips(para.size())).or_default().push(para.pitch);
            }
        } else if cell.angle == 0 {
            keep_low(&mut cell.blocks, &room);
        }
    }
    let usual: BTreeMap<i32, f32> = pitches.into_iter().map(|(size, pitches)| (size, least(pitches))).collect();
    for cell in &mut table.cells {
        if let [Block::Text(para)] = cell.blocks.as_mut_slice()
            && para.lines.len() == 1
            && let Some(pitch) = usual.get(&twips(para.size()))
        {
            para.pitch = para.pitch.min(*pitch);
        }
    }
}

/// Moves the lines of paragraphs together that would reach below the room of their cell, as those do that stood
/// half beside one another.
fn keep_low(blocks: &mut [Block], room: &Rect) {
    let all = blocks.len();
    let mut paras: Vec<&mut Para> =
        blocks.iter_mut().filter_map(Block::text_mut).filter(|para| para.place.is_none()).collect();
    if paras.len() < all {
        return;
    }
    let height = |para: &Para| para.lines.len() as f32 * para.pitch;
    let (mut end, mut from) = (room.top, 0);
    for (at, para) in paras.iter().enumerate() {
        if para.top() > end {
            (end, from) = (para.top(), at);
        }
        end += height(para);
    }
    let over = end - (room.bottom - ROUNDING);
    let chain = paras.get_mut(from..).unwrap_or_default();
    let Some(first) = chain.first().filter(|_| over > 0.0) else { return };
    // The first of them begins lower where its lines are lower.
    let giving = chain.iter().map(|para| height(para)).sum::<f32>() - ABOVE_BASE * first.pitch;
    let keep = 1.0 - (over / giving.max(over)).min(1.0);
    chain.iter_mut().for_each(|para| para.tighten(keep));
}

/// Around the text of a cell.
pub(super) fn text_extent(blocks: &[Block]) -> Option<Rect> {
    let rect = |block: &Block| match block {
        Block::Text(para) if para.place.is_none() => {
            let rect = para.rect();
            Some(Rect { top: para.top(), bottom: para.bottom(), ..rect })
        }
        _ => None,
    };
    blocks.iter().filter_map(rect).reduce(|a, b| a.union(&b))
}

/// The margins that nearly all cells leave free.
fn margins(table: &Table, ruling: &RowBorders) -> Edges {
    let mut gaps: [Vec<f32>; 4] = Default::default();
    let mut spare = f32::INFINITY;
    for cell in table.cells.iter().filter(|cell| cell.angle == 0) {
        let Some(text) = text_extent(&cell.blocks) else { continue };
        let rect = ruling.room(cell);
        let around = [text.left - rect.left, rect.right - text.right, text.top - rect.top, rect.bottom - text.bottom];
        gaps.iter_mut().zip(around).for_each(|(gaps, gap)| gaps.push(gap));
        spare = spare.min(rect.height() - ROUNDING - text.height());
    }
    let [left, right, top, bottom] = gaps.map(least);
    let side = |gap: f32| if (gap - CELL_PADDING).abs() < SAME { CELL_PADDING } else { tenths(gap.min(CELL_PADDING)) };
    // The fullest cell has room for its text between the margins, or its row would grow.
    let half = (spare / 2.0).max(0.0);
    let level = |gap: f32| if gap.min(half) < 1.0 { 0.0 } else { tenths((HIGH * gap).min(half).min(CELL_PADDING)) };
    Edges { left: side(left), right: side(right), top: level(top), bottom: level(bottom.min(top)) }
}

fn tenths(value: f32) -> f32 {
    (value * 10.0).floor() / 10.0
}

/// The gap that nearly all leave.
fn least(mut gaps: Vec<f32>) -> f32 {
    gaps.sort_by(f32::total_cmp);
    gaps.get(gaps.len() / EXCEPTIONS).copied().unwrap_or(CELL_PADDING).max(0.0)
}

/// Measures a paragraph against the inner edges of its cell.
fn align(para: &mut Para, cell: &Rect, margins: &Edges) {
    let (left, right) = (cell.left + margins.left, cell.right - margins.right);
    let old = para.frame;
    let give = ((margins.left - SLACK).max(0.0), (margins.right - SLACK).max(0.0));
    para.frame = ColumnExtent { left, right, give, ..old };
    let (at_left, at_right) = (seen(old.left - left), seen(right - old.right));
    let (start, end) = if para.rtl { (at_right, at_left) } else { (at_left, at_right) };
    match para.align {
        Some(Align::Center) => centre(para),
        Some(Align::End) => (para.indents.start, para.indents.end) = (0.0, end),
        _ => {
            para.indents.start = seen(para.indents.start + start);
            para.indents.end = if para.lines.len() > 1 { seen(para.indents.end + end) } else { 0.0 };
        }
    }
}

fn seen(indent: f32) -> f32 {
    if indent.abs() < UNSEEN { 0.0 } else { indent }
}

/// Centred text beside the middle of its cell has an indent at one side.
fn centre(para: &mut Para) {
    let middle = f32::midpoint(para.frame.left, para.frame.right);
    let shift = para.lines.first().map_or(0.0, |line| line.rect.center().x - middle);
    let shift = if shift.abs() < UNSEEN * 2.0 { 0.0 } else { 2.0 * shift };
    let (left, right) = (shift.max(0.0), (-shift).max(0.0));
    (para.indents.start, para.indents.end) = if para.rtl { (right, left) } else { (left, right) };
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::table::sample::row_of_cells as grid;
    use crate::text::line::Line;
    use crate::text::word::Word;

    /// A paragraph of one word.
    pub fn cell(text: &str, left: f32, right: f32, align: Align) -> Block {
        let rect = Rect { left, top: 12.0, right, bottom: 22.0 };
        let word = Word { text: text.into(), rect, baseline: 20.0, size: 10.0, ..Word::default() };
        let frame = ColumnExtent { left, right, in_cell: true, ..ColumnExtent::default() };
        let lines = vec![Line { words: vec![word], rect, baseline: 20.0, size: 10.0, ..Line::default() }];
        Block::Text(Para { lines, pitch: 10.0, align: Some(align), frame, ..Para::default() })
    }

    #[test]
    fn paragraphs_keep_only_what_the_margins_do_not_say() {
        let mut grid = grid(&[0.0, 100.0, 200.0]);
        grid.cells[0].borders.right = Some(transvase_model::flow::Border {
            width: 0.5,
            color: transvase_model::flow::Color::BLACK,
            ..transvase_model::flow::Border::default()
        });
        let mut cells = [cell("a", 3.0, 40.0, Align::Start), cell("b", 120.0, 197.0, Align::End)].into_iter();
        let mut grid = grid.with_blocks(|_| cells.by_ref().take(1).collect());
        settle_table(&mut grid);
        assert_eq!((grid.margins.left, grid.margins.right), (3.0, 3.0));
        for cell in &grid.cells {
            let Block::Text(para) = &cell.blocks[0] else { panic!("text") };
            assert_eq!((para.indents.start, para.indents.end), (0.0, 0.0));
        }
        let Block::Text(para) = &grid.cells[1].blocks[0] else { panic!("text") };
        assert_eq!((para.frame.left, para.frame.right), (103.0, 197.0));
    }
}
