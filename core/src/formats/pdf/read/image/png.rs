//! PNG for images that are none yet. Speed counts more than the last byte: writers that want small
//! files pack again.

use ::png::{BitDepth, ColorType, Compression, Encoder};

use super::pixels::{Picture, Samples};
use crate::model::pages::Color;
use crate::model::raster::PixelFormat;

/// Encodes a picture; two colours and greys get the narrowest form.
pub(super) fn encode(picture: &Picture) -> Option<Vec<u8>> {
    if picture.format == PixelFormat::Gray8 && picture.bytes.iter().all(|sample| matches!(sample, 0 | 255)) {
        let rows = pack_bits(&picture.bytes, picture.width as usize);
        return write((picture.width, picture.height), ColorType::Grayscale, BitDepth::One, None, &rows);
    }
    let color = match picture.format {
        PixelFormat::Gray8 => ColorType::Grayscale,
        PixelFormat::GrayAlpha8 => ColorType::GrayscaleAlpha,
        PixelFormat::Rgb8 => ColorType::Rgb,
        _ => ColorType::Rgba,
    };
    write((picture.width, picture.height), color, BitDepth::Eight, None, &picture.bytes)
}

/// Encodes a stencil painted in `color`: samples of 0 are painted, or of 1 where it is `inverted`.
pub(super) fn stencil(samples: &Samples, color: Color, inverted: bool) -> Option<Vec<u8>> {
    let rows: Vec<u8> = match samples.bits {
        1 => (0..samples.height).flat_map(|y| padded(samples.row(y), samples.stride())).collect(),
        _ => pack_bits(&samples.bytes, samples.width as usize),
    };
    let paint = [color.r, color.g, color.b];
    let (palette, opacity) = if inverted { ([255; 3], [0, 255]) } else { (paint, [255, 0]) };
    let other = if inverted { paint } else { [255; 3] };
    let palette = ([palette, other].concat(), opacity);
    write((samples.width, samples.height), ColorType::Indexed, BitDepth::One, Some(palette), &rows)
}

/// A row filled up with ones, which a plain stencil leaves unpainted.
fn padded(row: &[u8], stride: usize) -> impl Iterator<Item = u8> + '_ {
    row.iter().copied().chain(std::iter::repeat_n(0xFF, stride - row.len()))
}

/// One bit a pixel: 1 from 128 on.
fn pack_bits(bytes: &[u8], width: usize) -> Vec<u8> {
    let pack =
        |pixels: &[u8]| pixels.iter().enumerate().fold(0_u8, |byte, (at, pixel)| byte | (pixel >> 7) << (7 - at));
    bytes.chunks(width.max(1)).flat_map(|row| row.chunks(8)).map(pack).collect()
}

fn write(
    (width, height): (u32, u32),
    color: ColorType,
    depth: BitDepth,
    palette: Option<(Vec<u8>, [u8; 2])>,
    rows: &[u8],
) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.set_compression(if depth == BitDepth::One { Compression::Balanced } else { Compression::Fast });
    if let Some((palette, opacity)) = palette {
        encoder.set_palette(palette);
        encoder.set_trns(opacity.to_vec());
    }
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(rows).ok()?;
    writer.finish().ok()?;
    Some(out)
}
