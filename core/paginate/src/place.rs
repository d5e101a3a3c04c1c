//! Block positions: where blocks stand in their column, and where the column stands on its page.

use transvase_model::flow::Align;
use transvase_model::pages::NodeId;

/// Levels of lists, quotes and tables that are laid out as such; what is deeper is laid out flat.
pub(super) const MAX_DEPTH: usize = 24;

/// No indent leaves less than this multiple of the body size for the text.
const LEAST_MEASURE: f32 = 8.0;

/// Where blocks stand in their column, and what they belong to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Left edge, in points from the column's.
    pub left: f32,
    /// Width.
    pub width: f32,
    /// Structure node around the blocks.
    pub node: NodeId,
    /// Levels of blocks around these.
    pub depth: usize,
    /// Alignment of paragraphs that do not say.
    pub align: Align,
}

impl Place {
    /// The place with its sides moved in, as far as there is room; `right_to_left` puts the start at
    /// the right.
    pub(super) fn inset(&self, start: f32, end: f32, size: f32, right_to_left: bool) -> Place {
        let sane = |length: f32| if length.is_finite() { length } else { 0.0 };
        let (left, right) = if right_to_left { (sane(end), sane(start)) } else { (sane(start), sane(end)) };
        let least = (LEAST_MEASURE * size).min(self.width);
        let most = (self.width - least).max(0.0);
        let taken = left.max(0.0) + right.max(0.0);
        let share = if taken > most { most / taken } else { 1.0 };
        Place { left: self.left + left * share, width: self.width - (left + right) * share, ..*self }
    }
}

/// Where the column stands on its page, as far as that is known while it fills.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor {
    /// Left edge of the column on the paper.
    pub left: f32,
    /// Place on the paper at which the stream of its strips would have begun.
    pub top: f32,
}
