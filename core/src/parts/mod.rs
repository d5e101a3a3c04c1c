//! Plumbing that several formats share.

pub(crate) mod canvas;
pub(crate) mod counting;
pub(crate) mod exif;
pub(crate) mod fence;
pub(crate) mod font_names;
pub(crate) mod fonts;
pub(crate) mod html;
pub(crate) mod icc;
pub(crate) mod image_size;
pub(crate) mod inflate;
pub(crate) mod ooxml;
pub(crate) mod pdb;
pub(crate) mod pixels;
pub(crate) mod shaping;
pub(crate) mod side_by_side;
pub(crate) mod svg;
pub(crate) mod symbol_fonts;
pub(crate) mod xml;
pub(crate) mod zip;
