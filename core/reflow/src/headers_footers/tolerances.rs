//! Tolerances of running text: where it stands, and what is the same from page to page.

use transvase_base::units::{Em, Pt};

/// Share of the page's height at either end that running text is looked for in.
pub(super) const BAND: f32 = 0.2;
/// Share of it at either end where text is running that has little else to show for it: on two pages of a short
/// document, or as a number alone on as few.
pub(super) const OUTER_BAND: f32 = 0.12;
/// Depth of the margin that holds nothing but running text: margins are usually of 56 points (2 cm) and more, with
/// heads and feet 35 points from the edge.
pub(super) const MARGIN: Pt = Pt(56.0);
/// Height of a line, with which margins and blocks are measured.
pub(super) const LINE: Pt = Pt(12.0);
/// Base lines and edges closer than this are at one height: programs that make pages one by one round them differently.
pub(super) const SAME_HEIGHT: Pt = Pt(3.0);
/// Sides of texts above one another closer than this are one, and what overlaps less does not.
pub(super) const SAME_EDGE: Pt = Pt(1.5);
/// Gap from which running text is apart from the text of the page, and small print from what is below it: the lines of
/// a table or paragraph are closer.
pub(super) const APART: Em = Em(0.6);
/// Distance between two running elements of one block: two lines and a half.
pub(super) const SAME_BLOCK: Pt = Pt(30.0);
/// Pages up to which a document is short: it shows hardly more than chance what comes again.
pub(super) const SHORT: usize = 3;
/// Largest running text, as a multiple of the body's: larger text has to stand on most pages, or is the title that
/// slides shown step by step have in common.
pub(super) const MAX_SIZE: f32 = 1.15;

/// Whether a part of some things is most of them: six in ten.
pub(super) fn are_most(part: usize, all: usize) -> bool {
    part * 10 >= all * 6
}
