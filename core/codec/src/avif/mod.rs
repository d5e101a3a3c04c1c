//! The decoder of AVIF (AV1 Image File Format 1.2): pictures, grids and animations.

mod animation;
mod canvas;
pub mod colors;
mod light;
mod picture;
pub mod read;

use crate::Codec;
use crate::isobmff;
use read::size;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Avif, sniff, size, is_lossy: |_| true, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    isobmff::brands(bytes).any(|brand| brand == b"avif" || brand == b"avis")
}
