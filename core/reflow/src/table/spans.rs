//! Spanning cells of a ruled grid: its unit cells, joined where no line parts them, as rectangles.

use std::collections::{BTreeMap, BTreeSet};

use super::super::sets::Sets;
use transvase_model::flow::Border;

/// A line between two cells of the unit grid: whether there is one, and how it looks.
pub(super) type Edge = Option<Option<Border>>;

/// The cells of a grid, from the lines between its rows, each in its stretches from the left, and those between its
/// columns, from the top. `None` where they are no rectangles.
pub(super) fn of(across: &[Vec<Edge>], down: &[Vec<Edge>]) -> Option<Vec<Span>> {
    let mut sets = open_units(across, down, &BTreeSet::new());
    let bends = bends(&mut sets, across, down);
    if !bends.is_empty() {
        sets = open_units(across, down, &bends);
    }
    rectangles(&mut sets, down.len() - 1, across.len() - 1)
}

/// The unit cells of a grid, joined where no line parts them; those of `ends` are not joined with the one below.
fn open_units(across: &[Vec<Edge>], down: &[Vec<Edge>], ends: &BTreeSet<usize>) -> Sets {
    let (columns, rows) = (down.len() - 1, across.len() - 1);
    let mut sets = Sets::new(columns * rows);
    for at in 0..columns * rows {
        let (row, column) = (at / columns, at % columns);
        if column + 1 < columns && down[column + 1][row].is_none() {
            sets.join(at, at + 1);
        }
        if row + 1 < rows && across[row + 1][column].is_none() && !ends.contains(&at) {
            sets.join(at, at + columns);
        }
    }
    sets
}

/// Unit cells below which the width of their cell changes, where it goes round a box with lines on all sides as the
/// strokes of an L do: as one rectangle it would cover the box. What goes round a box on both sides is the cell it
/// stands in.
fn bends(sets: &mut Sets, across: &[Vec<Edge>], down: &[Vec<Edge>]) -> BTreeSet<usize> {
    let (columns, rows) = (down.len() - 1, across.len() - 1);
    let mut by_set: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    (0..columns * rows).for_each(|at| by_set.entry(sets.root(at)).or_default().push(at));
    let is_boxed = |at: usize| {
        let (row, column) = (at / columns, at % columns);
        let sides = [across[row][column], across[row + 1][column], down[column][row], down[column + 1][row]];
        sides.iter().all(Option::is_some)
    };
    let mut found = BTreeSet::new();
    for units in by_set.values() {
        let Some(runs) = runs(units, columns) else { continue };
        let (left, right) =
            runs.iter().fold((columns, 0), |(left, right), run| (left.min(run.left), right.max(run.right)));
        let beside =
            |run: Run| (left..run.left).chain(run.right + 1..=right).map(move |column| run.row * columns + column);
        if !runs.iter().copied().flat_map(beside).any(is_boxed) {
            continue;
        }
        for pair in runs.windows(2).filter(|pair| (pair[0].left, pair[0].right) != (pair[1].left, pair[1].right)) {
            found.extend((pair[0].left..=pair[0].right).map(|column| pair[0].row * columns + column));
        }
    }
    found
}

/// Unit cells of one row side by side, from the column `left` to `right`.
#[derive(Clone, Copy)]
struct Run {
    row: usize,
    left: usize,
    right: usize,
}

/// The runs of rising unit cells, row by row; `None` where a row has two.
fn runs(units: &[usize], columns: usize) -> Option<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    for at in units {
        let (row, column) = (at / columns, at % columns);
        match runs.last_mut().filter(|run| run.row == row) {
            Some(run) if run.right + 1 == column => run.right = column,
            Some(_) => return None,
            None => runs.push(Run { row, left: column, right: column }),
        }
    }
    Some(runs)
}

/// Rows and columns `(row, column, rows, columns)` a cell covers.
pub(super) type Span = (usize, usize, usize, usize);

/// The sets of unit cells as rectangles; sets of other shapes grow until they are some. `None`
/// where that does not end.
fn rectangles(sets: &mut Sets, columns: usize, rows: usize) -> Option<Vec<Span>> {
    for _ in 0..16 {
        let mut boxes: BTreeMap<usize, (usize, usize, usize, usize, usize)> = BTreeMap::new();
        for at in 0..rows * columns {
            let (row, column) = (at / columns, at % columns);
            let entry = boxes.entry(sets.root(at)).or_insert((row, column, row, column, 0));
            entry.0 = entry.0.min(row);
            entry.1 = entry.1.min(column);
            entry.2 = entry.2.max(row);
            entry.3 = entry.3.max(column);
            entry.4 += 1;
        }
        let ragged: Vec<_> =
            boxes.values().copied().filter(|(t, l, b, r, count)| (b - t + 1) * (r - l + 1) != *count).collect();
        if ragged.is_empty() {
            let span = |(top, left, bottom, right, _)| (top, left, bottom - top + 1, right - left + 1);
            let mut spans: Vec<Span> = boxes.into_values().map(span).collect();
            spans.sort_unstable();
            return Some(spans);
        }
        for (top, left, bottom, right, _) in ragged {
            for row in top..=bottom {
                for column in left..=right {
                    sets.join(top * columns + left, row * columns + column);
                }
            }
        }
    }
    None
}
