//! Charts told from tables: where drawings lie thick, text is labels and no table.

use super::super::caps::MOST;
use super::super::text::word::Word;
use super::super::vector::Marks;
use super::tolerances::{LEAST_HEIGHT, LEAST_WIDTH, MAX_CELLS};
use transvase_base::units::{Pt, Rect};

/// Side of the squares that drawings are counted in, about a line of text: what a chart draws is nearer to each other.
const SQUARE: Pt = Pt(12.0);
/// Drawings of a chart at the least: fewer are an icon or an ornament.
const MIN_DRAWINGS: usize = 5;
/// How far labels stand from what they are about: a line of text and the room above it.
const AROUND: Pt = Pt(16.0);

/// Marks the labels of charts; `grounds` are grids that are no tables but charts.
pub(super) fn label(marks: &Marks, grounds: &[Rect], words: &mut [Word]) {
    let mut charts: Vec<Rect> = areas(&marks.drawings);
    charts.extend(grounds);
    if charts.is_empty() {
        return;
    }
    charts.iter_mut().for_each(|chart| *chart = chart.expand(AROUND.0));
    for word in words {
        let middle = word.rect.center();
        word.no_cell |= charts.iter().any(|chart| chart.contains(middle));
    }
}

/// Places where drawings hang together.
pub(super) fn areas(drawings: &[Rect]) -> Vec<Rect> {
    let Some(around) = drawings.iter().copied().reduce(|a, b| a.union(&b)) else { return Vec::new() };
    let (columns, rows) = (squares(around.width()), squares(around.height()));
    if drawings.len() < MIN_DRAWINGS || columns.saturating_mul(rows) > MAX_CELLS {
        return Vec::new();
    }
    // A single drawing over half of the page is its ground.
    let own = |rect: &&Rect| rect.area() < around.area() / 2.0 || drawings.len() < 4 * MIN_DRAWINGS;
    let mut counts = vec![0_u32; columns * rows];
    for rect in drawings.iter().filter(own).take(MOST) {
        let (left, right) = (square(rect.left - around.left, columns), square(rect.right - around.left, columns));
        let (top, bottom) = (square(rect.top - around.top, rows), square(rect.bottom - around.top, rows));
        // Every drawing is counted in one square, and keeps those it covers together.
        for row in top..=bottom {
            for column in left..=right {
                counts[row * columns + column] = counts[row * columns + column].max(1);
            }
        }
        counts[top * columns + left] = counts[top * columns + left].saturating_add(1);
    }
    groups(&mut counts, columns, rows)
        .into_iter()
        .map(|(group, count)| (group.to_rect(&around), count))
        .filter(|(rect, count)| *count >= MIN_DRAWINGS && rect.width() >= LEAST_WIDTH && rect.height() >= LEAST_HEIGHT)
        .map(|(rect, _)| rect)
        .collect()
}

fn squares(length: f32) -> usize {
    (length / SQUARE.0).clamp(0.0, MAX_CELLS as f32) as usize + 1
}

fn square(offset: f32, count: usize) -> usize {
    ((offset / SQUARE.0).max(0.0) as usize).min(count - 1)
}

/// A stretch of squares.
#[derive(Clone, Copy)]
struct Group {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Group {
    fn to_rect(self, around: &Rect) -> Rect {
        Rect {
            left: around.left + SQUARE * self.left as f32,
            top: around.top + SQUARE * self.top as f32,
            right: (around.left + SQUARE * (self.right + 1) as f32).min(around.right),
            bottom: (around.top + SQUARE * (self.bottom + 1) as f32).min(around.bottom),
        }
    }
}

/// Neighbouring squares that are not empty, with the number of drawings that begin in them; empties
/// `counts`.
fn groups(counts: &mut [u32], columns: usize, rows: usize) -> Vec<(Group, usize)> {
    let mut found = Vec::new();
    for start in 0..counts.len() {
        if counts[start] == 0 {
            continue;
        }
        let (row, column) = (start / columns, start % columns);
        let mut group = Group { left: column, top: row, right: column, bottom: row };
        let (mut open, mut drawings) = (vec![start], 0);
        drawings += std::mem::take(&mut counts[start]) as usize - 1;
        while let Some(at) = open.pop() {
            let (row, column) = (at / columns, at % columns);
            group.left = group.left.min(column);
            group.right = group.right.max(column);
            group.top = group.top.min(row);
            group.bottom = group.bottom.max(row);
            for row in row.saturating_sub(1)..=(row + 1).min(rows - 1) {
                for column in column.saturating_sub(1)..=(column + 1).min(columns - 1) {
                    let next = row * columns + column;
                    if counts[next] > 0 {
                        drawings += std::mem::take(&mut counts[next]) as usize - 1;
                        open.push(next);
                    }
                }
            }
        }
        found.push((group, drawings));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::sample::word;
    use super::*;

    #[test]
    fn labels_near_thick_drawings_are_no_cells() {
        let step = |at: usize| {
            let left = 100.0 + 12.0 * at as f32;
            Rect { left, top: 200.0 + 6.0 * at as f32, right: left + 12.0, bottom: 206.0 + 6.0 * at as f32 }
        };
        let marks = Marks { drawings: (0..12).map(step).collect(), ..Marks::default() };
        let mut words = vec![word("100", 80.0, 230.0), word("far", 80.0, 400.0)];
        label(&marks, &[], &mut words);
        assert_eq!(words.iter().map(|word| word.no_cell).collect::<Vec<_>>(), [true, false]);
    }
}
