//! Byte ceilings: a search over a format's quality ladder, the same for every format.
//!
//! Estimates find the rung, one or two real results verify and correct it: the coarse knob first,
//! with the fine one at its best value, then the fine one alone, which fills the ceiling.

#[cfg(feature = "_stills")]
mod scale;
#[cfg(feature = "_stills")]
mod source;
#[cfg(test)]
#[cfg(all(feature = "formats", feature = "_stills"))]
mod tests;

use crate::context::Context;
use crate::error::{Result, Stage};
use crate::format::{Format, Ladder, Rung, Shrinker};
#[cfg(feature = "_stills")]
use crate::options::RESIZE;

/// Results made at most, the smallest one not counted.
const MOST_RESULTS: u64 = 6;

/// Share of the ceiling aimed at, and the share that is good enough to stop at.
const AIM: f64 = 0.994;
const GOOD: f64 = 0.985;

/// What is good enough after three results.
const FAIR: f64 = 0.975;

/// Estimates asked for each knob at most.
const MOST_ESTIMATES: u32 = 8;

/// Of these, how many follow secants.
const SECANTS: u32 = 4;

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
    /// A result under the ceiling that has lost nothing.
    Whole(Vec<u8>),
    /// The best result found under the ceiling.
    Within(Vec<u8>),
    /// Nothing fits; this is the smallest there is.
    Smallest(Vec<u8>),
}

/// The best result of at most `max_bytes`, verified on its real bytes; with fewer pixels where the options allow it and
/// that looks better.
///
/// # Errors
/// What the ladder says.
pub fn fit(bytes: &[u8], format: Format, shrinker: &Shrinker, max_bytes: u64, context: &Context) -> Result<Fitted> {
    let mut ladder = (shrinker.ladder)(bytes, max_bytes, context)?;
    if let Some(whole) = whole(ladder.as_mut(), max_bytes, context)? {
        return Ok(Fitted::Whole(whole));
    }
    #[cfg(feature = "_stills")]
    {
        let mut source = source::Source::of(bytes, format);
        if ladder.is_lossy()
            && let Some(light) = source.lightened(shrinker, ladder.baggage(), max_bytes, context)?
        {
            (source, ladder) = light;
        }
        best(source, shrinker, ladder, max_bytes, context)
    }
    #[cfg(not(feature = "_stills"))]
    {
        let _ = format;
        lossy(ladder.as_mut(), max_bytes, context)
    }
}

/// The best result with some loss, with fewer pixels where the options allow it and that looks better.
#[cfg(feature = "_stills")]
fn best(
    source: source::Source<'_>,
    shrinker: &Shrinker,
    mut ladder: Box<dyn Ladder>,
    max_bytes: u64,
    context: &Context,
) -> Result<Fitted> {
    // The file's own ladder was asked already.
    let converted = if source.is_light() { whole(ladder.as_mut(), max_bytes, context)? } else { None };
    let found = match converted {
        Some(converted) => Fitted::Within(converted),
        None => lossy(ladder.as_mut(), max_bytes, context)?,
    };
    let found = scale::better(source, ladder.as_mut(), found, max_bytes, context)?;
    drop(ladder);
    if context.options().choice(&RESIZE) == Some("auto")
        && let Some(scales) = scale::Scales::of(source, shrinker, max_bytes, context)?
    {
        return scales.best(found, context);
    }
    Ok(found)
}

/// The smallest size that a file could have if its picture had fewer pixels; `None` where it is no picture, or cannot be
/// drawn.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn smallest_with_resize(
    bytes: &[u8],
    format: Format,
    shrinker: &Shrinker,
    max_bytes: u64,
    context: &Context,
) -> Result<Option<u64>> {
    #[cfg(feature = "_stills")]
    if let Some(scales) = scale::Scales::of(source::Source::of(bytes, format), shrinker, max_bytes, context)? {
        return scales.smallest_bytes(context).map(Some);
    }
    let _ = (bytes, format, shrinker, max_bytes, context);
    Ok(None)
}

/// The best result of a ladder of at most `max_bytes`, verified on its real bytes.
#[cfg(feature = "_stills")]
fn search(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Fitted> {
    match whole(ladder, max_bytes, context)? {
        Some(whole) => Ok(Fitted::Whole(whole)),
        None => lossy(ladder, max_bytes, context),
    }
}

/// The result without loss, where it fits.
fn whole(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    Ok(ladder.lossless(context)?.filter(|lossless| lossless.len() as u64 <= max_bytes))
}

/// The best result with some loss, where the format knows one.
fn lossy(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Fitted> {
    if ladder.is_lossy()
        && let Some(best) = climb(ladder, max_bytes, context)?
    {
        return Ok(Fitted::Within(best));
    }
    let lowest = ladder.encode(Rung::LOWEST, context)?;
    Ok(if lowest.len() as u64 <= max_bytes { Fitted::Within(lowest) } else { Fitted::Smallest(lowest) })
}

/// The best result that the search comes by; `None` where all are too large.
fn climb(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    let mut best: Option<Vec<u8>> = None;
    let mut aim = AIM;
    // What a real result has to its estimate, and the coarse knob while it need not move.
    let (mut ratio, mut coarse) = (1.0, None);
    for round in 0..MOST_RESULTS {
        context.report(Stage::Fit, round, MOST_RESULTS);
        let target = max_bytes as f64 * aim / ratio;
        let (rung, estimate) = find(ladder, target, coarse, context)?;
        let result = ladder.encode(rung, context)?;
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
            aim -= 0.004 * round as f64;
        }
        let known = std::mem::replace(&mut ratio, size / estimate.max(1.0));
        coarse = ((ratio / known - 1.0).abs() < COARSE_REACH).then_some(rung.coarse);
    }
    let is_poor = best.as_ref().is_none_or(|best| (best.len() as f64) < POOR * max_bytes as f64);
    if is_poor && ladder.start() == 1.0 {
        return Ok(plain(ladder, max_bytes, context)?.or(best));
    }
    Ok(best)
}

/// Share of the ceiling below which a result of a ladder that begins at its top is not trusted.
const POOR: f64 = 0.7;

/// The best result with the fine knob at its lowest: where the picture is even, dither takes more bytes than the colours
/// that are left save, and sizes do not grow along the coarse knob.
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

/// Change of the target that the fine knob is left to deal with: far from its middle it costs more than it gives.
const COARSE_REACH: f64 = 0.04;

/// The rung whose estimate comes near `target`, and that estimate. `coarse` is a value that was near
/// before.
fn find(ladder: &mut dyn Ladder, target: f64, coarse: Option<f64>, context: &Context) -> Result<(Rung, f64)> {
    if let Some(coarse) = coarse {
        let (rung, estimate) = solve_fine(ladder, coarse, target, context)?;
        if reaches(estimate, target) {
            return Ok((rung, estimate));
        }
    }
    let (start, knob) = (ladder.start(), |knob| ladder.estimate(Rung::at(knob), context));
    let search = solve(knob, start, target, COARSE_SLOPE, COARSE_TOLERANCE)?;
    let found = solve_fine(ladder, search.nearest.knob, target, context)?;
    match search.above {
        // The fine knob can always take away, but not always add.
        Some(above) if !reaches(found.1, target) => solve_fine(ladder, above.knob, target, context),
        _ => Ok(found),
    }
}

/// Whether an estimate fills its target well enough.
fn reaches(estimate: f64, target: f64) -> bool {
    estimate >= target * GOOD && estimate <= target / GOOD
}

/// The rung at `coarse` whose estimate comes near `target`, and that estimate.
fn solve_fine(ladder: &mut dyn Ladder, coarse: f64, target: f64, context: &Context) -> Result<(Rung, f64)> {
    let estimate = |fine: f64| ladder.estimate(Rung { coarse, fine }, context);
    let nearest = solve(estimate, 0.5, target, FINE_SLOPE, FINE_TOLERANCE)?.nearest;
    Ok((Rung { coarse, fine: nearest.knob }, nearest.size))
}

/// A knob's value, the size estimated there, and the logarithm of that size to the target.
#[derive(Debug, Clone, Copy)]
struct Tried {
    knob: f64,
    size: f64,
    error: f64,
}

/// What a search along one knob found.
#[derive(Debug)]
struct Search {
    /// The value whose estimate comes nearest to the target.
    nearest: Tried,
    /// The smallest value seen whose estimate is above the target.
    above: Option<Tried>,
}

/// Looks, from `start` on, for the value of a knob from 0 to 1 at which `estimate` comes near `target`: secants through
/// the logarithms of the sizes, held inside what is known to be too small and too large.
fn solve(
    mut estimate: impl FnMut(f64) -> Result<u64>,
    start: f64,
    target: f64,
    mut slope: f64,
    tolerance: f64,
) -> Result<Search> {
    let mut try_knob = |knob: f64| -> Result<Tried> {
        let size = estimate(knob)?.max(1) as f64;
        Ok(Tried { knob, size, error: libm::log(size / target.max(1.0)) })
    };
    let (mut low, mut high) = (0.0, 1.0);
    let mut tried = try_knob(start)?;
    let mut search = Search { nearest: tried, above: None };
    for round in 1..MOST_ESTIMATES {
        if tried.error > 0.0 {
            high = tried.knob;
            search.above = Some(tried);
        } else {
            low = tried.knob;
        }
        let mut next = next_knob(tried.knob - tried.error / slope, low, high);
        if round >= SECANTS && search.above.is_some() {
            // Sizes that grow in steps mislead secants.
            next = f64::midpoint(low, high);
        }
        if tried.error.abs() <= tolerance || (next - tried.knob).abs() < 1e-4 {
            break;
        }
        let before = tried;
        tried = try_knob(next)?;
        slope = ((tried.error - before.error) / (tried.knob - before.knob)).clamp(0.5, 50.0);
        if tried.error.abs() < search.nearest.error.abs() {
            search.nearest = tried;
        }
    }
    Ok(search)
}

/// The guess, or where it falls outside what is known, a place nearer to the end it aims at: the end
/// itself while nothing is known about it.
fn next_knob(guess: f64, low: f64, high: f64) -> f64 {
    if guess <= low {
        if low == 0.0 { 0.0 } else { low + (high - low) / 4.0 }
    } else if guess >= high {
        if high == 1.0 { 1.0 } else { high - (high - low) / 4.0 }
    } else {
        guess
    }
}
