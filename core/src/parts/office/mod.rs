//! Packages of office programs: Office Open XML, OpenDocument, and how they are made smaller.

#[cfg(any(feature = "doc", feature = "docx", feature = "rtf"))]
pub(crate) mod eq_field;
#[cfg(feature = "odt")]
pub(crate) mod odf;
#[cfg(feature = "docx")]
pub(crate) mod ooxml;
#[cfg(feature = "_package")]
pub(crate) mod package;
