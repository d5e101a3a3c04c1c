//! Entropy-coding symbols: the coefficients of a scan as symbols and the bits that follow them (T.81, annexes F.1.2,
//! G.1.2).
//!
//! A scan is told twice: to be counted first and to be written afterwards, because the best Huffman table is known only when
//! all symbols are.

use super::bits::BitWriter;
use super::huffman::{Encoder, Histogram};
use super::levels::{Level, Levels, Quantized};
use super::packed::{Packed, Walk};
use transvase_base::context::Context;
use transvase_base::error::Result;

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

/// Most correction bits kept back while an end-of-band run grows; decoders do not mind, but memory
/// does.
const MOST_CORRECTIONS: usize = 900;

/// What takes the symbols of a scan. Tables 0 and 1 code DC values, 2 and 3 AC coefficients; the odd ones are for
/// chrominance.
pub(crate) trait Sink {
    /// A symbol of a table with the bits that follow it, and how many they are.
    fn symbol(&mut self, table: usize, symbol: u8, bits: u32, length: u32);

    /// Bits alone.
    fn raw(&mut self, bits: u32, length: u32);
}

/// Counts the symbols of a scan.
#[derive(Debug)]
pub(crate) struct Counts {
    /// How often each symbol of each table occurs.
    histograms: [Histogram; 4],
    /// Bits besides the symbols.
    extra_bits: u64,
}

impl Counts {
    /// The symbols of `scan`.
    pub(crate) fn of(picture: &Quantized, scan: &Scan, progressive: bool, context: &Context) -> Result<Self> {
        let mut counts = Counts { histograms: [[0; 256]; 4], extra_bits: 0 };
        tell(picture, scan, progressive, &mut counts, context)?;
        Ok(counts)
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
}

impl Sink for Counts {
    #[inline]
    fn symbol(&mut self, table: usize, symbol: u8, _bits: u32, length: u32) {
        self.histograms[table][usize::from(symbol)] += 1;
        self.extra_bits += u64::from(length);
    }

    fn raw(&mut self, _bits: u32, length: u32) {
        self.extra_bits += u64::from(length);
    }
}

/// Writes the symbols of a scan by their codes.
struct Coder<'a> {
    codes: [&'a [(u16, u8)]; 4],
    writer: BitWriter<'a>,
}

impl Sink for Coder<'_> {
    #[inline]
    fn symbol(&mut self, table: usize, symbol: u8, bits: u32, length: u32) {
        let (code, code_length) = self.codes[table][usize::from(symbol)];
        self.writer.put(u32::from(code) << length | bits, u32::from(code_length) + length);
    }

    fn raw(&mut self, bits: u32, length: u32) {
        self.writer.put(bits, length);
    }
}

/// Writes the data of a scan, whose symbols have been counted for its codes.
pub(crate) fn write(
    picture: &Quantized,
    scan: &Scan,
    progressive: bool,
    encoders: &[Option<Encoder>; 4],
    out: &mut Vec<u8>,
    context: &Context,
) -> Result<()> {
    let none = vec![(0, 0); 256];
    let codes = std::array::from_fn(|table| encoders[table].as_ref().map_or(&none[..], |encoder| &encoder.codes[..]));
    let mut coder = Coder { codes, writer: BitWriter::new(out) };
    tell(picture, scan, progressive, &mut coder, context)?;
    coder.writer.finish();
    Ok(())
}

/// Tells a sink the symbols of a scan.
fn tell(picture: &Quantized, scan: &Scan, progressive: bool, sink: &mut impl Sink, context: &Context) -> Result<()> {
    let mut teller = Teller { sink };
    if scan.first == 0 {
        return teller.units(picture, scan, progressive, context);
    }
    let index = scan.planes[0];
    let table = 2 + usize::from(picture.color.is_chroma(index));
    let plane = &picture.planes[index];
    context.tick(plane.packed.len() as u64 / 16)?;
    match scan.high {
        0 => teller.band(&plane.packed, scan, table),
        _ => teller.refinement(&plane.packed, scan, table),
    }
    Ok(())
}

/// Tells a sink what a scan says.
struct Teller<'a, S> {
    sink: &'a mut S,
}

impl<S: Sink> Teller<'_, S> {
    #[inline]
    fn symbol(&mut self, table: usize, symbol: u8, bits: u32, length: u32) {
        self.sink.symbol(table, symbol, bits, length);
    }

    fn raw(&mut self, bits: u32, length: u32) {
        self.sink.raw(bits, length);
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
            let size = |levels: &Levels| match alone {
                true => (1, 1),
                false => (usize::from(levels.across), usize::from(levels.down)),
            };
            let rows = |plane: &usize| -> Vec<Walk> {
                let (levels, high) = (&picture.planes[*plane], size(&picture.planes[*plane]).1);
                (row * high..((row + 1) * high).min(levels.rows)).map(|row| levels.packed.walk_from(row)).collect()
            };
            let mut walks: Vec<Vec<Walk>> = scan.planes.iter().filter(|_| !progressive).map(rows).collect();
            for column in 0..across {
                for (part, plane) in scan.planes.iter().enumerate() {
                    let levels = &picture.planes[*plane];
                    let chroma = usize::from(picture.color.is_chroma(*plane));
                    let (wide, high) = size(levels);
                    for y in 0..high {
                        for x in column * wide..(column + 1) * wide {
                            let (is_there, line) = (row * high + y < levels.rows && x < levels.columns, row * high + y);
                            let index = is_there.then_some(line * levels.columns + x);
                            self.dc(levels, index, &mut last[*plane], chroma);
                            if !progressive {
                                let walk = walks.get_mut(part).and_then(|walks| walks.get_mut(y));
                                let block = walk.filter(|_| is_there).and_then(Walk::next);
                                self.sequential_ac(block.map_or(&[], |(_, levels)| levels), 2 + chroma);
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
        let value = index.map_or(*last, |index| levels.packed.dc[index]);
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
    fn band(&mut self, plane: &Packed, scan: &Scan, table: usize) {
        let mut run = 0;
        let mut walk = plane.walk_from(0);
        while let Some((_, block)) = walk.next() {
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
    fn refinement(&mut self, plane: &Packed, scan: &Scan, table: usize) {
        let mut run = 0;
        let mut of_run: Vec<u8> = Vec::new();
        let mut of_block: Vec<u8> = Vec::new();
        let mut walk = plane.walk_from(0);
        while let Some((_, block)) = walk.next() {
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
