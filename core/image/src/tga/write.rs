//! Pixels to TGA, row by row.

use super::runs::Packer;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::rows::Rows;

pub(super) fn encode(mut rows: Rows<'_>, context: &Context) -> Result<Vec<u8>> {
    let channels = rows.format.channels();
    let mut packer = Packer::new(head(&rows)?, channels);
    while let Some(strip) = rows.next(context)? {
        for row in strip.samples.chunks((strip.width_px as usize * channels).max(1)) {
            context.tick(strip.width_px.into())?;
            row.chunks_exact(channels).for_each(|pixel| packer.put(in_file_order(pixel)));
            packer.end_row();
        }
    }
    Ok(packer.bytes)
}

/// Blue first.
fn in_file_order(pixel: &[u8]) -> [u8; 4] {
    match *pixel {
        [red, green, blue] => [blue, green, red, 0],
        [red, green, blue, alpha] => [blue, green, red, alpha],
        [gray, ..] => [gray, 0, 0, 0],
        [] => [0; 4],
    }
}

/// The header of packed pixels, grey or in colour, with the first row first.
fn head(rows: &Rows<'_>) -> Result<Vec<u8>> {
    let sides = [rows.width_px, rows.height_px].map(u16::try_from);
    let [Ok(width), Ok(height)] = sides else {
        let message = format!("a TGA can be at most {} pixels wide or high", u16::MAX);
        return Err(Error::new(ErrorCode::UnsupportedRoute, message).hint("set max_dimensions, or choose PNG"));
    };
    let channels = rows.format.channels();
    let code = if channels == 1 { 11 } else { 10 };
    let alpha_bits = if channels == 4 { 8 } else { 0 };
    let sides = [width.to_le_bytes(), height.to_le_bytes()];
    Ok([&[0, 0, code][..], &[0; 9], sides.as_flattened(), &[8 * channels as u8, 0x20 | alpha_bits]].concat())
}
