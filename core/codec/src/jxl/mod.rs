//! The decoder of JPEG XL (ISO/IEC 18181), animations too.

pub mod read;

use crate::Codec;
use read::size;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Jxl, sniff, size, is_lossy: read::is_lossy, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0x0A]) || bytes.starts_with(CONTAINER)
}

/// How a file in a container begins (ISO/IEC 18181-2, 9.1).
pub const CONTAINER: &[u8] = b"\0\0\0\x0CJXL \r\n\x87\n";
