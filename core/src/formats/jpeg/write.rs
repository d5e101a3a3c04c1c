//! Pixels to JPEG.

use image::ImageEncoder;
use image::codecs::jpeg::JpegEncoder;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::model::raster::{Frame, PixelFormat, Raster};
use crate::options::QUALITY;
use crate::parts::pixels;
use crate::warning::{Warning, WarningCode};

/// Quality where the caller names none: above the balanced level of compression, because this is a
/// first loss.
const DEFAULT_QUALITY: u64 = 90;

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Vec<u8>> {
    let Some(frame) = raster.frames.first() else {
        return Err(Error::malformed("the picture has no frame"));
    };
    if raster.frames.len() > 1 {
        context.warn(Warning::new(WarningCode::FramesDropped, "only the first frame was kept"));
    }
    let flat = flatten(frame, context)?;
    let quality = context.options().integer(&QUALITY).unwrap_or(DEFAULT_QUALITY) as u8;
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    if let Some(icc) = &raster.icc {
        encoder
            .set_icc_profile(icc.to_vec())
            .map_err(|error| pixels::image_error(image::ImageError::Unsupported(error)))?;
    }
    let color = pixels::color_type(flat.format);
    encoder.write_image(&flat.samples, flat.width_px, flat.height_px, color).map_err(pixels::image_error)?;
    Ok(bytes)
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
