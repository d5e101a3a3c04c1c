//! Matrices, and other rows of cells below one another: as in plain TeX, in the middle of the axis.

use super::Setter;
use super::boxes::MathBox;
use super::style::Style;
use transvase_model::flow::Math;

/// Room between columns, and what a row takes above and below its base line at the least, as shares of the size: a quad, and
/// LaTeX's strut of .7 and .3 lines of 1.2.
const BETWEEN_COLUMNS: f32 = 1.0;
const STRUT: (f32, f32) = (0.84, 0.36);
/// Least room between the ink of two rows, likewise.
const BETWEEN_ROWS: f32 = 0.2;

impl Setter {
    pub(super) fn matrix(&self, rows: &[Vec<Vec<Math>>], at_left: bool, style: Style) -> MathBox {
        let cell = |cell: &Vec<Math>| self.row(cell, style.cell());
        let cells: Vec<Vec<MathBox>> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        let size = self.size(style);
        let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
        let width =
            |column: usize| cells.iter().filter_map(|row| row.get(column)).map(|cell| cell.width).fold(0.0, f32::max);
        let widths: Vec<f32> = (0..columns).map(width).collect();
        let gaps = BETWEEN_COLUMNS * size * columns.saturating_sub(1) as f32;
        let mut whole = MathBox::space(widths.iter().sum::<f32>() + gaps);
        let mut base = 0.0;
        let mut above: Option<(f32, f32)> = None;
        for row in cells {
            let ascent = row.iter().map(|cell| cell.ascent).fold(0.0, f32::max);
            let descent = row.iter().map(|cell| cell.descent).fold(0.0, f32::max);
            let strut = (STRUT.0 * size, STRUT.1 * size);
            if let Some((strut_above, ink_above)) = above {
                base -= (strut_above + strut.0.max(ascent)).max(ink_above + ascent + BETWEEN_ROWS * size);
            }
            above = Some((strut.1.max(descent), descent));
            whole.ascent = whole.ascent.max(base + strut.0);
            whole.descent = whole.descent.max(strut.1 - base);
            let mut left = 0.0;
            for (cell, width) in row.into_iter().zip(&widths) {
                let free = if at_left { 0.0 } else { (width - cell.width) / 2.0 };
                whole.put(cell, left + free, base);
                left += width + BETWEEN_COLUMNS * size;
            }
        }
        self.centred(whole, style)
    }
}
