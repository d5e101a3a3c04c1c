//! The table of picture codecs: how files, and pictures within documents, are told by their bytes, measured and decoded.
//!
//! A kind of picture is a row here and nowhere else: formats of files, readers that meet a picture, and writers that have to
//! show one all ask this table.

use crate::{Codec, image_size};
use transvase_base::context::Context;
use transvase_model::media::MediaKind;

/// All that this build has; those whose files begin with a signature of their own come first.
static CODECS: &[Codec] = &[
    super::jpeg::CODEC,
    super::png::CODEC,
    #[cfg(feature = "gif")]
    super::gif::CODEC,
    #[cfg(feature = "webp")]
    super::webp::CODEC,
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
    super::psd::CODEC,
    #[cfg(feature = "dds")]
    super::dds::CODEC,
    #[cfg(feature = "exr")]
    super::exr::CODEC,
    #[cfg(feature = "hdr")]
    super::hdr::CODEC,
    super::farbfeld::CODEC,
    super::qoi::CODEC,
    super::pnm::CODEC,
    super::ico::CODEC,
    super::tga::CODEC,
];

/// The codec of a picture by its first bytes, or its last.
pub(crate) fn of_bytes(bytes: &[u8]) -> Option<&'static Codec> {
    CODECS.iter().find(|codec| (codec.sniff)(bytes))
}

/// The kind of a picture or drawing by its bytes; `None` where this build knows none such.
pub fn kind(bytes: &[u8]) -> Option<MediaKind> {
    of_bytes(bytes).map(|codec| codec.kind).or_else(|| is_svg(bytes).then_some(MediaKind::Svg))
}

/// Bytes among which a drawing names its root.
const HEAD: usize = 256;

fn is_svg(bytes: &[u8]) -> bool {
    bytes.get(..HEAD.min(bytes.len())).is_some_and(|head| head.windows(4).any(|word| word == b"<svg"))
}

/// Width and height in pixels as documents show them: of a JPEG as it is stored, whatever turn it asks for. `None` where the
/// headers do not say.
pub fn size(bytes: &[u8], context: &Context) -> Option<(u32, u32)> {
    let codec = of_bytes(bytes)?;
    image_size::of(bytes, codec.kind).or_else(|| (codec.size)(bytes, context).ok().flatten())
}
