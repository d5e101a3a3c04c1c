//! Pictures of few colours as indexes of a palette (ISO 32000-1, 8.6.6.3), and gray ones of few shades in fewer bits: the
//! same colours in every pixel.

use std::collections::BTreeMap;

use super::super::document::Document;
use super::super::filter::{Packer, Samples};
use super::super::object::{Object, Stream};
use super::samples::{self, Shape};
use crate::context::Context;
use crate::error::Result;

/// Colours of a palette at most.
const MOST_COLORS: usize = 256;

/// A picture in fewer bits; `None` where it has too many colours, or is of another kind.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn smaller(
    document: &Document,
    stream: &Stream,
    packer: Packer,
    context: &Context,
) -> Result<Option<Stream>> {
    let entries = &stream.dictionary;
    let is_wanted = |shape: &Shape| shape.bits == 8 && (matches!(shape.colors, 1 | 3 | 4));
    let Some(shape) = Shape::of(document, entries).filter(is_wanted) else { return Ok(None) };
    if samples::is_stencil(document, entries) || !samples::is_unmapped(document, entries) {
        return Ok(None);
    }
    let Some(bytes) = samples::plain(document, stream, shape, context)? else { return Ok(None) };
    context.tick(bytes.len() as u64 / 16 + 1)?;
    let packed = match shape.colors {
        1 => shades(&bytes, shape).map(|(bits, bytes)| (bits, bytes, None)),
        _ => indexes(&bytes, shape).map(|(bits, bytes, palette)| (bits, bytes, Some(palette))),
    };
    let Some((bits, bytes, palette)) = packed else { return Ok(None) };
    let mut smaller = stream.clone();
    smaller.dictionary.set("BitsPerComponent", bits as i64);
    if let Some(palette) = palette {
        let last = palette.len() / shape.colors - 1;
        let base = entries.get("ColorSpace").clone();
        let space = vec![Object::name("Indexed"), base, Object::Integer(last as i64), Object::String(palette)];
        smaller.dictionary.set("ColorSpace", space);
    }
    smaller.set_plain(bytes);
    let rows = Samples { columns: shape.width, colors: 1, bits, is_smooth: false };
    packer.samples(smaller, &rows, context).map(Some)
}

/// Gray samples in fewer bits, where each of them is one that so many bits can tell.
fn shades(bytes: &[u8], shape: Shape) -> Option<(usize, Vec<u8>)> {
    let step = |bits: u32| 255 / ((1 << bits) - 1) as u8;
    let bits = [1, 2, 4].into_iter().find(|bits| bytes.iter().all(|byte| byte.is_multiple_of(step(*bits))))?;
    let rows = bytes.chunks(shape.width).map(|row| row.iter().map(|byte| byte / step(bits)));
    Some((bits as usize, rows.flat_map(|row| packed(row, bits as usize)).collect()))
}

/// Indexes, and the palette they are of; in the order of the colours, so that near ones are alike.
fn indexes(bytes: &[u8], shape: Shape) -> Option<(usize, Vec<u8>, Vec<u8>)> {
    let mut colors: BTreeMap<&[u8], u8> = BTreeMap::new();
    let mut last: &[u8] = &[];
    for pixel in bytes.chunks(shape.colors) {
        if pixel != last {
            last = pixel;
            colors.insert(pixel, 0);
            if colors.len() > MOST_COLORS {
                return None;
            }
        }
    }
    for (index, place) in (0..=255).zip(colors.values_mut()) {
        *place = index;
    }
    let bits = [1, 2, 4, 8].into_iter().find(|bits| colors.len() <= 1 << bits)?;
    let palette = colors.keys().copied().collect::<Vec<_>>().concat();
    let rows = bytes.chunks(shape.width * shape.colors);
    let index = |pixel: &[u8]| colors.get(pixel).copied().unwrap_or(0);
    let packed = rows.flat_map(|row| packed(row.chunks(shape.colors).map(index), bits)).collect();
    Some((bits, packed, palette))
}

/// A row of samples in so many bits each, filled up to bytes.
fn packed(samples: impl Iterator<Item = u8>, bits: usize) -> Vec<u8> {
    let per_byte = 8 / bits;
    let mut row = Vec::new();
    for (at, sample) in samples.enumerate() {
        if at.is_multiple_of(per_byte) {
            row.push(0);
        }
        if let Some(last) = row.last_mut() {
            *last |= sample << (8 - bits * (at % per_byte + 1));
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_packed_from_the_high_bits_on() {
        assert_eq!(packed([1, 0, 1, 1, 0, 0, 0, 0, 1].into_iter(), 1), [0b1011_0000, 0b1000_0000]);
        assert_eq!(packed([1, 2, 15].into_iter(), 4), [0x12, 0xF0]);
    }

    #[test]
    fn shades_and_colours_are_exact() {
        let gray = Shape { width: 3, height: 1, colors: 1, bits: 8 };
        assert_eq!(shades(&[0, 255, 255], gray), Some((1, vec![0b0110_0000])));
        assert_eq!(shades(&[0, 85, 255], gray), Some((2, vec![0b0001_1100])));
        assert_eq!(shades(&[0, 3, 255], gray), None);
        let color = Shape { width: 2, height: 1, colors: 3, bits: 8 };
        assert_eq!(indexes(&[9, 9, 9, 1, 2, 3], color), Some((1, vec![0b1000_0000], vec![1, 2, 3, 9, 9, 9])));
    }
}
