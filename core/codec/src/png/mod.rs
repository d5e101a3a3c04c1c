//! PNG files (PNG 3rd edition) taken apart and packed small: what files of this format, packages and icons with such
//! pictures in them, and PDF, whose streams are predicted by the same filters, have in common.

pub mod around;
pub mod chunks;
pub mod few;
pub mod filters;
pub mod forms;
pub mod packing;
pub mod play;
pub mod read;
pub mod smaller;
pub mod stored;
pub mod text;

use crate::Codec;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec =
    Codec { kind: MediaKind::Png, sniff, size: read::size, is_lossy: |_| false, decode: read::read };

fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}
