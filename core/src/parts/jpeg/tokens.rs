//! What a scan says, as symbols and the bits that follow them (T.81, annexes F.1.2, G.1.2).
//!
//! A scan is turned into tokens first and written afterwards, because the best Huffman table is
//! known only when all symbols are.

use super::huffman::{Encoder, Histogram};
use super::levels::{Level, Levels, Quantized};
use crate::context::Context;
use crate::error::Result;

/// One scan of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scan {
    /// Indices of its components.
    pub(crate) planes: Vec<usize>,
    /// First and last coefficient.
    pub(crate) first: u8,
    pub(crate) last: u8,
    /// Bit position of the scan it refines, 0 for none; its own bit position.
    pub(crate) high: u8,
    pub(crate) low: u8,
}

/// A symbol with the bits that follow it, or bits alone: value in bits 0-15, its length in 16-20,
/// symbol in 21-28, `RAW` in 29, number of the table in 30-31.
#[derive(Debug, Clone, Copy)]
struct Token(u32);

const RAW: u32 = 1 << 29;

/// The tokens of a scan. Tables 0 and 1 code DC values, 2 and 3 AC coefficients; the odd ones are
/// for chrominance.
#[derive(Debug)]
pub(crate) struct Tokens {
    tokens: Vec<Token>,
    /// How often each symbol of each table occurs.
    histograms: [Histogram; 4],
    /// Bits besides the symbols.
    extra_bits: u64,
}

/// Most correction bits kept back while an end-of-band run grows; decoders do not mind, but memory
/// does.
const MOST_CORRECTIONS: usize = 900;

impl Tokens {
    /// The tokens of `scan`.
    pub(crate) fn of(picture: &Quantized, scan: &Scan, progressive: bool, context: &Context) -> Result<Self> {
        let mut tokens = Tokens { tokens: Vec::new(), histograms: [[0; 256]; 4], extra_bits: 0 };
        if scan.first > 0 {
            let index = scan.planes[0];
            let table = 2 + usize::from(picture.color.is_chroma(index));
            let plane = &picture.planes[index];
            context.tick(plane.dc.len() as u64 / 16)?;
            if scan.high == 0 { tokens.band(plane, scan, table) } else { tokens.refinement(plane, scan, table) }
        } else {
            tokens.units(picture, scan, progressive, context)?;
        }
        Ok(tokens)
    }

    /// Best codes for the four tables; `None` for those the scan does not use.
    pub(crate) fn encoders(&self) -> [Option<Encoder>; 4] {
        let used = |histogram: &Histogram| histogram.iter().any(|count| *count > 0);
        std::array::from_fn(|table| {
            let histogram = &self.histograms[table];
            used(histogram).then(|| Encoder::best(histogram))
        })
    }

    /// Bits of the scan's data with these codes, stuffing not counted.
    pub(crate) fn cost_bits(&self, encoders: &[Option<Encoder>; 4]) -> u64 {
        let pairs = encoders.iter().zip(&self.histograms);
        let symbols: u64 = pairs.filter_map(|(encoder, histogram)| Some(encoder.as_ref()?.cost_bits(histogram))).sum();
        symbols + self.extra_bits
    }

    /// Writes the scan's data.
    pub(crate) fn write(&self, encoders: &[Option<Encoder>; 4], out: &mut Vec<u8>) {
        let none = vec![(0, 0); 256];
        let codes: [&[(u16, u8)]; 4] =
            std::array::from_fn(|table| encoders[table].as_ref().map_or(&none[..], |encoder| &encoder.codes[..]));
        let mut writer = super::bits::BitWriter::new(out);
        for Token(token) in &self.tokens {
            let (bits, length) = (token & 0xFFFF, token >> 16 & 31);
            if token & RAW != 0 {
                writer.put(bits, length);
            } else {
                let (code, code_length) = codes[(token >> 30) as usize][(token >> 21 & 0xFF) as usize];
                writer.put(u32::from(code) << length | bits, u32::from(code_length) + length);
            }
        }
        writer.finish();
    }

    #[inline]
    fn symbol(&mut self, table: usize, symbol: u8, bits: u32, length: u32) {
        self.histograms[table][usize::from(symbol)] += 1;
        self.extra_bits += u64::from(length);
        self.tokens.push(Token(bits | length << 16 | u32::from(symbol) << 21 | (table as u32) << 30));
    }

    fn raw(&mut self, bits: u32, length: u32) {
        self.extra_bits += u64::from(length);
        self.tokens.push(Token(bits | length << 16 | RAW));
    }

    /// Correction bits, kept back so far.
    fn corrections(&mut self, bits: &mut Vec<u8>) {
        for chunk in bits.chunks(16) {
            let packed = chunk.iter().fold(0, |packed, bit| packed << 1 | u32::from(*bit));
            self.raw(packed, chunk.len() as u32);
        }
        bits.clear();
    }

    /// A scan that starts with DC values: all of a sequential block, or the DC values alone.
    fn units(&mut self, picture: &Quantized, scan: &Scan, progressive: bool, context: &Context) -> Result<()> {
        let mut last = [0i16; 4];
        let alone = scan.planes.len() == 1;
        let (across, down) = match scan.planes[..] {
            [only] => (picture.planes[only].columns, picture.planes[only].rows),
            _ => picture.mcus(),
        };
        for row in 0..down {
            context.tick(across as u64 / 8 + 1)?;
            for column in 0..across {
                for plane in &scan.planes {
                    let levels = &picture.planes[*plane];
                    let chroma = usize::from(picture.color.is_chroma(*plane));
                    let (wide, high) =
                        if alone { (1, 1) } else { (usize::from(levels.across), usize::from(levels.down)) };
                    for y in row * high..(row + 1) * high {
                        for x in column * wide..(column + 1) * wide {
                            let index = (y < levels.rows && x < levels.columns).then_some(y * levels.columns + x);
                            self.dc(levels, index, &mut last[*plane], chroma);
                            if !progressive {
                                self.sequential_ac(index.map_or(&[], |index| levels.block(index)), 2 + chroma);
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// A DC difference; a block that only pads the last unit repeats the value before it.
    #[inline]
    fn dc(&mut self, levels: &Levels, index: Option<usize>, last: &mut i16, table: usize) {
        let value = index.map_or(*last, |index| levels.dc[index]);
        let (bits, length) = magnitude(i32::from(value) - i32::from(*last));
        *last = value;
        self.symbol(table, length as u8, bits, length);
    }

    #[inline]
    fn sequential_ac(&mut self, block: &[Level], table: usize) {
        let mut next = 1;
        for level in block {
            let zeros = self.long_runs(level.k - next, table);
            let (bits, length) = magnitude(i32::from(level.value));
            self.symbol(table, zeros << 4 | length as u8, bits, length);
            next = level.k + 1;
        }
        if next < 64 {
            self.symbol(table, 0, 0, 0);
        }
    }

    /// Codes runs of 16 zeros; returns what is left.
    #[inline]
    fn long_runs(&mut self, mut zeros: u8, table: usize) -> u8 {
        while zeros > 15 {
            self.symbol(table, 0xF0, 0, 0);
            zeros -= 16;
        }
        zeros
    }

    /// An end-of-band run (T.81, figure G.5): bit length in the symbol, the bits below it after it.
    #[inline]
    fn end_of_band(&mut self, run: &mut u32, table: usize) {
        if *run > 0 {
            let length = run.ilog2();
            self.symbol(table, (length << 4) as u8, *run - (1 << length), length);
            *run = 0;
        }
    }

    /// First scan of a band (T.81, G.1.2.2).
    fn band(&mut self, plane: &Levels, scan: &Scan, table: usize) {
        let mut run = 0;
        for block in plane.blocks() {
            let mut next = scan.first;
            for level in block.iter().filter(|level| (scan.first..=scan.last).contains(&level.k)) {
                let value = i32::from(level.value);
                let value = value.signum() * (value.abs() >> scan.low);
                if value == 0 {
                    continue;
                }
                self.end_of_band(&mut run, table);
                let zeros = self.long_runs(level.k - next, table);
                let (bits, length) = magnitude(value);
                self.symbol(table, zeros << 4 | length as u8, bits, length);
                next = level.k + 1;
            }
            if next <= scan.last {
                run += 1;
                if run == 0x7FFF {
                    self.end_of_band(&mut run, table);
                }
            }
        }
        self.end_of_band(&mut run, table);
    }

    /// Refinement of a band by one bit (T.81, G.1.2.3). Bits that correct known coefficients are
    /// kept back until the symbol they belong to.
    fn refinement(&mut self, plane: &Levels, scan: &Scan, table: usize) {
        let mut run = 0;
        let mut of_run: Vec<u8> = Vec::new();
        let mut of_block: Vec<u8> = Vec::new();
        for block in plane.blocks() {
            let is_fresh = |level: &&Level| level.value.unsigned_abs() >> scan.low == 1;
            let in_band = |level: &&Level| (scan.first..=scan.last).contains(&level.k);
            let last_fresh = block.iter().filter(in_band).rfind(is_fresh).map_or(0, |level| level.k);
            let (mut zeros, mut next) = (0u8, scan.first);
            for level in block.iter().filter(in_band) {
                let size = level.value.unsigned_abs() >> scan.low;
                if size == 0 {
                    continue;
                }
                zeros += level.k - next;
                next = level.k + 1;
                while zeros > 15 && level.k <= last_fresh {
                    self.end_of_refined(&mut run, &mut of_run, table);
                    self.symbol(table, 0xF0, 0, 0);
                    zeros -= 16;
                    self.corrections(&mut of_block);
                }
                if size > 1 {
                    of_block.push((size & 1) as u8);
                    continue;
                }
                self.end_of_refined(&mut run, &mut of_run, table);
                self.symbol(table, zeros << 4 | 1, u32::from(level.value > 0), 1);
                self.corrections(&mut of_block);
                zeros = 0;
            }
            if zeros > 0 || next <= scan.last || !of_block.is_empty() {
                run += 1;
                of_run.append(&mut of_block);
                if run == 0x7FFF || of_run.len() > MOST_CORRECTIONS {
                    self.end_of_refined(&mut run, &mut of_run, table);
                }
            }
        }
        self.end_of_refined(&mut run, &mut of_run, table);
    }

    fn end_of_refined(&mut self, run: &mut u32, bits: &mut Vec<u8>, table: usize) {
        self.end_of_band(run, table);
        self.corrections(bits);
    }
}

/// The bits that follow a symbol for `value`, and how many: its category (T.81, F.1.2.1).
#[inline]
fn magnitude(value: i32) -> (u32, u32) {
    let length = 32 - value.unsigned_abs().leading_zeros();
    let bits = if value < 0 { value - 1 } else { value } as u32 & ((1u64 << length) - 1) as u32;
    (bits, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_follow_the_standard() {
        // T.81, table F.1 and the rule for negative values below it.
        assert_eq!(magnitude(0), (0, 0));
        assert_eq!(magnitude(1), (1, 1));
        assert_eq!(magnitude(-1), (0, 1));
        assert_eq!(magnitude(5), (0b101, 3));
        assert_eq!(magnitude(-5), (0b010, 3));
        assert_eq!(magnitude(-1023), (0, 10));
    }
}
