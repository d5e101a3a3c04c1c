//! Huffman tables (T.88 Annex B).

use super::budget::Budget;
use super::reader::Reader;
use super::{Fault, Result};

/// The longest code that is understood.
const MAX_CODE: usize = 32;

/// What a table line stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Range {
    /// Values from the first upward, told apart by so many more bits.
    Upward(i32, u32),
    /// Values from the first downward, told apart by 32 more bits.
    Downward(i32),
    /// The out-of-band value.
    OutOfBand,
}

/// A table ready to decode: the ranges in order of their codes, and for each length its first code and their number.
#[derive(Debug)]
pub(super) struct Table {
    ranges: Vec<Range>,
    lengths: Vec<(u64, u64)>,
}

impl Table {
    /// Gives codes to lines of which the prefix lengths are known (T.88 B.3). Lines of length 0 are never used.
    fn new(mut lines: Vec<(u32, Range)>) -> Result<Self> {
        let mut lengths = vec![(0, 0); MAX_CODE + 1];
        for &(length, _) in &lines {
            let counted = lengths.get_mut(length as usize).ok_or(Fault::Malformed)?;
            counted.1 += u64::from(length > 0);
        }
        let mut code: u64 = 0;
        for length in &mut lengths {
            code = code.wrapping_mul(2);
            length.0 = code;
            code = code.wrapping_add(length.1);
        }
        lines.retain(|&(length, _)| length > 0);
        lines.sort_by_key(|&(length, _)| length);
        Ok(Table { ranges: lines.into_iter().map(|(_, range)| range).collect(), lengths })
    }

    /// A table whose values are the places of the given prefix lengths.
    pub(super) fn from_lengths(lengths: &[u32]) -> Result<Self> {
        Table::new((0..).zip(lengths).map(|(value, &length)| (length, Range::Upward(value, 0))).collect())
    }

    /// Reads a code table segment (T.88 B.2).
    pub(super) fn read(data: &[u8], budget: &mut Budget) -> Result<Self> {
        let mut reader = Reader::new(data);
        let flags = u32::from(reader.u8()?);
        let (prefix_bits, range_bits) = ((flags >> 1 & 7) + 1, (flags >> 4 & 7) + 1);
        let (low, high) = (reader.i32()?, reader.i32()?);
        let mut lines = Vec::new();
        let mut next = i64::from(low);
        while next < i64::from(high) {
            let (length, bits) = (reader.bits(prefix_bits)?, reader.bits(range_bits)?);
            let range = Range::Upward(next.try_into().unwrap_or(high), bits.min(32));
            budget.push(&mut lines, (length, range))?;
            next += 1i64 << bits.min(32);
        }
        lines.push((reader.bits(prefix_bits)?, Range::Downward(low.saturating_sub(1))));
        lines.push((reader.bits(prefix_bits)?, Range::Upward(next.try_into().unwrap_or(i32::MAX), 32)));
        if flags & 1 == 1 {
            lines.push((reader.bits(prefix_bits)?, Range::OutOfBand));
        }
        Table::new(lines)
    }

    /// Decodes a value (T.88 B.4); `None` is the out-of-band value.
    pub(super) fn decode(&self, reader: &mut Reader) -> Result<Option<i64>> {
        match self.range(reader)? {
            Range::Upward(first, bits) => Ok(Some(i64::from(first) + i64::from(reader.bits(bits)?))),
            Range::Downward(first) => Ok(Some(i64::from(first) - i64::from(reader.bits(32)?))),
            Range::OutOfBand => Ok(None),
        }
    }

    /// Reads a code and finds its line.
    fn range(&self, reader: &mut Reader) -> Result<Range> {
        let (mut code, mut before) = (0, 0);
        for &(first, count) in self.lengths.iter().skip(1) {
            code = code << 1 | u64::from(reader.bit()?);
            let offset = code.wrapping_sub(first);
            if offset < count {
                let range = usize::try_from(before + offset).ok().and_then(|index| self.ranges.get(index));
                return range.copied().ok_or(Fault::Malformed);
            }
            before += count;
        }
        Err(Fault::Malformed)
    }

    /// A standard table, by its number in T.88 B.5.
    pub(super) fn standard(number: usize) -> Result<Self> {
        let lines = STANDARD.get(number.wrapping_sub(1)).ok_or(Fault::Malformed)?;
        Table::new(lines.to_vec())
    }
}

/// A line of the tables below: prefix length, range length, first value.
const fn up(length: u32, bits: u32, first: i32) -> (u32, Range) {
    (length, Range::Upward(first, bits))
}

/// The lower range line of a table: prefix length, first value.
const fn down(length: u32, first: i32) -> (u32, Range) {
    (length, Range::Downward(first))
}

/// The out-of-band line of a table: prefix length.
const fn out(length: u32) -> (u32, Range) {
    (length, Range::OutOfBand)
}

/// The standard tables (T.88 Tables B.1 to B.15).
#[rustfmt::skip]
static STANDARD: [&[(u32, Range)]; 15] = [
    &[up(1, 4, 0), up(2, 8, 16), up(3, 16, 272), up(3, 32, 65808)],
    &[up(1, 0, 0), up(2, 0, 1), up(3, 0, 2), up(4, 3, 3), up(5, 6, 11), up(6, 32, 75), out(6)],
    &[up(8, 8, -256), up(1, 0, 0), up(2, 0, 1), up(3, 0, 2), up(4, 3, 3), up(5, 6, 11), down(8, -257), up(7, 32, 75),
      out(6)],
    &[up(1, 0, 1), up(2, 0, 2), up(3, 0, 3), up(4, 3, 4), up(5, 6, 12), up(5, 32, 76)],
    &[up(7, 8, -255), up(1, 0, 1), up(2, 0, 2), up(3, 0, 3), up(4, 3, 4), up(5, 6, 12), down(7, -256), up(6, 32, 76)],
    &[up(5, 10, -2048), up(4, 9, -1024), up(4, 8, -512), up(4, 7, -256), up(5, 6, -128), up(5, 5, -64), up(4, 5, -32),
      up(2, 7, 0), up(3, 7, 128), up(3, 8, 256), up(4, 9, 512), up(4, 10, 1024), down(6, -2049), up(6, 32, 2048)],
    &[up(4, 9, -1024), up(3, 8, -512), up(4, 7, -256), up(5, 6, -128), up(5, 5, -64), up(4, 5, -32), up(4, 5, 0),
      up(5, 5, 32), up(5, 6, 64), up(4, 7, 128), up(3, 8, 256), up(3, 9, 512), up(3, 10, 1024), down(5, -1025),
      up(5, 32, 2048)],
    &[up(8, 3, -15), up(9, 1, -7), up(8, 1, -5), up(9, 0, -3), up(7, 0, -2), up(4, 0, -1), up(2, 1, 0), up(5, 0, 2),
      up(6, 0, 3), up(3, 4, 4), up(6, 1, 20), up(4, 4, 22), up(4, 5, 38), up(5, 6, 70), up(5, 7, 134), up(6, 7, 262),
      up(7, 8, 390), up(6, 10, 646), down(9, -16), up(9, 32, 1670), out(2)],
    &[up(8, 4, -31), up(9, 2, -15), up(8, 2, -11), up(9, 1, -7), up(7, 1, -5), up(4, 1, -3), up(3, 1, -1), up(3, 1, 1),
      up(5, 1, 3), up(6, 1, 5), up(3, 5, 7), up(6, 2, 39), up(4, 5, 43), up(4, 6, 75), up(5, 7, 139), up(5, 8, 267),
      up(6, 8, 523), up(7, 9, 779), up(6, 11, 1291), down(9, -32), up(9, 32, 3339), out(2)],
    &[up(7, 4, -21), up(8, 0, -5), up(7, 0, -4), up(5, 0, -3), up(2, 2, -2), up(5, 0, 2), up(6, 0, 3), up(7, 0, 4),
      up(8, 0, 5), up(2, 6, 6), up(5, 5, 70), up(6, 5, 102), up(6, 6, 134), up(6, 7, 198), up(6, 8, 326), up(6, 9, 582),
      up(6, 10, 1094), up(7, 11, 2118), down(8, -22), up(8, 32, 4166), out(2)],
    &[up(1, 0, 1), up(2, 1, 2), up(4, 0, 4), up(4, 1, 5), up(5, 1, 7), up(5, 2, 9), up(6, 2, 13), up(7, 2, 17),
      up(7, 3, 21), up(7, 4, 29), up(7, 5, 45), up(7, 6, 77), up(7, 32, 141)],
    &[up(1, 0, 1), up(2, 0, 2), up(3, 1, 3), up(5, 0, 5), up(5, 1, 6), up(6, 1, 8), up(7, 0, 10), up(7, 1, 11),
      up(7, 2, 13), up(7, 3, 17), up(7, 4, 25), up(8, 5, 41), up(8, 32, 73)],
    &[up(1, 0, 1), up(3, 0, 2), up(4, 0, 3), up(5, 0, 4), up(4, 1, 5), up(3, 3, 7), up(6, 1, 15), up(6, 2, 17),
      up(6, 3, 21), up(6, 4, 29), up(6, 5, 45), up(7, 6, 77), up(7, 32, 141)],
    &[up(3, 0, -2), up(3, 0, -1), up(1, 0, 0), up(3, 0, 1), up(3, 0, 2)],
    &[up(7, 4, -24), up(6, 2, -8), up(5, 1, -4), up(4, 0, -2), up(3, 0, -1), up(1, 0, 0), up(3, 0, 1), up(4, 0, 2),
      up(5, 1, 3), up(6, 2, 5), up(7, 4, 9), down(7, -25), up(7, 32, 25)],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_of_each_standard_table_are_all_used() {
        for (table, lines) in STANDARD.iter().enumerate() {
            let used: u32 = lines.iter().map(|(length, _)| 1 << (16 - length)).sum();
            assert_eq!(used, 1 << 16, "B.{}", table + 1);
        }
    }

    #[test]
    fn the_ranges_of_each_standard_table_follow_each_other() {
        for (table, lines) in STANDARD.iter().enumerate() {
            let upward = |&(_, range): &(u32, Range)| match range {
                Range::Upward(first, bits) => Some((i64::from(first), i64::from(first) + (1i64 << bits))),
                _ => None,
            };
            let ranges: Vec<_> = lines.iter().filter_map(upward).collect();
            assert!(ranges.windows(2).all(|pair| pair[0].1 == pair[1].0), "B.{}", table + 1);
            let below = lines
                .iter()
                .find_map(|(_, range)| if let Range::Downward(first) = range { Some(*first) } else { None });
            assert!(below.is_none_or(|first| i64::from(first) + 1 == ranges[0].0), "B.{}", table + 1);
        }
    }

    #[test]
    fn values_are_decoded() {
        let decode = |number, data: &[u8]| {
            let table = Table::standard(number).expect("a standard table");
            table.decode(&mut Reader::new(data)).ok()
        };
        assert_eq!(decode(1, &[0b0101_0000]), Some(Some(10)));
        assert_eq!(decode(1, &[0b1000_0000, 0b1100_0000]), Some(Some(16 + 3)));
        assert_eq!(decode(2, &[0b1111_1111]), Some(None));
        assert_eq!(decode(15, &[0b1111_1100, 0, 0, 0, 0b0000_0100]), Some(Some(-27)));
        assert_eq!(decode(1, &[]), None);
    }
}
