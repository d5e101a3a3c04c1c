//! Pixels to WebP, with or without loss.

use super::container::{HAS_ALPHA, HAS_EXIF, HAS_ICC, HAS_XMP, IS_ANIMATED, MOST_PX, chunk, extension};
use super::{animation, lossy, read};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::{LOSSLESS, MAX_BYTES, QUALITY};
use transvase_codec::holds::{self, Holds};
use transvase_codec::vp8::Knobs;
use transvase_codec::vp8l::Pixels;
use transvase_codec::{photographs, stills};
use transvase_format::Written;
use transvase_model::raster::{Frame, Raster};

const HOLDS: Holds = Holds { alpha: true, icc: true, exif: true, xmp: true, ..Holds::NOTHING };

/// Quality of photographs where the caller names none.
pub(super) const BALANCED_QUALITY: f64 = 80.0;

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    let raster = holds::fitted(raster, HOLDS, context);
    if raster.plays().is_some() {
        return Ok(moving(raster, context)?.into());
    }
    let limit = stills::limit(&raster, context);
    stills::written(raster, "webp", context, |frame, raster, context| {
        let usual = || still(&frame, raster, Packing::of(&frame, context)?, context);
        let finest = |_| still(&frame, raster, Packing::Whole, context);
        stills::for_limit(Packing::asked(context).is_some(), limit, usual, finest)
    })
}

/// An animation as the options ask for it. Its frames come once: where a limit may ask for other coarseness than the named
/// one, they are packed without loss first, and from there with loss.
fn moving(raster: Raster, context: &Context) -> Result<Vec<u8>> {
    let packing = Packing::asked(context).unwrap_or(Packing::Whole);
    let limit = context.options().integer(&MAX_BYTES);
    if matches!(packing, Packing::Whole) || limit.is_none() {
        return whole(raster, packing, context);
    }
    let finest = whole(raster, Packing::Whole, context)?;
    let named = || Ok(context.aside(|| whole(read::kept(&finest, context)?, packing, context))?.0);
    stills::for_limit(true, limit, named, |_| Ok(finest.clone()))
}

/// How pixels are packed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Packing {
    /// Without loss.
    Whole,
    /// With loss.
    Lossy(Knobs),
}

impl Packing {
    /// What the options say; where they say nothing, photographs are packed with loss.
    fn of(frame: &Frame, context: &Context) -> Result<Self> {
        let packing = Self::asked(context);
        let is_open = packing.is_none() && !frame.format.is_deep() && photographs::is_one(frame, context)?;
        let balanced = Packing::Lossy(Knobs::of_quality(BALANCED_QUALITY, lossy::effort(context)));
        Ok(packing.unwrap_or(if is_open { balanced } else { Packing::Whole }))
    }

    /// What the options say.
    pub(super) fn asked(context: &Context) -> Option<Self> {
        if context.options().flag(&LOSSLESS) {
            return Some(Packing::Whole);
        }
        let quality = context.options().integer(&QUALITY)?;
        Some(Packing::Lossy(Knobs::of_quality(quality as f64, lossy::effort(context))))
    }
}

/// All frames of a raster as one file.
pub(super) fn whole(mut raster: Raster, packing: Packing, context: &Context) -> Result<Vec<u8>> {
    match raster.plays() {
        Some(plays) => animation::written(raster, plays, packing, context),
        None => still(&raster.frames.first(context)?, &raster, packing, context),
    }
}

/// All frames of a raster as one file, photographs with loss.
pub(super) fn balanced(mut raster: Raster, context: &Context) -> Result<Vec<u8>> {
    if raster.plays().is_some() {
        return whole(raster, Packing::Whole, context);
    }
    let frame = raster.frames.first(context)?;
    still(&frame, &raster, Packing::of(&frame, context)?, context)
}

fn still(frame: &Frame, raster: &Raster, packing: Packing, context: &Context) -> Result<Vec<u8>> {
    let flags = if frame.format.has_alpha() { HAS_ALPHA } else { 0 };
    Ok(file((frame.width_px, frame.height_px), raster, flags, &pixels(frame, packing, context)?))
}

/// The chunks of a frame's pixels: without loss where VP8 has no room for it, whatever is asked for.
pub(super) fn pixels(frame: &Frame, packing: Packing, context: &Context) -> Result<Vec<u8>> {
    if let Packing::Lossy(knobs) = packing
        && let Some(study) = lossy::study(frame, context)?
    {
        return lossy::chunks(&study, &lossy::opacity(frame, context)?, &knobs, context);
    }
    Ok(chunk(b"VP8L", &encoded(frame, context)?))
}

/// The bit stream of a frame.
fn encoded(frame: &Frame, context: &Context) -> Result<Vec<u8>> {
    if frame.width_px.max(frame.height_px) > MOST_PX {
        let message = format!("a WebP can be at most {MOST_PX} pixels wide or high");
        return Err(Error::new(ErrorCode::UnsupportedRoute, message).hint("set max_dimensions, or choose PNG"));
    }
    let channels = frame.format.channels();
    context.room((frame.samples.len() / channels).saturating_mul(Pixels::ROOM))?;
    let pixels = Pixels::from_samples(frame.width_px as usize, channels, &frame.samples);
    pixels.encode(lossy::effort(context), &mut || context.checkpoint())
}

/// A file of these chunks of pixels, in the extended form where there is anything beside them (2.7).
pub(super) fn file((width, height): (u32, u32), raster: &Raster, flags: u8, pixels: &[u8]) -> Vec<u8> {
    let mut body = b"WEBP".to_vec();
    let has = |there: bool, flag: u8| if there { flag } else { 0 };
    let extras = has(raster.icc.is_some(), HAS_ICC)
        | has(raster.exif.is_some(), HAS_EXIF)
        | has(raster.xmp.is_some(), HAS_XMP)
        | flags & IS_ANIMATED;
    // Opacity beside a lossy frame is a chunk that only the extended form has.
    if extras != 0 || pixels.starts_with(b"ALPH") {
        body.extend(extension(extras | flags, (width, height)));
    }
    if let Some(profile) = &raster.icc {
        body.extend(chunk(b"ICCP", profile));
    }
    body.extend_from_slice(pixels);
    if let Some(block) = &raster.exif {
        body.extend(chunk(b"EXIF", block));
    }
    if let Some(packet) = &raster.xmp {
        body.extend(chunk(b"XMP ", packet.as_bytes()));
    }
    chunk(b"RIFF", &body)
}
