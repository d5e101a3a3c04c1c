//! Plumbing that several formats share.

pub(crate) mod font_names;
pub(crate) mod fonts;
pub(crate) mod pixels;
pub(crate) mod shaping;
pub(crate) mod symbol_fonts;
