//! Sections and the geometry of their pages.

use super::Block;
use super::border::Borders;
use super::list::NumberFormat;
use transvase_base::units::Size;

/// A stretch of text with one page geometry.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// Page size, margins and columns; `None` leaves them to the writer and its options.
    pub page: Option<PageSetup>,
    /// Whether the section begins on a new page.
    pub new_page: bool,
    /// The text.
    pub blocks: Vec<Block>,
    /// Text at the head of each page; `None` means that of the section before.
    pub header: Option<RunningText>,
    /// Text at the foot of each page; `None` means that of the section before.
    pub footer: Option<RunningText>,
    /// How its pages are numbered; `None` counts on as before.
    pub numbers: Option<PageNumbers>,
}

/// Geometry of the pages of a section.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PageSetup {
    /// Paper size, at most [`PageSetup::LONGEST`] a side.
    pub size: Size,
    /// Margins: where the text stands, running text aside.
    pub margins: Edges,
    /// Distance of the header from the upper edge of the paper in points; `None` means the
    /// writer's own.
    pub header_distance: Option<f32>,
    /// Distance of the footer from the lower edge of the paper in points.
    pub footer_distance: Option<f32>,
    /// Widths of the columns and the gaps after them, left to right; empty or one entry means a
    /// single column.
    pub columns: Vec<Column>,
    /// Whether a line stands between the columns.
    pub separator: bool,
    /// How its lines are numbered in the margin, if they are.
    pub line_numbers: Option<LineNumbers>,
    /// Whether the left and right margins change places on pages with an even number, as facing
    /// pages of a book have them. There is one answer for all sections: any that says so decides.
    pub mirrored: bool,
    /// Lines around the pages.
    pub borders: Option<Box<PageBorders>>,
    /// A grid that the lines of text stand on, as pages of East Asia have one.
    pub grid: Option<LineGrid>,
    /// Whether lines run down the page and follow one another from right to left, as in books of East Asia.
    pub vertical: bool,
}

/// A grid of lines, or of lines and letters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineGrid {
    /// Distance between its lines in points.
    pub pitch: f32,
    /// Room after each ideograph in points, where letters stand on a grid as well; may be less than nothing.
    pub spacing: f32,
    /// Whether lines in tables stand on it too.
    pub in_tables: bool,
}

/// Lines around a page.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PageBorders {
    /// The lines.
    pub lines: Borders,
    /// Their distances in points.
    pub room: Edges,
    /// Whether these count outwards from the text, heads and feet included; else inwards from the edges of the paper.
    pub from_text: bool,
}

impl PageSetup {
    /// Longest side of a page in points: 22 inches. Word takes no larger paper, and what is made for one page is better
    /// scaled than cut.
    pub const LONGEST: f32 = 1584.0;
}

/// Numbers of lines in the margin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineNumbers {
    /// One line in so many shows its number.
    pub every: u32,
    /// Whether they begin anew on each page.
    pub on_each_page: bool,
    /// Distance from the text in points.
    pub distance: f32,
}

/// A column of a section.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Column {
    /// Width in points.
    pub width: f32,
    /// Gap to the next column in points; 0 on the last.
    pub gap: f32,
}

/// A length for each side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Edges {
    /// Top, in points.
    pub top: f32,
    /// Right, in points.
    pub right: f32,
    /// Bottom, in points.
    pub bottom: f32,
    /// Left, in points.
    pub left: f32,
}

/// Text that comes again on every page of a section.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RunningText {
    /// On all pages that have none of their own.
    pub default: Vec<Block>,
    /// On the first page of the section, where it differs; empty blocks leave that page without.
    pub first: Option<Vec<Block>>,
    /// On even (left-hand) pages, where it differs.
    pub even: Option<Vec<Block>>,
}

/// How the pages of a section are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageNumbers {
    /// How the number is written.
    pub format: NumberFormat,
    /// Number of the first page; `None` counts on.
    pub start: Option<u32>,
}
