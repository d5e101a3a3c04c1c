//! Automatic column widths, for tables that say none: RTF has no tables that find theirs when they are shown.

use super::table::{Hanging, entries};
use transvase_model::flow::{Block, Cell, Inline, Paragraph, Row, Table, inlines, leaves};

/// Width of a letter as a share of its size: of most letters, and of those of East Asia.
const LETTER: f32 = 0.55;
const WIDE_LETTER: f32 = 1.05;
/// Least width of a column in points.
pub(super) const NARROWEST: f32 = 3.0;

/// What the text of a column needs in points: so that no word is parted, and so that no line is.
#[derive(Debug, Clone, Copy, Default)]
struct Need {
    least: f32,
    whole: f32,
}

/// The widths of the columns in points, of text in a size; `room` is what the table may take, `padding` what each cell
/// has beside its text.
pub(super) fn of(table: &Table, size: f32, room: f32, padding: f32) -> Vec<f32> {
    let spans = |row: &Row| row.cells.iter().map(|cell| cell.column_span as usize).sum();
    let count = table.columns.len().max(table.rows.first().map_or(0, spans)).max(1);
    let said = |at: usize| table.columns.get(at).copied().filter(|width| width.is_finite() && *width > 0.0);
    let known: f32 = (0..count).filter_map(said).sum();
    let open = (0..count).filter(|at| said(*at).is_none()).count();
    if open == 0 {
        return (0..count).map(|at| said(at).unwrap_or(NARROWEST).max(NARROWEST)).collect();
    }
    let needs = needs(table, count, size, padding);
    let needs: Vec<Need> =
        needs.into_iter().enumerate().filter(|(at, _)| said(*at).is_none()).map(|(_, n)| n).collect();
    let mut fitted = fit(&needs, (room - known).max(size * open as f32)).into_iter();
    (0..count).map(|at| said(at).or_else(|| fitted.next()).unwrap_or(NARROWEST).max(NARROWEST)).collect()
}

fn needs(table: &Table, count: usize, size: f32, padding: f32) -> Vec<Need> {
    let mut needs = vec![Need { least: padding + size, whole: padding + size }; count];
    let mut hanging: Vec<Option<Hanging<'_>>> = vec![None; count];
    for row in &table.rows {
        for entry in entries(row, &mut hanging).into_iter().filter(|entry| entry.begins && entry.to == entry.from + 1) {
            let own = of_cell(entry.cell, size);
            if let Some(need) = needs.get_mut(entry.from) {
                need.least = need.least.max(own.least + padding);
                need.whole = need.whole.max(own.whole + padding);
            }
        }
    }
    needs
}

fn of_cell(cell: &Cell, size: f32) -> Need {
    let mut need = Need::default();
    for leaf in leaves(&cell.blocks) {
        if let Block::Paragraph(paragraph) = leaf {
            let own = of_paragraph(paragraph, size);
            need = Need { least: need.least.max(own.least), whole: need.whole.max(own.whole) };
        }
    }
    need
}

fn of_paragraph(paragraph: &Paragraph, size: f32) -> Need {
    let (mut need, mut word, mut line) = (Need::default(), 0.0_f32, paragraph.style.indent_start.max(0.0));
    for inline in inlines(&paragraph.content) {
        match inline {
            Inline::LineBreak => (word, line) = (0.0, 0.0),
            Inline::Image(image) => {
                word = 0.0;
                need.least = need.least.max(image.width.unwrap_or(0.0));
                line += image.width.unwrap_or(0.0);
            }
            other => {
                let Some(run) = other.run() else { continue };
                let size = run.style.size.unwrap_or(size);
                for c in run.text.chars() {
                    let is_wide = c >= '\u{2E80}';
                    let width = size * if is_wide { WIDE_LETTER } else { LETTER };
                    word = if c.is_whitespace() || is_wide { 0.0 } else { word + width };
                    line += width;
                    need.least = need.least.max(word.max(if is_wide { width } else { 0.0 }));
                    need.whole = need.whole.max(line);
                }
            }
        }
        need.whole = need.whole.max(line);
    }
    need
}

/// Widths within a room: as wide as the lines are, or narrower by their shares of what is too much.
fn fit(needs: &[Need], room: f32) -> Vec<f32> {
    let (least, whole): (f32, f32) =
        needs.iter().fold((0.0, 0.0), |(least, whole), need| (least + need.least, whole + need.whole));
    if whole <= room {
        return needs.iter().map(|need| need.whole).collect();
    }
    if least >= room {
        return needs.iter().map(|need| need.least * room / least).collect();
    }
    let share = (room - least) / (whole - least);
    needs.iter().map(|need| need.least + (need.whole - need.least) * share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_what_their_lines_need() {
        let need = |least, whole| Need { least, whole };
        assert_eq!(fit(&[need(10.0, 20.0), need(10.0, 40.0)], 100.0), [20.0, 40.0]);
        assert_eq!(fit(&[need(10.0, 20.0), need(10.0, 60.0)], 50.0), [15.0, 35.0]);
        assert_eq!(fit(&[need(30.0, 40.0), need(10.0, 60.0)], 20.0), [15.0, 5.0]);
    }
}
