//! WebP to pixels, upright.

use std::io::Cursor;

use image_webp::{DecodingError, LoopCount, WebPDecoder};

use super::container::{HAS_ALPHA, MOST_PX, chunk, extension};
use super::play::Player;
use crate::led::led_by;
use crate::{exif, pixels, profiles};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::{Frame, PixelFormat, Raster, Sequence};

/// What a simple file says of the longest side (RFC 9649, 3.4: 14 bits, for one less).
const LAST_PX: u32 = MOST_PX - 1;

pub(crate) type Decoder = WebPDecoder<Cursor<Vec<u8>>>;

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    kept(bytes, context)
}

/// A raster that holds what it needs of the file.
pub fn kept<'a>(bytes: &[u8], context: &Context) -> Result<Raster<'a>> {
    decoded(bytes, context).map_err(|error| match error.code() {
        ErrorCode::Malformed if is_cut(bytes) => {
            Error::new(ErrorCode::Truncated, "the WebP ends before its picture does")
        }
        _ => error,
    })
}

/// Whether there is less of a file than its head says (RFC 9649, 2.4).
fn is_cut(bytes: &[u8]) -> bool {
    let size = bytes.get(4..8).and_then(|size| size.try_into().ok()).map(u32::from_le_bytes);
    size.is_some_and(|size| (bytes.len() as u64) < u64::from(size) + 8)
}

fn decoded<'a>(bytes: &[u8], context: &Context) -> Result<Raster<'a>> {
    let mut decoder = opened(bytes, context)?;
    pixels::charge_pixels(decoder.dimensions(), context)?;
    let most = usize::try_from(context.limits().stream_bytes).unwrap_or(usize::MAX);
    decoder.set_memory_limit(most);
    let icc = decoder.icc_profile().ok().flatten();
    let block = decoder.exif_metadata().ok().flatten();
    let xmp = decoder.xmp_metadata().ok().flatten().and_then(|packet| String::from_utf8(packet).ok());
    // Some programs put the prefix that JPEG has before the block.
    let block = block.map(|block| block.strip_prefix(b"Exif\0\0").map(<[u8]>::to_vec).unwrap_or(block));
    let orientation = block.as_deref().map_or(1, exif::orientation);
    let mut raster = match decoder.is_animated() {
        true => animation(bytes, &decoder, orientation, context)?,
        false => Raster::of(pixels::turned(still(&mut decoder, context)?, orientation)),
    };
    // The pixels are of colours, whatever they were before.
    raster.icc = icc.filter(|profile| profiles::is_for(profile, PixelFormat::Rgb8)).map(Into::into);
    raster.xmp = xmp.map(Into::into);
    Ok(pixels::said_by_exif(raster, block))
}

/// The decoder of a file, which it holds.
pub fn opened(bytes: &[u8], context: &Context) -> Result<Decoder> {
    context.room(bytes.len())?;
    let file = extended(bytes).unwrap_or_else(|| bytes.to_vec());
    WebPDecoder::new(Cursor::new(file)).map_err(failed)
}

/// A simple file with a side of 16,384 pixels in the extended form, where the decoder knows such sides.
fn extended(bytes: &[u8]) -> Option<Vec<u8>> {
    let [b'V', b'P', b'8', b'L', _, _, _, _, _, head @ ..] = bytes.get(12..25)? else { return None };
    let bits = u32::from_le_bytes(head.try_into().ok()?);
    let (width, height) = ((bits & LAST_PX) + 1, (bits >> 14 & LAST_PX) + 1);
    if width.max(height) <= LAST_PX {
        return None;
    }
    let flags = if bits >> 28 & 1 == 1 { HAS_ALPHA } else { 0 };
    let body = [&b"WEBP"[..], &extension(flags, (width, height))[..], bytes.get(12..)?].concat();
    Some(chunk(b"RIFF", &body))
}

pub(crate) fn still(decoder: &mut Decoder, context: &Context) -> Result<Frame> {
    let mut samples = buffer(decoder, context)?;
    decoder.read_image(&mut samples).map_err(failed)?;
    context.checkpoint()?;
    let (width_px, height_px) = decoder.dimensions();
    let format = if decoder.has_alpha() { PixelFormat::Rgba8 } else { PixelFormat::Rgb8 };
    Ok(Frame { width_px, height_px, format, samples, delay_ms: 0 })
}

/// Room for the pixels of a frame.
fn buffer(decoder: &Decoder, context: &Context) -> Result<Vec<u8>> {
    let bytes = decoder.output_buffer_size().unwrap_or(usize::MAX);
    // The decoder has as much again while it works.
    context.room(bytes.saturating_mul(2))?;
    Ok(vec![0; bytes])
}

fn animation<'a>(bytes: &[u8], decoder: &Decoder, orientation: u8, context: &Context) -> Result<Raster<'a>> {
    let count = decoder.num_frames() as usize;
    context.charge(Limit::animation_frames, count as u64)?;
    let plays = match decoder.loop_count() {
        LoopCount::Forever => 0,
        LoopCount::Times(times) => times.get().into(),
    };
    let (width, height) = decoder.dimensions();
    context.room(bytes.len())?;
    let mut player = Player::new(bytes.to_vec(), (width, height), context)?;
    let first = pixels::turned(player.next(context)?, orientation);
    let frames = led_by(first, count.saturating_sub(1), move |context| {
        context.charge(Limit::job_pixels, u64::from(width) * u64::from(height))?;
        Ok(Some(pixels::turned(player.next(context)?, orientation)))
    });
    let sequence = if count > 1 { Sequence::Animation { plays } } else { Sequence::Pages };
    Ok(Raster { sequence, ..Raster::pages(frames) })
}

fn failed(error: DecodingError) -> Error {
    let code = match &error {
        DecodingError::MemoryLimitExceeded => ErrorCode::LimitExceeded,
        DecodingError::IoError(io) if io.kind() == std::io::ErrorKind::UnexpectedEof => ErrorCode::Truncated,
        _ => ErrorCode::Malformed,
    };
    Error::new(code, format!("the WebP cannot be read: {error}")).caused_by(error)
}
