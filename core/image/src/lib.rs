//! Formats of pictures, a room each over its codec, and the steps from and to pixels: [`adjust`] (size, colours, turning),
//! [`illustrate`] (a picture in a text), [`mount`] (pictures on pages).

#![forbid(unsafe_code)]
// A build with few formats leaves some of it unused.
#![cfg_attr(not(feature = "svg"), allow(dead_code, unused_imports, unused_variables))]

pub mod adjust;
#[cfg(all(feature = "avif", not(target_arch = "wasm32")))]
pub mod avif;
#[cfg(feature = "bmp")]
pub mod bmp;
#[cfg(feature = "cbz")]
pub mod cbz;
#[cfg(feature = "dds")]
pub mod dds;
#[cfg(feature = "exr")]
pub mod exr;
#[cfg(feature = "farbfeld")]
pub mod farbfeld;
#[cfg(feature = "gif")]
pub mod gif;
#[cfg(feature = "hdr")]
pub mod hdr;
#[cfg(feature = "heic")]
pub mod heic;
#[cfg(feature = "ico")]
pub mod ico;
pub mod illustrate;
#[cfg(feature = "jp2")]
pub mod jp2;
#[cfg(feature = "jpeg")]
pub mod jpeg;
#[cfg(feature = "jxl")]
pub mod jxl;
#[cfg(feature = "mount")]
pub mod mount;
#[cfg(feature = "png")]
pub mod png;
#[cfg(feature = "pnm")]
pub mod pnm;
#[cfg(feature = "psd")]
pub mod psd;
#[cfg(feature = "qoi")]
pub mod qoi;
#[cfg(any(feature = "cbz", feature = "mount"))]
mod sheet;
#[cfg(feature = "svg")]
pub mod svg;
#[cfg(feature = "tga")]
pub mod tga;
#[cfg(feature = "tiff")]
pub mod tiff;
#[cfg(feature = "webp")]
pub mod webp;
