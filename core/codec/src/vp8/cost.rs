//! Bit costs of decisions, in 1/256 bits, by the probabilities they are coded with.

use super::modes::sub_tree;
use super::predict::sub;
use super::tables::{CATEGORY_BASE, CATEGORY_PROBS, SUBBLOCK_MODE_PROBS};
use super::token_probs::{BANDS, CONTEXTS, KINDS, TokenProbs};

/// The level from which on all have one token, and differ by extra bits alone.
pub(crate) const GREATEST: usize = 67;

/// Cost of a bit that is as likely as not.
const BIT: u16 = 256;

/// Cost of each bit by its probability.
#[derive(Debug)]
struct BitCosts([u16; 257]);

impl BitCosts {
    fn new() -> Self {
        let cost = |p: usize| libm::round(-256.0 * libm::log2(p.max(1) as f64 / 256.0)) as u16;
        BitCosts(core::array::from_fn(cost))
    }

    fn of(&self, bit: bool, prob: u8) -> u16 {
        let likelihood = if bit { 256 - usize::from(prob) } else { usize::from(prob) };
        self.0[likelihood]
    }
}

/// Cost of tokens of one kind of block, band and context.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LevelCosts {
    /// Of each level, its sign included, and that the block goes on where the context lets it end.
    levels: [u16; GREATEST + 1],
    /// That the block ends here.
    pub(crate) end: u16,
    /// That it goes on.
    pub(crate) go_on: u16,
}

impl LevelCosts {
    /// Cost of a level's magnitude and sign.
    #[inline]
    pub(crate) fn level(&self, magnitude: u16) -> u32 {
        match self.levels.get(usize::from(magnitude)) {
            Some(&cost) if usize::from(magnitude) < GREATEST => u32::from(cost),
            _ => u32::from(self.levels[GREATEST]) + extra_bits(5, magnitude),
        }
    }
}

/// Cost of the extra bits of a level of a category, by their probabilities alone.
fn extra_bits(category: usize, magnitude: u16) -> u32 {
    let rest = magnitude - CATEGORY_BASE[category].min(magnitude);
    let probs = CATEGORY_PROBS[category];
    let costs = probs.iter().enumerate().map(|(at, &prob)| {
        let bit = (rest >> (probs.len() - 1 - at)) & 1 == 1;
        let likelihood = if bit { 256 - u32::from(prob) } else { u32::from(prob) };
        log2_cost(likelihood)
    });
    costs.sum()
}

/// -256 log2(likelihood / 256), near enough for the rare great levels.
fn log2_cost(likelihood: u32) -> u32 {
    let whole = likelihood.max(1).ilog2();
    let part = ((likelihood << 8) >> whole) - 256;
    (8 - whole) * 256 - part.min(256)
}

/// Costs of everything a macroblock holds.
#[derive(Debug)]
pub(crate) struct Costs {
    tokens: Vec<LevelCosts>,
    /// Of subblock modes, by the modes above and to the left.
    sub_modes: Vec<[u16; sub::COUNT]>,
    bits: BitCosts,
}

impl Costs {
    /// Costs under the given probabilities of tokens.
    pub(crate) fn new(probs: &TokenProbs) -> Self {
        let bits = BitCosts::new();
        let mut costs = Costs { tokens: Vec::new(), sub_modes: Vec::new(), bits };
        costs.sub_modes = SUBBLOCK_MODE_PROBS
            .iter()
            .flatten()
            .map(|probs| core::array::from_fn(|mode| costs.sub_mode_cost(mode as u8, probs)))
            .collect();
        costs.refresh(probs);
        costs
    }

    /// Takes new probabilities of tokens.
    pub(crate) fn refresh(&mut self, probs: &TokenProbs) {
        let all = probs.iter().flatten().flat_map(|band| band.iter().enumerate());
        self.tokens = all.map(|(context, probs)| self.level_costs(context, probs)).collect();
    }

    /// Costs of a kind of block, by band and context.
    #[inline]
    pub(crate) fn of_kind(&self, kind: usize) -> &[LevelCosts] {
        let size = BANDS * CONTEXTS;
        let at = (kind % KINDS) * size;
        self.tokens.get(at..at + size).unwrap_or(&[])
    }

    /// Cost of a subblock's mode below `above` and right of `left`.
    #[inline]
    pub(crate) fn sub_modes(&self, above: u8, left: u8) -> &[u16; sub::COUNT] {
        &self.sub_modes[usize::from(above) * sub::COUNT + usize::from(left)]
    }

    /// Cost of decisions, each with its probability.
    pub(crate) fn path(&self, path: impl Iterator<Item = (bool, u8)>) -> u32 {
        path.map(|(bit, prob)| u32::from(self.bits.of(bit, prob))).sum()
    }

    fn sub_mode_cost(&self, mode: u8, probs: &[u8; 9]) -> u16 {
        self.path(sub_tree(mode).iter().map(|&(node, bit)| (bit, probs[node]))) as u16
    }

    fn level_costs(&self, context: usize, probs: &[u8; 11]) -> LevelCosts {
        let cost = |node: usize, bit: bool| self.bits.of(bit, probs[node]);
        let go_on = cost(0, true);
        let base = if context > 0 { go_on } else { 0 };
        let mut levels = [base + cost(1, false); GREATEST + 1];
        let nonzero = base + cost(1, true) + BIT;
        levels[1] = nonzero + cost(2, false);
        let more = nonzero + cost(2, true);
        levels[2] = more + cost(3, false) + cost(4, false);
        levels[3] = more + cost(3, false) + cost(4, true) + cost(5, false);
        levels[4] = more + cost(3, false) + cost(4, true) + cost(5, true);
        let great = more + cost(3, true);
        let (low, high) = (great + cost(6, false), great + cost(6, true));
        let categories = [
            low + cost(7, false),
            low + cost(7, true),
            high + cost(8, false) + cost(9, false),
            high + cost(8, false) + cost(9, true),
            high + cost(8, true) + cost(10, false),
            high + cost(8, true) + cost(10, true),
        ];
        for (category, pair) in CATEGORY_BASE.windows(2).enumerate() {
            for level in pair[0]..pair[1] {
                levels[usize::from(level)] = categories[category] + extra_bits(category, level) as u16;
            }
        }
        levels[GREATEST] = categories[5];
        LevelCosts { levels, end: cost(0, false), go_on }
    }
}
