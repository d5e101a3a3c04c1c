//! Tolerances of headings: what they are told by.

use transvase_base::units::Pt;

/// Deepest heading of the model, which is HTML's.
pub(super) const MAX_LEVEL: u8 = 6;
/// Lines of the longest heading, in one paragraph or several. A paragraph of as many that is none is running text.
pub(crate) const MAX_LINES: usize = 4;
/// Characters of the longest heading: about three lines.
pub(super) const MAX_CHARS: usize = 220;
/// Letters of a name, of capitals and of a title: fewer are an abbreviation, a number with a unit or a file's mark.
pub(super) const MIN_LETTERS: usize = 4;
/// How often what headings have in common has to come: once may be chance.
pub(super) const REPEATED: usize = 2;
/// One in how many is an exception: characters that stand in headings of one look, and numbers that do not follow from
/// those before.
pub(super) const RARE: usize = 4;
/// Size from which text is larger than the running text, as a multiple of it: 11 points beside 10, and 12 beside 11.
pub(crate) const LARGER: f32 = 1.08;
/// Share of bold characters from which a paragraph is bold: its number or a link in it may not be.
pub(crate) const BOLD: f32 = 0.9;
/// Sizes closer than this are one: they are told in half points.
pub(crate) const SAME_SIZE: Pt = Pt(0.6);
