//! The table grid: which cell stands where, and how wide the columns are.

use std::collections::BTreeMap;

use super::look::MAX_TWIPS;
use transvase_base::units::twips;
use transvase_model::flow::{Block, Cell, Inline, Row, Table};

/// Columns of a table Word takes.
pub(super) const MAX_COLUMNS: usize = 63;
/// Space between a cell's side and its text in points, as in the default table style.
pub(super) const PADDING: f32 = 5.4;
/// Average width of a character in points, for a first guess at columns without a width.
const CHAR: f32 = 5.5;
/// Width of text in points beyond which a column rather breaks lines.
const MAX_TEXT: f32 = 250.0;
/// Columns of a table in a cell that count for its width.
const MAX_NESTED_COLUMNS: usize = 200;

/// What stands in a row of the grid, left to right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot<'a> {
    /// The cell, or `None` where the row has none.
    pub cell: Option<&'a Cell>,
    /// Cells beyond the last column Word takes: their text goes here.
    pub beyond: &'a [Cell],
    /// First grid column, and how many.
    pub column: usize,
    pub span: usize,
    pub merge: Merge,
    /// Whether the line below it is that of the whole cell.
    pub ends: bool,
}

/// How a slot belongs to a cell of several rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Merge {
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
pub(super) struct Grid<'a> {
    pub columns: usize,
    /// By first column.
    hanging: Vec<Option<Hanging<'a>>>,
}

impl<'a> Grid<'a> {
    pub(super) fn of(table: &'a Table) -> Self {
        let columns = table.columns.len().max(widest_row(table)).clamp(1, MAX_COLUMNS);
        Grid { columns, hanging: vec![None; columns] }
    }

    /// The slots of the next row, of which `rows_left` are left with it.
    pub(super) fn row(&mut self, row: &'a Row, rows_left: usize) -> Vec<Slot<'a>> {
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
        Some(Slot { cell: Some(cell), beyond: &[], column, span, merge: Merge::GoesOn, ends: rows_left == 1 })
    }

    fn place(&mut self, cell: Option<&'a Cell>, column: usize, rows_left: usize) -> Slot<'a> {
        let free = (column..self.columns)
            .take_while(|column| self.hanging.get(*column).is_none_or(Option::is_none))
            .count()
            .max(1);
        let Some(cell) = cell else {
            return Slot { cell: None, beyond: &[], column, span: 1, merge: Merge::None, ends: true };
        };
        let span = (cell.column_span.max(1) as usize).min(free);
        let rows = cell.row_span.clamp(1, rows_left.max(1) as u32);
        if rows > 1
            && let Some(place) = self.hanging.get_mut(column)
        {
            *place = Some(Hanging { cell, rows_left: rows - 1, span });
        }
        let merge = if rows > 1 { Merge::Begins } else { Merge::None };
        // LibreOffice draws the line below a cell of several rows where its first part says so, or as
        // the line above the next cell.
        Slot { cell: Some(cell), beyond: &[], column, span, merge, ends: rows as usize >= rows_left }
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

/// Widths of the grid's columns.
pub(super) struct Widths {
    /// In twips.
    pub columns: Vec<i32>,
    /// Whether the document states them all; Word finds them by the content where not.
    pub known: bool,
}

impl Widths {
    /// The widths as stated, or a guess by the content that fits `measure` points.
    pub(super) fn of(table: &Table, columns: usize, measure: f32) -> Self {
        let sound = |width: &f32| width.is_finite() && *width > 0.0;
        let stated = |column: usize| table.columns.get(column).copied().filter(sound);
        let known = (0..columns).all(|column| stated(column).is_some());
        let guesses = if known { Vec::new() } else { guess(table, columns, stated, measure) };
        let width = |column| stated(column).or(guesses.get(column).copied()).unwrap_or(measure);
        Widths { columns: (0..columns).map(|column| twips(width(column)).clamp(20, MAX_TWIPS)).collect(), known }
    }
}

/// Widths that the content asks for, narrowed where the table would be wider than the measure.
fn guess(table: &Table, columns: usize, stated: impl Fn(usize) -> Option<f32>, measure: f32) -> Vec<f32> {
    let mut widths = vec![2.0 * CHAR; columns];
    for row in &table.rows {
        let mut column = 0_usize;
        for cell in &row.cells {
            if let Some(width) = widths.get_mut(column).filter(|_| cell.column_span == 1) {
                *width = width.max(text_width(&cell.blocks));
            }
            column = column.saturating_add(cell.column_span as usize);
        }
    }
    let padded = widths.iter().map(|width| width + 2.0 * PADDING);
    let mut widths: Vec<f32> = padded.enumerate().map(|(column, width)| stated(column).unwrap_or(width)).collect();
    let total: f32 = widths.iter().sum();
    if total > measure {
        widths.iter_mut().for_each(|width| *width *= measure / total);
    }
    widths
}

/// About how wide a table in a cell wants to be, in points. Recursion is as deep as tables lie in one another.
fn table_width(table: &Table) -> f32 {
    let stated = |column: usize| table.columns.get(column).copied().filter(|width| width.is_finite() && *width > 0.0);
    let reach = |row: &Row| row.cells.iter().map(|cell| cell.column_span as usize).fold(0, usize::saturating_add);
    let columns = table.rows.iter().map(reach).max().unwrap_or(0).min(MAX_NESTED_COLUMNS);
    let widths = guess(table, columns, stated, f32::INFINITY);
    (widths.iter().sum::<f32>() + 2.0 * PADDING).clamp(CHAR, MAX_TEXT)
}

/// About how wide the blocks of a cell want to be, in points.
fn text_width(blocks: &[Block]) -> f32 {
    let width = |block: &Block| match block {
        Block::Paragraph(paragraph) => {
            let chars: usize = paragraph
                .content
                .iter()
                .map(|inline| match inline {
                    Inline::Text(run) => run.text.chars().count(),
                    _ => 4,
                })
                .sum();
            (chars as f32 * CHAR).min(MAX_TEXT)
        }
        Block::Table(table) => table_width(table),
        _ => MAX_TEXT / 2.0,
    };
    blocks.iter().map(width).fold(0.0, f32::max)
}
