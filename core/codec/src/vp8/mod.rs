//! The codec of lossy WebP: an encoder of key frames of VP8 (RFC 6386).
//!
//! A [`Picture`] is made of pixels, a [`Study`] of it gives frames at any coarseness. Each macroblock is predicted in the
//! ways that cost least error and bits, by tokens' real costs; rough parts get coarser steps than smooth ones; levels are
//! searched for along the cheapest path; probabilities follow what the frame holds. A frame is read by every decoder of
//! WebP; the container around it is left to who uses it.

mod blocks;
mod bool_coder;
mod chroma;
mod cost;
mod decide;
mod frame;
mod modes;
mod predict;
mod quantize;
mod segments;
mod site;
mod split;
mod study;
mod tables;
#[cfg(test)]
mod tests;
mod token_probs;
mod tokens;
mod transform;
mod trellis;
mod whole;
mod yuv;

pub use study::{Knobs, Study};
pub use yuv::Picture;
