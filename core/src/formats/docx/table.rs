//! Tables: a grid of columns, with cells that span them (ECMA-376 part 1, 17.4).

use std::collections::BTreeMap;
use std::io::Write;

use super::document::{Document, Frame, Wrote};
use super::look::MAX_TWIPS;
use super::properties::{hex, shading, val};
use super::styles::TABLE_GRID;
use crate::error::Result;
use crate::model::flow::{Align, Border, Borders, Cell, Row, Table, VerticalAlign};
use crate::parts::xml::XmlWriter;
use crate::units::twips;
use crate::warning::{Warning, WarningCode};

/// Columns of a table Word takes.
const MAX_COLUMNS: usize = 63;
/// Space between a cell's side and its text in points, as in the default table style.
const PADDING: f32 = 5.4;
/// Characters a row may have to be kept on one page.
const UNSPLIT_CHARS: usize = 400;

/// What stands in a row of the grid, left to right.
#[derive(Debug, Clone, Copy)]
struct Slot<'a> {
    /// The cell, or `None` where the row has none.
    cell: Option<&'a Cell>,
    /// Cells beyond the last column Word takes: their text goes here.
    beyond: &'a [Cell],
    /// First grid column, and how many.
    column: usize,
    span: usize,
    merge: Merge,
}

/// How a slot belongs to a cell of several rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Merge {
    None,
    Begins,
    GoesOn,
}

/// A cell that hangs down into the rows below.
#[derive(Debug, Clone, Copy)]
struct Hanging<'a> {
    cell: &'a Cell,
    rows_left: u32,
    span: usize,
}

/// The grid as rows are laid into it.
struct Grid<'a> {
    columns: usize,
    /// By first column.
    hanging: Vec<Option<Hanging<'a>>>,
}

impl<'a> Grid<'a> {
    fn of(table: &'a Table) -> Self {
        let columns = table.columns.len().max(widest_row(table)).clamp(1, MAX_COLUMNS);
        Grid { columns, hanging: vec![None; columns] }
    }

    /// The slots of the next row, of which `rows_left` are left with it.
    fn row(&mut self, row: &'a Row, rows_left: usize) -> Vec<Slot<'a>> {
        if !row.cells.is_empty() && self.is_covered() {
            // Cells that hang over a whole row which has cells of its own end above it.
            self.hanging.fill(None);
        }
        let mut slots = Vec::new();
        let mut cells = row.cells.iter();
        let mut column = 0;
        while column < self.columns {
            let slot = match self.hang(column) {
                Some(slot) => slot,
                None => self.place(cells.next(), column, rows_left),
            };
            column += slot.span;
            slots.push(slot);
        }
        if let Some(last) = slots.iter_mut().rev().find(|slot| slot.cell.is_some() && slot.merge != Merge::GoesOn) {
            last.beyond = cells.as_slice();
        }
        slots
    }

    /// Whether cells from above cover every column of the next row.
    fn is_covered(&self) -> bool {
        let covered: usize = self.hanging.iter().flatten().map(|hanging| hanging.span).sum();
        covered >= self.columns
    }

    /// The cell of a row above that goes on in this column.
    fn hang(&mut self, column: usize) -> Option<Slot<'a>> {
        let place = self.hanging.get_mut(column)?;
        let Hanging { cell, rows_left, span } = (*place)?;
        *place = (rows_left > 1).then_some(Hanging { cell, rows_left: rows_left - 1, span });
        Some(Slot { cell: Some(cell), beyond: &[], column, span, merge: Merge::GoesOn })
    }

    fn place(&mut self, cell: Option<&'a Cell>, column: usize, rows_left: usize) -> Slot<'a> {
        let free = (column..self.columns)
            .take_while(|column| self.hanging.get(*column).is_none_or(Option::is_none))
            .count()
            .max(1);
        let Some(cell) = cell else {
            return Slot { cell: None, beyond: &[], column, span: 1, merge: Merge::None };
        };
        let span = (cell.column_span.max(1) as usize).min(free);
        let rows = cell.row_span.clamp(1, rows_left.max(1) as u32);
        if rows > 1
            && let Some(place) = self.hanging.get_mut(column)
        {
            *place = Some(Hanging { cell, rows_left: rows - 1, span });
        }
        Slot { cell: Some(cell), beyond: &[], column, span, merge: if rows > 1 { Merge::Begins } else { Merge::None } }
    }
}

/// Columns that the widest row covers, those of cells hanging down from above included.
fn widest_row(table: &Table) -> usize {
    let mut widest = 0_usize;
    // Columns that cells hanging down cover, and how many of them end above which row.
    let (mut hanging, mut ends) = (0_usize, BTreeMap::<u64, usize>::new());
    for (index, row) in (0_u64..).zip(&table.rows) {
        hanging -= ends.remove(&index).unwrap_or(0);
        let span = |cell: &Cell| cell.column_span.clamp(1, MAX_COLUMNS as u32) as usize;
        let own: usize = row.cells.iter().map(span).sum();
        widest = widest.max(own + hanging);
        for cell in row.cells.iter().filter(|cell| cell.row_span > 1) {
            hanging += span(cell);
            *ends.entry(index + u64::from(cell.row_span)).or_default() += span(cell);
        }
    }
    widest
}

impl<X: Write> Document<'_, X> {
    /// Writes a table. Word would join two tables without a paragraph between them.
    pub(super) fn table(&mut self, table: &Table, frame: Frame) -> Result<()> {
        if table.rows.is_empty() {
            return Ok(());
        }
        if self.wrote == Wrote::Table || self.pending.is_some() {
            let tail = self.tail.take();
            self.separator();
            self.tail = tail;
        }
        self.page_top = false;
        let mut grid = Grid::of(table);
        let widths = widths(table, grid.columns);
        let border = uniform_border(table);
        self.xml.open("w:tbl", &[]);
        table_properties(&mut self.xml, table, &widths, border, frame);
        self.xml.element("w:tblGrid", &[], |xml| {
            widths.columns.iter().for_each(|width| xml.empty("w:gridCol", &[("w:w", &width.to_string())]));
        });
        let header_rows = table.rows.iter().take_while(|row| row.header).count();
        for (index, row) in table.rows.iter().enumerate() {
            self.context.tick(1)?;
            let slots = grid.row(row, table.rows.len() - index);
            self.xml.open("w:tr", &[]);
            row_properties(&mut self.xml, row, index < header_rows && header_rows < table.rows.len());
            for slot in slots {
                self.cell(&slot, &widths, border.is_some(), frame)?;
            }
            self.xml.close("w:tr");
        }
        self.xml.close("w:tbl");
        self.wrote = Wrote::Table;
        Ok(())
    }

    fn cell(&mut self, slot: &Slot<'_>, widths: &Widths, uniform: bool, frame: Frame) -> Result<()> {
        self.context.tick(1)?;
        let width: i32 = widths.columns.iter().skip(slot.column).take(slot.span).sum();
        self.xml.open("w:tc", &[]);
        cell_properties(&mut self.xml, slot, widths.known.then_some(width), uniform);
        self.wrote = Wrote::Nothing;
        if let Some(cell) = slot.cell.filter(|_| slot.merge != Merge::GoesOn) {
            let room = ((width as f32 / 20.0 - 2.0 * PADDING).max(PADDING), frame.room.1);
            let inner = Frame { start: 0, end: 0, room, list: None, last: false, ..frame };
            self.blocks(&cell.blocks, inner)?;
            for cell in slot.beyond {
                let message =
                    format!("a table has more than {MAX_COLUMNS} columns; the last hold the text of the others");
                self.context.warn(Warning::new(WarningCode::StructureFlattened, message));
                self.blocks(&cell.blocks, inner)?;
            }
        }
        // A cell ends in a paragraph.
        match self.wrote {
            Wrote::Nothing => self.xml.empty("w:p", &[]),
            Wrote::Table => {
                let tail = self.tail.take();
                self.separator();
                self.tail = tail;
            }
            Wrote::Paragraph => {}
        }
        self.xml.close("w:tc");
        Ok(())
    }
}

/// Widths of the grid's columns in twips.
struct Widths {
    columns: Vec<i32>,
    /// Whether the document states them all; Word finds them by the content where not.
    known: bool,
}

fn widths(table: &Table, columns: usize) -> Widths {
    let stated = |column: usize| table.columns.get(column).copied().filter(|width| width.is_finite() && *width > 0.0);
    let known = (0..columns).all(|column| stated(column).is_some());
    let width = |column| stated(column).map_or(1_440, |width| twips(width).clamp(20, MAX_TWIPS));
    Widths { columns: (0..columns).map(width).collect(), known }
}

/// The line around every cell, where it is the same everywhere.
fn uniform_border(table: &Table) -> Option<Border> {
    let mut cells = table.rows.iter().flat_map(|row| &row.cells);
    let border = cells.clone().next()?.borders.top?;
    cells.all(|cell| cell.borders == Borders::all(border)).then_some(border)
}

fn table_properties<X: Write>(
    xml: &mut XmlWriter<X>,
    table: &Table,
    widths: &Widths,
    border: Option<Border>,
    frame: Frame,
) {
    xml.element("w:tblPr", &[], |xml| {
        if border.is_some() {
            val(xml, "w:tblStyle", TABLE_GRID);
        }
        let total = widths.columns.iter().sum::<i32>().to_string();
        let width =
            if widths.known { [("w:w", &*total), ("w:type", "dxa")] } else { [("w:w", "0"), ("w:type", "auto")] };
        xml.empty("w:tblW", &width);
        match table.align {
            Some(Align::Center) => val(xml, "w:jc", "center"),
            Some(Align::End) => val(xml, "w:jc", "right"),
            _ => {
                let indent = (twips(table.indent).clamp(-MAX_TWIPS, MAX_TWIPS) + frame.start).to_string();
                xml.empty("w:tblInd", &[("w:w", &indent), ("w:type", "dxa")]);
            }
        }
        if let Some(border) = border.filter(|border| line(*border) != ("4".to_owned(), "000000".to_owned())) {
            xml.element("w:tblBorders", &[], |xml| {
                let sides = ["w:top", "w:left", "w:bottom", "w:right", "w:insideH", "w:insideV"];
                sides.iter().for_each(|side| write_border(xml, side, border));
            });
        }
        val_type(xml, "w:tblLayout", if widths.known { "fixed" } else { "autofit" });
        xml.empty("w:tblLook", &[("w:val", "04A0")]);
    });
}

fn val_type(xml: &mut XmlWriter<impl Write>, name: &str, value: &str) {
    xml.empty(name, &[("w:type", value)]);
}

fn row_properties<X: Write>(xml: &mut XmlWriter<X>, row: &Row, header: bool) {
    xml.group("w:trPr", |xml| {
        if header || is_short(row) {
            xml.empty("w:cantSplit", &[]);
        }
        let height = twips(row.height).clamp(0, MAX_TWIPS);
        if height > 0 {
            xml.empty("w:trHeight", &[("w:val", &height.to_string()), ("w:hRule", "atLeast")]);
        }
        if header {
            xml.empty("w:tblHeader", &[]);
        }
    });
}

/// Whether a row is so short that nobody would want it on two pages.
fn is_short(row: &Row) -> bool {
    use crate::model::flow::{Block, Inline};
    let mut chars = 0;
    for block in row.cells.iter().flat_map(|cell| &cell.blocks) {
        let Block::Paragraph(paragraph) = block else { return false };
        for inline in &paragraph.content {
            chars += if let Inline::Text(run) = inline { run.text.len() } else { 0 };
        }
        if chars > UNSPLIT_CHARS {
            return false;
        }
    }
    true
}

fn cell_properties<X: Write>(xml: &mut XmlWriter<X>, slot: &Slot<'_>, width: Option<i32>, uniform: bool) {
    xml.group("w:tcPr", |xml| {
        let shown = width.unwrap_or_default().to_string();
        xml.empty("w:tcW", &[("w:w", &shown), ("w:type", if width.is_some() { "dxa" } else { "auto" })]);
        if slot.span > 1 {
            val(xml, "w:gridSpan", &slot.span.to_string());
        }
        match slot.merge {
            Merge::None => {}
            Merge::Begins => val(xml, "w:vMerge", "restart"),
            Merge::GoesOn => xml.empty("w:vMerge", &[]),
        }
        let Some(cell) = slot.cell else { return };
        if !uniform {
            borders(xml, &cell.borders);
        }
        if cell.background.is_some() {
            shading(xml, cell.background);
        }
        match cell.vertical {
            VerticalAlign::Top => {}
            VerticalAlign::Middle => val(xml, "w:vAlign", "center"),
            VerticalAlign::Bottom => val(xml, "w:vAlign", "bottom"),
        }
    });
}

fn borders<X: Write>(xml: &mut XmlWriter<X>, borders: &Borders) {
    let sides =
        [("w:top", borders.top), ("w:left", borders.left), ("w:bottom", borders.bottom), ("w:right", borders.right)];
    xml.group("w:tcBorders", |xml| {
        for (side, border) in sides {
            if let Some(border) = border {
                write_border(xml, side, border);
            }
        }
    });
}

fn write_border(xml: &mut XmlWriter<impl Write>, side: &str, border: Border) {
    let (size, color) = line(border);
    xml.empty(side, &[("w:val", "single"), ("w:sz", &size), ("w:space", "0"), ("w:color", &color)]);
}

/// Width in eighths of a point, from 2 to 96 (ECMA-376 part 1, 17.3.4), and colour.
fn line(border: Border) -> (String, String) {
    let eighths = ((border.width * 8.0).round() as i32).clamp(2, 96);
    (eighths.to_string(), hex(border.color))
}
