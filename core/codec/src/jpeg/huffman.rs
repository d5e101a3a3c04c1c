//! Huffman tables: decoding by lookup, and the best table for a histogram (T.81, annexes C, F, K).

use super::bits::BitReader;
use super::tables::HuffmanSpec;
use transvase_base::code_lengths::length_counts;
use transvase_base::error::{Error, Result};

/// Bits looked up at once; longer codes are rare and walk the lengths.
const LOOKUP_BITS: u32 = 10;

/// A table ready for decoding.
#[derive(Debug, Clone)]
pub(crate) struct Decoder {
    /// For each prefix: code length << 8 | symbol; 0 where the code is longer or none.
    lookup: Vec<u16>,
    /// For each length: one past the largest code, left-aligned to 16 bits.
    limit: [u32; 17],
    /// For each length: index of its first symbol minus its first code.
    offset: [i32; 17],
    symbols: Vec<u8>,
}

impl Decoder {
    /// The table of a DHT segment.
    ///
    /// # Errors
    /// `Malformed` where the lengths do not make a prefix code.
    pub(crate) fn new(counts: &[u8; 16], symbols: &[u8]) -> Result<Self> {
        let mut table =
            Decoder { lookup: vec![0; 1 << LOOKUP_BITS], limit: [0; 17], offset: [0; 17], symbols: symbols.to_vec() };
        let (mut code, mut index) = (0u32, 0usize);
        for length in 1..=16u32 {
            let count = u32::from(counts[length as usize - 1]);
            if code + count > 1 << length {
                return Err(Error::malformed("a Huffman table has more codes of a length than there can be"));
            }
            table.offset[length as usize] = index as i32 - code as i32;
            for _ in 0..count {
                let symbol = *symbols.get(index).ok_or_else(|| Error::truncated("a Huffman table"))?;
                table.fill(code, length, symbol);
                (code, index) = (code + 1, index + 1);
            }
            table.limit[length as usize] = code << (16 - length);
            code <<= 1;
        }
        Ok(table)
    }

    /// One of the typical tables.
    pub(crate) fn typical(spec: &HuffmanSpec) -> Self {
        Decoder::new(&spec.counts, spec.symbols).expect("the tables of annex K are prefix codes")
    }

    fn fill(&mut self, code: u32, length: u32, symbol: u8) {
        if length <= LOOKUP_BITS {
            let spare = LOOKUP_BITS - length;
            let first = (code << spare) as usize;
            self.lookup[first..first + (1 << spare)].fill((length << 8) as u16 | u16::from(symbol));
        }
    }

    /// The next symbol; the reader holds at least 17 bits. Where no code fits, which the reader takes
    /// note of, 0: decoders agree on that, and the codes after it often fall into step again.
    #[inline]
    pub(crate) fn decode(&self, reader: &mut BitReader) -> u8 {
        let hit = self.lookup[reader.peek(LOOKUP_BITS) as usize];
        if hit != 0 {
            reader.skip(u32::from(hit >> 8));
            return hit as u8;
        }
        self.decode_long(reader).unwrap_or_else(|| {
            reader.fault();
            reader.skip(17);
            0
        })
    }

    #[cold]
    fn decode_long(&self, reader: &mut BitReader) -> Option<u8> {
        let window = reader.peek(16);
        let length = (LOOKUP_BITS + 1..=16).find(|length| window < self.limit[*length as usize])?;
        reader.skip(length);
        let code = (window >> (16 - length)) as i32;
        self.symbols.get(usize::try_from(code + self.offset[length as usize]).ok()?).copied()
    }
}

/// How often each symbol is coded.
pub(crate) type Histogram = [u32; 256];

/// The best code for a histogram, at most 16 bits long and without the code of all ones.
#[derive(Debug, Clone)]
pub(crate) struct Encoder {
    /// Number of codes of each length from 1.
    pub(crate) counts: [u8; 16],
    /// Symbols by increasing code.
    pub(crate) symbols: Vec<u8>,
    /// For each symbol: code and length; length 0 where it has none.
    pub(crate) codes: Vec<(u16, u8)>,
}

impl Encoder {
    /// Builds the code.
    pub(crate) fn best(histogram: &Histogram) -> Self {
        let mut symbols: Vec<u8> = (0..=255u8).filter(|symbol| histogram[usize::from(*symbol)] > 0).collect();
        // Frequent first; equal ones in the order of their value, so that the table is the same everywhere.
        symbols.sort_by_key(|symbol| (std::cmp::Reverse(histogram[usize::from(*symbol)]), *symbol));
        let counts = counts_without_all_ones(&symbols, histogram);
        let mut codes = vec![(0, 0); 256];
        let mut next = symbols.iter();
        let mut code = 0u16;
        for (length, count) in (1u8..).zip(counts) {
            for symbol in next.by_ref().take(usize::from(count)) {
                codes[usize::from(*symbol)] = (code, length);
                code += 1;
            }
            code = code.wrapping_shl(1);
        }
        Encoder { counts, symbols, codes }
    }

    /// Bits the histogram's symbols take in this code, without the bits that follow them.
    pub(crate) fn cost_bits(&self, histogram: &Histogram) -> u64 {
        let pairs = histogram.iter().zip(&self.codes);
        pairs.map(|(count, (_, length))| u64::from(*count) * u64::from(*length)).sum()
    }

    /// Bytes of the table in a DHT segment.
    pub(crate) fn table_bytes(&self) -> usize {
        1 + 16 + self.symbols.len()
    }
}

/// How many codes there are of each length from 1, for symbols sorted by falling frequency. One symbol of no weight takes
/// the code of all ones, which stays free (T.81, K.2).
fn counts_without_all_ones(symbols: &[u8], histogram: &Histogram) -> [u8; 16] {
    let rising = symbols.iter().rev().map(|symbol| u64::from(histogram[usize::from(*symbol)]));
    let weights: Vec<u64> = std::iter::once(0).chain(rising).collect();
    let mut counts = length_counts(&weights, 16);
    if let Some(longest) = (1..=16).rev().find(|length| counts[*length] > 0) {
        counts[longest] -= 1;
    }
    std::array::from_fn(|index| counts[index + 1] as u8)
}

#[cfg(test)]
mod tests {
    use super::super::bits::BitWriter;
    use super::super::tables::{TYPICAL_AC, TYPICAL_DC};
    use super::*;

    /// Codes of T.81, tables K.3 and K.5, as the standard prints them.
    #[test]
    fn typical_tables_decode_the_printed_codes() {
        let dc = Decoder::typical(&TYPICAL_DC[0]);
        let ac = Decoder::typical(&TYPICAL_AC[0]);
        for (table, code, length, symbol) in [
            (&dc, 0b00, 2, 0),
            (&dc, 0b010, 3, 1),
            (&dc, 0b1_1111_1110, 9, 11),
            (&ac, 0b1010, 4, 0x00),
            (&ac, 0b111_1111_1001, 11, 0xF0),
            (&ac, 0b1111_1111_1000_0010, 16, 0x09),
            (&ac, 0b1111_1111_1111_1110, 16, 0xFA),
        ] {
            let mut bytes = Vec::new();
            let mut writer = BitWriter::new(&mut bytes);
            writer.put(code, length);
            writer.finish();
            bytes.extend([0; 8]);
            let mut reader = BitReader::new(&bytes, 0);
            reader.refill();
            assert_eq!(table.decode(&mut reader), symbol);
            assert!(!reader.is_faulty());
        }
    }

    #[test]
    fn best_codes_are_prefix_codes_without_all_ones() {
        let steep: Histogram = std::array::from_fn(|i| if i < 40 { 1u32 << (i.min(31)) } else { 0 });
        let flat: Histogram = [7; 256];
        let single: Histogram = std::array::from_fn(|i| u32::from(i == 5));
        for histogram in [steep, flat, single] {
            let encoder = Encoder::best(&histogram);
            let used: u64 = (1u32..).zip(encoder.counts).map(|(length, count)| u64::from(count) << (16 - length)).sum();
            assert!(used < 1 << 16, "the code of all ones stays free");
            assert!(Decoder::new(&encoder.counts, &encoder.symbols).is_ok());
            for (symbol, count) in histogram.iter().enumerate() {
                assert_eq!(*count > 0, encoder.codes[symbol].1 > 0);
            }
        }
    }

    #[test]
    fn a_known_histogram_costs_what_huffman_says() {
        // Weights 5, 2, 1, 1 and the reserved 0: lengths 1, 2, 3, 4 (and 4).
        let mut histogram: Histogram = [0; 256];
        (histogram[0], histogram[1], histogram[2], histogram[3]) = (5, 2, 1, 1);
        let encoder = Encoder::best(&histogram);
        assert_eq!(encoder.cost_bits(&histogram), 5 + 4 + 3 + 4);
        assert!(Decoder::new(&[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[1, 2, 3]).is_err());
    }
}
