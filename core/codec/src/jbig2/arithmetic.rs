//! The arithmetic decoder (T.88 Annex E).

use super::Result;
use super::budget::Budget;

/// One row of the probability table: the estimate, the next states, and whether the likely symbol changes.
pub(super) struct State {
    pub(super) estimate: u32,
    pub(super) after_likely: u8,
    pub(super) after_unlikely: u8,
    pub(super) switches: u8,
}

/// Shorthand for a row of the table below.
const fn state(estimate: u32, after_likely: u8, after_unlikely: u8, switches: u8) -> State {
    State { estimate, after_likely, after_unlikely, switches }
}

/// The probability table (T.88 Table E.1).
pub(super) static STATES: [State; 47] = [
    state(0x5601, 1, 1, 1),
    state(0x3401, 2, 6, 0),
    state(0x1801, 3, 9, 0),
    state(0x0AC1, 4, 12, 0),
    state(0x0521, 5, 29, 0),
    state(0x0221, 38, 33, 0),
    state(0x5601, 7, 6, 1),
    state(0x5401, 8, 14, 0),
    state(0x4801, 9, 14, 0),
    state(0x3801, 10, 14, 0),
    state(0x3001, 11, 17, 0),
    state(0x2401, 12, 18, 0),
    state(0x1C01, 13, 20, 0),
    state(0x1601, 29, 21, 0),
    state(0x5601, 15, 14, 1),
    state(0x5401, 16, 14, 0),
    state(0x5101, 17, 15, 0),
    state(0x4801, 18, 16, 0),
    state(0x3801, 19, 17, 0),
    state(0x3401, 20, 18, 0),
    state(0x3001, 21, 19, 0),
    state(0x2801, 22, 19, 0),
    state(0x2401, 23, 20, 0),
    state(0x2201, 24, 21, 0),
    state(0x1C01, 25, 22, 0),
    state(0x1801, 26, 23, 0),
    state(0x1601, 27, 24, 0),
    state(0x1401, 28, 25, 0),
    state(0x1201, 29, 26, 0),
    state(0x1101, 30, 27, 0),
    state(0x0AC1, 31, 28, 0),
    state(0x09C1, 32, 29, 0),
    state(0x08A1, 33, 30, 0),
    state(0x0521, 34, 31, 0),
    state(0x0441, 35, 32, 0),
    state(0x02A1, 36, 33, 0),
    state(0x0221, 37, 34, 0),
    state(0x0141, 38, 35, 0),
    state(0x0111, 39, 36, 0),
    state(0x0085, 40, 37, 0),
    state(0x0049, 41, 38, 0),
    state(0x0025, 42, 39, 0),
    state(0x0015, 43, 40, 0),
    state(0x0009, 44, 41, 0),
    state(0x0005, 45, 42, 0),
    state(0x0001, 45, 43, 0),
    state(0x5601, 46, 46, 0),
];

/// Adaptive states, one a context: twice the row of the table, plus the likely symbol.
#[derive(Clone)]
pub(super) struct Contexts(Vec<u8>);

impl Contexts {
    /// Contexts of `bits` bits, all as at the start of a segment.
    pub(super) fn new(bits: u32, budget: &mut Budget) -> Result<Self> {
        let count = 1usize.checked_shl(bits).unwrap_or(usize::MAX);
        budget.filled(count, 0).map(Contexts)
    }

    /// Contexts of so many bits for an encoder, whose own choice that is.
    pub(super) fn fresh(bits: u32) -> Self {
        Contexts(vec![0; 1 << bits])
    }

    /// The state of a context.
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut u8> {
        self.0.get_mut(index)
    }

    /// A copy, for a dictionary that hands its statistics on.
    pub(super) fn copy(&self, budget: &mut Budget) -> Result<Self> {
        budget.work(self.0.len() as u64)?;
        Ok(self.clone())
    }
}

/// The decoder's registers (T.88 E.3.1), and the data it reads.
pub(super) struct Decoder<'a> {
    data: &'a [u8],
    position: usize,
    code: u32,
    interval: u32,
    shifts: u32,
}

impl<'a> Decoder<'a> {
    /// Initialises the decoder (T.88 E.3.5).
    pub(super) fn new(data: &'a [u8]) -> Self {
        let mut decoder = Decoder { data, position: 0, code: 0, interval: 0x8000, shifts: 0 };
        decoder.code = decoder.byte(0) << 16;
        decoder.byte_in();
        decoder.code <<= 7;
        decoder.shifts -= 7;
        decoder
    }

    /// A byte ahead; behind the data stands an endless marker.
    fn byte(&self, ahead: usize) -> u32 {
        self.data.get(self.position + ahead).map_or(0xFF, |&byte| byte.into())
    }

    /// Feeds the next byte (T.88 E.3.4): after 0xFF come seven bits, or a marker, which is never passed.
    fn byte_in(&mut self) {
        let escaped = self.byte(0) == 0xFF;
        let next = self.byte(1);
        if escaped && next > 0x8F {
            self.code += 0xFF00;
            self.shifts = 8;
            return;
        }
        self.position += 1;
        self.shifts = if escaped { 7 } else { 8 };
        self.code += next << (16 - self.shifts);
    }

    /// Decodes one bit in the given context (T.88 E.3.2); a context there is not decodes as 0.
    #[inline]
    pub(super) fn bit(&mut self, contexts: &mut Contexts, index: usize) -> usize {
        let Some(context) = contexts.0.get_mut(index) else { return 0 };
        let Some(state) = STATES.get(usize::from(*context >> 1)) else { return 0 };
        let likely = *context & 1;
        self.interval -= state.estimate;
        let low = self.code >> 16 < state.estimate;
        if !low {
            self.code -= state.estimate << 16;
            if self.interval & 0x8000 != 0 {
                return likely.into();
            }
        }
        // The smaller part of the interval belongs to the unlikely symbol, whichever of the two it is.
        let unlikely = low != (self.interval < state.estimate);
        if low {
            self.interval = state.estimate;
        }
        self.renormalise();
        let (next, switch) = if unlikely { (state.after_unlikely, state.switches) } else { (state.after_likely, 0) };
        *context = next << 1 | (likely ^ switch);
        (likely ^ u8::from(unlikely)).into()
    }

    /// Doubles the interval until it is large enough (T.88 E.3.3).
    fn renormalise(&mut self) {
        while self.interval & 0x8000 == 0 {
            if self.shifts == 0 {
                self.byte_in();
            }
            self.interval <<= 1;
            self.code <<= 1;
            self.shifts -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The encoded test sequence of T.88 H.2.
    const ENCODED: [u8; 30] = [
        0x84, 0xC7, 0x3B, 0xFC, 0xE1, 0xA1, 0x43, 0x04, 0x02, 0x20, 0x00, 0x00, 0x41, 0x0D, 0xBB, 0x86, 0xF4, 0x31,
        0x7F, 0xFF, 0x88, 0xFF, 0x37, 0x47, 0x1A, 0xDB, 0x6A, 0xDF, 0xFF, 0xAC,
    ];

    /// What it decodes to.
    const DECODED: [u8; 32] = [
        0x00, 0x02, 0x00, 0x51, 0x00, 0x00, 0x00, 0xC0, 0x03, 0x52, 0x87, 0x2A, 0xAA, 0xAA, 0xAA, 0xAA, 0x82, 0xC0,
        0x20, 0x00, 0xFC, 0xD7, 0x9E, 0xF6, 0xBF, 0x7F, 0xED, 0x90, 0x4F, 0x46, 0xA3, 0xBF,
    ];

    #[test]
    fn the_test_sequence_decodes() {
        let mut decoder = Decoder::new(&ENCODED);
        let mut contexts = Contexts(vec![0]);
        for expected in DECODED {
            let byte = (0..8).fold(0, |byte, _| byte << 1 | decoder.bit(&mut contexts, 0));
            assert_eq!(byte, usize::from(expected));
        }
    }

    #[test]
    fn data_that_ends_goes_on_as_a_marker() {
        let mut decoder = Decoder::new(&[]);
        let mut contexts = Contexts(vec![0]);
        for _ in 0..10_000 {
            decoder.bit(&mut contexts, 0);
        }
        assert_eq!(decoder.bit(&mut contexts, 1), 0);
    }
}
