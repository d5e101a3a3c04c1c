//! Prefix codes and how they are written (RFC 9649, 6.2.1).

use super::bits::BitWriter;
use transvase_base::code_lengths::length_counts;

/// Longest code of a symbol, and of a length.
const LONGEST: usize = 15;
const LONGEST_OF_LENGTHS: usize = 7;

/// Order in which the lengths of the codes of lengths are told.
const ORDER: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// From how many on symbols that come about as often are taken for the same.
const SHORTEST_EVENED: u32 = 4;

/// Symbols of lengths that stand for the last length, or for none, several times: with the least number of times, and the
/// bits of what is more.
const LAST: (u8, usize, u32) = (16, 3, 2);
const FEW_ZEROS: (u8, usize, u32) = (17, 3, 3);
const MANY_ZEROS: (u8, usize, u32) = (18, 11, 7);

/// A prefix code. A symbol that is alone in it takes no bits.
#[derive(Debug, Clone)]
pub(super) struct PrefixCode {
    /// Bits of each symbol's code, 0 where it has none; of one that is alone 1, as it is told.
    lengths: Vec<u8>,
    /// Each symbol's code, its first bit lowest, and how many bits are written.
    codes: Vec<(u16, u8)>,
}

impl PrefixCode {
    /// The best code for symbols that come so often: the one with the fewest bits, its own told ones included. Where
    /// symbols come about as often as their neighbours, one that takes them for the same may be told in fewer.
    pub(super) fn best(counts: &[u32]) -> Self {
        let (exact, evened) = (Self::within(counts, LONGEST), Self::within(&evened(counts), LONGEST));
        if evened.bits(counts) < exact.bits(counts) { evened } else { exact }
    }

    /// Bits of symbols that come so often, and of the code.
    fn bits(&self, counts: &[u32]) -> u64 {
        let mut told = BitWriter::default();
        self.tell(&mut told);
        let symbols = counts.iter().zip(&self.codes).map(|(count, (_, length))| u64::from(*count) * u64::from(*length));
        symbols.sum::<u64>() + told.bits()
    }

    fn within(counts: &[u32], longest: usize) -> Self {
        let mut symbols: Vec<usize> = (0..counts.len()).filter(|symbol| counts[*symbol] > 0).collect();
        let mut lengths = vec![0; counts.len()];
        if let [alone] = symbols[..] {
            lengths[alone] = 1;
            return PrefixCode { lengths, codes: vec![(0, 0); counts.len()] };
        }
        symbols.sort_by_key(|symbol| (counts[*symbol], *symbol));
        let weights: Vec<u64> = symbols.iter().map(|symbol| u64::from(counts[*symbol])).collect();
        let mut frequent_first = symbols.iter().rev();
        for (length, count) in (0u8..).zip(length_counts(&weights, longest)) {
            for symbol in frequent_first.by_ref().take(count as usize) {
                lengths[*symbol] = length;
            }
        }
        let codes = canonical(&lengths);
        PrefixCode { lengths, codes }
    }

    /// Writes a symbol.
    #[inline]
    pub(super) fn put(&self, symbol: usize, writer: &mut BitWriter) {
        let (code, length) = self.codes[symbol];
        writer.put(u32::from(code), u32::from(length));
    }

    /// Writes the code itself.
    pub(super) fn tell(&self, writer: &mut BitWriter) {
        let used: Vec<usize> = (0..self.lengths.len()).filter(|symbol| self.lengths[*symbol] > 0).take(3).collect();
        match used[..] {
            [] => tell_simple(&[0], writer),
            [_] | [_, _] if used.iter().all(|symbol| *symbol < 256) => tell_simple(&used, writer),
            _ => self.tell_lengths(writer),
        }
    }

    fn tell_lengths(&self, writer: &mut BitWriter) {
        let runs = runs(&self.lengths);
        let mut counts = [0; ORDER.len()];
        for run in &runs {
            counts[usize::from(run.symbol)] += 1;
        }
        let code = Self::within(&counts, LONGEST_OF_LENGTHS);
        writer.flag(false);
        let told = ORDER.iter().rposition(|symbol| code.lengths[*symbol] > 0).map_or(0, |last| last + 1).max(4);
        writer.put(told as u32 - 4, 4);
        for symbol in &ORDER[..told] {
            writer.put(u32::from(code.lengths[*symbol]), 3);
        }
        // Lengths of all symbols follow, not of the first ones alone.
        writer.flag(false);
        for run in runs {
            code.put(usize::from(run.symbol), writer);
            writer.put(run.more as u32, run.extra);
        }
    }
}

/// Counts in which neighbours that come about as often come as often.
fn evened(counts: &[u32]) -> Vec<u32> {
    let mut evened = counts.to_vec();
    let mut start = 0;
    while start < counts.len() {
        let (mut end, mut sum) = (start, 0);
        while end < counts.len() {
            let mean = if end > start { sum / (end - start) as u32 } else { counts[end] };
            if counts[end].abs_diff(mean) > mean / 3 + 2 {
                break;
            }
            sum += counts[end];
            end += 1;
        }
        let length = (end - start) as u32;
        if length >= SHORTEST_EVENED && sum > 0 {
            evened[start..end].fill(((sum + length / 2) / length).max(1));
        }
        start = end;
    }
    evened
}

/// One or two symbols of a byte each.
fn tell_simple(symbols: &[usize], writer: &mut BitWriter) {
    writer.flag(true);
    writer.put(symbols.len() as u32 - 1, 1);
    let is_long = symbols[0] > 1;
    writer.flag(is_long);
    writer.put(symbols[0] as u32, if is_long { 8 } else { 1 });
    if let Some(second) = symbols.get(1) {
        writer.put(*second as u32, 8);
    }
}

/// Codes that follow from their lengths, shorter ones and lower symbols first.
fn canonical(lengths: &[u8]) -> Vec<(u16, u8)> {
    let mut counts = [0u32; LONGEST + 1];
    for length in lengths.iter().filter(|length| **length > 0) {
        counts[usize::from(*length)] += 1;
    }
    let mut next = [0u32; LONGEST + 1];
    for length in 1..next.len() {
        next[length] = (next[length - 1] + counts[length - 1]) << 1;
    }
    let mut code_of = |length: u8| {
        let code = next[usize::from(length)] as u16;
        next[usize::from(length)] += u32::from(length > 0);
        (code.reverse_bits().checked_shr(16 - u32::from(length)).unwrap_or(0), length)
    };
    lengths.iter().map(|length| code_of(*length)).collect()
}

/// A symbol of lengths, and bits that follow it.
#[derive(Debug, Clone, Copy)]
struct Run {
    symbol: u8,
    more: usize,
    extra: u32,
}

/// Lengths as symbols, repeated ones together.
fn runs(lengths: &[u8]) -> Vec<Run> {
    let (mut runs, mut last) = (Vec::new(), 8);
    for same in lengths.chunk_by(|a, b| a == b) {
        let mut left = same.len();
        if same[0] > 0 && same[0] != last {
            runs.push(Run { symbol: same[0], more: 0, extra: 0 });
            (last, left) = (same[0], left - 1);
        }
        while left > 0 {
            let (symbol, least, extra) = match (same[0], left) {
                (0, 11..) => MANY_ZEROS,
                (0, 3..) => FEW_ZEROS,
                (1.., 3..) => LAST,
                (length, _) => (length, 1, 0),
            };
            let count = left.min(least + (1 << extra) - 1);
            runs.push(Run { symbol, more: count - least, extra });
            left -= count;
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes of the example in RFC 1951, 3.2.2, which the same rule makes.
    #[test]
    fn codes_follow_from_lengths() {
        let codes = canonical(&[3, 3, 3, 3, 3, 2, 4, 4]);
        let written: Vec<u16> = codes.iter().map(|(code, length)| code.reverse_bits() >> (16 - length)).collect();
        assert_eq!(written, [0b010, 0b011, 0b100, 0b101, 0b110, 0b00, 0b1110, 0b1111]);
    }

    #[test]
    fn runs_say_all_lengths() {
        for lengths in
            [vec![0; 300], vec![8; 30], vec![8, 0, 0, 5, 5, 5, 5, 5, 0], vec![1], vec![0, 0, 7, 7, 7, 7, 0, 0, 0]]
        {
            let (mut told, mut last) = (Vec::new(), 8);
            for run in runs(&lengths) {
                match run.symbol {
                    16 => told.extend(vec![last; 3 + run.more]),
                    17 => told.extend(vec![0; 3 + run.more]),
                    18 => told.extend(vec![0; 11 + run.more]),
                    length => {
                        told.push(length);
                        last = if length > 0 { length } else { last };
                    }
                }
            }
            assert_eq!(told, lengths);
        }
    }
}
