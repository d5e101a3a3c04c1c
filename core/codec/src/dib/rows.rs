//! The pixels of bitmaps, row by row.

use std::borrow::Cow;

use super::header::{Coding, Header};
use super::{cut_short, ended, runs};
use crate::bit_mask::BitMask;
use crate::blue_first;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::raster::PixelFormat;
use transvase_model::rows::Rows;

/// The rows that `data` codes, as they lie in a file that is not coded. Where they end too early, a warning tells.
pub(super) fn stored<'a>(header: &Header, data: &'a [u8], context: &Context) -> Result<Cow<'a, [u8]>> {
    let stored = match header.coding {
        Coding::Plain => Cow::Borrowed(data),
        _ => Cow::Owned(runs::unpacked(header, data, context)?),
    };
    if stored.len() < header.stride().min(4) {
        return Err(ended());
    }
    // The last row needs no padding.
    let before = header.stride().saturating_mul(header.height as usize - 1);
    let last = (header.width as usize).saturating_mul(header.bits as usize);
    if stored.len().saturating_sub(before).saturating_mul(8) < last {
        cut_short(context);
    }
    Ok(stored)
}

/// The picture of rows that have come from [`stored`].
pub(super) fn picture(header: Header, colors: Vec<[u8; 3]>, stored: Cow<'_, [u8]>) -> Rows<'_> {
    let format = if header.masks[3] != 0 { PixelFormat::Rgba8 } else { PixelFormat::Rgb8 };
    let size = (header.width, header.height);
    let mut given = 0;
    Rows::filled(size, format, move |row| {
        let at = if header.top_down { given } else { header.height as usize - 1 - given };
        given += 1;
        fill(row, stored_row(&stored, &header, at), &header, &colors, format);
        Ok(())
    })
}

/// The same, opaque where its alpha would hide all of it: there are programs that leave it zero.
pub(super) fn seen<'a>(
    header: Header,
    colors: Vec<[u8; 3]>,
    stored: Cow<'a, [u8]>,
    context: &Context,
) -> Result<Rows<'a>> {
    let header = if is_hidden(&header, &stored, context)? { header.without_alpha() } else { header };
    Ok(picture(header, colors, stored))
}

/// Whether there is alpha, and none of it more than zero.
fn is_hidden(header: &Header, stored: &[u8], context: &Context) -> Result<bool> {
    if header.masks[3] == 0 {
        return Ok(false);
    }
    let (mask, bytes) = (BitMask::new(header.masks[3].into()), header.bits as usize / 8);
    for at in 0..header.height as usize {
        context.tick(header.width.into())?;
        let row = stored_row(stored, header, at).chunks_exact(bytes.max(1)).take(header.width as usize);
        if row.map(number).any(|pixel| mask.of(pixel).is_some_and(|alpha| alpha > 0)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A row of the file, as far as it is there.
fn stored_row<'a>(stored: &'a [u8], header: &Header, at: usize) -> &'a [u8] {
    let start = at.saturating_mul(header.stride());
    let end = start.saturating_add(header.stride()).min(stored.len());
    stored.get(start..end).unwrap_or_default()
}

/// A pixel as a number.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
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
        24 => blue_first::put(source, row, 3),
        bits => {
            let masks = header.masks.map(|mask| BitMask::new(mask.into()));
            for (pixel, source) in pixels.zip(source.chunks_exact(bits as usize / 8)) {
                let pixel_bits = number(source);
                for (sample, mask) in pixel.iter_mut().zip(&masks) {
                    *sample = mask.of(pixel_bits).unwrap_or(0);
                }
            }
        }
    }
}
