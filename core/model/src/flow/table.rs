//! Tables.

use std::sync::Arc;

use super::Block;
use super::border::Borders;
use super::drawing::Placement;
use super::page::Edges;
use super::paragraph::Align;
use super::place::PlaceId;
use crate::color::Color;

/// A table. Every row covers the same grid of columns, counting spans.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// Widths of the grid's columns in points; 0 leaves a column to the writer.
    pub columns: Vec<f32>,
    /// Whether columns are as wide as they say whatever stands in them; else they grow with words that are wider.
    pub fixed: bool,
    /// Indent of the table at the start side in points.
    pub indent: f32,
    /// Alignment on the measure; `None` means at the start side.
    pub align: Option<Align>,
    /// Width that its columns fill; `None` means as wide as they are.
    pub width: Option<TableWidth>,
    /// Room between the lines of a cell and its text in points; `None` means the writer's own.
    pub padding: Option<Edges>,
    /// Whether the columns run from the right, as they do in Arabic and Hebrew: the first column, and
    /// the first cell of each row, stands at the right.
    pub right_to_left: bool,
    /// The rows.
    pub rows: Vec<Row>,
    /// Where it stands if not in the column, with text beside it.
    pub placement: Option<Box<Placement>>,
    /// What it is for.
    pub purpose: Purpose,
    /// Name of its style in the source.
    pub style: Option<Arc<str>>,
    /// Where it stood.
    pub place: Option<PlaceId>,
}

/// Width of a table: a share of the width of what holds it, and points that are added.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TableWidth {
    /// The share, 1 meaning all of it.
    pub share: f32,
    /// Points, which may be less than nothing.
    pub points: f32,
}

impl TableWidth {
    /// Points of it in something of this width.
    pub fn of(self, whole: f32) -> f32 {
        self.share * whole + self.points
    }
}

/// What a table is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Purpose {
    /// It shows what belongs to rows and columns.
    #[default]
    Data,
    /// It puts side by side what would stand one below the other without it.
    Layout,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    /// Repeated on each page the table goes on to.
    pub header: bool,
    /// Least height in points, from the upper edge of the line above it; 0 means as high as the text. Lines lie below
    /// the upper edge of their row, and only the last one of a table below its row.
    pub height: f32,
    /// Whether that is its height, whatever its text needs: what does not fit is not seen.
    pub exact: bool,
    /// Not broken across pages.
    pub keep_together: bool,
    /// Index of the change that puts the row in or takes it out as a whole.
    pub change: Option<usize>,
    /// The cells that begin in this row, in the order of the grid's columns (cells that hang down from
    /// a row above are not repeated).
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Grid columns it covers, at least 1.
    pub column_span: u32,
    /// Rows it covers, at least 1.
    pub row_span: u32,
    /// Its text.
    pub blocks: Vec<Block>,
    /// Where the text stands in a higher cell.
    pub vertical: VerticalAlign,
    /// Colour behind it.
    pub background: Option<Color>,
    /// Lines around it.
    pub borders: Borders,
    /// A heading of its row or column.
    pub header: bool,
    /// Which way its text runs.
    pub turn: Turn,
}

impl Default for Cell {
    fn default() -> Self {
        Cell {
            column_span: 1,
            row_span: 1,
            blocks: Vec::new(),
            vertical: VerticalAlign::Top,
            background: None,
            borders: Borders::default(),
            header: false,
            turn: Turn::None,
        }
    }
}

/// Where text stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum VerticalAlign {
    /// At the top.
    #[default]
    Top,
    /// In the middle.
    Middle,
    /// At the bottom.
    Bottom,
}

/// Turn of the text of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Turn {
    /// Upright.
    #[default]
    None,
    /// From the top down: a quarter turn clockwise.
    Down,
    /// From the bottom up: a quarter turn counterclockwise.
    Up,
}
