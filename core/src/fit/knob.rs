//! Bisection of one knob: the values at which an estimate comes near to what is wanted.

use transvase_base::error::Result;

/// Estimates asked for each knob at most.
const MOST_ESTIMATES: u32 = 8;

/// Of these, how many follow secants.
const SECANTS: u32 = 4;

/// What an estimate has at least to promise over the one of a result that fits already.
const GAIN: f64 = 1.005;

/// Share of the target that is good enough to stop at.
pub(super) const GOOD: f64 = 0.985;

/// The estimate that is wanted, and those that need no trying.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aim {
    pub(super) target: f64,
    /// Estimates up to here bring nothing: a result of one has fitted.
    low: f64,
    /// Estimates from here on are too large: a result of one has not fitted.
    high: f64,
}

impl Aim {
    pub(super) const EVERYTHING: Aim = Aim { target: f64::INFINITY, low: 0.0, high: f64::INFINITY };

    /// Leaves out what a result shows that has this estimate.
    pub(super) fn learn(&mut self, estimate: f64, fits: bool) {
        if fits {
            self.low = self.low.max(estimate * GAIN);
        } else {
            self.high = self.high.min(estimate);
        }
    }

    /// Whether an estimate is worth a result.
    pub(super) fn holds(self, size: f64) -> bool {
        self.low < size && size < self.high
    }

    /// Whether an estimate fills the target well enough.
    pub(super) fn is_reached(self, size: f64) -> bool {
        size >= self.target * GOOD && size <= self.target / GOOD
    }

    /// Whether one estimate is more promising than another one: the larger one of those that will fit.
    pub(super) fn prefers(self, size: f64, other: f64) -> bool {
        match [size, other].map(|size| size <= self.target * GAIN) {
            [true, true] => size > other,
            [false, false] => size < other,
            [fits, _] => fits,
        }
    }

    /// Whether smaller ones are to be looked for.
    fn is_passed(self, size: f64) -> bool {
        size >= self.high || size > self.low && size > self.target
    }
}

/// A knob's value, the size estimated there, and the logarithm of that size to the target.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tried {
    pub(super) knob: f64,
    pub(super) size: f64,
    error: f64,
}

/// What is known of a knob: the values nearest to the target on both sides, by their sizes, and those known to be too small
/// and too large.
#[derive(Debug, Default)]
pub(super) struct Around {
    above: Option<Tried>,
    below: Option<Tried>,
    low: Option<f64>,
    high: Option<f64>,
}

impl Around {
    /// The nearer side first.
    pub(super) fn nearest_first(&self) -> impl Iterator<Item = Tried> {
        let distance = |tried: &Option<Tried>| tried.map_or(f64::INFINITY, |tried| tried.error.abs());
        let is_above_nearer = distance(&self.above) < distance(&self.below);
        let order = if is_above_nearer { [self.above, self.below] } else { [self.below, self.above] };
        order.into_iter().flatten()
    }

    fn learn(&mut self, tried: Tried, is_above: bool) {
        let side = if is_above { &mut self.above } else { &mut self.below };
        if side.is_none_or(|known| tried.error.abs() < known.error.abs()) {
            *side = Some(tried);
        }
        let (low, high) = self.ends();
        if is_above && tried.knob >= low {
            self.high = Some(tried.knob.min(high));
        } else if !is_above && tried.knob <= high {
            self.low = Some(tried.knob.max(low));
        }
    }

    fn ends(&self) -> (f64, f64) {
        (self.low.unwrap_or(0.0), self.high.unwrap_or(1.0))
    }

    /// How fast sizes grow between the two sides.
    fn slope(&self) -> Option<f64> {
        Some(slope(&self.above?, &self.below?))
    }

    /// The guess, or where it falls outside what is known, a place nearer to the end it aims at: the end itself while
    /// nothing is known about it.
    fn next(&self, guess: f64) -> f64 {
        let (low, high) = self.ends();
        if guess <= low {
            if self.low.is_none() { low } else { low + (high - low) / 4.0 }
        } else if guess >= high {
            if self.high.is_none() { high } else { high - (high - low) / 4.0 }
        } else {
            guess
        }
    }

    fn middle(&self) -> f64 {
        let (low, high) = self.ends();
        f64::midpoint(low, high)
    }
}

fn slope(a: &Tried, b: &Tried) -> f64 {
    ((a.error - b.error) / (a.knob - b.knob)).clamp(0.5, 50.0)
}

/// A search along one knob: how fast sizes grow before anything is known, by about e to this power over the knob's whole
/// range, and the natural logarithm of how far off the target it may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walk {
    pub(super) slope: f64,
    pub(super) tolerance: f64,
}

impl Walk {
    /// Looks for the value of a knob from 0 to 1 at which `estimate` comes near what is aimed at, from what is `known` of it
    /// on, or from `start`: secants through the logarithms of the sizes, held inside what is known to be too small and too
    /// large.
    pub(super) fn solve(
        mut self,
        mut estimate: impl FnMut(f64) -> Result<f64>,
        known: &[(f64, f64)],
        start: f64,
        aim: Aim,
    ) -> Result<Around> {
        let tried = |knob, size: f64| Tried { knob, size, error: libm::log(size.max(1.0) / aim.target.max(1.0)) };
        let mut around = Around::default();
        for &(knob, size) in known {
            around.learn(tried(knob, size), aim.is_passed(size));
        }
        self.slope = around.slope().unwrap_or(self.slope);
        let mut last = around.nearest_first().next();
        let mut is_still = false;
        for round in 0..MOST_ESTIMATES {
            let next = match last {
                Some(last) if self.is_done(&last, is_still, aim) => break,
                Some(last) => self.next(&around, &last, is_still, round, aim),
                None => start,
            };
            if last.is_some_and(|last| (next - last.knob).abs() < 1e-4) {
                break;
            }
            let now = tried(next, estimate(next)?);
            around.learn(now, aim.is_passed(now.size));
            if let Some(before) = last.replace(now) {
                is_still = now.size == before.size;
                self.slope = slope(&now, &before);
            }
        }
        Ok(around)
    }

    /// Whether the last value is good enough, or nothing moves up to the knob's end.
    fn is_done(self, last: &Tried, is_still: bool, aim: Aim) -> bool {
        let is_near = last.error.abs() <= self.tolerance && aim.holds(last.size);
        is_near || is_still && (last.knob == 0.0 || last.knob == 1.0)
    }

    fn next(self, around: &Around, last: &Tried, is_still: bool, round: u32, aim: Aim) -> f64 {
        if is_still {
            // The knob moves nothing here: it is asked what it moves at all.
            around.next(if aim.is_passed(last.size) { 0.0 } else { 1.0 })
        } else if round >= SECANTS && around.above.is_some() {
            // Sizes that grow in steps mislead secants.
            around.middle()
        } else {
            around.next(last.knob - last.error / self.slope)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Aim, Tried, Walk};

    const WALK: Walk = Walk { slope: 5.0, tolerance: 0.01 };

    /// The nearest value, and how many estimates it took.
    fn nearest(size: impl Fn(f64) -> f64, known: &[f64], target: f64) -> (Tried, u32) {
        let mut asked = 0;
        let counted = |knob| {
            asked += 1;
            Ok(size(knob))
        };
        let known: Vec<_> = known.iter().map(|knob| (*knob, size(*knob))).collect();
        let around = WALK.solve(counted, &known, 0.5, Aim { target, ..Aim::EVERYTHING }).unwrap();
        (around.nearest_first().next().unwrap(), asked)
    }

    fn even(knob: f64) -> f64 {
        1_000.0 * libm::exp(4.6 * knob)
    }

    #[test]
    fn even_growth_is_followed_by_secants() {
        for target in [1_200.0, 9_000.0, 70_000.0] {
            let (found, asked) = nearest(even, &[], target);
            assert!((found.size / target - 1.0).abs() < 0.01 && asked <= 4, "{target}: {found:?}, {asked}");
        }
    }

    #[test]
    fn what_is_known_is_not_asked_again() {
        let (found, asked) = nearest(even, &[0.3, 0.6], 9_000.0);
        assert!((found.size / 9_000.0 - 1.0).abs() < 0.01 && asked == 1, "{found:?}, {asked}");
        let (found, asked) = nearest(even, &[0.5, 1.0], even(0.5));
        assert!(found.knob == 0.5 && asked == 0, "{found:?}, {asked}");
    }

    #[test]
    fn a_knob_that_moves_nothing_is_asked_no_more() {
        let (found, asked) = nearest(|_| 5_000.0, &[], 4_000.0);
        assert!(found.size == 5_000.0 && asked <= 3, "{found:?}, {asked}");
    }

    #[test]
    fn steps_are_found_from_both_sides() {
        let steps = |knob: f64| [1_000.0, 2_000.0, 5_000.0, 9_000.0][((knob * 4.0) as usize).min(3)];
        let aim = Aim { target: 4_000.0, ..Aim::EVERYTHING };
        let around = WALK.solve(|knob| Ok(steps(knob)), &[], 1.0, aim).unwrap();
        assert_eq!(around.nearest_first().map(|tried| tried.size).collect::<Vec<_>>(), [5_000.0, 2_000.0]);
    }
}
