//! Painted pictures as PNG.

use std::collections::BTreeMap;

/// A PNG with alpha; with a palette where few colours do.
pub(super) fn clear_png(pixels: &[[u8; 4]], width: u32, height: u32) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_compression(png::Compression::Balanced);
    let samples = match palette(pixels) {
        Some((colors, samples)) => {
            encoder.set_color(png::ColorType::Indexed);
            // Differences of palette indices mean nothing (PNG, 12.8): without filters it is smaller, and sooner done.
            encoder.set_filter(png::Filter::NoFilter);
            encoder.set_palette(colors.iter().flat_map(|color| [color[0], color[1], color[2]]).collect::<Vec<u8>>());
            encoder.set_trns(colors.iter().map(|color| color[3]).collect::<Vec<u8>>());
            samples
        }
        None => {
            encoder.set_color(png::ColorType::Rgba);
            pixels.as_flattened().to_vec()
        }
    };
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&samples).ok()?;
    writer.finish().ok()?;
    Some(out)
}

/// The colours of a picture in the order they are seen, and the place of each pixel's among them;
/// `None` where they are more than a palette holds.
fn palette(pixels: &[[u8; 4]]) -> Option<(Vec<[u8; 4]>, Vec<u8>)> {
    let (mut known, mut colors) = (BTreeMap::new(), Vec::new());
    let mut samples = Vec::new();
    let mut last = None;
    for pixel in pixels {
        let at = match last {
            Some((color, at)) if color == *pixel => at,
            _ => *known.entry(*pixel).or_insert_with(|| {
                colors.push(*pixel);
                colors.len() - 1
            }),
        };
        samples.push(u8::try_from(at).ok()?);
        last = Some((*pixel, at));
    }
    Some((colors, samples))
}
