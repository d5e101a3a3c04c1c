//! The decoder of DDS, the textures of DirectX (Microsoft's "Programming Guide for DDS").

pub(crate) mod blocks;
pub(crate) mod header;
mod masks;
pub(crate) mod read;

use crate::Codec;
use read::size;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Dds, sniff, size, is_lossy: |_| false, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(b"DDS \x7C\0\0\0")
}

#[cfg(test)]
mod tests;
