//! Frames as PNG, inside other files: quick rather than small.

use std::borrow::Cow;
use std::io::Write;

use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::model::raster::{Frame, PixelFormat};

/// A frame as a PNG file, with its colour profile.
///
/// # Errors
/// `TimedOut`, `Cancelled`; `Internal` where samples and size of the frame disagree.
pub(crate) fn encoded(frame: &Frame, icc: Option<&[u8]>, context: &Context) -> Result<Vec<u8>> {
    let mut info = png::Info::with_size(frame.width_px, frame.height_px);
    info.color_type = match frame.format.channels() {
        1 => png::ColorType::Grayscale,
        2 => png::ColorType::GrayscaleAlpha,
        3 => png::ColorType::Rgb,
        _ => png::ColorType::Rgba,
    };
    info.bit_depth = if frame.format.is_deep() { png::BitDepth::Sixteen } else { png::BitDepth::Eight };
    info.icc_profile = icc.map(Cow::Borrowed);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::with_info(&mut bytes, info).map_err(failed)?;
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut rows = writer.stream_writer().map_err(failed)?;
    for row in frame.samples.chunks((frame.width_px as usize * frame.format.bytes_per_pixel()).max(1)) {
        context.checkpoint()?;
        rows.write_all(&in_file_order(row, frame.format)).map_err(failed)?;
    }
    rows.finish().map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// Samples as PNG stores them: 16-bit ones with the high byte first (PNG 3rd edition, 7.2).
fn in_file_order(row: &[u8], format: PixelFormat) -> Cow<'_, [u8]> {
    if !format.is_deep() {
        return Cow::Borrowed(row);
    }
    let sample = |pair: &[u8]| u16::from_ne_bytes([pair[0], pair[1]]).to_be_bytes();
    Cow::Owned(row.chunks_exact(2).flat_map(sample).collect())
}

fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorCode::Internal, "a picture could not be written as PNG").caused_by(error)
}
