//! The decoder of AVIF (AV1 Image File Format 1.2): pictures, grids and animations.

mod animation;
mod canvas;
pub(crate) mod colors;
mod light;
mod picture;
pub(crate) mod read;

use crate::model::media::MediaKind;
use crate::parts::codec::Codec;
use crate::parts::codec::isobmff;
use read::size;

/// The row of the table of codecs.
pub(crate) const CODEC: Codec = Codec { kind: MediaKind::Avif, sniff, size, is_lossy: |_| true, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    isobmff::brands(bytes).any(|brand| brand == b"avif" || brand == b"avis")
}
