//! Chroma prediction: both planes share a mode.

use super::blocks::{add_residual, corner, residual, roughness_of};
use super::decide::{Decision, Way};
use super::modes::chroma_path;
use super::predict::Mode;
use super::tokens::{block_cost, end_of, kind};
use super::transform::{self, Block};

/// Chroma with its levels and how it is decoded.
pub(crate) struct Chroma {
    /// The mode.
    pub(crate) mode: Mode,
    /// Levels, four blocks of each plane.
    pub(crate) levels: [Block; 8],
    /// Samples as they are decoded.
    pub(crate) samples: [[u8; 64]; 2],
    /// Error and bits.
    pub(crate) score: f32,
}

impl Decision<'_> {
    /// The best mode for chroma.
    pub(crate) fn chroma(&self) -> Chroma {
        let mut candidates = Mode::ALL.map(|mode| {
            let mut prediction = [[0; 64]; 2];
            let mut rough = 0;
            for plane in 0..2 {
                self.around_chroma[plane].predict(mode, &mut prediction[plane]);
                rough += roughness_of(&self.source.chroma[plane], &prediction[plane], 8);
            }
            (rough as f32 + self.rough_lambda() * self.costs.path(chroma_path(mode)) as f32, mode)
        });
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
        let way = if self.care.trellis { Way::Search } else { Way::Round };
        if self.care.whole_modes <= 1 {
            return self.try_chroma(candidates[0].1, way);
        }
        let tries = candidates.iter().take(self.care.whole_modes).map(|&(_, mode)| self.try_chroma(mode, Way::Round));
        let best = tries.reduce(|best, next| if next.score < best.score { next } else { best });
        self.try_chroma(best.map_or(Mode::Dc, |best| best.mode), way)
    }

    fn try_chroma(&self, mode: Mode, way: Way) -> Chroma {
        let costs = self.costs.of_kind(kind::CHROMA);
        let quantizer = &self.quantizers.chroma;
        let mut cost = self.costs.path(chroma_path(mode));
        let mut error = 0.0;
        let mut levels = [[0; 16]; 8];
        let mut samples = [[0; 64]; 2];
        for plane in 0..2 {
            let source = &self.source.chroma[plane];
            let mut prediction = [0; 64];
            self.around_chroma[plane].predict(mode, &mut prediction);
            let (mut above, mut left) = (self.filled.0.chroma[plane], self.filled.1.chroma[plane]);
            for at in 0..4 {
                let place = corner(at, 2, 8);
                let coefficients = transform::forward(&residual(source, &prediction, 8, place));
                let context = usize::from(above[at % 2]) + usize::from(left[at / 2]);
                let block = self.levels(&coefficients, kind::CHROMA, context, quantizer, way);
                cost += block_cost(costs, 0, context, &block);
                let is_filled = end_of(&block, 0) > 0;
                (above[at % 2], left[at / 2]) = (is_filled, is_filled);
                let restored = quantizer.restore(&block);
                error += quantizer.error(&coefficients, &restored);
                add_residual(&prediction, &transform::inverse(&restored), 8, place, &mut samples[plane]);
                levels[plane * 4 + at] = block;
            }
        }
        Chroma { mode, levels, samples, score: self.score(error, cost) }
    }
}
