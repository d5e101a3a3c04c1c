//! Pixels with loss: a frame of VP8, and beside it opacity without loss (RFC 9649, 2.7.1.2).

use super::container::chunk;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::EFFORT;
use transvase_codec::vp8::{Knobs, Picture, Study};
use transvase_codec::vp8l::Pixels;
use transvase_model::raster::Frame;

/// First byte of a chunk of opacity: packed without loss, not filtered (2.7.1.2).
const PACKED: u8 = 1;

/// The effort a caller asks for.
pub(super) fn effort(context: &Context) -> u8 {
    context.options().integer(&EFFORT).unwrap_or(5).min(9) as u8
}

/// What does not depend on how coarse a frame becomes. None where VP8 has no room for it.
pub(super) fn study(frame: &Frame, context: &Context) -> Result<Option<Study>> {
    let (width, height) = (frame.width_px as usize, frame.height_px as usize);
    if frame.format.is_deep() {
        return Ok(None);
    }
    context.room(frame.samples.len() / 2)?;
    let Some(picture) = Picture::from_samples(width, height, frame.format.channels(), &frame.samples) else {
        return Ok(None);
    };
    Study::new(picture, &mut || context.checkpoint()).map(Some)
}

/// The chunks of a frame: opacity where there is any, and what is seen.
pub(super) fn chunks(study: &Study, opacity: &[u8], knobs: &Knobs, context: &Context) -> Result<Vec<u8>> {
    let seen = study.encode(knobs, &mut || context.checkpoint())?;
    Ok([opacity, &chunk(b"VP8 ", &seen)].concat())
}

/// The chunk of a frame's opacity; nothing where it lets nothing through.
pub(super) fn opacity(frame: &Frame, context: &Context) -> Result<Vec<u8>> {
    let channels = frame.format.channels();
    if !frame.format.has_alpha() || frame.samples.chunks_exact(channels).all(|pixel| pixel[channels - 1] == 255) {
        return Ok(Vec::new());
    }
    context.checkpoint()?;
    let alpha: Vec<u8> = frame.samples.chunks_exact(channels).map(|pixel| pixel[channels - 1]).collect();
    context.room(alpha.len().saturating_mul(Pixels::ROOM))?;
    let plane = Pixels::from_opacity(frame.width_px as usize, &alpha);
    let stream = plane.encode_body(effort(context), &mut || context.checkpoint())?;
    Ok(chunk(b"ALPH", &[&[PACKED], &stream[..]].concat()))
}
