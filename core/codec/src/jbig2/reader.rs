//! A bit reader, most significant bit first.

use super::{Fault, Result};

/// What every reading past the end answers.
const ENDED: Fault = Fault::Malformed;

/// A place in the data. Reading bytes first moves on to a whole byte.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    data: &'a [u8],
    byte: usize,
    bit: u32,
}

impl<'a> Reader<'a> {
    /// Starts at the front of `data`.
    pub(super) fn new(data: &'a [u8]) -> Self {
        Reader { data, byte: 0, bit: 0 }
    }

    /// Moves on to the next whole byte.
    pub(super) fn align(&mut self) {
        if self.bit > 0 {
            self.byte += 1;
            self.bit = 0;
        }
    }

    /// The bytes not yet read.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        self.align();
        self.data.get(self.byte..).unwrap_or_default()
    }

    /// The next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let taken = self.rest().get(..count).ok_or(ENDED)?;
        self.byte += count;
        Ok(taken)
    }

    /// The next bytes, as many as `N`.
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        self.take(N)?.try_into().map_err(|_| ENDED)
    }

    /// One byte.
    pub(super) fn u8(&mut self) -> Result<u8> {
        self.array().map(u8::from_be_bytes)
    }

    /// One signed byte.
    pub(super) fn i8(&mut self) -> Result<i8> {
        self.array().map(i8::from_be_bytes)
    }

    /// Two bytes.
    pub(super) fn u16(&mut self) -> Result<u16> {
        self.array().map(u16::from_be_bytes)
    }

    /// Four bytes.
    pub(super) fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_be_bytes)
    }

    /// Four bytes, signed.
    pub(super) fn i32(&mut self) -> Result<i32> {
        self.array().map(i32::from_be_bytes)
    }

    /// One bit.
    pub(super) fn bit(&mut self) -> Result<u32> {
        let byte = self.data.get(self.byte).ok_or(ENDED)?;
        let bit = u32::from(byte >> (7 - self.bit)) & 1;
        self.skip(1);
        Ok(bit)
    }

    /// The next `count` bits, at most 32.
    pub(super) fn bits(&mut self, count: u32) -> Result<u32> {
        let mut value = 0;
        for _ in 0..count {
            value = value << 1 | self.bit()?;
        }
        Ok(value)
    }

    /// Moves on by `count` bits.
    pub(super) fn skip(&mut self, count: u32) {
        let bits = self.bit + count;
        self.byte = self.byte.saturating_add((bits / 8) as usize);
        self.bit = bits % 8;
    }
}
