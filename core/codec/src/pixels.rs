//! Between the `image` crate and [`Raster`]: the one place that knows both.

use image::{DynamicImage, ImageDecoder, ImageError, ImageReader};
use std::io::{BufRead, Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;

use crate::{exif, light};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::{Frame, PixelFormat, Raster};
use transvase_model::rows::{Rows, Strips};

/// Decodes `bytes` as `format`, upright: the Exif orientation is applied. Dimensions are charged
/// before a pixel is decoded.
pub(crate) fn decode<'a>(bytes: &'a [u8], format: image::ImageFormat, context: &Context) -> Result<Raster<'a>> {
    // A cancel that ended the reading is what the caller asked for, not damage.
    upright(bytes, format, context).map_err(|error| context.checkpoint().err().unwrap_or(error))
}

fn upright<'a>(bytes: &'a [u8], format: image::ImageFormat, context: &Context) -> Result<Raster<'a>> {
    let (frame, Said { orientation, icc, exif }) = stored(bytes, format, context)?;
    Ok(Raster { icc, exif, ..Raster::of(turned(frame, orientation.to_exif())) })
}

/// What a file says of its pixels.
struct Said {
    orientation: image::metadata::Orientation,
    icc: Option<Arc<[u8]>>,
    exif: Option<Arc<[u8]>>,
}

fn stored(bytes: &[u8], format: image::ImageFormat, context: &Context) -> Result<(Frame, Said)> {
    let mut decoder = decoder(Attended { input: Cursor::new(bytes), context }, format)?;
    charge_pixels(decoder.dimensions(), context)?;
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(context.limits().unpacked_bytes);
    decoder.set_limits(limits).map_err(image_error)?;
    let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    let icc = decoder.icc_profile().unwrap_or_default().map(Arc::from);
    let exif = decoder.exif_metadata().unwrap_or_default().map(upright_exif);
    context.room(usize::try_from(decoder.total_bytes()).unwrap_or(usize::MAX))?;
    let picture = DynamicImage::from_decoder(decoder).map_err(image_error)?;
    context.checkpoint()?;
    Ok((frame(picture), Said { orientation, icc, exif }))
}

/// A frame turned as an Exif orientation, 1 to 8, says.
pub fn turned(frame: Frame, orientation: u8) -> Frame {
    use image::metadata::Orientation;
    let turn = Orientation::from_exif(orientation).filter(|turn| *turn != Orientation::NoTransforms);
    let Some(turn) = turn else { return frame };
    let delay_ms = frame.delay_ms;
    let mut picture = picture(frame).unwrap_or_default();
    picture.apply_orientation(turn);
    Frame { delay_ms, ..self::frame(picture) }
}

/// As [`turned`], row by row where that is possible: what is on its side or upside down is gathered.
pub fn turned_rows(rows: Rows<'_>, orientation: u8) -> Rows<'_> {
    if !(2..=8).contains(&orientation) {
        return rows;
    }
    let (size, format, delay_ms) = ((rows.width_px, rows.height_px), rows.format, rows.delay_ms);
    let size = if orientation > 4 { (size.1, size.0) } else { size };
    Rows::new(size, format, Turned { rows: Some(rows), orientation }).lasting(delay_ms)
}

/// A picture that is turned once all of it is there.
struct Turned<'a> {
    rows: Option<Rows<'a>>,
    orientation: u8,
}

impl Strips for Turned<'_> {
    fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        let Some(rows) = self.rows.take() else { return Ok(None) };
        Ok(Some(turned(rows.gathered(context)?, self.orientation)))
    }

    fn reduce(&mut self, divisor: u32) -> Option<(u32, u32)> {
        let (width, height) = self.rows.as_mut()?.reduce_by(divisor)?;
        Some(if self.orientation > 4 { (height, width) } else { (width, height) })
    }
}

/// The frame as the `image` crate has it; `None` where samples and size disagree.
fn picture(frame: Frame) -> Option<DynamicImage> {
    use image::ImageBuffer;
    let (width, height, samples) = (frame.width_px, frame.height_px, frame.samples);
    let deep = |samples: Vec<u8>| samples.chunks_exact(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect();
    match frame.format {
        PixelFormat::Gray8 => ImageBuffer::from_raw(width, height, samples).map(DynamicImage::ImageLuma8),
        PixelFormat::GrayAlpha8 => ImageBuffer::from_raw(width, height, samples).map(DynamicImage::ImageLumaA8),
        PixelFormat::Rgb8 => ImageBuffer::from_raw(width, height, samples).map(DynamicImage::ImageRgb8),
        PixelFormat::Rgba8 => ImageBuffer::from_raw(width, height, samples).map(DynamicImage::ImageRgba8),
        PixelFormat::Gray16 => ImageBuffer::from_raw(width, height, deep(samples)).map(DynamicImage::ImageLuma16),
        PixelFormat::GrayAlpha16 => ImageBuffer::from_raw(width, height, deep(samples)).map(DynamicImage::ImageLumaA16),
        PixelFormat::Rgb16 => ImageBuffer::from_raw(width, height, deep(samples)).map(DynamicImage::ImageRgb16),
        PixelFormat::Rgba16 => ImageBuffer::from_raw(width, height, deep(samples)).map(DynamicImage::ImageRgba16),
    }
}

/// Width and height as shown, from the header alone.
pub(crate) fn dimensions(bytes: &[u8], format: image::ImageFormat) -> Result<(u32, u32)> {
    use image::metadata::Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    let mut decoder = decoder(Cursor::new(bytes), format)?;
    let (width, height) = decoder.dimensions();
    let turned = matches!(decoder.orientation(), Ok(Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH));
    Ok(if turned { (height, width) } else { (width, height) })
}

/// Input that ends with an error once the conversion is cancelled or late: decoders that read as they
/// go on stop there.
struct Attended<'a> {
    input: Cursor<&'a [u8]>,
    context: &'a Context,
}

/// Bytes that are handed out between two looks at the cancel flag.
const PIECE_BYTES: usize = 16 << 10;

impl Read for Attended<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        self.context.checkpoint().map_err(std::io::Error::other)?;
        let most = room.len().min(PIECE_BYTES);
        self.input.read(&mut room[..most])
    }
}

impl BufRead for Attended<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.context.checkpoint().map_err(std::io::Error::other)?;
        let rest = self.input.fill_buf()?;
        Ok(&rest[..rest.len().min(PIECE_BYTES)])
    }

    fn consume(&mut self, amount: usize) {
        self.input.consume(amount);
    }
}

impl Seek for Attended<'_> {
    fn seek(&mut self, place: SeekFrom) -> std::io::Result<u64> {
        self.input.seek(place)
    }
}

fn decoder<'a>(input: impl BufRead + Seek + 'a, format: image::ImageFormat) -> Result<Box<dyn ImageDecoder + 'a>> {
    let mut reader = ImageReader::with_format(input, format);
    // Pixels have limits of their own.
    reader.limits(image::Limits::no_limits());
    reader.into_decoder().map(|decoder| Box::new(decoder) as Box<dyn ImageDecoder>).map_err(image_error)
}

/// Charges a picture of this size before a pixel of it is decoded.
///
/// # Errors
/// `LimitExceeded`; `Malformed` where it has no pixels.
pub fn charge_pixels((width, height): (u32, u32), context: &Context) -> Result<()> {
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 {
        return Err(Error::malformed("the picture has a width or height of 0"));
    }
    context.check(Limit::image_side, u64::from(width.max(height)))?;
    context.check(Limit::image_pixels, pixels)?;
    context.charge(Limit::job_pixels, pixels)
}

/// The Exif block with its orientation set to 1, now that the pixels are upright. Where they were not, its thumbnail still
/// lies on its side, and goes.
pub(crate) fn upright_exif(mut exif: Vec<u8>) -> Arc<[u8]> {
    if exif::orientation(&exif) != 1 {
        exif = exif::redrawn(&exif);
    }
    let _ = image::metadata::Orientation::remove_from_exif_chunk(&mut exif);
    Arc::from(exif)
}

/// The raster with what an Exif block says: of its pixels, which are upright now, and of their density where nothing else
/// tells it.
pub(crate) fn said_by_exif(raster: Raster<'_>, block: Option<Vec<u8>>) -> Raster<'_> {
    let exif = block.map(upright_exif);
    let dpi = raster.dpi.or_else(|| exif.as_deref().and_then(exif::density));
    Raster { exif, dpi, ..raster }
}

fn frame(picture: DynamicImage) -> Frame {
    let (width_px, height_px) = (picture.width(), picture.height());
    let format = match picture {
        DynamicImage::ImageLuma8(_) => PixelFormat::Gray8,
        DynamicImage::ImageLumaA8(_) => PixelFormat::GrayAlpha8,
        DynamicImage::ImageRgba8(_) => PixelFormat::Rgba8,
        DynamicImage::ImageLuma16(_) => PixelFormat::Gray16,
        DynamicImage::ImageLumaA16(_) => PixelFormat::GrayAlpha16,
        DynamicImage::ImageRgb16(_) => PixelFormat::Rgb16,
        DynamicImage::ImageRgba16(_) => PixelFormat::Rgba16,
        DynamicImage::ImageRgb32F(light) => {
            let samples = light.into_raw().into_iter().map(light::sample).collect();
            return Frame { width_px, height_px, format: PixelFormat::Rgb8, samples, delay_ms: 0 };
        }
        DynamicImage::ImageRgba32F(light) => {
            let alpha = |sample: f32| (sample.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
            let of = |pixel: &[f32]| {
                [light::sample(pixel[0]), light::sample(pixel[1]), light::sample(pixel[2]), alpha(pixel[3])]
            };
            let samples = light.as_raw().chunks_exact(4).flat_map(of).collect();
            return Frame { width_px, height_px, format: PixelFormat::Rgba8, samples, delay_ms: 0 };
        }
        other => {
            let samples = other.into_rgb8().into_raw();
            return Frame { width_px, height_px, format: PixelFormat::Rgb8, samples, delay_ms: 0 };
        }
    };
    Frame { width_px, height_px, format, samples: picture.into_bytes(), delay_ms: 0 }
}

/// An error of the `image` crate in our terms.
pub fn image_error(error: ImageError) -> Error {
    let code = match &error {
        ImageError::Limits(_) => ErrorCode::LimitExceeded,
        ImageError::IoError(io) if io.kind() == std::io::ErrorKind::UnexpectedEof => ErrorCode::Truncated,
        _ => ErrorCode::Malformed,
    };
    Error::new(code, format!("the image cannot be read: {error}")).caused_by(error)
}
