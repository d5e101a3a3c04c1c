//! PNG files (PNG 3rd edition) taken apart and packed small: what files of this format, packages and icons with such
//! pictures in them, and PDF, whose streams are predicted by the same filters, have in common.

#[cfg(feature = "_png")]
pub(crate) mod around;
pub(crate) mod chunks;
#[cfg(any(feature = "_png", feature = "pdf-edit"))]
pub(crate) mod few;
#[cfg(any(feature = "_png", feature = "pdf-read"))]
#[cfg_attr(not(feature = "_deflate"), allow(dead_code, reason = "readers only undo them"))]
pub(crate) mod filters;
#[cfg(feature = "_png")]
pub(crate) mod forms;
#[cfg(feature = "_png")]
pub(crate) mod packing;
#[cfg(feature = "_stills")]
pub(crate) mod play;
#[cfg(feature = "_stills")]
pub(crate) mod read;
#[cfg(feature = "_png")]
pub(crate) mod smaller;
#[cfg(feature = "_png")]
pub(crate) mod stored;
#[cfg(feature = "_stills")]
pub(crate) mod text;

#[cfg(feature = "_stills")]
pub(crate) use codec::CODEC;

#[cfg(feature = "_stills")]
mod codec {
    use super::read;
    use crate::context::Context;
    use crate::error::Result;
    use crate::model::media::MediaKind;
    use crate::parts::codec::pixels;
    use crate::parts::codec::table::Codec;

    /// The row of the table of codecs.
    pub(crate) const CODEC: Codec =
        Codec { kind: MediaKind::Png, sniff, size, is_lossy: |_| false, decode: read::read };

    fn sniff(bytes: &[u8]) -> bool {
        bytes.starts_with(b"\x89PNG\r\n\x1a\n")
    }

    fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
        pixels::dimensions(bytes, image::ImageFormat::Png).map(Some)
    }
}
