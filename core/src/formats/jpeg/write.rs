//! Pixels to JPEG, by the same quantisation and coding that compression uses.

use super::capture;
use super::carry;
use super::fold;
use super::picture::Picture;
use super::quantize::Knobs;
use super::sample;
use super::study::Study;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::model::raster::{Frame, PixelFormat, Raster};
use crate::options::{MAX_BYTES, QUALITY};
use crate::warning::{Warning, WarningCode};

/// Quality where the caller names none: above the balanced level of compression, because this is a
/// first loss.
const DEFAULT_QUALITY: u64 = 90;

/// Quality below which colour differences are halved.
const FULL_COLOR_QUALITY: u64 = 90;

/// As good as no quantisation: every step is 1, every coefficient is kept.
const INTERMEDIATE: Knobs = Knobs { scale: 0.001, fidelity: 1e6 };

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Vec<u8>> {
    let Some(frame) = raster.frames.first() else {
        return Err(Error::malformed("the picture has no frame"));
    };
    if raster.frames.len() > 1 {
        context.warn(Warning::new(WarningCode::FramesDropped, "only the first frame was kept"));
    }
    let picture = capture::capture(&flatten(frame, context)?, context)?;
    let head = carry::fresh_head(&raster, context);
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

fn encode(picture: &Picture, knobs: Knobs, head: &[u8], context: &Context) -> Result<Vec<u8>> {
    let mut study = Study::new(sample::of(picture));
    study.estimate(knobs, context)?;
    study.encode(picture, knobs, head, context)
}

/// The frame with 8-bit samples on a white ground: JPEG has neither alpha nor 16 bits.
fn flatten(frame: &Frame, context: &Context) -> Result<Frame> {
    let samples = if frame.format.is_deep() {
        context.warn(Warning::new(WarningCode::ColorReduced, "16-bit samples were reduced to 8 bits"));
        halve(&frame.samples)
    } else {
        frame.samples.clone()
    };
    let channels = frame.format.channels();
    let format = if channels <= 2 { PixelFormat::Gray8 } else { PixelFormat::Rgb8 };
    if !frame.format.has_alpha() {
        return Ok(Frame { format, samples, ..*frame });
    }
    let mut flat = Vec::new();
    let mut seen_alpha = false;
    for pixel in samples.chunks_exact(channels) {
        let (colors, alpha) = (&pixel[..channels - 1], u32::from(pixel[channels - 1]));
        seen_alpha |= alpha < 255;
        flat.extend(colors.iter().map(|color| ((u32::from(*color) * alpha + 255 * (255 - alpha) + 127) / 255) as u8));
        context.tick(1)?;
    }
    if seen_alpha {
        context.warn(Warning::new(WarningCode::AlphaFlattened, "transparent parts were put on white"));
    }
    Ok(Frame { format, samples: flat, ..*frame })
}

/// The high bytes of 16-bit samples, rounded.
fn halve(samples: &[u8]) -> Vec<u8> {
    let wide = samples.chunks_exact(2).map(|pair| u32::from(u16::from_ne_bytes([pair[0], pair[1]])));
    wide.map(|sample| ((sample * 255 + 32_767) / 65_535) as u8).collect()
}
