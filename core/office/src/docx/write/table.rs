//! Tables: a grid of columns, with cells that span them (ECMA-376 part 1, 17.4).

use std::io::Write;

use super::bucket::{Bucket, Place};
use super::changes::ChangeMark;
use super::document::{Document, Frame, Wrote};
use super::grid::{Grid, MAX_COLUMNS, Merge, PADDING, Slot, Widths};
use super::look::{MAX_TWIPS, side};
use super::properties::{self, shading, val};
use super::style_names::TABLE_GRID;
use super::survey::Survey;
use super::template::Template;
use transvase_base::error::Result;
use transvase_base::units::twips;
use transvase_base::warning::{Warning, WarningCode};
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{
    Align, Border, Borders, Color, Edges, LineKind, Origin, Placement, Purpose, Row, Table, Turn, VerticalAlign,
};

/// Characters a row may have to be kept on one page.
const UNSPLIT_CHARS: usize = 400;
/// Height in points of such a row at most: some five lines.
const UNSPLIT_HEIGHT: f32 = 72.0;

impl<X: Write> Document<'_, X> {
    /// Writes a table. Word would join two tables without a paragraph between them.
    pub(super) fn table(&mut self, table: &Table, frame: Frame) -> Result<()> {
        if table.rows.is_empty() {
            return Ok(());
        }
        if self.wrote == Wrote::Table || self.pending.is_some() {
            let tail = self.tail.take();
            self.separator()?;
            self.tail = tail;
        }
        self.page_top = false;
        let mut grid = Grid::of(table);
        let widths = Widths::of(table, grid.columns, frame.room.0);
        let border = uniform_border(table);
        self.xml.open("w:tbl", &[]);
        let direction = Direction { table: table.right_to_left, text: self.is_right_to_left() };
        let style = table_style(self.survey, table, border);
        let border = border.filter(|_| !style.is_of_template);
        table_properties(&mut self.xml, table, direction, &widths, (border, style), frame);
        self.xml.element("w:tblGrid", &[], |xml| {
            widths.columns.iter().for_each(|width| xml.empty("w:gridCol", &[("w:w", &width.to_string())]));
        });
        let uniform = border.is_some() || style.is_of_template;
        let bare_head = style.is_of_template;
        let look = CellLook { uniform, bare: false, mirrored: table.right_to_left };
        let header_rows = table.rows.iter().take_while(|row| row.header).count();
        for (index, row) in table.rows.iter().enumerate() {
            self.context.tick(1)?;
            let slots = grid.row(row, table.rows.len() - index);
            self.xml.open("w:tr", &[]);
            let change = row.change.and_then(|change| self.change_mark(change));
            row_properties(&mut self.xml, row, index < header_rows && header_rows < table.rows.len(), change);
            for slot in slots {
                let bare = bare_head && row.header;
                let place = slot.cell.map_or(frame.place, |cell| Place::of_cell(row, cell));
                self.cell(&slot, &widths, CellLook { bare, ..look }, Frame { place, ..frame })?;
            }
            self.xml.close("w:tr");
        }
        self.xml.close("w:tbl");
        self.wrote = Wrote::Table;
        Ok(())
    }

    fn cell(&mut self, slot: &Slot<'_>, widths: &Widths, look: CellLook, frame: Frame) -> Result<()> {
        self.context.tick(1)?;
        let width: i32 = widths.columns.iter().skip(slot.column).take(slot.span).sum();
        self.xml.open("w:tc", &[]);
        cell_properties(&mut self.xml, slot, widths.known.then_some(width), look);
        self.wrote = Wrote::Nothing;
        if let Some(cell) = slot.cell.filter(|_| slot.merge != Merge::GoesOn) {
            let room = ((width as f32 / 20.0 - 2.0 * PADDING).max(PADDING), frame.room.1);
            let inner = Frame { start: 0, end: 0, listed: 0, room, list: None, last: false, ..frame };
            self.blocks(&cell.blocks, inner)?;
            for cell in slot.beyond {
                let message = format!(
                    "a table has more than {MAX_COLUMNS} columns; the text of the others was put into the last one"
                );
                self.context.warn(Warning::new(WarningCode::StructureFlattened, message));
                self.blocks(&cell.blocks, inner)?;
            }
        }
        if self.wrote == Wrote::Nothing {
            self.empty_cell();
            self.wrote = Wrote::Paragraph;
        }
        self.end_contained(frame)?;
        self.xml.close("w:tc");
        Ok(())
    }

    /// The paragraph that every cell needs, in the style of cells where there is text in any.
    fn empty_cell(&mut self) {
        let style = self.survey.looks.contains_key(&Bucket::Cell).then(|| self.survey.style(Bucket::Cell)).flatten();
        match style {
            Some(style) => {
                self.xml.element("w:p", &[], |xml| xml.element("w:pPr", &[], |xml| val(xml, "w:pStyle", style)));
            }
            None => self.xml.empty("w:p", &[]),
        }
    }
}

/// Which way columns and text run; true is from the right.
#[derive(Debug, Clone, Copy)]
struct Direction {
    table: bool,
    /// Most of the document's text.
    text: bool,
}

impl Direction {
    /// Says which way the columns run. LibreOffice takes the way of the text where nothing is said.
    fn write(self, xml: &mut XmlWriter<impl Write>) {
        match (self.table, self.text) {
            (true, _) => xml.empty("w:bidiVisual", &[]),
            (false, true) => val(xml, "w:bidiVisual", "0"),
            (false, false) => {}
        }
    }
}

/// What the cells of a table have in common.
#[derive(Debug, Clone, Copy)]
struct CellLook {
    /// The lines are those of the table.
    uniform: bool,
    /// Its ground is that of the table's style.
    bare: bool,
    /// What is called left stands at the right.
    mirrored: bool,
}

/// The line around every cell, where it is the same everywhere.
fn uniform_border(table: &Table) -> Option<Border> {
    let mut cells = table.rows.iter().flat_map(|row| &row.cells);
    let border = cells.clone().next()?.borders.top?;
    cells.all(|cell| cell.borders == Borders::all(border)).then_some(border)
}

/// The style of a table.
#[derive(Debug, Clone, Copy)]
struct Style<'s> {
    id: Option<&'s str>,
    /// Whether the lines and the room in cells are those of a template's style.
    is_of_template: bool,
}

/// The style of a table: of one with lines that of the template, or that with lines around every cell.
fn table_style<'s>(survey: &'s Survey, table: &Table, border: Option<Border>) -> Style<'s> {
    let mut cells = table.rows.iter().flat_map(|row| &row.cells);
    let has_lines = cells.any(|cell| cell.borders != Borders::default());
    let named = |template: &'s Template| template.styles.find("table", table.style.as_deref()?);
    let own = survey.template.as_ref().and_then(|template| named(template).or_else(|| template.styles.table()));
    match own.filter(|_| has_lines && table.purpose == Purpose::Data) {
        Some(id) => Style { id: Some(id), is_of_template: true },
        None => {
            let grid = border.map(|_| survey.named(TABLE_GRID, "table", "Table Grid"));
            Style { id: grid, is_of_template: false }
        }
    }
}

/// Where a floating table stands (17.4.57).
fn place(xml: &mut XmlWriter<impl Write>, placement: &Placement) {
    let across = |length: f32| twips(length).clamp(-MAX_TWIPS, MAX_TWIPS).to_string();
    let (room, x, y) = (across(placement.room), across(placement.x), across(placement.y));
    let anchor = if placement.origin == Origin::Page { "page" } else { "text" };
    let attributes = [
        ("w:leftFromText", &*room),
        ("w:rightFromText", &*room),
        ("w:vertAnchor", anchor),
        ("w:horzAnchor", anchor),
        ("w:tblpX", &*x),
        ("w:tblpY", &*y),
    ];
    xml.empty("w:tblpPr", &attributes);
}

fn table_properties<X: Write>(
    xml: &mut XmlWriter<X>,
    table: &Table,
    direction: Direction,
    widths: &Widths,
    (border, style): (Option<Border>, Style<'_>),
    frame: Frame,
) {
    xml.element("w:tblPr", &[], |xml| {
        if let Some(style) = style.id {
            val(xml, "w:tblStyle", style);
        }
        if let Some(placement) = table.placement.as_deref() {
            place(xml, placement);
        }
        direction.write(xml);
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
        if let Some(border) = border.filter(|border| side(*border) != (4, Color::BLACK, LineKind::Single)) {
            xml.element("w:tblBorders", &[], |xml| {
                for side in ["w:top", "w:left", "w:bottom", "w:right", "w:insideH", "w:insideV"] {
                    write_border(xml, side, border);
                }
            });
        }
        val_type(xml, "w:tblLayout", if widths.known { "fixed" } else { "autofit" });
        if let Some(padding) = table.padding.as_ref().filter(|_| !style.is_of_template) {
            let Edges { left, right, .. } = *padding;
            margins(xml, &if direction.table { Edges { left: right, right: left, ..*padding } } else { *padding });
        }
        // The first row stands out, and where nobody else decides the first column.
        val(xml, "w:tblLook", if style.is_of_template { "0420" } else { "04A0" });
    });
}

/// Room between the lines of cells and their text.
fn margins<X: Write>(xml: &mut XmlWriter<X>, Edges { top, right, bottom, left }: &Edges) {
    xml.element("w:tblCellMar", &[], |xml| {
        for (name, room) in [("w:top", top), ("w:left", left), ("w:bottom", bottom), ("w:right", right)] {
            let room = twips(*room).clamp(0, MAX_TWIPS).to_string();
            xml.empty(name, &[("w:w", &room), ("w:type", "dxa")]);
        }
    });
}

fn val_type(xml: &mut XmlWriter<impl Write>, name: &str, value: &str) {
    xml.empty(name, &[("w:type", value)]);
}

fn row_properties<X: Write>(xml: &mut XmlWriter<X>, row: &Row, header: bool, change: Option<ChangeMark>) {
    xml.group("w:trPr", |xml| {
        if header || row.keep_together || is_short(row) {
            xml.empty("w:cantSplit", &[]);
        }
        let height = twips(row.height).clamp(0, MAX_TWIPS);
        if height > 0 {
            xml.empty(
                "w:trHeight",
                &[("w:val", &height.to_string()), ("w:hRule", if row.exact { "exact" } else { "atLeast" })],
            );
        }
        if header {
            xml.empty("w:tblHeader", &[]);
        }
        if let Some(change) = change {
            xml.empty(change.name, &change.attributes());
        }
    });
}

/// Whether a row is so short that nobody would want it on two pages.
fn is_short(row: &Row) -> bool {
    use transvase_model::flow::{Block, Inline};
    let mut chars = if row.height > UNSPLIT_HEIGHT { UNSPLIT_CHARS } else { 0 };
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

fn cell_properties<X: Write>(xml: &mut XmlWriter<X>, slot: &Slot<'_>, width: Option<i32>, look: CellLook) {
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
        if !look.uniform {
            let own = own_borders(slot, cell.borders);
            borders(xml, &if look.mirrored { own.mirrored() } else { own });
        }
        if cell.background.is_some() && !look.bare {
            shading(xml, cell.background);
        }
        match cell.turn {
            Turn::None => {}
            Turn::Down => val(xml, "w:textDirection", "tbRl"),
            Turn::Up => val(xml, "w:textDirection", "btLr"),
        }
        match cell.vertical {
            VerticalAlign::Top => {}
            VerticalAlign::Middle => val(xml, "w:vAlign", "center"),
            VerticalAlign::Bottom => val(xml, "w:vAlign", "bottom"),
        }
    });
}

/// The lines of a cell that its part in one row draws: none run through the cell, which would make
/// the row as high as if they did.
fn own_borders(slot: &Slot<'_>, all: Borders) -> Borders {
    let top = all.top.filter(|_| slot.merge != Merge::GoesOn);
    let bottom = all.bottom.filter(|_| slot.merge == Merge::None || slot.ends);
    Borders { top, bottom, ..all }
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

fn write_border(xml: &mut XmlWriter<impl Write>, name: &str, border: Border) {
    properties::border(xml, name, side(border), "0");
}
