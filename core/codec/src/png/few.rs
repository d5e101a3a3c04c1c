//! Reduction of colour type and bit depth without loss: few colours become a palette, few shades of grey fewer bits.

use std::collections::BTreeMap;

/// Colours of a palette at most.
const MOST_COLORS: usize = 256;

/// Pixels by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbered {
    /// A number for each pixel.
    pub numbers: Vec<u8>,
    /// The colours, as many bytes each as pixels had; in their order, so that numbers of like colours are alike.
    pub palette: Vec<u8>,
}

/// Pixels of so many bytes by number; `None` where they have too many colours.
pub fn numbered(pixels: &[u8], bytes: usize) -> Option<Numbered> {
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
    for (number, place) in (0..=255).zip(colors.values_mut()) {
        *place = number;
    }
    let number = |pixel: &[u8]| colors.get(pixel).copied().unwrap_or(0);
    let numbers = pixels.chunks(bytes).map(number).collect();
    Some(Numbered { numbers, palette: colors.keys().copied().collect::<Vec<_>>().concat() })
}

/// Bits that tell so many numbers apart: 1, 2, 4 or 8.
pub fn bits(count: usize) -> usize {
    [1, 2, 4].into_iter().find(|bits| count <= 1 << bits).unwrap_or(8)
}

/// Grey samples of eight bits in fewer, with their number, where each is one that so many bits can tell.
pub fn shades(samples: &[u8], width: usize) -> Option<(usize, Vec<u8>)> {
    let step = |bits: usize| 255 / ((1_u16 << bits) - 1) as u8;
    let bits = [1, 2, 4].into_iter().find(|bits| samples.iter().all(|byte| byte.is_multiple_of(step(*bits))))?;
    Some((bits, packed(samples, width, bits, |byte| byte / step(bits))))
}

/// What numbers stand for, in rows of `width`, each in so many bits, and each row filled up to bytes. They are asked for
/// as they are packed: a picture of a hundred megapixels is not held once more.
pub fn packed(numbers: &[u8], width: usize, bits: usize, means: impl Fn(u8) -> u8) -> Vec<u8> {
    if bits == 8 {
        return numbers.iter().map(|number| means(*number)).collect();
    }
    let put = |byte: u8, (at, number): (usize, &u8)| byte | means(*number) << (8 - bits * (at + 1));
    let byte = |group: &[u8]| group.iter().enumerate().fold(0, put);
    numbers.chunks(width.max(1)).flat_map(|row| row.chunks(8 / bits).map(byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_packed_from_the_high_bits_on() {
        assert_eq!(packed(&[1, 0, 1, 1, 0, 0, 0, 0, 1], 9, 1, |number| number), [0b1011_0000, 0b1000_0000]);
        assert_eq!(packed(&[0, 1, 2], 3, 4, |number| [1, 2, 15][usize::from(number)]), [0x12, 0xF0]);
        assert_eq!([2, 3, 16, 17, 256].map(bits), [1, 2, 4, 8, 8]);
    }

    #[test]
    fn shades_and_colours_are_exact() {
        assert_eq!(shades(&[0, 255, 255], 3), Some((1, vec![0b0110_0000])));
        assert_eq!(shades(&[0, 85, 255], 3), Some((2, vec![0b0001_1100])));
        assert_eq!(shades(&[0, 3, 255], 3), None);
        let two = numbered(&[9, 9, 9, 1, 2, 3], 3).unwrap();
        assert_eq!(two, Numbered { numbers: vec![1, 0], palette: vec![1, 2, 3, 9, 9, 9] });
        let many: Vec<u8> = (0..=255).flat_map(|low| [low, 0]).chain([0, 1]).collect();
        assert_eq!(numbered(&many, 2), None);
    }
}
