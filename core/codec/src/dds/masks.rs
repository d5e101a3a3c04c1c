//! Pixels that are numbers, whose bits are samples.

use crate::bit_mask::BitMask;

/// Which bits of a little-endian number are which sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Masks {
    /// Bytes of a pixel.
    pub bytes: usize,
    /// Red, green and blue: the same for all where the picture is grey.
    pub colors: [BitMask; 3],
    pub alpha: BitMask,
}

impl Masks {
    /// The bits of each sample; none where there is no such sample.
    pub fn new(bytes: usize, colors: [u64; 3], alpha: u64) -> Masks {
        Masks { bytes, colors: colors.map(BitMask::new), alpha: BitMask::new(alpha) }
    }

    /// So many samples of the same size, red first. A single one is grey.
    pub fn even(bytes: usize, channels: u32) -> Masks {
        let bits = bytes as u32 * 8 / channels;
        let mask = |channel: u32| if channel < channels { ((1_u64 << bits) - 1) << (channel * bits) } else { 0 };
        let colors = if channels == 1 { [mask(0); 3] } else { [mask(0), mask(1), mask(2)] };
        Masks::new(bytes, colors, mask(3))
    }

    /// Whether samples have more than 8 bits.
    pub fn is_deep(&self) -> bool {
        self.colors.iter().chain([&self.alpha]).any(|mask| mask.is_deep())
    }

    /// Red, green, blue and opacity of a pixel.
    pub fn rgba(&self, pixel: &[u8]) -> [u8; 4] {
        let number = pixel.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        let [red, green, blue] = self.colors.map(|mask| mask.of(number).unwrap_or(0));
        [red, green, blue, self.alpha.of(number).unwrap_or(255)]
    }
}
