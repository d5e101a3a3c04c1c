//! Recompressed pictures of a package. Without loss they keep every pixel; with loss photographs become JPEGs, whatever
//! they were, drawings get fewer colours where a limit asks for it, and both get no more dots than are seen.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::kinds;
use super::parts::{Kind, Part, Parts};
use super::placed::Size;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::jpeg::smaller::{self as jpeg, BALANCED_QUALITY, DRAWINGS_QUALITY, FIRST_QUALITY, Segments};
use transvase_codec::palette::{Colors, Wish};
use transvase_codec::png::around::Around;
use transvase_codec::png::{chunks, forms, packing, smaller as png};
use transvase_codec::resize::{self, Filter};
use transvase_codec::{held, holds, table};
use transvase_model::media::{Media, MediaKind};
use transvase_model::raster::Frame;

/// What may become of pictures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Terms {
    /// Quality of JPEGs; the balanced one where the caller asks for none.
    pub quality: Option<u64>,
    /// Dots per inch that pictures keep at the largest size they stand at.
    pub dpi: f64,
    /// What a limit asks for: colours of drawings, and pixels of the longer side where no size is told.
    pub limited: Option<(usize, f64)>,
}

impl Terms {
    /// The balanced level, and the most that is kept of pictures: what office programs call high fidelity.
    pub const BALANCED: Terms = Terms { quality: None, dpi: 220.0, limited: None };
}

/// Bits that a pixel of a photograph takes at least, packed without loss: in colour, and in grey.
const PHOTO_BITS: (usize, usize) = (6, 2);
/// A picture loses pixels where it has this many times those it is to keep.
const WORTH: f64 = 1.3;

/// Makes pictures smaller without changing a pixel.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn lossless(parts: &mut Parts, effort: u64, context: &Context) -> Result<()> {
    each(parts, &BTreeMap::new(), |part, _| {
        let smaller = match table::kind(&part.bytes) {
            Some(MediaKind::Jpeg) => jpeg::lossless(&part.bytes, Segments::All, context)?,
            Some(MediaKind::Png) => png::smaller(&part.bytes, effort, context)?,
            _ => as_png(&part.bytes, effort, context)?,
        };
        Ok(smaller.filter(|smaller| smaller.len() < part.bytes.len()))
    })
}

/// The package with pictures at these terms, by the sizes at which they stand.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn lossy(parts: &Parts, sizes: &BTreeMap<String, Size>, terms: Terms, context: &Context) -> Result<Parts> {
    let mut parts = parts.clone();
    each(&mut parts, sizes, |part, placed| {
        let smaller = match table::kind(&part.bytes) {
            Some(MediaKind::Jpeg) => of_jpeg(&part.bytes, placed, terms, context)?,
            Some(MediaKind::Png) => of_png(&part.bytes, placed, terms, context)?,
            _ => None,
        };
        Ok(smaller.filter(|smaller| jpeg::is_worth_it(smaller, &part.bytes)))
    })?;
    Ok(parts)
}

/// Puts other pictures in the place of those there are, and says of which kind they have become. One that the package has
/// several times is made once for each size it is made at.
fn each(
    parts: &mut Parts,
    sizes: &BTreeMap<String, Size>,
    make: impl Fn(&Part, Option<Size>) -> Result<Option<Vec<u8>>>,
) -> Result<()> {
    let mut changed = Vec::new();
    let mut known: BTreeMap<(Arc<[u8]>, [u64; 2]), Arc<[u8]>> = BTreeMap::new();
    for index in pictures(parts) {
        let Some(part) = parts.list.get_mut(index) else { continue };
        let before = table::kind(&part.bytes);
        let placed = sizes.get(&part.name).copied();
        let (across, down) = placed.unwrap_or_default();
        let key = (part.bytes.clone(), [across, down].map(f64::to_bits));
        match known.get(&key) {
            Some(made) => part.bytes = made.clone(),
            None => {
                if let Some(made) = make(part, placed)? {
                    part.bytes = made.into();
                }
                known.insert(key, part.bytes.clone());
            }
        }
        let after = table::kind(&part.bytes).filter(|after| Some(*after) != before);
        changed.extend(after.map(|after| (part.name.clone(), after)));
    }
    kinds::say(parts, &changed);
    Ok(())
}

/// A bitmap or TIFF as a PNG; `None` where it has several pages, or cannot be read.
fn as_png(bytes: &[u8], effort: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    let Some(frame) = pixels(bytes, context)? else { return Ok(None) };
    png::smallest(holds::opaque_where_it_is(frame), &Around::default(), effort, context).map(Some)
}

/// The pixels of a picture of one page, in sRGB; `None` where it cannot be read.
fn pixels(bytes: &[u8], context: &Context) -> Result<Option<Frame>> {
    let media = Media { bytes: bytes.into(), kind: MediaKind::Png, width_px: 0, height_px: 0 };
    let read = context.aside(|| {
        let is_alone = held::raster(&media, context)?.frames.left() == 1;
        if is_alone { held::frame(&media, context).map(Some) } else { Ok(None) }
    });
    match read {
        Err(error) if error.ends_conversion() => Err(error),
        read => Ok(read.ok().and_then(|(frame, _)| frame)),
    }
}

fn of_jpeg(bytes: &[u8], placed: Option<Size>, terms: Terms, context: &Context) -> Result<Option<Vec<u8>>> {
    let sides = table::size(bytes, context).map(|(width, height)| (width as usize, height as usize));
    match sides.and_then(|sides| kept(sides, placed, terms)) {
        Some(size) => jpeg::shrunk(bytes, size, terms.quality.unwrap_or(BALANCED_QUALITY), context),
        None => jpeg::lossy(bytes, terms.quality, Segments::All, context),
    }
}

fn of_png(bytes: &[u8], placed: Option<Size>, terms: Terms, context: &Context) -> Result<Option<Vec<u8>>> {
    if chunks::chunks(bytes).any(|(kind, _)| kind == b"acTL") {
        return Ok(None);
    }
    // What is too small to be a photograph even in grey need not be decoded to be left alone.
    let sides = table::size(bytes, context).map_or(0, |(width, height)| width as usize * height as usize);
    if terms.limited.is_none() && bytes.len() * 8 < sides * PHOTO_BITS.1 {
        return Ok(None);
    }
    let Some(frame) = pixels(bytes, context)? else { return Ok(None) };
    let frame = holds::simplest(frame);
    let pixels = frame.width_px as usize * frame.height_px as usize;
    let least = if frame.format.channels() < 3 { PHOTO_BITS.1 } else { PHOTO_BITS.0 };
    let is_photo = bytes.len() * 8 >= pixels * least && !frame.format.has_alpha();
    if !is_photo && terms.limited.is_none() {
        return Ok(None);
    }
    let frame = if frame.format.is_deep() { holds::shallow(frame, context)? } else { frame };
    let frame = match kept((frame.width_px as usize, frame.height_px as usize), placed, terms) {
        Some(size) => resize::resized(&frame, size, Filter::Lanczos3, context)?,
        None => frame,
    };
    let quality = terms.quality.unwrap_or(FIRST_QUALITY);
    if is_photo {
        return jpeg::of_frame(&frame, quality, context).map(Some);
    }
    let drawing = drawing(&frame, terms, context)?;
    if frame.format.has_alpha() || quality >= DRAWINGS_QUALITY {
        return Ok(drawing);
    }
    let jpeg = jpeg::of_frame(&frame, quality, context)?;
    Ok(drawing.into_iter().chain([jpeg]).min_by_key(Vec::len))
}

/// A picture with as few colours as a limit asks for.
fn drawing(frame: &Frame, terms: Terms, context: &Context) -> Result<Option<Vec<u8>>> {
    let Some((most, _)) = terms.limited else { return Ok(None) };
    let frame = holds::rgba(frame.clone());
    let mut colors = Colors::new(true);
    colors.add(&frame.samples, context)?;
    let form = forms::colored(&frame, &colors, Wish { most, degrees: true, spread: SPREAD }, context)?;
    packing::quick(&form, &Around::default(), context).map(Some)
}

/// Share of the lost colour that neighbours get: little, since drawings show noise.
const SPREAD: f32 = 0.3;

/// The pixels a picture keeps; `None` where it has hardly more.
fn kept((width, height): (usize, usize), placed: Option<Size>, terms: Terms) -> Option<(u32, u32)> {
    let (width, height) = (width as f64, height as f64);
    let factor = match (placed, terms.limited) {
        (Some((across, down)), _) => {
            let wanted = |points: f64| (points / 72.0 * terms.dpi).max(1.0);
            (width / wanted(across)).min(height / wanted(down))
        }
        (None, Some((_, side))) => width.max(height) / side,
        (None, None) => return None,
    };
    let side = |pixels: f64| (pixels / factor).round().max(1.0) as u32;
    (factor.is_finite() && factor > WORTH).then(|| (side(width), side(height)))
}

/// Places of the parts that are pictures of a kind that can be made smaller, whatever their names say.
fn pictures(parts: &Parts) -> Vec<usize> {
    const KINDS: [MediaKind; 4] = [MediaKind::Jpeg, MediaKind::Png, MediaKind::Bmp, MediaKind::Tiff];
    // Those of books are listed by their names as well, of which readers ask more.
    let known = if parts.kind() == Kind::Epub { &KINDS[..2] } else { &KINDS[..] };
    let is_picture = |part: &Part| table::kind(&part.bytes).is_some_and(|kind| known.contains(&kind));
    let all = parts.list.iter().enumerate();
    all.filter(|(_, part)| is_picture(part) && !parts.is_guarded(&part.name)).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_follow_the_size_that_is_told_and_sides_the_limit() {
        let balanced = |placed| kept((1_000, 500), placed, Terms { dpi: 100.0, ..Terms::BALANCED });
        assert_eq!(balanced(Some((72.0, 72.0))), Some((200, 100)), "no side has fewer dots than it shows");
        assert_eq!(balanced(Some((720.0, 72.0))), None);
        assert_eq!(balanced(None), None);
        let limited = Terms { limited: Some((16, 250.0)), ..Terms::BALANCED };
        assert_eq!(kept((1_000, 500), None, limited), Some((250, 125)));
    }
}
