//! A table grid from cell edges: rows each say where the edges of their cells lie, and the edges of all make one grid.

use crate::flow::{Block, Cell, Paragraph, Table};
use crate::text::grid;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Edges nearer than this, in twips, are one.
pub const SAME_EDGE: i32 = 30;

/// A cell in its place on the line of its row, with what its text is made of.
#[derive(Debug)]
pub struct Placed<I> {
    /// Its left edge in twips.
    pub left: i32,
    /// Its right edge in twips.
    pub right: i32,
    /// Whether it goes on with the cell above it.
    pub hangs: bool,
    /// The cell without text.
    pub cell: Cell,
    /// What its text is made of.
    pub items: Vec<I>,
}

impl<I> Placed<I> {
    fn empty(left: i32, right: i32) -> Self {
        Placed { left, right, hangs: false, cell: Cell::default(), items: Vec::new() }
    }
}

/// Puts cells into the rows of a table; `None` where it has no columns. An edge belongs to the last one of the grid that is
/// at most `slack` twips to the right of it.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn fill<I>(
    mut table: Table,
    mut rows: Vec<Vec<Placed<I>>>,
    slack: i32,
    assemble: impl Fn(Vec<I>, &Context) -> Result<Vec<Block>>,
    context: &Context,
) -> Result<Option<Table>> {
    fill_in(&mut rows);
    let edges = edges(&rows);
    table.indent = edges.first().map_or(0.0, |edge| *edge as f32 / 20.0);
    let column = |edge: i32| edges.partition_point(|known| *known <= edge + slack).saturating_sub(1);
    // For each column the row and cell that a cell hanging down there belongs to, and its width.
    let mut above: Vec<Option<(usize, usize, usize)>> = vec![None; edges.len()];
    for (at, row) in rows.into_iter().enumerate() {
        for placed in row {
            context.tick(1)?;
            let start = column(placed.left);
            let width = column(placed.right).saturating_sub(start).max(1);
            let blocks = assemble(placed.items, context)?;
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
    let columns = grid::set(&mut table.rows.iter_mut().map(|row| &mut row.cells).collect::<Vec<_>>(), context)?;
    let widths = edges.windows(2).map(|pair| (pair[1] - pair[0]) as f32 / 20.0);
    table.columns = widths.chain(std::iter::repeat(0.0)).take(columns).collect();
    Ok((columns > 0).then_some(table))
}

/// Cells without text where rows begin later or end earlier than others.
fn fill_in<I>(rows: &mut [Vec<Placed<I>>]) {
    let left = rows.iter().filter_map(|row| row.first()).map(|cell| cell.left).min().unwrap_or(0);
    let right = rows.iter().filter_map(|row| row.last()).map(|cell| cell.right).max().unwrap_or(0);
    for row in rows {
        let begin = row.first().map_or(right, |cell| cell.left);
        if begin > left + SAME_EDGE {
            row.insert(0, Placed::empty(left, begin));
        }
        let end = row.last().map_or(left, |cell| cell.right);
        if end < right - SAME_EDGE {
            row.push(Placed::empty(end, right));
        }
    }
}

/// The edges of the columns: where cells begin, and where the table ends.
fn edges<I>(rows: &[Vec<Placed<I>>]) -> Vec<i32> {
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

/// Whether a block says anything.
fn has_content(block: &Block) -> bool {
    !matches!(block, Block::Paragraph(Paragraph { content, .. }) if content.is_empty())
}
