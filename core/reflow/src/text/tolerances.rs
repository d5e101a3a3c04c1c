//! Tolerances of letters, words and lines: how far they may differ and still belong together. In em where the size of
//! the text governs a length, in points where the drawing or the page does.

use transvase_base::units::{Em, Pt};

/// Height of capitals above the base line: common text faces have 0.66 to 0.73 em.
pub(crate) const CAP_HEIGHT: Em = Em(0.7);
/// Height of a letter box above the base line: ascenders, and no more, so that boxes of lines set solid do not touch.
pub(crate) const ASCENT: Em = Em(0.75);
/// Depth of a letter box below the base line: descenders of common text faces.
pub(crate) const DESCENT: Em = Em(0.22);
/// Height above the base line of the middle of letters, small and large: it tells what a letter stands in.
pub(crate) const MIDDLE: Em = Em(0.3);
/// Width of a space: faces have a quarter to a third of an em.
pub(crate) const SPACE: Em = Em(0.3);

/// Size of the largest text that is looked for around a rule or an area; larger text has no part in forms.
pub(crate) const LARGEST: Pt = Pt(60.0);
/// Share by which two sizes or pitches may differ and are the same: programs fit text into its frame by a few per cent.
pub(super) const SAME_SIZE: f32 = 0.05;

/// Difference of places, and of sizes, that rounding makes: text painted in one go differs by no more.
pub(super) const ROUNDING: Em = Em(0.02);
/// Least shift of a letter that a reader sees: kerning stays below it.
pub(crate) const VISIBLE: Em = Em(0.05);
/// How far words that touch may be apart or lie over each other: side bearings and slanted letters come to that.
pub(crate) const TOUCHING: Em = Em(0.2);
/// Distance of base lines within which words share a line: raised characters, which come later, lie higher.
pub(super) const SAME_LINE: Em = Em(0.2);
/// Distance of base lines, in em of the smaller text, that are one: text of differing sizes is not set quite level.
pub(crate) const SAME_BASE_LINE: Em = Em(0.3);
/// Distance of base lines, in em of the larger text, that are nearly one: the next line of text is twice as far.
pub(crate) const NEARLY_LEVEL: Em = Em(0.5);
/// Distance of two edges that are drawn as one: rules and grounds are painted over each other by up to their width.
pub(crate) const SAME_EDGE: Pt = Pt(1.5);
/// Width up to which a rule is the line under text of any size.
pub(crate) const THIN_RULE: Pt = Pt(1.2);

/// Gap from which two letters may be of two words: the spaces of headlines set tight are as narrow.
pub(super) const LETTER_GAP: Em = Em(0.1);
/// Width of the widest usual space: a wider gap sets off a label, a box to tick or the end of the line.
pub(crate) const WIDEST_SPACE: Em = Em(0.45);
/// Gap beyond which two words may belong to different columns.
pub(crate) const COLUMN_GAP: Em = Em(0.7);
/// Room between words and what is drawn or set right beside them, a rule, a ground or an initial: wider is a gutter.
pub(crate) const BESIDE: Em = Em(1.3);
/// Distance of a bullet or of a box to tick from its text: a tab stop away at most.
pub(crate) const SIGN_GAP: Em = Em(3.0);

/// Glyphs, and steps from word to word, from which on a page tells how its text runs.
pub(super) const ENOUGH: usize = 20;
/// Letters from which on a stretch is a line of its own, rather than a mark, an index or the label of an axis.
pub(super) const OWN_LINE: usize = 8;
/// Share of a whole that is most of it: clearly more than half.
const MAJORITY: f32 = 0.6;

/// Whether `some` are most of `all`.
pub(crate) fn are_most(some: usize, all: usize) -> bool {
    some as f32 >= MAJORITY * all as f32
}
