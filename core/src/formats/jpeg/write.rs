//! Pixels to JPEG, by the same quantisation and coding that compression uses.

use super::carry;
use crate::context::Context;
use crate::error::Result;
use crate::format::Written;
use crate::model::raster::{Frame, PixelFormat, Raster};
use crate::options::{MAX_BYTES, QUALITY};
use crate::parts::jpeg::capture;
use crate::parts::jpeg::fold;
use crate::parts::jpeg::picture::Picture;
use crate::parts::jpeg::quantize::Knobs;
use crate::parts::jpeg::sample;
use crate::parts::jpeg::study::Study;
use crate::parts::stills;
use crate::warning::{Warning, WarningCode};

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

fn encode(picture: &Picture, knobs: Knobs, head: &[u8], context: &Context) -> Result<Vec<u8>> {
    let mut study = Study::new(sample::of(picture));
    study.estimate(knobs, context)?;
    study.encode(picture, knobs, head, context)
}

/// The frame with 8-bit samples on a white ground: JPEG has neither alpha nor 16 bits. The samples stay where they are,
/// since a large picture has room for one copy only.
fn flatten(mut frame: Frame, context: &Context) -> Result<Frame> {
    if frame.format.is_deep() {
        context.warn(Warning::new(WarningCode::ColorReduced, "16-bit samples were reduced to 8 bits"));
        halve(&mut frame.samples);
    }
    let channels = frame.format.channels();
    if frame.format.has_alpha() && drop_alpha(&mut frame.samples, channels, context)? {
        context.warn(Warning::new(WarningCode::AlphaFlattened, "transparent parts were put on white"));
    }
    frame.samples.shrink_to_fit();
    frame.format = if channels <= 2 { PixelFormat::Gray8 } else { PixelFormat::Rgb8 };
    Ok(frame)
}

/// Puts pixels, of which the last channel is their opacity, on white; tells whether any lets through.
fn drop_alpha(samples: &mut Vec<u8>, channels: usize, context: &Context) -> Result<bool> {
    let (pixels, colors) = (samples.len() / channels, channels - 1);
    let mut is_clear = false;
    for pixel in 0..pixels {
        let from = pixel * channels;
        let alpha = u32::from(samples[from + colors]);
        is_clear |= alpha < 255;
        for channel in 0..colors {
            let color = u32::from(samples[from + channel]);
            samples[pixel * colors + channel] = ((color * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
        }
        context.tick(1)?;
    }
    samples.truncate(pixels * colors);
    Ok(is_clear)
}

/// Keeps the high bytes of 16-bit samples, rounded.
fn halve(samples: &mut Vec<u8>) {
    let count = samples.len() / 2;
    for at in 0..count {
        let sample = u32::from(u16::from_ne_bytes([samples[2 * at], samples[2 * at + 1]]));
        samples[at] = ((sample * 255 + 32_767) / 65_535) as u8;
    }
    samples.truncate(count);
}
