//! The pixels of bitmaps.

use super::header::{Coding, Header};
use super::{cut_short, ended, runs};
use crate::context::Context;
use crate::error::Result;
use crate::model::raster::{Frame, PixelFormat};
use crate::parts::bit_mask::BitMask;

/// The picture that `data` codes.
pub(super) fn picture(header: &Header, colors: &[[u8; 3]], data: &[u8], context: &Context) -> Result<Frame> {
    let unpacked = match header.coding {
        Coding::Plain => None,
        _ => Some(runs::unpacked(header, data, context)?),
    };
    let data = unpacked.as_deref().unwrap_or(data);
    let format = if header.masks[3] != 0 { PixelFormat::Rgba8 } else { PixelFormat::Rgb8 };
    let (width, height, stride) = (header.width as usize, header.height as usize, header.stride());
    if data.len() < stride.min(4) {
        return Err(ended());
    }
    context.room(width.saturating_mul(height).saturating_mul(format.channels()))?;
    let mut samples = vec![0; width * height * format.channels()];
    let mut is_whole = true;
    for (at, row) in samples.chunks_exact_mut(width * format.channels()).enumerate() {
        context.tick(width as u64)?;
        let from = if header.top_down { at } else { height - 1 - at }.saturating_mul(stride);
        let source = data.get(from.min(data.len())..from.saturating_add(stride).min(data.len())).unwrap_or_default();
        is_whole &= source.len() * 8 >= width * header.bits as usize;
        fill(row, source, header, colors, format);
    }
    if !is_whole {
        cut_short(context);
    }
    Ok(Frame { width_px: header.width, height_px: header.height, format, samples, delay_ms: 0 })
}

fn fill(row: &mut [u8], source: &[u8], header: &Header, colors: &[[u8; 3]], format: PixelFormat) {
    let pixels = row.chunks_exact_mut(format.channels());
    match header.bits {
        1 | 2 | 4 | 8 => {
            let per_byte = 8 / header.bits as usize;
            let most = (1_u16 << header.bits) as u8;
            for (at, pixel) in pixels.enumerate() {
                let Some(byte) = source.get(at / per_byte) else { return };
                let shift = 8 - header.bits * (at % per_byte + 1) as u32;
                let number = byte >> shift & most.wrapping_sub(1);
                pixel.copy_from_slice(&colors.get(usize::from(number)).copied().unwrap_or_default());
            }
        }
        24 => {
            for (pixel, source) in pixels.zip(source.chunks_exact(3)) {
                pixel.copy_from_slice(&[source[2], source[1], source[0]]);
            }
        }
        bits => {
            let masks = header.masks.map(|mask| BitMask::new(mask.into()));
            for (pixel, source) in pixels.zip(source.chunks_exact(bits as usize / 8)) {
                let value = source.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
                for (sample, mask) in pixel.iter_mut().zip(&masks) {
                    *sample = mask.of(value).unwrap_or(0);
                }
            }
        }
    }
}
