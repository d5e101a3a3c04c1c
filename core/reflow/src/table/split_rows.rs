//! Row splitting: rows of ruled grids that are several.
//!
//! With lines between their columns but not between their rows, columns of figures are as many rows as they have lines.
//! Cells over several rows whose lines stand beside the cells of those rows, as the labels of a form do beside its
//! boxes, are as many cells.

use super::super::element::{Grid, GridCell, row_at};
use super::super::text::line::Line;
use super::tolerances::{FEWEST_ROWS, MIDDLE, ROUNDING, SAME_BASE_LINE, are_most};
use transvase_base::units::{Em, Rect};
use transvase_model::flow::Borders;

/// How far below its base line a line of text ends: common faces have descenders of a fifth to a quarter.
const DESCENT: Em = Em(0.25);

/// Splits the rows of a grid whose cells are columns of figures.
pub(super) fn split_rows(grid: Grid) -> Grid {
    let rows = grid.ys.len().saturating_sub(1);
    (0..rows).rev().fold(grid, split_row)
}

fn split_row(mut grid: Grid, row: usize) -> Grid {
    let own: Vec<&GridCell> = grid.cells.iter().filter(|cell| cell.row == row && !cell.lines.is_empty()).collect();
    let Some(levels) = levels(&own) else { return grid };
    let added = levels.len();
    let mut cells = Vec::new();
    for mut cell in std::mem::take(&mut grid.cells) {
        if cell.row == row && cell.rows == 1 {
            cells.extend(parts(cell, &levels));
        } else if cell.row > row {
            cell.row += added;
            cells.push(cell);
        } else {
            cell.rows += if cell.row + cell.rows > row { added } else { 0 };
            cells.push(cell);
        }
    }
    grid.ys.splice((row + 1)..=row, levels);
    cells.sort_by_key(|cell| (cell.row, cell.column));
    grid.cells = cells;
    grid
}

/// Heights of the lines between the new rows; `None` where the cells hold ordinary text.
fn levels(cells: &[&GridCell]) -> Option<Vec<f32>> {
    let single = cells.iter().all(|cell| cell.rows == 1);
    let figures: Vec<&&GridCell> = cells.iter().filter(|cell| are_numbers(cell)).collect();
    if !single || cells.len() < 2 || figures.is_empty() || figures.len() * 2 < cells.len().saturating_sub(1) {
        return None;
    }
    let baselines = baselines(cells);
    // Each column of figures has to stand on most of the rows, or the lines do not belong together.
    let most = figures.iter().all(|cell| cell.lines.len() * 2 >= baselines.len());
    if most { Some(between(cells, &baselines)) } else { above_rows(cells, &figures, &baselines) }
}

/// Heights of the lines between rows some of whose cells have several lines: a row begins where
/// the columns of figures have one. `None` where the figures do not stand on the same base lines,
/// or text begins above the first of them.
fn above_rows(cells: &[&GridCell], figures: &[&&GridCell], baselines: &[f32]) -> Option<Vec<f32>> {
    let columns: Vec<&GridCell> = figures.iter().map(|cell| **cell).collect();
    let firsts = self::baselines(&columns);
    let aligned = columns.len() >= 2 && columns.iter().all(|cell| are_most(cell.lines.len(), firsts.len()));
    let beside = SAME_BASE_LINE * least_size(cells);
    let top = firsts.first()? - beside;
    let begins = |cell: &&GridCell| {
        let first = cell.lines.iter().map(|line| line.baseline).fold(f32::INFINITY, f32::min);
        firsts.iter().any(|at| (at - first).abs() <= beside)
    };
    if !aligned || baselines.first()? < &top || !cells.iter().all(begins) {
        return None;
    }
    let level = |first: &f32| {
        let above = baselines.iter().rev().find(|at| **at < first - beside).copied()?;
        between(cells, &[above, *first]).pop()
    };
    firsts.iter().skip(1).map(level).collect()
}

fn baselines(cells: &[&GridCell]) -> Vec<f32> {
    let mut baselines: Vec<f32> = cells.iter().flat_map(|cell| &cell.lines).map(|line| line.baseline).collect();
    baselines.sort_by(f32::total_cmp);
    let beside = SAME_BASE_LINE * least_size(cells);
    baselines.dedup_by(|b, a| *b - *a <= beside);
    baselines
}

fn least_size(cells: &[&GridCell]) -> f32 {
    cells.iter().flat_map(|cell| &cell.lines).map(|line| line.size).fold(f32::INFINITY, f32::min)
}

/// Heights half way between the lines of text.
fn between(cells: &[&GridCell], baselines: &[f32]) -> Vec<f32> {
    let size = least_size(cells);
    let middle = |pair: &[f32]| pair[0] + DESCENT * size + (pair[1] - pair[0] - size).max(0.0) / 2.0;
    baselines.windows(2).map(middle).collect()
}

/// Whether most lines of a cell are numbers.
fn are_numbers(cell: &GridCell) -> bool {
    let figures = cell.lines.iter().filter(|line| is_number(line)).count();
    cell.lines.len() >= FEWEST_ROWS && are_most(figures, cell.lines.len())
}

fn is_number(line: &Line) -> bool {
    let text = line.text();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let others = text.chars().filter(|c| !c.is_whitespace() && !c.is_alphabetic()).count();
    others > 0 && letters * 3 <= others
}

/// The parts of a cell between `levels`.
fn parts(cell: GridCell, levels: &[f32]) -> Vec<GridCell> {
    let mut lines: Vec<Vec<Line>> = vec![Vec::new(); levels.len() + 1];
    for line in cell.lines.iter().cloned() {
        lines[levels.partition_point(|level| *level < line.middle())].push(line);
    }
    let last = levels.len();
    let edges = lines_edges(&cell.lines);
    let mut pictures = cell.pictures.clone();
    let part = |(at, lines): (usize, Vec<Line>)| {
        let top = at.checked_sub(1).and_then(|at| levels.get(at)).copied().unwrap_or(cell.rect.top);
        let bottom = levels.get(at).copied().unwrap_or(cell.rect.bottom);
        let borders = Borders {
            top: cell.borders.top.filter(|_| at == 0),
            bottom: cell.borders.bottom.filter(|_| at == last),
            ..cell.borders
        };
        GridCell {
            row: cell.row + at,
            rect: Rect { top, bottom, ..cell.rect },
            lines,
            borders,
            text_edges: edges,
            pictures: std::mem::take(&mut pictures),
            words: Vec::new(),
            ..cell.clone()
        }
    };
    lines.into_iter().enumerate().map(part).collect()
}

fn lines_edges(lines: &[Line]) -> Option<(f32, f32)> {
    lines.iter().map(|line| (line.rect.left, line.rect.right)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// Divides cells over several rows at the ends of those rows that have text beside theirs.
pub(super) fn split_labels(mut grid: Grid) -> Grid {
    let beside = Beside::of(&grid);
    let ys = &grid.ys;
    let parts = |cell: GridCell| {
        let ends = ends(ys, &cell, &beside);
        parts_after(cell, &ends, ys)
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
fn parts_after(mut cell: GridCell, ends: &[usize], ys: &[f32]) -> Vec<GridCell> {
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
    use super::super::sample::{line, lines};
    use super::*;

    fn grid(rows: &[&[(f32, &str)]]) -> Grid {
        let (xs, ys) = (vec![40.0, 120.0, 200.0, 400.0], vec![80.0, 200.0]);
        let mut cells: Vec<GridCell> = (0..3)
            .map(|column| {
                let rect = Rect { left: xs[column], top: 80.0, right: xs[column + 1], bottom: 200.0 };
                GridCell { column, rows: 1, columns: 1, rect, ..GridCell::default() }
            })
            .collect();
        for line in lines(rows) {
            let column = xs.partition_point(|x| *x <= line.rect.left) - 1;
            cells[column].lines.push(line);
        }
        Grid { rect: Rect { left: 40.0, top: 80.0, right: 400.0, bottom: 200.0 }, xs, ys, cells, ..Grid::default() }
    }

    #[test]
    fn rows_begin_where_the_figures_stand() {
        let date = |text| (50.0, text);
        let split = split_rows(grid(&[
            &[date("05/03"), (130.0, "920.68"), (210.0, "Transportation")],
            &[(210.0, "from one place")],
            &[(210.0, "to another")],
            &[date("05/24"), (130.0, "907.96"), (210.0, "Transportation")],
            &[(210.0, "and return")],
            &[(210.0, "by train")],
            &[date("05/28"), (130.0, "737.94"), (210.0, "Transportation")],
            &[(210.0, "on foot")],
        ]));
        let counts: Vec<usize> =
            split.cells.iter().filter(|cell| cell.column == 2).map(|cell| cell.lines.len()).collect();
        assert_eq!(counts, [3, 3, 2]);
        assert_eq!(split.ys.len(), 4);
    }

    #[test]
    fn text_that_begins_above_its_figures_stays_whole() {
        let split = split_rows(grid(&[
            &[(210.0, "Transportation")],
            &[(210.0, "from one place")],
            &[(50.0, "05/24"), (130.0, "907.96"), (210.0, "Transportation")],
            &[(210.0, "and return")],
            &[(210.0, "and over again")],
            &[(50.0, "05/28"), (130.0, "737.94"), (210.0, "on foot")],
            &[(210.0, "and so on")],
            &[(50.0, "05/29"), (130.0, "37.94"), (210.0, "on foot")],
        ]));
        assert_eq!(split.ys.len(), 2);
    }

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
