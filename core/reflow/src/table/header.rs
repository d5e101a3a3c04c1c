//! Header rows: rows that head the columns of a table.

use super::super::element::{Grid, GridCell};
use super::super::text::line::Line;
use super::tolerances::HEADER_ROWS;

/// Number of rows at the top of a grid that head its columns: bold or shaded as no row below is, or
/// words above columns of figures.
pub(super) fn rows(grid: &Grid) -> usize {
    let rows: Vec<Vec<&GridCell>> = by_row(grid);
    let most = rows.len().saturating_sub(1).min(HEADER_ROWS);
    let count = |is_head: &dyn Fn(&[&GridCell]) -> bool| {
        let head = rows.iter().take_while(|row| is_head(row)).count();
        let rest = rows.iter().skip(head).filter(|row| is_head(row)).count();
        if head <= most && rest * 4 <= rows.len() - head { head } else { 0 }
    };
    let head = count(&is_bold).max(count(&is_shaded)).max(above_figures(&rows).min(most));
    // Cells that hang down from the heading belong to it.
    let deepest = grid.cells.iter().filter(|cell| cell.row < head).map(|cell| cell.row + cell.rows).max();
    deepest.unwrap_or(0).min(most)
}

fn by_row(grid: &Grid) -> Vec<Vec<&GridCell>> {
    let mut rows = vec![Vec::new(); grid.ys.len().saturating_sub(1)];
    for cell in &grid.cells {
        if let Some(row) = rows.get_mut(cell.row) {
            row.push(cell);
        }
    }
    rows
}

fn is_bold(row: &[&GridCell]) -> bool {
    let mut words = row.iter().flat_map(|cell| &cell.lines).flat_map(|line| &line.words).peekable();
    words.peek().is_some() && words.all(|word| word.style.is_bold())
}

fn is_shaded(row: &[&GridCell]) -> bool {
    let words = row.iter().any(|cell| !cell.lines.is_empty());
    words && row.iter().all(|cell| cell.background.is_some())
}

/// Rows without a figure above columns half of whose cells are figures.
fn above_figures(rows: &[Vec<&GridCell>]) -> usize {
    let figures = |row: &[&GridCell]| {
        let filled: Vec<&&GridCell> = row.iter().filter(|cell| cell.column > 0 && !cell.lines.is_empty()).collect();
        let figures = filled.iter().filter(|cell| cell.lines.iter().all(Line::is_numeric)).count();
        (figures, filled.len())
    };
    let head = rows.iter().take_while(|row| figures(row).0 == 0 && figures(row).1 > 0).count();
    let body: Vec<(usize, usize)> = rows.iter().skip(head).map(|row| figures(row)).collect();
    let (sum, all) = body.iter().fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
    if 2 * sum >= all.max(1) { head } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::build;
    use super::super::columns::gutters;
    use super::super::rows::rows as text_rows;
    use super::super::sample::lines;
    use super::*;

    fn header(table: &[&[(f32, &str)]]) -> usize {
        let table = text_rows(lines(table));
        rows(&build::grid(&table, &gutters(&table), &mut Vec::new(), &[]))
    }

    #[test]
    fn words_above_figures_are_a_heading() {
        let body: [&[(f32, &str)]; 2] = [&[(50.0, "North"), (130.0, "11")], &[(50.0, "South"), (130.0, "12")]];
        assert_eq!(header(&[&[(50.0, "Place"), (120.0, "Count")], body[0], body[1]]), 1);
        assert_eq!(header(&body), 0);
    }
}
