//! Trellis quantisation: which coefficients of a block are worth their bits, by rate-distortion optimisation with
//! dynamic programming over the (run, size) symbols, as introduced by Ramchandran and Vetterli ("Rate-distortion
//! optimal fast thresholding with complete JPEG/MPEG decoder compatibility", 1994) and Crouse and Ramchandran (1997).

use super::huffman::Histogram;
use super::levels::Level;
use super::tables::TYPICAL_AC;

/// Bits a symbol and what follows it are expected to take.
#[derive(Debug, Clone)]
pub(crate) struct Rates {
    /// By run (0 to 15) and size (1 to 15), at `run * 16 + size`; size bits included.
    coefficient: [f32; 256],
    /// Sixteen zeros.
    long_run: f32,
    /// End of block.
    end: f32,
}

impl Rates {
    /// The code lengths of T.81's typical tables: where nothing better is known yet.
    pub(crate) fn typical(chroma: bool) -> Self {
        let spec = &TYPICAL_AC[usize::from(chroma)];
        let mut bits = [16.0; 256];
        let mut symbols = spec.symbols.iter();
        for (length, count) in (1u8..).zip(spec.counts) {
            for symbol in symbols.by_ref().take(usize::from(count)) {
                bits[usize::from(*symbol)] = f32::from(length);
            }
        }
        Rates::from_bits(&bits)
    }

    /// What the symbols of a histogram take in an ideal code. A symbol not seen is given a quarter
    /// of an occurrence.
    pub(crate) fn of(histogram: &Histogram) -> Self {
        let total = libm::log2f(histogram.iter().map(|count| *count as f32 + 0.25).sum());
        Rates::from_bits(&histogram.map(|count| total - libm::log2f(count as f32 + 0.25)))
    }

    fn from_bits(symbols: &[f32; 256]) -> Self {
        let coefficient = std::array::from_fn(|symbol| symbols[symbol] + (symbol % 16) as f32);
        Rates { coefficient, long_run: symbols[0xF0], end: symbols[0] }
    }

    /// Bits of a coefficient of `size` after `zeros` zeros.
    #[inline]
    fn after(&self, zeros: usize, size: usize) -> f32 {
        let long = if zeros > 15 { self.long_run * (zeros >> 4) as f32 } else { 0.0 };
        long + self.coefficient[(zeros & 15) << 4 | size & 15]
    }
}

/// A coefficient that rounds to something else than zero.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Candidate {
    /// Zigzag index.
    pub(crate) k: u8,
    /// Magnitude in steps.
    pub(crate) size: f32,
    /// Bits a squared error of one step is worth.
    pub(crate) weight: f32,
    /// Whether it is negative.
    pub(crate) negative: bool,
}

/// The best way to code a block up to a candidate that is kept.
#[derive(Debug, Clone, Copy, Default)]
struct Path {
    /// Bits and distortion so far.
    cost: f32,
    /// One past the candidate kept before, 0 for none.
    before: u8,
    /// Level the candidate is kept at.
    level: u16,
}

/// Memory for one block at a time.
#[derive(Debug)]
pub(crate) struct Trellis {
    candidates: [Candidate; 64],
    count: usize,
    paths: [Path; 64],
    /// Distortion of dropping all candidates before each.
    dropped: [f32; 65],
    chosen: [Level; 64],
}

impl Default for Trellis {
    fn default() -> Self {
        Trellis {
            candidates: [Candidate::default(); 64],
            count: 0,
            paths: [Path::default(); 64],
            dropped: [0.0; 65],
            chosen: [Level { k: 0, value: 0 }; 64],
        }
    }
}

/// Number of bits of a level: its category (T.81, F.1.2.1).
#[inline]
fn category(level: u16) -> usize {
    (16 - level.leading_zeros()) as usize
}

impl Trellis {
    /// Forgets the block before.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a candidate; they come by rising index, at most 63.
    #[inline]
    pub(crate) fn add(&mut self, candidate: Candidate) {
        self.candidates[self.count & 63] = candidate;
        self.count = (self.count + 1).min(63);
    }

    /// Gives every candidate's weight a factor.
    #[inline]
    pub(crate) fn weigh(&mut self, factor: f32) {
        for candidate in &mut self.candidates[..self.count] {
            candidate.weight *= factor;
        }
    }

    /// The levels that cost least together with the distortion they leave.
    pub(crate) fn solve(&mut self, rates: &Rates) -> &[Level] {
        if self.count == 0 {
            return &[];
        }
        for index in 0..self.count {
            let candidate = self.candidates[index];
            self.dropped[index + 1] = self.dropped[index] + candidate.weight * candidate.size * candidate.size;
            self.paths[index] = self.best_path(index, rates);
        }
        let all = self.dropped[self.count];
        let mut best = (all + rates.end, 0);
        for index in 0..self.count {
            let end = if self.candidates[index].k == 63 { 0.0 } else { rates.end };
            let cost = self.paths[index].cost + (all - self.dropped[index + 1]) + end;
            if cost < best.0 {
                best = (cost, index + 1);
            }
        }
        self.walk_back(best.1)
    }

    /// The best way to the candidate at `index`, kept.
    #[inline]
    fn best_path(&self, index: usize, rates: &Rates) -> Path {
        let candidate = self.candidates[index];
        let level = (candidate.size + 0.5) as u16;
        // Within a category all levels cost the same: worth a look are the nearest level and the
        // largest one of the category below.
        let size = category(level);
        let lower = (1u16 << (size - 1)) - 1;
        let distortion = |level: u16| {
            let error = candidate.size - f32::from(level);
            candidate.weight * error * error
        };
        let (near, far) = (distortion(level), distortion(lower));
        let mut best = Path { cost: f32::INFINITY, before: 0, level };
        for before in (0..=index).rev() {
            let gap = self.dropped[index] - self.dropped[before];
            if gap >= best.cost {
                break;
            }
            let (start, k) = match before.checked_sub(1) {
                Some(known) => (self.paths[known].cost, self.candidates[known].k),
                None => (0.0, 0),
            };
            let zeros = usize::from(candidate.k - k - 1);
            let start = start + gap;
            let cost = start + near + rates.after(zeros, size);
            if cost < best.cost {
                best = Path { cost, before: before as u8, level };
            }
            if lower > 0 {
                let cost = start + far + rates.after(zeros, size - 1);
                if cost < best.cost {
                    best = Path { cost, before: before as u8, level: lower };
                }
            }
        }
        best
    }

    /// The levels of the best path, `last` one past its last candidate.
    fn walk_back(&mut self, mut last: usize) -> &[Level] {
        let mut at = self.chosen.len();
        while let Some(index) = last.checked_sub(1) {
            let (candidate, path) = (self.candidates[index], self.paths[index]);
            at -= 1;
            let value = path.level.min(i16::MAX as u16) as i16;
            self.chosen[at] = Level { k: candidate.k, value: if candidate.negative { -value } else { value } };
            last = usize::from(path.before);
        }
        &self.chosen[at..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Costs of a way to code the candidates, by the definition.
    fn cost(candidates: &[Candidate], levels: &[u16], rates: &Rates) -> f32 {
        let (mut cost, mut next) = (0.0, 1u8);
        for (candidate, level) in candidates.iter().zip(levels) {
            let error = candidate.size - f32::from(*level);
            cost += candidate.weight * error * error;
            if *level > 0 {
                cost += rates.after(usize::from(candidate.k - next), category(*level));
                next = candidate.k + 1;
            }
        }
        if next < 64 { cost + rates.end } else { cost }
    }

    #[test]
    fn the_answer_is_as_good_as_trying_every_choice() {
        let rates = Rates::typical(false);
        let mut state = 7u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1u32 << 24) as f32
        };
        for _ in 0..200 {
            let mut trellis = Trellis::default();
            let mut k = 0;
            for _ in 0..5 {
                k += 1 + (random() * 11.0) as u8;
                let size = 0.5 + random() * 4.0;
                trellis.add(Candidate { k, size, weight: random() * 12.0, negative: false });
            }
            let candidates = trellis.candidates[..5].to_vec();
            let chosen = trellis.solve(&rates).to_vec();
            let levels: Vec<u16> = candidates
                .iter()
                .map(|c| chosen.iter().find(|level| level.k == c.k).map_or(0, |level| level.value as u16))
                .collect();
            let choices =
                candidates.iter().map(|c| (c.size + 0.5) as u16).map(|near| [0, near, (1 << (category(near) - 1)) - 1]);
            let choices: Vec<[u16; 3]> = choices.collect();
            let pick = |n: usize| -> Vec<u16> { (0..5).map(|i| choices[i][n / 3usize.pow(i as u32) % 3]).collect() };
            let best = (0..3usize.pow(5)).map(|n| cost(&candidates, &pick(n), &rates)).fold(f32::INFINITY, f32::min);
            assert!(cost(&candidates, &levels, &rates) <= best + 1e-3);
        }
    }

    #[test]
    fn distortion_that_costs_nothing_drops_everything() {
        let mut trellis = Trellis::default();
        trellis.add(Candidate { k: 3, size: 40.0, weight: 0.0, negative: true });
        assert_eq!(trellis.solve(&Rates::typical(true)), []);
    }
}
