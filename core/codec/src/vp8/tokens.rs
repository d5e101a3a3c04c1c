//! Coefficients as tokens (RFC 6386, section 13): their cost, their statistics and their writing.

use super::bool_coder::{BoolEncoder, likely};
use super::cost::LevelCosts;
use super::tables::{BAND, CATEGORY_BASE, CATEGORY_PROBS};
use super::token_probs::{BANDS, CONTEXTS, DEFAULTS, KEEP, KINDS, NODES, TokenProbs};
use super::transform::Block;

/// Kinds of blocks, as they index the probabilities (section 13.3).
pub(crate) mod kind {
    /// Luma whose mean values are in a second-order block.
    pub(crate) const LUMA_REST: usize = 0;
    /// A second-order block.
    pub(crate) const SECOND: usize = 1;
    /// Chroma.
    pub(crate) const CHROMA: usize = 2;
    /// Luma with its mean value.
    pub(crate) const LUMA: usize = 3;
}

/// Position of the first coefficient of a kind of block.
pub(crate) fn first_of(kind: usize) -> usize {
    usize::from(kind == kind::LUMA_REST)
}

/// One past the last level that is not zero, in scan order; zero where there is none from `first` on.
#[inline]
pub(crate) fn end_of(levels: &Block, first: usize) -> usize {
    levels[first..].iter().rposition(|&level| level != 0).map_or(0, |at| first + at + 1)
}

/// The context the level before gives.
#[inline]
pub(crate) fn context_after(magnitude: u16) -> usize {
    usize::from(magnitude.min(2))
}

/// Cost of a block of the kind that `costs` are of, in 1/256 bits.
#[inline]
pub(crate) fn block_cost(costs: &[LevelCosts], first: usize, context: usize, levels: &Block) -> u32 {
    let end = end_of(levels, first);
    let start = &costs[BAND[first] * CONTEXTS + context];
    if end == 0 {
        return u32::from(start.end);
    }
    let mut cost = if context == 0 { u32::from(start.go_on) } else { 0 };
    let mut context = context;
    for at in first..end {
        let magnitude = levels[at].unsigned_abs();
        cost += costs[BAND[at] * CONTEXTS + context].level(magnitude);
        context = context_after(magnitude);
    }
    if end < 16 {
        cost += u32::from(costs[BAND[end] * CONTEXTS + context].end);
    }
    cost
}

/// Marks a decision with a probability of its own.
const FIXED: u16 = 1 << 14;

/// Marks a decision that is true.
const TRUE: u16 = 1 << 15;

/// Decisions of a frame's coefficients, and how often each went which way.
#[derive(Debug)]
pub(crate) struct Tokens {
    /// Each the number of its probability, or with `FIXED` the probability, and `TRUE`.
    decisions: Vec<u16>,
    counts: Vec<[u32; 2]>,
}

impl Default for Tokens {
    fn default() -> Self {
        Tokens { decisions: Vec::new(), counts: vec![[0; 2]; KINDS * BANDS * CONTEXTS * NODES] }
    }
}

impl Tokens {
    /// Adds a block; tells whether it has a level that is not zero.
    pub(crate) fn push_block(&mut self, kind: usize, context: usize, levels: &Block) -> bool {
        let first = first_of(kind);
        let end = end_of(levels, first);
        let mut context = context;
        let mut may_end = true;
        for at in first..end {
            let node = node_of(kind, BAND[at], context);
            if may_end {
                self.push(node, true);
            }
            let magnitude = levels[at].unsigned_abs();
            self.push_level(node, magnitude);
            if magnitude > 0 {
                self.push_fixed(levels[at] < 0, 128);
            }
            may_end = magnitude > 0;
            context = context_after(magnitude);
        }
        if end < 16 {
            self.push(node_of(kind, BAND[end.max(first)], context), false);
        }
        end > 0
    }

    #[inline]
    fn push(&mut self, node: usize, bit: bool) {
        self.counts[node][usize::from(bit)] += 1;
        self.decisions.push(node as u16 | if bit { TRUE } else { 0 });
    }

    fn push_fixed(&mut self, bit: bool, prob: u8) {
        self.decisions.push(u16::from(prob) | FIXED | if bit { TRUE } else { 0 });
    }

    fn push_level(&mut self, node: usize, magnitude: u16) {
        self.push(node + 1, magnitude > 0);
        if magnitude == 0 {
            return;
        }
        self.push(node + 2, magnitude > 1);
        if magnitude == 1 {
            return;
        }
        self.push(node + 3, magnitude > 4);
        if magnitude > 4 {
            return self.push_category(node, magnitude);
        }
        self.push(node + 4, magnitude > 2);
        if magnitude > 2 {
            self.push(node + 5, magnitude > 3);
        }
    }

    fn push_category(&mut self, node: usize, magnitude: u16) {
        let category = CATEGORY_BASE.iter().rposition(|&base| base <= magnitude).unwrap_or(0);
        self.push(node + 6, category > 1);
        match category {
            0 | 1 => self.push(node + 7, category == 1),
            2 | 3 => {
                self.push(node + 8, false);
                self.push(node + 9, category == 3);
            }
            _ => {
                self.push(node + 8, true);
                self.push(node + 10, category == 5);
            }
        }
        let rest = magnitude - CATEGORY_BASE[category];
        let probs = CATEGORY_PROBS[category];
        for (at, &prob) in probs.iter().enumerate() {
            self.push_fixed((rest >> (probs.len() - 1 - at)) & 1 == 1, prob);
        }
    }

    /// The probabilities that make the frame smallest, the flags that replace them counted.
    pub(crate) fn best_probs(&self) -> TokenProbs {
        let mut probs = DEFAULTS;
        let places = probs.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        let keeps = KEEP.as_flattened().as_flattened().as_flattened();
        for ((prob, &keep), &counts) in places.iter_mut().zip(keeps).zip(&self.counts) {
            let new = likely(u64::from(counts[0]), u64::from(counts[1]));
            let gain = cost_of(counts, *prob) - cost_of(counts, new);
            let flags = cost(256.0 - f64::from(keep)) - cost(f64::from(keep)) + 8.0;
            if gain > flags {
                *prob = new;
            }
        }
        probs
    }

    /// Writes all decisions.
    pub(crate) fn write(&self, probs: &TokenProbs, encoder: &mut BoolEncoder) {
        let probs = probs.as_flattened().as_flattened().as_flattened();
        for &decision in &self.decisions {
            let place = decision & !(TRUE | FIXED);
            let prob = if decision & FIXED != 0 { place as u8 } else { probs[usize::from(place)] };
            encoder.put(decision & TRUE != 0, prob);
        }
    }

    /// About how many bits the decisions take under `probs`.
    pub(crate) fn bits(&self, probs: &TokenProbs) -> f64 {
        let probs = probs.as_flattened().as_flattened().as_flattened();
        let adaptive: f64 = probs.iter().zip(&self.counts).map(|(&prob, &counts)| cost_of(counts, prob)).sum();
        let fixed =
            self.decisions.len() as f64 - self.counts.iter().map(|c| f64::from(c[0]) + f64::from(c[1])).sum::<f64>();
        adaptive + fixed
    }
}

/// Number of the first probability of a kind, band and context.
#[inline]
fn node_of(kind: usize, band: usize, context: usize) -> usize {
    ((kind * BANDS + band) * CONTEXTS + context) * NODES
}

/// Bits of a decision of this likelihood of 256.
fn cost(likelihood: f64) -> f64 {
    8.0 - libm::log2(likelihood.max(0.5))
}

/// Bits of decisions under a probability.
fn cost_of(counts: [u32; 2], prob: u8) -> f64 {
    f64::from(counts[0]) * cost(f64::from(prob)) + f64::from(counts[1]) * cost(256.0 - f64::from(prob))
}

/// Writes which probabilities a frame replaces (section 13.4).
pub(crate) fn write_probs(probs: &TokenProbs, encoder: &mut BoolEncoder) {
    let new = probs.as_flattened().as_flattened().as_flattened();
    let old = DEFAULTS.as_flattened().as_flattened().as_flattened();
    let keeps = KEEP.as_flattened().as_flattened().as_flattened();
    for ((&new, &old), &keep) in new.iter().zip(old).zip(keeps) {
        encoder.put(new != old, keep);
        if new != old {
            encoder.literal(u32::from(new), 8);
        }
    }
}
