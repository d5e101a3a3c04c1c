//! Blocks of 4 by 4 pixels (Microsoft's "Texture Block Compression in Direct3D 11").

use super::header::Blocks;
use crate::light;

/// The pixels of a block, row by row: red, green, blue and opacity.
pub(crate) type Pixels = [[u8; 4]; 16];

impl Blocks {
    /// Bytes of a block.
    pub fn bytes(self) -> usize {
        if matches!(self, Blocks::Bc1 | Blocks::Bc4 { .. }) { 8 } else { 16 }
    }

    /// Unpacks a block, of as many bytes as it has.
    pub fn unpacked(self, block: &[u8]) -> Pixels {
        let mut pixels = [[0; 4]; 16];
        match self {
            Blocks::Bc1 => bcdec_rs::bc1(block, pixels.as_flattened_mut(), 16),
            Blocks::Bc2 { .. } => bcdec_rs::bc2(block, pixels.as_flattened_mut(), 16),
            Blocks::Bc3 { .. } => bcdec_rs::bc3(block, pixels.as_flattened_mut(), 16),
            Blocks::Bc7 => bcdec_rs::bc7(block, pixels.as_flattened_mut(), 16),
            Blocks::Bc4 { is_signed } => {
                let mut samples = [[0.0]; 16];
                bcdec_rs::bc4_float(block, samples.as_flattened_mut(), 4, is_signed);
                pixels = samples.map(|[gray]| opaque([share(gray, is_signed); 3]));
            }
            Blocks::Bc5 { is_signed } => {
                let mut samples = [[0.0; 2]; 16];
                bcdec_rs::bc5_float(block, samples.as_flattened_mut(), 8, is_signed);
                // The third is nothing, which is the middle where there is less than nothing.
                pixels = samples.map(|[red, green]| opaque([red, green, 0.0].map(|color| share(color, is_signed))));
            }
            Blocks::Bc6 { is_signed } => {
                let mut samples = [[0.0; 3]; 16];
                bcdec_rs::bc6h_float(block, samples.as_flattened_mut(), 12, is_signed);
                pixels = samples.map(|light| opaque(light.map(light::sample)));
            }
        }
        if matches!(self, Blocks::Bc2 { is_multiplied: true } | Blocks::Bc3 { is_multiplied: true }) {
            pixels.iter_mut().for_each(divide);
        }
        pixels
    }
}

/// A share from 0 to 1, or from -1 to 1, as a sample.
fn share(share: f32, is_signed: bool) -> u8 {
    let share = if is_signed { f32::midpoint(share, 1.0) } else { share };
    (share.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

fn opaque([red, green, blue]: [u8; 3]) -> [u8; 4] {
    [red, green, blue, 255]
}

/// Undoes the multiplication of colours with opacity.
fn divide(pixel: &mut [u8; 4]) {
    let alpha = u32::from(pixel[3]);
    if alpha > 0 {
        pixel[..3].iter_mut().for_each(|color| *color = ((u32::from(*color) * 255 + alpha / 2) / alpha).min(255) as u8);
    }
}
