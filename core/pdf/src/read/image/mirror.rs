//! Mirroring of images.

use super::Mirror;
use super::pixels::{Layout, Picture, pack_bits};

/// A picture as it is seen in a mirror.
pub(super) fn mirrored(picture: Picture, mirror: Option<Mirror>) -> Picture {
    match mirror {
        None => picture,
        Some(Mirror::Rows) => from_below(picture),
        Some(Mirror::Diagonal) => transposed(picture),
    }
}

fn from_below(mut picture: Picture) -> Picture {
    let stride = picture.bytes.len() / (picture.height as usize).max(1);
    picture.bytes = picture.bytes.chunks_exact(stride.max(1)).rev().flatten().copied().collect();
    picture
}

fn transposed(picture: Picture) -> Picture {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let bytes = match picture.layout {
        Layout::Stencil { .. } => {
            let stride = width.div_ceil(8);
            let bit =
                |x: usize, y: usize| picture.bytes.get(y * stride + x / 8).map_or(0, |byte| byte << (x % 8) & 0x80);
            // Packed from the highest bit of each.
            pack_bits(&columns(width, height, |x, y| [bit(x, y)]).concat(), height)
        }
        Layout::Gray => columns(width, height, pixel::<1>(&picture)).concat(),
        Layout::GrayAlpha => columns(width, height, pixel::<2>(&picture)).concat(),
        Layout::Rgb => columns(width, height, pixel::<3>(&picture)).concat(),
        Layout::Rgba => columns(width, height, pixel::<4>(&picture)).concat(),
    };
    Picture { width: picture.height, height: picture.width, bytes, ..picture }
}

fn pixel<const N: usize>(picture: &Picture) -> impl Fn(usize, usize) -> [u8; N] {
    let (pixels, width) = (picture.bytes.as_chunks::<N>().0, picture.width as usize);
    move |x, y| pixels.get(y * width + x).copied().unwrap_or([0; N])
}

/// Pixels column by column.
fn columns<const N: usize>(width: usize, height: usize, at: impl Fn(usize, usize) -> [u8; N]) -> Vec<[u8; N]> {
    (0..width).flat_map(|x| (0..height).map(move |y| (x, y))).map(|(x, y)| at(x, y)).collect()
}
