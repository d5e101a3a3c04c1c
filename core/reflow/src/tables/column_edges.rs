//! Column widths where nothing is drawn: lines between columns stand where the text beside them wants room.
//!
//! Text that is aligned to a side of its column stands at one distance from it, and the free room
//! of the gutter goes to the side that may grow.

use super::super::block::{Block, Para, Table};
use super::super::page_blocks::CELL_PADDING;
use super::cell_padding::text_extent;
use transvase_base::units::Pt;
use transvase_model::flow::Align;

/// Least width that a column keeps: a narrow letter.
const MIN_COLUMN: Pt = Pt(4.0);

/// What stands at both sides of a line of the grid.
#[derive(Clone, Copy)]
struct Line {
    /// Where the text at its left ends, and how many of its paragraphs are aligned there.
    left: f32,
    at_end: usize,
    /// Where the text at its right begins, and how many of its paragraphs are aligned there.
    right: f32,
    at_start: usize,
    /// Paragraphs at its left and right.
    paras: (usize, usize),
    /// Whether something is drawn there.
    drawn: bool,
}

/// Moves the lines between columns that nothing is drawn on.
pub(super) fn settle(grid: &mut Table) {
    let lines = lines(grid);
    let last = grid.xs.len().saturating_sub(1);
    let mut moves = vec![0.0; grid.xs.len()];
    for at in 1..last {
        let (low, high) = (grid.xs[at - 1] + MIN_COLUMN, grid.xs[at + 1] - MIN_COLUMN);
        if let Some(x) = lines[at].wanted().filter(|x| *x > low && *x < high) {
            moves[at] = x - grid.xs[at];
            grid.xs[at] = x;
        }
    }
    // Parts of a table from other pages may stand a little aside: their cells move as far.
    for cell in &mut grid.cells {
        cell.rect.left += moves.get(cell.column).copied().unwrap_or(0.0);
        cell.rect.right += moves.get(cell.column + cell.columns).copied().unwrap_or(0.0);
    }
}

/// The lines of a grid, left to right.
fn lines(grid: &Table) -> Vec<Line> {
    let none =
        Line { left: f32::NEG_INFINITY, at_end: 0, right: f32::INFINITY, at_start: 0, paras: (0, 0), drawn: false };
    let mut lines = vec![none; grid.xs.len()];
    for cell in &grid.cells {
        let extent = text_extent(&cell.blocks).filter(|_| cell.angle == 0);
        let count = |is: &dyn Fn(&Para) -> bool| {
            cell.blocks.iter().filter(|block| matches!(block, Block::Text(para) if is(para))).count()
        };
        if let Some(line) = lines.get_mut(cell.column) {
            line.right = extent.map_or(line.right, |extent| line.right.min(extent.left));
            line.at_start += count(&|para| !matches!(para.align, Some(Align::End | Align::Center)));
            line.paras.1 += count(&|_| true);
            line.drawn |= cell.borders.left.is_some();
        }
        if let Some(line) = lines.get_mut(cell.column + cell.columns) {
            line.left = extent.map_or(line.left, |extent| line.left.max(extent.right));
            line.at_end += count(&|para| para.align == Some(Align::End));
            line.paras.0 += count(&|_| true);
            line.drawn |= cell.borders.right.is_some();
        }
    }
    for (a, b) in grid.cells.iter().zip(grid.cells.iter().skip(1)) {
        if a.row == b.row && a.background != b.background && a.column + a.columns == b.column {
            lines[b.column].drawn = true;
        }
    }
    lines
}

impl Line {
    /// Where it should stand; `None` where it stays.
    fn wanted(&self) -> Option<f32> {
        let room = self.right - self.left;
        if self.drawn || !room.is_finite() || room <= 0.0 {
            return None;
        }
        let margin = (room / 2.0).min(CELL_PADDING);
        let (ends, starts) = (self.at_end * 2 > self.paras.0, self.at_start * 2 > self.paras.1);
        Some(match (ends, starts) {
            (true, false) => self.left + margin,
            (false, true) => self.right - margin,
            _ => f32::midpoint(self.left, self.right),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::table::sample::row_of_cells as grid;
    use super::super::cell_padding::tests::cell;
    use super::*;

    #[test]
    fn room_goes_to_text_that_may_grow() {
        let mut cells = [
            cell("label", 5.0, 30.0, Align::Start),
            cell("text", 100.0, 120.0, Align::Start),
            cell("12", 220.0, 235.0, Align::End),
        ]
        .into_iter();
        let mut grid = grid(&[0.0, 80.0, 160.0, 240.0]).with_blocks(|_| cells.by_ref().take(1).collect());
        settle(&mut grid);
        assert_eq!(grid.xs, [0.0, 100.0 - CELL_PADDING, 170.0, 240.0], "by the text, and in the middle");
        assert_eq!(grid.cells[1].rect.left, grid.xs[1]);
        grid.cells[0].borders.right = Some(transvase_model::flow::Border {
            width: 0.5,
            color: transvase_model::flow::Color::BLACK,
            ..transvase_model::flow::Border::default()
        });
        let before = grid.xs.clone();
        grid.xs[1] = 80.0;
        settle(&mut grid);
        assert_eq!((grid.xs[1], grid.xs[2]), (80.0, before[2]), "a line that is drawn stays");
    }
}
