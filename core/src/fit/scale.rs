//! Downscaling under a byte limit, where fewer pixels look better than fewer bytes for each: the search for the scale.
//!
//! A result is looked at as it would be shown in the place of the original: at the original's size. As long as it is
//! [`FLOOR`] or better, nothing is tried; below, the scale is looked for at which it is most like the original.

use std::collections::BTreeMap;

use super::source::Source;
use super::{Fitted, Found};
use crate::formats::Format;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::LOSSLESS;
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::holds::{self, Ground};
use transvase_codec::likeness::Original;
use transvase_codec::resize::{self, Filter};
use transvase_codec::strip;
use transvase_format::{Ladder, Redraw, Rung, Shrinker};
use transvase_model::raster::{Frame, Frames, Raster};

/// Likeness from which on the number of pixels stays, on the scale of SSIMULACRA 2: high quality.
const FLOOR: f64 = 75.0;

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
    if !ladder.is_lossy() || !ladder.turn() {
        return Ok(Fitted::Within(one));
    }
    let Some(frame) = source.first_frame_within(TURNED_PIXELS, context)? else { return Ok(Fitted::Within(one)) };
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
    /// The scales of a picture; `None` where the format has none, or the picture is to stay without loss.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn of(
        source: Source<'a>,
        shrinker: &Shrinker,
        max_bytes: u64,
        context: &Context,
    ) -> Result<Option<Scales<'a>>> {
        let is_lossless = context.options().flag(&LOSSLESS);
        let Some(redraw) = shrinker.redraw.filter(|_| !is_lossless) else { return Ok(None) };
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
        (self.redraw)(resized(self.source.raster(context)?, factor, context)?, self.max_bytes, context)
    }

    /// The best result with fewer pixels than `whole`, which is the best that has them all; that itself where none is
    /// more like the original.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn best(&self, whole: Found, context: &Context) -> Result<Found> {
        let eye = Eye::of(&self.source.first_frame(context)?, self.source.format, context)?;
        let likeness = eye.likeness_of(&whole.fitted, context)?;
        if likeness >= FLOOR {
            return Ok(whole);
        }
        let known = BTreeMap::from([(0, Tried { likeness, found: whole })]);
        Search { scales: self, eye, known }.best(context)
    }

    /// Bytes of the smallest picture there is, without what takes too much of the limit beside it.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn smallest_bytes(&self, shrinker: &Shrinker, context: &Context) -> Result<u64> {
        let smallest = || {
            let own = (shrinker.ladder)(self.source.bytes, self.max_bytes, context)?;
            let source = self.source.lightened(shrinker, own.as_ref(), self.max_bytes, context)?;
            drop(own);
            let mut ladder = Scales { source, ..*self }.ladder(self.last(), context)?;
            let lowest = ladder.encode(Rung::LOWEST, context)?.len();
            Ok(ladder.lossless(context)?.map_or(lowest, |exact| lowest.min(exact.len())))
        };
        Ok(context.aside(smallest)?.0 as u64)
    }
}

/// The result of a step.
struct Tried {
    /// How like the original it is; without end unlike it where it does not fit.
    likeness: f64,
    found: Found,
}

/// What is known of each step.
struct Search<'a> {
    scales: &'a Scales<'a>,
    eye: Eye,
    known: BTreeMap<i32, Tried>,
}

impl Search<'_> {
    /// The best result, or the smallest one where none fits.
    fn best(mut self, context: &Context) -> Result<Found> {
        let climbed = self.climb(context)?;
        let sizes = self.known.iter().map(|(step, tried)| Some((tried.found.too_large()?, *step)));
        // A size of all: none of them fits.
        let smallest = sizes.collect::<Option<Vec<_>>>().and_then(|sizes| sizes.into_iter().min());
        let step = smallest.map_or(climbed, |(_, step)| step);
        let tried = self.known.remove(&step);
        let mut found = tried.ok_or_else(|| Error::new(ErrorCode::Internal, "a scale that was not tried"))?.found;
        if step > 0 {
            let message = match smallest {
                Some(_) => "the picture was scaled down, and is still larger than the byte limit",
                None => "the picture was scaled down, since that looks better within the byte limit",
            };
            found.warnings.push(Warning::new(WarningCode::PageScaled, message));
        }
        Ok(found)
    }

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
        let found = Found::by(fit, context)?;
        let likeness = self.eye.likeness_of(&found.fitted, context)?;
        self.known.insert(step, Tried { likeness, found });
        Ok(likeness)
    }
}

/// All frames of a raster with fewer pixels: pages keep their own shapes.
fn resized(mut raster: Raster, factor: f64, context: &Context) -> Result<Raster<'static>> {
    let mut frames = Vec::new();
    while let Some(frame) = raster.frames.next(context)? {
        let size = scaled((frame.width_px, frame.height_px), factor);
        frames.push(resize::resized(&frame, size, Filter::Lanczos3, context)?);
    }
    strip::forget_pixels(&mut raster);
    Ok(Raster { frames: Frames::from(frames), original: None, ..raster.beside() })
}

/// A size times a factor, but no smaller than [`LEAST_PX`], unless it was.
fn scaled((width, height): (u32, u32), factor: f64) -> (u32, u32) {
    let least = f64::from(LEAST_PX) / f64::from(width.max(height).max(1));
    let factor = factor.max(least.min(1.0));
    let side = |pixels: u32| ((f64::from(pixels) * factor).round() as u32).max(1);
    (side(width), side(height))
}

/// A frame as it is compared: opaque, of 8 bits, at a size. What that takes from it is no loss of any result.
fn comparable(frame: &Frame, size: (u32, u32), context: &Context) -> Result<Frame> {
    let look = || {
        let mut frame = resize::resized(frame, size, Filter::CatmullRom, context)?;
        if frame.format.is_deep() {
            frame = holds::shallow(frame, context)?;
        }
        if frame.format.has_alpha() {
            frame = holds::flat(frame, Ground::WHITE, context)?;
        }
        Ok(frame)
    };
    Ok(context.aside(look)?.0)
}

#[cfg(test)]
#[cfg(feature = "formats")]
mod tests {
    use super::*;
    use crate::fit::tests::{noise, written};

    #[test]
    fn pages_keep_their_shapes_and_none_gets_too_small() {
        let page = |width_px: u32, height_px: u32| {
            let samples = vec![9; (width_px * height_px * 3) as usize];
            Frame { width_px, height_px, samples, ..noise(1) }
        };
        let pages = Raster::pages(vec![page(160, 80), page(80, 160), page(40, 20), page(8, 16)]);
        let context = Context::default();
        let mut smaller = resized(pages, 0.5, &context).unwrap();
        let mut sizes = Vec::new();
        while let Some(frame) = smaller.frames.next(&context).unwrap() {
            sizes.push((frame.width_px, frame.height_px));
        }
        assert_eq!(sizes, [(80, 40), (40, 80), (32, 16), (8, 16)]);
    }

    /// What is found of a picture, as a BMP of at most so many bytes, that has not fitted with all pixels.
    fn found(max_bytes: u64) -> Found {
        let (context, bmp) = (Context::default(), written(Format::BMP, vec![noise(64)]));
        let warnings = vec![Warning::new(WarningCode::MetadataDropped, "of all pixels")];
        let whole = Found { fitted: Fitted::Smallest(bmp.clone()), warnings };
        let shrinker = Format::BMP.spec().shrinker.as_ref().unwrap();
        let scales = Scales::of(Source::of(&bmp, Format::BMP), shrinker, max_bytes, &context).unwrap().unwrap();
        scales.best(whole, &context).unwrap()
    }

    #[test]
    fn of_fewer_pixels_is_told_what_is_true_of_them() {
        let says = |found: &Found, words: &str| found.warnings.iter().any(|warning| warning.message.contains(words));
        let fits = found(9_000);
        assert!(fits.fits() && says(&fits, "looks better") && !says(&fits, "of all pixels"), "{:?}", fits.warnings);
        let too_large = found(1);
        assert_eq!(too_large.too_large(), Some(written(Format::BMP, vec![noise(LEAST_PX)]).len()));
        assert!(says(&too_large, "larger than the byte limit") && !says(&too_large, "looks better"));
    }

    /// A ladder without loss, which is not to be coded in another way.
    struct Exact;

    impl Ladder for Exact {
        fn is_lossy(&self) -> bool {
            false
        }

        fn turn(&mut self) -> bool {
            panic!("colours would be lost")
        }

        fn lossless(&mut self, _context: &Context) -> Result<Option<Vec<u8>>> {
            Ok(None)
        }

        fn estimate(&mut self, _rung: Rung, _context: &Context) -> Result<u64> {
            Ok(0)
        }

        fn encode(&mut self, _rung: Rung, _context: &Context) -> Result<Vec<u8>> {
            Ok(Vec::new())
        }
    }

    #[test]
    fn without_loss_there_is_no_other_way_of_coding() {
        let bmp = written(Format::BMP, vec![noise(8)]);
        let source = Source::of(&bmp, Format::BMP);
        let found = better(source, &mut Exact, Fitted::Within(vec![7]), 9, &Context::default()).unwrap();
        assert!(matches!(found, Fitted::Within(one) if one == [7]));
    }
}
