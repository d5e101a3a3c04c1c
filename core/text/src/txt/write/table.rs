//! Tables in columns of characters.

use unicode_width::UnicodeWidthStr;

use super::Document;
use super::wrap::{longest_word, wrapped};
use transvase_base::error::Result;
use transvase_model::flow::{Cell, Table};

/// Columns of a table at most, where lines have no width and no word asks for more. A word that is longer sticks out.
const WIDEST: usize = 120;
/// Columns that a column of a table keeps, where others are wider.
const NARROWEST: usize = 8;
/// The same where words stick out anyway, so that narrow columns would win nothing.
const READABLE: usize = 24;
/// What stands between columns.
const GAP: &str = "  ";

/// A cell in its place.
struct Placed {
    row: usize,
    column: usize,
    span: usize,
    lines: Vec<String>,
}

impl<'a> Document<'a> {
    /// A table: its columns as wide as their text, or as there is room for.
    pub(super) fn table(&mut self, table: &'a Table) -> Result<()> {
        let mut cells = self.placed(table)?;
        let room = if self.wrap == 0 { WIDEST } else { self.wrap }.saturating_sub(self.indent);
        let widths = widths(&cells, room);
        for cell in &mut cells {
            let width = width_of(&widths, cell.column, cell.span);
            cell.lines = cell.lines.iter().flat_map(|line| wrapped(line, width)).map(str::to_owned).collect();
        }
        for row in cells.chunk_by(|one, next| one.row == next.row) {
            self.context.checkpoint()?;
            let height = row.iter().map(|cell| cell.lines.len()).max().unwrap_or(0);
            for line in 0..height {
                self.lines.line(line_of(row, line, &widths).trim_end());
            }
        }
        self.lines.end_block();
        Ok(())
    }

    /// The cells in their rows and columns.
    fn placed(&mut self, table: &'a Table) -> Result<Vec<Placed>> {
        let mut placed = Vec::new();
        // For each column, how many more rows a cell from above hangs down into.
        let mut hanging: Vec<u32> = Vec::new();
        for (row, cells) in table.rows.iter().enumerate() {
            self.context.checkpoint()?;
            let mut column = 0;
            let mut below: Vec<(usize, u32)> = Vec::new();
            for cell in &cells.cells {
                while hanging.get(column).is_some_and(|rows| *rows > 0) {
                    column += 1;
                }
                let span = (cell.column_span.max(1) as usize).min(table.columns.len().max(1));
                let lines = self.cell(cell)?;
                below.extend((column..column + span).map(|column| (column, cell.row_span.max(1))));
                placed.push(Placed { row, column, span, lines });
                column += span;
            }
            for (column, rows) in below {
                hanging.resize(hanging.len().max(column + 1), 0);
                hanging[column] = rows;
            }
            hanging.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        }
        Ok(placed)
    }

    /// The lines of a cell: its blocks as they are written elsewhere, without empty lines between them.
    fn cell(&mut self, cell: &'a Cell) -> Result<Vec<String>> {
        let around = std::mem::take(&mut self.lines);
        let (indent, wrap) = (std::mem::take(&mut self.indent), std::mem::take(&mut self.wrap));
        let done = self.blocks(&cell.blocks);
        let text = std::mem::replace(&mut self.lines, around).finish();
        (self.indent, self.wrap) = (indent, wrap);
        done.map(|()| text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect())
    }
}

/// A line of a row.
fn line_of(cells: &[Placed], line: usize, widths: &[usize]) -> String {
    let mut text = String::new();
    let mut used = 0;
    for cell in cells {
        let Some(words) = cell.lines.get(line) else { continue };
        let start = width_of(widths, 0, cell.column) + if cell.column > 0 { GAP.len() } else { 0 };
        // A word that sticks out moves what follows.
        let start = if used > 0 { start.max(used + GAP.len()) } else { start };
        text.push_str(&" ".repeat(start - used));
        text.push_str(words);
        used = start + words.width();
    }
    text
}

/// Columns of several columns side by side, with what stands between them.
fn width_of(widths: &[usize], from: usize, count: usize) -> usize {
    let inside: usize = widths.iter().skip(from).take(count).sum();
    inside + GAP.len() * count.saturating_sub(1)
}

/// How wide each column is: as its widest line, where all have room; else the widest give way, as far as no word of theirs
/// has to be cut.
fn widths(cells: &[Placed], room: usize) -> Vec<usize> {
    let wide = columns(cells, UnicodeWidthStr::width);
    let words = columns(cells, |line| longest_word(line).min(WIDEST));
    let gaps = GAP.len() * wide.len().saturating_sub(1);
    let with = |most: usize| wide.iter().zip(&words).map(move |(wide, word)| *wide.min(&most.max(*word)));
    let fits = |most: &usize| with(*most).sum::<usize>() + gaps <= room;
    let most = (NARROWEST..=room.max(NARROWEST)).rev().find(fits).unwrap_or(READABLE);
    if wide.iter().sum::<usize>() + gaps <= room { wide } else { with(most).collect() }
}

/// How wide the columns have to be for what is measured of their lines; over several columns the last one makes up for it.
fn columns(cells: &[Placed], measured: impl Fn(&str) -> usize) -> Vec<usize> {
    let count = cells.iter().map(|cell| cell.column + cell.span).max().unwrap_or(0);
    let mut widths = vec![0; count];
    let most = |cell: &Placed| cell.lines.iter().map(|line| measured(line)).max().unwrap_or(0);
    for cell in cells.iter().filter(|cell| cell.span == 1) {
        widths[cell.column] = widths[cell.column].max(most(cell));
    }
    for cell in cells.iter().filter(|cell| cell.span > 1) {
        let missing = most(cell).saturating_sub(width_of(&widths, cell.column, cell.span));
        widths[cell.column + cell.span - 1] += missing;
    }
    widths
}
