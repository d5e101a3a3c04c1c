//! Tables: rows of cells are gathered as they come and set into a grid at the end.

use transvase_base::error::Result;
use transvase_model::flow::{
    Align, Block, Border, Borders, Cell, Color, Group, GroupKind, Purpose, Row, Table, TableWidth, VerticalAlign,
    runs_right_to_left,
};
use transvase_model::text::grid::{self, MAX_COLUMNS};

use super::super::css::{Computed, Script, Side};
use super::super::tree::Element;
use super::Builder;
use super::block_box::Placing;
use super::frames::FrameKind;
use super::table_room::{self, Room, column_width};

/// A table under way.
#[derive(Debug)]
pub(super) struct Grid {
    rows: Vec<GridRow>,
    /// What rows that begin now belong to.
    part: Part,
    /// The first row of the group that is open.
    group: usize,
    /// The table's own lines: top, right, bottom, left.
    borders: [Option<Border>; 4],
    /// Whether its columns run from the right, where its source says which way.
    direction: Option<bool>,
    /// Blocks that were found between rows.
    pub before: Vec<Block>,
    captions: Vec<Block>,
    /// Widths of columns by themselves.
    columns: Vec<Option<TableWidth>>,
    /// Where it stands, and its ground, where it comes onto pages.
    placing: Option<Placing>,
    background: Option<Color>,
    table: Table,
}

/// A cell, and the room that it asks for.
#[derive(Debug)]
pub(super) struct GridCell {
    cell: Cell,
    room: Room,
}

/// The part of a table that a row is in; the foot may be written before the body, which it stands below (HTML 4.01, 11.2.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    #[default]
    Body,
    Head,
    Foot,
}

#[derive(Debug, Default)]
struct GridRow {
    part: Part,
    background: Option<Color>,
    cells: Vec<Cell>,
    rooms: Vec<Room>,
}

impl Grid {
    /// An empty table in the given style.
    pub fn new(element: &Element, style: &Computed, placing: Option<Placing>) -> Grid {
        let centred = style.margin[1].is_none() && style.margin[3].is_none();
        let table = Table {
            align: centred.then_some(Align::Center),
            indent: style.margin(Side::Start).max(0.0),
            right_to_left: style.starts_right(),
            purpose: purpose(element),
            ..Table::default()
        };
        Grid {
            rows: Vec::new(),
            part: Part::Body,
            group: 0,
            borders: style.borders,
            direction: style.text.right_to_left,
            before: Vec::new(),
            captions: Vec::new(),
            columns: Vec::new(),
            placing,
            background: style.background.filter(|_| placing.is_some()),
            table,
        }
    }
}

/// What a table is for: those that only place what they hold say that they present it (WAI-ARIA 1.2, `presentation`).
fn purpose(element: &Element) -> Purpose {
    match element.attribute("role").map(str::trim) {
        Some("presentation" | "none") => Purpose::Layout,
        _ => Purpose::Data,
    }
}

/// A cell without its text.
pub(super) fn cell(element: &Element, style: &Computed) -> GridCell {
    let span = |name, most| {
        let given = element.attribute(name).and_then(|span| span.trim().parse::<u32>().ok());
        given.unwrap_or(1).clamp(1, most)
    };
    let [top, right, bottom, left] = style.borders;
    let cell = Cell {
        column_span: span("colspan", MAX_COLUMNS as u32),
        // Zero means to the end of the table.
        row_span: if element.attribute("rowspan").map(str::trim) == Some("0") {
            65_534
        } else {
            span("rowspan", 65_534)
        },
        blocks: Vec::new(),
        vertical: match style.vertical {
            Script::Middle => VerticalAlign::Middle,
            Script::Bottom => VerticalAlign::Bottom,
            _ => VerticalAlign::Top,
        },
        background: style.background,
        borders: Borders { top, right, bottom, left },
        header: element.local() == "th",
        ..Cell::default()
    };
    GridCell { cell, room: Room::of(style) }
}

impl Builder<'_> {
    fn grid(&mut self) -> Option<&mut Grid> {
        match &mut self.frame().kind {
            FrameKind::Table(grid) => Some(grid),
            _ => None,
        }
    }

    pub(super) fn start_row(&mut self, style: &Computed) {
        let background = style.background;
        if let Some(grid) = self.grid() {
            let part = grid.part;
            grid.rows.push(GridRow { part, background, ..GridRow::default() });
        }
    }

    /// A cell without a row around it begins one.
    pub(super) fn ensure_row(&mut self, style: &Computed) {
        if self.grid().is_some_and(|grid| grid.rows.is_empty()) {
            self.start_row(&Computed { background: None, ..style.clone() });
        }
    }

    pub(super) fn end_row(&mut self, style: &Computed) {
        if let Some(grid) = self.grid() {
            let last = grid.rows.len().saturating_sub(1);
            frame_rows(&mut grid.rows[last..], style.borders, grid.table.right_to_left);
        }
    }

    pub(super) fn start_group(&mut self, element: &Element) {
        if let Some(grid) = self.grid() {
            grid.part = match element.local() {
                "thead" => Part::Head,
                "tfoot" => Part::Foot,
                _ => Part::Body,
            };
            grid.group = grid.rows.len();
        }
    }

    pub(super) fn end_group(&mut self, style: &Computed) {
        if let Some(grid) = self.grid() {
            grid.part = Part::Body;
            let first = grid.group.min(grid.rows.len());
            frame_rows(&mut grid.rows[first..], style.borders, grid.table.right_to_left);
        }
    }

    /// Takes the width of columns.
    pub(super) fn column(&mut self, element: &Element, style: &Computed) {
        let span = element.attribute("span").and_then(|span| span.trim().parse().ok()).unwrap_or(1).min(MAX_COLUMNS);
        if let Some(grid) = self.grid().filter(|grid| element.local() == "col" && grid.columns.len() < MAX_COLUMNS) {
            grid.columns.extend(std::iter::repeat_n(column_width(style, 0.0), span));
        }
    }

    pub(super) fn close_cell(&mut self, cell: GridCell, blocks: Vec<Block>) {
        let GridCell { mut cell, room } = cell;
        self.space = 0.0;
        self.new_page = false;
        cell.blocks = blocks;
        let Some(grid) = self.grid() else { return };
        if let Some(row) = grid.rows.last_mut() {
            cell.background = cell.background.or(row.background).or(grid.background);
            row.cells.push(cell);
            row.rooms.push(room);
        }
    }

    /// Captions go above the table.
    pub(super) fn close_caption(&mut self, blocks: Vec<Block>) {
        if let Some(grid) = self.grid() {
            grid.captions.extend(blocks);
        }
    }

    pub(super) fn close_table(&mut self, grid: Grid) -> Result<()> {
        let Grid { mut rows, before, mut captions, mut table, borders, direction, columns: said, placing, .. } = grid;
        for block in before {
            self.push_block(block);
        }
        rows.retain(|row| !row.cells.is_empty());
        rows.sort_by_key(|row| row.part == Part::Foot);
        if rows.is_empty() {
            captions.into_iter().for_each(|block| self.push_block(block));
            return Ok(());
        }
        let text = rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.blocks);
        table.right_to_left = direction.unwrap_or_else(|| runs_right_to_left(text));
        frame_rows(&mut rows, borders, table.right_to_left);
        // A head without its element: a first row of nothing but heading cells.
        if rows.len() > 1 && rows[0].cells.iter().all(|cell| cell.header) {
            rows[0].part = Part::Head;
        }
        let mut cells: Vec<&mut Vec<Cell>> = rows.iter_mut().map(|row| &mut row.cells).collect();
        let columns = grid::set(&mut cells, self.context)?;
        table.columns = vec![0.0; columns];
        let rooms: Vec<Vec<Room>> = rows.iter_mut().map(|row| std::mem::take(&mut row.rooms)).collect();
        let row = |row: GridRow| Row { header: row.part == Part::Head, cells: row.cells, ..Row::default() };
        table.rows = rows.into_iter().map(row).collect();
        keep_heads_first(&mut table.rows);
        if let Some(placing) = &placing {
            table_room::settle_widths(&mut table, &rooms, &said, placing);
            table_room::settle_padding(&mut table, &rooms, self.has_own_pages());
        }
        let table = Block::Table(table);
        if captions.is_empty() {
            self.push_block(table);
        } else {
            captions.push(table);
            self.push_block(Block::Group(Group { kind: GroupKind::Figure, blocks: captions }));
        }
        Ok(())
    }
}

/// Draws the lines around rows as lines of the cells at their edges that have none of their own. The
/// first cell of a row stands at the left, or at the right where the columns run from there.
fn frame_rows(rows: &mut [GridRow], [top, right, bottom, left]: [Option<Border>; 4], right_to_left: bool) {
    let last = rows.len().saturating_sub(1);
    for (index, row) in rows.iter_mut().enumerate().filter(|(_, row)| !row.cells.is_empty()) {
        for cell in &mut row.cells {
            let borders = &mut cell.borders;
            borders.top = borders.top.or(top.filter(|_| index == 0));
            borders.bottom = borders.bottom.or(bottom.filter(|_| index == last));
        }
        let (leftmost, rightmost) = if right_to_left { (row.cells.len() - 1, 0) } else { (0, row.cells.len() - 1) };
        let edge = &mut row.cells[leftmost].borders.left;
        *edge = edge.or(left);
        let edge = &mut row.cells[rightmost].borders.right;
        *edge = edge.or(right);
    }
}

/// Only rows at the top can be repeated.
fn keep_heads_first(rows: &mut [Row]) {
    let heads = rows.iter().take_while(|row| row.header).count();
    // A table of nothing but heads has a body after all.
    let heads = if heads == rows.len() { 0 } else { heads };
    for row in &mut rows[heads..] {
        row.header = false;
    }
    for row in &mut rows[..heads] {
        row.header = true;
    }
}
