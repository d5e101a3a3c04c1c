//! Tolerances of formulas: what tells their parts apart. TeX sets most formulas, and others follow it (Knuth, *The
//! TeXbook*, appendix G); its spaces, in em: thin 0.17, medium 0.22, thick 0.28, a quad 1.

use transvase_base::units::{Em, Pt};

/// Height above the base line of the axis that fractions and operators are centred on: 0.25 in Computer Modern.
pub(super) const AXIS: Em = Em(0.25);
/// Base lines of words closer than this are one; smaller letters further down are lowered.
pub(super) const SAME_BASE_LINE: Em = Em(0.05);
/// How far letters of full size stand from the base line at most; smaller ones further up are raised. TeX lowers
/// by 0.15 and raises by 0.29 at the least.
pub(super) const ON_BASE_LINE: Em = Em(0.12);
/// The same for what is centred, and shows its base line only roughly: brackets, operators, fractions. TeX mostly
/// raises by 0.36 and more.
pub(super) const SAME_AXIS: Em = Em(0.35);
/// Base lines further apart are those of two rows, whose usual distance is 1.2.
pub(super) const ROW_STEP: Em = Em(0.7);
/// Smallest letters on a base line, as a share of the largest: faces of one row may differ a little.
pub(super) const FULL_SIZE: f32 = 0.85;
/// Largest scripts and limits, as a share of what they stand at. TeX takes 0.7 at 10 points, and more at smaller sizes.
pub(super) const SMALLER: f32 = 0.9;
/// Height from which on a bracket or operator is higher than any letter, and may stand beside several rows.
pub(super) const TALL: Em = Em(1.3);
/// How far edges of boxes that meet may miss each other: signs reach a little over the boxes that their faces give.
pub(super) const SAME_EDGE: Em = Em(0.1);
/// How far slanted letters, accents and limits reach over the sides of what they stand at, and over the edge of their
/// column.
pub(super) const OVERHANG: Em = Em(0.2);
/// Gap, or overlap, of signs that are drawn as one: the sign of a root and its rule, an accent and its letter, pieces
/// of a bracket.
pub(super) const ATTACHED: Em = Em(0.3);
/// Widest gap between parts of one name, limit or cell: a relation has a thick space at either side. Cells of a matrix
/// are a quad apart.
pub(super) const PART_GAP: Em = Em(0.5);
/// Widest gap between a fraction's parts and its rule, and between limits and their operator: TeX leaves 0.2 to 0.6.
pub(super) const STACKED_GAP: Em = Em(0.75);
/// Narrowest space between words, which is 0.25 and more; letters of a word are closer.
pub(super) const WORD_GAP: Em = Em(0.18);
/// A quad, a little narrower than it is meant: signs lean into it.
pub(super) const QUAD: Em = Em(0.85);
/// How far what stands at a rule may reach beyond its ends, in points: rules are often drawn in whole pixels.
pub(super) const RULE_END: Pt = Pt(1.0);
/// How deep structures are read in one another; formulas that people read have four levels or five.
pub(super) const MAX_DEPTH: usize = 12;
