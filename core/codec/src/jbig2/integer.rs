//! Integers and symbol numbers in arithmetic coding (T.88 Annex A).

use super::Result;
use super::arithmetic::{Contexts, Decoder};
use super::budget::Budget;

/// How many bits the contexts of an integer have (T.88 A.2).
const CONTEXT_BITS: u32 = 9;

/// The ranges of values, each with its number of bits and its least value (T.88 Table A.1).
const RANGES: [(u32, i64); 6] = [(2, 0), (4, 4), (6, 20), (8, 84), (12, 340), (32, 4436)];

/// The statistics of one kind of integer.
pub(super) struct Integer(Contexts);

impl Integer {
    /// Statistics as at the start of a segment.
    pub(super) fn new(budget: &mut Budget) -> Result<Self> {
        Contexts::new(CONTEXT_BITS, budget).map(Integer)
    }

    /// Decodes an integer; `None` is the out-of-band value.
    pub(super) fn decode(&mut self, decoder: &mut Decoder) -> Option<i64> {
        let mut previous = 1;
        let negative = self.bit(&mut previous, decoder) == 1;
        let [ranges @ .., last] = RANGES;
        let longer = |_: &(u32, i64)| self.bit(&mut previous, decoder) == 0;
        let (bits, least) = ranges.into_iter().find(longer).unwrap_or(last);
        let value = (0..bits).fold(0, |value, _| value << 1 | i64::from(self.bit(&mut previous, decoder) == 1)) + least;
        match (negative, value) {
            (true, 0) => None,
            (true, _) => Some(-value),
            (false, _) => Some(value),
        }
    }

    /// Decodes one bit in the context of those before it, of which the first eight stay in place (T.88 A.2).
    fn bit(&mut self, previous: &mut usize, decoder: &mut Decoder) -> usize {
        let bit = decoder.bit(&mut self.0, *previous);
        let next = *previous << 1 | bit;
        *previous = if *previous < 256 { next } else { next & 511 | 256 };
        bit
    }
}

/// The statistics of symbol numbers (T.88 A.3).
pub(super) struct SymbolNumber {
    contexts: Contexts,
    bits: u32,
}

impl SymbolNumber {
    /// Statistics for numbers of so many bits.
    pub(super) fn new(bits: u32, budget: &mut Budget) -> Result<Self> {
        Ok(SymbolNumber { contexts: Contexts::new(bits, budget)?, bits })
    }

    /// Decodes a symbol number.
    pub(super) fn decode(&mut self, decoder: &mut Decoder) -> usize {
        let first = 1 << self.bits;
        let coded = (0..self.bits).fold(1, |previous, _| previous << 1 | decoder.bit(&mut self.contexts, previous));
        coded - first
    }
}
