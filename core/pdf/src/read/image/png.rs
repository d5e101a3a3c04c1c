//! PNG encoding of images that are none yet. Speed counts more than the last byte: writers that want small files pack
//! again.

use ::png::{BitDepth, ColorType, Compression, Encoder};

use super::pixels::{Layout, Picture, pack_bits};

/// Encodes a picture; one of pure black and white gets the narrowest form.
pub(super) fn encode(picture: &Picture) -> Option<Vec<u8>> {
    let color = match &picture.layout {
        Layout::Gray if picture.bytes.iter().all(|sample| matches!(sample, 0 | 255)) => {
            let rows = pack_bits(&picture.bytes, picture.width as usize);
            return write(picture, ColorType::Grayscale, BitDepth::One, &rows);
        }
        Layout::Stencil { .. } => return write(picture, ColorType::Indexed, BitDepth::One, &picture.bytes),
        Layout::Gray => ColorType::Grayscale,
        Layout::GrayAlpha => ColorType::GrayscaleAlpha,
        Layout::Rgb => ColorType::Rgb,
        Layout::Rgba => ColorType::Rgba,
    };
    write(picture, color, BitDepth::Eight, &picture.bytes)
}

fn write(picture: &Picture, color: ColorType, depth: BitDepth, rows: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, picture.width, picture.height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    // Rows of single bits are no work for the fast method, which counts bytes.
    encoder.set_compression(if depth == BitDepth::One { Compression::Balanced } else { Compression::Fast });
    if let Layout::Stencil { colors, opacity } = &picture.layout {
        encoder.set_palette(colors.to_vec());
        encoder.set_trns(opacity.to_vec());
    }
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(rows).ok()?;
    writer.finish().ok()?;
    Some(out)
}
