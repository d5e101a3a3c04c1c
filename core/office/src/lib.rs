//! Documents of office programs, and what their packages share: Office Open XML, OpenDocument.

#![forbid(unsafe_code)]
// A build with few formats leaves some of it unused.
#![cfg_attr(
    not(all(feature = "doc", feature = "docx", feature = "odt", feature = "rtf")),
    allow(dead_code, unused_imports, unused_variables)
)]

#[cfg(feature = "docx")]
mod chart;
#[cfg(feature = "doc")]
pub mod doc;
#[cfg(feature = "docx")]
pub mod docx;
#[cfg(any(feature = "doc", feature = "docx", feature = "rtf"))]
mod eq_field;
#[cfg(feature = "odt")]
mod odf;
#[cfg(feature = "odp")]
pub mod odp;
#[cfg(feature = "ods")]
pub mod ods;
#[cfg(feature = "odt")]
pub mod odt;
#[cfg(feature = "docx")]
mod ooxml;
#[cfg(feature = "pptx")]
pub mod pptx;
#[cfg(feature = "rtf")]
pub mod rtf;
#[cfg(feature = "xlsx")]
pub mod xlsx;
