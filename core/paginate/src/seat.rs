//! Line height and base line: where a line stands, and how its height is shared out above and below its letters.

use transvase_model::flow::Align;

/// Height of text above the base line in every line, as a share of the size: that of Liberation Serif (`hhea`), used for
/// all faces so that base lines stay at even distances.
pub(super) const ASCENT: f32 = 0.891;
/// Depth of text below the base line, likewise.
pub(super) const DESCENT: f32 = 0.216;

/// Where a line stands, in points from the column's left edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seat {
    /// Left edge.
    pub left: f32,
    /// Width.
    pub width: f32,
    /// Alignment.
    pub align: Align,
    /// Distance between base lines as a multiple of the size.
    pub line_height: f32,
    /// How room is shared out above and below the letters.
    pub leading: Leading,
    /// Base direction is right to left.
    pub right_to_left: bool,
    /// Size the line's height follows where it holds no text.
    pub size: f32,
}

/// How the height of a line is shared out above and below its letters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Leading {
    /// Evenly, as browsers and book typesetters do.
    Even,
    /// What goes beyond the letters' own height, which is this multiple of the size, comes above them, as ODF programs
    /// have it.
    Above(f32),
    /// It comes below them, as Word has it: the first line of a page stands as high as with lines close together.
    Below(f32),
    /// It fills whole lines of a grid that are `pitch` points apart, as many as its own height (`own` times its size)
    /// needs, in the middle of them (ECMA-376 part 1, 17.6.5).
    Grid {
        /// Distance of the lines of the grid.
        pitch: f32,
        /// Own height of the letters as a multiple of their size.
        own: f32,
    },
    /// The line is this many points high, whatever stands in it; a fifth of it is below the base line.
    Exact(f32),
}

impl Leading {
    /// The part of the room below text of some size that no letter reaches into: at the end of a column there need be none.
    pub(super) fn slack(self, size: f32, line_height: f32) -> f32 {
        match self {
            Leading::Below(own) => size * (line_height - own).max(0.0),
            Leading::Even | Leading::Above(_) | Leading::Grid { .. } | Leading::Exact(_) => 0.0,
        }
    }

    /// Height above and below the base line of text of some size.
    pub(super) fn share(self, size: f32, line_height: f32) -> (f32, f32) {
        let below = |height: f32| size * (height - ASCENT + DESCENT) / 2.0;
        match self {
            Leading::Even => (size * (line_height + ASCENT - DESCENT) / 2.0, below(line_height)),
            Leading::Above(own) => {
                let below = below(line_height.min(own));
                (size * line_height - below, below)
            }
            Leading::Below(own) => {
                // Lines closer than that lose from above.
                let below = below(own);
                let above = size * line_height.min(own) - below;
                (above, below + size * (line_height - own).max(0.0))
            }
            Leading::Grid { pitch, own } => {
                let lines = (size * own / pitch - 0.01).ceil().max(1.0);
                let height = lines * pitch * line_height / own;
                let below = below(height / size);
                (height - below, below)
            }
            Leading::Exact(height) => (height * 0.8, height * 0.2),
        }
    }
}
