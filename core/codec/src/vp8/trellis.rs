//! Trellis quantisation: error weighed against bits, along the cheapest path through the levels that come into
//! question.

use super::cost::LevelCosts;
use super::quantize::Quantizer;
use super::tables::{BAND, ZIGZAG};
use super::token_probs::CONTEXTS;
use super::tokens::context_after;
use super::transform::Block;

/// One level that a coefficient may get, and the cheapest way to it.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    level: u16,
    /// Which of the two levels before leads here.
    from: u8,
    /// Error and bits up to here, over those of nothing but zeros.
    score: f32,
}

/// What a search weighs with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weighing<'a> {
    /// Costs of the kind of block.
    pub(crate) costs: &'a [LevelCosts],
    /// Steps, and what errors weigh.
    pub(crate) quantizer: &'a Quantizer,
    /// What 1/256 of a bit may cost in weighted error.
    pub(crate) lambda: f32,
    /// The first coefficient that is coded.
    pub(crate) first: usize,
    /// What the blocks above and to the left give.
    pub(crate) context: usize,
}

impl Weighing<'_> {
    /// Levels in scan order.
    pub(crate) fn levels(&self, coefficients: &Block) -> Block {
        let magnitudes: [u16; 16] = core::array::from_fn(|at| coefficients[ZIGZAG[at]].unsigned_abs());
        let Some(last) = (self.first..16).rev().find(|&at| self.quantizer.nearest(magnitudes[at], at) > 0) else {
            return [0; 16];
        };
        let mut path = [[Step::default(); 2]; 16];
        let end = self.search(&magnitudes, last, &mut path);
        let mut levels = trace(&path, end, self.first);
        for (level, &place) in levels.iter_mut().zip(&ZIGZAG) {
            if coefficients[place] < 0 {
                *level = -*level;
            }
        }
        levels
    }

    /// Fills in the paths; gives the place and the choice where the best one ends.
    fn search(&self, magnitudes: &[u16; 16], last: usize, path: &mut [[Step; 2]; 16]) -> Option<(usize, usize)> {
        let start = &self.costs[BAND[self.first] * CONTEXTS + self.context];
        let go_on = if self.context == 0 { self.lambda * f32::from(start.go_on) } else { 0.0 };
        let mut best = (self.lambda * f32::from(start.end), None);
        let mut before = [(self.context, go_on), (self.context, f32::INFINITY)];
        for at in self.first..=last {
            let steps = self.steps(magnitudes[at], at, &before);
            path[at] = steps;
            for (choice, step) in steps.iter().enumerate() {
                let context = context_after(step.level);
                before[choice] = (context, step.score);
                if step.level > 0 {
                    let score = step.score + self.end_cost(at, context);
                    if score < best.0 {
                        best = (score, Some((at, choice)));
                    }
                }
            }
        }
        best.1
    }

    fn end_cost(&self, at: usize, context: usize) -> f32 {
        if at == 15 { 0.0 } else { self.lambda * f32::from(self.costs[BAND[at + 1] * CONTEXTS + context].end) }
    }

    /// The two levels that come into question, each with its cheapest way.
    #[inline]
    fn steps(&self, magnitude: u16, at: usize, before: &[(usize, f32); 2]) -> [Step; 2] {
        let nearest = self.quantizer.nearest(magnitude, at);
        let band = &self.costs[BAND[at] * CONTEXTS..][..CONTEXTS];
        let ways = [(&band[before[0].0], before[0].1), (&band[before[1].0], before[1].1)];
        let (value, step) = (f32::from(magnitude), f32::from(self.quantizer.steps[at]));
        let weight = self.quantizer.weights[ZIGZAG[at]];
        let gain = |level: u16| {
            let error = value - f32::from(level) * step;
            (error * error - value * value) * weight
        };
        let upper = self.step(nearest, gain(nearest), &ways);
        if nearest == 0 {
            return [upper, Step { score: f32::INFINITY, ..upper }];
        }
        [upper, self.step(nearest - 1, gain(nearest - 1), &ways)]
    }

    #[inline]
    fn step(&self, level: u16, error: f32, ways: &[(&LevelCosts, f32); 2]) -> Step {
        let by = |way: usize| ways[way].1 + self.lambda * ways[way].0.level(level) as f32;
        let (first, second) = (by(0), by(1));
        let (from, way) = if second < first { (1, second) } else { (0, first) };
        Step { level, from, score: way + error }
    }
}

/// Magnitudes along the path that ends at a place.
fn trace(path: &[[Step; 2]; 16], end: Option<(usize, usize)>, first: usize) -> Block {
    let mut levels = [0; 16];
    let Some((last, mut choice)) = end else { return levels };
    for at in (first..=last).rev() {
        let step = &path[at][choice];
        levels[at] = step.level as i16;
        choice = usize::from(step.from);
    }
    levels
}
