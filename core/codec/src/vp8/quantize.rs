//! Quantisers (RFC 6386, section 14.1), and what their errors weigh.

use super::tables::{AC_STEPS, DC_STEPS, ZIGZAG};
use super::transform::Block;

/// The greatest level there is a token for (section 13.2).
pub(crate) const LEVEL_MAX: u16 = 2047;

/// How much is added before a level is rounded down, in 1/256 of a step.
const ROUNDING: u32 = 100;

/// How the weight of a luma coefficient's error falls, in octaves for each step to a higher frequency: fine detail is
/// seen less.
const FALL: f32 = 0.4;

/// Weight of chroma's errors beside those of luma.
const CHROMA_WEIGHT: f32 = 2.0;

/// What a bit may cost where modes are compared, and where levels are searched for, over the squared step of luma.
const MODE_LAMBDA: f32 = 0.012;
const LEVEL_LAMBDA: f32 = 0.009;

/// Steps of one kind of block, what divides by them, and what errors weigh.
#[derive(Debug, Clone)]
pub(crate) struct Quantizer {
    /// Steps of the coefficients in scan order: one of the mean value, one of the others.
    pub(crate) steps: [u16; 16],
    /// 65536 over the steps.
    reciprocals: [u16; 16],
    /// What is added before the division, so that it rounds.
    biases: [u16; 16],
    /// What the squared error of each coefficient weighs, in squared samples, row by row.
    pub(crate) weights: [f32; 16],
}

impl Quantizer {
    fn new(dc: u16, ac: u16, weights: [f32; 16]) -> Self {
        let each = |dc: u16, ac: u16| core::array::from_fn(|at| if at == 0 { dc } else { ac });
        let reciprocal = |step: u16| (65536 / u32::from(step)) as u16;
        let bias = |step: u16| ((u32::from(step) * ROUNDING) >> 8) as u16;
        Quantizer {
            steps: each(dc, ac),
            reciprocals: each(reciprocal(dc), reciprocal(ac)),
            biases: each(bias(dc), bias(ac)),
            weights,
        }
    }

    /// Levels of coefficients, in scan order.
    #[inline]
    pub(crate) fn quantize(&self, coefficients: &Block, first: usize) -> Block {
        let mut levels = [0; 16];
        for at in first..16 {
            let value = coefficients[ZIGZAG[at]];
            let magnitude = value.unsigned_abs() + self.biases[at];
            let level = ((u32::from(magnitude) * u32::from(self.reciprocals[at])) >> 16) as u16;
            let level = level.min(LEVEL_MAX) as i16;
            levels[at] = if value < 0 { -level } else { level };
        }
        levels
    }

    /// The level nearest to a magnitude, at a place in scan order.
    #[inline]
    pub(crate) fn nearest(&self, magnitude: u16, at: usize) -> u16 {
        let rounded = u32::from(magnitude) + u32::from(self.steps[at] / 2);
        (((rounded * u32::from(self.reciprocals[at])) >> 16) as u16).min(LEVEL_MAX)
    }

    /// Coefficients of levels, as every decoder has them.
    #[inline]
    pub(crate) fn restore(&self, levels: &Block) -> Block {
        let mut coefficients = [0; 16];
        for at in 0..16 {
            coefficients[ZIGZAG[at]] = levels[at].wrapping_mul(self.steps[at] as i16);
        }
        coefficients
    }

    /// The weighted squared error of restored coefficients.
    #[inline]
    pub(crate) fn error(&self, coefficients: &Block, restored: &Block) -> f32 {
        let mut columns = [0.0; 4];
        for row in 0..4 {
            for (column, sum) in columns.iter_mut().enumerate() {
                let at = row * 4 + column;
                let gap = f32::from(coefficients[at].wrapping_sub(restored[at]));
                *sum += gap * gap * self.weights[at];
            }
        }
        columns.iter().sum()
    }
}

/// The quantisers of a segment.
#[derive(Debug, Clone)]
pub(crate) struct Quantizers {
    /// Of luma.
    pub(crate) luma: Quantizer,
    /// Of the second-order block.
    pub(crate) second: Quantizer,
    /// Of chroma.
    pub(crate) chroma: Quantizer,
    /// What a bit may cost in weighted squared error where modes are compared.
    pub(crate) lambda: f32,
    /// The same where levels are searched for.
    pub(crate) level_lambda: f32,
}

/// Differences of the indices of chroma's steps from that of luma (section 9.6): chroma varies slowly, and what is wrong
/// with its means is seen over a whole block.
pub(crate) const CHROMA_DC_DELTA: i32 = -12;
/// The same of coefficients that are no means.
pub(crate) const CHROMA_AC_DELTA: i32 = -2;

impl Quantizers {
    /// The quantisers of an index, 0 (finest) to 127; with more `fidelity` errors weigh more in the search for levels.
    pub(crate) fn new(index: u8, fidelity: f32) -> Self {
        let at = |delta: i32| (i32::from(index) + delta).clamp(0, 127) as usize;
        let (dc, ac) = (DC_STEPS[at(0)], AC_STEPS[at(0)]);
        let second_ac = (u32::from(ac) * 155 / 100).max(8) as u16;
        let (chroma_dc, chroma_ac) = (DC_STEPS[at(CHROMA_DC_DELTA)].min(132), AC_STEPS[at(CHROMA_AC_DELTA)]);
        // Squared coefficients are four times squared samples, those of a second-order block sixteen times.
        let luma = core::array::from_fn(|at| libm::exp2f(-FALL * (at % 4 + at / 4) as f32) / 4.0);
        let step = f32::from(ac);
        Quantizers {
            luma: Quantizer::new(dc, ac, luma),
            second: Quantizer::new(dc * 2, second_ac, [1.0 / 16.0; 16]),
            chroma: Quantizer::new(chroma_dc, chroma_ac, luma.map(|weight| weight * CHROMA_WEIGHT)),
            lambda: MODE_LAMBDA * step * step,
            level_lambda: LEVEL_LAMBDA * step * step / fidelity,
        }
    }
}
