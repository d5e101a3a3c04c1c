//! Reconstruction: DCT coefficients to pixels, with chroma upsampled and colours converted to grey or RGB.
//!
//! Colour differences at half size are filled in between their neighbours, weighted 3 to 1, as most
//! decoders do it; other sizes are repeated.

use super::decode::{self, Coefficients, Opened};
use super::idct;
use super::markers;
use super::picture::{Block, Color, Grid, Picture, Plane};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::{Frame, PixelFormat};
use transvase_model::rows::{Rows, Strips};

/// The rows of a picture, as they are decoded.
///
/// # Errors
/// `UnsupportedRoute` where its components are none that pixels are made of.
pub(crate) fn rows(opened: Opened<'_>) -> Result<Rows<'_>> {
    rows_as(opened, PixelFormat::Rgb8)
}

/// The rows of a picture in inks as they are decoded: cyan, magenta, yellow and black, 0 without ink, in the places of red,
/// green, blue and opacity.
///
/// # Errors
/// As [`rows`].
pub(crate) fn inks(opened: Opened<'_>) -> Result<Rows<'_>> {
    rows_as(opened, PixelFormat::Rgba8)
}

/// The rows of a picture, of which those with four components become samples of this format.
fn rows_as(opened: Opened<'_>, of_inks: PixelFormat) -> Result<Rows<'_>> {
    let frame = &opened.frame;
    let size = (frame.width_px, frame.height_px);
    let sampling = frame.components.iter().map(|component| (component.across, component.down)).collect();
    let inverted = markers::adobe_transform(&opened.segments).is_some();
    developed(size, sampling, Looks { color: opened.color, inverted, of_inks }, opened.coefficients, opened.grids)
}

/// The pixels of a picture; `inverted` says that its CMYK values are stored inverted, as Adobe does.
pub fn develop(picture: Picture, inverted: bool, context: &Context) -> Result<Frame> {
    developed_as(picture, inverted, PixelFormat::Rgb8, context)
}

/// The pixels of a picture; where it has four components, these are as they are stored, in the places of red, green, blue
/// and opacity.
///
/// # Errors
/// As [`develop`].
pub fn stored(picture: Picture, context: &Context) -> Result<Frame> {
    developed_as(picture, false, PixelFormat::Rgba8, context)
}

fn developed_as(picture: Picture, inverted: bool, of_inks: PixelFormat, context: &Context) -> Result<Frame> {
    let size = (picture.width_px, picture.height_px);
    let alone = picture.planes.len() == 1;
    let grids = picture.planes.iter().zip(&picture.sampling).map(|(plane, (_, down))| {
        let Plane { id, columns, steps, floor, .. } = **plane;
        let rows = if alone { 1 } else { usize::from(*down) };
        Grid { id, columns, rows, steps, floor, blocks: vec![[0; 64]; columns * rows], masks: vec![0; columns * rows] }
    });
    let grids = grids.collect();
    let coefficients = Coefficients::Whole(picture.planes);
    let looks = Looks { color: picture.color, inverted, of_inks };
    developed(size, picture.sampling, looks, coefficients, grids)?.gathered(context)
}

/// What components mean, and what they become.
#[derive(Debug, Clone, Copy)]
struct Looks {
    color: Color,
    /// Whether inks are stored as the light they leave.
    inverted: bool,
    /// What inks become.
    of_inks: PixelFormat,
}

fn developed(
    size: (u16, u16),
    sampling: Vec<(u8, u8)>,
    looks: Looks,
    coefficients: Coefficients<'_>,
    grids: Vec<Grid>,
) -> Result<Rows<'_>> {
    let format = match sampling.len() {
        1 => PixelFormat::Gray8,
        3 => PixelFormat::Rgb8,
        4 => looks.of_inks,
        count => {
            let message = format!("JPEGs of {count} components are not supported");
            return Err(Error::new(ErrorCode::UnsupportedRoute, message));
        }
    };
    let size = (usize::from(size.0), usize::from(size.1));
    let mut strips = Developer {
        size,
        // A component by itself has no neighbours that its blocks are grouped with (T.81, A.2.2).
        sampling: if sampling.len() == 1 { vec![(1, 1)] } else { sampling },
        format,
        looks,
        coefficients,
        grids,
        layers: Vec::new(),
        shown: size,
        block: 8,
        row: 0,
        line: 0,
    };
    strips.set_block(8);
    Ok(Rows::new((size.0 as u32, size.1 as u32), format, strips))
}

/// Samples of a component along a side of `pixels` (T.81, A.1.1).
fn along(pixels: usize, factor: u8, most: u8) -> usize {
    (pixels * usize::from(factor)).div_ceil(usize::from(most))
}

/// A picture whose pixels are made.
struct Developer<'a> {
    /// Width and height as coded, and as they come out.
    size: (usize, usize),
    shown: (usize, usize),
    sampling: Vec<(u8, u8)>,
    format: PixelFormat,
    looks: Looks,
    coefficients: Coefficients<'a>,
    /// The blocks of a row of units.
    grids: Vec<Grid>,
    layers: Vec<Layer>,
    /// Samples that come out of a block in each direction: 8, 4, 2 or 1.
    block: usize,
    /// The row of units that is decoded next, and the line that comes out next.
    row: usize,
    line: usize,
}

impl Developer<'_> {
    /// Largest sampling factors, across and down.
    fn most(&self) -> (u8, u8) {
        let across = self.sampling.iter().map(|sampling| sampling.0).max().unwrap_or(1);
        let down = self.sampling.iter().map(|sampling| sampling.1).max().unwrap_or(1);
        (across, down)
    }

    /// Makes so many samples of each block in each direction, of all of the picture.
    fn set_block(&mut self, block: usize) {
        let most = self.most();
        self.block = block;
        self.shown = (self.size.0.div_ceil(8 / block), self.size.1.div_ceil(8 / block));
        let layers = self.sampling.iter().map(|&(across, down)| {
            let samples = (along(self.size.0, across, most.0), along(self.size.1, down, most.1));
            // Colour differences at half size need not be made smaller where the picture is halved.
            let is_half = (across * 2, down * 2) == most && block < 8;
            let (block, factors) = if is_half { (block * 2, most) } else { (block, (across, down)) };
            Layer::new(samples, block, (factors.0, most.0), (factors.1, most.1))
        });
        self.layers = layers.collect();
    }

    /// Decodes the next row of units.
    fn advance(&mut self, context: &Context) -> Result<()> {
        let row = self.row;
        self.row += 1;
        let is_last = self.row * 8 * usize::from(self.most().1) >= self.size.1;
        self.coefficients.row(row, &mut self.grids, context)?;
        for (layer, grid) in self.layers.iter_mut().zip(&self.grids) {
            layer.push(&grid.blocks, &grid.masks, grid.columns, &grid.steps);
        }
        if is_last && !self.coefficients.is_sound() {
            decode::warn_of_damage(context);
        }
        Ok(())
    }

    /// Lines that can come out: the last of a row of units wants for colours of the next one.
    fn ready(&self) -> usize {
        let decoded = self.row * self.block * usize::from(self.most().1);
        if decoded >= self.shown.1 { self.shown.1 } else { decoded - usize::from(self.most().1 > 1) }
    }
}

impl Strips for Developer<'_> {
    fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        if self.line >= self.shown.1 {
            return Ok(None);
        }
        self.advance(context)?;
        let (width, lines) = (self.shown.0, self.line..self.ready());
        let format = self.format;
        let line_bytes = width * format.channels();
        let mut samples = vec![0; lines.len() * line_bytes];
        let mut rows = vec![vec![0; width]; self.layers.len()];
        for (y, line) in lines.clone().zip(samples.chunks_exact_mut(line_bytes)) {
            for (layer, row) in self.layers.iter_mut().zip(&mut rows) {
                layer.fill(y, row);
            }
            mix(self.looks, &rows, line);
        }
        self.line = lines.end;
        let (width_px, height_px) = (width as u32, lines.len() as u32);
        Ok(Some(Frame { width_px, height_px, format, samples, delay_ms: 0 }))
    }

    fn reduce(&mut self, divisor: u32) -> Option<(u32, u32)> {
        let block = self.block / divisor as usize;
        if self.row > 0 || block == 0 {
            return None;
        }
        self.set_block(block);
        Some((self.shown.0 as u32, self.shown.1 as u32))
    }
}

/// The samples of one component: the lines of a row of units, and the one above.
struct Layer {
    samples: Vec<u8>,
    /// Number of the first of these lines.
    first: usize,
    /// Samples that come out of a block in each direction.
    block: usize,
    /// Samples in a line of memory, which is whole blocks; those that count; and lines that count.
    stride: usize,
    columns: usize,
    rows: usize,
    /// Sampling factor and the picture's largest, across and down.
    across: (u8, u8),
    down: (u8, u8),
    /// The line that is being widened, or sums of it and its neighbour.
    sums: Vec<u16>,
}

impl Layer {
    fn new((columns, rows): (usize, usize), block: usize, across: (u8, u8), down: (u8, u8)) -> Self {
        let stride = columns.div_ceil(8) * block;
        let (columns, rows) = (columns.div_ceil(8 / block), rows.div_ceil(8 / block));
        Layer { samples: Vec::new(), first: 0, block, stride, columns, rows, across, down, sums: Vec::new() }
    }

    /// Goes on with rows of so many blocks each; of those before, the last line is kept.
    fn push(&mut self, blocks: &[Block], masks: &[u64], columns: usize, steps: &[u16; 64]) {
        let lines = self.samples.len() / self.stride.max(1);
        self.samples.drain(..lines.saturating_sub(1) * self.stride);
        self.first += lines.saturating_sub(1);
        let kept = self.samples.len();
        self.samples.resize(kept + blocks.len() / columns.max(1) * self.block * self.stride, 0);
        let rows = self.samples[kept..].chunks_exact_mut((self.stride * self.block).max(1));
        for ((lines, blocks), masks) in rows.zip(blocks.chunks_exact(columns)).zip(masks.chunks_exact(columns)) {
            for (column, (block, mask)) in blocks.iter().zip(masks).enumerate() {
                match self.block {
                    8 => put(&idct::samples(block, *mask, steps), lines, self.stride, column),
                    4 => put(&idct::fewer::<4, 16>(block, *mask, steps), lines, self.stride, column),
                    2 => put(&idct::fewer::<2, 4>(block, *mask, steps), lines, self.stride, column),
                    _ => put(&[idct::flat(block[0], steps[0])], lines, self.stride, column),
                }
            }
        }
    }

    /// The samples of a line that count.
    fn line(&self, y: usize) -> &[u8] {
        &self.samples[(y.min(self.rows - 1) - self.first) * self.stride..][..self.columns]
    }

    /// The samples of the picture's line `y`.
    fn fill(&mut self, y: usize, out: &mut [u8]) {
        let is_half = |(factor, most): (u8, u8)| factor * 2 == most;
        let (across, down) = (is_half(self.across), is_half(self.down));
        // Very narrow components are repeated, which other decoders do too.
        let smooth_across = across && self.columns > 2;
        match (smooth_across, down) {
            (true, true) => {
                self.blend(y);
                widen(&self.sums, 4, [8, 7], out);
            }
            (true, false) if self.down.0 == self.down.1 => {
                let mut sums = std::mem::take(&mut self.sums);
                sums.clear();
                sums.extend(self.line(y).iter().map(|sample| u16::from(*sample)));
                self.sums = sums;
                widen(&self.sums, 2, [1, 2], out);
            }
            (false, true) if self.across.0 == self.across.1 => {
                self.blend(y);
                let bias = if y.is_multiple_of(2) { 1 } else { 2 };
                for (out, sum) in out.iter_mut().zip(&self.sums) {
                    *out = ((sum + bias) >> 2) as u8;
                }
            }
            _ => self.repeat(y, out),
        }
    }

    /// Three parts of the line nearest to the picture's line `y` and one of the next nearest.
    fn blend(&mut self, y: usize) {
        let near = y / 2;
        let far = if y.is_multiple_of(2) { near.saturating_sub(1) } else { near + 1 };
        let mut sums = std::mem::take(&mut self.sums);
        sums.clear();
        let pairs = self.line(near).iter().zip(self.line(far));
        sums.extend(pairs.map(|(near, far)| 3 * u16::from(*near) + u16::from(*far)));
        self.sums = sums;
    }

    /// The nearest samples, as they are.
    fn repeat(&self, y: usize, out: &mut [u8]) {
        let (factor, most) = (usize::from(self.down.0), usize::from(self.down.1));
        let line = self.line(y * factor / most);
        let (factor, most) = (usize::from(self.across.0), usize::from(self.across.1));
        if factor == most {
            out.copy_from_slice(&line[..out.len()]);
            return;
        }
        for (x, out) in out.iter_mut().enumerate() {
            *out = line[(x * factor / most).min(line.len() - 1)];
        }
    }
}

/// Puts the samples of a block, row by row, at its place in lines of `stride`.
#[inline]
fn put<const COUNT: usize>(samples: &[u8; COUNT], lines: &mut [u8], stride: usize, column: usize) {
    let side = COUNT.isqrt();
    for (y, row) in samples.chunks_exact(side).enumerate() {
        lines[y * stride + column * side..][..side].copy_from_slice(row);
    }
}

/// A line at twice its width: each sample becomes two, with a share of the neighbour on its side.
fn widen(line: &[u16], shift: u32, biases: [u16; 2], out: &mut [u8]) {
    for (x, out) in out.chunks_mut(2).enumerate() {
        let (left, right) = (line[x.saturating_sub(1)], line[(x + 1).min(line.len() - 1)]);
        out[0] = ((3 * line[x] + left + biases[0]) >> shift) as u8;
        if let Some(second) = out.get_mut(1) {
            *second = ((3 * line[x] + right + biases[1]) >> shift) as u8;
        }
    }
}

/// Puts a line of pixels together.
fn mix(looks: Looks, rows: &[Vec<u8>], line: &mut [u8]) {
    let Looks { color, inverted, of_inks } = looks;
    match rows {
        [grey] => line.copy_from_slice(grey),
        [first, second, third] => {
            let pixels = line.as_chunks_mut::<3>().0.iter_mut();
            for (((pixel, first), second), third) in pixels.zip(first).zip(second).zip(third) {
                let samples = [*first, *second, *third];
                *pixel = if color == Color::Direct { samples } else { rgb(samples) };
            }
        }
        [first, second, third, black] => {
            let pixels = line.chunks_exact_mut(of_inks.channels());
            for ((((pixel, first), second), third), black) in pixels.zip(first).zip(second).zip(third).zip(black) {
                let inks = [*first, *second, *third];
                let inks = if color == Color::Ycck { rgb(inks).map(|light| 255 - light) } else { inks };
                let light = |ink: u8| if inverted { ink } else { 255 - ink };
                let ([cyan, magenta, yellow], black) = (inks.map(light), light(*black));
                match pixel {
                    [red, green, blue] => {
                        [*red, *green, *blue] = [cyan, magenta, yellow].map(|ink| product(ink, black));
                    }
                    inks => inks.copy_from_slice(&[cyan, magenta, yellow, black].map(|light| 255 - light)),
                }
            }
        }
        _ => {}
    }
}

/// BT.601 colour differences to RGB, full range (JFIF 1.02), with 16 fractional bits.
#[inline]
fn rgb([luma, blue, red]: [u8; 3]) -> [u8; 3] {
    const HALF: i32 = 1 << 15;
    let (luma, blue, red) = (i32::from(luma), i32::from(blue) - 128, i32::from(red) - 128);
    let clamped = |value: i32| value.clamp(0, 255) as u8;
    [
        clamped(luma + ((91_881 * red + HALF) >> 16)),
        clamped(luma + ((HALF - 22_554 * blue - 46_802 * red) >> 16)),
        clamped(luma + ((116_130 * blue + HALF) >> 16)),
    ]
}

/// `a * b / 255`, rounded.
fn product(a: u8, b: u8) -> u8 {
    ((u32::from(a) * u32::from(b) + 127) / 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_come_as_they_are_or_as_the_light_they_leave() {
        // A block of each of four components, all of middle samples: differences of 0 by the typical tables.
        let frame = [&[8, 0, 8, 0, 8, 4][..], &[1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0]].concat();
        let scan = [4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0];
        let segment = |marker: u8, payload: &[u8]| {
            let length = (payload.len() as u16 + 2).to_be_bytes();
            [&[0xFF, marker], &length[..], payload].concat()
        };
        let tables = [&[0][..], &[1; 64]].concat();
        let parts = [segment(markers::DQT, &tables), segment(markers::SOF_BASELINE, &frame)].concat();
        let jpeg = [&[0xFF, 0xD8][..], &parts, &segment(markers::SOS, &scan), &[0x28, 0xA2, 0x8A, 0xFF, 0xD9]].concat();
        let context = Context::default();
        let open = || decode::open(&jpeg, &context).unwrap();
        let inked = inks(open()).unwrap().gathered(&context).unwrap();
        assert_eq!((inked.format, &inked.samples[..4]), (PixelFormat::Rgba8, &[128; 4][..]));
        let lit = rows(open()).unwrap().gathered(&context).unwrap();
        // 127 of 255 that is left by an ink, times as much that black leaves.
        assert_eq!((lit.format, &lit.samples[..3]), (PixelFormat::Rgb8, &[63; 3][..]));
    }
}
