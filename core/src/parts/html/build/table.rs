//! Tables: rows of cells are gathered as they come and set into a grid at the end.

use crate::context::{Context, Limit};
use crate::error::Result;
use crate::model::flow::{
    Align, Block, Border, Borders, Cell, Color, Group, GroupKind, Purpose, Row, Table, VerticalAlign,
    runs_right_to_left,
};

use super::super::css::{Computed, Script, Side};
use super::super::tree::Element;
use super::Builder;
use super::frames::FrameKind;

/// Columns a table may have (HTML, 4.9.11, caps spans at the same number).
const MAX_COLUMNS: usize = 1_000;

/// A table under way.
#[derive(Debug)]
pub(super) struct Grid {
    rows: Vec<GridRow>,
    /// Rows that begin now belong to the head.
    in_head: bool,
    /// The first row of the group that is open.
    group: usize,
    /// The table's own lines: top, right, bottom, left.
    borders: [Option<Border>; 4],
    /// Whether its columns run from the right, where its source says which way.
    direction: Option<bool>,
    /// Blocks that were found between rows.
    pub before: Vec<Block>,
    captions: Vec<Block>,
    table: Table,
}

#[derive(Debug, Default)]
struct GridRow {
    head: bool,
    background: Option<Color>,
    cells: Vec<Cell>,
}

impl Grid {
    /// An empty table in the given style.
    pub fn new(element: &Element, style: &Computed) -> Grid {
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
            in_head: false,
            group: 0,
            borders: style.borders,
            direction: style.text.right_to_left,
            before: Vec::new(),
            captions: Vec::new(),
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
pub(super) fn cell(element: &Element, style: &Computed) -> Cell {
    let span = |name, most| {
        let given = element.attribute(name).and_then(|span| span.trim().parse::<u32>().ok());
        given.unwrap_or(1).clamp(1, most)
    };
    let [top, right, bottom, left] = style.borders;
    Cell {
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
    }
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
            let head = grid.in_head;
            grid.rows.push(GridRow { head, background, cells: Vec::new() });
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

    pub(super) fn start_group(&mut self, head: bool) {
        if let Some(grid) = self.grid() {
            (grid.in_head, grid.group) = (head, grid.rows.len());
        }
    }

    pub(super) fn end_group(&mut self, style: &Computed) {
        if let Some(grid) = self.grid() {
            grid.in_head = false;
            let first = grid.group.min(grid.rows.len());
            frame_rows(&mut grid.rows[first..], style.borders, grid.table.right_to_left);
        }
    }

    pub(super) fn close_cell(&mut self, mut cell: Cell, blocks: Vec<Block>) {
        self.space = 0.0;
        self.new_page = false;
        cell.blocks = blocks;
        if let Some(row) = self.grid().and_then(|grid| grid.rows.last_mut()) {
            cell.background = cell.background.or(row.background);
            row.cells.push(cell);
        }
    }

    /// Captions go above the table.
    pub(super) fn close_caption(&mut self, blocks: Vec<Block>) {
        if let Some(grid) = self.grid() {
            grid.captions.extend(blocks);
        }
    }

    pub(super) fn close_table(&mut self, grid: Grid) -> Result<()> {
        let Grid { mut rows, before, mut captions, mut table, borders, direction, .. } = grid;
        for block in before {
            self.push_block(block);
        }
        rows.retain(|row| !row.cells.is_empty());
        if rows.is_empty() {
            captions.into_iter().for_each(|block| self.push_block(block));
            return Ok(());
        }
        let text = rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.blocks);
        table.right_to_left = direction.unwrap_or_else(|| runs_right_to_left(text));
        frame_rows(&mut rows, borders, table.right_to_left);
        // A head without its element: a first row of nothing but heading cells.
        if !rows[0].head && rows.len() > 1 && rows[0].cells.iter().all(|cell| cell.header) {
            rows[0].head = true;
        }
        let columns = set(&mut rows, self.context)?;
        table.columns = vec![0.0; columns];
        table.rows = rows.into_iter().map(|row| Row { header: row.head, height: 0.0, cells: row.cells }).collect();
        keep_heads_first(&mut table.rows);
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

/// Sets the cells into a grid: finds each one's column, clamps spans to the table, leaves out
/// columns in which no cell begins, and fills rows that end early. Returns the number of columns.
fn set(rows: &mut [GridRow], context: &Context) -> Result<usize> {
    let mut starts = place(rows, context)?;
    let mut begins = [false; MAX_COLUMNS];
    for start in starts.iter().flatten() {
        begins[*start] = true;
    }
    // How many columns with a beginning lie before each one.
    let mut ranks = vec![0];
    for begin in begins {
        ranks.push(ranks[ranks.len() - 1] + usize::from(begin));
    }
    for (row, starts) in rows.iter_mut().zip(&mut starts) {
        for (cell, start) in row.cells.iter_mut().zip(starts) {
            let end = *start + cell.column_span as usize;
            cell.column_span = (ranks[end] - ranks[*start]) as u32;
            *start = ranks[*start];
        }
    }
    let columns = ranks[MAX_COLUMNS];
    fill(rows, &starts, columns, context)?;
    Ok(columns)
}

/// The column each cell begins in (HTML, 4.9.12). Spans end at the table's last row, at the last
/// column there may be, and before a cell that hangs down from above.
fn place(rows: &mut [GridRow], context: &Context) -> Result<Vec<Vec<usize>>> {
    let count = rows.len();
    let mut starts = Vec::new();
    // Rows for which each column is still covered from above.
    let mut covered: Vec<u32> = Vec::new();
    for (index, row) in rows.iter_mut().enumerate() {
        context.tick(1 + covered.len() as u64)?;
        let free = |column: usize| covered.get(column).is_none_or(|rows| *rows == 0);
        let mut next: Vec<u32> = covered.iter().map(|rows| rows.saturating_sub(1)).collect();
        let mut row_starts = Vec::new();
        let mut column = 0;
        for cell in &mut row.cells {
            context.tick(1 + u64::from(cell.column_span))?;
            let Some(start) = (column..MAX_COLUMNS).find(|column| free(*column)) else { break };
            let wanted = (start + cell.column_span as usize).min(MAX_COLUMNS);
            let end = (start + 1..wanted).find(|column| !free(*column)).unwrap_or(wanted);
            cell.column_span = (end - start) as u32;
            cell.row_span = cell.row_span.min((count - index) as u32);
            next.resize(next.len().max(end), 0);
            next[start..end].fill(cell.row_span - 1);
            row_starts.push(start);
            column = end;
        }
        join_rest(&mut row.cells, row_starts.len());
        starts.push(row_starts);
        covered = next;
    }
    Ok(starts)
}

/// Puts the text of cells that found no column into the last one that did.
fn join_rest(cells: &mut Vec<Cell>, placed: usize) {
    let rest: Vec<Block> = cells.drain(placed..).flat_map(|cell| cell.blocks).collect();
    if let Some(last) = cells.last_mut() {
        last.blocks.extend(rest);
    }
}

/// Appends empty cells to rows that do not reach the last column.
fn fill(rows: &mut [GridRow], starts: &[Vec<usize>], columns: usize, context: &Context) -> Result<()> {
    let mut covered: Vec<u32> = vec![0; columns];
    for (row, starts) in rows.iter_mut().zip(starts) {
        context.tick(columns as u64)?;
        let mut next: Vec<u32> = covered.iter().map(|rows| rows.saturating_sub(1)).collect();
        let mut end = 0;
        for (cell, start) in row.cells.iter().zip(starts) {
            end = start + cell.column_span as usize;
            next[*start..end].fill(cell.row_span - 1);
        }
        let missing = (end..columns).filter(|column| covered[*column] == 0).count();
        context.charge(Limit::elements, missing as u64)?;
        row.cells.extend((0..missing).map(|_| Cell::default()));
        covered = next;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spans (columns, rows) of the cells of each row.
    fn spans(rows: &[&[(u32, u32)]]) -> (usize, Vec<Vec<(u32, u32)>>) {
        let cell = |(column_span, row_span): &(u32, u32)| Cell {
            column_span: *column_span,
            row_span: *row_span,
            ..Cell::default()
        };
        let row = |cells: &&[(u32, u32)]| GridRow { cells: cells.iter().map(cell).collect(), ..GridRow::default() };
        let mut rows: Vec<GridRow> = rows.iter().map(row).collect();
        let columns = set(&mut rows, &Context::default()).unwrap();
        let spans = |row: &GridRow| row.cells.iter().map(|cell| (cell.column_span, cell.row_span)).collect();
        (columns, rows.iter().map(spans).collect())
    }

    #[test]
    fn rows_cover_one_grid() {
        let (columns, rows) = spans(&[&[(1, 2), (2, 1)], &[(1, 1), (1, 1)], &[(1, 1)]]);
        assert_eq!(columns, 3);
        assert_eq!(rows, [vec![(1, 2), (2, 1)], vec![(1, 1); 2], vec![(1, 1); 3]]);
    }

    #[test]
    fn spans_end_with_the_table() {
        let (columns, rows) = spans(&[&[(1000, 65_534)], &[(1, 1)]]);
        assert_eq!((columns, rows), (1, vec![vec![(1, 2)], vec![]]));
        let (columns, rows) = spans(&[&[(1, 1), (1, 2)], &[(1000, 1)]]);
        assert_eq!((columns, rows), (2, vec![vec![(1, 1), (1, 2)], vec![(1, 1)]]));
    }

    #[test]
    fn too_many_columns_share_the_last() {
        let wide = vec![(1, 1); 1_200];
        let (columns, rows) = spans(&[&wide]);
        assert_eq!((columns, rows[0].len()), (MAX_COLUMNS, MAX_COLUMNS));
    }
}
