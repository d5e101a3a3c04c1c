//! Binary arithmetic decoding (T.81, annex D).

/// One state of the probability estimation (T.81, table D.3): the estimate for the less probable
/// symbol, the next state after it and after the more probable one, and whether the two change places.
struct State(u16, u8, u8, bool);

const fn state(estimate: u16, after_less: u8, after_more: u8) -> State {
    State(estimate, after_less, after_more, false)
}

const fn switching(estimate: u16, after_less: u8, after_more: u8) -> State {
    State(estimate, after_less, after_more, true)
}

#[rustfmt::skip]
static STATES: [State; 114] = [
    switching(0x5A1D, 1, 1), state(0x2586, 14, 2), state(0x1114, 16, 3), state(0x080B, 18, 4),
    state(0x03D8, 20, 5), state(0x01DA, 23, 6), state(0x00E5, 25, 7), state(0x006F, 28, 8),
    state(0x0036, 30, 9), state(0x001A, 33, 10), state(0x000D, 35, 11), state(0x0006, 9, 12),
    state(0x0003, 10, 13), state(0x0001, 12, 13), switching(0x5A7F, 15, 15), state(0x3F25, 36, 16),
    state(0x2CF2, 38, 17), state(0x207C, 39, 18), state(0x17B9, 40, 19), state(0x1182, 42, 20),
    state(0x0CEF, 43, 21), state(0x09A1, 45, 22), state(0x072F, 46, 23), state(0x055C, 48, 24),
    state(0x0406, 49, 25), state(0x0303, 51, 26), state(0x0240, 52, 27), state(0x01B1, 54, 28),
    state(0x0144, 56, 29), state(0x00F5, 57, 30), state(0x00B7, 59, 31), state(0x008A, 60, 32),
    state(0x0068, 62, 33), state(0x004E, 63, 34), state(0x003B, 32, 35), state(0x002C, 33, 9),
    switching(0x5AE1, 37, 37), state(0x484C, 64, 38), state(0x3A0D, 65, 39), state(0x2EF1, 67, 40),
    state(0x261F, 68, 41), state(0x1F33, 69, 42), state(0x19A8, 70, 43), state(0x1518, 72, 44),
    state(0x1177, 73, 45), state(0x0E74, 74, 46), state(0x0BFB, 75, 47), state(0x09F8, 77, 48),
    state(0x0861, 78, 49), state(0x0706, 79, 50), state(0x05CD, 48, 51), state(0x04DE, 50, 52),
    state(0x040F, 50, 53), state(0x0363, 51, 54), state(0x02D4, 52, 55), state(0x025C, 53, 56),
    state(0x01F8, 54, 57), state(0x01A4, 55, 58), state(0x0160, 56, 59), state(0x0125, 57, 60),
    state(0x00F6, 58, 61), state(0x00CB, 59, 62), state(0x00AB, 61, 63), state(0x008F, 61, 32),
    switching(0x5B12, 65, 65), state(0x4D04, 80, 66), state(0x412C, 81, 67), state(0x37D8, 82, 68),
    state(0x2FE8, 83, 69), state(0x293C, 84, 70), state(0x2379, 86, 71), state(0x1EDF, 87, 72),
    state(0x1AA9, 87, 73), state(0x174E, 72, 74), state(0x1424, 72, 75), state(0x119C, 74, 76),
    state(0x0F6B, 74, 77), state(0x0D51, 75, 78), state(0x0BB6, 77, 79), state(0x0A40, 77, 48),
    switching(0x5832, 80, 81), state(0x4D1C, 88, 82), state(0x438E, 89, 83), state(0x3BDD, 90, 84),
    state(0x34EE, 91, 85), state(0x2EAE, 92, 86), state(0x299A, 93, 87), state(0x2516, 86, 71),
    switching(0x5570, 88, 89), state(0x4CA9, 95, 90), state(0x44D9, 96, 91), state(0x3E22, 97, 92),
    state(0x3824, 99, 93), state(0x32B4, 99, 94), state(0x2E17, 93, 86), switching(0x56A8, 95, 96),
    state(0x4F46, 101, 97), state(0x47E5, 102, 98), state(0x41CF, 103, 99), state(0x3C3D, 104, 100),
    state(0x375E, 99, 93), state(0x5231, 105, 102), state(0x4C0F, 106, 103), state(0x4639, 107, 104),
    state(0x415E, 103, 99), switching(0x5627, 105, 106), state(0x50E7, 108, 107), state(0x4B85, 109, 103),
    state(0x5597, 110, 109), state(0x504F, 111, 107), switching(0x5A10, 110, 111), state(0x5522, 112, 109),
    switching(0x59EB, 112, 111),
    // The fixed estimate of about one half that signs and low bits are coded with (F.1.4.4.1.3).
    state(0x5A1D, 113, 113),
];

/// What is known of one decision: the state of its estimate, and its more probable symbol.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Bin {
    state: u8,
    likely: bool,
}

impl Bin {
    /// A decision whose symbols stay equally probable.
    pub(crate) fn even() -> Self {
        Bin { state: 113, likely: false }
    }
}

/// Zero bytes made up after the end of the data before it counts as cut: an encoder leaves out the
/// zeros at its end, so a few of them are no damage.
const MOST_PADDING: u32 = 64;

/// Decodes the decisions of one entropy-coded segment (T.81, D.2).
#[derive(Debug)]
pub(crate) struct ArithmeticReader<'a> {
    data: &'a [u8],
    /// The next byte to take in.
    at: usize,
    /// The code register: what is compared in its high half, the bits that come next in its low half.
    code: u32,
    interval: u32,
    /// Shifts until the next byte is taken in.
    shifts: u32,
    padding: u32,
}

impl<'a> ArithmeticReader<'a> {
    /// Starts at `at` (T.81, figure D.22).
    pub(crate) fn new(data: &'a [u8], at: usize) -> Self {
        let mut reader = ArithmeticReader { data, at, code: 0, interval: 0x1_0000, shifts: 0, padding: 0 };
        for _ in 0..2 {
            reader.take_byte();
            reader.code <<= 8;
        }
        reader
    }

    /// The next byte, with the zero that is stuffed after 0xFF taken out; from a marker on, zeros.
    fn take_byte(&mut self) {
        let byte = match self.data.get(self.at..) {
            Some([0xFF, 0, ..]) => {
                self.at += 2;
                0xFF
            }
            Some([0xFF, ..] | []) | None => {
                self.padding += 1;
                0
            }
            Some([byte, ..]) => {
                self.at += 1;
                u32::from(*byte)
            }
        };
        self.code += byte << 8;
    }

    /// The next decision (T.81, figures D.16 to D.18).
    #[inline]
    pub(crate) fn decide(&mut self, bin: &mut Bin) -> bool {
        let State(estimate, after_less, after_more, switches) = STATES[usize::from(bin.state)];
        let estimate = u32::from(estimate);
        self.interval -= estimate;
        let is_upper = self.code >> 16 >= self.interval;
        if !is_upper && self.interval >= 0x8000 {
            return bin.likely;
        }
        // Where the parts of the interval have come to be the wrong way round, the larger one is the likely one's.
        let is_likely = is_upper == (self.interval < estimate);
        if is_upper {
            self.code -= self.interval << 16;
            self.interval = estimate;
        }
        let decision = bin.likely == is_likely;
        bin.likely ^= !is_likely && switches;
        bin.state = if is_likely { after_more } else { after_less };
        self.renormalize();
        decision
    }

    /// T.81, figure D.19.
    #[inline]
    fn renormalize(&mut self) {
        loop {
            if self.shifts == 0 {
                self.take_byte();
                self.shifts = 8;
            }
            self.interval <<= 1;
            self.code <<= 1;
            self.shifts -= 1;
            if self.interval >= 0x8000 {
                return;
            }
        }
    }

    /// Whether far more was taken than the segment has.
    pub(crate) fn overran(&self) -> bool {
        self.padding > MOST_PADDING
    }

    /// Where the next marker is looked for.
    pub(crate) fn position(&self) -> usize {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test sequence of T.81, K.4.1: what was coded, and the segment it became.
    #[test]
    fn the_test_sequence_of_the_standard_is_decoded() {
        let plain: [u8; 32] = [
            0x00, 0x02, 0x00, 0x51, 0x00, 0x00, 0x00, 0xC0, 0x03, 0x52, 0x87, 0x2A, 0xAA, 0xAA, 0xAA, 0xAA, 0x82, 0xC0,
            0x20, 0x00, 0xFC, 0xD7, 0x9E, 0xF6, 0x74, 0xEA, 0xAB, 0xF7, 0x69, 0x7E, 0xE7, 0x4C,
        ];
        let coded = [
            0x65, 0x5B, 0x51, 0x44, 0xF7, 0x96, 0x9D, 0x51, 0x78, 0x55, 0xBF, 0xFF, 0x00, 0xFC, 0x51, 0x84, 0xC7, 0xCE,
            0xF9, 0x39, 0x00, 0x28, 0x7D, 0x46, 0x70, 0x8E, 0xCB, 0xC0, 0xF6, 0xFF, 0xD9,
        ];
        let mut reader = ArithmeticReader::new(&coded, 0);
        let mut bin = Bin::default();
        for byte in plain {
            let read = (0..8).fold(0, |read, _| read << 1 | u8::from(reader.decide(&mut bin)));
            assert_eq!(read, byte);
        }
        assert_eq!(reader.position(), coded.len() - 2);
    }
}
