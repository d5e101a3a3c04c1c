//! The first picture of a texture, in colours.

use super::blocks::Pixels;
use super::header::{Blocks, Header, Packing};
use super::masks::Masks;
use crate::{halves, holds, light, pixels};
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, PixelFormat, Raster};

/// Width and height, from the header.
pub(crate) fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    let header = Header::read(bytes)?;
    Ok(Some((header.width, header.height)))
}

pub(crate) fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let header = Header::read(bytes)?;
    pixels::charge_pixels((header.width, header.height), context)?;
    let (width, height) = (header.width as usize, header.height as usize);
    context.room(width.saturating_mul(height).saturating_mul(4))?;
    let data = bytes.get(header.start..).filter(|data| !data.is_empty());
    let mut source =
        Source { data: data.ok_or_else(|| Error::truncated("the pixels of the texture"))?, is_whole: true };
    let mut samples = vec![0; width * height * 4];
    match header.packing {
        Packing::Blocks(blocks) => source.blocks(blocks, (width, height), &mut samples, context)?,
        Packing::Masks(masks) => source.pixels(masks.bytes, &mut samples, |pixel| masks.rgba(pixel), context)?,
        Packing::Floats { channels, is_half } => {
            let bytes = channels * if is_half { 2 } else { 4 };
            source.pixels(bytes, &mut samples, |pixel| of_light(pixel, is_half), context)?;
        }
    }
    warn(&header, source.is_whole, context);
    Ok(Raster::of(frame(samples, &header)))
}

/// What is lost of a texture.
fn warn(header: &Header, is_whole: bool, context: &Context) {
    if !is_whole {
        context.warn(Warning::new(
            WarningCode::InputRepaired,
            "the file ends before the texture does: the missing part is transparent",
        ));
    }
    if header.has_others {
        context.warn(Warning::new(
            WarningCode::FramesDropped,
            "the texture holds several pictures: only the first was read",
        ));
    }
    let is_light = matches!(header.packing, Packing::Floats { .. } | Packing::Blocks(Blocks::Bc6 { .. }));
    if is_light || matches!(header.packing, Packing::Masks(masks) if masks.is_deep()) {
        let message = "samples were reduced to 8 bits; what is brighter than white became white";
        context.warn(Warning::new(WarningCode::ColorReduced, message));
    }
}

/// The bytes of the pixels, taken from their front.
struct Source<'a> {
    data: &'a [u8],
    /// Whether there were as many as were wanted.
    is_whole: bool,
}

impl Source<'_> {
    fn next(&mut self, count: usize) -> Option<&[u8]> {
        let Some((bytes, rest)) = self.data.split_at_checked(count) else {
            self.is_whole = false;
            return None;
        };
        self.data = rest;
        Some(bytes)
    }

    fn blocks(
        &mut self,
        kind: Blocks,
        (width, height): (usize, usize),
        samples: &mut [u8],
        context: &Context,
    ) -> Result<()> {
        for top in (0..height).step_by(4) {
            for left in (0..width).step_by(4) {
                context.tick(16)?;
                let Some(block) = self.next(kind.bytes()) else { return Ok(()) };
                put(&kind.unpacked(block), (left, top), width, samples);
            }
        }
        Ok(())
    }

    fn pixels(
        &mut self,
        bytes: usize,
        samples: &mut [u8],
        rgba: impl Fn(&[u8]) -> [u8; 4],
        context: &Context,
    ) -> Result<()> {
        for to in samples.as_chunks_mut::<4>().0 {
            context.tick(1)?;
            let Some(pixel) = self.next(bytes) else { return Ok(()) };
            *to = rgba(pixel);
        }
        Ok(())
    }
}

/// Puts a block at its place; what reaches over the edges is left out.
fn put(pixels: &Pixels, (left, top): (usize, usize), width: usize, samples: &mut [u8]) {
    for (row, pixels) in pixels.as_chunks::<4>().0.iter().enumerate() {
        let columns = (width - left).min(4);
        let start = ((top + row) * width + left) * 4;
        if let Some(to) = samples.get_mut(start..start + columns * 4) {
            to.copy_from_slice(pixels[..columns].as_flattened());
        }
    }
}

/// A pixel of light: grey where there is one sample, and opaque where there is no fourth.
fn of_light(pixel: &[u8], is_half: bool) -> [u8; 4] {
    let value = |at: usize| -> Option<f32> {
        match is_half {
            true => Some(halves::number(u16::from_le_bytes(pixel.get(2 * at..2 * at + 2)?.try_into().ok()?))),
            false => Some(f32::from_le_bytes(pixel.get(4 * at..4 * at + 4)?.try_into().ok()?)),
        }
    };
    let color = |at: usize| value(at).map(light::sample);
    let red = color(0).unwrap_or(0);
    let [green, blue] = if color(1).is_none() { [red; 2] } else { [1, 2].map(|at| color(at).unwrap_or(0)) };
    let alpha = value(3).map_or(255, |alpha| (alpha.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
    [red, green, blue, alpha]
}

/// The picture; without opacity where nothing shines through, and grey where it has one sample.
fn frame(samples: Vec<u8>, header: &Header) -> Frame {
    let is_gray = match header.packing {
        Packing::Blocks(kind) => matches!(kind, Blocks::Bc4 { .. }),
        Packing::Masks(Masks { colors, .. }) => colors[1] == colors[0] && colors[2] == colors[0],
        Packing::Floats { channels, .. } => channels == 1,
    };
    let format = PixelFormat::Rgba8;
    let frame = Frame { width_px: header.width, height_px: header.height, format, samples, delay_ms: 0 };
    if is_gray { holds::simplest(frame) } else { holds::opaque_where_it_is(frame) }
}
