//! Cells of a ruled grid that hold columns of their own: a frame around aligned figures, rows with
//! lines between them but not between their columns.

use std::collections::BTreeMap;

use super::super::element::{Grid, GridCell};
use super::super::text::level::levelled;
use super::super::text::line::Line;
use super::build;
use super::columns::gutters;
use super::label_rows;
use super::lattice::{levels, nearest};
use super::rows::{Row, rows, split};
use super::split_rows;
use super::stream::is_table;
use super::tolerances::{MAX_CELLS, ROUNDING, SAME_EDGE};
use crate::model::flow::Borders;

/// Divides the cells of a ruled grid whose text stands in rows and columns. The lines of its cells
/// come as segments and leave joined.
pub(in super::super) fn divided(grid: Grid) -> Grid {
    let mut grid = if grid.cells.len() <= MAX_CELLS { columns(grid) } else { grid };
    for cell in &mut grid.cells {
        cell.lines = levelled(std::mem::take(&mut cell.lines));
    }
    split_rows::split_rows(label_rows::split_labels(grid))
}

/// Divides cells that cover the same columns where the text of all of them leaves gutters free.
fn columns(mut grid: Grid) -> Grid {
    let mut bands: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, cell) in grid.cells.iter().enumerate() {
        if !cell.lines.is_empty() && cell.pictures.is_empty() {
            bands.entry((cell.column, cell.columns)).or_default().push(index);
        }
    }
    let mut cuts: BTreeMap<(usize, usize), Vec<f32>> = BTreeMap::new();
    for (band, members) in bands {
        let found = band_cuts(&grid, &members);
        if !found.is_empty() {
            cuts.insert(band, found);
        }
    }
    if cuts.is_empty() {
        return grid;
    }
    let old = std::mem::take(&mut grid.xs);
    grid.xs = merged(&old, cuts.values().flatten().copied());
    let new = grid.xs.clone();
    let mut cells = Vec::new();
    for mut cell in std::mem::take(&mut grid.cells) {
        let band = cuts.get(&(cell.column, cell.columns));
        let (from, to) = (old[cell.column], old[cell.column + cell.columns]);
        cell.column = nearest(&new, from);
        cell.columns = nearest(&new, to) - cell.column;
        match band {
            Some(cuts) => cells.extend(parts(cell, cuts, &new)),
            None => cells.push(cell),
        }
    }
    cells.sort_by_key(|cell| (cell.row, cell.column));
    grid.cells = cells;
    build::set_edges(&mut grid);
    grid
}

/// Where the text of some cells, one below the other, leaves gutters free.
fn band_cuts(grid: &Grid, members: &[usize]) -> Vec<f32> {
    let cells: Vec<&GridCell> = members.iter().map(|at| &grid.cells[*at]).collect();
    // Rows of a band may lie apart, so they are told by their own base lines.
    let rows: Vec<Row> = rows(cells.iter().flat_map(|cell| &cell.lines).cloned().collect());
    let gutters = gutters(&rows);
    if !is_table(&rows, &gutters, false) {
        return Vec::new();
    }
    let Some(first) = cells.first() else { return Vec::new() };
    let (left, right) = (first.rect.left + SAME_EDGE, first.rect.right - SAME_EDGE);
    let known = |from: f32, to: f32| grid.xs.iter().copied().find(|x| *x > from - SAME_EDGE && *x < to + SAME_EDGE);
    let cuts = gutters.iter().map(|gutter| known(gutter.from, gutter.to).unwrap_or(gutter.middle()));
    levels(cuts.filter(|cut| *cut > left && *cut < right))
}

/// Both, in rising order, those that are the same once.
fn merged(old: &[f32], new: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut xs: Vec<f32> = old.iter().copied().chain(new).collect();
    xs.sort_by(f32::total_cmp);
    xs.dedup_by(|b, a| *b - *a < ROUNDING);
    xs
}

/// The parts of a cell between `cuts`; text over a cut holds its two parts together.
fn parts(cell: GridCell, cuts: &[f32], xs: &[f32]) -> Vec<GridCell> {
    let rows = rows(cell.lines.clone());
    let open = |cut: &f32| !rows.iter().flat_map(|row| &row.spans).any(|span| crosses(span, *cut));
    let cuts: Vec<f32> = cuts.iter().copied().filter(|cut| open(cut)).collect();
    let mut edges = vec![xs[cell.column]];
    edges.extend(cuts.iter().copied());
    edges.push(xs[cell.column + cell.columns]);
    let mut lines: Vec<Vec<Line>> = vec![Vec::new(); edges.len() - 1];
    for span in rows.into_iter().flat_map(|row| row.spans) {
        for part in split(span, |left, right| cuts.iter().any(|cut| left <= *cut && *cut <= right)) {
            let x = part.rect.center().x;
            lines[cuts.partition_point(|cut| *cut < x)].push(part);
        }
    }
    let last = lines.len() - 1;
    let part = |(at, lines): (usize, Vec<Line>)| {
        let (left, right) = (edges[at], edges[at + 1]);
        let borders = Borders {
            left: cell.borders.left.filter(|_| at == 0),
            right: cell.borders.right.filter(|_| at == last),
            ..cell.borders
        };
        let mut rect = cell.rect;
        (rect.left, rect.right) = (left, right);
        let column = nearest(xs, left);
        let columns = nearest(xs, right).saturating_sub(column).max(1);
        // Each picture stands in the one part that holds its middle.
        let holds = |x: f32| (at == 0 || x >= left) && (at == last || x < right);
        let pictures = cell.pictures.iter().filter(|picture| holds(picture.rect.center().x)).cloned().collect();
        GridCell { column, columns, rect, lines, borders, pictures, ..cell.clone() }
    };
    lines.into_iter().enumerate().map(part).collect()
}

/// Whether one stretch of text lies on both sides of a cut, with no room between its words there.
fn crosses(span: &Line, cut: f32) -> bool {
    span.words.iter().any(|word| word.rect.left < cut - ROUNDING && word.rect.right > cut + ROUNDING)
}

#[cfg(test)]
mod tests {
    use super::super::sample::lines;
    use super::*;
    use crate::units::Rect;

    #[test]
    fn figures_in_a_frame_stand_in_columns() {
        let cell = |row: usize, lines: Vec<Line>| {
            let top = 88.0 + 14.0 * row as f32;
            let rect = Rect { left: 40.0, top, right: 300.0, bottom: top + 14.0 };
            GridCell { row, rows: 1, columns: 1, rect, lines, ..GridCell::default() }
        };
        let all = lines(&[
            &[(50.0, "North"), (130.0, "11"), (210.0, "21")],
            &[(50.0, "South"), (130.0, "12"), (210.0, "22")],
            &[(50.0, "West"), (130.0, "13"), (210.0, "23")],
        ]);
        let cells = all.chunks(3).enumerate().map(|(row, lines)| cell(row, lines.to_vec())).collect();
        let rect = Rect { left: 40.0, top: 88.0, right: 300.0, bottom: 130.0 };
        let grid = Grid { rect, xs: vec![40.0, 300.0], ys: vec![88.0, 102.0, 116.0, 130.0], cells, ..Grid::default() };
        let grid = divided(grid);
        assert_eq!((grid.xs.len(), grid.cells.len()), (4, 9));
        assert_eq!(grid.cells[4].lines[0].text(), "12");
    }
}
