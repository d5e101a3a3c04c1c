//! PNG to pixels, row by row where it is not interlaced.

use std::io::Cursor;
use std::sync::Arc;

use png::{BitDepth, ColorType, Decoder, DecodingError, Transformations};

use super::{chunks, play, text};
use crate::{exif, image_size, pixels};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::media::MediaKind;
use transvase_model::raster::{Frame, PixelFormat, Raster};
use transvase_model::rows::{Rows, STRIP_BYTES, Strips};

/// Bytes that a PNG may unpack before its pixels: a colour profile has some megabytes at most.
pub const MOST_BEFORE_PIXELS: usize = 16 << 20;

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let mut raster = still(bytes, context)?;
    if let Some(control) = play::control(bytes) {
        match play::read(bytes, control, context) {
            Ok(Raster { frames, sequence, .. }) => (raster.frames, raster.sequence) = (frames, sequence),
            Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => {
                let message = format!("the animation is damaged, only its still picture was kept: {error}");
                context.warn(Warning::new(WarningCode::FramesDropped, message));
            }
            Err(error) => return Err(error),
        }
    }
    text::from_chunks(bytes, &mut raster, context)?;
    Ok(raster)
}

/// The picture that programs show which know no animations.
fn still<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let Opened { rows, icc, exif: block } = opened(bytes, context)?;
    if icc.is_none() && chunks::chunks(bytes).any(|(kind, _)| kind == b"iCCP") {
        let message = "the colour profile is damaged, or too large to be one";
        context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
    let orientation = block.as_deref().map_or(1, exif::orientation);
    let frames = pixels::turned_rows(rows, orientation);
    Ok(pixels::said_by_exif(Raster { icc, ..Raster::pages(frames) }, block))
}

/// The pixels as they are stored, whatever their orientation.
///
/// # Errors
/// As for [`read`].
pub fn as_stored(bytes: &[u8], context: &Context) -> Result<Frame> {
    opened(bytes, context)?.rows.gathered(context)
}

/// Width and height as shown.
pub(crate) fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    chunks::check(bytes)?;
    let block = chunks::chunks(bytes).find(|(kind, _)| *kind == b"eXIf");
    let is_on_its_side = block.is_some_and(|(_, block)| exif::orientation(block) > 4);
    let size = image_size::of(bytes, MediaKind::Png);
    Ok(size.map(|(width, height)| if is_on_its_side { (height, width) } else { (width, height) }))
}

/// A file whose header has been read.
struct Opened<'a> {
    rows: Rows<'a>,
    icc: Option<Arc<[u8]>>,
    exif: Option<Vec<u8>>,
}

fn opened<'a>(bytes: &'a [u8], context: &Context) -> Result<Opened<'a>> {
    chunks::check(bytes)?;
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: MOST_BEFORE_PIXELS });
    decoder.set_transformations(Transformations::EXPAND);
    let reader = decoder.read_info().map_err(damaged)?;
    let info = reader.info();
    let size = (info.width, info.height);
    pixels::charge_pixels(size, context)?;
    let icc = info.icc_profile.as_deref().map(Arc::from);
    let exif = info.exif_metadata.as_deref().map(<[u8]>::to_vec);
    let format = format(reader.output_color_type())?;
    let bytes = (size.0 as usize).saturating_mul(size.1 as usize).saturating_mul(format.bytes_per_pixel());
    context.check(Limit::unpacked_bytes, bytes as u64)?;
    let rows = Rows::new(size, format, File { reader, size, format, given: 0 });
    Ok(Opened { rows, icc, exif })
}

/// A file whose pixels are read.
struct File<'a> {
    reader: png::Reader<Cursor<&'a [u8]>>,
    size: (u32, u32),
    format: PixelFormat,
    /// Rows that have been read.
    given: u32,
}

impl Strips for File<'_> {
    fn next(&mut self, _context: &Context) -> Result<Option<Frame>> {
        let (width_px, height) = self.size;
        let row_bytes = (width_px as usize * self.format.bytes_per_pixel()).max(1);
        let left = height - self.given;
        // What is interlaced is there only when all of it is.
        let is_whole = self.reader.info().interlaced;
        let height_px = if is_whole { left } else { left.min((STRIP_BYTES / row_bytes).max(1) as u32) };
        let mut samples = vec![0; row_bytes * height_px as usize];
        if is_whole {
            self.reader.next_frame(&mut samples).map_err(damaged)?;
        } else {
            for row in samples.chunks_exact_mut(row_bytes) {
                self.reader.read_row(row).map_err(damaged)?;
            }
        }
        if self.format.is_deep() && cfg!(target_endian = "little") {
            samples.as_chunks_mut::<2>().0.iter_mut().for_each(|pair| pair.reverse());
        }
        self.given += height_px;
        if self.given == height && !is_whole {
            // The end of the file has its say, too.
            while self.reader.read_row(&mut samples).map_err(damaged)?.is_some() {}
        }
        Ok(Some(Frame { width_px, height_px, format: self.format, samples, delay_ms: 0 }))
    }
}

/// What the decoder gives.
fn format(kind: (ColorType, BitDepth)) -> Result<PixelFormat> {
    Ok(match kind {
        (ColorType::Grayscale, BitDepth::Eight) => PixelFormat::Gray8,
        (ColorType::GrayscaleAlpha, BitDepth::Eight) => PixelFormat::GrayAlpha8,
        (ColorType::Rgb, BitDepth::Eight) => PixelFormat::Rgb8,
        (ColorType::Rgba, BitDepth::Eight) => PixelFormat::Rgba8,
        (ColorType::Grayscale, BitDepth::Sixteen) => PixelFormat::Gray16,
        (ColorType::GrayscaleAlpha, BitDepth::Sixteen) => PixelFormat::GrayAlpha16,
        (ColorType::Rgb, BitDepth::Sixteen) => PixelFormat::Rgb16,
        (ColorType::Rgba, BitDepth::Sixteen) => PixelFormat::Rgba16,
        _ => return Err(Error::malformed("the PNG has a bit depth that its colour type does not allow")),
    })
}

/// An error of the decoder in our terms.
pub(crate) fn damaged(error: DecodingError) -> Error {
    let code = match &error {
        DecodingError::IoError(io) if io.kind() == std::io::ErrorKind::UnexpectedEof => ErrorCode::Truncated,
        DecodingError::LimitsExceeded => ErrorCode::LimitExceeded,
        _ => ErrorCode::Malformed,
    };
    Error::new(code, format!("the image cannot be read: {error}")).caused_by(error)
}
