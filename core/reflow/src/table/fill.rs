//! Cell content: what stands in the cells of a ruled table.

use super::super::areas;
use super::super::element::{Grid, Picture};
use super::super::text::word::Word;
use super::tolerances::{COVERS, MIDDLE, RUNS_OVER, SAME_EDGE};
use transvase_base::units::{Point, Rect};

/// Moves text and pictures whose middle lies in a cell into that cell.
pub(super) fn fill(grid: &mut Grid, words: &mut Vec<Word>, pictures: &mut Vec<Picture>) -> usize {
    let columns = grid.xs.len() - 1;
    let mut owner = vec![usize::MAX; columns * (grid.ys.len() - 1)];
    for (index, cell) in grid.cells.iter().enumerate() {
        for row in cell.row..cell.row + cell.rows {
            owner[row * columns + cell.column..row * columns + cell.column + cell.columns].fill(index);
        }
    }
    let (rect, xs, ys) = (grid.rect, &grid.xs, &grid.ys);
    let at = |point: Point| {
        rect.contains(point).then(|| {
            let column = xs.partition_point(|x| *x <= point.x).clamp(1, columns) - 1;
            let row = ys.partition_point(|y| *y <= point.y).clamp(1, ys.len() - 1) - 1;
            owner[row * columns + column]
        })
    };
    let mut taken = 0;
    let cells = &mut grid.cells;
    words.retain_mut(|word| {
        let middle = Point { x: word.rect.center().x, y: word.baseline - MIDDLE * word.size };
        let Some(cell) = at(middle).and_then(|index| cells.get_mut(index)) else { return true };
        areas::keep_within(word, &cell.rect);
        cell.words.push(std::mem::take(word));
        taken += 1;
        false
    });
    pictures.retain(|picture| {
        let inside = rect.expand(SAME_EDGE.0).intersection(&picture.rect);
        let fits = inside.is_some_and(|inside| inside.area() >= RUNS_OVER * picture.rect.area());
        let Some(cell) = at(picture.rect.center()).filter(|_| fits).and_then(|index| cells.get_mut(index)) else {
            return true;
        };
        if cell.words.iter().any(|word| marks(&picture.rect, &word.rect)) {
            return true;
        }
        cell.pictures.push(picture.clone());
        false
    });
    taken
}

/// Whether a picture lies on a word, as ticks do on boxes: in the line it would stand above or below it.
fn marks(picture: &Rect, word: &Rect) -> bool {
    let smaller = picture.area().min(word.area());
    picture.intersection(word).is_some_and(|common| common.area() >= COVERS * smaller)
}

/// Gives back what a grid holds that is no table.
pub(super) fn give_back(grid: Grid, taken: usize, words: &mut Vec<Word>, pictures: &mut Vec<Picture>) {
    words.reserve(taken);
    for cell in grid.cells {
        words.extend(cell.words);
        pictures.extend(cell.pictures);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::element::GridCell;
    use super::super::sample::word;
    use super::*;

    #[test]
    fn a_picture_on_a_word_is_no_line_of_its_cell() {
        let rect = Rect { left: 0.0, top: 0.0, right: 100.0, bottom: 20.0 };
        let cell = GridCell { rows: 1, columns: 1, rect, ..GridCell::default() };
        let mut grid = Grid { rect, xs: vec![0.0, 100.0], ys: vec![0.0, 20.0], cells: vec![cell], ..Grid::default() };
        let boxed = word("\u{2610}", 40.0, 15.0);
        let at = |left: f32| Rect { left, right: left + 12.0, ..boxed.rect };
        let (tick, logo) = (at(boxed.rect.left - 1.0), at(80.0));
        let mut pictures = [tick, logo].map(|rect| Picture { rect, ..Picture::default() }).to_vec();
        fill(&mut grid, &mut vec![boxed], &mut pictures);
        assert_eq!(
            pictures.iter().map(|picture| picture.rect.left).collect::<Vec<_>>(),
            [tick.left],
            "it lies on the box"
        );
        assert_eq!(grid.cells[0].pictures.len(), 1);
    }
}
