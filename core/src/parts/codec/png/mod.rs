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
#[cfg(feature = "_png")]
pub(crate) mod play;
#[cfg(feature = "_png")]
pub(crate) mod read;
#[cfg(feature = "_png")]
pub(crate) mod smaller;
#[cfg(feature = "_png")]
pub(crate) mod stored;
#[cfg(feature = "_png")]
pub(crate) mod text;

#[cfg(feature = "_png")]
use crate::model::media::MediaKind;
#[cfg(feature = "_png")]
use crate::parts::codec::Codec;

/// The row of the table of codecs.
#[cfg(feature = "_png")]
pub(crate) const CODEC: Codec =
    Codec { kind: MediaKind::Png, sniff, size: read::size, is_lossy: |_| false, decode: read::read };

#[cfg(feature = "_png")]
fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}
