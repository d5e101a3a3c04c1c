//! Coding of what the tests decode: the arithmetic encoder (T.88 E.2), and segments made with it.

use std::collections::BTreeMap;

use super::super::arithmetic::STATES;

/// What a bit is coded in: a kind of value or picture, and what is known before it.
type Context = (&'static str, usize);

/// The encoder's registers (T.88 E.2.2), and what it wrote behind a byte that is not there.
pub(super) struct Encoder {
    code: u32,
    interval: u32,
    shifts: u32,
    written: Vec<u8>,
    contexts: BTreeMap<Context, (usize, bool)>,
}

impl Encoder {
    /// An encoder at the start of a segment.
    pub(super) fn new() -> Self {
        Encoder { code: 0, interval: 0x8000, shifts: 12, written: vec![0], contexts: BTreeMap::new() }
    }

    /// Codes one bit (T.88 E.2.4 to E.2.7).
    fn bit(&mut self, context: Context, bit: bool) {
        let (row, likely) = *self.contexts.entry(context).or_default();
        let state = &STATES[row];
        self.interval -= state.estimate;
        let is_likely = bit == likely;
        if is_likely && self.interval & 0x8000 != 0 {
            self.code += state.estimate;
            return;
        }
        // The smaller part of the interval belongs to the unlikely symbol.
        if is_likely == (self.interval < state.estimate) {
            self.interval = state.estimate;
        } else {
            self.code += state.estimate;
        }
        let next = if is_likely { state.after_likely } else { state.after_unlikely };
        let switches = !is_likely && state.switches == 1;
        self.contexts.insert(context, (next.into(), likely ^ switches));
        while self.interval & 0x8000 == 0 {
            self.interval <<= 1;
            self.code <<= 1;
            self.shifts -= 1;
            if self.shifts == 0 {
                self.byte_out();
            }
        }
    }

    /// Writes a byte, after adding the carry to the one before (T.88 E.2.8).
    fn byte_out(&mut self) {
        let last = self.written.last_mut().expect("a byte before the first");
        if *last != 0xFF && self.code >= 0x800_0000 {
            *last += 1;
            self.code &= 0x7FF_FFFF;
        }
        self.shifts = if *last == 0xFF { 7 } else { 8 };
        let kept = 27 - self.shifts;
        self.written.push((self.code >> kept) as u8);
        self.code &= (1 << kept) - 1;
    }

    /// Ends the data with a marker (T.88 E.2.9).
    pub(super) fn finish(mut self) -> Vec<u8> {
        let top = self.code + self.interval;
        self.code |= 0xFFFF;
        if self.code >= top {
            self.code -= 0x8000;
        }
        for _ in 0..2 {
            self.code <<= self.shifts;
            self.byte_out();
        }
        if self.written.last() != Some(&0xFF) {
            self.written.push(0xFF);
        }
        self.written.push(0xAC);
        self.written.split_off(1)
    }

    /// Codes an integer, or the out-of-band value (T.88 A.2).
    pub(super) fn integer(&mut self, name: &'static str, value: Option<i64>) {
        const RANGES: [(u32, i64, &str); 4] = [(2, 0, "0"), (4, 4, "10"), (6, 20, "110"), (8, 84, "1110")];
        let size = value.map_or(0, i64::abs);
        let (bits, least, prefix) = *RANGES.iter().rfind(|(_, least, _)| *least <= size).expect("a range");
        let rest = size - least;
        assert!(rest < 1 << bits, "the tests have no larger values");
        let sign = value.is_none_or(|value| value < 0);
        let prefix = prefix.bytes().map(|bit| bit == b'1');
        let rest = (0..bits).rev().map(|bit| rest >> bit & 1 == 1);
        // Eight bits before each are known at most, and these tests never have more.
        let mut known = 1;
        for bit in [sign].into_iter().chain(prefix).chain(rest) {
            self.bit((name, known), bit);
            known = known << 1 | usize::from(bit);
            known = if known < 512 { known } else { known & 511 | 256 };
        }
    }

    /// Codes the number of a symbol in so many bits (T.88 A.3).
    pub(super) fn symbol(&mut self, number: usize, bits: u32) {
        let mut known = 1;
        for bit in (0..bits).rev().map(|bit| number >> bit & 1 == 1) {
            self.bit(("symbol", known), bit);
            known = known << 1 | usize::from(bit);
        }
    }

    /// Codes a picture with template 0 (T.88 6.2.5.3), the adaptive pixels where they usually are.
    pub(super) fn generic(&mut self, picture: &Picture) {
        let near = (-3..=3).map(|x| (x, -1)).chain((-2..=2).map(|x| (x, -2))).chain((-4..0).map(|x| (x, 0)));
        let near: Vec<(i32, i32)> = near.collect();
        picture.each(|x, y| {
            let known = near.iter().fold(0, |known, (dx, dy)| known << 1 | usize::from(picture.at(x + dx, y + dy)));
            self.bit(("generic", known), picture.at(x, y));
        });
    }

    /// Codes a picture by another (T.88 6.3.5.3) of the same size, with template 1.
    pub(super) fn refinement(&mut self, picture: &Picture, of: &Picture) {
        let own = [(-1, 0), (1, -1), (0, -1), (-1, -1)];
        let other = [(1, 1), (0, 1), (1, 0), (0, 0), (-1, 0), (0, -1)];
        picture.each(|x, y| {
            let known = own.iter().fold(0, |known, (dx, dy)| known << 1 | usize::from(picture.at(x + dx, y + dy)));
            let known = other.iter().fold(known, |known, (dx, dy)| known << 1 | usize::from(of.at(x + dx, y + dy)));
            self.bit(("refinement", known), picture.at(x, y));
        });
    }
}

/// A picture as it is drawn in text: a `#` is black.
pub(super) struct Picture(pub Vec<&'static str>);

impl Picture {
    /// Pixels in a row.
    pub(super) fn width(&self) -> u32 {
        self.0[0].len() as u32
    }

    /// Rows.
    pub(super) fn height(&self) -> u32 {
        self.0.len() as u32
    }

    fn at(&self, x: i32, y: i32) -> bool {
        let row = usize::try_from(y).ok().and_then(|y| self.0.get(y));
        row.zip(usize::try_from(x).ok()).is_some_and(|(row, x)| row.as_bytes().get(x) == Some(&b'#'))
    }

    fn each(&self, mut pixel: impl FnMut(i32, i32)) {
        for y in 0..self.height() {
            (0..self.width()).for_each(|x| pixel(x as i32, y as i32));
        }
    }
}

/// A segment on page 1 that refers to others.
pub(super) fn segment(number: u8, kind: u8, refers: &[u8], data: &[u8]) -> Vec<u8> {
    let count = u8::try_from(refers.len()).expect("few references") << 5;
    let length = u32::try_from(data.len()).expect("a short segment").to_be_bytes();
    [&[0, 0, 0, number, kind, count], refers, &[1], length.as_slice(), data].concat()
}

/// The region segment information field of a region drawn over what is there.
pub(super) fn region(width: u32, height: u32, x: u32, y: u32) -> Vec<u8> {
    [width, height, x, y].iter().flat_map(|number| number.to_be_bytes()).chain([0]).collect()
}
