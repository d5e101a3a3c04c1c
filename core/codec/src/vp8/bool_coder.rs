//! The boolean entropy coder that all of a frame is written with (RFC 6386, section 7).

/// Writes decisions, each with the probability that it is false.
#[derive(Debug)]
pub(crate) struct BoolEncoder {
    bytes: Vec<u8>,
    /// The lower end of the interval: eight bits that `range` is aligned with, and above them those
    /// that wait to be written, and a carry.
    low: u64,
    /// Width of the interval, 128 to 255 between decisions.
    range: u32,
    /// How many bits wait above the lowest eight.
    waiting: u32,
}

impl Default for BoolEncoder {
    fn default() -> Self {
        BoolEncoder { bytes: Vec::new(), low: 0, range: 255, waiting: 0 }
    }
}

impl BoolEncoder {
    /// Writes `bit`, which is false with a probability of `prob` / 256.
    #[inline]
    pub(crate) fn put(&mut self, bit: bool, prob: u8) {
        let split = 1 + (((self.range - 1) * u32::from(prob)) >> 8);
        if bit {
            self.low += u64::from(split);
            self.range -= split;
        } else {
            self.range = split;
        }
        let shift = self.range.leading_zeros() - 24;
        self.range <<= shift;
        self.low <<= shift;
        self.waiting += shift;
        if self.waiting >= 40 {
            self.drain();
        }
    }

    /// Writes `bit` as likely as not.
    pub(crate) fn flag(&mut self, bit: bool) {
        self.put(bit, 128);
    }

    /// Writes the lowest `count` bits of `value`, the highest first.
    pub(crate) fn literal(&mut self, value: u32, count: u32) {
        for place in (0..count).rev() {
            self.flag((value >> place) & 1 == 1);
        }
    }

    /// Writes a flag and, where `value` is not zero, its magnitude in `count` bits and its sign.
    pub(crate) fn optional_signed(&mut self, value: i32, count: u32) {
        self.flag(value != 0);
        if value != 0 {
            self.literal(value.unsigned_abs(), count);
            self.flag(value < 0);
        }
    }

    /// Ends the partition and gives its bytes.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.low <<= 16;
        self.waiting += 16;
        self.drain();
        self.bytes
    }

    /// Moves whole bytes that wait to the result.
    fn drain(&mut self) {
        if self.low >> (self.waiting + 8) != 0 {
            self.carry();
            self.low &= (1 << (self.waiting + 8)) - 1;
        }
        while self.waiting >= 8 {
            self.bytes.push((self.low >> self.waiting) as u8);
            self.low &= (1 << self.waiting) - 1;
            self.waiting -= 8;
        }
    }

    /// Adds one to what has been written.
    fn carry(&mut self) {
        for byte in self.bytes.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                return;
            }
        }
    }
}

/// The probability, of 256, that a decision is false which was so often false and true.
pub(crate) fn likely(zeros: u64, ones: u64) -> u8 {
    let total = zeros + ones;
    (zeros * 256 + total / 2).checked_div(total).map_or(255, |prob| prob.clamp(1, 255) as u8)
}
