//! Coefficients held in few bytes: most are zero, and most of the others small.

use super::levels::Level;
use super::picture::Block;

/// A byte that stands for so many zeros and no value after them.
const ZEROS: u8 = 15;

/// What the low half of a byte is larger than the value by; a low half of 0 says that the value follows in two bytes.
const MIDDLE: i16 = 8;

/// The blocks of one component, row by row. The high half of a byte counts the zeros before a value, as the codes of a
/// scan do (T.81, F.1.2.2), the low half is the value where it is small.
#[derive(Debug, Clone, Default)]
pub(crate) struct Packed {
    /// The DC value of each block.
    pub(crate) dc: Vec<i16>,
    /// Bytes of the other values of each block: 63 values take 190 at most.
    lengths: Vec<u8>,
    bytes: Vec<u8>,
    /// Blocks in a row, and where the bytes of each row begin.
    columns: usize,
    starts: Vec<usize>,
    /// Where the block that is not ended yet begins, and its next coefficient.
    start: usize,
    next: u8,
}

impl Packed {
    /// No blocks yet, of so many in a row.
    pub(crate) fn new(columns: usize) -> Self {
        Packed { columns, next: 1, ..Packed::default() }
    }

    /// Appends a coefficient that is not zero to the block that [`Packed::end_block`] will end, by rising index.
    #[inline]
    pub(crate) fn push(&mut self, k: u8, value: i16) {
        let mut zeros = k - self.next;
        while zeros >= ZEROS {
            self.bytes.push(ZEROS << 4);
            zeros -= ZEROS;
        }
        if (1 - MIDDLE..MIDDLE).contains(&value) {
            self.bytes.push(zeros << 4 | (value + MIDDLE) as u8);
        } else {
            let [low, high] = value.to_le_bytes();
            self.bytes.extend([zeros << 4, low, high]);
        }
        self.next = k + 1;
    }

    /// Ends a block.
    #[inline]
    pub(crate) fn end_block(&mut self, dc: i16) {
        if self.dc.len().is_multiple_of(self.columns) {
            self.starts.push(self.start);
        }
        self.dc.push(dc);
        self.lengths.push((self.bytes.len() - self.start) as u8);
        (self.start, self.next) = (self.bytes.len(), 1);
    }

    /// Appends a block; the mask says which of its coefficients are not zero.
    pub(crate) fn block(&mut self, block: &Block, mask: u64) {
        let mut mask = mask & !1;
        while mask != 0 {
            let k = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            // A later scan can take away what an earlier one gave.
            if block[k] != 0 {
                self.push(k as u8, block[k]);
            }
        }
        self.end_block(block[0]);
    }

    /// Blocks so far.
    pub(crate) fn len(&self) -> usize {
        self.dc.len()
    }

    /// The blocks from the start of a row on.
    pub(crate) fn walk_from(&self, row: usize) -> Walk<'_> {
        let at = self.starts.get(row).copied().unwrap_or(self.bytes.len());
        Walk { packed: self, index: row * self.columns, at, room: [Level { k: 0, value: 0 }; 63] }
    }

    /// Coefficients that are not zero and not DC values.
    pub(crate) fn count(&self) -> u64 {
        let (mut count, mut walk) = (0, self.walk_from(0));
        while let Some((_, levels)) = walk.next() {
            count += levels.len() as u64;
        }
        count
    }
}

/// Blocks, one after another.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    packed: &'a Packed,
    index: usize,
    at: usize,
    room: [Level; 63],
}

impl Walk<'_> {
    /// The DC value of the next block, and its other values that are not zero, by rising index.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(i16, &[Level])> {
        let dc = *self.packed.dc.get(self.index)?;
        let end = self.at + usize::from(*self.packed.lengths.get(self.index)?);
        let mut bytes = self.packed.bytes.get(self.at..end)?;
        let (mut k, mut count) = (1, 0);
        while let [first, rest @ ..] = bytes {
            bytes = rest;
            k += first >> 4;
            if *first == ZEROS << 4 {
                continue;
            }
            let mut value = i16::from(first & 15) - MIDDLE;
            if let ([low, high, rest @ ..], 0) = (rest, first & 15) {
                value = i16::from_le_bytes([*low, *high]);
                bytes = rest;
            }
            self.room[count & 63] = Level { k, value };
            (k, count) = (k + 1, count + 1);
        }
        (self.index, self.at) = (self.index + 1, end);
        Some((dc, &self.room[..count]))
    }

    /// Passes over blocks.
    pub(crate) fn skip(&mut self, count: usize) {
        let lengths = self.packed.lengths.iter().skip(self.index).take(count);
        self.at += lengths.map(|length| usize::from(*length)).sum::<usize>();
        self.index += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back() {
        let mut state = 5u32;
        let blocks: Vec<Block> = (0..60)
            .map(|number| {
                std::array::from_fn(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let value = (state >> 16) as i16;
                    // From full blocks of large values to empty ones.
                    if (state >> 8) % 60 >= number { value >> (number % 16) } else { 0 }
                })
            })
            .collect();
        let mut packed = Packed::new(7);
        for block in &blocks {
            packed.block(block, u64::MAX);
        }
        for row in 0..blocks.len().div_ceil(7) {
            let mut walk = packed.walk_from(row);
            walk.skip(2);
            for block in blocks.iter().skip(row * 7 + 2) {
                let (dc, levels) = walk.next().unwrap();
                let mut back = [0; 64];
                back[0] = dc;
                levels.iter().for_each(|level| back[usize::from(level.k)] = level.value);
                assert_eq!(back, *block);
            }
        }
    }
}
