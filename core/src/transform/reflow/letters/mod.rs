//! From glyph runs to lines of text: pages turned upright (`turn`) and straight (`skew`), runs made into stretches of one
//! look (`fragment`, `fonts`), their characters put right (`clean`, `caps`, `bidi`), lines under and through
//! them (`underline`), and stretches joined to lines (`line`), with large initials (`initial`).

pub(super) mod bidi;
mod caps;
pub(super) mod clean;
pub(super) mod fonts;
pub(super) mod fragment;
pub(super) mod highlight;
mod initial;
pub(super) mod line;
pub(super) mod skew;
pub(super) mod turn;
pub(super) mod underline;
