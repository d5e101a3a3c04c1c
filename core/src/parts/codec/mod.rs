//! Pictures: encoders and decoders, their metadata and colour profiles, and work on pixels.

#[cfg(all(feature = "avif", not(target_arch = "wasm32")))]
pub(crate) mod avif;
#[cfg(any(feature = "dds", feature = "tga", feature = "_dib"))]
pub(crate) mod bit_mask;
#[cfg(any(feature = "tga", feature = "_dib"))]
pub(crate) mod blue_first;
#[cfg(feature = "_dib")]
pub(crate) mod bmp;
#[cfg(feature = "dds")]
pub(crate) mod dds;
#[cfg(feature = "_dib")]
pub(crate) mod dib;
pub(crate) mod exif;
#[cfg(feature = "exr")]
pub(crate) mod exr;
#[cfg(feature = "farbfeld")]
pub(crate) mod farbfeld;
#[cfg(feature = "_fax")]
pub(crate) mod fax;
#[cfg(feature = "_dib")]
pub(crate) mod fax_rows;
#[cfg(feature = "_stills")]
pub(crate) mod film;
#[cfg(feature = "_gif")]
pub(crate) mod gif;
#[cfg(any(feature = "dds", feature = "tiff"))]
pub(crate) mod halves;
#[cfg(feature = "hdr")]
pub(crate) mod hdr;
#[cfg(feature = "heic")]
pub(crate) mod heic;
#[cfg(feature = "_pictures")]
pub(crate) mod held;
#[cfg(feature = "_stills")]
pub(crate) mod holds;
pub(crate) mod icc;
#[cfg(feature = "ico")]
pub(crate) mod ico;
pub(crate) mod image_size;
#[cfg_attr(not(feature = "psd"), allow(dead_code, reason = "most hand resources on as they are"))]
pub(crate) mod iptc;
#[cfg(feature = "_isobmff")]
pub(crate) mod isobmff;
#[cfg(feature = "pdf-read")]
pub(crate) mod jbig2;
#[cfg(feature = "jp2")]
pub(crate) mod jp2;
#[cfg(feature = "_jpeg")]
pub(crate) mod jpeg;
#[cfg(feature = "_stills")]
pub(crate) mod jpeg_head;
#[cfg(any(feature = "jp2", feature = "pdf-read"))]
pub(crate) mod jpx_gate;
#[cfg(feature = "jxl")]
pub(crate) mod jxl;
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
#[cfg(feature = "pnm")]
pub(crate) mod pnm;
#[cfg(feature = "_stills")]
pub(crate) mod profiles;
#[cfg(feature = "psd")]
pub(crate) mod psd;
#[cfg(feature = "qoi")]
pub(crate) mod qoi;
#[cfg(feature = "_stills")]
pub(crate) mod resize;
#[cfg(feature = "_stills")]
pub(crate) mod rewriting;
#[cfg(all(test, feature = "_stills"))]
pub(crate) mod still_tests;
#[cfg(feature = "_pixels")]
pub(crate) mod stills;
pub(crate) mod strip;
#[cfg(feature = "_pixels")]
pub(crate) mod table;
#[cfg(feature = "tga")]
pub(crate) mod tga;
#[cfg(feature = "tiff")]
pub(crate) mod tiff;
#[cfg(feature = "_vp8")]
pub(crate) mod vp8;
#[cfg(feature = "webp")]
pub(crate) mod vp8l;
#[cfg(feature = "_webp")]
pub(crate) mod webp;

#[cfg(feature = "_pixels")]
use crate::context::Context;
#[cfg(feature = "_pixels")]
use crate::error::Result;
#[cfg(feature = "_pixels")]
use crate::model::media::MediaKind;
#[cfg(feature = "_pixels")]
use crate::model::raster::Raster;

/// A kind of picture: how its files are told, measured and decoded.
#[cfg(feature = "_pixels")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Codec {
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
