//! The cells of a ruled grid: its unit cells, joined where no line parts them, as rectangles.

use std::collections::{BTreeMap, BTreeSet};

use super::super::sets::Sets;
use crate::model::flow::Border;

/// Unit cells of a few boxes that hang together: more are tables side by side.
const MAX_BOXES: usize = 24;

/// A line between two cells of the unit grid: whether there is one, and how it looks.
pub(super) type Edge = Option<Option<Border>>;

/// The cells of a grid, from the lines between its rows, each in its stretches from the left, and those between its
/// columns, from the top. `None` where they are no rectangles.
pub(super) fn of(across: &[Vec<Edge>], down: &[Vec<Edge>]) -> Option<Vec<Span>> {
    let mut sets = open_units(across, down, &BTreeSet::new());
    let outside = outside(&mut sets, across, down);
    if !outside.is_empty() {
        sets = open_units(across, down, &outside);
    }
    rectangles(&mut sets, down.len() - 1, across.len() - 1)
}

/// The unit cells of a grid, joined where no line parts them; those of `rows_only` are joined in their rows alone.
fn open_units(across: &[Vec<Edge>], down: &[Vec<Edge>], rows_only: &BTreeSet<usize>) -> Sets {
    let (columns, rows) = (down.len() - 1, across.len() - 1);
    let mut sets = Sets::new(columns * rows);
    for at in 0..columns * rows {
        let (row, column) = (at / columns, at % columns);
        if column + 1 < columns && down[column + 1][row].is_none() {
            sets.join(at, at + 1);
        }
        if row + 1 < rows && across[row + 1][column].is_none() && !rows_only.contains(&at) {
            sets.join(at, at + columns);
        }
    }
    sets
}

/// Unit cells that lie beside the boxes of a grid and around one of them: no outer line closes them off, and as one
/// cell they would cover a box with lines on all sides.
fn outside(sets: &mut Sets, across: &[Vec<Edge>], down: &[Vec<Edge>]) -> BTreeSet<usize> {
    let (columns, rows) = (down.len() - 1, across.len() - 1);
    if columns * rows > MAX_BOXES {
        return BTreeSet::new();
    }
    let mut by_set: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    (0..columns * rows).for_each(|at| by_set.entry(sets.root(at)).or_default().push(at));
    let sides = |at: usize| {
        let (row, column) = (at / columns, at % columns);
        [across[row][column], across[row + 1][column], down[column][row], down[column + 1][row]]
    };
    let on_edge = |at: usize| {
        let (row, column) = (at / columns, at % columns);
        [row == 0, row + 1 == rows, column == 0, column + 1 == columns]
    };
    let is_open = |at: &usize| sides(*at).iter().zip(on_edge(*at)).any(|(side, outer)| outer && side.is_none());
    let boxed = |at: usize| sides(at).iter().all(Option::is_some);
    let mut found = BTreeSet::new();
    for units in by_set.values().filter(|units| units.iter().any(is_open)) {
        let rows = || units.iter().map(|at| at / columns);
        let columns_of = || units.iter().map(|at| at % columns);
        let (Some(top), Some(bottom)) = (rows().min(), rows().max()) else { continue };
        let (Some(left), Some(right)) = (columns_of().min(), columns_of().max()) else { continue };
        let within = |at: usize| (top..=bottom).contains(&(at / columns)) && (left..=right).contains(&(at % columns));
        let covered = |at: usize| within(at) && boxed(at) && units.binary_search(&at).is_err();
        if (top * columns + left..=bottom * columns + right).any(covered) {
            found.extend(units);
        }
    }
    found
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
