//! Fonts: the faces at hand, the names by which they go, shaping, and programs made smaller.

pub(crate) mod font_names;
#[cfg(feature = "pdf-render")]
#[cfg_attr(
    not(feature = "pdf-edit"),
    allow(dead_code, unused_imports, reason = "only the editor makes programs smaller")
)]
pub(crate) mod font_programs;
#[cfg(feature = "_faces")]
pub(crate) mod fonts;
#[cfg(any(feature = "doc", feature = "docx", feature = "odt", feature = "rtf"))]
pub(crate) mod line_heights;
#[cfg(feature = "pdf-write")]
pub(crate) mod shaping;
pub(crate) mod symbol_fonts;
