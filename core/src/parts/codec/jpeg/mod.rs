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
pub(crate) mod capture;
pub(crate) mod carry;
mod dct;
pub(crate) mod decode;
pub(crate) mod develop;
pub(crate) mod encode;
pub(crate) mod fold;
pub(crate) mod further;
mod huffman;
mod idct;
pub(crate) mod levels;
pub(crate) mod markers;
mod packed;
pub(crate) mod picture;
pub(crate) mod press;
pub(crate) mod quantize;
pub(crate) mod read;
pub(crate) mod sample;
mod scan;
pub(crate) mod smaller;
pub(crate) mod study;
pub(crate) mod tables;
mod tokens;
mod trellis;
pub(crate) mod xmp;

use crate::model::media::MediaKind;
use crate::parts::codec::Codec;

/// The row of the table of codecs.
pub(crate) const CODEC: Codec =
    Codec { kind: MediaKind::Jpeg, sniff, size: read::size, is_lossy: |_| true, decode: read::read };

fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xD8, 0xFF])
}
