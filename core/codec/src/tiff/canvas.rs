//! The samples of a page in their order, as the file means them, before they are colours.

use super::chunks::Chunk;
use super::directory::Order;
use super::layout::{Kind, Layout, Meaning};
use crate::halves;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// The samples of some rows of a page: of 8 bits, or of 16 in native order.
pub(crate) struct Canvas {
    pub samples: Vec<u8>,
    pub height: u32,
    /// Its first row on the page.
    top: usize,
}

impl Canvas {
    /// Room for `height` rows from `top` on, all samples zero.
    pub fn new(layout: &Layout, (top, height): (u32, u32), context: &Context) -> Result<Canvas> {
        let bytes = row_bytes(layout).saturating_mul(height as usize);
        context.room(bytes)?;
        Ok(Canvas { samples: vec![0; bytes], height, top: top as usize })
    }

    /// Puts what a chunk has of these rows at its place.
    pub fn put(&mut self, chunk: &Chunk, layout: &Layout, order: Order) {
        let above = self.top.saturating_sub(chunk.top);
        let rows = chunk.rows.chunks_exact(chunk.row_bytes.max(1)).skip(above);
        let below = chunk.top.saturating_sub(self.top);
        let places = self.samples.chunks_exact_mut(row_bytes(layout).max(1)).skip(below);
        for (row, place) in rows.zip(places) {
            put_row(row, chunk, place, layout, order);
        }
    }
}

/// Bytes of a row of a canvas.
fn row_bytes(layout: &Layout) -> usize {
    (layout.width as usize).saturating_mul(pixel_bytes(layout))
}

fn pixel_bytes(layout: &Layout) -> usize {
    layout.kept() * if layout.is_deep() { 2 } else { 1 }
}

fn put_row(row: &[u8], chunk: &Chunk, place: &mut [u8], layout: &Layout, order: Order) {
    let (per_pixel, kept) = (layout.chunk_samples(), layout.kept());
    let pixels = place.chunks_exact_mut(pixel_bytes(layout)).skip(chunk.left).take(layout.chunk.0 as usize);
    if !layout.is_planar && layout.bits == 8 && layout.kind == Kind::Unsigned && per_pixel == kept {
        let start = chunk.left * per_pixel;
        let bytes = pixels.len() * per_pixel;
        place[start..start + bytes].copy_from_slice(&row[..bytes]);
        return;
    }
    for (column, pixel) in pixels.enumerate() {
        for sample in 0..per_pixel.min(kept) {
            let value = value(row, column * per_pixel + sample, layout, order);
            let at = if layout.is_planar { chunk.plane } else { sample };
            match layout.is_deep() {
                true => pixel[2 * at..2 * at + 2].copy_from_slice(&value.to_ne_bytes()),
                false => pixel[at] = value as u8,
            }
        }
    }
}

/// A sample of a row, as 8 or 16 bits. The numbers of palettes stay as they are.
fn value(row: &[u8], index: usize, layout: &Layout, order: Order) -> u16 {
    let bits = layout.bits as usize;
    let raw = match bits {
        8 | 16 | 24 | 32 | 64 => order.number(row.get(index * bits / 8..(index + 1) * bits / 8).unwrap_or_default()),
        _ => packed(row, index * bits, bits),
    };
    match layout.kind {
        Kind::Float => float(raw, bits),
        // Lab's own colours are signed whatever is said.
        Kind::Signed if layout.meaning != Meaning::Lab => scaled(raw ^ 1 << (bits - 1), bits, layout.meaning),
        _ => scaled(raw, bits, layout.meaning),
    }
}

/// Bits from a place on, the highest first.
fn packed(row: &[u8], start: usize, bits: usize) -> u64 {
    (start..start + bits).fold(0, |value, bit| {
        let byte = row.get(bit / 8).copied().unwrap_or(0);
        value << 1 | u64::from(byte >> (7 - bit % 8) & 1)
    })
}

/// A whole number of so many bits as one of 8 or 16.
fn scaled(value: u64, bits: usize, meaning: Meaning) -> u16 {
    if meaning == Meaning::Palette {
        return value.min(65_535) as u16;
    }
    match bits {
        8 | 16 => value as u16,
        ..8 => {
            let most = (1 << bits) - 1;
            ((value * 255 + most / 2) / most) as u16
        }
        9..16 => {
            let most = (1 << bits) - 1;
            ((value * 65_535 + most / 2) / most) as u16
        }
        _ => (value >> (bits - 16)) as u16,
    }
}

/// A floating-point number, 1 being white, as 16 bits.
fn float(raw: u64, bits: usize) -> u16 {
    let value = match bits {
        16 => halves::number(raw as u16),
        24 => f32::from_bits((raw as u32) << 8),
        32 => f32::from_bits(raw as u32),
        _ => f64::from_bits(raw) as f32,
    };
    // What is no number is black.
    (value.clamp(0.0, 1.0) * 65_535.0 + 0.5) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_taken_across_bytes() {
        assert_eq!(packed(&[0b1010_1100, 0b0111_0000], 4, 8), 0b1100_0111);
        assert_eq!((scaled(1, 1, Meaning::Rgb), scaled(4_095, 12, Meaning::Rgb)), (255, 65_535));
    }
}
