//! Fonts: the faces at hand, the names by which they go, shaping, and programs made smaller.

#![forbid(unsafe_code)]

pub mod font_names;
pub mod font_programs;
pub mod fonts;
pub mod line_heights;
#[cfg(feature = "shaping")]
pub mod shaping;
pub mod symbol_fonts;
