//! Pixels to PNG.

use image::ImageEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};

use crate::context::Context;
use crate::error::Result;
use crate::model::raster::Raster;
use crate::parts::pixels;
use crate::warning::{Warning, WarningCode};

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Vec<u8>> {
    let Some(frame) = raster.frames.first() else {
        return Err(crate::error::Error::malformed("the picture has no frame"));
    };
    if raster.frames.len() > 1 {
        context.warn(Warning::new(WarningCode::FramesDropped, "only the first frame was kept"));
    }
    let mut bytes = Vec::new();
    let mut encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
    if let Some(icc) = &raster.icc {
        encoder
            .set_icc_profile(icc.to_vec())
            .map_err(|error| pixels::image_error(image::ImageError::Unsupported(error)))?;
    }
    if let Some(exif) = &raster.exif {
        encoder
            .set_exif_metadata(exif.to_vec())
            .map_err(|error| pixels::image_error(image::ImageError::Unsupported(error)))?;
    }
    let color = pixels::color_type(frame.format);
    encoder.write_image(&frame.samples, frame.width_px, frame.height_px, color).map_err(pixels::image_error)?;
    Ok(bytes)
}
