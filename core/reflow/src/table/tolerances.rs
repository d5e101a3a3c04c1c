//! Tolerances of tables that several files go by.

pub(super) use super::super::text::tolerances::{MIDDLE, SAME_BASE_LINE};
use transvase_base::units::{Em, Pt};

/// Text and lines that reach over a place by no more than this end at it: programs round the widths of letters and the
/// places of lines, to about half a point each.
pub(super) const ROUNDING: Pt = Pt(1.0);
/// Edges this near are flush: a table sets all of them at one place, and its lines are about as thick.
pub(super) const FLUSH: Pt = Pt(1.5);
/// Lines and edges this near are one line of the grid: double rules and the edges of the grounds beside a line stand
/// so.
pub(crate) const SAME_EDGE: Pt = Pt(3.0);
/// Room between the outer text of a table and its sides where nothing is drawn: three quarters of the usual margin of
/// cells, as text seldom fills its column.
pub(super) const SIDE_ROOM: Pt = Pt(4.0);
/// Padding between a line of the grid and what stands in its cell at the most: word processors leave 5.4 points, style
/// sheets up to ten pixels.
pub(super) const MAX_PADDING: Pt = Pt(8.0);
/// A narrower column holds nothing: a letter between the margins of a cell is wider.
pub(super) const NARROWEST_CELL: Pt = Pt(8.0);
/// A lower row holds nothing: the smallest print that is read is about as high.
pub(super) const LOWEST_CELL: Pt = Pt(5.0);
/// Tables between rules and charts are at least so wide, an eighth of a page: signatures and signs are narrower.
pub(super) const LEAST_WIDTH: Pt = Pt(80.0);
/// Charts and the layers of a design are at least so high, three lines of text: icons and cells are lower.
pub(super) const LEAST_HEIGHT: Pt = Pt(40.0);

/// Base lines of one cell are at most so far apart: leading is seldom wider, and rows stand apart from each other.
pub(super) const LINE_PITCH: Em = Em(1.5);
/// A gap that may part two cells: wider than the space between words, just narrower than that of a typewriter face.
pub(super) const CELL_GAP: Em = Em(0.54);

/// One thing covers a place where it covers so much of it: edges may stand in, and lines may have gaps.
pub(super) const COVERS: f32 = 0.6;
/// What covers so much of a length or an area runs over all of it, but for its outer margins.
pub(super) const RUNS_OVER: f32 = 0.8;
/// A width, pitch or gap so many times another one is of another kind, as one between rows is beside one of lines.
pub(crate) const WIDER: f32 = 1.25;
/// Share of some that are most of all (see [`are_most`]).
const MOST: f32 = 0.7;

/// Rows from which on they are no accident: two lines may well stand below each other.
pub(crate) const FEWEST_ROWS: usize = 3;
/// Rows at the top of a table that head it at the most: more of them are rows of another kind.
pub(crate) const HEADER_ROWS: usize = 6;
/// Lines of text of a heading or label at the most: more of them are running text.
pub(super) const LABEL_LINES: usize = 8;
/// Words of a cell, on average, up to which cells are short, and from which on texts are phrases.
pub(super) const CELL_WORDS: f32 = 5.0;
/// Words of a line from which on it is running text, and no cell.
pub(super) const PROSE_WORDS: usize = 8;
/// Cells beyond which a grid is a drawing, such as graph paper, and is not looked at: far above the tables of a page.
pub(super) const MAX_CELLS: usize = 40_000;

/// Whether two edges are flush.
pub(super) fn is_flush(a: f32, b: f32) -> bool {
    (a - b).abs() <= FLUSH
}

/// Whether two edges are one line of a grid.
pub(super) fn is_same_edge(a: f32, b: f32) -> bool {
    (a - b).abs() <= SAME_EDGE
}

/// Whether some are most of `all`: the rest are sums, headings and empty cells, of which tables have a quarter or so.
pub(crate) fn are_most(some: usize, all: usize) -> bool {
    some as f32 >= MOST * all as f32
}
