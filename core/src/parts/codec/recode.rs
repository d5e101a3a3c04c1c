//! Pictures in an encoding that a target cannot hold, as PNG.

use image::codecs::png::PngEncoder;
use image::{ImageEncoder, ImageFormat};

use crate::context::Context;
use crate::error::{ErrorCode, Result};
use crate::model::media::{Media, MediaKind};
use crate::parts::codec::pixels;
use crate::warning::{Warning, WarningCode};

/// A picture as PNG, with a warning; `None`, with another, where it cannot be decoded.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(crate) fn png(media: &Media, kind: MediaKind, context: &Context) -> Result<Option<Media>> {
    let (name, format) = match kind {
        MediaKind::Webp => ("WebP", ImageFormat::WebP),
        MediaKind::Bmp => ("BMP", ImageFormat::Bmp),
        MediaKind::Gif => ("GIF", ImageFormat::Gif),
        _ => ("TIFF", ImageFormat::Tiff),
    };
    let mut raster = match pixels::decode(&media.bytes, format, context) {
        Ok(raster) => raster,
        Err(error) if error.code() == ErrorCode::LimitExceeded => return Err(error),
        Err(error) if matches!(error.code(), ErrorCode::TimedOut | ErrorCode::Cancelled) => return Err(error),
        Err(_) => {
            context.warn(Warning::new(WarningCode::ImageDropped, format!("a {name} picture could not be decoded")));
            return Ok(None);
        }
    };
    let Some(frame) = raster.frames.next(context)? else { return Ok(None) };
    let mut bytes = Vec::new();
    let color = pixels::color_type(frame.format);
    let encoder = PngEncoder::new(&mut bytes);
    encoder.write_image(&frame.samples, frame.width_px, frame.height_px, color).map_err(pixels::image_error)?;
    context.warn(Warning::new(WarningCode::ImageRecoded, format!("a {name} picture was written as PNG")));
    Ok(Some(Media { bytes: bytes.into(), kind: MediaKind::Png, width_px: frame.width_px, height_px: frame.height_px }))
}
