//! Forward transform: pixels to DCT coefficients, by way of BT.601 colour differences, as JFIF wants them.

use std::sync::Arc;

use super::dct::{self, Matrix};
use super::packed::Packed;
use super::picture::{Block, Color, Picture, Plane, blocks_along};
use super::tables::ZIGZAG;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::{Frame, PixelFormat};

/// The coefficients of an 8-bit grey or RGB frame, in steps of 1, colour at full resolution.
pub fn capture(frame: &Frame, context: &Context) -> Result<Picture> {
    let (width_px, height_px) = size(frame.width_px, frame.height_px)?;
    let color = if frame.format == PixelFormat::Gray8 { Color::Gray } else { Color::YCbCr };
    let count: u8 = if color == Color::Gray { 1 } else { 3 };
    let mut planes = Vec::new();
    for index in 0..count {
        let (weights, middle) = (WEIGHTS[usize::from(index)], MIDDLES[usize::from(index)]);
        let weighted =
            |pixel: &[u8]| pixel.iter().zip(weights).map(|(sample, weight)| f32::from(*sample) * weight).sum::<f32>();
        planes.push(Arc::new(match color {
            Color::Gray => plane(frame, index, |pixel| f32::from(pixel[0]) - middle, context)?,
            _ => plane(frame, index, |pixel| weighted(pixel) - middle, context)?,
        }));
    }
    Ok(Picture { width_px, height_px, color, sampling: vec![(1, 1); planes.len()], planes })
}

/// The coefficients of an 8-bit frame whose samples are components as they are, such as inks, in steps of 1.
pub fn components(frame: &Frame, context: &Context) -> Result<Picture> {
    let (width_px, height_px) = size(frame.width_px, frame.height_px)?;
    let count = frame.format.channels();
    let mut planes = Vec::new();
    for at in 0..count {
        planes.push(Arc::new(plane(frame, at as u8, |pixel| f32::from(pixel[at]) - MIDDLES[0], context)?));
    }
    let color = if count == 1 { Color::Gray } else { Color::Direct };
    Ok(Picture { width_px, height_px, color, sampling: vec![(1, 1); count], planes })
}

/// Width and height as JPEG holds them.
///
/// # Errors
/// `UnsupportedRoute` where it cannot.
pub(super) fn size(width: u32, height: u32) -> Result<(u16, u16)> {
    let side = |pixels: u32| u16::try_from(pixels).ok().filter(|pixels| (1..=65_500).contains(pixels));
    side(width).zip(side(height)).ok_or_else(|| {
        let message =
            format!("a JPEG can be at most 65500 pixels wide or high, and the picture has {width} x {height}");
        Error::new(ErrorCode::UnsupportedRoute, message)
    })
}

/// Shares of red, green and blue in each component, centred on 0 (JFIF 1.02, from ITU-R BT.601).
pub(super) const WEIGHTS: [[f32; 3]; 3] =
    [[0.299, 0.587, 0.114], [-0.168_736, -0.331_264, 0.5], [0.5, -0.418_688, -0.081_312]];

/// What is taken from each component before the transform: the middle of the range.
const MIDDLES: [f32; 3] = [128.0, 0.0, 0.0];

/// One component: what `value` makes of each pixel.
fn plane(frame: &Frame, index: u8, value: impl Fn(&[u8]) -> f32, context: &Context) -> Result<Plane> {
    let columns = blocks_along(frame.width_px as u16, 1, 1);
    let rows = blocks_along(frame.height_px as u16, 1, 1);
    let mut packed = Packed::new(columns);
    for row in 0..rows {
        context.tick(columns as u64)?;
        for column in 0..columns {
            let (block, mask) = rounded(&dct::forward(&samples(frame, row, column, &value)));
            packed.block(&block, mask);
        }
    }
    Ok(Plane { id: index + 1, columns, rows, steps: [1; 64], floor: [1; 64], packed: Arc::new(packed) })
}

/// The samples of a block; beyond the edge the last ones are repeated.
fn samples(frame: &Frame, row: usize, column: usize, value: impl Fn(&[u8]) -> f32) -> Matrix {
    let (width, height) = (frame.width_px as usize, frame.height_px as usize);
    let channels = frame.format.channels();
    std::array::from_fn(|y| {
        let line = (row * 8 + y).min(height - 1) * width;
        std::array::from_fn(|x| {
            let at = (line + (column * 8 + x).min(width - 1)) * channels;
            value(frame.samples.get(at..at + channels).unwrap_or(&[0; 4][..channels]))
        })
    })
}

/// Coefficients in zigzag order, rounded, and which of them are not zero.
pub(crate) fn rounded(coefficients: &Matrix) -> (Block, u64) {
    let mut block = [0i16; 64];
    let mut mask = 0;
    for (k, place) in ZIGZAG.iter().enumerate() {
        let place = usize::from(*place);
        let value = coefficients[place / 8][place % 8];
        // Half away from zero: a call for each coefficient would cost more than the transform.
        block[k] = (value + 0.5f32.copysign(value)) as i16;
        mask |= u64::from(block[k] != 0) << k;
    }
    (block, mask)
}
