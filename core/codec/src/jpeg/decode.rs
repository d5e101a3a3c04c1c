//! JPEG to quantised coefficients: sequential and progressive, by Huffman or arithmetic coding, 8 bits. Of samples of 12
//! bits the coefficients become those of 8, so that everything behind knows only these.

use std::sync::Arc;

use super::markers::{self, DAC, DHT, DQT, DRI, EOI, Frame, SOI, SOS, Scan, Segment, Tables};
use super::packed::Packed;
use super::picture::{Color, Grid, Picture, Plane};
use super::scan::{self, RowScan};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_base::warning::{Warning, WarningCode};

/// A JPEG, taken apart.
#[derive(Debug)]
pub struct Decoded<'a> {
    /// The coefficients.
    pub picture: Picture,
    /// Application data and comments, in their order.
    pub segments: Vec<Segment<'a>>,
    /// What comes after the end of the picture: further pictures of a multi-picture file, or padding.
    pub trailer: &'a [u8],
    /// Whether nothing had to be repaired.
    pub(crate) sound: bool,
    /// Whether samples had 12 bits.
    pub was_deep: bool,
}

/// A JPEG whose coefficients are read as they are wanted.
pub(crate) struct Opened<'a> {
    /// What the frame says.
    pub(crate) frame: Frame,
    /// Meaning of the components.
    pub(crate) color: Color,
    /// Application data and comments, in their order.
    pub(crate) segments: Vec<Segment<'a>>,
    /// What comes after the end of the picture.
    pub(crate) trailer: &'a [u8],
    /// The coefficients.
    pub(crate) coefficients: Coefficients<'a>,
    /// Room for the blocks of a row of units of each component.
    pub(crate) grids: Vec<Grid>,
}

impl Opened<'_> {
    /// The coefficients, all of them, and whether nothing had to be repaired.
    fn gathered(mut self, context: &Context) -> Result<(Picture, bool)> {
        let rows: Vec<usize> = (0..self.grids.len()).map(|number| self.frame.blocks(number).1).collect();
        let mut packed: Vec<Packed> = self.grids.iter().map(|grid| Packed::new(grid.columns)).collect();
        let units = if rows.len() == 1 { rows[0] } else { self.frame.units().1 };
        for row in 0..units {
            self.coefficients.row(row, &mut self.grids, context)?;
            for ((packed, grid), rows) in packed.iter_mut().zip(&self.grids).zip(&rows) {
                let left = grid.columns * rows - packed.len();
                let blocks = grid.blocks.iter().zip(&grid.masks).take(left);
                blocks.for_each(|(block, mask)| packed.block(block, *mask));
            }
        }
        let planes = self.grids.iter().zip(packed).zip(rows).map(|((grid, packed), rows)| {
            let Grid { id, columns, steps, .. } = *grid;
            Arc::new(Plane { id, columns, rows, steps, floor: steps, packed: Arc::new(packed) })
        });
        let planes = planes.collect();
        let sampling = self.frame.components.iter().map(|component| (component.across, component.down)).collect();
        let Frame { width_px, height_px, .. } = self.frame;
        Ok((Picture { width_px, height_px, color: self.color, sampling, planes }, self.coefficients.is_sound()))
    }
}

/// Coefficients that are there, or come.
pub(crate) enum Coefficients<'a> {
    /// All of them, by component.
    Whole(Vec<Arc<Plane>>),
    /// A row of units at a time.
    Coming(Box<RowScan<'a>>),
}

impl Coefficients<'_> {
    /// Fills in the blocks of a row of units, which are asked for in their order.
    pub(crate) fn row(&mut self, row: usize, grids: &mut [Grid], context: &Context) -> Result<()> {
        match self {
            Coefficients::Coming(scan) => scan.row(row, grids, context),
            Coefficients::Whole(planes) => {
                for (grid, plane) in grids.iter_mut().zip(planes) {
                    context.tick(grid.blocks.len() as u64 / 4 + 1)?;
                    grid.unpack(plane, row * grid.rows);
                }
                Ok(())
            }
        }
    }

    /// Whether nothing had to be repaired; of what was there from the start that has been told.
    pub(crate) fn is_sound(&self) -> bool {
        match self {
            Coefficients::Coming(scan) => scan.is_sound(),
            Coefficients::Whole(_) => true,
        }
    }
}

/// Opens a JPEG. What is coded in a single sequential scan is read row by row, and damage is told then; everything else
/// is read now.
pub(crate) fn open<'a>(data: &'a [u8], context: &Context) -> Result<Opened<'a>> {
    match State::default().single_scan(data, context)? {
        Some(opened) => Ok(opened),
        None => {
            let (frame, decoded) = told(whole(data, context)?, context);
            warn_of_depth(&decoded, context);
            let Decoded { picture, segments, trailer, .. } = decoded;
            let grids = picture.planes.iter().enumerate().map(|(number, plane)| {
                let grid = empty_plane(&frame, number, rows_of_unit(&frame, number));
                Grid { steps: plane.steps, ..grid }
            });
            let (grids, coefficients) = (grids.collect(), Coefficients::Whole(picture.planes.clone()));
            Ok(Opened { frame, color: picture.color, segments, trailer, coefficients, grids })
        }
    }
}

/// Reads a JPEG. Damage inside the picture is repaired, with a warning, as far as viewers do.
pub fn decode<'a>(data: &'a [u8], context: &Context) -> Result<Decoded<'a>> {
    Ok(told(whole(data, context)?, context).1)
}

/// As [`decode`], without a warning.
pub(crate) fn decode_quietly<'a>(data: &'a [u8], context: &Context) -> Result<Decoded<'a>> {
    Ok(whole(data, context)?.1)
}

fn told<'a>(decoded: (Frame, Decoded<'a>), context: &Context) -> (Frame, Decoded<'a>) {
    if !decoded.1.sound {
        warn_of_damage(context);
    }
    decoded
}

/// Tells that samples are coarser than they were, where they are.
pub fn warn_of_depth(decoded: &Decoded<'_>, context: &Context) {
    if decoded.was_deep {
        context.warn(Warning::new(WarningCode::ColorReduced, "samples of 12 bits became samples of 8"));
    }
}

/// Tells that pixels are not what they were.
pub(crate) fn warn_of_damage(context: &Context) {
    context.warn(Warning::new(WarningCode::InputRepaired, "the picture is damaged or ends early"));
}

/// The frame and all coefficients.
fn whole<'a>(data: &'a [u8], context: &Context) -> Result<(Frame, Decoded<'a>)> {
    if let Some(opened) = State::default().single_scan(data, context)? {
        let (frame, segments, trailer) = (opened.frame.clone(), opened.segments.clone(), opened.trailer);
        let (picture, sound) = opened.gathered(context)?;
        return Ok((frame, Decoded { picture, segments, trailer, sound, was_deep: false }));
    }
    by_scans(data, context)
}

/// The frame and all coefficients, scan after scan.
fn by_scans<'a>(data: &'a [u8], context: &Context) -> Result<(Frame, Decoded<'a>)> {
    if !data.starts_with(&[0xFF, SOI]) {
        return Err(Error::malformed("the file does not begin with the signature of a JPEG"));
    }
    let mut state = State::default();
    let mut at = 2;
    let end = loop {
        let Some((marker, after)) = markers::next_marker(data, at) else {
            state.damaged = true;
            break data.len();
        };
        match marker {
            EOI => break after,
            _ if markers::is_alone(marker) => at = after,
            _ => match state.segment(data, marker, after, context) {
                Ok(next) => at = next,
                // Whole scans are worth more than an error about what comes after them.
                Err(error) if state.scans > 0 && is_damage(&error) => {
                    state.damaged = true;
                    break data.len();
                }
                Err(error) => return Err(error),
            },
        }
    };
    state.finish(&data[end..])
}

/// Width and height of the frame, whatever its process, and the segments before it.
pub fn headers(data: &[u8]) -> Result<((u16, u16), Vec<Segment<'_>>)> {
    let (mut segments, mut at) = (Vec::new(), 2);
    loop {
        let (marker, start) = markers::next_marker(data, at).ok_or_else(|| Error::truncated("the headers"))?;
        if markers::is_alone(marker) {
            at = start;
            continue;
        }
        let (payload, after) = markers::payload(data, start, marker)?;
        match (marker, payload) {
            (EOI | SOS, _) => return Err(Error::malformed("the file has no frame header")),
            (_, [_, h1, h0, w1, w0, ..]) if markers::is_frame(marker) => {
                let height = Some(u16::from_be_bytes([*h1, *h0])).filter(|height| *height > 0);
                let height = height.or_else(|| markers::number_of_lines(data)).unwrap_or(0);
                return Ok(((u16::from_be_bytes([*w1, *w0]), height), segments));
            }
            (markers::APP0..=markers::APP15 | markers::COM, _) => {
                segments.push(Segment { marker, payload, at: after - payload.len() });
            }
            _ => {}
        }
        at = after;
    }
}

fn is_damage(error: &Error) -> bool {
    use transvase_base::error::ErrorCode::{Malformed, Truncated};
    matches!(error.code(), Malformed | Truncated)
}

/// What is known while the segments are walked.
#[derive(Debug, Default)]
struct State<'a> {
    tables: Tables,
    segments: Vec<Segment<'a>>,
    frame: Option<Frame>,
    planes: Vec<Grid>,
    /// For each plane: whether a scan has given it its quantisation table.
    latched: Vec<bool>,
    scans: u64,
    damaged: bool,
}

impl<'a> State<'a> {
    /// The picture, where it is coded in 8 bits and one sequential scan by Huffman codes that ends with the picture.
    fn single_scan(mut self, data: &'a [u8], context: &Context) -> Result<Option<Opened<'a>>> {
        let mut at = 2;
        let (scan, start) = loop {
            let Some((marker, after)) = markers::next_marker(data, at).filter(|_| data.starts_with(&[0xFF, SOI]))
            else {
                return Ok(None);
            };
            match (marker, &self.frame) {
                (EOI, _) | (SOS, None) => return Ok(None),
                (SOS, Some(frame)) => {
                    let (payload, start) = markers::payload(data, after, marker)?;
                    break (Scan::parse(payload, frame)?, start);
                }
                _ if markers::is_alone(marker) => at = after,
                _ => at = self.segment(data, marker, after, context)?,
            }
        };
        let (Some(frame), Some(end)) = (self.frame.take(), markers::end_of_picture(data, start)) else {
            return Ok(None);
        };
        let in_order = scan.components.iter().map(|component| component.plane).eq(0..frame.components.len());
        if frame.progressive || frame.arithmetic || frame.is_deep || !in_order {
            return Ok(None);
        }
        charge_pixels(&frame, context)?;
        let grid = |number: usize| {
            let grid = empty_plane(&frame, number, rows_of_unit(&frame, number));
            Ok(Grid { steps: self.steps(&frame, number)?, ..grid })
        };
        let grids = (0..frame.components.len()).map(grid).collect::<Result<_>>()?;
        let color = markers::color(&frame, &self.segments);
        let rows = RowScan::new(data, start, &scan, &frame, self.tables)?;
        let (segments, trailer) = (self.segments, &data[end..]);
        let coefficients = Coefficients::Coming(Box::new(rows));
        Ok(Some(Opened { frame, color, segments, trailer, coefficients, grids }))
    }

    /// The quantisation table in force for a component.
    fn steps(&self, frame: &Frame, component: usize) -> Result<[u16; 64]> {
        let table = self.tables.quantizers[usize::from(frame.components[component].quantizer)];
        table.ok_or_else(|| Error::malformed("the JPEG has no quantisation table for one of its components"))
    }

    /// Takes in the segment whose length is at `at`; returns where to go on.
    fn segment(&mut self, data: &'a [u8], marker: u8, at: usize, context: &Context) -> Result<usize> {
        let (payload, after) = markers::payload(data, at, marker)?;
        match marker {
            DQT | DHT | DAC | DRI => self.tables.define(marker, payload)?,
            markers::APP0..=markers::APP15 | markers::COM => {
                self.segments.push(Segment { marker, payload, at: after - payload.len() });
            }
            SOS => return self.scan(data, payload, after, context),
            marker if markers::is_frame(marker) => self.start_frame(data, marker, payload, context)?,
            _ => {}
        }
        Ok(after)
    }

    fn start_frame(&mut self, data: &[u8], marker: u8, payload: &[u8], context: &Context) -> Result<()> {
        if self.frame.is_some() {
            return Err(Error::malformed("the file has a second frame before its end"));
        }
        let mut frame = Frame::parse(marker, payload)?;
        if frame.height_px == 0 {
            let lines = markers::number_of_lines(data);
            frame.height_px = lines.ok_or_else(|| Error::malformed("the frame is 0 pixels high"))?;
        }
        let (width, height) = (u64::from(frame.width_px), u64::from(frame.height_px));
        context.check(Limit::image_side, width.max(height))?;
        context.check(Limit::image_pixels, width * height)?;
        self.frame = Some(frame);
        Ok(())
    }

    fn scan(&mut self, data: &[u8], payload: &[u8], at: usize, context: &Context) -> Result<usize> {
        let frame = self.frame.as_ref().ok_or_else(|| Error::malformed("a scan comes before the frame header"))?;
        self.scans += 1;
        context.check(Limit::progressive_scans, self.scans)?;
        let scan = Scan::parse(payload, frame)?;
        if self.planes.is_empty() {
            self.planes = empty_planes(frame, context)?;
            self.latched = vec![false; self.planes.len()];
        }
        for component in &scan.components {
            if !std::mem::replace(&mut self.latched[component.plane], true) {
                let table = self.steps(frame, component.plane)?;
                (self.planes[component.plane].steps, self.planes[component.plane].floor) = (table, table);
            }
        }
        let done = scan::decode(data, at, &scan, frame, &mut self.planes, &self.tables, context)?;
        self.damaged |= !done.sound;
        Ok(done.at)
    }

    fn finish(mut self, trailer: &'a [u8]) -> Result<(Frame, Decoded<'a>)> {
        let frame = self.frame.filter(|_| self.scans > 0).ok_or_else(|| Error::truncated("the headers"))?;
        let sound = !self.damaged && !self.latched.contains(&false);
        let color = markers::color(&frame, &self.segments);
        let (width_px, height_px, was_deep) = (frame.width_px, frame.height_px, frame.is_deep);
        if was_deep {
            self.planes.iter_mut().for_each(Grid::become_eight_bits);
        }
        let planes = self.planes.into_iter().map(|grid| Arc::new(Plane::from(grid))).collect();
        let sampling = frame.components.iter().map(|component| (component.across, component.down)).collect();
        let picture = Picture { width_px, height_px, color, sampling, planes };
        Ok((frame, Decoded { picture, segments: self.segments, trailer, sound, was_deep }))
    }
}

fn charge_pixels(frame: &Frame, context: &Context) -> Result<()> {
    context.charge(Limit::job_pixels, u64::from(frame.width_px) * u64::from(frame.height_px))
}

/// The planes of a frame, all zero, their size held against the limits first.
fn empty_planes(frame: &Frame, context: &Context) -> Result<Vec<Grid>> {
    charge_pixels(frame, context)?;
    let mut planes = Vec::new();
    for number in 0..frame.components.len() {
        let (columns, rows) = frame.blocks(number);
        context.charge(Limit::unpacked_bytes, (columns * rows * size_of::<super::picture::Block>()) as u64)?;
        planes.push(empty_plane(frame, number, rows));
    }
    Ok(planes)
}

/// Rows of blocks that a component has in a row of units: one where it is by itself (T.81, A.2.2).
fn rows_of_unit(frame: &Frame, number: usize) -> usize {
    if frame.components.len() == 1 { 1 } else { frame.components[number].down.into() }
}

/// A component with so many rows of blocks, all zero.
fn empty_plane(frame: &Frame, number: usize, rows: usize) -> Grid {
    let columns = frame.blocks(number).0;
    let (blocks, masks) = (vec![[0; 64]; columns * rows], vec![0; columns * rows]);
    Grid { id: frame.components[number].id, columns, rows, steps: [1; 64], floor: [1; 64], blocks, masks }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(decoded: &Decoded) -> Vec<(i16, Vec<(u8, i16)>)> {
        let mut all = Vec::new();
        for plane in &decoded.picture.planes {
            let mut walk = plane.packed.walk_from(0);
            while let Some((dc, levels)) = walk.next() {
                all.push((dc, levels.iter().map(|level| (level.k, level.value)).collect()));
            }
        }
        all
    }

    #[test]
    fn rows_of_units_are_what_the_whole_scan_is() {
        let context = Context::default();
        let samples: Vec<u8> = (0..67 * 53 * 3_u32).map(|at| (at * at / 11 % 251) as u8).collect();
        let mut jpeg = Vec::new();
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut jpeg, 90);
        image::ImageEncoder::write_image(encoder, &samples, 67, 53, image::ExtendedColorType::Rgb8).unwrap();
        let data = jpeg.len() - 2_000;
        for at in [0].into_iter().chain((data..jpeg.len() - 2).step_by(61)) {
            let mut damaged = jpeg.clone();
            damaged[at] ^= if at == 0 { 0 } else { 0x15 };
            let (_, whole) = by_scans(&damaged, &context).unwrap();
            let Some(opened) = State::default().single_scan(&damaged, &context).unwrap() else {
                assert_ne!(at, 0, "what is whole is read in rows");
                continue;
            };
            let (picture, sound) = opened.gathered(&context).unwrap();
            let rows = Decoded { picture, segments: Vec::new(), trailer: &[], sound, was_deep: false };
            assert!(levels(&rows) == levels(&whole), "byte {at}");
            assert_eq!(rows.sound, whole.sound, "byte {at}");
        }
    }
}
