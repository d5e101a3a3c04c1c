//! Table columns: which ones the cells of a table stand in.

/// Columns of the widest table whose cells that hang down are heeded.
const WIDEST: usize = 10_000;

/// Which columns cells of the rows above hang down into.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// The row below the last one that each column is taken in.
    free_from: Vec<usize>,
    row: usize,
    next: usize,
}

impl Columns {
    /// The column of the next cell of a row.
    pub(super) fn place(&mut self, row: usize, rows: u32, columns: u32) -> u32 {
        if row != self.row {
            (self.row, self.next) = (row, 0);
        }
        while self.free_from.get(self.next).is_some_and(|free| *free > row) {
            self.next += 1;
        }
        let column = self.next;
        self.next += columns.max(1) as usize;
        // Only what hangs down is noted: a span may be as wide as a file says.
        if rows > 1 && self.next <= WIDEST {
            self.free_from.resize(self.free_from.len().max(self.next), 0);
            self.free_from[column..self.next].fill(row + rows as usize);
        }
        column as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_beside_those_that_hang_down() {
        let mut grid = Columns::default();
        let found = [(0, 2, 1), (0, 1, 2), (1, 1, 1), (1, 2, 1), (2, 1, 2), (2, 1, 1)]
            .map(|(row, rows, columns)| grid.place(row, rows, columns));
        assert_eq!(found, [0, 1, 1, 2, 0, 3]);
    }
}
