//! Pixels to JPEG, by the same quantisation and coding that compression uses.

use super::carry;
use crate::context::Context;
use crate::error::Result;
use crate::format::Written;
use crate::model::raster::{Frame, Raster};
use crate::options::{MAX_BYTES, QUALITY};
use crate::parts::holds::{self, Ground};
use crate::parts::jpeg::capture;
use crate::parts::jpeg::fold;
use crate::parts::jpeg::picture::Picture;
use crate::parts::jpeg::quantize::Knobs;
use crate::parts::jpeg::sample;
use crate::parts::jpeg::study::Study;
use crate::parts::stills;

/// Quality where the caller names none: above the balanced level of compression, because this is a
/// first loss.
const DEFAULT_QUALITY: u64 = 90;

/// Quality below which colour differences are halved.
const FULL_COLOR_QUALITY: u64 = 90;

/// As good as no quantisation: every step is 1, every coefficient is kept.
const INTERMEDIATE: Knobs = Knobs { scale: 0.001, fidelity: 1e6 };

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    stills::written(raster, "jpg", context, encoded)
}

fn encoded(frame: Frame, raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    let picture = capture::capture(&flatten(frame, context)?, context)?;
    let head = carry::fresh_head(raster, context);
    let quality = context.options().integer(&QUALITY).unwrap_or(DEFAULT_QUALITY);
    let knobs = Knobs::of_quality(quality);
    let result = match fold::directions(&picture).filter(|_| quality < FULL_COLOR_QUALITY) {
        Some(folding) => encode(&fold::fold(&picture, folding, context)?, knobs, &head, context)?,
        None => encode(&picture, knobs, &head, context)?,
    };
    match context.options().integer(&MAX_BYTES) {
        // The search for the limit starts from the pixels as they are, not from a first loss.
        Some(max) if result.len() as u64 > max => encode(&picture, INTERMEDIATE, &head, context),
        _ => Ok(result),
    }
}

/// The picture as good as without loss, for a search that starts from its pixels.
pub(super) fn finest(mut raster: Raster, context: &Context) -> Result<Vec<u8>> {
    let frame = flatten(raster.frames.first(context)?, context)?;
    encode(&capture::capture(&frame, context)?, INTERMEDIATE, &carry::fresh_head(&raster, context), context)
}

fn encode(picture: &Picture, knobs: Knobs, head: &[u8], context: &Context) -> Result<Vec<u8>> {
    let mut study = Study::new(sample::of(picture));
    study.estimate(knobs, context)?;
    study.encode(picture, knobs, head, context)
}

/// The frame with 8-bit samples on a white ground: JPEG has neither alpha nor 16 bits. The samples stay where they are,
/// since a large picture has room for one copy only.
fn flatten(mut frame: Frame, context: &Context) -> Result<Frame> {
    if frame.format.is_deep() {
        frame = holds::shallow(frame, context)?;
    }
    if frame.format.has_alpha() {
        frame = holds::flat(frame, Ground::WHITE, context)?;
    }
    frame.samples.shrink_to_fit();
    Ok(frame)
}
