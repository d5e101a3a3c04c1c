//! Byte ceilings: a search over a format's quality ladder, the same for every format.
//!
//! [`climb`] finds the result, by the values of the knobs that [`knob`] finds; [`scale`] tries fewer pixels, which
//! [`eye`] looks at.

mod climb;
mod eye;
mod knob;
mod scale;
mod source;
#[cfg(test)]
#[cfg(feature = "formats")]
mod tests;

use crate::formats::Format;
use scale::Scales;
use source::Source;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::RESIZE;
use transvase_base::warning::Warning;
use transvase_format::{Ladder, Rung, Shrinker};

/// What a search found.
#[derive(Debug)]
pub enum Fitted {
    /// A result under the ceiling that has lost nothing, but for what stands beside a picture.
    Whole(Vec<u8>),
    /// The best result found under the ceiling.
    Within(Vec<u8>),
    /// Nothing fits; this is the smallest there is.
    Smallest(Vec<u8>),
}

/// What a search found, and what is to be said of it. That is told only of what is returned: each try would have its own
/// losses.
struct Found {
    fitted: Fitted,
    warnings: Vec<Warning>,
}

impl Found {
    fn by(search: impl FnOnce() -> Result<Fitted>, context: &Context) -> Result<Found> {
        let (fitted, warnings) = context.aside(search)?;
        Ok(Found { fitted, warnings })
    }

    fn told(self, context: &Context) -> Fitted {
        self.warnings.into_iter().for_each(|warning| context.warn(warning));
        self.fitted
    }

    fn fits(&self) -> bool {
        self.too_large().is_none()
    }

    /// Bytes of the result, where it does not fit.
    fn too_large(&self) -> Option<usize> {
        match &self.fitted {
            Fitted::Smallest(bytes) => Some(bytes.len()),
            Fitted::Whole(_) | Fitted::Within(_) => None,
        }
    }
}

/// The best result of at most `max_bytes`, verified on its real bytes; with fewer pixels where the options allow it and
/// that looks better. Where nothing fits, it is the file itself unless something smaller was found.
///
/// # Errors
/// What the ladder says.
pub fn fit(bytes: &[u8], format: Format, shrinker: &Shrinker, max_bytes: u64, context: &Context) -> Result<Fitted> {
    let found = best(bytes, format, shrinker, max_bytes, context)?;
    if found.too_large().is_some_and(|size| bytes.len() < size) {
        return Ok(Fitted::Smallest(bytes.to_vec()));
    }
    Ok(found.told(context))
}

/// The best result that is found, with fewer pixels where the options allow it and that looks better.
fn best(bytes: &[u8], format: Format, shrinker: &Shrinker, max_bytes: u64, context: &Context) -> Result<Found> {
    let source = Source::of(bytes, format);
    let ((source, fitted), warnings) = context.aside(|| with_all_pixels(source, shrinker, max_bytes, context))?;
    let found = Found { fitted, warnings };
    if matches!(found.fitted, Fitted::Whole(_)) || context.options().choice(&RESIZE) != Some("auto") {
        return Ok(found);
    }
    match Scales::of(source, shrinker, max_bytes, context)? {
        Some(scales) => scales.best(found, context),
        None => Ok(found),
    }
}

/// The best result that has all pixels, and the picture as it came to be searched for.
fn with_all_pixels<'a>(
    source: Source<'a>,
    shrinker: &Shrinker,
    max_bytes: u64,
    context: &Context,
) -> Result<(Source<'a>, Fitted)> {
    let mut ladder = (shrinker.ladder)(source.bytes, max_bytes, context)?;
    let exact = match exact(ladder.as_mut(), max_bytes, context)? {
        Some(exact) if exact.fits() => return Ok((source, exact.told(context))),
        too_large => too_large,
    };
    let source = source.lightened(shrinker, ladder.as_ref(), max_bytes, context)?;
    let fitted = match source.ladder(shrinker, max_bytes, context)? {
        Some(light) => {
            ladder = light;
            search(ladder.as_mut(), max_bytes, context)?
        }
        None => lossy(ladder.as_mut(), exact, max_bytes, context)?,
    };
    let fitted = scale::better(source, ladder.as_mut(), fitted, max_bytes, context)?;
    let Fitted::Smallest(known) = fitted else { return Ok((source, fitted)) };
    match source.lightened(shrinker, ladder.as_ref(), 0, context)? {
        lightest if lightest != source => bare(source, known, lightest, shrinker, max_bytes, context),
        _ => Ok((source, Fitted::Smallest(known))),
    }
}

/// The best result with nothing beside the pixels, where that is smaller than what is `known`, which does not fit: a size
/// that is named as the smallest is to be one that a limit of as much leads to.
fn bare<'a>(
    source: Source<'a>,
    known: Vec<u8>,
    lightest: Source<'a>,
    shrinker: &Shrinker,
    max_bytes: u64,
    context: &Context,
) -> Result<(Source<'a>, Fitted)> {
    let (ladder, warnings) = context.aside(|| lightest.ladder(shrinker, max_bytes, context))?;
    let Some(mut ladder) = ladder else { return Ok((source, Fitted::Smallest(known))) };
    let found = Found::by(|| search(ladder.as_mut(), max_bytes, context), context)?;
    if found.too_large().is_some_and(|size| size >= known.len()) {
        return Ok((source, Fitted::Smallest(known)));
    }
    warnings.into_iter().for_each(|warning| context.warn(warning));
    Ok((lightest, found.told(context)))
}

/// The smallest size that a file could have if its picture had fewer pixels; `None` where it is no picture, cannot be
/// drawn, or is to stay without loss.
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
    if let Some(scales) = Scales::of(Source::of(bytes, format), shrinker, max_bytes, context)? {
        return scales.smallest_bytes(shrinker, context).map(Some);
    }
    let _ = (bytes, format, shrinker, max_bytes, context);
    Ok(None)
}

/// The best result of a ladder of at most `max_bytes`, verified on its real bytes.
fn search(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Fitted> {
    match exact(ladder, max_bytes, context)? {
        Some(exact) if exact.fits() => Ok(exact.told(context)),
        too_large => lossy(ladder, too_large, max_bytes, context),
    }
}

/// The result without loss, where the format has one, whether it fits or not.
fn exact(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Option<Found>> {
    let (exact, warnings) = context.aside(|| ladder.lossless(context))?;
    let fitted = |exact: Vec<u8>| match exact.len() as u64 <= max_bytes {
        true => Fitted::Whole(exact),
        false => Fitted::Smallest(exact),
    };
    Ok(exact.map(|exact| Found { fitted: fitted(exact), warnings }))
}

/// The best result with some loss, where the format knows one. Where none fits, the smallest there is: `exact`, the result
/// without loss, can be smaller than the one with the most.
fn lossy(ladder: &mut dyn Ladder, exact: Option<Found>, max_bytes: u64, context: &Context) -> Result<Fitted> {
    let Some(exact) = exact else { return coarser(ladder, max_bytes, context) };
    if !ladder.is_lossy() {
        return Ok(exact.told(context));
    }
    let found = Found::by(|| coarser(ladder, max_bytes, context), context)?;
    // What fits is too large by nothing, which comes first.
    let best = if found.too_large() < exact.too_large() { found } else { exact };
    Ok(best.told(context))
}

/// The best result with some loss, where the format knows one, or the lowest rung.
fn coarser(ladder: &mut dyn Ladder, max_bytes: u64, context: &Context) -> Result<Fitted> {
    if ladder.is_lossy()
        && let Some(best) = climb::climb(ladder, max_bytes, context)?
    {
        return Ok(Fitted::Within(best));
    }
    let lowest = ladder.encode(Rung::LOWEST, context)?;
    Ok(if lowest.len() as u64 <= max_bytes { Fitted::Within(lowest) } else { Fitted::Smallest(lowest) })
}
