//! Bits of entropy-coded segments: most significant first, a zero byte stuffed after each 0xFF
//! (T.81, F.1.2.3 and B.1.1.5).

/// Reads bits up to the next marker; beyond it, zeros.
#[derive(Debug)]
pub(crate) struct BitReader<'a> {
    data: &'a [u8],
    /// The next byte to load.
    at: usize,
    /// Loaded bits, the next one highest.
    window: u64,
    /// How many of them are valid.
    held: u32,
    /// Zero bits made up because a marker or the end was reached.
    padding: u32,
    /// Whether bits made no sense.
    faulty: bool,
}

impl<'a> BitReader<'a> {
    /// Starts at `at`.
    pub(crate) fn new(data: &'a [u8], at: usize) -> Self {
        BitReader { data, at, window: 0, held: 0, padding: 0, faulty: false }
    }

    /// Takes note of bits that make no sense.
    #[cold]
    pub(crate) fn fault(&mut self) {
        self.faulty = true;
    }

    /// Whether bits made no sense.
    pub(crate) fn is_faulty(&self) -> bool {
        self.faulty
    }

    /// Makes at least 48 bits available.
    #[inline]
    pub(crate) fn refill(&mut self) {
        if self.held >= 48 {
            return;
        }
        if let Some(bytes) = self.data.get(self.at..).and_then(|rest| rest.first_chunk::<8>()) {
            let word = u64::from_be_bytes(*bytes);
            if !has_ff(word) {
                let room = (64 - self.held) / 8;
                let bits = room * 8;
                let fresh = if bits == 64 { word } else { word >> (64 - bits) << (64 - bits) };
                self.window |= fresh >> self.held;
                self.held += bits;
                self.at += room as usize;
                return;
            }
        }
        self.refill_slowly();
    }

    fn refill_slowly(&mut self) {
        while self.held <= 56 {
            let byte = match (self.data.get(self.at), self.data.get(self.at + 1)) {
                (Some(0xFF), Some(0)) => {
                    self.at += 2;
                    0xFF
                }
                (Some(0xFF) | None, _) => {
                    self.padding += 8;
                    0
                }
                (Some(byte), _) => {
                    self.at += 1;
                    *byte
                }
            };
            self.window |= u64::from(byte) << (56 - self.held);
            self.held += 8;
        }
    }

    /// The next `count` bits, 1 to 32, without taking them. [`BitReader::refill`] comes first.
    #[inline]
    pub(crate) fn peek(&self, count: u32) -> u32 {
        (self.window >> (64 - count)) as u32
    }

    /// Takes `count` bits that were seen.
    #[inline]
    pub(crate) fn skip(&mut self, count: u32) {
        self.window <<= count;
        self.held = self.held.saturating_sub(count);
    }

    /// Takes `count` bits, 0 to 16.
    #[inline]
    pub(crate) fn take(&mut self, count: u32) -> u32 {
        if count == 0 {
            return 0;
        }
        self.refill();
        let bits = self.peek(count);
        self.skip(count);
        bits
    }

    /// Whether bits were taken that the segment does not have.
    #[inline]
    pub(crate) fn overran(&self) -> bool {
        self.padding > self.held
    }

    /// Where the marker or the end is that stopped the reader, at or after everything it loaded.
    pub(crate) fn position(&self) -> usize {
        // Whole bytes that were loaded but not taken are given back only when no marker was hit.
        self.at
    }
}

/// Whether a byte of `word` is 0xFF: the classic zero-byte test on the complement.
#[inline]
fn has_ff(word: u64) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let flipped = !word;
    flipped.wrapping_sub(ONES) & word & HIGHS != 0
}

/// Writes bits, stuffing as it goes.
#[derive(Debug)]
pub(crate) struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    window: u64,
    held: u32,
}

impl<'a> BitWriter<'a> {
    /// Appends to `out`.
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        BitWriter { out, window: 0, held: 0 }
    }

    /// Writes the low `count` bits of `bits`, 0 to 32.
    #[inline]
    pub(crate) fn put(&mut self, bits: u32, count: u32) {
        debug_assert!(count == 32 || bits >> count == 0);
        self.window = self.window << count | u64::from(bits);
        self.held += count;
        if self.held >= 32 {
            self.held -= 32;
            self.flush((self.window >> self.held) as u32);
        }
    }

    #[inline]
    fn flush(&mut self, word: u32) {
        let bytes = word.to_be_bytes();
        if bytes.contains(&0xFF) {
            for byte in bytes {
                self.stuff(byte);
            }
        } else {
            self.out.extend_from_slice(&bytes);
        }
    }

    #[inline]
    fn stuff(&mut self, byte: u8) {
        self.out.push(byte);
        if byte == 0xFF {
            self.out.push(0);
        }
    }

    /// Fills the last byte with ones (T.81, F.1.2.3).
    pub(crate) fn finish(mut self) {
        let missing = (8 - self.held % 8) % 8;
        self.put((1 << missing) - 1, missing);
        while self.held >= 8 {
            self.held -= 8;
            self.stuff((self.window >> self.held) as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back_through_the_stuffing() {
        let mut bytes = Vec::new();
        let mut writer = BitWriter::new(&mut bytes);
        let values: Vec<(u32, u32)> =
            (0..400u32).map(|i| (i.wrapping_mul(2_654_435_761) >> (31 - i % 16), 1 + i % 16)).collect();
        for (bits, count) in &values {
            writer.put(*bits, *count);
        }
        writer.put(0xFFFF, 16);
        writer.finish();
        bytes.extend([0xFF, 0xD9]);
        let mut reader = BitReader::new(&bytes, 0);
        for (bits, count) in values {
            assert_eq!(reader.take(count), bits);
        }
        assert_eq!(reader.take(16), 0xFFFF);
        assert!(!reader.overran());
        reader.take(16);
        assert!(reader.overran());
        assert_eq!(reader.position(), bytes.len() - 2);
    }

    #[test]
    fn the_test_for_ff_finds_each_place() {
        assert!(!has_ff(0xFE7F_80FE_0100_FEFE));
        for place in 0..8 {
            assert!(has_ff(0xFEu64 << 56 | 0xFF << (8 * place)));
        }
    }
}
