//! Tolerances of copyfitting.

use transvase_base::units::Pt;

/// Letters that tell the width of a family, and that make a text rather than signs: fewer may be a heading, or a logo.
pub(super) const ENOUGH_LETTERS: usize = 12;
/// Steps by which letters move together at most: about three hundredths of the size, which nobody sees in a line.
pub(super) const STEPS: i32 = 6;
/// Letters at their natural width, in percent.
pub(super) const NATURAL: f32 = 100.0;
/// Distance that a line reaches into the margin at most, rather than being broken: half of a usual margin.
pub(crate) const INTO_MARGIN: Pt = Pt(36.0);
