//! The table of picture codecs: how files, and pictures within documents, are told by their bytes, measured and decoded.
//!
//! A kind of picture is a row here and nowhere else: formats of files, readers that meet a picture, and writers that have to
//! show one all ask this table.

use crate::context::Context;
use crate::error::{Error, Result};
use crate::model::media::MediaKind;
use crate::model::raster::Raster;
use crate::parts::codec::image_size;

/// A kind of picture.
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

/// All that this build has; those whose files begin with a signature of their own come first.
static CODECS: &[Codec] = &[
    #[cfg(feature = "_jpeg")]
    super::jpeg::CODEC,
    #[cfg(feature = "_png")]
    super::png::CODEC,
    #[cfg(feature = "_gif")]
    super::gif::CODEC,
    #[cfg(feature = "_webp")]
    super::webp::CODEC,
    #[cfg(feature = "_dib")]
    super::bmp::CODEC,
    #[cfg(feature = "tiff")]
    super::tiff::CODEC,
    #[cfg(all(feature = "avif", not(target_arch = "wasm32")))]
    super::avif::CODEC,
    #[cfg(feature = "heic")]
    super::heic::CODEC,
    #[cfg(feature = "jxl")]
    super::jxl::CODEC,
    #[cfg(feature = "jp2")]
    super::jp2::CODEC,
    #[cfg(feature = "psd")]
    super::psd::CODEC,
    #[cfg(feature = "dds")]
    super::dds::CODEC,
    #[cfg(feature = "exr")]
    super::exr::CODEC,
    #[cfg(feature = "hdr")]
    super::hdr::CODEC,
    #[cfg(feature = "farbfeld")]
    super::farbfeld::CODEC,
    #[cfg(feature = "qoi")]
    super::qoi::CODEC,
    #[cfg(feature = "pnm")]
    super::pnm::CODEC,
    #[cfg(feature = "ico")]
    super::ico::CODEC,
    #[cfg(feature = "tga")]
    super::tga::CODEC,
];

/// The codec of a picture by its first bytes, or its last.
pub(crate) fn of_bytes(bytes: &[u8]) -> Option<&'static Codec> {
    CODECS.iter().find(|codec| (codec.sniff)(bytes))
}

/// The kind of a picture or drawing by its bytes; `None` where this build knows none such.
pub(crate) fn kind(bytes: &[u8]) -> Option<MediaKind> {
    of_bytes(bytes).map(|codec| codec.kind).or_else(|| is_svg(bytes).then_some(MediaKind::Svg))
}

/// Bytes among which a drawing names its root.
const HEAD: usize = 256;

fn is_svg(bytes: &[u8]) -> bool {
    bytes.get(..HEAD.min(bytes.len())).is_some_and(|head| head.windows(4).any(|word| word == b"<svg"))
}

/// Width and height in pixels as documents show them: of a JPEG as it is stored, whatever turn it asks for. `None` where the
/// headers do not say.
pub(crate) fn size(bytes: &[u8], context: &Context) -> Option<(u32, u32)> {
    let codec = of_bytes(bytes)?;
    image_size::of(bytes, codec.kind).or_else(|| (codec.size)(bytes, context).ok().flatten())
}

/// The pixels of a file of any kind in the table.
///
/// # Errors
/// `Malformed` where it is of none, and what its codec says.
pub(crate) fn decoded<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let codec = of_bytes(bytes).ok_or_else(|| Error::malformed("a picture is of an unknown format"))?;
    (codec.decode)(bytes, context)
}
