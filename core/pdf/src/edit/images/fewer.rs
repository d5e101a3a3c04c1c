//! Image downsampling: fewer pixels and coarser ones, as far as nobody sees it at the size pictures are placed at. What
//! has one bit a sample, masks and inks keep all their pixels; profiles stay.

use super::super::document::Document;
use super::super::object::Stream;
use super::samples::{self, Shape};
use super::{Terms, jpeg};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::jpeg::develop;
use transvase_codec::jpeg::smaller::{self, BALANCED_QUALITY, Segments};
use transvase_model::raster::{Frame, PixelFormat};

/// A picture loses pixels where it has this many times those it is to keep.
const WORTH: f64 = 1.3;

/// Quality of a JPEG made from pixels that were none: a first loss.
pub(super) const FIRST_QUALITY: u64 = 85;

/// Pixels of a picture without loss that becomes a JPEG, at least: smaller ones stay.
const LEAST_PIXELS: usize = 64 * 64;
/// Bits that each of them takes, at least: drawings take fewer, and stay.
const PHOTO_BITS: usize = 6;

/// A picture at these terms, placed at most so wide and so high in points; `None` where it stays as it is.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn reduced(
    document: &Document,
    stream: &Stream,
    placed: Option<(f32, f32)>,
    terms: Terms,
    context: &Context,
) -> Result<Option<Stream>> {
    let entries = &stream.dictionary;
    let is_wanted = |shape: &Shape| shape.bits == 8 && matches!(shape.colors, 1 | 3 | 4);
    let Some(shape) = Shape::of(document, entries).filter(is_wanted) else { return Ok(None) };
    if samples::is_stencil(document, entries) || !samples::is_unmapped(document, entries) && shape.colors != 4 {
        return Ok(None);
    }
    let size = placed.and_then(|placed| kept(shape, placed, terms));
    match jpeg::file(document, stream, context)? {
        Some(file) => of_jpeg(document, stream, &file, shape, size, terms, context),
        None => of_samples(document, stream, shape, size, terms, context),
    }
}

/// The pixels a picture keeps; `None` where it has hardly more.
fn kept(shape: Shape, (width, height): (f32, f32), terms: Terms) -> Option<(usize, usize)> {
    let wanted = |points: f32| f64::from(points) / 72.0 * terms.dpi;
    let (across, down) = (shape.width as f64 / wanted(width).max(1.0), shape.height as f64 / wanted(height).max(1.0));
    let factor = across.min(down);
    let side = |pixels: usize| ((pixels as f64 / factor).round() as usize).max(1);
    (factor.is_finite() && factor > WORTH).then(|| (side(shape.width), side(shape.height)))
}

fn of_jpeg(
    document: &Document,
    stream: &Stream,
    file: &[u8],
    shape: Shape,
    size: Option<(usize, usize)>,
    terms: Terms,
    context: &Context,
) -> Result<Option<Stream>> {
    let Some(size) = size.filter(|_| shape.colors != 4) else {
        let lossy = smaller::lossy(file, terms.quality, Segments::Needed, context)?;
        return Ok(lossy.map(|lossy| jpeg::with_file(document, stream, lossy)));
    };
    let Some(decoded) = smaller::sound(file, context)? else { return Ok(None) };
    let agrees = usize::from(decoded.picture.width_px) == shape.width
        && usize::from(decoded.picture.height_px) == shape.height
        && decoded.picture.planes.len() == shape.colors;
    // What the dictionary says of the colours may be something else than what the file does.
    if !agrees || stream.dictionary.has("DecodeParms") {
        return Ok(None);
    }
    let frame = develop::develop(decoded.picture, false, context)?;
    as_jpeg(stream, frame, size, terms.quality.unwrap_or(BALANCED_QUALITY), context)
}

fn of_samples(
    document: &Document,
    stream: &Stream,
    shape: Shape,
    size: Option<(usize, usize)>,
    terms: Terms,
    context: &Context,
) -> Result<Option<Stream>> {
    let pixels = shape.width.saturating_mul(shape.height);
    let is_photo = pixels >= LEAST_PIXELS
        && stream.data.len().saturating_mul(8) >= pixels.saturating_mul(PHOTO_BITS * shape.colors) / 3;
    if shape.colors == 4 || !is_photo {
        return Ok(None);
    }
    let Some(bytes) = samples::plain(document, stream, shape, context)? else { return Ok(None) };
    let format = if shape.colors == 1 { PixelFormat::Gray8 } else { PixelFormat::Rgb8 };
    let (width_px, height_px) = (shape.width as u32, shape.height as u32);
    let frame = Frame { width_px, height_px, format, samples: bytes, delay_ms: 0 };
    let size = size.unwrap_or((shape.width, shape.height));
    as_jpeg(stream, frame, size, terms.quality.unwrap_or(FIRST_QUALITY), context)
}

fn as_jpeg(
    stream: &Stream,
    frame: Frame,
    (width, height): (usize, usize),
    quality: u64,
    context: &Context,
) -> Result<Option<Stream>> {
    let frame = scaled(frame, width, height, context)?;
    let file = match smaller::of_frame(&frame, quality, context) {
        Ok(file) if !file.is_empty() => file,
        _ => return Ok(None),
    };
    let mut stream = stream.clone();
    stream.dictionary.set("Width", width as i64);
    stream.dictionary.set("Height", height as i64);
    stream.set_packed(file, "DCTDecode", None);
    Ok(Some(stream))
}

/// A picture with fewer pixels, each the mean of those it stands for, by the share of each that it covers.
fn scaled(frame: Frame, width: usize, height: usize, context: &Context) -> Result<Frame> {
    let (from_width, from_height) = (frame.width_px as usize, frame.height_px as usize);
    if (width, height) == (from_width, from_height) {
        return Ok(frame);
    }
    let channels = frame.format.channels();
    let (across, down) = (shares(from_width, width), shares(from_height, height));
    let mut samples = Vec::new();
    let mut sums = vec![0.0_f32; width * channels];
    for rows in &down {
        context.tick((rows.len() * from_width * channels) as u64 / 32 + 1)?;
        sums.fill(0.0);
        for (y, share) in rows {
            let row = frame.samples.get(y * from_width * channels..).unwrap_or_default();
            for (columns, sums) in across.iter().zip(sums.chunks_exact_mut(channels)) {
                for (x, weight) in columns {
                    let pixel = row.get(x * channels..).unwrap_or_default();
                    sums.iter_mut().zip(pixel).for_each(|(sum, sample)| *sum += f32::from(*sample) * weight * share);
                }
            }
        }
        samples.extend(sums.iter().map(|sum| (sum + 0.5) as u8));
    }
    Ok(Frame { width_px: width as u32, height_px: height as u32, samples, ..frame })
}

/// For each of `to` pixels those of `from` that it covers, and the share of it that each is.
fn shares(from: usize, to: usize) -> Vec<Vec<(usize, f32)>> {
    let step = from as f64 / to as f64;
    let of = |index: usize| {
        let (start, end) = (index as f64 * step, (index + 1) as f64 * step);
        let pixels = start as usize..(end.ceil() as usize).min(from);
        let covered = |at: usize| (end.min((at + 1) as f64) - start.max(at as f64)).max(0.0);
        pixels.map(|at| (at, (covered(at) / step) as f32)).collect()
    };
    (0..to).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_means_by_what_they_cover() {
        let frame = Frame {
            width_px: 3,
            height_px: 2,
            format: PixelFormat::Gray8,
            samples: vec![0, 90, 180, 0, 90, 180],
            delay_ms: 0,
        };
        let small = scaled(frame, 2, 1, &Context::default()).unwrap();
        assert_eq!(small.samples, [30, 150]);
        assert_eq!(shares(4, 2), [[(0, 0.5), (1, 0.5)], [(2, 0.5), (3, 0.5)]]);
    }

    #[test]
    fn pixels_follow_the_larger_of_both_directions() {
        let shape = Shape { width: 1_000, height: 500, colors: 3, bits: 8 };
        let terms = Terms { dpi: 100.0, quality: None };
        assert_eq!(kept(shape, (72.0, 72.0), terms), Some((200, 100)));
        assert_eq!(kept(shape, (720.0, 72.0), terms), None);
    }
}
