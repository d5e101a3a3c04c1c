//! Pixels to PNG.

use std::borrow::Cow;
use std::io::Write;

use super::{animate, text};
use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::format::Written;
use crate::model::raster::{Frame, PixelFormat, Raster, Remark, Sequence};
use crate::parts::stills;
use crate::warning::{Warning, WarningCode};

/// Bytes of an IDAT chunk: the image is handed to the encoder row by row, so that a cancel is noticed
/// between two rows, and comes out in chunks of this size.
const CHUNK_BYTES: usize = 1 << 20;

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    match raster.sequence {
        Sequence::Animation { plays } if raster.frames.left() > 1 => Ok(animate::write(raster, plays, context)?.into()),
        _ => stills::written(raster, "png", context, encode),
    }
}

fn encode(frame: Frame, raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::with_info(&mut bytes, info(&frame, raster)).map_err(failed)?;
    // The highest level takes five times as long for files some 3 % smaller: that is for those who ask to compress.
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::Adaptive);
    write_texts(&mut encoder, raster, context)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut rows = writer.stream_writer_with_size(CHUNK_BYTES).map_err(failed)?;
    let row_bytes = frame.width_px as usize * frame.format.bytes_per_pixel();
    for row in frame.samples.chunks(row_bytes.max(1)) {
        context.checkpoint()?;
        rows.write_all(&in_file_order(row, frame.format)).map_err(failed)?;
    }
    rows.finish().map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

pub(super) fn info<'a>(frame: &Frame, raster: &'a Raster) -> png::Info<'a> {
    let mut info = png::Info::with_size(frame.width_px, frame.height_px);
    info.color_type = match frame.format {
        PixelFormat::Gray8 | PixelFormat::Gray16 => png::ColorType::Grayscale,
        PixelFormat::GrayAlpha8 | PixelFormat::GrayAlpha16 => png::ColorType::GrayscaleAlpha,
        PixelFormat::Rgb8 | PixelFormat::Rgb16 => png::ColorType::Rgb,
        PixelFormat::Rgba8 | PixelFormat::Rgba16 => png::ColorType::Rgba,
    };
    info.bit_depth = if frame.format.is_deep() { png::BitDepth::Sixteen } else { png::BitDepth::Eight };
    info.icc_profile = raster.icc.as_deref().map(Cow::Borrowed);
    info.exif_metadata = raster.exif.as_deref().map(Cow::Borrowed);
    let per_metre = |dpi: f32| (dpi * text::INCHES_PER_METRE).round() as u32;
    info.pixel_dims = raster.dpi.map(|(across, down)| png::PixelDimensions {
        xppu: per_metre(across),
        yppu: per_metre(down),
        unit: png::Unit::Meter,
    });
    info
}

/// The text chunks: XMP, IPTC, remarks.
pub(super) fn write_texts(encoder: &mut png::Encoder<&mut Vec<u8>>, raster: &Raster, context: &Context) -> Result<()> {
    if let Some(packet) = &raster.xmp {
        encoder.add_itxt_chunk(text::XMP.into(), packet.to_string()).map_err(failed)?;
    }
    if let Some(resources) = &raster.resources {
        encoder.add_ztxt_chunk(text::RAW_IPTC.into(), text::raw_iptc(resources)).map_err(failed)?;
    }
    for Remark { keyword, text } in &raster.remarks {
        if text.contains('\0') {
            let message = format!("left out: {keyword:?}, which is not text");
            context.warn(Warning::new(WarningCode::MetadataDropped, message));
        } else if text.is_ascii() {
            encoder.add_text_chunk(keyword.clone(), text.clone()).map_err(failed)?;
        } else {
            encoder.add_itxt_chunk(keyword.clone(), text.clone()).map_err(failed)?;
        }
    }
    Ok(())
}

/// Samples as PNG stores them: 16-bit ones with the high byte first (PNG 3rd edition, 7.2).
fn in_file_order(row: &[u8], format: PixelFormat) -> Cow<'_, [u8]> {
    if !format.is_deep() || cfg!(target_endian = "big") {
        return Cow::Borrowed(row);
    }
    Cow::Owned(row.chunks_exact(2).flat_map(|pair| [pair[1], pair[0]]).collect())
}

/// Writing to memory fails only where the raster and its format disagree.
pub(super) fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be written as PNG").caused_by(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(format: PixelFormat) -> Frame {
        let (width_px, height_px) = (23, 17);
        let count = (width_px * height_px) as usize * format.bytes_per_pixel();
        let samples = (0..count).map(|index| (index * 31 % 251) as u8).collect();
        Frame { width_px, height_px, format, samples, delay_ms: 0 }
    }

    #[test]
    fn every_pixel_format_reads_back_in_another_program() {
        let formats = [PixelFormat::Gray8, PixelFormat::GrayAlpha8, PixelFormat::Rgb8, PixelFormat::Rgba8];
        let deep = [PixelFormat::Gray16, PixelFormat::GrayAlpha16, PixelFormat::Rgb16, PixelFormat::Rgba16];
        for format in formats.into_iter().chain(deep) {
            let frame = picture(format);
            let bytes = write(Raster::of(frame.clone()), &Context::default()).unwrap().alone();
            let read = image::load_from_memory_with_format(&bytes, image::ImageFormat::Png).unwrap();
            assert_eq!((read.width(), read.height()), (23, 17));
            assert_eq!(read.as_bytes(), frame.samples, "{format:?}");
        }
    }

    #[test]
    fn a_cancel_is_noticed_between_rows() {
        let context = Context::default();
        context.stop();
        assert_eq!(write(Raster::of(picture(PixelFormat::Rgb8)), &context).unwrap_err().code(), ErrorCode::Cancelled);
    }

    #[test]
    fn samples_that_do_not_fill_the_picture_are_an_error() {
        let mut frame = picture(PixelFormat::Rgb8);
        frame.samples.pop();
        assert_eq!(write(Raster::of(frame), &Context::default()).unwrap_err().code(), ErrorCode::Internal);
    }
}
