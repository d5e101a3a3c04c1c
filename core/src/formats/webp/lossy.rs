//! Pixels with loss: a frame of VP8, and beside it opacity without loss (RFC 9649, 2.7.1.2).

use image_webp::{ColorType, WebPEncoder};

use super::write::{chunk, failed, stream_of};
use crate::context::Context;
use crate::error::Result;
use crate::model::raster::{Frame, PixelFormat};
use crate::options::EFFORT;
use crate::parts::vp8::{Knobs, Picture, Study};

/// First byte of a chunk of opacity: packed without loss, not filtered (2.7.1.2).
const PACKED: u8 = 1;

/// Bytes of a lossless stream that say its size and kind, which opacity does without (2.7.1.2).
const STREAM_HEAD: usize = 5;

/// Pixels that a photograph has at least.
const PHOTO_PIXELS: usize = 4096;

/// Different colours that it has at least, of 5 bits a channel.
const PHOTO_COLORS: u32 = 200;

/// The effort a caller asks for.
pub(super) fn effort(context: &Context) -> u8 {
    context.options().integer(&EFFORT).unwrap_or(5).min(9) as u8
}

/// What does not depend on how coarse a frame becomes. None where VP8 has no room for it.
pub(super) fn study(frame: &Frame, context: &Context) -> Result<Option<Study>> {
    let (width, height) = (frame.width_px as usize, frame.height_px as usize);
    if frame.format.is_deep() {
        return Ok(None);
    }
    context.room(frame.samples.len() / 2)?;
    let Some(picture) = Picture::from_samples(width, height, frame.format.channels(), &frame.samples) else {
        return Ok(None);
    };
    Study::new(picture, &mut || context.checkpoint()).map(Some)
}

/// The chunks of a frame: opacity where there is any, and what is seen.
pub(super) fn chunks(study: &Study, opacity: &[u8], knobs: &Knobs, context: &Context) -> Result<Vec<u8>> {
    let seen = study.encode(knobs, &mut || context.checkpoint())?;
    Ok([opacity, &chunk(b"VP8 ", &seen)].concat())
}

/// The chunk of a frame's opacity; nothing where it lets nothing through.
pub(super) fn opacity(frame: &Frame, context: &Context) -> Result<Vec<u8>> {
    let channels = frame.format.channels();
    if !frame.format.has_alpha() || frame.samples.chunks_exact(channels).all(|pixel| pixel[channels - 1] == 255) {
        return Ok(Vec::new());
    }
    context.checkpoint()?;
    let alpha: Vec<u8> = frame.samples.chunks_exact(channels).map(|pixel| pixel[channels - 1]).collect();
    let mut file = Vec::new();
    WebPEncoder::new(&mut file).encode(&alpha, frame.width_px, frame.height_px, ColorType::L8).map_err(failed)?;
    let stream = stream_of(file);
    Ok(chunk(b"ALPH", &[&[PACKED], stream.get(STREAM_HEAD..).unwrap_or_default()].concat()))
}

/// Whether a picture looks as if a camera had taken it: few neighbours are the same, and there are many colours. Of
/// others loss is seen at their edges, and without it they are small.
pub(super) fn is_photographic(frame: &Frame, context: &Context) -> Result<bool> {
    let size = frame.format.bytes_per_pixel();
    let (pixels, width) = (frame.samples.len() / size, frame.width_px as usize);
    if pixels < PHOTO_PIXELS || frame.format.is_deep() {
        return Ok(false);
    }
    let (mut same, mut colors) = (0, vec![false; 1 << 15]);
    for row in frame.samples.chunks_exact(width * size) {
        context.tick(width as u64)?;
        same += row.chunks_exact(size).zip(row.chunks_exact(size).skip(1)).filter(|(a, b)| a == b).count();
        for pixel in row.chunks_exact(size) {
            colors[color_of(pixel, frame.format)] = true;
        }
    }
    let different = colors.iter().filter(|&&there| there).count() as u32;
    let is_gray = matches!(frame.format, PixelFormat::Gray8 | PixelFormat::GrayAlpha8);
    Ok(same * 2 < pixels && (is_gray || different >= PHOTO_COLORS))
}

/// A colour of 5 bits a channel.
fn color_of(pixel: &[u8], format: PixelFormat) -> usize {
    let places = if format.channels() < 3 { [0; 3] } else { [0, 1, 2] };
    places.iter().fold(0, |color, &at| color << 5 | usize::from(pixel[at] >> 3))
}
