//! Luma of 16x16 modes: the macroblock is predicted as a whole.

use super::blocks::{add_residual, corner, residual, roughness_of};
use super::decide::{Decision, Way};
use super::modes::luma_path;
use super::predict::Mode;
use super::tokens::{block_cost, end_of, kind};
use super::transform::{self, Block};

/// Luma predicted as a whole, with its levels and how it is decoded.
pub(crate) struct WholeLuma {
    /// The mode.
    pub(crate) mode: Mode,
    /// Levels of the second-order block.
    pub(crate) second: Block,
    /// Levels of the blocks.
    pub(crate) y: [Block; 16],
    /// Samples as they are decoded.
    pub(crate) samples: [u8; 256],
    /// Error and bits.
    pub(crate) score: f32,
}

impl Decision<'_> {
    /// The best mode for luma as a whole.
    pub(crate) fn whole_luma(&self) -> WholeLuma {
        let mut candidates = Mode::ALL.map(|mode| {
            let mut prediction = [0; 256];
            self.around.predict(mode, &mut prediction);
            let rough = roughness_of(&self.source.y, &prediction, 16);
            let cost = self.costs.path(luma_path(mode).into_iter());
            (rough as f32 + self.rough_lambda() * cost as f32, mode)
        });
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
        let tries = candidates.iter().take(self.care.whole_modes.max(1));
        let tries = tries.map(|&(_, mode)| self.try_whole(mode, Way::Round));
        tries
            .reduce(|best, next| if next.score < best.score { next } else { best })
            .unwrap_or_else(|| self.try_whole(Mode::Dc, Way::Round))
    }

    pub(crate) fn try_whole(&self, mode: Mode, way: Way) -> WholeLuma {
        let mut prediction = [0; 256];
        self.around.predict(mode, &mut prediction);
        let mut means = [0; 16];
        let mut coefficients = [[0; 16]; 16];
        for at in 0..16 {
            coefficients[at] = transform::forward(&residual(&self.source.y, &prediction, 16, corner(at, 4, 16)));
            means[at] = coefficients[at][0];
        }
        let context = usize::from(self.filled.0.second) + usize::from(self.filled.1.second);
        let second_coefficients = transform::forward_walsh(&means);
        let second = self.levels(&second_coefficients, kind::SECOND, context, &self.quantizers.second, way);
        let restored_means = transform::inverse_walsh(&self.quantizers.second.restore(&second));
        let mut cost = self.costs.path(luma_path(mode).into_iter());
        cost += block_cost(self.costs.of_kind(kind::SECOND), 0, context, &second);
        let rest = self.costs.of_kind(kind::LUMA_REST);
        let (mut above, mut left) = (self.filled.0.y, self.filled.1.y);
        let mut y = [[0; 16]; 16];
        let mut samples = [0; 256];
        let mut error = 0.0;
        for at in 0..16 {
            let context = usize::from(above[at % 4]) + usize::from(left[at / 4]);
            let levels = self.levels(&coefficients[at], kind::LUMA_REST, context, &self.quantizers.luma, way);
            cost += block_cost(rest, 1, context, &levels);
            let is_filled = end_of(&levels, 1) > 0;
            (above[at % 4], left[at / 4]) = (is_filled, is_filled);
            let mut restored = self.quantizers.luma.restore(&levels);
            restored[0] = restored_means[at];
            error += self.quantizers.luma.error(&coefficients[at], &restored);
            add_residual(&prediction, &transform::inverse(&restored), 16, corner(at, 4, 16), &mut samples);
            y[at] = levels;
        }
        let score = self.score(error, cost);
        WholeLuma { mode, second, y, samples, score }
    }
}
