//! Scans that are coded arithmetically (T.81, F.1.4, F.2.4 and G.1.3): which decision each bit of a
//! coefficient is.

use std::ops::Range;

use super::arithmetic::{ArithmeticReader, Bin};
use super::markers::{Conditioning, Tables};
use super::picture::Grid;
use super::scan::{BLOCKS_PER_TICK, Geometry, clamped};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Decisions of a DC table (T.81, table F.4): five contexts of four, then magnitudes and their bits.
const DC_BINS: usize = 49;
const DC_MAGNITUDES: usize = 20;

/// Decisions of an AC table (T.81, table F.5): three for each coefficient, then the magnitudes of low
/// and of high ones and their bits.
const AC_BINS: usize = 245;
const LOW_MAGNITUDES: usize = 189;
const HIGH_MAGNITUDES: usize = 217;

/// From the decisions of a magnitude to those of the bits below its highest.
const TO_BITS: usize = 14;

/// Largest magnitude category a coefficient may have.
const LARGEST_BIT: u32 = 0x8000;

/// What one component knows while a restart interval is decoded.
#[derive(Debug, Clone)]
struct Memory {
    dc: u8,
    ac: u8,
    /// Last DC value.
    prediction: i32,
    /// The first decision of the next difference, by what the last one was like.
    context: usize,
}

/// The statistics of one restart interval, by number of table.
struct Statistics {
    dc: [[Bin; DC_BINS]; 4],
    ac: [[Bin; AC_BINS]; 4],
}

/// Decodes the units `range`; false where the data end too early or make no sense.
pub(crate) fn interval(
    reader: &mut ArithmeticReader,
    range: Range<usize>,
    geometry: &Geometry,
    planes: &mut [Grid],
    tables: &Tables,
    context: &Context,
) -> Result<bool> {
    let mut coder = Coder {
        reader,
        conditioning: &tables.conditioning,
        statistics: Box::new(Statistics { dc: [[Bin::default(); DC_BINS]; 4], ac: [[Bin::default(); AC_BINS]; 4] }),
        memories: memories(geometry),
    };
    for (visited, unit) in range.enumerate() {
        if visited % BLOCKS_PER_TICK == 0 {
            context.tick(BLOCKS_PER_TICK as u64)?;
        }
        let done = geometry.each_block(unit, planes, |part, plane, index| coder.block(geometry, part, plane, index));
        if done.is_none() || coder.reader.overran() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn memories(geometry: &Geometry) -> Vec<Memory> {
    let components = geometry.scan.components.iter();
    components.map(|component| Memory { dc: component.dc, ac: component.ac, prediction: 0, context: 0 }).collect()
}

struct Coder<'a, 'b> {
    reader: &'a mut ArithmeticReader<'b>,
    conditioning: &'a Conditioning,
    statistics: Box<Statistics>,
    memories: Vec<Memory>,
}

impl Coder<'_, '_> {
    /// What the scan says of one block; `None` where it makes no sense. A block outside the picture
    /// is decoded all the same.
    fn block(&mut self, geometry: &Geometry, part: usize, plane: &mut Grid, index: Option<usize>) -> Option<()> {
        let scan = geometry.scan;
        let (mut spare, mut spare_mask) = ([0; 64], 0);
        let (block, mask) = match index {
            Some(index) => (&mut plane.blocks[index], &mut plane.masks[index]),
            None => (&mut spare, &mut spare_mask),
        };
        match (geometry.progressive, scan.first, scan.high) {
            (false, ..) => {
                block[0] = clamped(self.difference(part)?);
                self.band(part, block, mask, (1, 63), 0)
            }
            (true, 0, 0) => {
                block[0] = clamped(self.difference(part)? << scan.low);
                Some(())
            }
            (true, 0, _) => {
                block[0] |= i16::from(self.even()) << scan.low;
                Some(())
            }
            (true, first, 0) => self.band(part, block, mask, (first, scan.last), scan.low),
            (true, first, _) => self.refinement(part, block, mask, (first, scan.last), scan.low),
        }
    }

    /// A decision between equally probable symbols.
    fn even(&mut self) -> bool {
        self.reader.decide(&mut Bin::even())
    }

    /// The next DC value (T.81, F.2.4.1).
    fn difference(&mut self, part: usize) -> Option<i32> {
        let memory = &mut self.memories[part];
        let table = usize::from(memory.dc);
        let bins = &mut self.statistics.dc[table];
        let first = memory.context;
        if !self.reader.decide(&mut bins[first]) {
            memory.context = 0;
            return Some(memory.prediction);
        }
        let negative = self.reader.decide(&mut bins[first + 1]);
        let at = first + 2 + usize::from(negative);
        let (highest, at) =
            if self.reader.decide(&mut bins[at]) { category(self.reader, bins, 1, DC_MAGNITUDES)? } else { (0, at) };
        memory.context = self.conditioning.context(table, highest, negative);
        let size = 1 + low_bits(self.reader, bins, highest, at + TO_BITS);
        let difference = if negative { -size } else { size };
        memory.prediction = i32::from(clamped(memory.prediction + difference));
        Some(memory.prediction)
    }

    /// The coefficients of a band (T.81, F.2.4.2 and G.1.3.2).
    fn band(&mut self, part: usize, block: &mut [i16; 64], mask: &mut u64, band: (u8, u8), low: u8) -> Option<()> {
        let table = usize::from(self.memories[part].ac);
        let (mut k, last) = (usize::from(band.0), usize::from(band.1));
        while k <= last {
            let bins = &mut self.statistics.ac[table];
            if self.reader.decide(&mut bins[3 * (k - 1)]) {
                break;
            }
            while !self.reader.decide(&mut bins[3 * (k - 1) + 1]) {
                k += 1;
                if k > last {
                    return None;
                }
            }
            let negative = self.even();
            let size = self.magnitude(table, k)?;
            block[k] = clamped(if negative { -size } else { size } << low);
            *mask |= 1 << k;
            k += 1;
        }
        Some(())
    }

    /// The magnitude of the coefficient `k`, which is not zero.
    fn magnitude(&mut self, table: usize, k: usize) -> Option<i32> {
        let bins = &mut self.statistics.ac[table];
        let first = 3 * (k - 1) + 2;
        if !self.reader.decide(&mut bins[first]) {
            return Some(1);
        }
        if !self.reader.decide(&mut bins[first]) {
            return Some(2);
        }
        let is_low = k <= usize::from(self.conditioning.last_low[table]);
        let (highest, at) = category(self.reader, bins, 2, if is_low { LOW_MAGNITUDES } else { HIGH_MAGNITUDES })?;
        Some(1 + low_bits(self.reader, bins, highest, at + TO_BITS))
    }

    /// One more bit of a band (T.81, G.1.3.3).
    fn refinement(
        &mut self,
        part: usize,
        block: &mut [i16; 64],
        mask: &mut u64,
        band: (u8, u8),
        low: u8,
    ) -> Option<()> {
        let table = usize::from(self.memories[part].ac);
        let (mut k, last) = (usize::from(band.0), usize::from(band.1));
        let known_to = (*mask & u64::MAX >> (63 - last)).checked_ilog2().unwrap_or(0) as usize;
        while k <= last {
            if k > known_to && self.reader.decide(&mut self.statistics.ac[table][3 * (k - 1)]) {
                break;
            }
            while !self.refine(table, k, block, mask, low) {
                k += 1;
                if k > last {
                    return None;
                }
            }
            k += 1;
        }
        Some(())
    }

    /// The next bit of the coefficient `k`; false where it is and stays zero.
    fn refine(&mut self, table: usize, k: usize, block: &mut [i16; 64], mask: &mut u64, low: u8) -> bool {
        let bins = &mut self.statistics.ac[table];
        let step = 1 << low;
        if *mask >> k & 1 == 1 {
            if self.reader.decide(&mut bins[3 * (k - 1) + 2]) {
                block[k] = block[k].saturating_add(if block[k] < 0 { -step } else { step });
            }
            return true;
        }
        if !self.reader.decide(&mut bins[3 * (k - 1) + 1]) {
            return false;
        }
        block[k] = if self.even() { -step } else { step };
        *mask |= 1 << k;
        true
    }
}

/// The highest bit of a magnitude less one, by decisions from `at` on; and the last of them (T.81,
/// figure F.23).
fn category(reader: &mut ArithmeticReader, bins: &mut [Bin], from: u32, mut at: usize) -> Option<(u32, usize)> {
    let mut highest = from;
    while reader.decide(&mut bins[at]) {
        highest <<= 1;
        if highest == LARGEST_BIT {
            return None;
        }
        at += 1;
    }
    Some((highest, at))
}

/// A magnitude less one: the bits below its highest are decided one by one (T.81, figure F.24).
fn low_bits(reader: &mut ArithmeticReader, bins: &mut [Bin], highest: u32, at: usize) -> i32 {
    let mut size = highest;
    let mut bit = highest >> 1;
    while bit > 0 {
        if reader.decide(&mut bins[at]) {
            size |= bit;
        }
        bit >>= 1;
    }
    size as i32
}
