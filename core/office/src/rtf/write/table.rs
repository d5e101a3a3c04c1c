//! Tables (RTF 1.9.1, "Table Definitions"): each row says where its cells end and how they look.

use std::fmt::Write;

use super::Writer;
use super::blocks::{Scope, table_words};
use super::widths::{self, NARROWEST};
use transvase_base::error::Result;
use transvase_base::units::twips;
use transvase_model::flow::{Align, Borders, Cell, Edges, Row, Table, Turn, VerticalAlign};

/// Room at the sides of cells in points, as Word has it.
const PADDING: f32 = 5.4;
/// Tables in tables that Word takes; deeper ones are text.
const MAX_NESTED: usize = 20;

/// A cell that hangs down into the row at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hanging<'c> {
    cell: &'c Cell,
    /// Rows that it still covers, this one among them.
    rows: u32,
}

/// A cell of a row as it is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'c> {
    pub cell: &'c Cell,
    /// The columns it covers.
    pub from: usize,
    pub to: usize,
    /// Whether it begins here.
    pub begins: bool,
    /// Whether it goes on below.
    goes_on: bool,
}

impl Writer<'_> {
    /// Writes a table.
    pub(super) fn table(&mut self, table: &Table, scope: Scope) -> Result<()> {
        if scope.table >= MAX_NESTED {
            self.losses.deep = true;
            let cells = table.rows.iter().flat_map(|row| &row.cells);
            return cells.into_iter().try_for_each(|cell| self.blocks(&cell.blocks, scope));
        }
        if self.after_table {
            self.separator();
        }
        if std::mem::take(&mut self.open) {
            self.out.push_str("\\par\n");
        }
        let padding = table.padding.map_or(2.0 * PADDING, |padding| padding.left + padding.right);
        let widths = widths::of(table, self.survey.size, scope.room.0, padding);
        let mut hanging: Vec<Option<Hanging<'_>>> = vec![None; widths.len()];
        for row in &table.rows {
            self.context.tick(1 + widths.len() as u64)?;
            let entries = entries(row, &mut hanging);
            if !entries.is_empty() {
                self.row(table, row, &entries, &widths, scope)?;
            }
        }
        self.after_table = true;
        Ok(())
    }

    fn row(&mut self, table: &Table, row: &Row, entries: &[Entry<'_>], widths: &[f32], scope: Scope) -> Result<()> {
        let depth = scope.table + 1;
        let look = self.row_look(table, row, entries, widths, scope);
        if depth == 1 {
            self.out.push_str(&look);
            self.out.push('\n');
        }
        for entry in entries {
            let width: f32 = widths.get(entry.from..entry.to).unwrap_or_default().iter().sum();
            let room = ((width - 2.0 * PADDING).max(NARROWEST), scope.room.1);
            let inner = Scope { table: depth, start: 0, end: 0, list: None, room, ..scope };
            if entry.begins {
                self.blocks(&entry.cell.blocks, inner)?;
            }
            self.end_cell(inner)?;
        }
        // What is said of the end of a row holds for the row.
        let change = self.change_of(row.change);
        match depth {
            1 if change.is_empty() => self.out.push_str("\\row\n"),
            1 => self.put(format_args!("{{{change}\\row}}\n")),
            _ => self.put(format_args!("{{\\*\\nesttableprops{look}{change}\\nestrow}}{{\\nonesttables\\par}}\n")),
        }
        Ok(())
    }

    /// The end of a cell, in its last paragraph.
    fn end_cell(&mut self, scope: Scope) -> Result<()> {
        if !self.open || self.after_table || !self.frames.is_empty() {
            self.begin_paragraph(scope);
            self.put(format_args!("\\pard\\plain {}\\fs{} ", table_words(scope), (self.survey.size * 2.0) as i32));
            self.hang_frames(scope)?;
        }
        (self.open, self.after_table) = (false, false);
        self.out.push_str(if scope.table == 1 { "\\cell\n" } else { "\\nestcell\n" });
        Ok(())
    }

    /// What is said of a row before its cells.
    fn row_look(&mut self, table: &Table, row: &Row, entries: &[Entry<'_>], widths: &[f32], scope: Scope) -> String {
        let Edges { top, right, bottom, left } =
            table.padding.unwrap_or(Edges { top: 0.0, right: PADDING, bottom: 0.0, left: PADDING });
        let mut out = "\\trowd".to_owned();
        let begin = twips(table.indent).saturating_add(scope.start);
        let _ = write!(out, "\\trgaph{}\\trleft{begin}", twips(f32::midpoint(left, right)).clamp(0, 1_440));
        for (side, room) in [("t", top), ("l", left), ("b", bottom), ("r", right)] {
            let _ = write!(out, "\\trpadd{side}{}\\trpaddf{side}3", twips(room).clamp(0, 1_440));
        }
        out.push_str(match table.align {
            Some(Align::Center) => "\\trqc",
            Some(Align::End) => "\\trqr",
            _ => "",
        });
        let flags = [(row.header, "\\trhdr"), (row.keep_together, "\\trkeep"), (table.right_to_left, "\\rtlrow")];
        for (flag, word) in flags {
            if flag {
                out.push_str(word);
            }
        }
        if row.height > 0.0 {
            let height = twips(row.height).clamp(0, 31_680);
            // What is below zero is the height, not the least one.
            let _ = write!(out, "\\trrh{}", if row.exact { -height } else { height });
        }
        let place = |column: usize| widths.iter().take(column).sum::<f32>();
        for entry in entries {
            self.cell_look(&mut out, entry);
            let width = twips(place(entry.to) - place(entry.from));
            let edge = begin.saturating_add(twips(place(entry.to)));
            let _ = write!(out, "\\clftsWidth3\\clwWidth{width}\\cellx{edge}");
        }
        out
    }

    fn cell_look(&mut self, out: &mut String, entry: &Entry<'_>) {
        let cell = entry.cell;
        if entry.goes_on || !entry.begins {
            out.push_str(if entry.begins { "\\clvmgf" } else { "\\clvmrg" });
        }
        out.push_str(match cell.vertical {
            VerticalAlign::Top => "\\clvertalt",
            VerticalAlign::Middle => "\\clvertalc",
            VerticalAlign::Bottom => "\\clvertalb",
        });
        out.push_str(match cell.turn {
            Turn::None => "",
            Turn::Down => "\\cltxtbrl",
            Turn::Up => "\\cltxbtlr",
        });
        let Borders { top, right, bottom, left } = cell.borders;
        let sides =
            [("t", top.filter(|_| entry.begins)), ("l", left), ("b", bottom.filter(|_| !entry.goes_on)), ("r", right)];
        for (side, border) in sides {
            if let Some(border) = border {
                let line = self.border(border);
                let _ = write!(out, "\\clbrdr{side}{line}");
            }
        }
        if let Some(color) = cell.background {
            let _ = write!(out, "\\clcbpat{}", self.sheets.color(color));
        }
    }
}

/// The cells of a row in the order of the columns, those that hang down into it among them.
pub(super) fn entries<'c>(row: &'c Row, hanging: &mut [Option<Hanging<'c>>]) -> Vec<Entry<'c>> {
    let mut entries = Vec::new();
    let (mut cells, mut column) = (row.cells.iter(), 0);
    while column < hanging.len() {
        if let Some(above) = hanging[column] {
            let to = (column + above.cell.column_span as usize).min(hanging.len());
            let rest = Hanging { rows: above.rows - 1, ..above };
            let goes_on = rest.rows > 0;
            hanging[column] = goes_on.then_some(rest);
            entries.push(Entry { cell: above.cell, from: column, to, begins: false, goes_on });
            column = to.max(column + 1);
            continue;
        }
        let Some(cell) = cells.next() else { break };
        let to = (column + cell.column_span.max(1) as usize).min(hanging.len());
        let rest = Hanging { cell, rows: cell.row_span.saturating_sub(1) };
        let goes_on = rest.rows > 0;
        hanging[column] = goes_on.then_some(rest);
        entries.push(Entry { cell, from: column, to, begins: true, goes_on });
        column = to;
    }
    entries
}
