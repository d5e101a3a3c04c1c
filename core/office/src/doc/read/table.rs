//! The table builder: rows become a table, and the edges of their cells make one grid.

use super::blocks::{self, Item};
use super::row::RowLook;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{Cell, Edges, Row, Table};
use transvase_model::text::edge_table::{self, Placed, SAME_EDGE};

/// Width in twips of a cell whose edges are not said.
const WIDTH: i32 = 1_440;
/// Largest place of an edge in twips: Word's own limit.
const FARTHEST: i32 = 31_680;

/// A row with the text of its cells.
#[derive(Debug, Default)]
pub(super) struct OpenRow {
    pub look: RowLook,
    pub cells: Vec<Vec<Item>>,
    /// Index of the change that it is as a whole.
    pub change: Option<usize>,
}

/// The table that rows make; `None` where there are none.
pub(super) fn build(rows: Vec<OpenRow>, context: &Context) -> Result<Option<Table>> {
    let Some(first) = rows.first() else { return Ok(None) };
    let look = &first.look;
    let mut table = Table {
        fixed: !first.look.grows,
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
        table.rows.push(Row {
            header: row.look.header,
            height,
            exact: row.look.height < 0,
            keep_together: row.look.keep_together,
            change: row.change,
            cells: Vec::new(),
        });
        placed.push(place(row, at == 0, at + 1 == count));
    }
    edge_table::fill(table, placed, SAME_EDGE / 2, blocks::assemble, context)
}

/// Room between the lines of cells and their text.
fn padding(look: &RowLook) -> Edges {
    let side = |at: usize, other: i32| look.padding[at].unwrap_or(other).clamp(0, WIDTH) as f32 / 20.0;
    Edges { top: side(0, 0), left: side(1, look.gap), bottom: side(2, 0), right: side(3, look.gap) }
}

/// The cells of a row, those that are merged into one as one.
fn place(row: OpenRow, is_first: bool, is_last: bool) -> Vec<Placed<Item>> {
    let OpenRow { look, cells, .. } = row;
    let count = cells.len().max(look.cells.len());
    let mut placed: Vec<Placed<Item>> = Vec::new();
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
