//! Pixels of few colours as indexes of a palette, and gray ones of few shades in fewer bits: the same in every pixel.

use std::collections::BTreeMap;

/// Colours of a palette at most.
const MOST_COLORS: usize = 256;

/// Pixels as indexes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Indexed {
    /// Bits of an index: 1, 2, 4 or 8.
    pub(crate) bits: usize,
    /// Indexes in rows, each filled up to bytes.
    pub(crate) rows: Vec<u8>,
    /// The colours, as many bytes each as pixels had; in their order, so that indexes of like colours are alike.
    pub(crate) palette: Vec<u8>,
}

/// Pixels of so many bytes in rows of `width` as indexes; `None` where they have too many colours.
pub(crate) fn indexed(pixels: &[u8], width: usize, bytes: usize) -> Option<Indexed> {
    let mut colors: BTreeMap<&[u8], u8> = BTreeMap::new();
    let mut last: &[u8] = &[];
    for pixel in pixels.chunks(bytes) {
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
    let index = |pixel: &[u8]| colors.get(pixel).copied().unwrap_or(0);
    let rows = pixels.chunks(width * bytes).flat_map(|row| packed(row.chunks(bytes).map(index), bits)).collect();
    Some(Indexed { bits, rows, palette: colors.keys().copied().collect::<Vec<_>>().concat() })
}

/// Gray samples of eight bits in fewer, with their number, where each is one that so many bits can tell.
pub(crate) fn shades(samples: &[u8], width: usize) -> Option<(usize, Vec<u8>)> {
    let step = |bits: u32| 255 / ((1 << bits) - 1) as u8;
    let bits = [1, 2, 4].into_iter().find(|bits| samples.iter().all(|byte| byte.is_multiple_of(step(*bits))))?;
    let rows = samples.chunks(width).map(|row| row.iter().map(|byte| byte / step(bits)));
    Some((bits as usize, rows.flat_map(|row| packed(row, bits as usize)).collect()))
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
        assert_eq!(shades(&[0, 255, 255], 3), Some((1, vec![0b0110_0000])));
        assert_eq!(shades(&[0, 85, 255], 3), Some((2, vec![0b0001_1100])));
        assert_eq!(shades(&[0, 3, 255], 3), None);
        let two = indexed(&[9, 9, 9, 1, 2, 3], 2, 3).unwrap();
        assert_eq!(two, Indexed { bits: 1, rows: vec![0b1000_0000], palette: vec![1, 2, 3, 9, 9, 9] });
        let many: Vec<u8> = (0..=255).flat_map(|low| [low, 0]).chain([0, 1]).collect();
        assert_eq!(indexed(&many, 257, 2), None);
    }
}
