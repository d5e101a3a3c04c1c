//! Bit masks of pixels: samples that are some of the bits of a number.

/// Bits of a number that are one sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BitMask {
    bits: u64,
    shift: u32,
    most: u64,
}

impl BitMask {
    /// These bits; none where there is no such sample.
    pub(crate) fn new(bits: u64) -> BitMask {
        let shift = if bits == 0 { 0 } else { bits.trailing_zeros() };
        BitMask { bits, shift, most: bits >> shift }
    }

    /// Whether the sample has more than 8 bits.
    #[cfg(feature = "dds")]
    pub(crate) fn is_deep(self) -> bool {
        self.bits.count_ones() > 8
    }

    /// The sample of a number, brought to 8 bits; `None` where there is none.
    pub(crate) fn of(self, number: u64) -> Option<u8> {
        if self.most == 0 {
            return None;
        }
        let sample = (number & self.bits) >> self.shift;
        Some((sample.saturating_mul(255).saturating_add(self.most / 2) / self.most).min(255) as u8)
    }
}
