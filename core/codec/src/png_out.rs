//! Pictures as PNG: quick rather than small. Made as small as can be, they are the work of compression.

use std::borrow::Cow;
use std::io::Write;

use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::{Frame, PixelFormat};
use transvase_model::rows::Rows;

/// Bytes of an IDAT chunk.
const CHUNK_BYTES: usize = 1 << 20;

/// Level of deflate. The highest takes five times as long for photographs some 5 % smaller: that is for those who ask to
/// compress.
const LEVEL: u8 = 4;

/// A frame as a PNG file, with its colour profile.
///
/// # Errors
/// `TimedOut`, `Cancelled`; `Internal` where samples and size of the frame disagree.
pub fn encoded(frame: &Frame, icc: Option<&[u8]>, context: &Context) -> Result<Vec<u8>> {
    let mut info = info((frame.width_px, frame.height_px), frame.format);
    info.icc_profile = icc.map(Cow::Borrowed);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::with_info(&mut bytes, info).map_err(failed)?;
    encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut out = writer.stream_writer_with_size(CHUNK_BYTES).map_err(failed)?;
    out.set_filter(filter(frame));
    put(&frame.samples, frame.width_px, frame.format, &mut out, context)?;
    out.finish().map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// The rows of a picture, behind what the encoder has been told of it.
///
/// # Errors
/// As [`encoded`], and what ends the making of rows.
pub fn write(mut encoder: png::Encoder<'_, &mut Vec<u8>>, mut rows: Rows<'_>, context: &Context) -> Result<()> {
    encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut out = writer.stream_writer_with_size(CHUNK_BYTES).map_err(failed)?;
    while let Some(strip) = rows.next(context)? {
        out.set_filter(filter(&strip));
        put(&strip.samples, strip.width_px, strip.format, &mut out, context)?;
    }
    out.finish().map_err(failed)?;
    writer.finish().map_err(failed)
}

/// What the header of a picture says.
pub fn info<'a>((width, height): (u32, u32), format: PixelFormat) -> png::Info<'a> {
    let mut info = png::Info::with_size(width, height);
    info.color_type = match format.channels() {
        1 => png::ColorType::Grayscale,
        2 => png::ColorType::GrayscaleAlpha,
        3 => png::ColorType::Rgb,
        _ => png::ColorType::Rgba,
    };
    info.bit_depth = if format.is_deep() { png::BitDepth::Sixteen } else { png::BitDepth::Eight };
    info
}

/// How rows are told: as they are where most pixels are the same as the one before, as in drawings and pages of text, and
/// otherwise by the differences that are smallest.
fn filter(strip: &Frame) -> png::Filter {
    let pixel = strip.format.bytes_per_pixel();
    let samples = &strip.samples;
    let same = samples.chunks_exact(pixel).zip(samples.chunks_exact(pixel).skip(1)).filter(|(a, b)| a == b).count();
    if same * pixel * 4 > samples.len() * 3 { png::Filter::NoFilter } else { png::Filter::Adaptive }
}

/// Rows that follow.
fn put(samples: &[u8], width_px: u32, format: PixelFormat, out: &mut impl Write, context: &Context) -> Result<()> {
    for row in samples.chunks((width_px as usize * format.bytes_per_pixel()).max(1)) {
        context.checkpoint()?;
        out.write_all(&in_file_order(row, format)).map_err(failed)?;
    }
    Ok(())
}

/// Samples as PNG stores them: 16-bit ones with the high byte first (PNG 3rd edition, 7.2).
fn in_file_order(row: &[u8], format: PixelFormat) -> Cow<'_, [u8]> {
    if !format.is_deep() || cfg!(target_endian = "big") {
        return Cow::Borrowed(row);
    }
    Cow::Owned(row.as_chunks::<2>().0.iter().flat_map(|pair| [pair[1], pair[0]]).collect())
}

/// Writing to memory fails only where a picture and its format disagree.
pub fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be written as PNG").caused_by(error)
}
