//! Pixels that are numbers, whose bits are samples.

/// Which bits of a little-endian number are which sample; none where there is no such sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Masks {
    /// Bytes of a pixel.
    pub bytes: usize,
    /// Red, green and blue: the same for all where the picture is grey.
    pub colors: [u64; 3],
    pub alpha: u64,
}

impl Masks {
    /// So many samples of the same size, red first. A single one is grey.
    pub fn even(bytes: usize, channels: u32) -> Masks {
        let bits = bytes as u32 * 8 / channels;
        let mask = |channel: u32| if channel < channels { ((1_u64 << bits) - 1) << (channel * bits) } else { 0 };
        let colors = if channels == 1 { [mask(0); 3] } else { [mask(0), mask(1), mask(2)] };
        Masks { bytes, colors, alpha: mask(3) }
    }

    /// Whether samples have more than 8 bits.
    pub fn is_deep(&self) -> bool {
        self.colors.iter().chain([&self.alpha]).any(|mask| mask.count_ones() > 8)
    }

    /// Red, green, blue and opacity of a pixel.
    pub fn rgba(&self, pixel: &[u8]) -> [u8; 4] {
        let number = pixel.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        let [red, green, blue] = self.colors.map(|mask| sample(number, mask).unwrap_or(0));
        [red, green, blue, sample(number, self.alpha).unwrap_or(255)]
    }
}

/// The sample under a mask, brought to 8 bits.
fn sample(number: u64, mask: u64) -> Option<u8> {
    let most = mask.checked_shr(mask.trailing_zeros()).filter(|most| *most > 0)?;
    let value = (number & mask) >> mask.trailing_zeros();
    Some((value.saturating_mul(255).saturating_add(most / 2) / most).min(255) as u8)
}
