//! Pictures at another size.

use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::model::raster::{Frame, PixelFormat};

/// How pixels between pixels are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filter {
    Nearest,
    Box,
    Bilinear,
    CatmullRom,
    Lanczos3,
}

/// The frame at another size, which is charged. Colours are weighted by their alpha.
///
/// # Errors
/// A limit; `Internal` where samples and size of the frame disagree.
pub(crate) fn resized(frame: &Frame, (width, height): (u32, u32), filter: Filter, context: &Context) -> Result<Frame> {
    if (width, height) == (frame.width_px, frame.height_px) {
        return Ok(frame.clone());
    }
    context.checkpoint()?;
    let kind = kind(frame.format);
    context.room((width as usize).saturating_mul(height as usize).saturating_mul(frame.format.bytes_per_pixel()))?;
    let source = aligned(frame, kind)?;
    let mut target = Image::new(width, height, kind);
    let filter = match filter {
        Filter::Nearest => ResizeAlg::Nearest,
        Filter::Box => ResizeAlg::Convolution(FilterType::Box),
        Filter::Bilinear => ResizeAlg::Convolution(FilterType::Bilinear),
        Filter::CatmullRom => ResizeAlg::Convolution(FilterType::CatmullRom),
        Filter::Lanczos3 => ResizeAlg::Convolution(FilterType::Lanczos3),
    };
    let options = ResizeOptions::new().resize_alg(filter).use_alpha(true);
    Resizer::new().resize(&source, &mut target, &options).map_err(failed)?;
    let (format, delay_ms) = (frame.format, frame.delay_ms);
    Ok(Frame { width_px: width, height_px: height, format, samples: target.into_vec(), delay_ms })
}

/// The samples where the library wants them: 16-bit ones at even addresses.
fn aligned(frame: &Frame, kind: PixelType) -> Result<Image<'static>> {
    let mut image = Image::new(frame.width_px, frame.height_px, kind);
    let room = image.buffer_mut();
    if room.len() != frame.samples.len() {
        return Err(Error::new(ErrorCode::Internal, "the samples do not fill the picture"));
    }
    room.copy_from_slice(&frame.samples);
    Ok(image)
}

/// The frame so that its longer side has at most `side` pixels.
///
/// # Errors
/// As [`resized`].
pub(crate) fn within(frame: &Frame, side: u32, context: &Context) -> Result<Frame> {
    resized(frame, fitted((frame.width_px, frame.height_px), (side, side)), Filter::Lanczos3, context)
}

/// The largest size of the same shape that lies in a box; the size itself, where it does already.
pub(crate) fn fitted((width, height): (u32, u32), (most_width, most_height): (u32, u32)) -> (u32, u32) {
    if width <= most_width && height <= most_height {
        return (width, height);
    }
    let (wide, high) = (u64::from(width), u64::from(height));
    let rounded = |side: u64, by: u64, of: u64| ((side * by * 2 + of) / (of * 2)).max(1) as u32;
    if wide * u64::from(most_height) > high * u64::from(most_width) {
        (most_width, rounded(high, most_width.into(), wide).min(most_height))
    } else {
        (rounded(wide, most_height.into(), high).min(most_width), most_height)
    }
}

fn kind(format: PixelFormat) -> PixelType {
    match format {
        PixelFormat::Gray8 => PixelType::U8,
        PixelFormat::GrayAlpha8 => PixelType::U8x2,
        PixelFormat::Rgb8 => PixelType::U8x3,
        PixelFormat::Rgba8 => PixelType::U8x4,
        PixelFormat::Gray16 => PixelType::U16,
        PixelFormat::GrayAlpha16 => PixelType::U16x2,
        PixelFormat::Rgb16 => PixelType::U16x3,
        PixelFormat::Rgba16 => PixelType::U16x4,
    }
}

fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be brought to another size").caused_by(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_stay() {
        assert_eq!(fitted((4_000, 3_000), (1_000, 1_000)), (1_000, 750));
        assert_eq!(fitted((3_000, 4_000), (1_000, 1_000)), (750, 1_000));
        assert_eq!(fitted((300, 200), (1_000, 1_000)), (300, 200), "nothing is made larger");
        assert_eq!(fitted((10_000, 1), (100, 100)), (100, 1));
    }

    #[test]
    fn clear_pixels_give_no_colour() {
        let samples = [[255, 0, 0, 255], [0, 255, 0, 0]].concat();
        let frame = Frame { width_px: 2, height_px: 1, format: PixelFormat::Rgba8, samples, delay_ms: 0 };
        let small = resized(&frame, (1, 1), Filter::Box, &Context::default()).unwrap();
        assert_eq!((small.samples[0], small.samples[1]), (255, 0));
    }
}
