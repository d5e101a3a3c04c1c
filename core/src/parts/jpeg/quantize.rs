//! Coefficients to coarser levels: the table and the trellis's weights follow two knobs.

use super::huffman::Histogram;
use super::levels::{Levels, Quantized};
use super::picture::{Picture, Plane};
use super::tables::BASE;
use super::trellis::{Candidate, Rates, Trellis};
use crate::context::Context;
use crate::error::Result;

/// How coarse a picture becomes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Knobs {
    /// Factor of the base table: 1 is the IJG's quality 50.
    pub(crate) scale: f64,
    /// Factor of what a distortion is worth in bits: 1 suits the table, less gives smaller files.
    pub(crate) fidelity: f64,
}

/// Factor of the base table for a quality of 1 to 100, as the IJG's library defines it.
pub(crate) fn scale_of_quality(quality: u64) -> f64 {
    let quality = quality.clamp(1, 100) as f64;
    let percent = if quality < 50.0 { 5000.0 / quality } else { 200.0 - 2.0 * quality };
    percent.max(1.0) / 100.0
}

impl Knobs {
    /// What a quality of 1 to 100 means. Where much is asked for, little is traded for bytes.
    pub(crate) fn of_quality(quality: u64) -> Self {
        let fidelity = 1.0 + quality.saturating_sub(HIGH_QUALITY) as f64 / 4.0;
        Knobs { scale: scale_of_quality(quality), fidelity }
    }
}

/// Quality above which distortion is worth more than the table alone says.
const HIGH_QUALITY: u64 = 80;

/// What a squared error of one step is worth, in bits, in a flat block. With [`MASKING_ENERGY`] these
/// are the constants mozjpeg found (2^14.75 and 2^16.5, its coefficients being scaled by 8).
const FLAT_BITS: f32 = 19.0;

/// Mean energy of the AC coefficients at which a block hides twice as much error as a flat one.
const MASKING_ENERGY: f32 = 1448.0;

/// The quantisation table for `plane` at `scale`: never finer than the source's. 255 is what 8-bit
/// tables hold.
fn table(plane: &Plane, scale: f64) -> [u16; 64] {
    std::array::from_fn(|k| {
        let wanted = (f64::from(BASE[k]) * scale).round().clamp(1.0, 255.0) as u16;
        wanted.max(plane.floor[k])
    })
}

/// Expected bits by table: luminance, chrominance.
pub(crate) type RatePair = [Rates; 2];

/// Requantises `picture`. Also returns how often each AC symbol was used, luminance and chrominance.
pub(crate) fn quantize(
    picture: &Picture,
    knobs: Knobs,
    rates: &RatePair,
    context: &Context,
) -> Result<(Quantized, [Histogram; 2])> {
    let mut histograms = [[0; 256]; 2];
    let mut planes = Vec::new();
    for (index, plane) in picture.planes.iter().enumerate() {
        let class = usize::from(picture.color.is_chroma(index));
        let quantizer = Quantizer::new(plane, knobs);
        let levels = Levels::like(plane, picture.sampling[index], quantizer.table);
        planes.push(quantizer.plane(plane, levels, &rates[class], &mut histograms[class], context)?);
    }
    let Picture { width_px, height_px, color, .. } = *picture;
    Ok((Quantized { width_px, height_px, color, planes }, histograms))
}

/// Constants of one plane.
struct Quantizer {
    table: [u16; 64],
    /// Value of a unit of the source.
    steps: [f32; 64],
    /// Units of the source to units of the target.
    ratios: [f32; 64],
    /// Bits a squared error of one unit of the target is worth, before masking.
    weights: [f32; 64],
}

impl Quantizer {
    fn new(plane: &Plane, knobs: Knobs) -> Self {
        let table = table(plane, knobs.scale);
        let steps = plane.steps.map(f32::from);
        let ratios = std::array::from_fn(|k| steps[k] / f32::from(table[k]));
        let weights = std::array::from_fn(|k| {
            // Against the table that was wanted: where the source's is coarser, its error is dear.
            let relative = f64::from(table[k]) / (f64::from(BASE[k]) * knobs.scale);
            (knobs.fidelity * relative * relative) as f32 * FLAT_BITS
        });
        Quantizer { table, steps, ratios, weights }
    }

    /// Fills `levels` with the blocks of `plane`.
    fn plane(
        &self,
        plane: &Plane,
        mut levels: Levels,
        rates: &Rates,
        histogram: &mut Histogram,
        context: &Context,
    ) -> Result<Levels> {
        let mut trellis = Trellis::default();
        for (index, (block, mask)) in plane.blocks.iter().zip(&plane.masks).enumerate() {
            if index % 256 == 0 {
                context.tick(256)?;
            }
            self.collect(block, mask & !1, &mut trellis);
            let mut next = 1;
            for level in trellis.solve(rates) {
                count(histogram, level.k - next, level.value);
                next = level.k + 1;
                levels.push(level.k, level.value);
            }
            histogram[0] += u32::from(next < 64);
            levels.end_block((f32::from(block[0]) * self.ratios[0]).round() as i16);
        }
        Ok(levels)
    }

    /// Hands the coefficients that do not round to zero to the trellis.
    #[inline]
    fn collect(&self, block: &[i16; 64], mut mask: u64, trellis: &mut Trellis) {
        trellis.clear();
        let mut energy = 0.0;
        while mask != 0 {
            let k = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let value = f32::from(block[k]);
            let amplitude = value * self.steps[k];
            energy += amplitude * amplitude;
            let size = value.abs() * self.ratios[k];
            if size >= 0.5 {
                trellis.add(Candidate { k: k as u8, size, weight: self.weights[k], negative: value < 0.0 });
            }
        }
        trellis.weigh(1.0 / (1.0 + energy / (63.0 * MASKING_ENERGY)));
    }
}

/// Counts the symbols of a level after `zeros` zeros.
#[inline]
fn count(histogram: &mut Histogram, zeros: u8, value: i16) {
    histogram[0xF0] += u32::from(zeros >> 4);
    let size = 16 - value.unsigned_abs().leading_zeros();
    histogram[usize::from(zeros & 15) << 4 | size as usize & 15] += 1;
}
