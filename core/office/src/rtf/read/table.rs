//! The table builder: rows become a table, and the edges of their cells make one grid.

use super::blocks::{self, Item};
use super::colors::Colors;
use super::row::RowLook;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{Align, Border, Borders, Cell, Edges, Row, Table};
use transvase_model::text::edge_table::{self, Placed, SAME_EDGE};

/// Width in twips of a cell whose edge is not said.
const WIDTH: i32 = 1_440;
/// Width in twips of a cell that has none.
const NARROW: i32 = SAME_EDGE + 10;
/// Largest place of an edge in twips: Word's own limit.
const FARTHEST: i32 = 31_680;

/// A row with its colours and lines found.
#[derive(Debug, Clone, Default)]
pub(super) struct Laid {
    left: i32,
    padding: Edges,
    align: Option<Align>,
    height: f32,
    exact: bool,
    grows: bool,
    header: bool,
    keep_together: bool,
    right_to_left: bool,
    outer: Borders,
    across: Option<Border>,
    down: Option<Border>,
    cells: Vec<LaidCell>,
}

/// A cell with its colours and lines found.
#[derive(Debug, Clone, Default)]
struct LaidCell {
    edge: i32,
    merged: bool,
    hangs: bool,
    /// The cell without text.
    cell: Cell,
    /// Whether its lines are said: top, right, bottom, left.
    said: [bool; 4],
}

impl Laid {
    /// A row as it is described.
    pub(super) fn new(look: &RowLook, colors: &Colors) -> Laid {
        let border = |line: Option<super::border::Line>| line.and_then(|line| line.border(colors));
        let cells = look.cells.iter().map(|cell| {
            let sides = cell.borders;
            LaidCell {
                edge: cell.edge.clamp(-FARTHEST, FARTHEST),
                merged: cell.merged,
                hangs: cell.hangs,
                cell: Cell {
                    vertical: cell.vertical,
                    turn: cell.turn,
                    background: colors.shade(cell.shade),
                    borders: sides.borders(colors),
                    ..Cell::default()
                },
                said: [sides.top, sides.right, sides.bottom, sides.left].map(|line| line.is_some()),
            }
        });
        let side = |at: usize, other: i32| look.padding[at].unwrap_or(other).clamp(0, WIDTH) as f32 / 20.0;
        Laid {
            left: look.left.clamp(-FARTHEST, FARTHEST),
            padding: Edges { top: side(0, 0), right: side(1, look.gap), bottom: side(2, 0), left: side(3, look.gap) },
            align: look.align,
            height: look.height.saturating_abs().min(FARTHEST) as f32 / 20.0,
            exact: look.height < 0,
            grows: look.grows,
            header: look.header,
            keep_together: look.keep_together,
            right_to_left: look.right_to_left,
            outer: look.borders.borders(colors),
            across: border(look.across),
            down: border(look.down),
            cells: cells.collect(),
        }
    }
}

/// A row with its cells.
#[derive(Debug)]
pub(super) struct OpenRow {
    pub look: Laid,
    pub cells: Vec<Vec<Item>>,
    /// Index of the change that it is as a whole.
    pub change: Option<usize>,
}

/// The table that rows make; `None` where there are none.
pub(super) fn build(rows: Vec<OpenRow>, context: &Context) -> Result<Option<Table>> {
    let Some(first) = rows.first() else { return Ok(None) };
    let mut table = Table {
        fixed: !first.look.grows,
        align: first.look.align,
        right_to_left: first.look.right_to_left,
        padding: Some(first.look.padding),
        ..Table::default()
    };
    let count = rows.len();
    let mut placed = Vec::new();
    for (at, row) in rows.into_iter().enumerate() {
        context.tick(1 + row.cells.len() as u64)?;
        table.rows.push(Row {
            header: row.look.header,
            height: row.look.height,
            exact: row.look.exact,
            keep_together: row.look.keep_together,
            change: row.change,
            cells: Vec::new(),
        });
        placed.push(place(row, at == 0, at + 1 == count));
    }
    edge_table::fill(table, placed, 0, blocks::assemble, context)
}

/// The cells of a row, those that are merged into one as one.
fn place(row: OpenRow, is_first: bool, is_last: bool) -> Vec<Placed<Item>> {
    let OpenRow { look, cells, .. } = row;
    let count = cells.len().max(look.cells.len());
    let mut placed: Vec<Placed<Item>> = Vec::new();
    let (mut texts, mut last) = (cells.into_iter(), look.left);
    for at in 0..count {
        let items = texts.next().unwrap_or_default();
        let laid = look.cells.get(at).cloned();
        let laid = laid.unwrap_or_else(|| LaidCell { edge: last.saturating_add(WIDTH), ..LaidCell::default() });
        let right = if laid.edge > last + SAME_EDGE { laid.edge } else { last + NARROW };
        match placed.last_mut().filter(|_| laid.merged) {
            Some(before) => {
                before.right = right;
                before.items.extend(items);
                before.cell.borders.right = laid.cell.borders.right;
            }
            None => {
                let mut cell = laid.cell;
                cell.header = look.header;
                row_lines(&mut cell.borders, laid.said, &look, [is_first, at + 1 == count, is_last, at == 0]);
                placed.push(Placed { left: last, right, hangs: laid.hangs, cell, items });
            }
        }
        last = right;
    }
    placed
}

/// Lines that the row has for its cells, where these say nothing; `ends` tells whether a side is one of the table.
fn row_lines(borders: &mut Borders, said: [bool; 4], look: &Laid, ends: [bool; 4]) {
    let Borders { top, right, bottom, left } = look.outer;
    let sides = [
        (&mut borders.top, top, look.across),
        (&mut borders.right, right, look.down),
        (&mut borders.bottom, bottom, look.across),
        (&mut borders.left, left, look.down),
    ];
    for (((own, outer, inner), said), end) in sides.into_iter().zip(said).zip(ends) {
        if !said {
            *own = if end { outer } else { inner };
        }
    }
}
