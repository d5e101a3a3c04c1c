//! Image downsampling: fewer pixels and coarser ones, as far as nobody sees it at the size pictures are placed at. What
//! has one bit a sample keeps all its pixels; colour spaces and profiles stay.

use super::super::document::Document;
use super::super::filter::{Packer, Samples};
use super::super::object::{Dictionary, Stream};
use super::components::{Components, Space};
use super::samples;
use super::{Terms, jpeg};
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_codec::jpeg::develop;
use transvase_codec::jpeg::smaller::{self, BALANCED_QUALITY, DRAWINGS_QUALITY, FIRST_QUALITY, Segments};
use transvase_model::raster::Frame;

/// A picture loses pixels where it has this many times those it is to keep.
const WORTH: f64 = 1.3;

/// Pixels of a picture without loss that becomes a JPEG, at least: smaller ones stay.
const LEAST_PIXELS: usize = 64 * 64;

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
    if samples::is_stencil(document, entries) || !samples::may_change(document, entries) {
        return Ok(None);
    }
    let size = samples::sides(document, entries).zip(placed).and_then(|(sides, placed)| kept(sides, placed, terms));
    if let Some(file) = jpeg::file(document, stream, context)? {
        return of_jpeg(document, stream, &file, size, terms, context);
    }
    let Some(components) = Components::of(document, stream, context)? else { return Ok(None) };
    let pixels = components.frame.width_px as usize * components.frame.height_px as usize;
    let is_photo = stream.data.len() >= components.photo_bytes || terms.quality.is_some_and(|q| q < DRAWINGS_QUALITY);
    if pixels < LEAST_PIXELS || !is_photo {
        return Ok(None);
    }
    as_jpeg(stream, components, size, terms.quality.unwrap_or(FIRST_QUALITY), context)
}

/// The pixels a picture keeps; `None` where it has hardly more.
fn kept(
    (width, height): (usize, usize),
    (placed_width, placed_height): (f32, f32),
    terms: Terms,
) -> Option<(usize, usize)> {
    let wanted = |points: f32| f64::from(points) / 72.0 * terms.dpi;
    let (across, down) = (width as f64 / wanted(placed_width).max(1.0), height as f64 / wanted(placed_height).max(1.0));
    let factor = across.min(down);
    let side = |pixels: usize| ((pixels as f64 / factor).round() as usize).max(1);
    (factor.is_finite() && factor > WORTH).then(|| (side(width), side(height)))
}

fn of_jpeg(
    document: &Document,
    stream: &Stream,
    file: &[u8],
    size: Option<(usize, usize)>,
    terms: Terms,
    context: &Context,
) -> Result<Option<Stream>> {
    let entries = &stream.dictionary;
    let space = Space::of(document, document.get(entries, "ColorSpace"), context)?;
    // What the dictionary says of the colours may be something else than what the file does.
    let Some((size, space)) = size.zip(space).filter(|_| !entries.has("DecodeParms")) else {
        let lossy = smaller::lossy(file, terms.quality, Segments::Needed, context)?;
        return Ok(lossy.map(|lossy| jpeg::with_file(document, stream, lossy)));
    };
    let Some(decoded) = smaller::sound(file, context)? else { return Ok(None) };
    let sides = (decoded.picture.width_px.into(), decoded.picture.height_px.into());
    if samples::sides(document, entries) != Some(sides) || decoded.picture.planes.len() != space.colors {
        return Ok(None);
    }
    let frame = develop::stored(decoded.picture, context)?;
    let components = Components { is_rgb: space.colors == 3, frame, space: None, photo_bytes: 0 };
    as_jpeg(stream, components, Some(size), terms.quality.unwrap_or(BALANCED_QUALITY), context)
}

/// A soft mask (ISO 32000-1, 11.6.5.3) at the terms of its picture: with fewer pixels it stays without loss, unless a
/// JPEG that the caller's limit asks for is far smaller.
///
/// # Errors
/// As [`reduced`].
pub(super) fn reduced_mask(
    document: &Document,
    stream: &Stream,
    placed: Option<(f32, f32)>,
    terms: Terms,
    packer: Packer,
    context: &Context,
) -> Result<Option<Stream>> {
    let size = samples::sides(document, &stream.dictionary).zip(placed).and_then(|(s, placed)| kept(s, placed, terms));
    if jpeg::file(document, stream, context)?.is_some() {
        return reduced(document, stream, placed, terms, context);
    }
    let Some(components) = Components::of(document, stream, context)? else { return Ok(None) };
    if components.frame.format.channels() != 1 || components.space.is_some() {
        return Ok(None);
    }
    let plain = match size {
        Some((width, height)) => {
            let frame = scaled(components.frame.clone(), width, height, context)?;
            Some(plain(stream, frame, packer, context)?)
        }
        None => None,
    };
    let Some(quality) = terms.quality else { return Ok(plain) };
    let most = plain.as_ref().map_or(stream.data.len(), |plain| plain.data.len()) / MASK_GAIN;
    let coded = as_jpeg(stream, components, size, quality, context)?;
    Ok(coded.filter(|coded| coded.data.len() < most).or(plain))
}

/// How many times smaller a JPEG of a soft mask has to be than the mask without loss, which has no noise at its edges.
const MASK_GAIN: usize = 2;

/// Samples of a soft mask, without loss.
fn plain(stream: &Stream, frame: Frame, packer: Packer, context: &Context) -> Result<Stream> {
    let mut plain = stream.clone();
    plain.dictionary.set("Width", i64::from(frame.width_px));
    plain.dictionary.set("Height", i64::from(frame.height_px));
    plain.dictionary.set("BitsPerComponent", 8);
    let rows = Samples { columns: frame.width_px as usize, colors: 1, bits: 8, is_smooth: true };
    plain.set_plain(frame.samples);
    packer.samples(plain, &rows, context)
}

/// A picture as a JPEG of so many pixels, or of those it has.
fn as_jpeg(
    stream: &Stream,
    components: Components,
    size: Option<(usize, usize)>,
    quality: u64,
    context: &Context,
) -> Result<Option<Stream>> {
    let Components { mut frame, is_rgb, space, .. } = components;
    if let Some((width, height)) = size {
        frame = scaled(frame, width, height, context)?;
    }
    let is_direct = frame.format.channels() > 1 && !is_rgb;
    let coded = if is_direct { smaller::of_components } else { smaller::of_frame };
    let file = match coded(&frame, quality, context) {
        Ok(file) if !file.is_empty() => file,
        Err(error) if matches!(error.code(), ErrorCode::TimedOut | ErrorCode::Cancelled) => return Err(error),
        _ => return Ok(None),
    };
    let mut stream = stream.clone();
    stream.dictionary.set("Width", i64::from(frame.width_px));
    stream.dictionary.set("Height", i64::from(frame.height_px));
    stream.dictionary.set("BitsPerComponent", 8);
    stream.dictionary.remove("SMaskInData");
    if let Some(space) = space {
        stream.dictionary.set("ColorSpace", space);
    }
    // Three components are colour differences unless a file says otherwise, to some programs here alone.
    let untold = (is_direct && frame.format.channels() == 3).then(|| Dictionary::default().with("ColorTransform", 0));
    stream.set_packed(file, "DCTDecode", untold);
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
    use transvase_model::raster::PixelFormat;

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
        let sides = (1_000, 500);
        let terms = Terms { dpi: 100.0, quality: None };
        assert_eq!(kept(sides, (72.0, 72.0), terms), Some((200, 100)));
        assert_eq!(kept(sides, (720.0, 72.0), terms), None);
    }
}
