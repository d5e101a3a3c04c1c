//! The cells of ruled grids.
//!
//! Those are put together that nothing parts but the edge of a ground, where a line of text goes on from one to the
//! other. Columns and rows are dropped that are no more than the distance between two lines, as double rules and the
//! edges of fills leave them. Cells are divided that hold columns of their own: a frame around aligned figures, rows
//! with lines between them but not between their columns.

use std::collections::BTreeMap;

use super::super::caps::FEW;
use super::super::element::{Grid, GridCell};
use super::super::text::level::levelled;
use super::super::text::line::Line;
use super::super::text::word::Word;
use super::columns::gutters;
use super::lattice::{levels, nearest};
use super::rows::{Row, rows, split};
use super::stream::is_table;
use super::tolerances::{CELL_GAP, LOWEST_CELL, MAX_CELLS, NARROWEST_CELL, ROUNDING, SAME_BASE_LINE, SAME_EDGE};
use super::{build, split_rows};
use transvase_model::flow::Borders;

/// Puts the cells of a row together that hold parts of the same lines of text.
pub(super) fn heal(mut grid: Grid) -> Grid {
    let mut healed: Vec<GridCell> = Vec::new();
    for cell in std::mem::take(&mut grid.cells) {
        match healed.last_mut().filter(|last| is_next(last, &cell) && goes_on(last, &cell)) {
            Some(last) => join(last, cell),
            None => healed.push(cell),
        }
    }
    grid.cells = healed;
    grid
}

/// Whether a cell stands at the right of another one, over the same rows, with no line between them.
fn is_next(left: &GridCell, right: &GridCell) -> bool {
    (left.row, left.rows, left.column + left.columns) == (right.row, right.rows, right.column)
        && left.borders.right.is_none()
        && right.borders.left.is_none()
}

/// Whether a line of text goes on over the edge between two cells.
fn goes_on(left: &GridCell, right: &GridCell) -> bool {
    let edge = right.rect.left;
    let lies_over = |word: &&Word| word.rect.left < edge - word.size && word.rect.right > edge + word.size;
    let near = |word: &&Word| (word.rect.left - edge).abs().min((word.rect.right - edge).abs()) <= word.size;
    let before = || left.words.iter().filter(near).take(FEW);
    let after = || right.words.iter().filter(near).take(FEW);
    let follows = |a: &Word, b: &Word| {
        let gap = b.rect.left - a.rect.right;
        (a.baseline - b.baseline).abs() <= SAME_BASE_LINE * a.size && gap < CELL_GAP * a.size.min(b.size)
    };
    left.words.iter().chain(&right.words).any(|word| lies_over(&word))
        || before().any(|a| after().any(|b| follows(a, b)))
}

/// The ground of both is that of the wider one.
fn join(left: &mut GridCell, right: GridCell) {
    if right.rect.width() > left.rect.width() {
        left.background = right.background;
    }
    left.columns += right.columns;
    left.rect.right = right.rect.right;
    left.borders.right = right.borders.right;
    left.borders.top = left.borders.top.or(right.borders.top);
    left.borders.bottom = left.borders.bottom.or(right.borders.bottom);
    left.words.extend(right.words);
    left.pictures.extend(right.pictures);
}

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

/// Divides the cells of a ruled grid whose text stands in rows and columns. The lines of its cells
/// come as segments and leave joined.
pub(crate) fn divided(grid: Grid) -> Grid {
    let mut grid = if grid.cells.len() <= MAX_CELLS { columns(grid) } else { grid };
    for cell in &mut grid.cells {
        cell.lines = levelled(std::mem::take(&mut cell.lines));
    }
    split_rows::split_rows(split_rows::split_labels(grid))
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
    grid.xs = merged(old.clone(), cuts.values().flatten().copied());
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

/// Lines in rising order with those of `new` that are none of them.
fn merged(mut xs: Vec<f32>, new: impl Iterator<Item = f32>) -> Vec<f32> {
    for x in new {
        let at = xs.partition_point(|known| *known < x - ROUNDING);
        if xs.get(at).is_none_or(|known| *known > x + ROUNDING) {
            xs.insert(at, x);
        }
    }
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
    use super::super::sample::{lines, word};
    use super::*;
    use transvase_base::units::Rect;
    use transvase_model::flow::{Border, Borders, Color};

    fn grid(left: Vec<Word>, right: Vec<Word>, ruled: bool) -> Grid {
        let cell = |column: usize, from: f32, to: f32, words: Vec<Word>| GridCell {
            column,
            rows: 1,
            columns: 1,
            rect: Rect { left: from, top: 100.0, right: to, bottom: 120.0 },
            words,
            ..GridCell::default()
        };
        let mut cells = vec![cell(0, 50.0, 100.0, left), cell(1, 100.0, 300.0, right)];
        let border = Border { width: 1.0, color: Color::BLACK, ..Border::default() };
        cells[0].borders = Borders { right: ruled.then_some(border), ..Borders::default() };
        Grid { xs: vec![50.0, 100.0, 300.0], ys: vec![100.0, 120.0], cells, ..Grid::default() }
    }

    #[test]
    fn text_goes_on_over_the_edge_of_a_ground() {
        let (first, name) = (|| vec![word("first", 70.0, 114.0)], || vec![word("name", 98.0, 114.0)]);
        let healed = heal(grid(first(), name(), false));
        assert_eq!(healed.cells.len(), 1);
        assert_eq!((healed.cells[0].columns, healed.cells[0].words.len()), (2, 2));
        assert_eq!(heal(grid(first(), name(), true)).cells.len(), 2, "over a line");
        assert_eq!(heal(grid(first(), vec![word("12", 110.0, 114.0)], false)).cells.len(), 2, "a column of its own");
    }

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
