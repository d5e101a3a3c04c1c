//! Plumbing that several formats share.

pub(crate) mod font_names;
pub(crate) mod fonts;
pub(crate) mod ooxml;
pub(crate) mod pixels;
pub(crate) mod symbol_fonts;
pub(crate) mod xml;
pub(crate) mod zip;
