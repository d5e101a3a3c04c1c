//! Photograph detection: few neighbours are the same, and there are many colours.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::raster::{Frame, PixelFormat};

/// Pixels that one has at least.
const PIXELS: usize = 4096;

/// Different colours that it has at least, of 5 bits a channel.
const COLORS: u32 = 200;

/// Whether a picture looks as if a camera had taken it: few neighbours are the same, and there are many colours. Of
/// others loss is seen at their edges, and without it they are small.
pub fn is_one(frame: &Frame, context: &Context) -> Result<bool> {
    let size = frame.format.bytes_per_pixel();
    let (pixels, width) = (frame.samples.len() / size, frame.width_px as usize);
    if pixels < PIXELS {
        return Ok(false);
    }
    let (mut same, mut colors) = (0, vec![false; 1 << 15]);
    for row in frame.samples.chunks_exact(width * size) {
        context.tick(width as u64)?;
        same += row.chunks_exact(size).zip(row.chunks_exact(size).skip(1)).filter(|(a, b)| a == b).count();
        for pixel in row.chunks_exact(size) {
            colors[color_of(pixel, frame.format)] = true;
        }
    }
    let different = colors.iter().filter(|&&there| there).count() as u32;
    let is_gray = frame.format.channels() < 3;
    Ok(same * 2 < pixels && (is_gray || different >= COLORS))
}

/// A colour of 5 bits a channel.
fn color_of(pixel: &[u8], format: PixelFormat) -> usize {
    let places = if format.channels() < 3 { [0; 3] } else { [0, 1, 2] };
    // Samples of 16 bits lie in native order.
    let high = |at: usize| match format.is_deep() {
        true => (u16::from_ne_bytes([pixel[2 * at], pixel[2 * at + 1]]) >> 8) as u8,
        false => pixel[at],
    };
    places.iter().fold(0, |color, &at| color << 5 | usize::from(high(at) >> 3))
}
