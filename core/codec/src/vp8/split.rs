//! Luma of mode B_PRED: subblocks that are predicted one after another, each by a mode of its own.

use super::blocks::{corner, difference, square};
use super::cost::LevelCosts;
use super::decide::{Decision, Way};
use super::modes::SUB_PATH;
use super::predict::{Smoothed, sub};
use super::site::Canvas;
use super::tokens::{block_cost, end_of, kind};
use super::transform::{self, Block};

/// Luma predicted by subblocks, with its levels and how it is decoded.
pub(crate) struct SubLuma {
    /// The modes.
    pub(crate) modes: [u8; 16],
    /// Levels of the blocks.
    pub(crate) y: [Block; 16],
    /// Samples as they are decoded.
    pub(crate) samples: [u8; 256],
}

/// One subblock that has been tried.
struct Tried {
    mode: u8,
    levels: Block,
    coefficients: Block,
    prediction: [u8; 16],
    score: f32,
}

impl Decision<'_> {
    /// The best modes of subblocks, where they are better than `limit`.
    pub(crate) fn sub_luma(&self, mut canvas: Canvas, limit: f32) -> Option<SubLuma> {
        let mut score = self.score(0.0, self.costs.path(SUB_PATH.into_iter()));
        let (mut above, mut left) = (self.filled.0.y, self.filled.1.y);
        let (mut modes_above, mut modes_left) = self.modes;
        let mut modes = [0; 16];
        let mut y = [[0; 16]; 16];
        for at in 0..16 {
            let (row, column) = (at / 4, at % 4);
            let mode_costs = self.costs.sub_modes(modes_above[column], modes_left[row]);
            let context = usize::from(above[column]) + usize::from(left[row]);
            let best = self.best_sub(at, &canvas.edge(at), mode_costs, context);
            score += best.score;
            if score >= limit {
                return None;
            }
            let is_filled = end_of(&best.levels, 0) > 0;
            (above[column], left[row]) = (is_filled, is_filled);
            (modes_above[column], modes_left[row]) = (best.mode, best.mode);
            canvas.put(at, &self.decoded(&best.prediction, &best.levels));
            modes[at] = best.mode;
            y[at] = best.levels;
        }
        Some(SubLuma { modes, y, samples: canvas.samples() })
    }

    /// The best mode of a subblock.
    fn best_sub(&self, at: usize, edge: &[u8; 13], mode_costs: &[u16; 10], context: usize) -> Tried {
        let source = square(&self.source.y, 16, corner(at, 4, 16));
        let smoothed = Smoothed::new(*edge);
        let lambda = self.rough_lambda();
        let mut candidates: [(f32, u8); sub::COUNT] = core::array::from_fn(|mode| {
            let rough = transform::roughness(&difference(&source, &smoothed.predict(mode as u8)));
            (rough as f32 + lambda * f32::from(mode_costs[mode]), mode as u8)
        });
        let tries = self.care.sub_modes.clamp(1, sub::COUNT);
        let costs = self.costs.of_kind(kind::LUMA);
        let mut best: Option<Tried> = None;
        for next in 0..tries {
            select(&mut candidates, next);
            let mode = candidates[next].1;
            let tried = self.try_sub(&source, &smoothed, mode, mode_costs[usize::from(mode)], context, costs);
            if best.as_ref().is_none_or(|best| tried.score < best.score) {
                best = Some(tried);
            }
        }
        let best = best.unwrap_or_else(|| self.try_sub(&source, &smoothed, 0, mode_costs[0], context, costs));
        if self.care.trellis { self.refine(best, context) } else { best }
    }

    fn try_sub(
        &self,
        source: &[u8; 16],
        smoothed: &Smoothed,
        mode: u8,
        mode_cost: u16,
        context: usize,
        costs: &[LevelCosts],
    ) -> Tried {
        let prediction = smoothed.predict(mode);
        let coefficients = transform::forward(&difference(source, &prediction));
        let levels = self.quantizers.luma.quantize(&coefficients, 0);
        let cost = u32::from(mode_cost) + block_cost(costs, 0, context, &levels);
        let error = self.quantizers.luma.error(&coefficients, &self.quantizers.luma.restore(&levels));
        Tried { mode, levels, coefficients, prediction, score: self.score(error, cost) }
    }

    /// A subblock's samples as they are decoded.
    #[inline]
    fn decoded(&self, prediction: &[u8; 16], levels: &Block) -> [u8; 16] {
        let residual = transform::inverse(&self.quantizers.luma.restore(levels));
        core::array::from_fn(|at| (i16::from(prediction[at]) + residual[at]).clamp(0, 255) as u8)
    }

    /// Searches the levels of the mode that was chosen by rounded ones. Its score stays, as whole macroblocks are
    /// compared by rounded levels too.
    fn refine(&self, best: Tried, context: usize) -> Tried {
        let levels = self.levels(&best.coefficients, kind::LUMA, context, &self.quantizers.luma, Way::Search);
        Tried { levels, ..best }
    }
}

/// Brings the least of what follows to a place.
fn select(candidates: &mut [(f32, u8)], place: usize) {
    let mut least = place;
    for at in place + 1..candidates.len() {
        if candidates[at].0 < candidates[least].0 {
            least = at;
        }
    }
    candidates.swap(place, least);
}
