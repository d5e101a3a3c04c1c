//! The codec of lossless WebP: an encoder of VP8L (RFC 9649, 3).
//!
//! A picture of few colours becomes one of places in a table; others lose what neighbours and other channels tell of them,
//! where that is likely to pay. Then the cheapest way through the pixels is sought: colours, colours seen lately, and
//! copies of what came before, at prices that follow from what was found the time before. Areas that are alike share prefix
//! codes. The container is left to who uses it.

mod alphabets;
mod areas;
mod bits;
mod care;
mod color;
mod color_cache;
mod counts;
mod entropy;
mod matches;
mod palette;
mod parse;
mod predict;
mod prefix_code;
mod stream;
#[cfg(test)]
mod tests;
mod tile;
mod tokens;
mod ways;

use care::Care;
use palette::Palette;

/// Pixels after which the caller is asked whether to go on, where a loop does little with each.
const TICK: usize = 1 << 16;

/// The first byte of a stream.
const SIGNATURE: u8 = 0x2F;

/// Pixels as numbers: blue lowest, then green, red, and opacity.
#[derive(Debug)]
pub struct Pixels {
    width: usize,
    of: Vec<u32>,
}

impl Pixels {
    /// Bytes that coding takes for each pixel, about.
    pub const ROOM: usize = 16;

    /// Those of samples of 8 bits: gray, gray and opacity, red, green and blue, or these and opacity.
    pub fn from_samples(width: usize, channels: usize, samples: &[u8]) -> Self {
        let of = samples.chunks_exact(channels).map(|pixel| match *pixel {
            [gray] => [gray, gray, gray, 255],
            [gray, alpha] => [gray, gray, gray, alpha],
            [red, green, blue, ref rest @ ..] => [blue, green, red, rest.first().copied().unwrap_or(255)],
            [] => [0; 4],
        });
        Pixels { width, of: of.map(u32::from_le_bytes).collect() }
    }

    /// Those of a plane of opacity, which is told as green (2.7.1.2).
    pub fn from_opacity(width: usize, opacity: &[u8]) -> Self {
        Pixels { width, of: opacity.iter().map(|alpha| u32::from_le_bytes([0, *alpha, 0, 255])).collect() }
    }

    /// A stream, its head included. `effort` is 0 (fastest) to 9; `tick` is called every few thousand pixels.
    ///
    /// # Errors
    /// What `tick` fails with.
    pub fn encode<E>(&self, effort: u8, tick: &mut dyn FnMut() -> Result<(), E>) -> Result<Vec<u8>, E> {
        let has_alpha = self.of.iter().any(|color| color >> 24 < 255);
        let height = self.of.len() / self.width.max(1);
        let sides = (self.width as u32).wrapping_sub(1) | (height as u32).wrapping_sub(1) << 14;
        let size = sides | u32::from(has_alpha) << 28;
        let body = self.encode_body(effort, tick)?;
        Ok([&[SIGNATURE][..], &size.to_le_bytes(), &body].concat())
    }

    /// A stream without the head that says its size, as opacity has it (2.7.1.2).
    ///
    /// # Errors
    /// What `tick` fails with.
    pub fn encode_body<E>(&self, effort: u8, tick: &mut dyn FnMut() -> Result<(), E>) -> Result<Vec<u8>, E> {
        let care = Care::of_effort(effort);
        let palette = Palette::of(&self.of);
        tick()?;
        let ways = ways::by_likelihood(&self.of, self.width, palette.as_ref(), tick)?;
        let mut best: Option<Vec<u8>> = None;
        for way in ways.into_iter().take(care.ways) {
            let stream = ways::go(way, (&self.of, self.width), palette.as_ref(), &care, tick)?;
            if best.as_ref().is_none_or(|best| stream.len() < best.len()) {
                best = Some(stream);
            }
        }
        Ok(best.unwrap_or_default())
    }
}
