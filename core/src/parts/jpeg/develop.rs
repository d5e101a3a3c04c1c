//! Coefficients to pixels: samples of each component at full size, put together to grey or RGB.
//!
//! Colour differences at half size are filled in between their neighbours, weighted 3 to 1, as most
//! decoders do it; other sizes are repeated.

use super::idct;
use super::picture::{Color, Picture, Plane};
use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::model::raster::{Frame, PixelFormat};

/// The pixels of a picture; `inverted` says that its CMYK values are stored inverted, as Adobe does.
pub(crate) fn develop(picture: Picture, inverted: bool, context: &Context) -> Result<Frame> {
    let (width, height) = (usize::from(picture.width_px), usize::from(picture.height_px));
    let (color, most) = (picture.color, picture.max_sampling());
    let format = match picture.planes.len() {
        1 => PixelFormat::Gray8,
        3 | 4 => PixelFormat::Rgb8,
        count => {
            let message = format!("JPEGs of {count} components are not supported");
            return Err(Error::new(ErrorCode::UnsupportedRoute, message));
        }
    };
    let mut layers = Vec::new();
    for (plane, sampling) in picture.planes.into_iter().zip(picture.sampling) {
        let size = (along(width, sampling.0, most.0), along(height, sampling.1, most.1));
        // Each component's coefficients are let go before the next one's are looked at: they are most of the memory.
        layers.push(Layer::new(&plane, size, (sampling.0, most.0), (sampling.1, most.1), context)?);
    }
    let line_bytes = width * format.channels();
    let mut samples = vec![0; height * line_bytes];
    let mut rows = vec![vec![0; width]; layers.len()];
    for (y, line) in samples.chunks_exact_mut(line_bytes).enumerate() {
        context.tick(width as u64 / 64 + 1)?;
        for (layer, row) in layers.iter_mut().zip(&mut rows) {
            layer.fill(y, row);
        }
        mix(color, inverted, &rows, line);
    }
    Ok(Frame { width_px: width as u32, height_px: height as u32, format, samples, delay_ms: 0 })
}

/// Samples of a component along a side of `pixels` (T.81, A.1.1).
fn along(pixels: usize, factor: u8, most: u8) -> usize {
    (pixels * usize::from(factor)).div_ceil(usize::from(most))
}

/// The samples of one component.
struct Layer {
    samples: Vec<u8>,
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
    fn new(
        plane: &Plane,
        (columns, rows): (usize, usize),
        across: (u8, u8),
        down: (u8, u8),
        context: &Context,
    ) -> Result<Self> {
        let stride = plane.columns * 8;
        let mut samples = vec![0; stride * plane.rows * 8];
        for (row, lines) in samples.chunks_exact_mut(stride * 8).enumerate() {
            context.tick(plane.columns as u64 / 4 + 1)?;
            for column in 0..plane.columns {
                let index = row * plane.columns + column;
                let block = idct::samples(&plane.blocks[index], plane.masks[index], &plane.steps);
                for (y, line) in block.as_chunks::<8>().0.iter().enumerate() {
                    lines[y * stride + column * 8..][..8].copy_from_slice(line);
                }
            }
        }
        Ok(Layer { samples, stride, columns, rows, across, down, sums: Vec::new() })
    }

    /// The samples of a line that count.
    fn line(&self, y: usize) -> &[u8] {
        &self.samples[y.min(self.rows - 1) * self.stride..][..self.columns]
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
                self.sums = self.line(y).iter().map(|sample| u16::from(*sample)).collect();
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
        let pairs = self.line(near).iter().zip(self.line(far));
        self.sums = pairs.map(|(near, far)| 3 * u16::from(*near) + u16::from(*far)).collect();
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
fn mix(color: Color, inverted: bool, rows: &[Vec<u8>], line: &mut [u8]) {
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
            let pixels = line.as_chunks_mut::<3>().0.iter_mut();
            for ((((pixel, first), second), third), black) in pixels.zip(first).zip(second).zip(third).zip(black) {
                let inks = [*first, *second, *third];
                let inks = if color == Color::Ycck { rgb(inks).map(|light| 255 - light) } else { inks };
                let light = |ink: u8| if inverted { ink } else { 255 - ink };
                *pixel = inks.map(|ink| product(light(ink), light(*black)));
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
