//! Cells over several rows whose lines stand beside the cells of those rows, as the labels of a form do beside its
//! boxes: they are as many cells.

use super::super::element::{Grid, GridCell, row_at};
use super::super::text::line::Line;
use super::tolerances::{FEWEST_ROWS, MIDDLE, ROUNDING, SAME_BASE_LINE, are_most};
use crate::model::flow::Borders;
use crate::units::Rect;

/// Divides cells over several rows at the ends of those rows that have text beside theirs.
pub(super) fn split_labels(mut grid: Grid) -> Grid {
    let beside = Beside::of(&grid);
    let ys = &grid.ys;
    let parts = |cell: GridCell| {
        let ends = ends(ys, &cell, &beside);
        parts(cell, &ends, ys)
    };
    let mut cells: Vec<GridCell> = std::mem::take(&mut grid.cells).into_iter().flat_map(parts).collect();
    cells.sort_by_key(|cell| (cell.row, cell.column));
    grid.cells = cells;
    grid
}

/// For each row, the column and the base line of each line of the cells that begin there.
struct Beside(Vec<Vec<(usize, f32)>>);

impl Beside {
    fn of(grid: &Grid) -> Beside {
        let mut rows = vec![Vec::new(); grid.ys.len()];
        for cell in &grid.cells {
            if let Some(row) = rows.get_mut(cell.row) {
                row.extend(cell.lines.iter().map(|line| (cell.column, line.baseline)));
            }
        }
        Beside(rows)
    }

    /// Whether a row has a line of another column on the base line of one.
    fn has(&self, row: usize, column: usize, line: &Line) -> bool {
        let others = self.0.get(row).into_iter().flatten().filter(|(other, _)| *other != column);
        others.into_iter().any(|(_, baseline)| (baseline - line.baseline).abs() <= SAME_BASE_LINE * line.size)
    }
}

/// The rows that a cell is divided after, where most of those with text have a line beside it.
fn ends(ys: &[f32], cell: &GridCell, beside: &Beside) -> Vec<usize> {
    let plain = cell.pictures.is_empty() && cell.turned.is_empty();
    if cell.rows < FEWEST_ROWS || !plain || cell.lines.iter().any(|line| is_between_rows(line, ys)) {
        return Vec::new();
    }
    let rows = cell.row..cell.row + cell.rows;
    let in_row = |row: usize| cell.lines.iter().filter(move |line| row_at(ys, line.middle()) == row);
    let filled = rows.clone().filter(|row| in_row(*row).next().is_some()).count();
    let is_end = |row: &usize| {
        let end = ys[row + 1];
        let in_table = |inner: &Grid| inner.rect.top < end - ROUNDING && inner.rect.bottom > end + ROUNDING;
        !cell.tables.iter().any(in_table) && in_row(*row).any(|line| beside.has(*row, cell.column, line))
    };
    let ends: Vec<usize> = rows.filter(is_end).collect();
    if ends.len() >= FEWEST_ROWS && are_most(ends.len(), filled) { ends } else { Vec::new() }
}

/// Whether the line between two rows goes through the small letters of a line of text.
fn is_between_rows(line: &Line, ys: &[f32]) -> bool {
    let top = line.baseline - 2.0 * (MIDDLE * line.size);
    ys.iter().any(|y| (top..=line.baseline).contains(y))
}

/// The parts of a cell, of which all but the last one end after one of `ends`.
fn parts(mut cell: GridCell, ends: &[usize], ys: &[f32]) -> Vec<GridCell> {
    let (first, last) = (cell.row, cell.row + cell.rows);
    let mut edges: Vec<usize> = ends.iter().map(|row| row + 1).filter(|row| *row < last).collect();
    if edges.is_empty() {
        return vec![cell];
    }
    edges.insert(0, first);
    edges.push(last);
    let (mut lines, mut tables) = (std::mem::take(&mut cell.lines), std::mem::take(&mut cell.tables));
    let part = |pair: &[usize]| {
        let (from, to) = (pair[0], pair[1]);
        let is_own = |line: &mut Line| (from..to).contains(&row_at(ys, line.middle()).clamp(first, last - 1));
        GridCell {
            row: from,
            rows: to - from,
            rect: Rect { top: ys[from], bottom: ys[to], ..cell.rect },
            lines: lines.extract_if(.., is_own).collect(),
            tables: tables.extract_if(.., |inner| (ys[from]..ys[to]).contains(&inner.rect.center().y)).collect(),
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
