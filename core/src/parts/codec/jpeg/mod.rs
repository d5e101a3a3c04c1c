//! The codec of JPEG (ITU-T T.81): files to coefficients, coefficients to pixels, and both back again. What a file says
//! besides its picture is left to who uses it.
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
mod dct;
pub(crate) mod decode;
pub(crate) mod develop;
pub(crate) mod encode;
pub(crate) mod fold;
mod huffman;
mod idct;
pub(crate) mod levels;
pub(crate) mod markers;
mod packed;
pub(crate) mod picture;
pub(crate) mod press;
pub(crate) mod quantize;
pub(crate) mod sample;
mod scan;
pub(crate) mod smaller;
pub(crate) mod study;
pub(crate) mod tables;
mod tokens;
mod trellis;
