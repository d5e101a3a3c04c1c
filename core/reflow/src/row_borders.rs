//! Horizontal table borders as the model has them: a line lies below the upper edge of its row, as wide as the widest
//! border on it, and only the last one lies below its row.

use super::element::{Grid, GridCell};
use super::text::word::rounded;
use transvase_base::units::{Pt, Rect, TWIPS_PER_PT};
use transvase_model::flow::Border;

/// Steps of a point that the widths of lines are told in (ECMA-376 part 1, 17.3.4).
const STEPS: f32 = 8.0;
/// Least width of a line that is drawn: two of those steps.
const LEAST: Pt = Pt(0.25);

/// Where the rows of a table begin.
#[derive(Debug, Clone, Default)]
pub(super) struct RowBorders {
    /// Upper edges of the lines.
    pub tops: Vec<f32>,
    /// Widths of the lines.
    pub widths: Vec<f32>,
}

impl RowBorders {
    /// The lines of a grid, with their middles where they are drawn.
    pub fn of<B>(grid: &Grid<B>) -> RowBorders {
        let mut widths = vec![0.0_f32; grid.ys.len()];
        for cell in &grid.cells {
            for (line, border) in [(cell.row, cell.borders.top), (cell.row + cell.rows, cell.borders.bottom)] {
                if let Some(width) = widths.get_mut(line) {
                    *width = width.max(drawn(border));
                }
            }
        }
        let top = |(y, width): (&f32, &f32)| rounded(y - width / 2.0, TWIPS_PER_PT);
        let tops = grid.ys.iter().zip(&widths).map(top).collect();
        RowBorders { tops, widths }
    }

    /// Height of a row.
    pub fn height(&self, row: usize) -> f32 {
        self.top(row + 1) - self.top(row)
    }

    /// Upper edge of the table, and lower edge.
    pub fn extent(&self) -> (f32, f32) {
        let last = self.tops.len().saturating_sub(1);
        (self.top(0), self.top(last) + self.width(last))
    }

    /// What a cell leaves to its content, in the frame of its text.
    pub fn room<B>(&self, cell: &GridCell<B>) -> Rect {
        let inner = cell.inner();
        if cell.angle != 0 {
            return inner;
        }
        let (top, bottom) = (self.top(cell.row) + self.width(cell.row), self.top(cell.row + cell.rows));
        Rect { top, bottom: bottom.max(top), ..inner }
    }

    fn top(&self, line: usize) -> f32 {
        self.tops.get(line).copied().unwrap_or_default()
    }

    fn width(&self, line: usize) -> f32 {
        self.widths.get(line).copied().unwrap_or_default()
    }
}

/// How wide a line is seen, in the steps that the model has.
pub(super) fn drawn(border: Option<Border>) -> f32 {
    border.map_or(0.0, |border| rounded(border.width, STEPS).max(LEAST.0))
}

#[cfg(test)]
mod tests {
    use super::super::table::sample::row_of_cells as grid;
    use super::*;
    use transvase_model::flow::Color;

    #[test]
    fn rows_begin_above_their_lines() {
        let mut grid = grid(&[0.0, 100.0]);
        let border = |width| Some(Border { width, color: Color::BLACK, ..Border::default() });
        (grid.cells[0].borders.top, grid.cells[0].borders.bottom) = (border(1.46), border(0.72));
        let ruling = RowBorders::of(&grid);
        assert_eq!(ruling.widths, [1.5, 0.75]);
        // The middles of the lines stand at 10 and 30, and the upper edges at whole twips.
        assert_eq!(ruling.tops, [9.25, 29.65]);
        assert_eq!(ruling.extent(), (9.25, 30.4));
        assert_eq!((ruling.room(&grid.cells[0]).top, ruling.room(&grid.cells[0]).bottom), (10.75, 29.65));
    }
}
