//! Labels at the left of a ruled grid that its lines leave out: one beside each row. They are the
//! first column of the table.

use std::collections::BTreeMap;

use super::super::caps::FEW;
use super::super::element::{Grid, GridCell};
use super::super::text::word::Word;
use super::tolerances::{CELL_WORDS, FEWEST_ROWS, MIDDLE, ROUNDING, SAME_BASE_LINE, SIDE_ROOM, are_most};
use crate::context::Context;
use crate::error::Result;
use crate::units::{Pt, Rect};

/// How far labels may reach to the left of a grid: a third of the text of a page.
const REACH: Pt = Pt(160.0);
/// How near to the grid the longest label ends.
const NEAR: Pt = Pt(40.0);

/// Puts labels beside the rows of grids into them.
pub(in super::super) fn take(grids: &mut [Grid], words: &mut Vec<Word>, context: &Context) -> Result<()> {
    let places: Vec<Rect> = grids.iter().map(|grid| grid.rect).collect();
    for grid in grids.iter_mut().take(FEW) {
        context.tick((words.len() + places.len()) as u64)?;
        let Some(column) = column(grid, words, &places) else { continue };
        let mut labels: Vec<Vec<Word>> = vec![Vec::new(); grid.ys.len().saturating_sub(1)];
        words.retain_mut(|word| match row_of(grid, &column, word) {
            Some(row) => {
                labels[row].push(std::mem::take(word));
                false
            }
            None => true,
        });
        widen(grid, column.left, labels);
    }
    Ok(())
}

/// The row of a grid that a text beside it, within a column, stands at.
fn row_of(grid: &Grid, column: &Rect, word: &Word) -> Option<usize> {
    let middle = word.baseline - MIDDLE * word.size;
    let inside = word.rect.left >= column.left - ROUNDING && word.rect.right <= column.right;
    let row = grid.ys.partition_point(|y| *y <= middle).checked_sub(1)?;
    (inside && row + 1 < grid.ys.len()).then_some(row)
}

/// The place of the labels of a grid; `None` where the text beside it is not one label a row.
fn column(grid: &Grid, words: &[Word], places: &[Rect]) -> Option<Rect> {
    let Rect { left, top, bottom, .. } = grid.rect;
    let reach = Rect { left: left - REACH, top, right: left + ROUNDING, bottom };
    let beside: Vec<(usize, &Word)> =
        words.iter().filter_map(|word| Some((row_of(grid, &reach, word)?, word))).collect();
    let from = beside.iter().map(|(_, word)| word.rect.left).fold(f32::INFINITY, f32::min);
    let to = beside.iter().map(|(_, word)| word.rect.right).fold(f32::NEG_INFINITY, f32::max);
    let column = Rect { left: from - SIDE_ROOM, right: left + ROUNDING, ..reach };
    let mut lines: BTreeMap<usize, &Word> = BTreeMap::new();
    let single = beside.iter().all(|(row, word)| {
        let first = lines.entry(*row).or_insert(word);
        (first.baseline - word.baseline).abs() < SAME_BASE_LINE * word.size
    });
    let filled = |row: usize| grid.cells.iter().any(|cell| cell.row == row && !cell.words.is_empty());
    let with_text = (0..grid.ys.len()).filter(|row| filled(*row)).count();
    let labelled = lines.keys().filter(|row| filled(**row)).count();
    let free = !places.iter().any(|place| *place != grid.rect && place.intersection(&column).is_some());
    let through = words.iter().any(|word| {
        let y = word.baseline > top && word.baseline < bottom;
        y && word.rect.left < column.left && word.rect.right > column.left - REACH * 0.5
    });
    let is_column = single
        && free
        && !through
        && labelled > FEWEST_ROWS
        && are_most(labelled, with_text)
        && beside.len() as f32 <= CELL_WORDS * lines.len() as f32
        && left - to <= NEAR;
    is_column.then_some(column)
}

/// Adds a column of labels at the left of a grid.
fn widen(grid: &mut Grid, left: f32, labels: Vec<Vec<Word>>) {
    let right = grid.rect.left;
    grid.rect.left = left;
    grid.xs.insert(0, left);
    grid.cells.iter_mut().for_each(|cell| cell.column += 1);
    let label = |(row, words): (usize, Vec<Word>)| {
        let rect = Rect { left, top: grid.ys[row], right, bottom: grid.ys[row + 1] };
        GridCell { row, rows: 1, columns: 1, rect, words, ..GridCell::default() }
    };
    let labels: Vec<GridCell> = labels.into_iter().enumerate().map(label).collect();
    grid.cells.extend(labels);
    grid.cells.sort_by_key(|cell| (cell.row, cell.column));
}

#[cfg(test)]
mod tests {
    use super::super::sample::word;
    use super::*;

    #[test]
    fn a_label_beside_each_row_is_its_first_cell() {
        let ys: Vec<f32> = (0..6).map(|row| 100.0 + 20.0 * row as f32).collect();
        let cell = |row: usize| GridCell {
            row,
            rows: 1,
            columns: 1,
            rect: Rect { left: 100.0, top: ys[row], right: 150.0, bottom: ys[row + 1] },
            words: vec![word("12", 110.0, ys[row] + 14.0)],
            ..GridCell::default()
        };
        let rect = Rect { left: 100.0, top: 100.0, right: 150.0, bottom: 200.0 };
        let grid =
            Grid { rect, xs: vec![100.0, 150.0], ys: ys.clone(), cells: (0..5).map(cell).collect(), ..Grid::default() };
        let mut words: Vec<Word> = (0..5).map(|row| word("Place", 50.0, ys[row] + 14.0)).collect();
        words.push(word("Above", 50.0, 80.0));
        let mut grids = vec![grid.clone()];
        take(&mut grids, &mut words, &Context::default()).unwrap();
        assert_eq!((grids[0].xs.len(), grids[0].cells.len(), words.len()), (3, 10, 1));
        assert_eq!(grids[0].cells[0].words[0].text, "Place");
        let mut few = vec![word("Place", 50.0, 114.0)];
        take(&mut [grid], &mut few, &Context::default()).unwrap();
        assert_eq!(few.len(), 1, "one label is none");
    }
}
