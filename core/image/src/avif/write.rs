//! Pixels to AVIF.

use transvase_av1::Content;

use super::animate;
use super::encode::{Knobs, Planes, content, speed};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::QUALITY;
use transvase_codec::holds::{self, Holds};
use transvase_codec::stills;
use transvase_format::Written;
use transvase_model::raster::{Frame, Raster};

const HOLDS: Holds = Holds { alpha: true, deep: true, icc: true, gray: true, exif: true, xmp: true, ..Holds::NOTHING };

/// Largest side (AV1 Bitstream & Decoding Process Specification, 5.5.1: 16 bits).
const MOST_PX: u32 = 65_536;

/// Quality where the caller names none.
const BALANCED_QUALITY: u64 = 65;

/// Qualities of an animation that are tried under a limit.
const UNDER_LIMIT: [u64; 5] = [50, 35, 20, 10, 1];

/// How opacity is packed: finer than colours, since its edges are seen.
pub(super) fn of_alpha(knobs: Knobs) -> Knobs {
    Knobs { quantizer: (knobs.quantizer / 2).max(Knobs::FINEST), ..knobs }
}

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    if let Some(plays) = raster.plays() {
        return animation(holds::fitted(raster, HOLDS, context), plays, context).map(Into::into);
    }
    let limit = stills::limit(&raster, context);
    stills::written(holds::fitted(raster, HOLDS, context), "avif", context, |frame, raster, context| {
        let is_named = context.options().integer(&QUALITY).is_some();
        let at = |speed| still(&frame, raster, Knobs { quantizer: Knobs::FINEST, speed }, context);
        let finest = |most| match at(10)? {
            quick if quick.len() as u64 > most => Ok(quick),
            _ => at(speed(context)),
        };
        stills::for_limit(is_named, limit, || packed(&frame, raster, context), finest)
    })
}

/// An animation; under a limit, at the first of some qualities that fits, or the last.
fn animation(mut raster: Raster, plays: u32, context: &Context) -> Result<Vec<u8>> {
    let quality = context.options().integer(&QUALITY).unwrap_or(BALANCED_QUALITY);
    let Some(most) = stills::limit(&raster, context) else {
        return animate::write(raster, plays, Knobs::of_quality(quality, context), context);
    };
    let mut frames = Vec::new();
    while let Some(frame) = raster.frames.next(context)? {
        context.room(frame.samples.len())?;
        frames.push(frame);
    }
    let beside = raster.beside();
    let mut bytes = Vec::new();
    for quality in std::iter::once(quality).chain(UNDER_LIMIT.into_iter().filter(|lower| *lower < quality)) {
        let Raster { icc, exif, xmp, .. } = &beside;
        let again = Raster { icc: icc.clone(), exif: exif.clone(), xmp: xmp.clone(), ..Raster::pages(frames.clone()) };
        bytes = animate::write(again, plays, Knobs::of_quality(quality, context), context)?;
        if bytes.len() as u64 <= most {
            break;
        }
    }
    Ok(bytes)
}

/// A picture at the quality that is asked for.
pub(super) fn packed(frame: &Frame, raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    let quality = context.options().integer(&QUALITY).unwrap_or(BALANCED_QUALITY);
    let knobs = Knobs::of_quality(quality, context);
    still(frame, raster, knobs, context)
}

fn still(frame: &Frame, raster: &Raster, knobs: Knobs, context: &Context) -> Result<Vec<u8>> {
    check(frame)?;
    let content = content(frame, context)?;
    let is_halved = knobs.halves_colors() && content == Content::Natural;
    let planes = Planes::of(frame, content, is_halved, context)?;
    let colors = planes.colors(knobs, raster.icc.is_some(), context)?;
    let alpha = planes.alpha(of_alpha(knobs), context)?;
    Ok(planes.file(&colors, alpha.as_ref(), raster))
}

/// Whether the format has room for a frame.
///
/// # Errors
/// `UnsupportedRoute`.
pub(super) fn check(frame: &Frame) -> Result<()> {
    if frame.width_px.max(frame.height_px) > MOST_PX {
        let message = format!("an AVIF can be at most {MOST_PX} pixels wide or high");
        return Err(Error::new(ErrorCode::UnsupportedRoute, message).hint("set max_dimensions, or choose PNG"));
    }
    Ok(())
}
