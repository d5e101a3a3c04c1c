//! The picture that is brought under a limit, and its metadata overhead: what stands beside its pixels goes where it
//! would take more of the limit than it is worth, and colours become those of sRGB, which need no profile.

use crate::formats::Format;
use crate::route;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::{icc, profiles};
use transvase_format::{Baggage, LIMIT_TO_METADATA, Ladder, Shrinker};
use transvase_model::raster::{Frame, Raster};
use transvase_model::rows::Rows;
use transvase_model::{Hub, Model};

/// How many times as large as a profile a limit must be for it to stay: a tenth of the bytes is seen in a picture, other
/// greens seldom are.
const LIMIT_TO_PROFILE: u64 = 10;

/// A picture's file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Source<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) format: Format,
    /// Whether its colours are turned to sRGB.
    is_plain: bool,
    /// Whether metadata is left out.
    is_silent: bool,
}

impl<'a> Source<'a> {
    /// A picture as it is.
    pub(super) fn of(bytes: &'a [u8], format: Format) -> Source<'a> {
        Source { bytes, format, is_plain: false, is_silent: false }
    }

    /// Its pixels. What was taken from them is told with each: a result says what it has lost.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn raster(self, context: &Context) -> Result<Raster<'a>> {
        let model: Model<'_> = route::model(self.format, Hub::Raster, self.bytes, context)?;
        let mut raster: Raster = model.try_into()?;
        if self.is_light() {
            // What the file has of pixels packed is of the colours and words it had.
            raster.original = None;
        }
        if self.is_silent {
            let message = "Exif, XMP, IPTC and comments were left out: they would take too much of the byte limit";
            context.warn(Warning::new(WarningCode::MetadataDropped, message));
            raster = Raster { exif: None, xmp: None, resources: None, remarks: Vec::new(), ..raster };
        }
        let Some(profile) = raster.icc.take_if(|_| self.is_plain) else { return Ok(raster) };
        let frames = raster.frames.mapped(move |rows, context| plain(rows, &profile, context));
        Ok(Raster { frames, ..raster })
    }

    /// Its first frame.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn first_frame(self, context: &Context) -> Result<Frame> {
        Ok(context.aside(|| self.raster(context)?.frames.first(context))?.0)
    }

    /// Its first frame, where that has at most so many pixels: a larger one is not drawn.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn first_frame_within(self, most_pixels: u64, context: &Context) -> Result<Option<Frame>> {
        let look = || {
            let rows = self.raster(context)?.frames.first_rows(context)?;
            let is_small = u64::from(rows.width_px) * u64::from(rows.height_px) <= most_pixels;
            is_small.then(|| rows.gathered(context)).transpose()
        };
        Ok(context.aside(look)?.0)
    }

    /// Whether anything was taken from it.
    fn is_light(self) -> bool {
        self.is_plain || self.is_silent
    }

    /// The picture without what takes too much of a limit beside its pixels, as its ladder tells; itself where that is
    /// nothing.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn lightened(
        self,
        shrinker: &Shrinker,
        ladder: &dyn Ladder,
        max_bytes: u64,
        context: &Context,
    ) -> Result<Source<'a>> {
        if shrinker.redraw.is_none() || !ladder.is_lossy() {
            return Ok(self);
        }
        let Baggage { profile, metadata } = ladder.baggage();
        let is_silent = self.is_silent || metadata > max_bytes / LIMIT_TO_METADATA;
        // A profile that its pixels cannot follow, as one of inks, is no matter of theirs.
        let is_plain = self.is_plain
            || profile > max_bytes / LIMIT_TO_PROFILE && context.aside(|| self.raster(context))?.0.icc.is_some();
        Ok(Source { is_silent, is_plain, ..self })
    }

    /// The ladder of its pixels; `None` where nothing was taken from it, so that the file's own serves.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn ladder(
        self,
        shrinker: &Shrinker,
        max_bytes: u64,
        context: &Context,
    ) -> Result<Option<Box<dyn Ladder>>> {
        let Some(redraw) = shrinker.redraw.filter(|_| self.is_light()) else { return Ok(None) };
        let (ladder, warnings) = context.aside(|| redraw(self.raster(context)?, max_bytes, context))?;
        warnings.into_iter().for_each(|warning| context.warn(warning));
        Ok(Some(ladder))
    }
}

/// Rows with the colours of sRGB, and without their profile. That is told as what it is: nothing is lost with a profile
/// that says what viewers assume, and one that cannot be followed converts nothing.
fn plain<'a>(rows: Rows<'a>, profile: &[u8], context: &Context) -> Result<Rows<'a>> {
    let (rows, lost) = context.aside(|| Ok(profiles::rows_to_srgb(rows, profile, context)))?;
    let warnings = match lost.is_empty() {
        true if icc::is_srgb(profile) => {
            let message = "left out: the sRGB profile, which viewers assume anyway";
            vec![Warning::new(WarningCode::MetadataDropped, message)]
        }
        true => {
            let message = "colours were converted to sRGB: the colour profile would take too much of the byte limit";
            vec![Warning::new(WarningCode::ColorReduced, message)]
        }
        false => lost,
    };
    warnings.into_iter().for_each(|warning| context.warn(warning));
    Ok(rows)
}
