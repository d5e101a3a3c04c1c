//! Cells over several rows whose lines stand beside the cells of those rows, as the labels of a form do beside its
//! boxes: they are as many cells.

use super::super::letters::line::Line;
use super::super::piece::{Grid, GridCell};
use crate::model::flow::Borders;
use crate::units::Rect;

/// Rows that a cell covers at the least, and the share in tenths of its rows with text that has a line beside it.
const MIN_ROWS: usize = 3;
const MOST: usize = 7;
/// Distance in points of base lines within which two lines stand side by side.
const BESIDE: f32 = 2.5;

/// Divides cells over several rows at the ends of those rows that have text beside theirs.
pub(super) fn split_labels(mut grid: Grid) -> Grid {
    let ends: Vec<Vec<usize>> = grid.cells.iter().map(|cell| ends(&grid, cell)).collect();
    let cells = std::mem::take(&mut grid.cells).into_iter().zip(ends);
    let mut cells: Vec<GridCell> = cells.flat_map(|(cell, ends)| parts(cell, &ends, &grid.ys)).collect();
    cells.sort_by_key(|cell| (cell.row, cell.column));
    grid.cells = cells;
    grid
}

/// The rows that a cell is divided after.
fn ends(grid: &Grid, cell: &GridCell) -> Vec<usize> {
    let plain = cell.pictures.is_empty() && cell.turned.is_empty();
    if cell.rows < MIN_ROWS || !plain || cell.lines.iter().any(|line| is_between_rows(line, &grid.ys)) {
        return Vec::new();
    }
    let rows = cell.row..cell.row + cell.rows;
    let in_row = |row: usize| cell.lines.iter().filter(move |line| row_of(line, &grid.ys) == row);
    let filled = rows.clone().filter(|row| in_row(*row).next().is_some()).count();
    let has_beside = |row: &usize| {
        let others = grid.cells.iter().filter(|other| other.row == *row && other.column != cell.column);
        let lines = || others.clone().flat_map(|other| &other.lines);
        let in_table =
            |inner: &Grid| inner.rect.top < grid.ys[row + 1] - 1.0 && inner.rect.bottom > grid.ys[row + 1] + 1.0;
        !cell.tables.iter().any(in_table)
            && in_row(*row).any(|line| lines().any(|other| (other.baseline - line.baseline).abs() <= BESIDE))
    };
    let ends: Vec<usize> = rows.filter(has_beside).collect();
    if ends.len() >= MIN_ROWS && ends.len() * 10 >= filled * MOST { ends } else { Vec::new() }
}

fn row_of(line: &Line, ys: &[f32]) -> usize {
    ys.partition_point(|y| *y <= line.middle()).saturating_sub(1)
}

/// Whether the line between two rows goes through a line of text.
fn is_between_rows(line: &Line, ys: &[f32]) -> bool {
    let (top, bottom) = (line.baseline - 0.6 * line.size, line.baseline - 0.05 * line.size);
    ys.iter().any(|y| (top..=bottom).contains(y))
}

/// The parts of a cell, of which all but the last one end after one of `ends`.
fn parts(cell: GridCell, ends: &[usize], ys: &[f32]) -> Vec<GridCell> {
    let (first, last) = (cell.row, cell.row + cell.rows);
    let mut edges: Vec<usize> = ends.iter().map(|row| row + 1).filter(|row| *row < last).collect();
    if edges.is_empty() {
        return vec![cell];
    }
    edges.insert(0, first);
    edges.push(last);
    let part = |pair: &[usize]| {
        let (from, to) = (pair[0], pair[1]);
        let lines = cell.lines.iter().filter(|line| (from..to).contains(&row_of(line, ys).clamp(first, last - 1)));
        GridCell {
            row: from,
            rows: to - from,
            rect: Rect { top: ys[from], bottom: ys[to], ..cell.rect },
            lines: lines.cloned().collect(),
            tables: cell
                .tables
                .iter()
                .filter(|inner| (ys[from]..ys[to]).contains(&inner.rect.center().y))
                .cloned()
                .collect(),
            fragments: Vec::new(),
            borders: Borders {
                top: cell.borders.top.filter(|_| from == first),
                bottom: cell.borders.bottom.filter(|_| to == last),
                ..cell.borders
            },
            ..cell.clone()
        }
    };
    edges.windows(2).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::line;
    use super::*;

    #[test]
    fn labels_beside_the_cells_of_rows_are_cells() {
        let ys: Vec<f32> = (0..5).map(|row| 100.0 + 20.0 * row as f32).collect();
        let cell = |row: usize, rows: usize, column: usize, lines: Vec<Line>| GridCell {
            row,
            rows,
            column,
            columns: 1,
            rect: Rect { left: 50.0, top: ys[row], right: 250.0, bottom: ys[row + rows] },
            lines,
            ..GridCell::default()
        };
        let labels = |second: f32| {
            let lines = [("wages", 114.0), ("interest", second), ("dividends", 154.0), ("sum", 174.0)];
            lines.map(|(text, baseline)| line(text, 55.0, baseline)).to_vec()
        };
        let grid = |second: f32| {
            let numbers = [(0, "1"), (1, "2"), (3, "4")];
            let number = |(row, text): (usize, &str)| cell(row, 1, 1, vec![line(text, 260.0, ys[row] + 14.0)]);
            let cells = std::iter::once(cell(0, 4, 0, labels(second))).chain(numbers.map(number)).collect();
            Grid { xs: vec![50.0, 250.0, 300.0], ys: ys.clone(), cells, ..Grid::default() }
        };
        let labels = |grid: Grid| -> Vec<(usize, usize, usize)> {
            let own = grid.cells.iter().filter(|cell| cell.column == 0);
            own.map(|cell| (cell.row, cell.rows, cell.lines.len())).collect()
        };
        assert_eq!(labels(split_labels(grid(134.0))), [(0, 1, 1), (1, 1, 1), (2, 2, 2)]);
        assert_eq!(labels(split_labels(grid(124.0))), [(0, 4, 4)], "a line on the edge of two rows");
    }
}
