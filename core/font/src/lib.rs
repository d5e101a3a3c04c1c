//! Fonts: the faces at hand, the names by which they go, shaping, and programs made smaller.

#![forbid(unsafe_code)]
// A build with few formats leaves some of it unused.
#![cfg_attr(not(all(feature = "fonts", feature = "shaping")), allow(dead_code, unused_imports, unused_variables))]

pub mod font_names;
pub mod font_programs;
pub mod fonts;
pub mod line_heights;
#[cfg(feature = "shaping")]
pub mod math_face;
#[cfg(feature = "shaping")]
pub mod shaping;
pub mod symbol_fonts;
