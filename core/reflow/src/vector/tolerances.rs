//! Tolerances of vector graphics: what tells rules, fills, boxes and drawings apart.

use transvase_base::units::Pt;
use transvase_model::flow::Border;

/// The thickest rule; a thicker bar is an area. Frames of tables are seldom thicker than 3 points.
pub(super) const MAX_RULE: Pt = Pt(4.0);
/// The thinnest border that is written: a quarter of a point, the finest line that word processors offer.
pub(crate) const THINNEST: f32 = Border::WIDTHS.0;
/// The thickest border that is written, in points: the widest that word processors offer.
pub(crate) const THICKEST: f32 = Border::WIDTHS.1;
/// How far corners lie off the sides of their box, lines off an axis, and marks off the fill they lie on: programs
/// round to whole pixels, which are three quarters of a point, and place the middle of a line on them.
pub(super) const SAME_SIDE: Pt = Pt(0.5);
/// What is no longer than this is not there: two sides at one place, rounded differently.
pub(super) const NOTHING: Pt = Pt(0.05);
/// Opacity up to which nothing is seen: less than three of 255 steps of a colour.
pub(crate) const UNSEEN: f32 = 0.01;
/// What is nearer than this is one drawing: gaps of up to about two lines of small print are closed
/// (`graphics::region`).
pub(crate) const TOGETHER: Pt = Pt(5.0);
