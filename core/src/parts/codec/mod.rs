//! Pictures: encoders and decoders, their metadata and colour profiles, and work on pixels.

#[cfg(any(feature = "dds", feature = "tga", feature = "_dib"))]
pub(crate) mod bit_mask;
#[cfg(any(feature = "tga", feature = "_dib"))]
pub(crate) mod blue_first;
#[cfg(feature = "_dib")]
pub(crate) mod dib;
pub(crate) mod exif;
#[cfg(feature = "_fax")]
pub(crate) mod fax;
#[cfg(feature = "_dib")]
pub(crate) mod fax_rows;
#[cfg(feature = "_stills")]
pub(crate) mod film;
#[cfg(any(feature = "dds", feature = "tiff"))]
pub(crate) mod halves;
#[cfg(feature = "_stills")]
pub(crate) mod holds;
pub(crate) mod icc;
pub(crate) mod image_size;
#[cfg_attr(not(feature = "psd"), allow(dead_code, reason = "most hand resources on as they are"))]
pub(crate) mod iptc;
#[cfg(feature = "_isobmff")]
pub(crate) mod isobmff;
#[cfg(feature = "pdf-read")]
pub(crate) mod jbig2;
#[cfg(feature = "_jpeg")]
pub(crate) mod jpeg;
#[cfg(feature = "_stills")]
pub(crate) mod jpeg_head;
#[cfg(any(feature = "jp2", feature = "pdf-read"))]
pub(crate) mod jpx_gate;
#[cfg(any(feature = "psd", feature = "tiff"))]
pub(crate) mod lab;
#[cfg(feature = "_stills")]
pub(crate) mod led;
#[cfg(feature = "_pixels")]
pub(crate) mod light;
#[cfg(feature = "_stills")]
pub(crate) mod likeness;
#[cfg(any(feature = "gif", feature = "_png"))]
pub(crate) mod palette;
#[cfg(any(feature = "avif", feature = "webp"))]
pub(crate) mod photographs;
#[cfg(any(feature = "docx", feature = "rtf"))]
pub(crate) mod picture_size;
#[cfg(feature = "_pixels")]
pub(crate) mod pixels;
#[cfg(feature = "_pixels")]
pub(crate) mod png;
#[cfg(feature = "_stills")]
pub(crate) mod png_out;
#[cfg(feature = "_stills")]
pub(crate) mod profiles;
#[cfg(any(feature = "docx", feature = "fb2", feature = "_markup"))]
pub(crate) mod recode;
#[cfg(feature = "_stills")]
pub(crate) mod resize;
#[cfg(feature = "_stills")]
pub(crate) mod rewriting;
#[cfg(all(test, feature = "_stills"))]
pub(crate) mod still_tests;
#[cfg(feature = "_pixels")]
pub(crate) mod stills;
pub(crate) mod strip;
#[cfg(feature = "_vp8")]
pub(crate) mod vp8;
#[cfg(feature = "webp")]
pub(crate) mod vp8l;
