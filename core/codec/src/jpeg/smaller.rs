//! Recompression: JPEGs inside other files made smaller on their coefficients, and other pictures made JPEGs.

use super::capture;
use super::decode::{self, Decoded};
use super::develop;
use super::encode::{self, write_segment};
use super::fold;
use super::levels::Quantized;
use super::markers::{APP0, APP1, APP14, Segment};
use super::picture::Picture;
use super::quantize::Knobs;
use super::sample;
use super::study::Study;
use super::tables::BASE;
use crate::resize::{self, Filter};
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_model::raster::Frame;

/// Quality of the balanced level.
pub const BALANCED_QUALITY: u64 = 80;

/// Quality of a JPEG made from pixels that were none: a first loss.
pub const FIRST_QUALITY: u64 = 85;

/// Quality below which drawings become JPEGs too: a limit so narrow leaves nothing else.
pub const DRAWINGS_QUALITY: u64 = 40;

/// Scale of the base table from which on 4:2:0 loses less than finer colour costs.
pub const FOLD_SCALE: f64 = 0.45;

/// What of the segments beside the picture stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segments {
    /// All of them.
    All,
    /// Those without which it cannot be shown, and its description where it is on its side.
    Needed,
}

/// A JPEG with the same coefficients in fewer bytes; `None` where there is none, or it is damaged.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn lossless(bytes: &[u8], segments: Segments, context: &Context) -> Result<Option<Vec<u8>>> {
    let Some(decoded) = sound(bytes, context)? else { return Ok(None) };
    let file = exact(&decoded, segments, context)?;
    Ok((file.len() < bytes.len()).then_some(file))
}

/// A JPEG with the same coefficients in Huffman codes, whatever those are that it has; `None` where it is damaged or has
/// none.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(crate) fn huffman_coded(bytes: &[u8], segments: Segments, context: &Context) -> Result<Option<Vec<u8>>> {
    sound(bytes, context)?.map(|decoded| exact(&decoded, segments, context)).transpose()
}

/// A JPEG at a quality, with the same coefficients where that saves too little; `None` where there is none, or it is
/// damaged.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn lossy(bytes: &[u8], quality: Option<u64>, segments: Segments, context: &Context) -> Result<Option<Vec<u8>>> {
    let Some(decoded) = sound(bytes, context)? else { return Ok(None) };
    let exact = exact(&decoded, segments, context)?;
    let mut study = Study::new(sample::of(&decoded.picture));
    let head = head(&decoded.segments, segments);
    let lossy = requantized(&decoded.picture, &mut study, quality, &head, context)?;
    let file = lossy.filter(|lossy| is_worth_it(lossy, &exact)).unwrap_or(exact);
    Ok((file.len() < bytes.len()).then_some(file))
}

/// A JPEG of fewer pixels at a quality, with all that it says of itself; `None` where it is damaged, or of inks.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn shrunk(bytes: &[u8], size: (u32, u32), quality: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    let Some(decoded) = sound(bytes, context)? else { return Ok(None) };
    if !matches!(decoded.picture.planes.len(), 1 | 3) {
        return Ok(None);
    }
    // What Adobe says is how its components are coded, which they are no longer.
    let stays: Vec<Segment<'_>> = decoded.segments.into_iter().filter(|segment| segment.marker != APP14).collect();
    let head = head(&stays, Segments::All);
    let frame = develop::develop(decoded.picture, false, context)?;
    let picture = capture::capture(&resize::resized(&frame, size, Filter::Lanczos3, context)?, context)?;
    let mut study = Study::new(sample::of(&picture));
    requantized(&picture, &mut study, Some(quality), &head, context)
}

/// A picture as a JPEG, without anything beside it.
///
/// # Errors
/// `UnsupportedRoute` where it is too large for one, a limit, `TimedOut` or `Cancelled`.
pub fn of_frame(frame: &Frame, quality: u64, context: &Context) -> Result<Vec<u8>> {
    let picture = capture::capture(frame, context)?;
    let mut study = Study::new(sample::of(&picture));
    let coded = requantized(&picture, &mut study, Some(quality), &[], context)?;
    Ok(coded.unwrap_or_default())
}

/// A picture whose samples are components as they are, such as inks, as a JPEG that says so.
///
/// # Errors
/// As [`of_frame`].
pub fn of_components(frame: &Frame, quality: u64, context: &Context) -> Result<Vec<u8>> {
    let picture = capture::components(frame, context)?;
    let mut study = Study::new(sample::of(&picture));
    // Three components are taken for colour differences where nothing says otherwise; four are not, and of those some
    // programs take the marker for a sign of inverted inks (T.872, 6.5.3).
    let mut head = Vec::new();
    if frame.format.channels() == 3 {
        write_segment(APP14, b"Adobe\0\x64\0\0\0\0\0", &mut head);
    }
    let coded = requantized(&picture, &mut study, Some(quality), &head, context)?;
    Ok(coded.unwrap_or_default())
}

/// Whether a lossy result saves enough for what it loses.
pub fn is_worth_it(lossy: &[u8], exact: &[u8]) -> bool {
    lossy.len() < exact.len() - exact.len() / 20
}

/// The picture at the quality asked for; `None` where the source is no finer than the balanced level.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub fn requantized(
    picture: &Picture,
    study: &mut Study,
    asked: Option<u64>,
    head: &[u8],
    context: &Context,
) -> Result<Option<Vec<u8>>> {
    let knobs = Knobs::of_quality(asked.unwrap_or(BALANCED_QUALITY));
    if asked.is_none() && source_scale(picture) * 1.25 > knobs.scale {
        return Ok(None);
    }
    let folding = fold::directions(picture).filter(|_| knobs.scale >= FOLD_SCALE);
    let Some(folding) = folding else {
        study.estimate(knobs, context)?;
        return study.encode(picture, knobs, head, context).map(Some);
    };
    let folded = fold::fold(picture, folding, context)?;
    let mut study = Study::new(sample::of(&folded));
    study.estimate(knobs, context)?;
    study.encode(&folded, knobs, head, context).map(Some)
}

/// Scale of the base table that comes nearest to the source's first table, by the entries that
/// matter most.
pub fn source_scale(picture: &Picture) -> f64 {
    let floor = picture.planes.first().map_or(&[1; 64], |plane| &plane.floor);
    let pairs = floor.iter().zip(&BASE).take(28);
    let (floor, base) =
        pairs.fold((0, 0), |sums, (floor, base)| (sums.0 + u64::from(*floor), sums.1 + u64::from(*base)));
    floor as f64 / base as f64
}

/// A JPEG taken apart; `None` where it is damaged or of a kind that has no coefficients to work on.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn sound<'a>(bytes: &'a [u8], context: &Context) -> Result<Option<Decoded<'a>>> {
    match decode::decode_quietly(bytes, context) {
        Ok(decoded) => Ok(Some(decoded).filter(|decoded| decoded.sound)),
        Err(error) if matches!(error.code(), ErrorCode::TimedOut | ErrorCode::Cancelled) => Err(error),
        Err(_) => Ok(None),
    }
}

fn exact(decoded: &Decoded<'_>, segments: Segments, context: &Context) -> Result<Vec<u8>> {
    let study = Study::new(sample::of(&decoded.picture));
    let (layout, _) = study.exact(context)?;
    let head = head(&decoded.segments, segments);
    let mut file = encode::encode(&Quantized::exact(&decoded.picture), &layout, &head, context)?;
    if segments == Segments::All {
        file.extend(decoded.trailer);
    }
    Ok(file)
}

/// The segments that stay.
fn head(segments: &[Segment<'_>], kept: Segments) -> Vec<u8> {
    let is_needed = |segment: &&Segment<'_>| match segment.marker {
        APP0 => segment.payload.starts_with(b"JFIF\0"),
        APP14 => segment.payload.starts_with(b"Adobe"),
        APP1 => {
            segment.payload.starts_with(b"Exif\0")
                && crate::exif::orientation(segment.payload.get(6..).unwrap_or_default()) != 1
        }
        _ => false,
    };
    let mut out = Vec::new();
    let stay = segments.iter().filter(|segment| kept == Segments::All || is_needed(segment));
    stay.for_each(|segment| write_segment(segment.marker, segment.payload, &mut out));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::raster::PixelFormat;

    fn gradient() -> Frame {
        let samples = (0..64u32 * 48).flat_map(|at| [(at % 64 * 4) as u8, (at / 64 * 5) as u8, (at * 7 % 61) as u8]);
        Frame { width_px: 64, height_px: 48, format: PixelFormat::Rgb8, samples: samples.collect(), delay_ms: 0 }
    }

    #[test]
    fn the_same_coefficients_take_fewer_bytes() {
        let context = Context::default();
        let mut plain = Vec::new();
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut plain, 95);
        let frame = gradient();
        image::ImageEncoder::write_image(encoder, &frame.samples, 64, 48, image::ExtendedColorType::Rgb8).unwrap();
        let smaller = lossless(&plain, Segments::Needed, &context).unwrap().expect("a smaller one");
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgb8();
        assert!(smaller.len() < plain.len() && pixels(&smaller) == pixels(&plain));
        let coarse = lossy(&plain, Some(40), Segments::Needed, &context).unwrap().expect("a coarser one");
        assert!(coarse.len() < smaller.len() / 2);
        assert_eq!(lossless(&plain[..plain.len() / 2], Segments::All, &context).unwrap(), None, "cut off");
    }

    #[test]
    fn pixels_become_a_jpeg() {
        let coded = of_frame(&gradient(), 80, &Context::default()).unwrap();
        assert_eq!(image::load_from_memory(&coded).unwrap().to_rgb8().dimensions(), (64, 48));
    }
}
