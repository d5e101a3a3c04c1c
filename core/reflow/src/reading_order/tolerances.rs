//! Tolerances of reading order.

use transvase_base::units::{Em, Pt};

/// Narrowest gutter: that of newspapers is a pica, and word spaces in loose lines reach half of it.
pub(super) const MIN_GUTTER: Pt = Pt(7.0);
/// The same in large text, whose word spaces are wider.
pub(super) const MIN_GUTTER_EM: Em = Em(0.7);
/// Distance of base lines within which lines stand side by side, and of middles within which they have one axis.
pub(super) const SIDE_BY_SIDE: Pt = Pt(2.0);
/// The same for lines that are set apart from each other: their boxes overlap. No paragraph has lines as close.
pub(crate) const OVERLAPPING: Em = Em(0.5);
/// Deviation within which edges and ends of lines are the same: justified lines differ by less.
pub(super) const SAME_EDGE: Pt = Pt(1.0);
/// Deviation within which lines have one size: sizes are set in whole and half points.
pub(crate) const SAME_SIZE: Pt = Pt(0.5);
/// Share of the width of a column from which on a line fills it: ragged lines leave about a word free.
pub(super) const FULL: f32 = 0.8;
