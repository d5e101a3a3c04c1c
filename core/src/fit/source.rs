//! The picture that is brought under a limit, and what stands beside its pixels where that would take more of the limit
//! than it is worth: metadata is left out, and colours become those of sRGB, which need no profile.

use crate::context::Context;
use crate::error::Result;
use crate::format::{Baggage, Format, Ladder, METADATA_SHARE, Shrinker};
use crate::model::raster::{Frame, Raster};
use crate::model::{Hub, Model};
use crate::parts::{icc, profiles};
use crate::route;
use crate::warning::{Warning, WarningCode};

/// Share of a limit that a profile may take: a tenth of the bytes is seen in a picture, other greens seldom are.
const PROFILE_SHARE: u64 = 10;

/// A picture's file.
#[derive(Clone, Copy)]
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

    /// Its pixels.
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
            raster = Raster { exif: None, xmp: None, resources: None, remarks: Vec::new(), ..raster };
        }
        let Some(profile) = raster.icc.take_if(|_| self.is_plain) else { return Ok(raster) };
        let frames = raster.frames.mapped(move |rows, context| Ok(profiles::rows_to_srgb(rows, &profile, context)));
        Ok(Raster { frames, ..raster })
    }

    /// Its first frame.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn first_frame(self, context: &Context) -> Result<Frame> {
        Ok(context.aside(|| self.raster(context)?.frames.first(context))?.0)
    }

    /// Whether anything was taken from it.
    pub(super) fn is_light(self) -> bool {
        self.is_plain || self.is_silent
    }

    /// The picture without what takes too much of a limit, and its ladder; `None` where there is room enough.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn lightened(
        self,
        shrinker: &Shrinker,
        baggage: Baggage,
        max_bytes: u64,
        context: &Context,
    ) -> Result<Option<(Source<'a>, Box<dyn Ladder>)>> {
        let is_plain = baggage.profile > max_bytes / PROFILE_SHARE;
        let light = Source { is_plain, is_silent: baggage.metadata > max_bytes / METADATA_SHARE, ..self };
        let Some(redraw) = shrinker.redraw.filter(|_| light.is_light()) else { return Ok(None) };
        // A profile that its pixels cannot follow, as one of inks, is no matter of theirs.
        let profile = if is_plain { context.aside(|| self.raster(context))?.0.icc } else { None };
        let light = Source { is_plain: profile.is_some(), ..light };
        if !light.is_light() {
            return Ok(None);
        }
        let (ladder, _) = context.aside(|| redraw(light.raster(context)?, max_bytes, context))?;
        light.warn(profile.as_deref(), context);
        Ok(Some((light, ladder)))
    }

    fn warn(self, profile: Option<&[u8]>, context: &Context) {
        let warn = |code, message: &str| context.warn(Warning::new(code, message));
        match profile.map(icc::is_srgb) {
            Some(true) => {
                warn(WarningCode::MetadataDropped, "left out: an sRGB profile, which viewers assume without one");
            }
            Some(false) => {
                let message = "the colour profile would take too much of the limit: colours were converted to sRGB";
                warn(WarningCode::ColorReduced, message);
            }
            None => {}
        }
        if self.is_silent {
            let message = "Exif, XMP, IPTC and remarks were left out: they would take too much of the limit";
            warn(WarningCode::MetadataDropped, message);
        }
    }
}
