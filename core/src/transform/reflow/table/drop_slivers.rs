//! Slivers: columns and rows of a ruled grid that are no more than the distance between two lines,
//! as double rules and the edges of fills leave them.

use super::super::element::{Grid, GridCell};
use super::tolerances::{LOWEST_CELL, NARROWEST_CELL};

/// Takes the slivers without text out of a grid.
pub(super) fn tidy(mut grid: Grid) -> Grid {
    let mut column = 0;
    while column + 1 < grid.xs.len() && grid.xs.len() > 2 {
        let narrow = grid.xs[column + 1] - grid.xs[column] < NARROWEST_CELL;
        let own = |cell: &GridCell| cell.column == column && cell.columns == 1;
        if narrow && is_empty(&grid, own) {
            drop_column(&mut grid, column);
        } else {
            column += 1;
        }
    }
    let mut row = 0;
    while row + 1 < grid.ys.len() && grid.ys.len() > 2 {
        let low = grid.ys[row + 1] - grid.ys[row] < LOWEST_CELL;
        let own = |cell: &GridCell| cell.row == row && cell.rows == 1;
        if low && is_empty(&grid, own) {
            drop_row(&mut grid, row);
        } else {
            row += 1;
        }
    }
    grid
}

/// Whether none of the cells that are `own` holds anything.
fn is_empty(grid: &Grid, own: impl Fn(&GridCell) -> bool) -> bool {
    let holds = |cell: &GridCell| !(cell.words.is_empty() && cell.pictures.is_empty() && cell.tables.is_empty());
    !grid.cells.iter().any(|cell| own(cell) && holds(cell))
}

/// Index of the line that goes with a sliver: the inner one at the edges of the grid, else the one
/// that fewer cells with text begin or end at.
fn line(at: usize, last: usize, begin: usize, end: usize) -> usize {
    if at == 0 {
        1
    } else if at + 1 == last || begin < end {
        at
    } else {
        at + 1
    }
}

fn drop_column(grid: &mut Grid, at: usize) {
    grid.cells.retain(|cell| !(cell.column == at && cell.columns == 1));
    let ends = grid.cells.iter().filter(|cell| cell.column + cell.columns == at).count();
    let begins = grid.cells.iter().filter(|cell| cell.column == at + 1).count();
    grid.xs.remove(line(at, grid.xs.len() - 1, ends, begins));
    for cell in &mut grid.cells {
        if cell.column > at {
            cell.column -= 1;
        } else if cell.column + cell.columns > at {
            cell.columns -= 1;
        }
        cell.rect.left = grid.xs[cell.column];
        cell.rect.right = grid.xs[cell.column + cell.columns];
    }
}

fn drop_row(grid: &mut Grid, at: usize) {
    grid.cells.retain(|cell| !(cell.row == at && cell.rows == 1));
    let ends = grid.cells.iter().filter(|cell| cell.row + cell.rows == at).count();
    let begins = grid.cells.iter().filter(|cell| cell.row == at + 1).count();
    grid.ys.remove(line(at, grid.ys.len() - 1, ends, begins));
    for cell in &mut grid.cells {
        if cell.row > at {
            cell.row -= 1;
        } else if cell.row + cell.rows > at {
            cell.rows -= 1;
        }
        cell.rect.top = grid.ys[cell.row];
        cell.rect.bottom = grid.ys[cell.row + cell.rows];
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::word;
    use super::*;
    use crate::units::Rect;

    #[test]
    fn the_room_of_a_double_rule_is_no_column() {
        let xs = vec![0.0, 100.0, 103.0, 200.0];
        let cell = |column: usize, words| {
            let rect = Rect { left: xs[column], top: 0.0, right: xs[column + 1], bottom: 20.0 };
            GridCell { column, rows: 1, columns: 1, rect, words, ..GridCell::default() }
        };
        let cells = vec![cell(0, vec![word("a", 5.0, 15.0)]), cell(1, vec![]), cell(2, vec![word("b", 110.0, 15.0)])];
        let rect = Rect { left: 0.0, top: 0.0, right: 200.0, bottom: 20.0 };
        let grid = tidy(Grid { rect, xs: xs.clone(), ys: vec![0.0, 20.0], cells, ..Grid::default() });
        assert_eq!(grid.xs.len(), 3);
        assert_eq!(grid.cells.iter().map(|cell| cell.column).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(grid.cells[0].rect.right, grid.cells[1].rect.left);
    }
}
