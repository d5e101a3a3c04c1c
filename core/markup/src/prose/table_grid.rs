//! The table grid as HTML, and what is like it, wants it: each column and each row has a cell that begins in it, and no
//! cell reaches out of its group of rows.

use std::collections::BTreeSet;

use transvase_model::flow::{Cell, Table};

/// Columns and rows a cell may cover (HTML, 4.9.11).
const MAX_SPAN: u32 = 1_000;

/// A cell in its place.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'a> {
    /// The cell.
    pub cell: &'a Cell,
    /// Columns it covers.
    pub columns: usize,
    /// Rows it covers.
    pub rows: usize,
}

/// The rows of a table, each with the cells that begin in it; those of the head first.
#[derive(Debug)]
pub struct Grid<'a> {
    /// The rows of headings.
    pub head: Vec<Vec<Placed<'a>>>,
    /// The others.
    pub body: Vec<Vec<Placed<'a>>>,
    /// For each column that is left, its number in the table.
    pub columns: Vec<usize>,
}

/// A cell with its first and last row and column, the last ones not included.
#[derive(Debug, Clone, Copy)]
struct Area<'a> {
    cell: &'a Cell,
    rows: (usize, usize),
    columns: (usize, usize),
}

impl<'a> Grid<'a> {
    /// The grid of a table.
    pub fn of(table: &'a Table) -> Grid<'a> {
        let head = head_rows(table);
        let areas = areas(table, head);
        let columns: BTreeSet<usize> = areas.iter().map(|area| area.columns.0).collect();
        let rows: BTreeSet<usize> = areas.iter().map(|area| area.rows.0).collect();
        let place = |area: &Area<'a>| Placed {
            cell: area.cell,
            columns: columns.range(area.columns.0..area.columns.1).count().max(1),
            rows: rows.range(area.rows.0..area.rows.1).count().max(1),
        };
        let mut by_row: Vec<(usize, Vec<Placed<'a>>)> = Vec::new();
        for area in &areas {
            match by_row.last_mut() {
                Some((last, cells)) if *last == area.rows.0 => cells.push(place(area)),
                _ => by_row.push((area.rows.0, vec![place(area)])),
            }
        }
        let (head, body): (Vec<_>, Vec<_>) = by_row.into_iter().partition(|(row, _)| *row < head);
        let cells = |rows: Vec<(usize, Vec<Placed<'a>>)>| rows.into_iter().map(|(_, cells)| cells).collect();
        Grid { head: cells(head), body: cells(body), columns: columns.into_iter().collect() }
    }
}

/// How many rows at the top are headings.
pub fn head_rows(table: &Table) -> usize {
    let is_head =
        |row: &transvase_model::flow::Row| row.header || (!row.cells.is_empty() && row.cells.iter().all(|c| c.header));
    let rows = table.rows.iter().take_while(|row| is_head(row)).count();
    // A table of headings alone has no head.
    if rows == table.rows.len() { 0 } else { rows }
}

/// The place of each cell, row by row: where those of the rows above leave room.
fn areas(table: &Table, head: usize) -> Vec<Area<'_>> {
    let mut areas = Vec::new();
    // For each column, the row from which it is free.
    let mut free: Vec<usize> = Vec::new();
    let widest = if table.columns.is_empty() { MAX_SPAN } else { (table.columns.len() as u32).min(MAX_SPAN) };
    for (at, row) in table.rows.iter().enumerate() {
        let end = if at < head { head } else { table.rows.len() };
        let mut column = 0;
        for cell in &row.cells {
            while free.get(column).is_some_and(|row| *row > at) {
                column += 1;
            }
            let wide = cell.column_span.clamp(1, widest) as usize;
            // It ends where a cell from above hangs down.
            let wide = (1..wide).find(|more| free.get(column + more).is_some_and(|row| *row > at)).unwrap_or(wide);
            let below = end.min(at + cell.row_span.clamp(1, MAX_SPAN) as usize);
            if free.len() < column + wide {
                free.resize(column + wide, 0);
            }
            if let Some(columns) = free.get_mut(column..column + wide) {
                columns.fill(below);
            }
            areas.push(Area { cell, rows: (at, below), columns: (column, column + wide) });
            column += wide;
        }
    }
    areas
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::Row;

    fn cell(columns: u32, rows: u32) -> Cell {
        Cell { column_span: columns, row_span: rows, ..Cell::default() }
    }

    fn shape(rows: Vec<Vec<Cell>>) -> Vec<Vec<(usize, usize)>> {
        let rows = rows.into_iter().map(|cells| Row { cells, ..Row::default() }).collect();
        let table = Table { rows, ..Table::default() };
        let shape = |cells: &Vec<Placed<'_>>| cells.iter().map(|p| (p.columns, p.rows)).collect();
        Grid::of(&table).body.iter().map(shape).collect()
    }

    #[test]
    fn columns_and_rows_in_which_no_cell_begins_are_gone() {
        let wide = shape(vec![vec![cell(2, 1), cell(1, 1)], vec![cell(2, 1), cell(1, 1)]]);
        assert_eq!(wide, [[(1, 1), (1, 1)], [(1, 1), (1, 1)]]);
        let high = shape(vec![vec![cell(1, 2), cell(1, 2)], vec![], vec![cell(1, 1), cell(1, 1)]]);
        assert_eq!(high, [[(1, 1), (1, 1)], [(1, 1), (1, 1)]]);
    }

    #[test]
    fn spans_end_where_they_must() {
        let beyond = shape(vec![vec![cell(1, 9), cell(1, 1)], vec![cell(1, 1)]]);
        assert_eq!(beyond, [vec![(1, 2), (1, 1)], vec![(1, 1)]]);
    }
}
