//! Mode decision: the prediction modes and levels of a macroblock that cost the least error and bits together.

use super::cost::Costs;
use super::modes::Luma;
use super::predict::{Around, Mode};
use super::quantize::{Quantizer, Quantizers};
use super::site::{Canvas, Filled, Source};
use super::tokens::{end_of, first_of};
use super::transform::Block;
use super::trellis::Weighing;

/// How hard decisions are thought about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Care {
    /// How many of the modes of a subblock that look best are tried.
    pub(crate) sub_modes: usize,
    /// The same of whole macroblocks, and of chroma.
    pub(crate) whole_modes: usize,
    /// Whether levels are searched for.
    pub(crate) trellis: bool,
    /// How often the frame is coded, each time with the costs of the time before.
    pub(crate) passes: usize,
}

impl Care {
    /// What an effort of 0 to 9 means.
    pub(crate) fn of_effort(effort: u8) -> Self {
        match effort {
            0..=1 => Care { sub_modes: 1, whole_modes: 1, trellis: false, passes: 1 },
            2..=5 => Care { sub_modes: 1, whole_modes: 1, trellis: true, passes: 1 },
            6 => Care { sub_modes: 2, whole_modes: 2, trellis: true, passes: 1 },
            7 => Care { sub_modes: 4, whole_modes: 3, trellis: true, passes: 1 },
            _ => Care { sub_modes: 10, whole_modes: 4, trellis: true, passes: 2 },
        }
    }
}

/// A macroblock as it is coded.
#[derive(Debug, Clone)]
pub(crate) struct Coded {
    /// How luma is predicted.
    pub(crate) luma: Luma,
    /// How chroma is predicted.
    pub(crate) chroma: Mode,
    /// Levels of the second-order block, which whole luma has.
    pub(crate) second: Block,
    /// Levels of luma.
    pub(crate) y: [Block; 16],
    /// Levels of chroma, four blocks of each plane.
    pub(crate) uv: [Block; 8],
    /// Luma as it is decoded.
    pub(crate) y_samples: [u8; 256],
    /// Chroma as it is decoded.
    pub(crate) uv_samples: [[u8; 64]; 2],
}

impl Coded {
    /// Whether there are no coefficients.
    pub(crate) fn is_empty(&self) -> bool {
        let whole = matches!(self.luma, Luma::Whole(_));
        let first = usize::from(whole);
        (!whole || end_of(&self.second, 0) == 0)
            && self.y.iter().all(|levels| end_of(levels, first) == 0)
            && self.uv.iter().all(|levels| end_of(levels, 0) == 0)
    }
}

/// A macroblock to be decided on.
#[derive(Debug)]
pub(crate) struct Decision<'a> {
    /// What it shall look like.
    pub(crate) source: &'a Source,
    /// Luma around it.
    pub(crate) around: Around<16>,
    /// Chroma around it.
    pub(crate) around_chroma: [Around<8>; 2],
    /// Blocks above and to the left that have coefficients.
    pub(crate) filled: (Filled, Filled),
    /// Subblock modes above and to the left.
    pub(crate) modes: ([u8; 4], [u8; 4]),
    /// Costs.
    pub(crate) costs: &'a Costs,
    /// Its segment's quantisers.
    pub(crate) quantizers: &'a Quantizers,
    /// How hard to think.
    pub(crate) care: Care,
    /// Whether subblocks may have modes of their own.
    pub(crate) may_split: bool,
}

/// How levels are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Each by itself.
    Round,
    /// All of a block together, weighing bits.
    Search,
}

impl Decision<'_> {
    /// Decides.
    pub(crate) fn decide(&self, canvas: Canvas) -> Coded {
        let mut whole = self.whole_luma();
        let chroma = self.chroma();
        let split = if self.may_split { self.sub_luma(canvas, whole.score) } else { None };
        if self.care.trellis && split.is_none() {
            whole = self.try_whole(whole.mode, Way::Search);
        }
        let (luma, second, y, y_samples) = match split {
            Some(sub) => (Luma::Sub(sub.modes), [0; 16], sub.y, sub.samples),
            None => (Luma::Whole(whole.mode), whole.second, whole.y, whole.samples),
        };
        Coded { luma, chroma: chroma.mode, second, y, uv: chroma.levels, y_samples, uv_samples: chroma.samples }
    }

    pub(crate) fn score(&self, error: f32, cost: u32) -> f32 {
        error + self.quantizers.lambda * cost as f32 / 256.0
    }

    /// Levels of coefficients, by a search or by rounding.
    pub(crate) fn levels(
        &self,
        coefficients: &Block,
        kind: usize,
        context: usize,
        quantizer: &Quantizer,
        way: Way,
    ) -> Block {
        if way == Way::Round {
            return quantizer.quantize(coefficients, first_of(kind));
        }
        let (costs, lambda) = (self.costs.of_kind(kind), self.quantizers.level_lambda / 256.0);
        Weighing { costs, quantizer, lambda, first: first_of(kind), context }.levels(coefficients)
    }

    /// What 1/256 bit is worth in roughness.
    pub(crate) fn rough_lambda(&self) -> f32 {
        libm::sqrtf(self.quantizers.lambda) * (2.0 / 256.0)
    }
}
