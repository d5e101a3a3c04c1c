//! The streaming encoder: rows of pixels are quantised as they come, so that neither the pixels nor all of their
//! coefficients need be held.

use std::sync::Arc;

use super::capture::{self, WEIGHTS};
use super::dct::{self, Matrix};
use super::huffman::Histogram;
use super::levels::Level;
use super::packed::Packed;
use super::picture::{Color, Picture, Plane, blocks_along};
use super::quantize::{Knobs, Quantizer};
use super::trellis::Rates;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::raster::PixelFormat;
use transvase_model::rows::{Bands, Rows};

/// Blocks after which it is learnt for the first time what symbols take; then whenever there are twice as many.
const FIRST_LESSON: usize = 2_048;

/// The picture that 8-bit grey or RGB rows become, quantised. `halved` says that colour differences have half the size in
/// both directions.
///
/// # Errors
/// `UnsupportedRoute` where it is too large for a JPEG, and what ends the making of rows.
pub fn press(rows: Rows<'_>, knobs: Knobs, halved: bool, context: &Context) -> Result<Picture> {
    let (width_px, height_px) = capture::size(rows.width_px, rows.height_px)?;
    let color = if rows.format == PixelFormat::Gray8 { Color::Gray } else { Color::YCbCr };
    let sampling = match (color, halved) {
        (Color::Gray, _) => vec![(1, 1)],
        (_, true) => vec![(2, 2), (1, 1), (1, 1)],
        (_, false) => vec![(1, 1); 3],
    };
    let mut press = Press::new((width_px, height_px), color, &sampling, knobs);
    let height = 8 * usize::from(sampling[0].1);
    let mut bands = Bands::of(rows);
    while let Some(band) = bands.next(height, context)? {
        press.band(band, context)?;
    }
    let planes = press.parts.into_iter().map(|part| Arc::new(part.plane())).collect();
    Ok(Picture { width_px, height_px, color, sampling, planes })
}

/// A picture in the making.
struct Press {
    width: usize,
    channels: usize,
    /// Width of a band of pixels whose last ones are repeated up to whole units.
    padded: usize,
    parts: Vec<Part>,
    /// What symbols are expected to take, and how often they came, for luminance and chrominance.
    rates: [Rates; 2],
    histograms: [Histogram; 2],
    /// Blocks so far, and when it is time to learn.
    blocks: usize,
    lesson: usize,
}

/// One component of it.
struct Part {
    id: u8,
    /// Shares of red, green and blue; what is taken from the sum.
    weights: [f32; 3],
    middle: f32,
    /// Pixels that a sample stands for in each direction.
    pixels: usize,
    columns: usize,
    rows: usize,
    quantizer: Quantizer,
    packed: Packed,
    /// Samples of a band.
    samples: Vec<f32>,
}

impl Press {
    fn new((width, height): (u16, u16), color: Color, sampling: &[(u8, u8)], knobs: Knobs) -> Self {
        let most = sampling[0].0;
        let part = |(index, factors): (usize, &(u8, u8))| Part {
            id: index as u8 + 1,
            weights: if color == Color::Gray { [1.0, 0.0, 0.0] } else { WEIGHTS[index] },
            middle: if index == 0 { 128.0 } else { 0.0 },
            pixels: usize::from(most / factors.0),
            columns: blocks_along(width, factors.0, most),
            rows: blocks_along(height, factors.1, most),
            quantizer: Quantizer::new(&[1; 64], &[1; 64], knobs),
            packed: Packed::new(blocks_along(width, factors.0, most)),
            samples: Vec::new(),
        };
        let unit = 8 * usize::from(most);
        Press {
            width: width.into(),
            channels: if color == Color::Gray { 1 } else { 3 },
            padded: usize::from(width).div_ceil(unit) * unit,
            parts: sampling.iter().enumerate().map(part).collect(),
            rates: [Rates::typical(false), Rates::typical(true)],
            histograms: [[0; 256]; 2],
            blocks: 0,
            lesson: FIRST_LESSON,
        }
    }

    /// Takes in the pixels of a row of units, or of what is left of one.
    fn band(&mut self, pixels: &[u8], context: &Context) -> Result<()> {
        let row_bytes = self.width * self.channels;
        for (index, part) in self.parts.iter_mut().enumerate() {
            context.tick(self.width as u64 / 8 + 1)?;
            part.sample(pixels, row_bytes, self.channels, self.padded);
            let class = usize::from(index > 0);
            part.quantize(self.padded / part.pixels, &self.rates[class], &mut self.histograms[class]);
            self.blocks += part.columns;
        }
        if self.blocks >= self.lesson {
            self.lesson = self.blocks * 2;
            self.rates = [Rates::of(&self.histograms[0]), Rates::of(&self.histograms[1])];
        }
        Ok(())
    }
}

impl Part {
    /// The component's samples of a band, whose last row and column are repeated as often as wanted.
    fn sample(&mut self, pixels: &[u8], row_bytes: usize, channels: usize, padded: usize) {
        let (rows, side) = (pixels.len() / row_bytes, self.pixels);
        self.samples.clear();
        self.samples.resize(padded / side * 8 * (self.band_rows(rows)), 0.0);
        let share = 1.0 / (side * side) as f32;
        let weights = self.weights.map(|weight| weight * share);
        for (y, line) in self.samples.chunks_exact_mut(padded / side).enumerate() {
            line.fill(-self.middle);
            for row in y * side..(y + 1) * side {
                let row = &pixels[row.min(rows - 1) * row_bytes..][..row_bytes];
                match channels {
                    1 => line.iter_mut().zip(row).for_each(|(sum, sample)| *sum += f32::from(*sample)),
                    _ => mix(row, weights, side, line),
                }
            }
            let last = row_bytes / channels / side;
            let edge = line[last.saturating_sub(1)];
            let rest = line.get_mut(last..).unwrap_or_default();
            match (row_bytes / channels) % side {
                0 => rest.fill(edge),
                // The last sample has half of its pixels: what it lacks is what it has.
                _ => {
                    let whole = (rest[0] + self.middle) * side as f32 - self.middle;
                    rest.fill(whole);
                }
            }
        }
    }

    /// Rows of blocks that a band with so many rows of pixels has.
    fn band_rows(&self, rows: usize) -> usize {
        rows.div_ceil(8 * self.pixels)
    }

    /// The levels of the blocks of a band.
    fn quantize(&mut self, stride: usize, rates: &Rates, histogram: &mut Histogram) {
        let left = self.rows - self.packed.len() / self.columns;
        for lines in self.samples.chunks_exact(stride * 8).take(left) {
            for column in 0..self.columns {
                let block: Matrix = std::array::from_fn(|y| {
                    let line = &lines[y * stride + column * 8..][..8];
                    std::array::from_fn(|x| line[x])
                });
                let (dc, levels, count) = levels(&dct::forward(&block));
                self.quantizer.block(dc, &levels[..count], rates, histogram, &mut self.packed);
            }
        }
    }

    fn plane(self) -> Plane {
        let (Part { id, columns, rows, .. }, table) = (&self, self.quantizer.table);
        Plane { id: *id, columns: *columns, rows: *rows, steps: table, floor: table, packed: Arc::new(self.packed) }
    }
}

/// Adds weighted red, green and blue to the samples of a line, each of which stands for so many pixels of a row.
fn mix(row: &[u8], weights: [f32; 3], side: usize, line: &mut [f32]) {
    let value = |pixel: &[u8; 3]| {
        f32::from(pixel[0]) * weights[0] + f32::from(pixel[1]) * weights[1] + f32::from(pixel[2]) * weights[2]
    };
    let pixels = row.as_chunks::<3>().0;
    match side {
        1 => line.iter_mut().zip(pixels).for_each(|(sum, pixel)| *sum += value(pixel)),
        _ => line
            .iter_mut()
            .zip(pixels.chunks(side))
            .for_each(|(sum, pixels)| *sum += pixels.iter().map(value).sum::<f32>()),
    }
}

/// Coefficients that are not zero when they are rounded: the DC value, the others, and how many these are.
fn levels(coefficients: &Matrix) -> (i16, [Level; 63], usize) {
    let (block, mut mask) = capture::rounded(coefficients);
    let (mut levels, mut count) = ([Level { k: 0, value: 0 }; 63], 0);
    mask &= !1;
    while mask != 0 {
        let k = mask.trailing_zeros();
        mask &= mask - 1;
        levels[count & 63] = Level { k: k as u8, value: block[k as usize] };
        count += 1;
    }
    (block[0], levels, count)
}

#[cfg(test)]
mod tests {
    use super::super::{decode, develop, encode, levels::Quantized, sample, study::Study};
    use super::*;
    use transvase_model::raster::Frame;

    fn pressed(frame: &Frame, strip: usize, halved: bool) -> Vec<u8> {
        struct Pile(Vec<Frame>);
        impl transvase_model::rows::Strips for Pile {
            fn next(&mut self, _context: &Context) -> Result<Option<Frame>> {
                Ok(self.0.pop())
            }
        }
        let context = Context::default();
        let row_bytes = frame.width_px as usize * frame.format.channels();
        let strips = frame.samples.chunks(strip * row_bytes).map(|samples| {
            let height_px = (samples.len() / row_bytes) as u32;
            Frame { height_px, samples: samples.to_vec(), ..*frame }
        });
        let mut strips: Vec<Frame> = strips.collect();
        strips.reverse();
        let rows = Rows::new((frame.width_px, frame.height_px), frame.format, Pile(strips));
        let picture = press(rows, Knobs::of_quality(95), halved, &context).unwrap();
        let (layout, _) = Study::new(sample::of(&picture)).exact(&context).unwrap();
        encode::encode(&Quantized::exact(&picture), &layout, &[], &context).unwrap()
    }

    #[test]
    fn pixels_come_back_whatever_the_strips_and_sizes() {
        let context = Context::default();
        for (format, width_px, height_px) in [
            (PixelFormat::Rgb8, 37, 45),
            (PixelFormat::Rgb8, 16, 17),
            (PixelFormat::Gray8, 31, 9),
            (PixelFormat::Rgb8, 1, 1),
        ] {
            let channels = format.channels() as u32;
            let sample = |at: u32| (at / channels % width_px * 2 + at / channels / width_px + at % channels * 20) as u8;
            let samples = (0..width_px * height_px * channels).map(sample).collect();
            let frame = Frame { width_px, height_px, format, samples, delay_ms: 0 };
            for halved in [false, true] {
                let jpeg = pressed(&frame, 100, halved);
                assert!([1, 7, 8, 20].iter().all(|strip| pressed(&frame, *strip, halved) == jpeg));
                let rows = develop::rows(decode::open(&jpeg, &context).unwrap()).unwrap();
                let back = rows.gathered(&context).unwrap();
                assert_eq!((back.width_px, back.height_px, back.format), (width_px, height_px, format));
                let off: u32 = back.samples.iter().zip(&frame.samples).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
                assert!(off <= 4 * back.samples.len() as u32, "{format:?} {width_px} {halved}: {off}");
            }
        }
    }
}
