//! Room of tables on pages: how wide they and their columns are, and how far text stands from the lines of cells (CSS 2.2,
//! 17.5.2 and 17.6).

use transvase_model::flow::{Cell, Edges, Row, Table, TableWidth};

use super::super::css::{Computed, Length, Side};
use super::block_box::{Placing, indent, only_paragraph};

/// Padding of cells where nobody says: a pixel (HTML, 15.3.8).
const USUAL_PADDING: [f32; 4] = [0.75; 4];

/// Half the distance of cells whose lines are not shared, which is two pixels (HTML, 15.3.8).
const HALF_SPACING: f32 = 0.75;

/// What a cell says of its room.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Top, right, bottom, left.
    padding: [f32; 4],
    width: Option<TableWidth>,
}

impl Room {
    pub fn of(style: &Computed) -> Room {
        let sides = style.padding(Side::Left) + style.padding(Side::Right);
        let extra = if style.border_box { 0.0 } else { sides };
        Room { padding: style.padding, width: column_width(style, extra) }
    }
}

/// The width that a column has by a style: a share of its table, or points.
pub(super) fn column_width(style: &Computed, extra: f32) -> Option<TableWidth> {
    match style.width {
        Length::Share(share) => Some(TableWidth { share, points: 0.0 }),
        length => style.points(length).map(|points| TableWidth { share: 0.0, points: points + extra }),
    }
}

/// Gives a table the width that it and its columns ask for.
pub(super) fn settle_widths(table: &mut Table, cells: &[Vec<Room>], columns: &[Option<TableWidth>], placing: &Placing) {
    (table.indent, table.align, table.width) = (placing.left, placing.align, placing.width);
    let mut widths: Vec<Option<TableWidth>> = table.columns.iter().map(|_| None).collect();
    widths.iter_mut().zip(columns).for_each(|(width, said)| *width = *said);
    widest(&table.rows, cells, &mut widths, placing.points);
    for (column, width) in table.columns.iter_mut().zip(&widths) {
        *column = width.map_or(0.0, |width| width.of(placing.points).max(0.0));
    }
}

/// Gives the cells of a table the room that they ask for. Where none does, books have their own, and pages that are the
/// document's have what browsers do.
pub(super) fn settle_padding(table: &mut Table, cells: &[Vec<Room>], is_own_page: bool) {
    let is_said = cells.iter().flatten().any(|room| room.padding != USUAL_PADDING);
    if !is_said && !is_own_page {
        return;
    }
    let least = least_padding(cells);
    let [top, right, bottom, left] = if is_said { least } else { least.map(|side| side + HALF_SPACING) };
    table.padding = Some(Edges { top, right, bottom, left });
    for (row, rooms) in table.rows.iter_mut().zip(cells) {
        for (cell, room) in row.cells.iter_mut().zip(rooms) {
            move_in(cell, [0, 1, 2, 3].map(|side| room.padding[side] - least[side]));
        }
    }
}

/// The padding that all cells have at least.
fn least_padding(cells: &[Vec<Room>]) -> [f32; 4] {
    let all = cells.iter().flatten().map(|room| room.padding);
    let least = all.reduce(|a, b| [0, 1, 2, 3].map(|side| a[side].min(b[side])));
    least.unwrap_or_default()
}

/// Moves the text of a cell away from its sides.
fn move_in(cell: &mut Cell, [top, right, bottom, left]: [f32; 4]) {
    for block in &mut cell.blocks {
        if let Some(paragraph) = only_paragraph(std::slice::from_mut(block)) {
            indent(&mut paragraph.style, left, right);
        }
    }
    if let Some(first) = cell.blocks.first_mut().and_then(|block| only_paragraph(std::slice::from_mut(block))) {
        first.style.space_before += top;
    }
    if let Some(last) = cell.blocks.last_mut().and_then(|block| only_paragraph(std::slice::from_mut(block))) {
        last.style.space_after += bottom;
    }
}

/// Takes for each column the largest width that a cell in it alone asks for.
fn widest(rows: &[Row], cells: &[Vec<Room>], widths: &mut [Option<TableWidth>], whole: f32) {
    // The row below the cell that hangs down in each column.
    let mut ends = vec![0_usize; widths.len()];
    for (at, (row, rooms)) in rows.iter().zip(cells).enumerate() {
        let mut column = 0;
        for (cell, room) in row.cells.iter().zip(rooms) {
            while ends.get(column).is_some_and(|end| *end > at) {
                column += 1;
            }
            let end = column.saturating_add(cell.column_span as usize).min(widths.len());
            if let (Some(width), 1) = (room.width, cell.column_span)
                && let Some(known) = widths.get_mut(column)
                && known.is_none_or(|known| known.of(whole) < width.of(whole))
            {
                *known = Some(width);
            }
            if let Some(covered) = ends.get_mut(column..end) {
                covered.fill(at.saturating_add(cell.row_span as usize));
            }
            column = end;
        }
    }
}
