//! Source positions: where blocks stood in a source that has pages.

use super::Block;
use transvase_base::units::{Rect, Size};

/// A page of the source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SourcePage {
    /// Its number in the source, from 1.
    pub number: u32,
    /// Its size as it is shown, in points.
    pub size: Size,
}

/// What a page of the source has at its edges for itself. Documents with pages show it in heads and feet of sections;
/// in a text without pages it stands where the page begins and ends.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PageWords {
    /// Number of the page in the source, from 1.
    pub page: u32,
    /// At its head.
    pub head: Vec<Block>,
    /// At its foot.
    pub foot: Vec<Block>,
}

/// The name of a place: its index in [`Flow::places`](super::Flow::places).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub u32);

/// Where a block stood: a stretch for each page it stood on, in reading order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Place {
    /// The stretches; at least one.
    pub stretches: Vec<Stretch>,
}

/// The part of a block that stood on one page.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// Number of the page in the source, from 1.
    pub page: u32,
    /// Around it, in points from the upper left corner of the page as it is shown.
    pub rect: Rect,
    /// Around each of its lines; empty of a table.
    pub lines: Vec<Rect>,
}
