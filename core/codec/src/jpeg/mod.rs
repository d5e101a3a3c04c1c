//! The codec of JPEG (ITU-T T.81): files to coefficients, coefficients to pixels, and both back again, with what a
//! file says besides its picture.
//!
//! ```text
//! file ── decode (markers, scan, huffman, arithmetic_scan) ──▶ coefficients (picture, packed)
//! coefficients ── develop (idct) ──▶ pixels
//! pixels ── capture (dct) ──▶ coefficients; rows of them ── press ──▶ coefficients, already quantised
//! coefficients ── fold ──▶ the same with chroma at half size
//! coefficients ── quantize (trellis) ──▶ levels ── encode (tokens, huffman) ──▶ file
//! ```
//!
//! `study` tries qualities on a `sample` before the whole picture is encoded; `smaller` is all of it for JPEGs that lie in
//! other files.

mod arithmetic;
mod arithmetic_scan;
mod bits;
pub mod capture;
pub mod carry;
mod dct;
pub mod decode;
pub mod develop;
pub mod encode;
pub mod fold;
pub mod further;
mod huffman;
mod idct;
pub mod levels;
pub mod markers;
mod packed;
pub mod picture;
pub mod press;
pub mod quantize;
pub mod read;
pub mod sample;
mod scan;
pub mod smaller;
pub mod study;
pub(crate) mod tables;
mod tokens;
mod trellis;
pub mod xmp;

use crate::Codec;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec =
    Codec { kind: MediaKind::Jpeg, sniff, size: read::size, is_lossy: |_| true, decode: read::read };

fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xD8, 0xFF])
}
