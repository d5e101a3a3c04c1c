//! Pictures: encoders and decoders, their metadata and colour profiles, and work on pixels.

#![forbid(unsafe_code)]
// A build with few formats leaves some of it unused.
#![cfg_attr(
    not(all(feature = "avif", feature = "exr", feature = "tiff")),
    allow(dead_code, unused_imports, unused_variables)
)]

#[cfg(all(feature = "avif", not(target_arch = "wasm32")))]
pub mod avif;
mod bit_mask;
mod blue_first;
pub mod bmp;
#[cfg(feature = "dds")]
pub mod dds;
pub mod dib;
pub mod exif;
#[cfg(feature = "exr")]
pub mod exr;
pub mod farbfeld;
pub mod fax;
mod fax_rows;
pub mod film;
pub mod gates;
#[cfg(feature = "gif")]
pub mod gif;
#[cfg(any(feature = "dds", feature = "tiff"))]
mod halves;
#[cfg(feature = "hdr")]
pub mod hdr;
#[cfg(feature = "heic")]
pub mod heic;
pub mod held;
pub mod holds;
pub mod icc;
pub mod ico;
mod image_size;
pub mod iptc;
pub mod isobmff;
pub mod jbig2;
#[cfg(feature = "jp2")]
pub mod jp2;
pub mod jpeg;
pub mod jpeg_head;
#[cfg(feature = "jxl")]
pub mod jxl;
mod lab;
mod led;
pub mod light;
pub mod likeness;
pub mod palette;
#[cfg(any(feature = "avif", feature = "webp"))]
pub mod photographs;
pub mod picture_size;
pub mod pixels;
pub mod png;
pub mod png_out;
pub mod pnm;
pub mod profiles;
pub mod psd;
pub mod qoi;
pub mod resize;
pub mod rewriting;
#[cfg(any(test, feature = "test-support"))]
pub mod still_tests;
pub mod stills;
pub mod strip;
pub mod table;
pub mod tga;
#[cfg(feature = "tiff")]
pub mod tiff;
pub mod vp8;
#[cfg(feature = "webp")]
pub mod vp8l;
#[cfg(feature = "webp")]
pub mod webp;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::media::MediaKind;
use transvase_model::raster::Raster;

/// A kind of picture: how its files are told, measured and decoded.
#[derive(Debug, Clone, Copy)]
pub struct Codec {
    /// What media of the kind are called.
    pub kind: MediaKind,
    /// Whether a file begins as those of the kind do.
    pub sniff: fn(&[u8]) -> bool,
    /// Width and height in pixels as [`Codec::decode`] gives them, from the headers alone; `None` where they do not say.
    pub size: fn(&[u8], &Context) -> Result<Option<(u32, u32)>>,
    /// Whether the pixels have been packed with loss.
    pub is_lossy: fn(&[u8]) -> bool,
    /// The pixels, upright. Dimensions are charged before any is decoded.
    pub decode: for<'a> fn(&'a [u8], &Context) -> Result<Raster<'a>>,
}
