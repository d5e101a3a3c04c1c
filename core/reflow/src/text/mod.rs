//! Text extraction from glyph runs to lines: pages turned upright (`orientation`) and straight (`deskew`), runs made
//! into stretches of one look (`word`, `fonts`), their characters put right (`clean`, `small_caps`, `bidi`), lines
//! under and through them (`underline`), and stretches joined to lines (`line`, `level`, `stretches`), with large
//! initials (`drop_cap`). The single glyphs of pages with formulas (`sign`), and rows of dots that lead to a number
//! (`leader`); labels of items and captions (`label`, `caption`). How near is near: `tolerances`.

pub(super) mod bidi;
pub(super) mod caption;
pub(super) mod clean;
pub(super) mod deskew;
mod drop_cap;
pub(super) mod fonts;
pub(super) mod highlight;
pub(super) mod label;
pub(super) mod leader;
pub(super) mod level;
pub(super) mod line;
pub(super) mod orientation;
pub(super) mod sign;
mod small_caps;
pub(super) mod stretches;
pub(super) mod tolerances;
pub(super) mod underline;
pub(super) mod word;
