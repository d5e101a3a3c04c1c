//! A single page in the making, and what the pages of a section have in common.

use super::strip::{Pinned, Strip};
use transvase_base::units::{Point, Rect};
use transvase_model::flow::{Edges, PageSetup};
use transvase_model::pages::{Item, Page};

/// Which of the heads and feet of its section a page has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Side {
    /// Those of the section's first page.
    First,
    /// Those of pages with an even number.
    Even,
    /// Those of all others.
    #[default]
    Odd,
}

/// A page with the links on it still by number.
#[derive(Debug, Default)]
pub(super) struct Leaf {
    /// The page.
    pub page: Page,
    /// Areas of links.
    pub links: Vec<(u32, Rect)>,
    /// Whether it has a number at its foot.
    pub numbered: bool,
    /// Index of the section whose head and foot it has; `None` outside the text.
    pub section: Option<usize>,
    /// Which of them.
    pub side: Side,
    /// Its number as readers see it.
    pub shown: u32,
    /// What is painted below its text.
    pub under: Vec<Item>,
    /// Where the last comment in its margin ends.
    pub remarks_end: f32,
    /// Numbers of lines, each with where it ends and its base line.
    pub line_numbers: Vec<(u32, Point)>,
}

impl Leaf {
    /// Adds what a strip holds that stands at its place on the paper.
    pub(super) fn add(&mut self, strip: Strip) {
        self.page.items.extend(strip.items);
        self.under.extend(strip.under);
        for Pinned { under, items } in strip.pinned {
            if under { &mut self.under } else { &mut self.page.items }.extend(items);
        }
        self.links.extend(strip.links);
    }
}

/// The pages of a section.
#[derive(Debug, Clone, Default)]
pub(super) struct Sheets {
    /// Their geometry.
    pub setup: PageSetup,
    /// Margins of the text on the first page, on pages with an even number, and on the others.
    pub margins: [Edges; 3],
    /// Index of the section.
    pub section: usize,
    /// Whether the first page differs, as it does where it begins one.
    pub begins_page: bool,
    /// Number of the first page, where it does not count on.
    pub start: Option<u32>,
}

impl Sheets {
    /// Pages of a geometry, with nothing at their edges.
    pub(super) fn plain(setup: &PageSetup) -> Sheets {
        Sheets { setup: setup.clone(), margins: [setup.margins; 3], ..Sheets::default() }
    }
}

/// Margins of a left-hand page of a book, where it is one.
pub(super) fn facing(margins: Edges, is_left: bool) -> Edges {
    if is_left { Edges { left: margins.right, right: margins.left, ..margins } } else { margins }
}

/// The columns of a page from `top` down. Damaged geometry gives one column that can hold text.
pub(super) fn frames_of(setup: &PageSetup, margins: Edges, top: f32) -> Vec<Rect> {
    let size = setup.size;
    let bottom = (size.height - margins.bottom).max(top + 1.0);
    let right = size.width - margins.right;
    let mut left = margins.left;
    let mut frames = Vec::new();
    if setup.columns.len() > 1 {
        for column in &setup.columns {
            if column.width.is_finite() && column.width >= 1.0 && left + column.width <= right + 1.0 {
                frames.push(Rect { left, top, right: left + column.width, bottom });
            }
            left += column.width + column.gap;
        }
    }
    if frames.is_empty() {
        frames.push(Rect { left: margins.left, top, right, bottom });
    }
    frames
}
