//! The entropy-coded data of one scan (T.81, F.2.2 and G.2).

use std::ops::Range;

use super::bits::BitReader;
use super::huffman::Decoder;
use super::markers::{self, Frame, Scan, Tables};
use super::picture::Plane;
use crate::context::Context;
use crate::error::Result;

/// Largest magnitude a coefficient is given: far above what 8-bit pictures have, and small enough
/// that differences still have a category.
const LARGEST: i32 = 16_383;

/// How a scan ended.
pub(super) struct Done {
    /// Where the next marker is looked for.
    pub(super) at: usize,
    /// Whether all of it was there and made sense.
    pub(super) sound: bool,
}

/// One component as a scan sees it.
struct Coded<'a> {
    plane: usize,
    dc: &'a Decoder,
    ac: &'a Decoder,
    /// Blocks of a unit, across and down: 1 and 1 in a scan of one component.
    across: usize,
    down: usize,
    /// Last DC value.
    prediction: i32,
}

struct Job<'a> {
    scan: &'a Scan,
    progressive: bool,
    coded: Vec<Coded<'a>>,
    /// Units in a row.
    units_across: usize,
}

/// Decodes the scan whose data start at `at` into `planes`.
pub(super) fn decode(
    data: &[u8],
    at: usize,
    scan: &Scan,
    frame: &Frame,
    planes: &mut [Plane],
    tables: &Tables,
    context: &Context,
) -> Result<Done> {
    let alone = scan.components.len() == 1;
    let mut coded = Vec::new();
    for component in &scan.components {
        let spec = &frame.components[component.plane];
        let (across, down) = if alone { (1, 1) } else { (usize::from(spec.across), usize::from(spec.down)) };
        // A progressive scan needs one kind only; the table of the other kind may not exist.
        let dc = tables.dc(if scan.first == 0 { component.dc } else { 0 })?;
        let ac = tables.ac(if scan.last > 0 { component.ac } else { 0 })?;
        coded.push(Coded { plane: component.plane, dc, ac, across, down, prediction: 0 });
    }
    let (units_across, units_down) = units(scan, frame, planes);
    let total = units_across * units_down;
    let interval = if tables.restart_interval == 0 { total } else { tables.restart_interval };
    let mut job = Job { scan, progressive: frame.progressive, coded, units_across };
    let mut done = Done { at, sound: true };
    let mut unit = 0;
    while unit < total {
        let range = unit..total.min(unit + interval);
        unit = range.end;
        let mut reader = BitReader::new(data, done.at);
        done.sound &= job.interval(&mut reader, range, planes, context)?;
        done.at = reader.position();
        if unit < total {
            match markers::next_marker(data, done.at) {
                Some((0xD0..=0xD7, after)) => done.at = after,
                _ => return Ok(Done { sound: false, ..done }),
            }
        }
    }
    Ok(done)
}

/// Units of the scan, across and down (T.81, A.2).
fn units(scan: &Scan, frame: &Frame, planes: &[Plane]) -> (usize, usize) {
    if let [only] = scan.components[..] {
        return (planes[only.plane].columns, planes[only.plane].rows);
    }
    let most_across = frame.components.iter().map(|c| usize::from(c.across)).max().unwrap_or(1);
    let most_down = frame.components.iter().map(|c| usize::from(c.down)).max().unwrap_or(1);
    (usize::from(frame.width_px).div_ceil(8 * most_across), usize::from(frame.height_px).div_ceil(8 * most_down))
}

impl Job<'_> {
    /// Decodes the units of one restart interval; false where they are damaged.
    fn interval(
        &mut self,
        reader: &mut BitReader,
        range: Range<usize>,
        planes: &mut [Plane],
        context: &Context,
    ) -> Result<bool> {
        if self.progressive && self.scan.first > 0 {
            let plane = &mut planes[self.coded[0].plane];
            return if self.scan.high == 0 {
                ac_first(reader, range, plane, self.coded[0].ac, self.scan, context)
            } else {
                ac_refine(reader, range, plane, self.coded[0].ac, self.scan, context)
            };
        }
        for coded in &mut self.coded {
            coded.prediction = 0;
        }
        for unit in range {
            if unit % self.units_across == 0 {
                context.tick(self.units_across as u64)?;
            }
            if self.unit(reader, unit, planes).is_none() || reader.overran() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Decodes the blocks of one unit; `None` where a code makes no sense.
    #[inline]
    fn unit(&mut self, reader: &mut BitReader, unit: usize, planes: &mut [Plane]) -> Option<()> {
        let (row, column) = (unit / self.units_across, unit % self.units_across);
        for coded in &mut self.coded {
            let plane = &mut planes[coded.plane];
            for y in 0..coded.down {
                for x in 0..coded.across {
                    let (row, column) = (row * coded.down + y, column * coded.across + x);
                    let inside = row < plane.rows && column < plane.columns;
                    let index = inside.then_some(row * plane.columns + column);
                    if !self.progressive {
                        let block = sequential_block(reader, coded)?;
                        if let Some(index) = index {
                            (plane.blocks[index], plane.masks[index]) = block;
                        }
                    } else if self.scan.high == 0 {
                        let value = difference(reader, coded)? << self.scan.low;
                        if let Some(index) = index {
                            plane.blocks[index][0] = clamped(value);
                        }
                    } else {
                        let bit = reader.take(1) as i16;
                        if let Some(index) = index {
                            plane.blocks[index][0] |= bit << self.scan.low;
                        }
                    }
                }
            }
        }
        Some(())
    }
}

fn clamped(value: i32) -> i16 {
    value.clamp(-LARGEST, LARGEST) as i16
}

/// The signed value of `size` bits that follow a symbol (T.81, figure F.12).
#[inline]
fn extend(reader: &mut BitReader, size: u32) -> i32 {
    if size == 0 {
        return 0;
    }
    let bits = reader.peek(size) as i32;
    reader.skip(size);
    if bits < 1 << (size - 1) { bits - (1 << size) + 1 } else { bits }
}

/// The next DC value: the prediction and a coded difference (T.81, F.2.2.1).
#[inline]
fn difference(reader: &mut BitReader, coded: &mut Coded) -> Option<i32> {
    reader.refill();
    let size = u32::from(coded.dc.decode(reader)?);
    if size > 16 {
        return None;
    }
    coded.prediction = (coded.prediction + extend(reader, size)).clamp(-LARGEST, LARGEST);
    Some(coded.prediction)
}

/// A whole block of a sequential scan (T.81, F.2.2).
#[inline]
fn sequential_block(reader: &mut BitReader, coded: &mut Coded) -> Option<([i16; 64], u64)> {
    let mut block = [0i16; 64];
    block[0] = clamped(difference(reader, coded)?);
    let (mut mask, mut k) = (0u64, 1usize);
    while k < 64 {
        reader.refill();
        let symbol = coded.ac.decode(reader)?;
        let (run, size) = (usize::from(symbol >> 4), u32::from(symbol & 15));
        if size == 0 {
            if run < 15 {
                break;
            }
            k += 16;
            continue;
        }
        k += run;
        *block.get_mut(k)? = clamped(extend(reader, size));
        mask |= 1 << k;
        k += 1;
    }
    Some((block, mask))
}

/// Blocks between two ticks of the scans that visit one component.
const BLOCKS_PER_TICK: usize = 256;

/// First scan of a band of AC coefficients (T.81, G.1.2.2).
fn ac_first(
    reader: &mut BitReader,
    range: Range<usize>,
    plane: &mut Plane,
    table: &Decoder,
    scan: &Scan,
    context: &Context,
) -> Result<bool> {
    let mut index = range.start;
    let mut visited = 0;
    while index < range.end {
        visited += 1;
        if visited % BLOCKS_PER_TICK == 0 {
            context.tick(BLOCKS_PER_TICK as u64)?;
        }
        let (block, mask) = (&mut plane.blocks[index], &mut plane.masks[index]);
        match ac_first_block(reader, block, mask, table, scan) {
            // The run counts this block, which has been coded up to its end.
            Some(run) => index = index.saturating_add(run.max(1)),
            None => return Ok(false),
        }
        if reader.overran() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// One block that is not inside an end-of-band run; returns the length of the run that starts with
/// it, or 0.
#[inline]
fn ac_first_block(
    reader: &mut BitReader,
    block: &mut [i16; 64],
    mask: &mut u64,
    table: &Decoder,
    scan: &Scan,
) -> Option<usize> {
    let (mut k, last) = (usize::from(scan.first), usize::from(scan.last));
    while k <= last {
        reader.refill();
        let symbol = table.decode(reader)?;
        let (run, size) = (u32::from(symbol >> 4), u32::from(symbol & 15));
        if size == 0 {
            if run < 15 {
                return Some((1 << run) + reader.take(run) as usize);
            }
            k += 16;
            continue;
        }
        k += run as usize;
        *block.get_mut(k)? = clamped(extend(reader, size) << scan.low);
        *mask |= 1 << k;
        k += 1;
    }
    Some(0)
}

/// Refinement of a band of AC coefficients by one bit (T.81, G.1.2.3).
fn ac_refine(
    reader: &mut BitReader,
    range: Range<usize>,
    plane: &mut Plane,
    table: &Decoder,
    scan: &Scan,
    context: &Context,
) -> Result<bool> {
    let mut run = 0usize;
    for (visited, index) in range.enumerate() {
        if visited % BLOCKS_PER_TICK == 0 {
            context.tick(BLOCKS_PER_TICK as u64)?;
        }
        let (block, mask) = (&mut plane.blocks[index], &mut plane.masks[index]);
        let from = if run > 0 {
            Some(usize::from(scan.first))
        } else {
            refine_coded(reader, block, mask, table, scan, &mut run)
        };
        let Some(from) = from else { return Ok(false) };
        if run > 0 {
            let band = u64::MAX << from & u64::MAX >> (63 - scan.last);
            correct(reader, block, *mask & band, scan.low);
            run -= 1;
        }
        if reader.overran() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The coded part of a block; returns the coefficient after it and sets `run` where an end-of-band
/// run starts there.
fn refine_coded(
    reader: &mut BitReader,
    block: &mut [i16; 64],
    mask: &mut u64,
    table: &Decoder,
    scan: &Scan,
    run: &mut usize,
) -> Option<usize> {
    let (mut k, last) = (usize::from(scan.first), usize::from(scan.last));
    while k <= last {
        reader.refill();
        let symbol = table.decode(reader)?;
        let (mut zeros, size) = (u32::from(symbol >> 4), u32::from(symbol & 15));
        let mut fresh = 0i16;
        if size > 0 {
            fresh = if reader.take(1) == 1 { 1 << scan.low } else { -1 << scan.low };
        } else if zeros < 15 {
            *run = (1 << zeros) + reader.take(zeros) as usize;
            return Some(k);
        }
        while k <= last {
            if *mask >> k & 1 == 1 {
                correct(reader, block, 1 << k, scan.low);
            } else if zeros == 0 {
                break;
            } else {
                zeros -= 1;
            }
            k += 1;
        }
        if fresh != 0 && k <= last {
            block[k] = fresh;
            *mask |= 1 << k;
        }
        k += 1;
    }
    Some(k.min(63))
}

/// Reads a correction bit for each coefficient of `mask`.
#[inline]
fn correct(reader: &mut BitReader, block: &mut [i16; 64], mut mask: u64, low: u8) {
    while mask != 0 {
        let k = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        if reader.take(1) == 1 && block[k].unsigned_abs() >> low & 1 == 0 {
            let step = 1 << low;
            block[k] = block[k].saturating_add(if block[k] < 0 { -step } else { step });
        }
    }
}
