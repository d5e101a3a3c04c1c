//! The alphabets of a stream, and the numbers that are symbols and bits after them (RFC 9649, 3.7.2 and 5.2).

use std::ops::Range;

/// Alphabets of a group of prefix codes, in the order of the stream.
pub(super) const ALPHABETS: usize = 5;

/// Green, lengths of copies and places in the cache of colours share an alphabet.
pub(super) const GREEN: usize = 0;
pub(super) const RED: usize = 1;
pub(super) const BLUE: usize = 2;
pub(super) const ALPHA: usize = 3;
pub(super) const DISTANCE: usize = 4;

/// Symbols of a sample, of lengths and of distances.
const SAMPLES: usize = 256;
const LENGTHS: usize = 24;
const DISTANCES: usize = 40;

/// First symbol of lengths, and of places in the cache.
pub(super) const FIRST_LENGTH: usize = SAMPLES;
pub(super) const FIRST_PLACE: usize = SAMPLES + LENGTHS;

/// Most pixels of a copy: what 24 symbols can say.
pub(super) const LONGEST_COPY: usize = 4_096;

/// Farthest a copy reaches: what 40 symbols can say, less the codes of near places.
pub(super) const FARTHEST: usize = (1 << 20) - NEAR;

/// Codes of distances that stand for places near by.
const NEAR: usize = 120;

/// Where the symbols of each alphabet stand in a row of all of them.
pub(super) fn ranges(cache_bits: u32) -> [Range<usize>; ALPHABETS] {
    let cached = if cache_bits > 0 { 1 << cache_bits } else { 0 };
    let mut start = 0;
    [FIRST_PLACE + cached, SAMPLES, SAMPLES, SAMPLES, DISTANCES].map(|size| {
        start += size;
        start - size..start
    })
}

/// A number as a symbol, and the bits that follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) symbol: usize,
    pub(super) extra: u32,
    pub(super) bits: u32,
}

/// How a number from 1 is written.
#[inline]
pub(super) fn number(value: usize) -> Number {
    let less = value as u32 - 1;
    if less < 4 {
        return Number { symbol: less as usize, extra: 0, bits: 0 };
    }
    let top = less.ilog2();
    let extra = top - 1;
    let symbol = (2 * top + (less >> extra & 1)) as usize;
    Number { symbol, extra, bits: less & ((1 << extra) - 1) }
}

/// Codes of distances, which near places have of their own.
#[derive(Debug)]
pub(super) struct DistanceCodes {
    width: usize,
    /// By rows up and, from 7 to the right to 8 to the left, columns.
    near: [[u8; 16]; 8],
}

impl DistanceCodes {
    pub(super) fn new(width: usize) -> Self {
        // The places by their distance, the higher first, then those to the left: the table of RFC 9649, 5.2.2.
        let mut places: Vec<(i32, i32)> = (0..8)
            .flat_map(|up| (-7..=8).map(move |left| (up, left)))
            .filter(|(up, left)| *up > 0 || *left > 0)
            .collect();
        places.sort_by_key(|&(up, left)| (up * up + left * left, -up, -left));
        let mut near = [[0; 16]; 8];
        for (code, (up, left)) in (1..).zip(places) {
            near[up as usize][(left + 7) as usize] = code;
        }
        DistanceCodes { width, near }
    }

    /// The code of a distance in pixels.
    #[inline]
    pub(super) fn code(&self, distance: usize) -> usize {
        let (up, left) = (distance / self.width, distance % self.width);
        if left <= 8 && up < 8 {
            return usize::from(self.near[up][left + 7]);
        }
        if left + 7 >= self.width && up < 7 {
            return usize::from(self.near[up + 1][left + 7 - self.width]);
        }
        distance + NEAR
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of the table in RFC 9649, 5.2.1.
    #[test]
    fn numbers_are_split_as_the_specification_lists_them() {
        for (value, symbol, extra, bits) in [
            (1, 0, 0, 0),
            (4, 3, 0, 0),
            (5, 4, 1, 0),
            (6, 4, 1, 1),
            (7, 5, 1, 0),
            (9, 6, 2, 0),
            (12, 6, 2, 3),
            (3_072, 22, 10, 1_023),
            (4_096, 23, 10, 1_023),
            (524_289, 38, 18, 0),
            (786_433, 39, 18, 0),
        ] {
            assert_eq!(number(value), Number { symbol, extra, bits }, "{value}");
        }
        assert_eq!(number(FARTHEST + NEAR).symbol, DISTANCES - 1);
    }

    /// Places of the table in RFC 9649, 5.2.2, as (columns to the left, rows up).
    #[test]
    fn near_places_have_the_codes_of_the_table() {
        let codes = DistanceCodes::new(1_000);
        for (code, left, up) in [
            (1, 0, 1),
            (2, 1, 0),
            (3, 1, 1),
            (4, -1, 1),
            (40, 5, 0),
            (49, 4, 4),
            (64, -6, 2),
            (97, 8, 0),
            (105, -6, 6),
            (119, 8, 6),
            (120, 8, 7),
        ] {
            let distance: i32 = left + 1_000 * up;
            assert_eq!(codes.code(distance as usize), code, "{left} {up}");
        }
        assert_eq!(codes.code(9), 129);
        assert_eq!(DistanceCodes::new(1).code(1), 1);
    }
}
