//! Requantisation: coefficients to coarser steps, where two knobs set the table and the weights of the trellis.

use std::sync::Arc;

use super::huffman::Histogram;
use super::levels::{Level, Levels, Quantized};
use super::packed::Packed;
use super::picture::{Picture, Plane};
use super::tables::BASE;
use super::trellis::{Candidate, Rates, Trellis};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// How coarse a picture becomes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Knobs {
    /// Factor of the base table: 1 is the IJG's quality 50.
    pub scale: f64,
    /// Factor of what a distortion is worth in bits: 1 suits the table, less gives smaller files.
    pub fidelity: f64,
}

/// Factor of the base table for a quality of 1 to 100, as the IJG's library defines it.
pub fn scale_of_quality(quality: u64) -> f64 {
    let quality = quality.clamp(1, 100) as f64;
    let percent = if quality < 50.0 { 5000.0 / quality } else { 200.0 - 2.0 * quality };
    percent.max(1.0) / 100.0
}

impl Knobs {
    /// What a quality of 1 to 100 means. Where much is asked for, little is traded for bytes.
    pub fn of_quality(quality: u64) -> Self {
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

/// The quantisation table at `scale`: never finer than the source's, `floor`. 255 is what 8-bit tables hold.
fn table(floor: &[u16; 64], scale: f64) -> [u16; 64] {
    std::array::from_fn(|k| {
        let wanted = (f64::from(BASE[k]) * scale).round().clamp(1.0, 255.0) as u16;
        wanted.max(floor[k])
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
        let mut quantizer = Quantizer::new(&plane.steps, &plane.floor, knobs);
        let packed = quantizer.plane(plane, &rates[class], &mut histograms[class], context)?;
        planes.push(Levels::new(plane, picture.sampling[index], quantizer.table, Arc::new(packed)));
    }
    let Picture { width_px, height_px, color, .. } = *picture;
    Ok((Quantized { width_px, height_px, color, planes }, histograms))
}

/// Constants of one plane, and room for a block.
pub(super) struct Quantizer {
    pub(super) table: [u16; 64],
    /// Value of a unit of the source.
    steps: [f32; 64],
    /// Units of the source to units of the target.
    ratios: [f32; 64],
    /// Bits a squared error of one unit of the target is worth, before masking.
    weights: [f32; 64],
    trellis: Trellis,
}

impl Quantizer {
    /// For coefficients in these steps, which were never finer than the floor.
    pub(super) fn new(steps: &[u16; 64], floor: &[u16; 64], knobs: Knobs) -> Self {
        let table = table(floor, knobs.scale);
        let steps = steps.map(f32::from);
        let ratios = std::array::from_fn(|k| steps[k] / f32::from(table[k]));
        let weights = std::array::from_fn(|k| {
            // Against the table that was wanted: where the source's is coarser, its error is dear.
            let relative = f64::from(table[k]) / (f64::from(BASE[k]) * knobs.scale);
            (knobs.fidelity * relative * relative) as f32 * FLAT_BITS
        });
        Quantizer { table, steps, ratios, weights, trellis: Trellis::default() }
    }

    /// The blocks of `plane`.
    fn plane(&mut self, plane: &Plane, rates: &Rates, histogram: &mut Histogram, context: &Context) -> Result<Packed> {
        let mut packed = Packed::new(plane.columns);
        let mut walk = plane.packed.walk_from(0);
        while let Some((dc, levels)) = walk.next() {
            if packed.len().is_multiple_of(256) {
                context.tick(256)?;
            }
            self.block(dc, levels, rates, histogram, &mut packed);
        }
        Ok(packed)
    }

    /// Appends a block.
    #[inline]
    pub(super) fn block(
        &mut self,
        dc: i16,
        coefficients: &[Level],
        rates: &Rates,
        histogram: &mut Histogram,
        packed: &mut Packed,
    ) {
        self.collect(coefficients);
        let mut next = 1;
        for level in self.trellis.solve(rates) {
            count(histogram, level.k - next, level.value);
            next = level.k + 1;
            packed.push(level.k, level.value);
        }
        histogram[0] += u32::from(next < 64);
        packed.end_block((f32::from(dc) * self.ratios[0]).round() as i16);
    }

    /// Hands the coefficients that do not round to zero to the trellis.
    #[inline]
    fn collect(&mut self, coefficients: &[Level]) {
        self.trellis.clear();
        let mut energy = 0.0;
        for Level { k, value } in coefficients {
            let at = usize::from(*k & 63);
            let value = f32::from(*value);
            let amplitude = value * self.steps[at];
            energy += amplitude * amplitude;
            let size = value.abs() * self.ratios[at];
            if size >= 0.5 {
                self.trellis.add(Candidate { k: *k, size, weight: self.weights[at], negative: value < 0.0 });
            }
        }
        self.trellis.weigh(1.0 / (1.0 + energy / (63.0 * MASKING_ENERGY)));
    }
}

/// Counts the symbols of a level after `zeros` zeros.
#[inline]
fn count(histogram: &mut Histogram, zeros: u8, value: i16) {
    histogram[0xF0] += u32::from(zeros >> 4);
    let size = 16 - value.unsigned_abs().leading_zeros();
    histogram[usize::from(zeros & 15) << 4 | size as usize & 15] += 1;
}
