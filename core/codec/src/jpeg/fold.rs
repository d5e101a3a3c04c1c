//! Chroma subsampling without a way over pixels: coefficients of 4:4:4 and 4:2:2 become those of 4:2:0. The luminance
//! stays as it is.

use std::sync::Arc;

use super::capture;
use super::dct::Halving;
use super::levels::Level;
use super::packed::Packed;
use super::picture::{Color, Picture, Plane, blocks_along};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// In which directions colour differences can be halved; `None` where they cannot or already are.
pub fn directions(picture: &Picture) -> Option<(bool, bool)> {
    let [luma, blue, red] = &picture.sampling[..] else { return None };
    let known = matches!(luma, (1 | 2, 1 | 2)) && *blue == (1, 1) && *red == (1, 1);
    let fold = (luma.0 == 1, luma.1 == 1);
    (picture.color == Color::YCbCr && known && fold != (false, false)).then_some(fold)
}

/// The picture with its colour differences halved in the directions given.
pub fn fold(picture: &Picture, (across, down): (bool, bool), context: &Context) -> Result<Picture> {
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
    let mut packed = Packed::new(columns);
    for row in 0..rows {
        context.tick(columns as u64)?;
        // The one or two rows of blocks that become this one, block by block.
        let above = (row << u8::from(down)).min(plane.rows - 1);
        let below = (above + 1).min(plane.rows - 1);
        let mut walks = [plane.packed.walk_from(above), plane.packed.walk_from(below)];
        let mut lines: Vec<Vec<(i16, Vec<Level>)>> = Vec::new();
        for walk in walks.iter_mut().take(1 + usize::from(down)) {
            let blocks = std::iter::from_fn(|| walk.next().map(|(dc, levels)| (dc, levels.to_vec())));
            lines.push(blocks.take(plane.columns).collect());
        }
        for column in 0..columns {
            let (block, mask) = gather(&lines, &plane.steps, column, across);
            packed.block(&block, mask);
        }
    }
    Ok(Plane { columns, rows, steps: [1; 64], packed: Arc::new(packed), ..*plane })
}

/// The block that the up to four blocks of its place make up.
fn gather(lines: &[Vec<(i16, Vec<Level>)>], steps: &[u16; 64], column: usize, across: bool) -> ([i16; 64], u64) {
    let mut halving = Halving::new(across, lines.len() > 1);
    for (y, line) in lines.iter().enumerate() {
        for x in 0..=usize::from(across) {
            let at = (column << u8::from(across) | x).min(line.len().saturating_sub(1));
            let Some((dc, levels)) = line.get(at) else { continue };
            let first = Level { k: 0, value: *dc };
            for level in std::iter::once(&first).chain(levels) {
                let k = usize::from(level.k & 63);
                halving.add(x, y, k, f32::from(level.value) * f32::from(steps[k]));
            }
        }
    }
    capture::rounded(&halving.finish())
}
