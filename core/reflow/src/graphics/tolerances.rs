//! Tolerances of pictures, drawings and the text at them. The rooms after this one that place them use it too.

use transvase_base::units::{Em, Pt};

/// Share of something up to which what covers it is little: rules around numbers and not a chart, labels and not text.
pub(super) const LITTLE: f32 = 0.2;
/// Share of letters, or of a page, that is much of it: long lines make a text prose, drawings make a page a figure.
pub(crate) const MUCH: f32 = 0.4;
/// Share from which on one thing is most of another.
pub(crate) const MOST: f32 = 0.5;
/// Share of a page that its text takes between usual margins: what is as large is drawn around it or is the page's.
pub(crate) const TYPE_AREA: f32 = 0.7;
/// Share from which on one thing fills another, some margin or some words aside.
pub(crate) const FILLED: f32 = 0.8;
/// Share from which on something is all of it, but for what measuring loses.
pub(super) const NEARLY_ALL: f32 = 0.9;
/// What lengths and shares are at the least where they divide something.
pub(super) const LEAST: f32 = 0.01;

/// How far edges of texts and boxes lie apart that are meant to be one, or to touch: about the width of a letter.
pub(crate) const SAME_EDGE: Pt = Pt(4.0);
/// Distance from an edge of the page within which something reaches it: rounding to pixels leaves no more.
pub(super) const PAGE_EDGE: Pt = Pt(2.0);
/// How far shadows reach: those of cards on slides and web pages, and those of the edges of paper on a scan.
pub(super) const SHADOW: Pt = Pt(8.0);
/// Least height of a box made for a line of text: that line with room above and below.
pub(super) const LINE_BOX: Pt = Pt(18.0);
/// Height of five lines of text: no sign is higher, and no paragraph has as much room on its ground.
pub(super) const FIVE_LINES: Pt = Pt(60.0);
/// Side up to which a drawing is an ornament of the text beside it, and from which on it may be a chart: five quarters
/// of an inch.
pub(super) const SMALL: Pt = Pt(90.0);
/// Distance from which on a drawing does not belong to a text: two lines and more, wider than the gap of most columns.
pub(crate) const AWAY: Pt = Pt(30.0);
/// How far ink lies from where text recognition has put its text.
pub(super) const RECOGNISED: Pt = Pt(3.0);

/// Distance within which labels and small images stand at something: a line, or a few spaces.
pub(super) const BESIDE: Em = Em(1.2);
/// Least height of a figure with words in it: a lower band is a line of text on a ground.
pub(super) const FIGURE_HEIGHT: Em = Em(3.5);
/// How far base lines differ within one line.
pub(super) const SAME_BASE_LINE: Em = Em(0.1);

/// Letters of a word or two: up to here the name on a sign or a label, from here on a text.
pub(super) const WORDS: usize = 12;
/// Letters of a label at most: a name with its unit or number.
pub(super) const LABEL: usize = 25;
/// Letters from which on a line is running text, and as many on a page a text.
pub(super) const LONG_LINE: usize = 40;
/// Letters of all labels of a small chart, or of a page that is put together of pictures.
pub(super) const FEW_LETTERS: usize = 70;
/// Lines from which on it is no chance that they stand beside something.
pub(crate) const LINES_BESIDE: usize = 2;
/// Of so many a pattern is made: slices of a pie, lines of prose, pictures of a collage.
pub(super) const SEVERAL: usize = 3;
/// Lines from which on their places say something: labels on a map, fields of a form.
pub(crate) const PLACED_LINES: usize = 4;
/// Marks up to which a drawing is a box, a badge or an ornament: fewer than the sides of two boxes.
pub(crate) const FEW_MARKS: usize = 7;
