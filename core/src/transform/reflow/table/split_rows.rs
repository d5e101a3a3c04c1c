//! Tables with lines between their columns but not between their rows: a ruled row that holds
//! columns of figures is as many rows as it has lines.

use super::super::element::{Grid, GridCell};
use super::super::text::line::Line;
use super::tolerances::{FEWEST_ROWS, SAME_BASE_LINE, are_most};
use crate::model::flow::Borders;
use crate::units::{Em, Rect};

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
    let figures: Vec<&&GridCell> = cells.iter().filter(|cell| is_figures(cell)).collect();
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

/// Whether most lines of a cell are figures.
fn is_figures(cell: &GridCell) -> bool {
    let figures = cell.lines.iter().filter(|line| is_figure(line)).count();
    cell.lines.len() >= FEWEST_ROWS && are_most(figures, cell.lines.len())
}

fn is_figure(line: &Line) -> bool {
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

#[cfg(test)]
mod tests {
    use super::super::sample::lines;
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
}
