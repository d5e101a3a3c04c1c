//! The picture that is brought under a limit, and what stands beside its pixels where that would take more of the limit
//! than it is worth: metadata is left out, and colours become those of sRGB, which need no profile.

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

/// Share of a limit that metadata may take.
const METADATA_SHARE: u64 = 25;

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
        if self.is_silent {
            raster = Raster { exif: None, xmp: None, resources: None, remarks: Vec::new(), original: None, ..raster };
        }
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

    /// Whether anything was taken from it.
    pub(super) fn is_light(self) -> bool {
        self.is_plain || self.is_silent
    }

    /// The picture without what takes too much of a limit, and its ladder; `None` where there is room enough. `weighs` says
    /// that its format lets go of metadata itself.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn lightened(
        self,
        shrinker: &Shrinker,
        weighs: bool,
        max_bytes: u64,
        context: &Context,
    ) -> Result<Option<(Source<'a>, Box<dyn Ladder>)>> {
        let Some(redraw) = shrinker.redraw else { return Ok(None) };
        let (raster, _) = context.aside(|| self.raster(context))?;
        let profile_bytes = raster.icc.as_ref().map_or(0, |profile| profile.len() as u64);
        let is_silent = !weighs && metadata_bytes(&raster) > max_bytes / METADATA_SHARE;
        let light = Source { is_plain: profile_bytes > max_bytes / PROFILE_SHARE, is_silent, ..self };
        if !light.is_light() {
            return Ok(None);
        }
        let (ladder, _) = context.aside(|| redraw(light.raster(context)?, max_bytes, context))?;
        light.warn(context);
        Ok(Some((light, ladder)))
    }

    fn warn(self, context: &Context) {
        if self.is_plain {
            let message = "the colour profile would take too much of the limit: colours were converted to sRGB";
            context.warn(Warning::new(WarningCode::ColorReduced, message));
        }
        if self.is_silent {
            let message = "Exif, XMP, IPTC and remarks were left out: they would take too much of the limit";
            context.warn(Warning::new(WarningCode::MetadataDropped, message));
        }
    }
}

fn metadata_bytes(raster: &Raster) -> u64 {
    let remarks: usize = raster.remarks.iter().map(|remark| remark.keyword.len() + remark.text.len()).sum();
    let blocks = [&raster.exif, &raster.resources].map(|block| block.as_ref().map_or(0, |block| block.len()));
    (remarks + blocks[0] + blocks[1] + raster.xmp.as_ref().map_or(0, |packet| packet.len())) as u64
}
