//! Pixels to JPEG, by the same quantisation and coding that compression uses.

use super::carry;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::QUALITY;
use transvase_codec::holds::{self, Ground};
use transvase_codec::jpeg::capture;
use transvase_codec::jpeg::encode;
use transvase_codec::jpeg::fold;
use transvase_codec::jpeg::levels::Quantized;
use transvase_codec::jpeg::picture::Picture;
use transvase_codec::jpeg::press;
use transvase_codec::jpeg::quantize::Knobs;
use transvase_codec::jpeg::sample;
use transvase_codec::jpeg::study::Study;
use transvase_codec::stills;
use transvase_format::Written;
use transvase_model::raster::Raster;
use transvase_model::rows::Rows;

/// Quality where the caller names none: above the balanced level of compression, because this is a
/// first loss.
const DEFAULT_QUALITY: u64 = 90;

/// Quality below which colour differences are halved.
const FULL_COLOR_QUALITY: u64 = 90;

/// As good as no quantisation: every step is 1, every coefficient is kept.
const INTERMEDIATE: Knobs = Knobs { scale: 0.001, fidelity: 1e6 };

/// Pixels from which on a picture is coded as its rows come: of a smaller one all is looked at first.
const LARGE: u64 = 1 << 20;

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    let limit = stills::limit(&raster, context);
    stills::in_rows(raster, "jpg", context, |rows, raster, context| encoded(rows, raster, limit, context))
}

/// 8-bit samples on a white ground: JPEG has neither alpha nor 16 bits.
fn encoded(rows: Rows<'_>, raster: &Raster, limit: Option<u64>, context: &Context) -> Result<Vec<u8>> {
    let rows = holds::flat_rows(holds::shallow_rows(rows), Ground::WHITE);
    let head = carry::fresh_head(raster, context);
    let quality = context.options().integer(&QUALITY).unwrap_or(DEFAULT_QUALITY);
    let (knobs, halved) = (Knobs::of_quality(quality), quality < FULL_COLOR_QUALITY);
    if limit.is_none() && u64::from(rows.width_px) * u64::from(rows.height_px) >= LARGE {
        let picture = press::press(rows, knobs, halved, context)?;
        let (layout, _) = Study::new(sample::of(&picture)).exact(context)?;
        return encode::encode(&Quantized::exact(&picture), &layout, &head, context);
    }
    let picture = capture::capture(&rows.gathered(context)?, context)?;
    let usual = || match fold::directions(&picture).filter(|_| halved) {
        Some(folding) => encode(&fold::fold(&picture, folding, context)?, knobs, &head, context),
        None => encode(&picture, knobs, &head, context),
    };
    let is_named = context.options().is_given(&QUALITY);
    stills::for_limit(is_named, limit, usual, |_| encode(&picture, INTERMEDIATE, &head, context))
}

/// The picture as good as without loss, for a search that starts from its pixels.
pub(super) fn finest(mut raster: Raster, context: &Context) -> Result<Vec<u8>> {
    let rows = raster.frames.first_rows(context)?;
    let frame = holds::flat_rows(holds::shallow_rows(rows), Ground::WHITE).gathered(context)?;
    encode(&capture::capture(&frame, context)?, INTERMEDIATE, &carry::fresh_head(&raster, context), context)
}

fn encode(picture: &Picture, knobs: Knobs, head: &[u8], context: &Context) -> Result<Vec<u8>> {
    let mut study = Study::new(sample::of(picture));
    study.estimate(knobs, context)?;
    study.encode(picture, knobs, head, context)
}
