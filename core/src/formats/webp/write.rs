//! Pixels to WebP, with or without loss.

use image_webp::{ColorType, WebPEncoder};

use super::lossy;
use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::format::Written;
use crate::model::raster::{Frame, PixelFormat, Raster, Sequence};
use crate::options::{LOSSLESS, QUALITY};
use crate::parts::film::{self, Area};
use crate::parts::holds::{self, Holds};
use crate::parts::vp8::Knobs;
use crate::parts::{photographs, stills};

const HOLDS: Holds = Holds { alpha: true, icc: true, exif: true, xmp: true, ..Holds::NOTHING };

/// Largest side (RFC 9649, 3.4: 14 bits).
const MOST_PX: u32 = 16_384;

/// Quality of photographs where the caller names none.
pub(super) const BALANCED_QUALITY: f64 = 80.0;

/// Flags of the extended header (RFC 9649, 2.7).
pub(super) const HAS_ICC: u8 = 0x20;
pub(super) const HAS_ALPHA: u8 = 0x10;
pub(super) const HAS_EXIF: u8 = 0x08;
pub(super) const HAS_XMP: u8 = 0x04;
const IS_ANIMATED: u8 = 0x02;

/// Flag of a frame that is laid in the place of what is there (2.7.1.1).
const INSTEAD: u8 = 0x02;

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    let raster = holds::fitted(raster, HOLDS, context);
    match raster.sequence {
        Sequence::Animation { plays } if raster.frames.left() > 1 => {
            let packing = Packing::asked(context).unwrap_or(Packing::Whole);
            Ok(animation(raster, plays, packing, context)?.into())
        }
        _ => stills::written(raster, "webp", context, |frame, raster, context| {
            let usual = || still(&frame, raster, Packing::of(&frame, context)?, context);
            let finest = |_| still(&frame, raster, Packing::Whole, context);
            stills::for_limit(Packing::asked(context).is_some(), context, usual, finest)
        }),
    }
}

/// How pixels are packed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Packing {
    /// Without loss.
    Whole,
    /// With loss.
    Lossy(Knobs),
}

impl Packing {
    /// What the options say; where they say nothing, photographs are packed with loss.
    fn of(frame: &Frame, context: &Context) -> Result<Self> {
        let packing = Self::asked(context);
        let is_open = packing.is_none() && !frame.format.is_deep() && photographs::is_one(frame, context)?;
        let balanced = Packing::Lossy(Knobs::of_quality(BALANCED_QUALITY, lossy::effort(context)));
        Ok(packing.unwrap_or(if is_open { balanced } else { Packing::Whole }))
    }

    /// What the options say.
    pub(super) fn asked(context: &Context) -> Option<Self> {
        if context.options().flag(&LOSSLESS) {
            return Some(Packing::Whole);
        }
        let quality = context.options().integer(&QUALITY)?;
        Some(Packing::Lossy(Knobs::of_quality(quality as f64, lossy::effort(context))))
    }
}

/// All frames of a raster as one file.
pub(super) fn whole(mut raster: Raster, packing: Packing, context: &Context) -> Result<Vec<u8>> {
    match raster.sequence {
        Sequence::Animation { plays } if raster.frames.left() > 1 => animation(raster, plays, packing, context),
        _ => still(&raster.frames.first(context)?, &raster, packing, context),
    }
}

/// All frames of a raster as one file, photographs with loss.
pub(super) fn balanced(mut raster: Raster, context: &Context) -> Result<Vec<u8>> {
    if matches!(raster.sequence, Sequence::Animation { .. }) && raster.frames.left() > 1 {
        return whole(raster, Packing::Whole, context);
    }
    let frame = raster.frames.first(context)?;
    still(&frame, &raster, Packing::of(&frame, context)?, context)
}

fn still(frame: &Frame, raster: &Raster, packing: Packing, context: &Context) -> Result<Vec<u8>> {
    let flags = if frame.format.has_alpha() { HAS_ALPHA } else { 0 };
    Ok(file(frame, raster, flags, &pixels(frame, packing, context)?))
}

/// The chunks of a frame's pixels.
fn pixels(frame: &Frame, packing: Packing, context: &Context) -> Result<Vec<u8>> {
    if let Packing::Lossy(knobs) = packing
        && let Some(study) = lossy::study(frame, context)?
    {
        return lossy::chunks(&study, &lossy::opacity(frame, context)?, &knobs, context);
    }
    Ok(chunk(b"VP8L", &encoded(frame, context)?))
}

/// The bit stream of a frame.
fn encoded(frame: &Frame, context: &Context) -> Result<Vec<u8>> {
    if frame.width_px.max(frame.height_px) > MOST_PX {
        let message = format!("a WebP has at most {MOST_PX} pixels on a side");
        return Err(Error::new(ErrorCode::UnsupportedRoute, message).hint("set max_dimensions, or choose PNG"));
    }
    context.checkpoint()?;
    let color = match frame.format {
        PixelFormat::Gray8 => ColorType::L8,
        PixelFormat::GrayAlpha8 => ColorType::La8,
        PixelFormat::Rgba8 => ColorType::Rgba8,
        _ => ColorType::Rgb8,
    };
    let mut whole = Vec::new();
    WebPEncoder::new(&mut whole).encode(&frame.samples, frame.width_px, frame.height_px, color).map_err(failed)?;
    Ok(stream_of(whole))
}

/// The bit stream in a file of one chunk: before it are signature, its name, its length.
pub(super) fn stream_of(mut file: Vec<u8>) -> Vec<u8> {
    let length = file.get(16..20).and_then(|field| field.try_into().ok()).map_or(0, u32::from_le_bytes) as usize;
    file.truncate(20 + length);
    file.split_off(20.min(file.len()))
}

/// A chunk, padded to an even length (2.3).
pub(super) fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let pad = if data.len() % 2 == 1 { &[0][..] } else { &[] };
    [&name[..], &(data.len() as u32).to_le_bytes(), data, pad].concat()
}

/// The low three bytes of a number.
fn three(number: u32) -> [u8; 3] {
    let [low, middle, high, _] = number.to_le_bytes();
    [low, middle, high]
}

/// A file of these chunks of pixels, in the extended form where there is anything beside them (2.7).
pub(super) fn file(frame: &Frame, raster: &Raster, flags: u8, pixels: &[u8]) -> Vec<u8> {
    let mut body = b"WEBP".to_vec();
    let has = |there: bool, flag: u8| if there { flag } else { 0 };
    let extras = has(raster.icc.is_some(), HAS_ICC)
        | has(raster.exif.is_some(), HAS_EXIF)
        | has(raster.xmp.is_some(), HAS_XMP)
        | flags & IS_ANIMATED;
    // Opacity beside a lossy frame is a chunk that only the extended form has.
    if extras != 0 || pixels.starts_with(b"ALPH") {
        let sides = [three(frame.width_px.saturating_sub(1)), three(frame.height_px.saturating_sub(1))].concat();
        body.extend(chunk(b"VP8X", &[&[extras | flags, 0, 0, 0][..], &sides].concat()));
    }
    if let Some(profile) = &raster.icc {
        body.extend(chunk(b"ICCP", profile));
    }
    body.extend_from_slice(pixels);
    if let Some(block) = &raster.exif {
        body.extend(chunk(b"EXIF", block));
    }
    if let Some(packet) = &raster.xmp {
        body.extend(chunk(b"XMP ", packet.as_bytes()));
    }
    chunk(b"RIFF", &body)
}

/// An animation: of each frame the part that changes, in the place of what is there.
fn animation(mut raster: Raster, plays: u32, packing: Packing, context: &Context) -> Result<Vec<u8>> {
    let first = holds::rgba(raster.frames.first(context)?);
    let times = u16::try_from(plays).unwrap_or(u16::MAX).to_le_bytes();
    // A background that lets through, and how often it is played (2.7.1.1).
    let mut chunks = chunk(b"ANIM", &[0, 0, 0, 0, times[0], times[1]]);
    let (mut shown, mut has_alpha) = (vec![0; first.samples.len()], false);
    let shape = Frame {
        width_px: first.width_px,
        height_px: first.height_px,
        format: first.format,
        samples: Vec::new(),
        delay_ms: 0,
    };
    let mut next = Some(first);
    while let Some(frame) = next {
        context.checkpoint()?;
        if frame.samples.len() == shown.len() {
            has_alpha |= frame.samples.chunks_exact(4).any(|pixel| pixel[3] < 255);
            chunks.extend(chunk(b"ANMF", &moved(&frame, &shown, packing, context)?));
            shown = frame.samples;
        }
        next = raster.frames.next(context)?.map(holds::rgba);
    }
    let flags = IS_ANIMATED | if has_alpha { HAS_ALPHA } else { 0 };
    Ok(file(&shape, &raster, flags, &chunks))
}

/// What a frame changes, as the data of its chunk (2.7.1.1).
fn moved(frame: &Frame, shown: &[u8], packing: Packing, context: &Context) -> Result<Vec<u8>> {
    let width = frame.width_px as usize;
    let pixel = Area { left: 0, top: 0, width: 1, height: 1 };
    let mut area = film::changed(shown, &frame.samples, width, 4).unwrap_or(pixel);
    // Places are told in steps of two pixels.
    let (left, top) = (area.left % 2, area.top % 2);
    area = Area { left: area.left - left, top: area.top - top, width: area.width + left, height: area.height + top };
    let part = Frame {
        width_px: area.width as u32,
        height_px: area.height as u32,
        format: frame.format,
        samples: film::cropped(&frame.samples, width, 4, area),
        delay_ms: 0,
    };
    let image = pixels(&holds::opaque_where_it_is(part), packing, context)?;
    let numbers = [area.left / 2, area.top / 2, area.width - 1, area.height - 1].map(|number| three(number as u32));
    let time = three(frame.delay_ms.min(0xFF_FFFF));
    Ok([&numbers.concat()[..], &time, &[INSTEAD], &image].concat())
}

/// Writing to memory fails only where the raster and its format disagree.
pub(super) fn failed(error: image_webp::EncodingError) -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be written as WebP").caused_by(error)
}
