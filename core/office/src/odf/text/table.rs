//! Tables (OASIS ODF 1.3 part 3, 9).

use super::super::measure::color;
use super::super::paragraph_style::{Break, borders, break_at, paddings, runs_right_to_left};
use super::super::styles::Properties;
use super::super::tree::Element;
use super::TextReader;
use transvase_base::context::Limit;
use transvase_base::error::Result;
use transvase_base::units::PT_PER_INCH;
use transvase_model::flow::{Align, Block, Cell, Edges, Row, Table, Turn, VerticalAlign, weight};
use transvase_model::text::grid::{self, MAX_COLUMNS};

/// Rows that one element may stand for.
const MAX_REPEATS: usize = 1_000;
/// Highest row that is believed, in points.
const MAX_HEIGHT: f32 = 20.0 * PT_PER_INCH;

/// A column as it is declared.
#[derive(Debug, Clone, Copy, Default)]
struct Column<'t> {
    width: Option<f32>,
    /// Share of the table's width.
    share: Option<f32>,
    cell_style: Option<&'t str>,
}

impl<'t> TextReader<'t> {
    /// A table.
    pub(super) fn table(&mut self, element: &'t Element, out: &mut Vec<Block>) -> Result<()> {
        let chain = self.styles.chain(self.scope, "table", element.get("table:style-name"));
        let properties = chain.properties("style:table-properties");
        match break_at(&properties, "fo:break-before") {
            Break::Page => out.push(Block::PageBreak),
            Break::Column => out.push(Block::ColumnBreak),
            Break::None => {}
        }
        let columns = self.columns(element)?;
        let outer = self.measure;
        let whole = width(&properties, outer);
        let widths = widths(&columns, whole);
        let mut rows = Vec::new();
        let mut padding = None;
        for (row, header) in rows_of(element) {
            self.row(row, header, (&columns, &widths), (&mut rows, &mut padding))?;
        }
        self.measure = outer;
        let mut cells: Vec<&mut Vec<Cell>> = rows.iter_mut().map(|row| &mut row.cells).collect();
        let is_whole = grid::is_whole(&cells.iter().map(|cells| &**cells).collect::<Vec<_>>(), widths.len());
        let count = if is_whole { widths.len() } else { grid::set(&mut cells, self.context)? };
        let widths = if count == widths.len() { widths } else { vec![0.0; count] };
        let (align, indent) = stand(&properties);
        if rows.iter().any(|row| !row.cells.is_empty()) {
            let style = chain.display_name().map(Into::into);
            let right_to_left = runs_right_to_left(&properties).unwrap_or(false);
            let columns = widths;
            out.push(Block::Table(Table {
                fixed: true,
                columns,
                indent,
                align,
                padding,
                right_to_left,
                rows,
                style,
                ..Table::default()
            }));
        }
        Ok(())
    }

    /// The columns, those that are repeated as often as there may be columns.
    fn columns(&mut self, table: &'t Element) -> Result<Vec<Column<'t>>> {
        let mut columns = Vec::new();
        for element in gathered(table, "table:table-column", COLUMN_GROUPS) {
            self.context.tick(1)?;
            let chain = self.styles.chain(self.scope, "table-column", element.get("table:style-name"));
            let properties = chain.properties("style:table-column-properties");
            let share =
                properties.get("style:rel-column-width").and_then(|share| share.trim_end_matches('*').parse().ok());
            let column = Column {
                width: properties.length("style:column-width").filter(|width| *width > 0.0),
                share: share.filter(|share: &f32| share.is_finite() && *share > 0.0),
                cell_style: element.get("table:default-cell-style-name"),
            };
            let count = element.number("table:number-columns-repeated").unwrap_or(1).clamp(1, MAX_COLUMNS);
            let room = MAX_COLUMNS.saturating_sub(columns.len());
            columns.extend(std::iter::repeat_n(column, count.min(room)));
        }
        self.context.charge(Limit::elements, columns.len() as u64)?;
        Ok(columns)
    }

    fn row(
        &mut self,
        element: &'t Element,
        header: bool,
        (columns, widths): (&[Column<'t>], &[f32]),
        (rows, padding): (&mut Vec<Row>, &mut Option<Edges>),
    ) -> Result<()> {
        self.context.charge(Limit::elements, 1)?;
        let chain = self.styles.chain(self.scope, "table-row", element.get("table:style-name"));
        let properties = chain.properties("style:table-row-properties");
        let height = properties.length("style:row-height").or_else(|| properties.length("style:min-row-height"));
        let ground = properties.get("fo:background-color").and_then(color);
        let height = height.unwrap_or_default().clamp(0.0, MAX_HEIGHT);
        let exact = properties.length("style:row-height").is_some()
            && properties.get("style:use-optimal-row-height") != Some("true");
        let keep_together = properties.get("fo:keep-together") == Some("always");
        let mut row = Row { header, height, exact, keep_together, ..Row::default() };
        let mut at = 0;
        for cell in element.elements() {
            let repeated = cell.number("table:number-columns-repeated").unwrap_or(1).clamp(1, MAX_COLUMNS);
            if cell.name() == "table:table-cell" && at < MAX_COLUMNS {
                let usual = element.get("table:default-cell-style-name");
                let usual = usual.or(columns.get(at).and_then(|column| column.cell_style));
                let (mut read, room) = self.cell(cell, usual, widths.get(at..).unwrap_or_default())?;
                read.background = read.background.or(ground);
                read.header = header;
                *padding = padding.or(room);
                let weight = weight(&read.blocks) + 1;
                self.repeat(read, repeated.min(MAX_COLUMNS - at), weight, &mut row.cells)?;
            }
            at = at.saturating_add(repeated);
        }
        let count = element.number("table:number-rows-repeated").unwrap_or(1).clamp(1, MAX_REPEATS);
        let weight = row.cells.iter().map(|cell| weight(&cell.blocks) + 1).sum();
        self.repeat(row, count, weight, rows)
    }

    /// Puts so many of the same into a list. Each copy is charged for all that it holds, before it is made.
    fn repeat<T: Clone>(&self, one: T, count: usize, weight: u64, out: &mut Vec<T>) -> Result<()> {
        for _ in 1..count {
            self.context.charge(Limit::elements, weight)?;
            self.context.tick(weight)?;
            out.push(one.clone());
        }
        self.context.charge(Limit::elements, 1)?;
        out.push(one);
        Ok(())
    }

    /// A cell, and the room between its lines and its text; `widths` are those of its column and the ones behind it.
    fn cell(&mut self, element: &'t Element, usual: Option<&'t str>, widths: &[f32]) -> Result<(Cell, Option<Edges>)> {
        let chain = self.styles.chain(self.scope, "table-cell", element.get("table:style-name").or(usual));
        let properties = chain.properties("style:table-cell-properties");
        let span = |name| element.number::<u32>(name).unwrap_or(1).clamp(1, MAX_COLUMNS as u32);
        let column_span = span("table:number-columns-spanned");
        let room = properties.side("fo:padding-left", "fo:padding").is_some().then(|| paddings(&properties));
        let width: f32 = widths.iter().take(column_span as usize).sum();
        let sides = room.map_or(0.0, |room| room.left + room.right);
        self.measure = (width - sides).max(1.0);
        let item = self.item.take();
        let mut blocks = Vec::new();
        self.blocks(element, &mut blocks)?;
        self.item = item;
        let cell = Cell {
            column_span,
            row_span: span("table:number-rows-spanned"),
            blocks,
            vertical: vertical(&properties),
            background: properties.get("fo:background-color").and_then(color),
            borders: borders(&properties),
            header: false,
            turn: turn(&properties),
        };
        Ok((cell, room))
    }
}

/// Elements that columns may lie in.
const COLUMN_GROUPS: &[&str] = &["table:table-columns", "table:table-header-columns", "table:table-column-group"];
/// Elements that rows may lie in.
const ROW_GROUPS: &[&str] = &["table:table-rows", "table:table-header-rows", "table:table-row-group"];

/// The elements of a name in a table, those in groups among them.
fn gathered<'t>(
    table: &'t Element,
    name: &'static str,
    groups: &'static [&'static str],
) -> impl Iterator<Item = &'t Element> {
    let mut stack: Vec<&Element> = table.elements().rev().collect();
    std::iter::from_fn(move || {
        loop {
            let element = stack.pop()?;
            if element.name() == name {
                return Some(element);
            }
            if groups.contains(&element.name()) {
                stack.extend(element.elements().rev());
            }
        }
    })
}

/// The rows, and whether each is repeated on every page.
fn rows_of(table: &Element) -> impl Iterator<Item = (&Element, bool)> {
    let mut stack: Vec<(&Element, bool)> = table.elements().rev().map(|element| (element, false)).collect();
    std::iter::from_fn(move || {
        loop {
            let (element, header) = stack.pop()?;
            if element.name() == "table:table-row" {
                return Some((element, header));
            }
            if ROW_GROUPS.contains(&element.name()) {
                let header = header || element.name() == "table:table-header-rows";
                stack.extend(element.elements().rev().map(|inner| (inner, header)));
            }
        }
    })
}

/// The width of a table in a column of text.
fn width(properties: &Properties<'_>, measure: f32) -> f32 {
    let share = properties.get("style:rel-width").and_then(super::super::measure::share);
    let sides = properties.length("fo:margin-left").unwrap_or_default()
        + properties.length("fo:margin-right").unwrap_or_default();
    share.map(|share| share * measure).or_else(|| properties.length("style:width")).unwrap_or(measure - sides).max(1.0)
}

/// The widths of columns: as they say, or as shares of the whole.
fn widths(columns: &[Column<'_>], whole: f32) -> Vec<f32> {
    if columns.iter().all(|column| column.width.is_some()) {
        return columns.iter().filter_map(|column| column.width).collect();
    }
    let shares: f32 = columns.iter().map(|column| column.share.unwrap_or(1.0)).sum();
    columns.iter().map(|column| whole * column.share.unwrap_or(1.0) / shares.max(f32::MIN_POSITIVE)).collect()
}

/// Where a table stands (20.407 `table:align`).
fn stand(properties: &Properties<'_>) -> (Option<Align>, f32) {
    let indent = || properties.length("fo:margin-left").unwrap_or_default();
    match properties.get("table:align") {
        Some("center") => (Some(Align::Center), 0.0),
        Some("right") => (Some(Align::End), 0.0),
        _ => (None, indent()),
    }
}

fn vertical(properties: &Properties<'_>) -> VerticalAlign {
    match properties.get("style:vertical-align") {
        Some("middle") => VerticalAlign::Middle,
        Some("bottom") => VerticalAlign::Bottom,
        _ => VerticalAlign::Top,
    }
}

/// Which way the text of a cell runs (20.404 `style:writing-mode`, 20.351 `style:rotation-angle`).
fn turn(properties: &Properties<'_>) -> Turn {
    let mode = properties.get("loext:writing-mode").or_else(|| properties.get("style:writing-mode"));
    match (mode, properties.get("style:rotation-angle")) {
        (Some("bt-lr"), _) | (_, Some("90")) => Turn::Up,
        (Some("tb-rl90" | "tb-rl" | "tb"), _) | (_, Some("270")) => Turn::Down,
        _ => Turn::None,
    }
}
