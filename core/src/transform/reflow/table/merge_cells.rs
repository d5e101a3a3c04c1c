//! Cells that nothing parts but the edge of a ground, where a line of text goes on from one to the other: they are one.

use super::super::caps::FEW;
use super::super::element::{Grid, GridCell};
use super::super::text::word::Word;
use super::tolerances::{CELL_GAP, SAME_BASE_LINE};

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

#[cfg(test)]
mod tests {
    use super::super::sample::word;
    use super::*;
    use crate::model::flow::{Border, Borders, Color};
    use crate::units::Rect;

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
        let border = Border { width: 1.0, color: Color::BLACK };
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
}
