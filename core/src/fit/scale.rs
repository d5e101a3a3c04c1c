//! Pictures with fewer pixels, where that looks better under a limit than fewer bytes for each: the search for the scale.
//!
//! A result is looked at as it would be shown in the place of the original: at the original's size. As long as it is
//! [`FLOOR`] or better, nothing is tried; below, the scale is looked for at which it is most like the original.

use std::collections::BTreeMap;

use super::Fitted;
use super::source::Source;
use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::format::{Format, Ladder, Redraw, Rung, Shrinker};
use crate::model::raster::{Frame, Frames, Raster};
use crate::parts::holds::{self, Ground};
use crate::parts::likeness::Original;
use crate::parts::resize::{self, Filter};
use crate::parts::strip;
use crate::warning::{Warning, WarningCode};

/// Likeness from which on the number of pixels stays, on the scale of SSIMULACRA 2: high quality.
pub(crate) const FLOOR: f64 = 75.0;

/// Steps of the scale to a halving of the sides.
const STEPS: i32 = 4;

/// The longer side of a picture that is not made smaller still, in pixels.
const LEAST_PX: u32 = 32;

/// The longer side at which pictures are compared at most, in pixels.
const COMPARED_PX: u32 = 1_600;

/// Pixels of a picture whose other ways of coding are tried at most: in larger ones little is seen of them.
const TURNED_PIXELS: u64 = 4_000_000;

/// The better of a result and that of a ladder's other way of coding, where it has one.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn better(
    source: Source<'_>,
    ladder: &mut dyn Ladder,
    first: Fitted,
    max_bytes: u64,
    context: &Context,
) -> Result<Fitted> {
    let Fitted::Within(one) = first else { return Ok(first) };
    if !ladder.turn() {
        return Ok(Fitted::Within(one));
    }
    let frame = source.first_frame(context)?;
    if u64::from(frame.width_px) * u64::from(frame.height_px) > TURNED_PIXELS {
        return Ok(Fitted::Within(one));
    }
    let (found, _) = context.aside(|| super::climb::climb(ladder, max_bytes, context))?;
    let Some(other) = found else { return Ok(Fitted::Within(one)) };
    let eye = Eye::of(&frame, source.format, context)?;
    let is_better = eye.likeness(&other, context)? > eye.likeness(&one, context)?;
    Ok(Fitted::Within(if is_better { other } else { one }))
}

/// What looks at results as they are shown in the place of the original.
struct Eye {
    format: Format,
    /// Size at which pictures are compared.
    size: (u32, u32),
    original: Original,
}

impl Eye {
    fn of(frame: &Frame, format: Format, context: &Context) -> Result<Eye> {
        let size = resize::fitted((frame.width_px, frame.height_px), (COMPARED_PX, COMPARED_PX));
        let original = Original::new(&comparable(frame, size, context)?, context)?;
        Ok(Eye { format, size, original })
    }

    /// How like the original a file is.
    fn likeness(&self, file: &[u8], context: &Context) -> Result<f64> {
        let frame = comparable(&Source::of(file, self.format).first_frame(context)?, self.size, context)?;
        self.original.likeness(&frame, context)
    }

    /// How like the original a result is; what does not fit is less like it than anything.
    fn likeness_of(&self, fitted: &Fitted, context: &Context) -> Result<f64> {
        match fitted {
            Fitted::Whole(bytes) | Fitted::Within(bytes) => self.likeness(bytes, context),
            Fitted::Smallest(_) => Ok(f64::NEG_INFINITY),
        }
    }
}

/// A picture at every scale.
pub(super) struct Scales<'a> {
    source: Source<'a>,
    redraw: Redraw,
    max_bytes: u64,
    /// Size of the picture in pixels.
    size: (u32, u32),
}

impl<'a> Scales<'a> {
    /// The scales of a picture; `None` where the format has none.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn of(
        source: Source<'a>,
        shrinker: &Shrinker,
        max_bytes: u64,
        context: &Context,
    ) -> Result<Option<Scales<'a>>> {
        let Some(redraw) = shrinker.redraw else { return Ok(None) };
        let frame = source.first_frame(context)?;
        let size = (frame.width_px, frame.height_px);
        Ok(Some(Scales { source, redraw, max_bytes, size }))
    }

    /// The step of the smallest picture there is.
    fn last(&self) -> i32 {
        let halvings = libm::log2(f64::from(self.size.0.max(self.size.1)) / f64::from(LEAST_PX));
        (halvings * f64::from(STEPS)).max(0.0) as i32
    }

    /// The ladder of the picture at a step.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    fn ladder(&self, step: i32, context: &Context) -> Result<Box<dyn Ladder>> {
        let factor = libm::exp2(-f64::from(step) / f64::from(STEPS));
        let side = |pixels: u32| ((f64::from(pixels) * factor).round() as u32).max(1);
        let size = (side(self.size.0), side(self.size.1));
        (self.redraw)(resized(self.source.raster(context)?, size, context)?, self.max_bytes, context)
    }

    /// The best result with fewer pixels than `whole`, which is the best that has them all; that itself where none is
    /// more like the original.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn best(&self, whole: Fitted, context: &Context) -> Result<Fitted> {
        if matches!(whole, Fitted::Whole(_)) {
            return Ok(whole);
        }
        let eye = Eye::of(&self.source.first_frame(context)?, self.source.format, context)?;
        let own = eye.likeness_of(&whole, context)?;
        if own >= FLOOR {
            return Ok(whole);
        }
        let mut search = Search { scales: self, eye, known: BTreeMap::new() };
        search.known.insert(0, Found { likeness: own, fitted: whole, warnings: Vec::new() });
        let best = search.climb(context)?;
        let found = search.known.remove(&best);
        let found = found.ok_or_else(|| Error::new(ErrorCode::Internal, "a scale that was not tried"))?;
        found.warnings.into_iter().for_each(|warning| context.warn(warning));
        if best > 0 {
            let message = "the picture was given fewer pixels: it looks better so under the limit";
            context.warn(Warning::new(WarningCode::PageScaled, message));
        }
        Ok(found.fitted)
    }

    /// Bytes of the smallest picture there is.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn smallest_bytes(&self, context: &Context) -> Result<u64> {
        let lowest = || self.ladder(self.last(), context)?.encode(Rung::LOWEST, context);
        Ok(context.aside(lowest)?.0.len() as u64)
    }
}

/// The result of a step.
struct Found {
    /// How like the original it is; without end where it does not fit.
    likeness: f64,
    fitted: Fitted,
    warnings: Vec<Warning>,
}

/// What is known of each step.
struct Search<'a> {
    scales: &'a Scales<'a>,
    eye: Eye,
    known: BTreeMap<i32, Found>,
}

impl Search<'_> {
    /// The best step: down in halvings while that is better, then nearer and nearer.
    fn climb(&mut self, context: &Context) -> Result<i32> {
        let last = self.scales.last();
        let mut best = 0;
        let mut stride = STEPS / 2;
        while stride > 0 {
            let mut moved = true;
            while moved {
                moved = false;
                for step in [best + stride, best - stride] {
                    let step = step.clamp(0, last);
                    if self.likeness(step, context)? > self.likeness(best, context)? {
                        (best, moved) = (step, true);
                        break;
                    }
                    // Nothing fits yet: further down something may.
                    if self.likeness(best, context)? == f64::NEG_INFINITY && step > best {
                        (best, moved) = (step, step < last);
                        break;
                    }
                }
            }
            stride /= 2;
        }
        Ok(best)
    }

    fn likeness(&mut self, step: i32, context: &Context) -> Result<f64> {
        if let Some(known) = self.known.get(&step) {
            return Ok(known.likeness);
        }
        let fit = || super::search(self.scales.ladder(step, context)?.as_mut(), self.scales.max_bytes, context);
        let (fitted, warnings) = context.aside(fit)?;
        let likeness = self.eye.likeness_of(&fitted, context)?;
        self.known.insert(step, Found { likeness, fitted, warnings });
        Ok(likeness)
    }
}

/// All frames of a raster at another size.
fn resized(mut raster: Raster, (width, height): (u32, u32), context: &Context) -> Result<Raster<'static>> {
    let mut frames = Vec::new();
    while let Some(frame) = raster.frames.next(context)? {
        frames.push(resize::resized(&frame, (width, height), Filter::Lanczos3, context)?);
    }
    strip::forget_pixels(&mut raster);
    Ok(Raster { frames: Frames::from(frames), original: None, ..raster.beside() })
}

/// A frame as it is compared: opaque, of 8 bits, at a size.
fn comparable(frame: &Frame, size: (u32, u32), context: &Context) -> Result<Frame> {
    let mut frame = resize::resized(frame, size, Filter::CatmullRom, context)?;
    if frame.format.is_deep() {
        frame = holds::shallow(frame, context)?;
    }
    if frame.format.has_alpha() {
        frame = holds::flat(frame, Ground::WHITE, context)?;
    }
    Ok(frame)
}
