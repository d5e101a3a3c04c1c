//! Tables: with pipes where each cell is text, in HTML where cells span others or hold more. Paragraphs of a cell are lines
//! of it: programs that read Markdown know tables with pipes.

use super::Document;
use super::blocks::as_paragraph;
use super::html;
use super::inline::Around;
use super::tokens::Seat;
use transvase_base::error::Result;
use transvase_markup::prose::{texts, words};
use transvase_model::flow::{Align, Block, Cell, Inline, Paragraph, Role, Row, Table, inlines};

impl<'a> Document<'a> {
    /// A table.
    pub(super) fn table(&mut self, table: &'a Table) -> Result<()> {
        let rows: Vec<&Row> = table.rows.iter().filter(|row| !row.cells.is_empty()).collect();
        if rows.is_empty() {
            return Ok(());
        }
        if rows.iter().flat_map(|row| &row.cells).all(is_text) {
            return self.pipes(table, &rows);
        }
        self.elements(&rows)
    }

    /// A table with pipes (GitHub's dialect, 4.10). Its first row is the head, as there must be one.
    fn pipes(&mut self, table: &'a Table, rows: &[&'a Row]) -> Result<()> {
        let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or(1);
        for (at, row) in rows.iter().enumerate() {
            self.context.checkpoint()?;
            let mut line = String::from("|");
            for column in 0..columns {
                let text = row.cells.get(column).map(|cell| self.cell(cell, at == 0)).unwrap_or_default();
                line.extend([" ", &text, " |"]);
            }
            self.lines.line(&line);
            if at == 0 {
                let rule = |column| rule(alignment(table, rows, column));
                self.lines.line(&format!("|{}|", (0..columns).map(rule).collect::<Vec<_>>().join("|")));
            }
        }
        self.lines.end_block();
        Ok(())
    }

    /// The text of a cell that is nothing but text.
    fn cell(&mut self, cell: &'a Cell, is_head: bool) -> String {
        // A head stands out by being one.
        let around = Around { strong: is_head || cell.header, ..Around::default() };
        let mut lines = Vec::new();
        for paragraph in shown(&cell.blocks) {
            lines.push(self.line(paragraph, around, &mut Vec::new()).written(Seat::Cell));
        }
        lines.join("<br>")
    }

    /// A table in HTML. Where a cell holds what only Markdown can say, that stands between blank lines.
    fn elements(&mut self, rows: &[&'a Row]) -> Result<()> {
        self.lines.line("<table>");
        for (at, row) in rows.iter().enumerate() {
            self.lines.line("<tr>");
            for cell in &row.cells {
                self.context.checkpoint()?;
                let name = if cell.header || row.header || (at == 0 && !rows.iter().any(|row| row.header)) {
                    "th"
                } else {
                    "td"
                };
                let open = format!("<{name}{}>", html::spans_of(cell));
                let close = format!("</{name}>");
                if let Some(content) = html::cell(self, &cell.blocks, name == "th") {
                    self.lines.line(&format!("{open}{content}{close}"));
                    continue;
                }
                self.lines.block(&open);
                self.blocks(&cell.blocks)?;
                self.lines.line(&close);
            }
            self.lines.line("</tr>");
        }
        self.lines.block("</table>");
        Ok(())
    }
}

/// The paragraphs of a cell that show anything.
pub(super) fn shown(blocks: &[Block]) -> impl Iterator<Item = &Paragraph> {
    blocks.iter().filter_map(as_paragraph).filter(|paragraph| !is_blank(paragraph))
}

/// Whether a paragraph shows nothing.
pub(super) fn is_blank(paragraph: &Paragraph) -> bool {
    let is_shown = |inline: &Inline| {
        !matches!(inline, Inline::Text(_) | Inline::LineBreak | Inline::Tab | Inline::Anchor(_) | Inline::Index(_))
    };
    paragraph.drop_cap.is_none()
        && paragraph.label.is_none()
        && words(&paragraph.content, ' ').trim().is_empty()
        && !paragraph.content.iter().any(is_shown)
}

/// Whether a cell is text and covers no place but its own.
fn is_text(cell: &Cell) -> bool {
    let is_plain = |paragraph: &Paragraph| {
        matches!(
            paragraph.role,
            Role::Body | Role::Heading(_) | Role::Caption | Role::Term | Role::Title | Role::Subtitle
        ) && inlines(&paragraph.content).flat_map(texts).next().is_none()
    };
    cell.column_span <= 1
        && cell.row_span <= 1
        && cell.blocks.iter().all(|block| as_paragraph(block).is_some())
        && shown(&cell.blocks).all(is_plain)
}

/// How the text of a column stands, where all of its cells below the head agree.
fn alignment(table: &Table, rows: &[&Row], column: usize) -> Option<Align> {
    let body = rows.get(1..).filter(|body| !body.is_empty()).unwrap_or(rows);
    let cells = body.iter().filter_map(|row| row.cells.get(column));
    let mut aligns = cells.flat_map(|cell| shown(&cell.blocks)).map(|paragraph| paragraph.style.align);
    let first = aligns.next().flatten()?;
    (!table.right_to_left && aligns.all(|align| align == Some(first))).then_some(first)
}

fn rule(align: Option<Align>) -> &'static str {
    match align {
        Some(Align::Center) => " :---: ",
        Some(Align::End) => " ---: ",
        _ => " --- ",
    }
}
