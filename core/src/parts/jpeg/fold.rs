//! Colour differences at half size, straight from coefficients: 4:4:4 and 4:2:2 become 4:2:0. The
//! luminance stays as it is.

use std::sync::Arc;

use super::capture;
use super::dct::Halving;
use super::picture::{Color, Picture, Plane, blocks_along};
use crate::context::Context;
use crate::error::Result;

/// In which directions colour differences can be halved; `None` where they cannot or already are.
pub(crate) fn directions(picture: &Picture) -> Option<(bool, bool)> {
    let [luma, blue, red] = &picture.sampling[..] else { return None };
    let known = matches!(luma, (1 | 2, 1 | 2)) && *blue == (1, 1) && *red == (1, 1);
    let fold = (luma.0 == 1, luma.1 == 1);
    (picture.color == Color::YCbCr && known && fold != (false, false)).then_some(fold)
}

/// The picture with its colour differences halved in the directions given.
pub(crate) fn fold(picture: &Picture, (across, down): (bool, bool), context: &Context) -> Result<Picture> {
    let mut planes = picture.planes.clone();
    for plane in &mut planes[1..] {
        *plane = Arc::new(halved(plane, picture, (across, down), context)?);
    }
    let sampling = vec![(2, 2), (1, 1), (1, 1)];
    Ok(Picture { sampling, planes, ..*picture })
}

fn halved(plane: &Plane, picture: &Picture, (across, down): (bool, bool), context: &Context) -> Result<Plane> {
    let columns = blocks_along(picture.width_px, 1, 2);
    let rows = blocks_along(picture.height_px, 1, 2);
    let mut out = Plane { columns, rows, steps: [1; 64], blocks: Vec::new(), masks: Vec::new(), ..*plane };
    for row in 0..rows {
        context.tick(columns as u64)?;
        for column in 0..columns {
            let (block, mask) = gather(plane, row, column, (across, down));
            out.blocks.push(block);
            out.masks.push(mask);
        }
    }
    Ok(out)
}

/// The block that the up to four blocks of its place make up.
fn gather(plane: &Plane, row: usize, column: usize, (across, down): (bool, bool)) -> ([i16; 64], u64) {
    let mut halving = Halving::new(across, down);
    for y in 0..=usize::from(down) {
        for x in 0..=usize::from(across) {
            let (row, column) = (row << u8::from(down) | y, column << u8::from(across) | x);
            let index = plane.nearest(row, column);
            let mut mask = plane.masks[index] | 1;
            while mask != 0 {
                let k = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                halving.add(x, y, k, f32::from(plane.blocks[index][k]) * f32::from(plane.steps[k]));
            }
        }
    }
    capture::rounded(&halving.finish())
}
