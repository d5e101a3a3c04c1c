//! Byte ceilings: a search over a format's quality ladder, the same for every format.
//!
//! Estimates find the rung, one or two real results verify and correct it: the coarse knob first,
//! with the fine one at its best value, then the fine one alone, which fills the ceiling.

use crate::context::Context;
use crate::error::{Result, Stage};
use crate::format::{Ladder, Rung, Shrinker};

/// Results made at most, the smallest one not counted.
const MOST_RESULTS: u64 = 6;

/// Share of the ceiling aimed at, and the share that is good enough to stop at.
const AIM: f64 = 0.994;
const GOOD: f64 = 0.985;

/// Estimates asked for each knob at most.
const MOST_ESTIMATES: u32 = 8;

/// Natural logarithm of how far the estimate at a knob's final value may be off its target.
const COARSE_TOLERANCE: f64 = 0.03;
const FINE_TOLERANCE: f64 = 0.002;

/// How fast sizes grow along the knobs before anything is known: by about e to this power over the
/// knob's whole range.
const COARSE_SLOPE: f64 = 5.0;
const FINE_SLOPE: f64 = 2.0;

/// What a search found.
#[derive(Debug)]
pub enum Fitted {
    /// The best result found under the ceiling.
    Within(Vec<u8>),
    /// Nothing fits; this is the smallest there is.
    Smallest(Vec<u8>),
}

/// The best result of at most `max_bytes`, verified on its real bytes.
///
/// # Errors
/// What the ladder says.
pub fn fit(bytes: &[u8], shrinker: &Shrinker, max_bytes: u64, context: &Context) -> Result<Fitted> {
    let mut ladder = (shrinker.ladder)(bytes, max_bytes, context)?;
    if let Some(lossless) = ladder.lossless(context)?
        && lossless.len() as u64 <= max_bytes
    {
        return Ok(Fitted::Within(lossless));
    }
    if ladder.is_lossy()
        && let Some(best) = climb(ladder.as_mut(), max_bytes, context)?
    {
        return Ok(Fitted::Within(best));
    }
    let lowest = ladder.encode(Rung::LOWEST, context)?;
    Ok(if lowest.len() as u64 <= max_bytes { Fitted::Within(lowest) } else { Fitted::Smallest(lowest) })
}

/// The best result that the search comes by; `None` where all are too large.
fn climb(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    let mut best: Option<Vec<u8>> = None;
    // What a real result has to its estimate.
    let mut ratio = 1.0;
    let mut aim = AIM;
    let mut coarse = None;
    for round in 0..MOST_RESULTS {
        context.report(Stage::Fit, round, MOST_RESULTS);
        let target = max_bytes as f64 * aim / ratio;
        let start = match coarse {
            Some(known) => known,
            None => solve_coarse(ladder, target, context)?,
        };
        let (rung, estimate) = solve_fine(ladder, start, target, context)?;
        let result = ladder.encode(rung, context)?;
        let size = result.len() as f64;
        let fits = result.len() as u64 <= max_bytes;
        let at_the_end = rung == Rung { coarse: 1.0, fine: 1.0 } && fits || rung == Rung::LOWEST;
        if fits && best.as_ref().is_none_or(|best| best.len() < result.len()) {
            best = Some(result);
        }
        if at_the_end || fits && size >= GOOD * max_bytes as f64 {
            break;
        }
        let known = ratio;
        ratio = size / estimate.max(1.0);
        // Where the same correction misses again, aim lower; where the fine knob has reached its
        // end, the coarse one has to move.
        if round > 0 && !fits {
            aim -= 0.004 * round as f64;
        }
        let stuck = !(0.05..=0.95).contains(&rung.fine) || (ratio / known - 1.0).abs() > 0.25;
        coarse = if stuck { None } else { Some(rung.coarse) };
    }
    Ok(best)
}

/// The coarse knob, the fine one in its middle, whose estimate comes near `target`.
fn solve_coarse(ladder: &mut dyn Ladder, target: f64, context: &Context) -> Result<f64> {
    let estimate = |coarse: f64| ladder.estimate(Rung::at(coarse), context);
    Ok(solve(estimate, target, COARSE_SLOPE, COARSE_TOLERANCE)?.0)
}

/// The rung at `coarse` whose estimate comes near `target`, and that estimate.
fn solve_fine(ladder: &mut dyn Ladder, coarse: f64, target: f64, context: &Context) -> Result<(Rung, f64)> {
    let estimate = |fine: f64| ladder.estimate(Rung { coarse, fine }, context);
    let (fine, estimate) = solve(estimate, target, FINE_SLOPE, FINE_TOLERANCE)?;
    Ok((Rung { coarse, fine }, estimate))
}

/// The value of a knob from 0 to 1 at which `estimate` comes near `target`, and the estimate there:
/// secants through the logarithms of the sizes, held inside what is known to be too small and too
/// large.
fn solve(mut estimate: impl FnMut(f64) -> Result<u64>, target: f64, slope: f64, tolerance: f64) -> Result<(f64, f64)> {
    let (mut low, mut high) = (0.0, 1.0);
    let mut slope = slope;
    let mut knob = 0.5;
    let mut before: Option<(f64, f64)> = None;
    let mut nearest: Option<(f64, f64, f64)> = None;
    for _ in 0..MOST_ESTIMATES {
        let size = estimate(knob)?.max(1) as f64;
        let error = libm::log(size / target.max(1.0));
        if nearest.is_none_or(|(_, _, known): (f64, f64, f64)| error.abs() < known.abs()) {
            nearest = Some((knob, size, error));
        }
        if error.abs() <= tolerance {
            break;
        }
        if error > 0.0 {
            high = knob
        } else {
            low = knob
        }
        if let Some((knob_before, error_before)) = before
            && (knob - knob_before).abs() > 1e-9
        {
            slope = ((error - error_before) / (knob - knob_before)).clamp(0.5, 50.0);
        }
        before = Some((knob, error));
        let next = next_knob(knob - error / slope, low, high);
        if (next - knob).abs() < 1e-4 {
            break;
        }
        knob = next;
    }
    Ok(nearest.map_or((knob, target), |(knob, size, _)| (knob, size)))
}

/// The guess, or where it falls outside what is known, a place nearer to the end it aims at.
fn next_knob(guess: f64, low: f64, high: f64) -> f64 {
    if guess <= low {
        if low == 0.0 { 0.0 } else { low + (high - low) / 4.0 }
    } else if guess >= high {
        if high == 1.0 { 1.0 } else { high - (high - low) / 4.0 }
    } else {
        guess
    }
}
