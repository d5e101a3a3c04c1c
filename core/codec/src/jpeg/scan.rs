//! The entropy-coded data of one scan (T.81, F.2.2 and G.2).

use std::ops::Range;

use super::arithmetic::ArithmeticReader;
use super::arithmetic_scan;
use super::bits::BitReader;
use super::huffman::Decoder;
use super::markers::{self, Frame, RST0, RST7, Scan, ScanComponent, Tables};
use super::picture::Grid;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Largest magnitude a coefficient is given: far above what 8-bit pictures have, and small enough
/// that differences still have a category.
const LARGEST: i32 = 16_383;

/// How a scan ended.
pub(crate) struct Done {
    /// Where the next marker is looked for.
    pub(crate) at: usize,
    /// Whether all of it was there and made sense.
    pub(crate) sound: bool,
}

/// Which blocks the units of a scan are made of.
pub(crate) struct Geometry<'a> {
    pub(crate) scan: &'a Scan,
    pub(crate) progressive: bool,
    /// For each component: its plane, and the blocks of a unit across and down, which are 1 and 1 in a
    /// scan of one component.
    parts: Vec<(usize, usize, usize)>,
    /// Units in a row, and rows of them.
    units_across: usize,
    units_down: usize,
}

impl<'a> Geometry<'a> {
    fn new(scan: &'a Scan, frame: &Frame, planes: &[Grid]) -> Self {
        let alone = scan.components.len() == 1;
        let part = |component: &ScanComponent| {
            let spec = &frame.components[component.plane];
            let (across, down) = if alone { (1, 1) } else { (usize::from(spec.across), usize::from(spec.down)) };
            (component.plane, across, down)
        };
        let (units_across, units_down) = units(scan, frame, planes);
        let parts = scan.components.iter().map(part).collect();
        Geometry { scan, progressive: frame.progressive, parts, units_across, units_down }
    }

    /// Visits the blocks of a unit by component: its number in the scan, its plane, and the block's
    /// index, `None` for one that only pads the unit. Ends early where `visit` answers `None`.
    #[inline]
    pub(crate) fn each_block(
        &self,
        unit: usize,
        planes: &mut [Grid],
        mut visit: impl FnMut(usize, &mut Grid, Option<usize>) -> Option<()>,
    ) -> Option<()> {
        let (row, column) = (unit / self.units_across, unit % self.units_across);
        for (part, (plane, across, down)) in self.parts.iter().enumerate() {
            let plane = &mut planes[*plane];
            for y in row * down..(row + 1) * down {
                for x in column * across..(column + 1) * across {
                    let is_inside = y < plane.rows && x < plane.columns;
                    let index = is_inside.then_some(y * plane.columns + x);
                    visit(part, plane, index)?;
                }
            }
        }
        Some(())
    }
}

/// A sequential scan of all components by Huffman codes, decoded one row of units at a time: no more of it is held.
pub(crate) struct RowScan<'a> {
    restarts: Restarts<'a>,
    reader: BitReader<'a>,
    tables: Tables,
    parts: Vec<Part>,
    units_across: usize,
    /// The next unit, and where its restart interval ends.
    unit: usize,
    interval_end: usize,
    /// Number of the restart marker that is due.
    number: usize,
    /// Whether all intervals that have ended were there and made sense.
    sound: bool,
}

/// A component of a [`RowScan`]: blocks of a unit across and down, its tables, the last DC value.
struct Part {
    across: usize,
    down: usize,
    dc: u8,
    ac: u8,
    prediction: i32,
}

impl<'a> RowScan<'a> {
    /// The scan whose data start at `at`.
    ///
    /// # Errors
    /// `Malformed` where it uses tables that there are none of.
    pub(crate) fn new(data: &'a [u8], at: usize, scan: &Scan, frame: &Frame, tables: Tables) -> Result<Self> {
        coded(scan, &tables)?;
        let alone = scan.components.len() == 1;
        let part = |component: &ScanComponent| {
            let spec = &frame.components[component.plane];
            let (across, down) = if alone { (1, 1) } else { (usize::from(spec.across), usize::from(spec.down)) };
            Part { across, down, dc: component.dc, ac: component.ac, prediction: 0 }
        };
        let (units_across, units_down) = if alone { frame.blocks(0) } else { frame.units() };
        let restarts = Restarts { data, total: units_across * units_down, every: tables.restart_interval };
        Ok(RowScan {
            interval_end: if restarts.every == 0 { restarts.total } else { restarts.every.min(restarts.total) },
            restarts,
            reader: BitReader::new(data, at),
            parts: scan.components.iter().map(part).collect(),
            tables,
            units_across,
            unit: 0,
            number: 0,
            sound: true,
        })
    }

    /// Decodes the row of units with the number `row`, each in its turn, into `planes`, one for each component, which
    /// have the blocks of that row. What the file does not have is zero.
    pub(crate) fn row(&mut self, row: usize, planes: &mut [Grid], context: &Context) -> Result<()> {
        context.tick(self.units_across as u64)?;
        for plane in planes.iter_mut() {
            plane.blocks.fill([0; 64]);
            plane.masks.fill(0);
        }
        let (start, end) = (row * self.units_across, (row + 1) * self.units_across);
        while self.unit < end {
            if self.unit == self.interval_end {
                self.restart();
                continue;
            }
            let until = self.interval_end.min(end);
            let complete = self.units(self.unit - start..until - start, planes)?;
            self.sound &= complete;
            self.unit = if complete { until } else { self.interval_end };
        }
        Ok(())
    }

    /// Decodes units by their number in the row; false where they end early.
    fn units(&mut self, range: Range<usize>, planes: &mut [Grid]) -> Result<bool> {
        for unit in range {
            for (part, plane) in self.parts.iter_mut().zip(planes.iter_mut()) {
                let (dc, ac) = (self.tables.dc(part.dc)?, self.tables.ac(part.ac)?);
                for y in 0..part.down {
                    for x in unit * part.across..(unit + 1) * part.across {
                        let index = (y < plane.rows && x < plane.columns).then_some(y * plane.columns + x);
                        let coder = (dc, ac, &mut part.prediction);
                        sequential_block(&mut self.reader, coder, plane, index);
                    }
                }
            }
            if self.reader.overran() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Goes on behind the restart marker that is due; where there is none, the scan is at its end.
    fn restart(&mut self) {
        self.sound &= !self.reader.is_faulty();
        let Restarts { data, total, every } = self.restarts;
        let Some(restart) = self.restarts.next(self.reader.position(), self.number) else {
            (self.unit, self.interval_end, self.sound) = (total, total, false);
            return;
        };
        let lost = restart.lost.unwrap_or(0);
        self.sound &= restart.lost == Some(0);
        self.unit = (self.unit + lost * every).min(total);
        self.interval_end = (self.unit + every).min(total);
        self.number = (self.number + 1 + lost) % 8;
        self.reader = BitReader::new(data, restart.after);
        self.parts.iter_mut().for_each(|part| part.prediction = 0);
    }

    /// Whether all of it was there and made sense, once its rows have been decoded.
    pub(crate) fn is_sound(&self) -> bool {
        self.sound && !self.reader.is_faulty()
    }
}

/// Decodes the scan whose data start at `at` into `planes`.
pub(crate) fn decode(
    data: &[u8],
    at: usize,
    scan: &Scan,
    frame: &Frame,
    planes: &mut [Grid],
    tables: &Tables,
    context: &Context,
) -> Result<Done> {
    let geometry = Geometry::new(scan, frame, planes);
    let restarts =
        Restarts { data, total: geometry.units_across * geometry.units_down, every: tables.restart_interval };
    if frame.arithmetic {
        return restarts.walk(at, |at, range| {
            let mut reader = ArithmeticReader::new(data, at);
            let sound = arithmetic_scan::interval(&mut reader, range, &geometry, planes, tables, context)?;
            Ok(Done { at: reader.position(), sound })
        });
    }
    let mut job = Job { geometry: &geometry, coded: coded(scan, tables)? };
    restarts.walk(at, |at, range| {
        let mut reader = BitReader::new(data, at);
        let complete = job.interval(&mut reader, range, planes, context)?;
        Ok(Done { at: reader.position(), sound: complete && !reader.is_faulty() })
    })
}

/// The restart intervals of a scan.
struct Restarts<'a> {
    data: &'a [u8],
    /// Units of the scan.
    total: usize,
    /// Units of an interval; 0 where the scan has no restart markers.
    every: usize,
}

impl Restarts<'_> {
    /// Decodes the scan from `at`, interval by interval; `decode` is given where an interval starts and
    /// its units.
    fn walk(&self, at: usize, mut decode: impl FnMut(usize, Range<usize>) -> Result<Done>) -> Result<Done> {
        let every = if self.every == 0 { self.total } else { self.every };
        let mut all = Done { at, sound: true };
        let (mut unit, mut number) = (0, 0);
        while unit < self.total {
            let range = unit..self.total.min(unit + every);
            let done = decode(all.at, range)?;
            (all.at, all.sound) = (done.at, all.sound && done.sound);
            unit += every;
            if unit >= self.total {
                break;
            }
            let Some(restart) = self.next(all.at, number) else { return Ok(Done { sound: false, ..all }) };
            all.at = restart.after;
            all.sound &= restart.lost == Some(0);
            let passed = 1 + restart.lost.unwrap_or(0);
            unit += (passed - 1) * every;
            number = (number + passed) % 8;
        }
        Ok(all)
    }

    /// The restart marker to go on at where the one with `number` is due; `None` where there is none
    /// before another marker.
    fn next(&self, mut at: usize, number: usize) -> Option<Restart> {
        loop {
            let (marker, after) = markers::next_marker(self.data, at)?;
            at = after;
            let ahead = match marker {
                RST0..=RST7 => (usize::from(marker - RST0) + 8 - number) % 8,
                // Nothing has such a marker: it is damage.
                ..0xC0 => continue,
                _ => return None,
            };
            match ahead {
                // One or two are missing, with what was between them.
                0..=2 => return Some(Restart { after, lost: Some(ahead) }),
                // It was due before.
                6..=7 => {}
                _ => return Some(Restart { after, lost: None }),
            }
        }
    }
}

/// A restart marker: where it ends, and how many intervals are missing before it, if that can be told.
struct Restart {
    after: usize,
    lost: Option<usize>,
}

/// One component of a Huffman-coded scan.
struct Coded<'a> {
    dc: &'a Decoder,
    ac: &'a Decoder,
    /// Last DC value.
    prediction: i32,
}

fn coded<'a>(scan: &Scan, tables: &'a Tables) -> Result<Vec<Coded<'a>>> {
    let component = |component: &ScanComponent| {
        // A progressive scan needs one kind at most; the table of the other kind may not exist.
        let dc = tables.dc(if scan.first == 0 && scan.high == 0 { component.dc } else { 0 });
        let ac = tables.ac(if scan.last > 0 { component.ac } else { 0 });
        Ok(Coded { dc: dc?, ac: ac?, prediction: 0 })
    };
    scan.components.iter().map(component).collect()
}

struct Job<'a> {
    geometry: &'a Geometry<'a>,
    coded: Vec<Coded<'a>>,
}

/// Units of the scan, across and down (T.81, A.2).
fn units(scan: &Scan, frame: &Frame, planes: &[Grid]) -> (usize, usize) {
    match scan.components[..] {
        [only] => (planes[only.plane].columns, planes[only.plane].rows),
        _ => frame.units(),
    }
}

impl Job<'_> {
    /// Decodes the units of one restart interval; false where they end early.
    fn interval(
        &mut self,
        reader: &mut BitReader,
        range: Range<usize>,
        planes: &mut [Grid],
        context: &Context,
    ) -> Result<bool> {
        let scan = self.geometry.scan;
        if self.geometry.progressive && scan.first > 0 {
            let plane = &mut planes[self.geometry.parts[0].0];
            return if scan.high == 0 {
                ac_first(reader, range, plane, self.coded[0].ac, scan, context)
            } else {
                ac_refine(reader, range, plane, self.coded[0].ac, scan, context)
            };
        }
        for coded in &mut self.coded {
            coded.prediction = 0;
        }
        for unit in range {
            if unit % self.geometry.units_across == 0 {
                context.tick(self.geometry.units_across as u64)?;
            }
            self.unit(reader, unit, planes);
            if reader.overran() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Decodes the blocks of one unit.
    #[inline]
    fn unit(&mut self, reader: &mut BitReader, unit: usize, planes: &mut [Grid]) {
        let (scan, progressive) = (self.geometry.scan, self.geometry.progressive);
        let _ = self.geometry.each_block(unit, planes, |part, plane, index| {
            let coded = &mut self.coded[part];
            if !progressive {
                sequential_block(reader, (coded.dc, coded.ac, &mut coded.prediction), plane, index);
            } else if scan.high == 0 {
                let value = difference(reader, coded.dc, &mut coded.prediction) << scan.low;
                if let Some(index) = index {
                    plane.blocks[index][0] = clamped(value);
                }
            } else {
                let bit = reader.take(1) as i16;
                if let Some(index) = index {
                    plane.blocks[index][0] |= bit << scan.low;
                }
            }
            Some(())
        });
    }
}

pub(crate) fn clamped(value: i32) -> i16 {
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
fn difference(reader: &mut BitReader, dc: &Decoder, prediction: &mut i32) -> i32 {
    reader.refill();
    // There are 12 categories for 8-bit samples; what is beyond 16 bits has no value at all.
    let size = u32::from(dc.decode(reader)).min(16);
    *prediction = (*prediction + extend(reader, size)).clamp(-LARGEST, LARGEST);
    *prediction
}

/// A whole block of a sequential scan (T.81, F.2.2): the one with this index, which is zero, or one that only pads the
/// picture. The coder has the tables for DC and AC values, and the last DC value.
#[inline]
fn sequential_block(
    reader: &mut BitReader,
    (dc, ac, prediction): (&Decoder, &Decoder, &mut i32),
    plane: &mut Grid,
    index: Option<usize>,
) {
    let (mut padding, mut no_mask) = ([0; 64], 0);
    let (block, mask) = match index {
        Some(index) => (&mut plane.blocks[index], &mut plane.masks[index]),
        None => (&mut padding, &mut no_mask),
    };
    block[0] = clamped(difference(reader, dc, prediction));
    *mask = coefficients(reader, ac, block);
}

/// The AC coefficients of a block; which of them are not zero.
#[inline]
fn coefficients(reader: &mut BitReader, ac: &Decoder, block: &mut [i16; 64]) -> u64 {
    let (mut mask, mut k) = (0u64, 1usize);
    while k < 64 {
        reader.refill();
        let symbol = ac.decode(reader);
        let (run, size) = (usize::from(symbol >> 4), u32::from(symbol & 15));
        if size == 0 {
            if run < 15 {
                break;
            }
            k += 16;
            continue;
        }
        k += run;
        let value = clamped(extend(reader, size));
        match block.get_mut(k) {
            Some(place) => *place = value,
            None => reader.fault(),
        }
        mask |= 1u64.checked_shl(k as u32).unwrap_or(0);
        k += 1;
    }
    mask
}

/// Blocks between two ticks of the scans that visit one component.
pub(crate) const BLOCKS_PER_TICK: usize = 256;

/// First scan of a band of AC coefficients (T.81, G.1.2.2).
fn ac_first(
    reader: &mut BitReader,
    range: Range<usize>,
    plane: &mut Grid,
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
        // The run counts this block, which has been coded up to its end.
        index = index.saturating_add(ac_first_block(reader, block, mask, table, scan).max(1));
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
) -> usize {
    let (mut k, last) = (usize::from(scan.first), usize::from(scan.last));
    while k <= last {
        reader.refill();
        let symbol = table.decode(reader);
        let (run, size) = (u32::from(symbol >> 4), u32::from(symbol & 15));
        if size == 0 {
            if run < 15 {
                return (1 << run) + reader.take(run) as usize;
            }
            k += 16;
            continue;
        }
        k += run as usize;
        let value = clamped(extend(reader, size) << scan.low);
        match block.get_mut(k) {
            Some(place) => *place = value,
            None => reader.fault(),
        }
        *mask |= 1u64.checked_shl(k as u32).unwrap_or(0);
        k += 1;
    }
    0
}

/// Refinement of a band of AC coefficients by one bit (T.81, G.1.2.3).
fn ac_refine(
    reader: &mut BitReader,
    range: Range<usize>,
    plane: &mut Grid,
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
        let from =
            if run > 0 { usize::from(scan.first) } else { refine_coded(reader, block, mask, table, scan, &mut run) };
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
) -> usize {
    let (mut k, last) = (usize::from(scan.first), usize::from(scan.last));
    while k <= last {
        reader.refill();
        let symbol = table.decode(reader);
        let (mut zeros, size) = (u32::from(symbol >> 4), u32::from(symbol & 15));
        let mut fresh = 0i16;
        if size > 0 {
            fresh = if reader.take(1) == 1 { 1 << scan.low } else { -1 << scan.low };
        } else if zeros < 15 {
            *run = (1 << zeros) + reader.take(zeros) as usize;
            return k;
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
    k.min(63)
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
