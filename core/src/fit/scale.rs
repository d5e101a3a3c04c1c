//! Downscaling under a byte limit, where fewer pixels look better than fewer bytes for each: the search for the scale.
//!
//! A result is looked at as it would be shown in the place of the original: at the original's size. As long as it is
//! [`FLOOR`] or better, nothing is tried; below, the scale is looked for at which it is most like the original.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::eye::{Eye, Windows};
use super::source::Source;
use super::{Fitted, Found};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::LOSSLESS;
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::resize::{self, Filter};
use transvase_codec::strip;
use transvase_format::{Ladder, Redraw, Rung, Shrinker};
use transvase_model::raster::{Frame, Frames, Raster};

/// Likeness from which on the number of pixels stays, on the scale of SSIMULACRA 2: high quality.
const FLOOR: f64 = 75.0;

/// Steps of the scale to a halving of the sides.
const STEPS: i32 = 4;

/// Steps that are tried at first.
const STRIDE: i32 = STEPS / 2;

/// The longer side of a picture that is not made smaller still, in pixels.
const LEAST_PX: u32 = 32;

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
    let windows = Windows::of((frame.width_px, frame.height_px), context);
    let eye = Eye::of(&frame, source.format, windows, context)?;
    let is_better = eye.likeness(&other, context)? > eye.likeness(&one, context)?;
    Ok(Fitted::Within(if is_better { other } else { one }))
}

/// A picture at every scale.
pub(super) struct Scales<'a> {
    source: Source<'a>,
    redraw: Redraw,
    max_bytes: u64,
    /// Size of the picture in pixels.
    size: (u32, u32),
    /// Whether it has one frame.
    is_single: bool,
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
        let look = || {
            let mut frames = source.raster(context)?.frames;
            let is_single = frames.left() == 1;
            let rows = frames.first_rows(context)?;
            Ok(((rows.width_px, rows.height_px), is_single))
        };
        let (size, is_single) = context.aside(look)?.0;
        Ok(Some(Scales { source, redraw, max_bytes, size, is_single }))
    }

    /// The step of the smallest picture there is.
    fn last(&self) -> i32 {
        let halvings = libm::log2(f64::from(self.size.0.max(self.size.1)) / f64::from(LEAST_PX));
        (halvings * f64::from(STEPS)).max(0.0) as i32
    }

    /// The ladder of a picture at a step.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    fn ladder(&self, raster: Raster, step: i32, context: &Context) -> Result<Box<dyn Ladder>> {
        (self.redraw)(resized(raster, factor(step), context)?, self.max_bytes, context)
    }

    /// The best result with fewer pixels than `whole`, which is the best that has them all; that itself where none is
    /// more like the original.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn best(&self, whole: Found, context: &Context) -> Result<Found> {
        let frame = self.source.first_frame(context)?;
        let windows = Windows::of(self.size, context).filter(|_| self.is_single);
        let eye = Eye::of(&frame, self.source.format, windows, context)?;
        let sample = windows.map(|windows| Sample::of(self, windows.cut(&frame), windows.share(self.size), context));
        let (likeness, found) = (BTreeMap::new(), BTreeMap::from([(0, whole)]));
        let frame = self.is_single.then_some(frame);
        Search { scales: self, frame, eye, sample: sample.transpose()?, likeness, found }.best(context)
    }

    /// The step to begin with: of ten photographs under six limits the best was within two of it.
    fn first(&self) -> i32 {
        let pixels = f64::from(self.size.0) * f64::from(self.size.1);
        let bits_per_pixel = (self.max_bytes as f64 * 8.0 / pixels.max(1.0)).max(0.001);
        2 * (-0.6 * libm::log2(bits_per_pixel)).round() as i32
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
            let mut ladder = self.ladder(source.raster(context)?, self.last(), context)?;
            let lowest = ladder.encode(Rung::LOWEST, context)?.len();
            Ok(ladder.lossless(context)?.map_or(lowest, |exact| lowest.min(exact.len())))
        };
        Ok(context.aside(smallest)?.0 as u64)
    }
}

/// What is seen of a picture through windows, which is tried in its place under its share of the limit.
struct Sample {
    frame: Frame,
    max_bytes: u64,
}

impl Sample {
    fn of(scales: &Scales<'_>, frame: Frame, share: f64, context: &Context) -> Result<Sample> {
        // Headers and what stands beside the pixels have no share: they are what an even picture takes.
        let even =
            Frame { width_px: 16, height_px: 16, samples: vec![128; 256 * frame.format.bytes_per_pixel()], ..frame };
        let bytes_of = |raster| Ok((scales.redraw)(raster, 0, context)?.encode(Rung::LOWEST, context)?.len() as f64);
        let beside = Raster {
            frames: Frames::from(vec![even.clone()]),
            original: None,
            ..scales.source.raster(context)?.beside()
        };
        let (bare, with_all) = context.aside(|| Ok((bytes_of(Raster::of(even))?, bytes_of(beside)?)))?.0;
        let max_bytes = bare + (scales.max_bytes as f64 - with_all).max(0.0) * share;
        Ok(Sample { frame, max_bytes: max_bytes as u64 })
    }

    /// How like the original what is seen becomes at a step; without end unlike it where nothing fits.
    fn likeness(&self, scales: &Scales<'_>, eye: &Eye, step: i32, context: &Context) -> Result<f64> {
        let made = || {
            let raster = resized(Raster::of(self.frame.clone()), factor(step), context)?;
            let mut ladder = (scales.redraw)(raster, self.max_bytes, context)?;
            match super::exact(ladder.as_mut(), self.max_bytes, context)? {
                Some(Found { fitted: Fitted::Whole(bytes), .. }) => Ok(Some(bytes)),
                Some(_) if !ladder.is_lossy() => Ok(None),
                _ => super::climb::glance(ladder.as_mut(), self.max_bytes, context),
            }
        };
        let made = context.aside(made)?.0;
        made.map_or(Ok(f64::NEG_INFINITY), |bytes| eye.likeness_of_seen(&bytes, context))
    }
}

/// What is known of each step.
struct Search<'a> {
    scales: &'a Scales<'a>,
    /// The picture, where it has one frame.
    frame: Option<Frame>,
    eye: Eye,
    sample: Option<Sample>,
    /// How like the original the picture is.
    likeness: BTreeMap<i32, f64>,
    found: BTreeMap<i32, Found>,
}

impl Search<'_> {
    /// The best result, or the smallest one where none fits.
    fn best(mut self, context: &Context) -> Result<Found> {
        let mut step = self.climb(context)?;
        if !self.found(step, context)?.fits() && self.found(self.scales.last(), context)?.fits() {
            // What was tried on a sample may be a little too large as a whole.
            while !self.found(step, context)?.fits() {
                step += 1;
            }
        }
        let smallest = self.found.iter().filter_map(|(step, found)| Some((found.too_large()?, *step))).min();
        let smallest = smallest.filter(|_| self.found.get(&step).is_none_or(|found| !found.fits()));
        let step = smallest.map_or(step, |(_, step)| step);
        let found = self.found.remove(&step);
        let mut found = found.ok_or_else(|| Error::new(ErrorCode::Internal, "a scale that was not tried"))?;
        if step > 0 {
            let message = match smallest {
                Some(_) => "the picture was scaled down, and is still larger than the byte limit",
                None => "the picture was scaled down, since that looks better within the byte limit",
            };
            found.warnings.push(Warning::new(WarningCode::PageScaled, message));
        }
        Ok(found)
    }

    /// The best step: that of all pixels where nothing is to be gained, or the one that is found from a likely one on, in
    /// strides of two, and then between the three best.
    fn climb(&mut self, context: &Context) -> Result<i32> {
        if self.likeness(0, context)? >= FLOOR {
            return Ok(0);
        }
        let last = self.scales.last();
        let mut best = self.scales.first().clamp(0, last);
        while self.likeness(best, context)? == f64::NEG_INFINITY && best < last {
            best = (best + STRIDE).min(last);
        }
        let mut moved = true;
        while moved {
            moved = false;
            for step in [best + STRIDE, best - STRIDE] {
                let step = step.clamp(0, last);
                if self.likeness(step, context)? > self.likeness(best, context)? {
                    (best, moved) = (step, true);
                    break;
                }
            }
        }
        let [before, at, behind] = [best - STRIDE, best, best + STRIDE].map(|step| self.likeness.get(&step).copied());
        Ok(best + before.zip(at).zip(behind).map_or(0, |((before, at), behind)| lean(before, at, behind)))
    }

    fn likeness(&mut self, step: i32, context: &Context) -> Result<f64> {
        if let Some(known) = self.likeness.get(&step) {
            return Ok(*known);
        }
        let likeness = match &self.sample {
            Some(sample) => sample.likeness(self.scales, &self.eye, step, context)?,
            None => match &self.found(step, context)?.fitted {
                Fitted::Whole(bytes) | Fitted::Within(bytes) => {
                    let bytes = bytes.clone();
                    self.eye.likeness_of_seen(&bytes, context)?
                }
                Fitted::Smallest(_) => f64::NEG_INFINITY,
            },
        };
        self.likeness.insert(step, likeness);
        Ok(likeness)
    }

    /// The result at a step.
    fn found(&mut self, step: i32, context: &Context) -> Result<&Found> {
        match self.found.entry(step) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                let Search { scales, frame, .. } = self;
                let fit = || {
                    let mut raster = scales.source.raster(context)?;
                    if let Some(frame) = frame {
                        // It is known already: to decode it again takes as long as to encode it smaller.
                        raster =
                            Raster { frames: Frames::from(vec![frame.clone()]), original: None, ..raster.beside() };
                    }
                    super::search(scales.ladder(raster, step, context)?.as_mut(), scales.max_bytes, context)
                };
                Ok(place.insert(Found::by(fit, context)?))
            }
        }
    }
}

/// Where between three values, the middle one of which is the largest, their parabola is highest: a step before it, it, or
/// a step behind it.
fn lean(before: f64, at: f64, behind: f64) -> i32 {
    let (rise, fall) = (at - before, at - behind);
    if !(rise + fall).is_finite() || rise + fall <= 0.0 {
        return 0;
    }
    (f64::from(STRIDE) / 2.0 * (rise - fall) / (rise + fall)).round() as i32
}

/// How much smaller the sides of a picture are at a step.
fn factor(step: i32) -> f64 {
    libm::exp2(-f64::from(step) / f64::from(STEPS))
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

#[cfg(test)]
#[cfg(feature = "formats")]
mod tests {
    use super::*;
    use crate::fit::tests::{noise, written};
    use crate::formats::Format;

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
