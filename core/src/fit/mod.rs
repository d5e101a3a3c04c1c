//! Byte ceilings: a search over a format's quality ladder, the same for every format.
//!
//! [`climb`] finds the result, by the values of the knobs that [`knob`] finds; [`scale`] tries fewer pixels.

mod climb;
mod knob;
#[cfg(feature = "_stills")]
mod scale;
#[cfg(feature = "_stills")]
mod source;
#[cfg(test)]
#[cfg(all(feature = "formats", feature = "_stills"))]
mod tests;

use crate::context::Context;
use crate::error::Result;
use crate::format::{Format, Ladder, Rung, Shrinker};
#[cfg(feature = "_stills")]
use crate::options::RESIZE;

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
        && let Some(best) = climb::climb(ladder, max_bytes, context)?
    {
        return Ok(Fitted::Within(best));
    }
    let lowest = ladder.encode(Rung::LOWEST, context)?;
    Ok(if lowest.len() as u64 <= max_bytes { Fitted::Within(lowest) } else { Fitted::Smallest(lowest) })
}
