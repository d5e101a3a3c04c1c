//! From glyph runs to lines of text: pages turned upright (`turn`) and straight (`skew`), runs made into stretches of one
//! look (`fragment`, `fonts`), their characters put right (`clean`, `caps`, `bidi`), lines under and through
//! them (`underline`), and stretches joined to lines (`line`, `level`, `stretches`), with large initials (`initial`). The single glyphs of
//! pages with formulas (`sign`), and rows of dots that lead to a number (`leader`); labels of items and captions (`label`, `caption`).

pub(super) mod bidi;
mod caps;
pub(super) mod caption;
pub(super) mod clean;
pub(super) mod fonts;
pub(super) mod fragment;
pub(super) mod highlight;
mod initial;
pub(super) mod label;
pub(super) mod leader;
pub(super) mod level;
pub(super) mod line;
pub(super) mod sign;
pub(super) mod skew;
pub(super) mod stretches;
pub(super) mod turn;
pub(super) mod underline;
