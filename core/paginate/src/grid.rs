//! The table grid: which rows and columns its cells cover.

use transvase_model::flow::{Cell, Table};

/// Tables with more columns are read cell by cell instead: no page shows them side by side.
const MAX_COLUMNS: usize = 64;

/// A cell with its place in the grid.
#[derive(Debug, Clone, Copy)]
pub(super) struct GridCell<'t> {
    /// The cell.
    pub cell: &'t Cell,
    /// First column.
    pub column: usize,
    /// Columns covered, at least 1.
    pub columns: usize,
    /// Rows covered, at least 1.
    pub rows: usize,
}

/// The cells that begin in each row, and the number of columns.
pub(super) struct Grid<'t> {
    /// Rows of cells.
    pub rows: Vec<Vec<GridCell<'t>>>,
    /// Number of columns.
    pub columns: usize,
}

impl<'t> Grid<'t> {
    /// Puts the cells of a table on a grid. `None` where it has more than [`MAX_COLUMNS`] columns.
    pub(super) fn of(table: &'t Table) -> Option<Grid<'t>> {
        let mut rows = Vec::new();
        let mut columns = table.columns.len().max(1);
        // Rows each column is still covered for by cells above.
        let mut covered: Vec<usize> = Vec::new();
        for (index, row) in table.rows.iter().enumerate() {
            let left = table.rows.len() - index;
            let mut placed = Vec::new();
            let mut column = 0;
            for cell in &row.cells {
                while covered.get(column).is_some_and(|rows| *rows > 0) {
                    column += 1;
                }
                let span = (cell.column_span.max(1) as usize).min(MAX_COLUMNS + 1);
                let rows = (cell.row_span.max(1) as usize).min(left);
                if column + span > MAX_COLUMNS {
                    return None;
                }
                covered.resize(covered.len().max(column + span), 0);
                covered[column..column + span].fill(rows);
                placed.push(GridCell { cell, column, columns: span, rows });
                column += span;
            }
            columns = columns.max(covered.len());
            covered.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
            rows.push(placed);
        }
        (columns <= MAX_COLUMNS).then_some(Grid { rows, columns })
    }
}
