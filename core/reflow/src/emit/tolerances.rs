//! Tolerances of the finished flow. Tolerances are typed; heights and widths that are written themselves are plain
//! numbers of points.

use transvase_base::units::{Em, Pt};

/// Deviation that rounding explains: lengths are rounded to tenths and twentieths of a point, and add up.
pub(super) const ROUNDING: Pt = Pt(0.5);
/// A space or a shift that nobody sees and that is not written: hardly more than the stroke of a letter.
pub(super) const UNSEEN: Pt = Pt(1.0);
/// Deviation within which edges and middles are at the same place: readers take less than half a letter for chance.
pub(super) const SAME_PLACE: Pt = Pt(4.0);
/// Room that needs no means of its own, a tab or an empty paragraph: half a line, or the width of a wide space.
pub(super) const LITTLE: Pt = Pt(6.0);
/// Pitch of ordinary lines, 12 points and their leading: what stands nearer belongs together, wider spaces are spaces.
pub(super) const ORDINARY_PITCH: Pt = Pt(14.0);
/// Distance between a label and its text that no space makes: spaces are a quarter to a third of the size wide.
pub(super) const LABEL_GAP: Em = Em(0.5);
/// Room in points kept below the text of pages it flows through: less than a line, so that pages end where they did.
pub(super) const FLOWING_SLACK: f32 = 4.0;
/// Share of their height that lines and rows keep at the least where their page is too full: less would be seen.
pub(super) const TIGHTEST: f32 = 0.93;
/// Least and largest height of lines as a multiple of the size: what is beyond was measured between other things.
pub(super) const LINE_HEIGHTS: (f32, f32) = (0.7, 4.0);
/// Height in points of an empty paragraph that is in nobody's way, yet can be clicked into.
pub(super) const EMPTY: f32 = 2.0;
/// Height in points of the lowest line and of its letters: the smallest size that office programs have.
pub(super) const LOWEST_LINE: f32 = 1.0;
/// Width in points of the narrowest column and picture: room for one letter, where a damaged page leaves none.
pub(super) const NARROWEST: f32 = 10.0;
