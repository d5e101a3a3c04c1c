//! Rows as a table: the edges of their cells make one grid.

use super::blocks::{self, Item};
use super::row::RowLook;
use crate::context::Context;
use crate::error::Result;
use crate::model::flow::{Block, Cell, Edges, Row, Table};
use crate::parts::grid;

/// Edges nearer than this, in twips, are one.
const SAME_EDGE: i32 = 30;
/// Width in twips of a cell whose edges are not said.
const WIDTH: i32 = 1_440;
/// Largest place of an edge in twips: Word's own limit.
const FARTHEST: i32 = 31_680;

/// A row with the text of its cells.
#[derive(Debug, Default)]
pub(super) struct OpenRow {
    pub look: RowLook,
    pub cells: Vec<Vec<Item>>,
}

/// A cell in its place on the line of its row.
#[derive(Debug, Default)]
struct Placed {
    left: i32,
    right: i32,
    hangs: bool,
    cell: Cell,
    items: Vec<Item>,
}

/// The table that rows make; `None` where there are none.
pub(super) fn build(rows: Vec<OpenRow>, context: &Context) -> Result<Option<Table>> {
    let Some(first) = rows.first() else { return Ok(None) };
    let look = &first.look;
    let mut table = Table {
        align: look.align,
        right_to_left: look.right_to_left,
        padding: Some(padding(look)),
        ..Table::default()
    };
    let count = rows.len();
    let mut placed = Vec::new();
    for (at, row) in rows.into_iter().enumerate() {
        context.tick(1 + row.cells.len() as u64)?;
        let height = row.look.height.saturating_abs().min(FARTHEST) as f32 / 20.0;
        table.rows.push(Row { header: row.look.header, height, cells: Vec::new() });
        placed.push(place(row, at == 0, at + 1 == count));
    }
    fill_in(&mut placed);
    let edges = edges(&placed);
    table.indent = edges.first().map_or(0.0, |edge| *edge as f32 / 20.0);
    merge(&mut table, placed, &edges, context)?;
    let columns = grid::set(&mut table.rows.iter_mut().map(|row| &mut row.cells).collect::<Vec<_>>(), context)?;
    let widths = edges.windows(2).map(|pair| (pair[1] - pair[0]) as f32 / 20.0);
    table.columns = widths.chain(std::iter::repeat(0.0)).take(columns).collect();
    Ok((columns > 0).then_some(table))
}

/// Room between the lines of cells and their text.
fn padding(look: &RowLook) -> Edges {
    let side = |at: usize, other: i32| look.padding[at].unwrap_or(other).clamp(0, WIDTH) as f32 / 20.0;
    Edges { top: side(0, 0), left: side(1, look.gap), bottom: side(2, 0), right: side(3, look.gap) }
}

/// The cells of a row, those that are merged into one as one.
fn place(row: OpenRow, is_first: bool, is_last: bool) -> Vec<Placed> {
    let OpenRow { look, cells } = row;
    let count = cells.len().max(look.cells.len());
    let mut placed: Vec<Placed> = Vec::new();
    let mut last = look.edges.first().copied().unwrap_or(0).clamp(-FARTHEST, FARTHEST);
    let (mut texts, mut set) = (cells.into_iter(), 0);
    for at in 0..count {
        let items = texts.next().unwrap_or_default();
        let laid = look.cells.get(at).cloned().unwrap_or_default();
        let right = look.edges.get(at + 1).copied().unwrap_or_else(|| last.saturating_add(WIDTH));
        let right = right.clamp(-FARTHEST, FARTHEST).max(last + SAME_EDGE + 1);
        // The first of a set of merged cells is marked otherwise than those that follow.
        let joins = set != 0 && laid.merged != 0 && laid.merged != set;
        let own = [is_first, at == 0, is_last, at + 1 == count];
        let mut borders = laid.borders;
        let table = [(0, look.across), (1, look.down), (2, look.across), (3, look.down)];
        for (side, inner) in table {
            let outer = look.borders.0.get(side).copied().unwrap_or_default();
            borders.0[side] = borders.0[side].or(if own[side] { outer } else { inner });
        }
        match placed.last_mut().filter(|_| joins) {
            Some(before) => {
                before.right = right;
                before.items.extend(items);
                before.cell.borders.right = borders.borders().right;
            }
            None => {
                set = laid.merged;
                let cell = Cell {
                    vertical: laid.vertical,
                    turn: laid.turn,
                    background: laid.background,
                    borders: borders.borders(),
                    header: look.header,
                    ..Cell::default()
                };
                placed.push(Placed { left: last, right, hangs: laid.hangs, cell, items });
            }
        }
        last = right;
    }
    placed
}

/// Cells without text where rows begin later or end earlier than others.
fn fill_in(rows: &mut [Vec<Placed>]) {
    let left = rows.iter().filter_map(|row| row.first()).map(|cell| cell.left).min().unwrap_or(0);
    let right = rows.iter().filter_map(|row| row.last()).map(|cell| cell.right).max().unwrap_or(0);
    for row in rows {
        let (begin, end) = (row.first().map_or(right, |cell| cell.left), row.last().map_or(right, |cell| cell.right));
        if begin > left + SAME_EDGE {
            row.insert(0, Placed { left, right: begin, ..Placed::default() });
        }
        if end < right - SAME_EDGE {
            row.push(Placed { left: end, right, ..Placed::default() });
        }
    }
}

/// The edges of the columns: where cells begin, and where the table ends.
fn edges(rows: &[Vec<Placed>]) -> Vec<i32> {
    let mut all: Vec<i32> = rows.iter().flatten().map(|cell| cell.left).collect();
    all.extend(rows.iter().filter_map(|row| row.last()).map(|cell| cell.right).max());
    all.sort_unstable();
    let mut edges: Vec<i32> = Vec::new();
    for edge in all {
        if edges.last().is_none_or(|last| edge > last + SAME_EDGE) {
            edges.push(edge);
        }
    }
    edges
}

/// Puts cells into their rows with the columns and rows they cover.
fn merge(table: &mut Table, rows: Vec<Vec<Placed>>, edges: &[i32], context: &Context) -> Result<()> {
    let column = |edge: i32| edges.partition_point(|known| *known <= edge + SAME_EDGE / 2).saturating_sub(1);
    // For each column the row, the cell and the width of what a cell that hangs there would hang from.
    let mut above: Vec<Option<(usize, usize, usize)>> = vec![None; edges.len()];
    for (at, row) in rows.into_iter().enumerate() {
        for placed in row {
            context.tick(1)?;
            let start = column(placed.left);
            let width = column(placed.right).saturating_sub(start).max(1);
            let blocks = blocks::assemble(placed.items, context)?;
            let held = above.get(start).copied().flatten().filter(|held| placed.hangs && held.2 == width);
            if let Some(holder) = held.and_then(|(row, cell, _)| table.rows.get_mut(row)?.cells.get_mut(cell)) {
                holder.row_span += 1;
                holder.borders.bottom = placed.cell.borders.bottom;
                holder.blocks.extend(blocks.into_iter().filter(has_content));
                continue;
            }
            let Some(own) = table.rows.get_mut(at) else { continue };
            for (offset, slot) in above.iter_mut().skip(start).take(width).enumerate() {
                *slot = (offset == 0).then_some((at, own.cells.len(), width));
            }
            own.cells.push(Cell { column_span: width as u32, blocks, ..placed.cell });
        }
    }
    Ok(())
}

/// Whether a block says anything.
fn has_content(block: &Block) -> bool {
    !matches!(block, Block::Paragraph(paragraph) if paragraph.content.is_empty())
}
