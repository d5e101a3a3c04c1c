//! The search for the best result under a byte limit, which is taken to be the largest that fits. Estimates find the
//! rung, one or two real results verify and correct it: the coarse knob first, with the fine one at its best value,
//! then the fine one alone, which fills the ceiling.

use super::knob::{Aim, Around, GOOD, Walk};
use transvase_base::context::Context;
use transvase_base::error::{Result, Stage};
use transvase_format::{Ladder, Rung};

/// Results made at most, but for those of [`plain`] and the smallest one.
const MOST_RESULTS: u64 = 6;

/// Share of the ceiling aimed at.
const AIM: f64 = 0.994;

/// What is good enough after three results.
const FAIR: f64 = 0.975;

/// Share of its estimate that a limit must have for a result to be worth a glance.
const CLOSE: f64 = 0.9;

const COARSE: Walk = Walk { slope: 5.0, tolerance: 0.03 };
const FINE: Walk = Walk { slope: 2.0, tolerance: 0.002 };

/// Change of the target that the fine knob is left to deal with: far from its middle it costs more than it gives.
const COARSE_REACH: f64 = 0.04;

/// Share of the ceiling below which a result of a ladder that begins at its top is not trusted.
const POOR: f64 = 0.7;

/// The largest result that fits of those that the search comes by; `None` where all are too large.
///
/// # Errors
/// What the ladder says.
pub(super) fn climb(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    let mut best: Option<Vec<u8>> = None;
    let mut share = AIM;
    let (mut aim, mut ratio) = (Aim::EVERYTHING, 1.0);
    let mut knobs = Knobs { ladder, coarse: None, known: Vec::new() };
    for round in 0..MOST_RESULTS {
        context.report(Stage::Fit, round, MOST_RESULTS);
        aim.target = max_bytes as f64 * share / ratio;
        let Some((rung, estimate)) = knobs.find(aim, context)? else { break };
        let result = knobs.ladder.encode(rung, context)?;
        let (size, fits) = (result.len() as f64, result.len() as u64 <= max_bytes);
        if fits && best.as_ref().is_none_or(|best| best.len() < result.len()) {
            best = Some(result);
        }
        let enough = if round < 2 { GOOD } else { FAIR };
        if fits && rung == Rung::HIGHEST {
            return Ok(best);
        }
        if fits && size >= enough * max_bytes as f64 || rung == Rung::LOWEST {
            break;
        }
        if round > 0 && !fits {
            // The correction missed: the next one leaves more room.
            share -= 0.004 * round as f64;
        }
        aim.learn(estimate, fits);
        let known = std::mem::replace(&mut ratio, size / estimate.max(1.0));
        knobs.coarse = ((ratio / known - 1.0).abs() < COARSE_REACH).then_some(rung.coarse);
    }
    let is_poor = best.as_ref().is_none_or(|best| (best.len() as f64) < POOR * max_bytes as f64);
    if is_poor && knobs.ladder.start() == 1.0 {
        best = best.into_iter().chain(plain(knobs.ladder, max_bytes, context)?).max_by_key(Vec::len);
    }
    Ok(best)
}

/// About the best result, which may be a little too large: what one estimate leads to. `None` where all are too large.
///
/// # Errors
/// What the ladder says.
pub(super) fn glance(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    let mut knobs = Knobs { ladder, coarse: None, known: Vec::new() };
    let mut aim = Aim::EVERYTHING;
    aim.target = max_bytes as f64;
    let found = knobs.find(aim, context)?.filter(|(_, estimate)| estimate * CLOSE <= aim.target);
    found.map(|(rung, _)| knobs.ladder.encode(rung, context)).transpose()
}

/// The first result that fits with the fine knob at its lowest, from the best coarse one on: where the picture is even,
/// dither takes more bytes than the colours that are left save, and sizes do not grow along the coarse knob.
fn plain(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    for coarse in [1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.45, 0.3] {
        let rung = Rung { coarse, fine: 0.0 };
        if ladder.estimate(rung, context)? <= max_bytes {
            let result = ladder.encode(rung, context)?;
            if result.len() as u64 <= max_bytes {
                return Ok(Some(result));
            }
        }
    }
    Ok(None)
}

/// The knobs of a ladder, and what is known of them.
struct Knobs<'l> {
    ladder: &'l mut dyn Ladder,
    /// Where the coarse one can stay, since the fine one can fill the rest.
    coarse: Option<f64>,
    /// All estimates.
    known: Vec<(Rung, f64)>,
}

impl Knobs<'_> {
    /// The most promising rung, and its estimate; `None` where none is worth a result.
    fn find(&mut self, aim: Aim, context: &Context) -> Result<Option<(Rung, f64)>> {
        if let Some(coarse) = self.coarse {
            let found = self.fill(coarse, aim, context)?;
            if found.is_some_and(|(_, estimate)| aim.is_reached(estimate)) {
                return Ok(found);
            }
        }
        let start = self.ladder.start();
        let around = self.walk(COARSE, Rung::at, start, aim, context)?;
        let mut best: Option<(Rung, f64)> = None;
        // The fine knob may take away more than it can add, or the other way round.
        for tried in around.nearest_first() {
            let Some(found) = self.fill(tried.knob, aim, context)? else { continue };
            if best.is_none_or(|best| aim.prefers(found.1, best.1)) {
                best = Some(found);
            }
            if aim.is_reached(found.1) {
                break;
            }
        }
        Ok(best)
    }

    /// The rung at `coarse` whose estimate comes nearest to what is aimed at, and that estimate.
    fn fill(&mut self, coarse: f64, aim: Aim, context: &Context) -> Result<Option<(Rung, f64)>> {
        let at = |fine| Rung { coarse, fine };
        let around = self.walk(FINE, at, 0.5, aim, context)?;
        let worth = around.nearest_first().find(|tried| aim.holds(tried.size));
        Ok(worth.map(|tried| (at(tried.knob), tried.size)))
    }

    /// Walks along the rungs that one knob has.
    fn walk(
        &mut self,
        walk: Walk,
        at: impl Fn(f64) -> Rung,
        start: f64,
        aim: Aim,
        context: &Context,
    ) -> Result<Around> {
        let knob = |rung: &Rung| [rung.coarse, rung.fine].into_iter().find(|knob| at(*knob) == *rung);
        let known: Vec<_> = self.known.iter().filter_map(|(rung, size)| Some((knob(rung)?, *size))).collect();
        let estimate = |knob| {
            let rung = at(knob);
            let size = self.ladder.estimate(rung, context)? as f64;
            self.known.push((rung, size));
            Ok(size)
        };
        walk.solve(estimate, &known, start, aim)
    }
}

#[cfg(test)]
mod tests {
    use super::climb;
    use transvase_base::context::Context;
    use transvase_base::error::Result;
    use transvase_format::{Ladder, Rung};

    /// A ladder of steps whose results are larger than their estimates by a few percent, now more, now less.
    struct Steps {
        count: usize,
        encoded: Vec<usize>,
    }

    impl Steps {
        fn step(&self, rung: Rung) -> usize {
            ((rung.coarse * self.count as f64) as usize).min(self.count - 1)
        }

        fn size(&self, step: usize) -> usize {
            let even = 100_000.0 * libm::pow(0.01, 1.0 - step as f64 / (self.count - 1) as f64);
            (even * (1.03 + 0.02 * (step % 3) as f64)) as usize
        }

        /// Size of the largest step that fits.
        fn best(&self, limit: usize) -> usize {
            (0..self.count).map(|step| self.size(step)).filter(|size| *size <= limit).max().unwrap()
        }
    }

    impl Ladder for Steps {
        fn is_lossy(&self) -> bool {
            true
        }

        fn lossless(&mut self, _context: &Context) -> Result<Option<Vec<u8>>> {
            Ok(None)
        }

        fn estimate(&mut self, rung: Rung, _context: &Context) -> Result<u64> {
            let step = self.step(rung);
            Ok((self.size(step) as f64 / (1.03 + 0.02 * (step % 3) as f64)) as u64)
        }

        fn encode(&mut self, rung: Rung, _context: &Context) -> Result<Vec<u8>> {
            let step = self.step(rung);
            self.encoded.push(step);
            Ok(vec![0; self.size(step)])
        }
    }

    #[test]
    fn the_best_step_is_found_and_none_is_made_twice() {
        for count in [5, 16, 60, 255] {
            for limit in [1_500, 2_500, 9_999, 30_000, 47_000, 90_000] {
                let mut steps = Steps { count, encoded: Vec::new() };
                let found = climb(&mut steps, limit as u64, &Context::default()).unwrap().unwrap().len();
                let best = steps.best(limit);
                assert!(found <= limit, "{count} steps, {limit} bytes: {found}");
                // As large as it can be, or large enough to stop at.
                assert!(found * 1_000 >= limit.min(best) * 975, "{count} steps, {limit} bytes: {found} of {best}");
                let made = &steps.encoded;
                assert!((1..made.len()).all(|at| !made[..at].contains(&made[at])), "{count}, {limit}: {made:?}");
            }
        }
    }
}
