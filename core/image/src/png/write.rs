//! Pixels to PNG.

use std::borrow::Cow;

use super::{animate, text};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::png_out::{self, failed};
use transvase_codec::stills;
use transvase_format::Written;
use transvase_model::raster::{PixelFormat, Raster, Remark};
use transvase_model::rows::Rows;

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    match raster.plays() {
        Some(plays) => Ok(animate::write(raster, plays, context)?.into()),
        None => stills::in_rows(raster, "png", context, encode),
    }
}

fn encode(rows: Rows<'_>, raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let info = info((rows.width_px, rows.height_px), rows.format, raster);
    let mut encoder = png::Encoder::with_info(&mut bytes, info).map_err(failed)?;
    write_texts(&mut encoder, raster, context)?;
    png_out::write(encoder, rows, context)?;
    Ok(bytes)
}

pub(super) fn info<'a>(size: (u32, u32), format: PixelFormat, raster: &'a Raster) -> png::Info<'a> {
    let mut info = png_out::info(size, format);
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

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::error::ErrorCode;
    use transvase_model::raster::Frame;

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
