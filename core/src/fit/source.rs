//! The picture that is brought under a limit, and its colour profile where that would take more of the limit than it is
//! worth: colours then become those of sRGB, which need none.

use crate::context::Context;
use crate::error::Result;
use crate::format::{Format, Ladder, Shrinker};
use crate::model::raster::{Frame, Raster};
use crate::model::{Hub, Model};
use crate::parts::profiles;
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
    pub(super) is_plain: bool,
}

impl<'a> Source<'a> {
    /// A picture as it is.
    pub(super) fn of(bytes: &'a [u8], format: Format) -> Source<'a> {
        Source { bytes, format, is_plain: false }
    }

    /// Its pixels.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn raster(self, context: &Context) -> Result<Raster<'a>> {
        let model: Model<'_> = route::model(self.format, Hub::Raster, self.bytes, context)?;
        let mut raster: Raster = model.try_into()?;
        let Some(profile) = raster.icc.take_if(|_| self.is_plain) else { return Ok(raster) };
        let frames = raster.frames.mapped(move |rows, context| Ok(profiles::rows_to_srgb(rows, &profile, context)));
        Ok(Raster { frames, original: None, ..raster })
    }

    /// Its first frame.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn first_frame(self, context: &Context) -> Result<Frame> {
        Ok(context.aside(|| self.raster(context)?.frames.first(context))?.0)
    }

    /// The picture without its profile, and its ladder; `None` where it has none, or there is room enough.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn without_profile(
        self,
        shrinker: &Shrinker,
        max_bytes: u64,
        context: &Context,
    ) -> Result<Option<(Source<'a>, Box<dyn Ladder>)>> {
        let Some(redraw) = shrinker.redraw else { return Ok(None) };
        let (raster, _) = context.aside(|| self.raster(context))?;
        if raster.icc.is_none_or(|profile| profile.len() as u64 <= max_bytes / PROFILE_SHARE) {
            return Ok(None);
        }
        let plain = Source { is_plain: true, ..self };
        let (ladder, _) = context.aside(|| redraw(plain.raster(context)?, max_bytes, context))?;
        let message = "the colour profile would take too much of the limit: colours were converted to sRGB";
        context.warn(Warning::new(WarningCode::ColorReduced, message));
        Ok(Some((plain, ladder)))
    }
}
