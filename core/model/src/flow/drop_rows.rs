//! Deleted table rows taken out: cells that hang down through them become shorter.

use super::{Cell, Row, Table};

impl Table {
    /// Takes the rows out that are meant. A cell that begins in one of them and hangs down to one that stays begins there.
    pub(super) fn drop_rows(&mut self, is_meant: impl Fn(&Row) -> bool) {
        let stays: Vec<bool> = self.rows.iter().map(|row| !is_meant(row)).collect();
        if stays.iter().all(|stays| *stays) {
            return;
        }
        let mut placed: Vec<Vec<(usize, Cell)>> = self.rows.iter().map(|_| Vec::new()).collect();
        for (row, column, mut cell) in self.take_cells() {
            let end = row.saturating_add(cell.row_span.max(1) as usize).min(stays.len());
            let mut left = (row..end).filter(|at| stays[*at]);
            if let Some(first) = left.next() {
                cell.row_span = 1 + left.count() as u32;
                placed[first].push((column, cell));
            }
        }
        for (row, mut cells) in self.rows.iter_mut().zip(placed) {
            cells.sort_by_key(|(column, _)| *column);
            row.cells = cells.into_iter().map(|(_, cell)| cell).collect();
        }
        let mut stays = stays.into_iter();
        self.rows.retain(|_| stays.next().unwrap_or(true));
    }

    /// The cells with the row and column that each begins in.
    fn take_cells(&mut self) -> Vec<(usize, usize, Cell)> {
        let mut taken = Vec::new();
        // By column: the row behind the cell that hangs down in it.
        let mut ends: Vec<usize> = Vec::new();
        for (row, cells) in self.rows.iter_mut().map(|row| std::mem::take(&mut row.cells)).enumerate() {
            let mut column = 0;
            for cell in cells {
                while ends.get(column).is_some_and(|end| *end > row) {
                    column += 1;
                }
                let end = column.saturating_add(cell.column_span.max(1) as usize);
                if ends.len() < end {
                    ends.resize(end, 0);
                }
                ends[column..end].fill(row.saturating_add(cell.row_span.max(1) as usize));
                taken.push((row, column, cell));
                column = end;
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(rows: u32, columns: u32) -> Cell {
        Cell { row_span: rows, column_span: columns, ..Cell::default() }
    }

    fn spans(table: &Table) -> Vec<Vec<(u32, u32)>> {
        let of = |row: &Row| row.cells.iter().map(|cell| (cell.row_span, cell.column_span)).collect();
        table.rows.iter().map(of).collect()
    }

    #[test]
    fn cells_that_hang_through_a_row_become_shorter() {
        let row = |change, cells| Row { change, cells, ..Row::default() };
        let rows = vec![
            row(None, vec![cell(3, 1), cell(1, 2)]),
            row(Some(0), vec![cell(1, 1), cell(2, 1)]),
            row(None, vec![cell(1, 1)]),
        ];
        let mut table = Table { rows, ..Table::default() };
        table.drop_rows(|row| row.change.is_some());
        assert_eq!(spans(&table), [vec![(2, 1), (1, 2)], vec![(1, 1), (1, 1)]]);
        table.drop_rows(|_| true);
        assert!(table.rows.is_empty());
    }
}
