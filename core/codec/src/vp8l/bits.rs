//! A bit writer, which fills each byte from its lowest bit (RFC 9649, 3.2).

/// Writes numbers of a few bits.
#[derive(Debug, Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that do not fill four bytes yet, the earliest lowest.
    waiting: u64,
    /// How many of them there are, fewer than 32.
    count: u32,
}

impl BitWriter {
    /// Writes the lowest `count` bits of `value`, which has no others; 32 at most.
    #[inline]
    pub(super) fn put(&mut self, value: u32, count: u32) {
        self.waiting |= u64::from(value) << self.count;
        self.count += count;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&(self.waiting as u32).to_le_bytes());
            self.waiting >>= 32;
            self.count -= 32;
        }
    }

    /// Writes one bit.
    pub(super) fn flag(&mut self, bit: bool) {
        self.put(u32::from(bit), 1);
    }

    /// How many bits have been written.
    pub(super) fn bits(&self) -> u64 {
        self.bytes.len() as u64 * 8 + u64::from(self.count)
    }

    /// The bytes, the last one filled with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let rest = self.count.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.waiting.to_le_bytes()[..rest]);
        self.bytes
    }
}
