//! The samples of a page in their order, as the file means them, before they are colours.

use super::directory::Order;
use super::layout::{Kind, Layout, Meaning};
use crate::context::Context;
use crate::error::Result;
use crate::parts::halves;

/// Samples of 8 bits, or of 16 in native order.
pub(super) struct Canvas {
    pub samples: Vec<u8>,
    pub is_deep: bool,
    width: usize,
    height: usize,
    /// Samples of a pixel that are kept.
    pub kept: usize,
}

impl Canvas {
    /// Room for a page: colours and alpha, not what else there may be.
    pub fn new(layout: &Layout, context: &Context) -> Result<Canvas> {
        let is_deep = layout.bits > 8;
        let kept =
            (layout.color_samples() + usize::from(layout.alpha != super::layout::Alpha::None)).min(layout.samples);
        let (width, height) = (layout.width as usize, layout.height as usize);
        let bytes = width.saturating_mul(height).saturating_mul(kept).saturating_mul(if is_deep { 2 } else { 1 });
        context.room(bytes)?;
        Ok(Canvas { samples: vec![0; bytes], is_deep, width, height, kept })
    }

    /// The samples of a row as numbers.
    fn place(&mut self, row: usize, column: usize, sample: usize) -> usize {
        ((row * self.width + column) * self.kept + sample) * if self.is_deep { 2 } else { 1 }
    }

    /// Puts the rows of a chunk at their place. `plane` is the sample they hold, where each has a plane of its own.
    pub fn put(
        &mut self,
        rows: &[u8],
        row_bytes: usize,
        (left, top): (usize, usize),
        plane: Option<usize>,
        layout: &Layout,
        order: Order,
    ) {
        if plane.is_some_and(|plane| plane >= self.kept) {
            return;
        }
        let columns = (layout.chunk.0 as usize).min(self.width.saturating_sub(left));
        let per_pixel = layout.chunk_samples();
        for (at, row) in rows.chunks_exact(row_bytes.max(1)).enumerate() {
            let y = top + at;
            if y >= self.height {
                return;
            }
            if plane.is_none() && layout.bits == 8 && layout.kind == Kind::Unsigned && per_pixel == self.kept {
                let start = self.place(y, left, 0);
                let bytes = columns * per_pixel;
                self.samples[start..start + bytes].copy_from_slice(&row[..bytes]);
                continue;
            }
            for column in 0..columns {
                for sample in 0..per_pixel.min(self.kept) {
                    let value = value(row, column * per_pixel + sample, layout, order);
                    let start = self.place(y, left + column, plane.unwrap_or(sample));
                    match self.is_deep {
                        true => self.samples[start..start + 2].copy_from_slice(&value.to_ne_bytes()),
                        false => self.samples[start] = value as u8,
                    }
                }
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
