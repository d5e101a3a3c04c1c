//! Bitmap tracing: outlines of bitmaps, as fonts of bitmaps have them for glyphs.

use std::collections::BTreeMap;

use super::pixels::{Layout, Picture};
use transvase_base::units::Point;
use transvase_model::pages::Segment;
use transvase_model::path;

/// Rows of a bitmap that are looked at: enough for the shape of a letter.
const MAX_ROWS: u32 = 48;

/// The outline of what a stencil paints, in the unit square with y downwards: for each stretch of ink a rectangle, as
/// high as the rows that repeat it.
pub(super) fn outline(picture: &Picture) -> Vec<Segment> {
    let Layout::Stencil { opacity, .. } = picture.layout else { return Vec::new() };
    let stride = (picture.width as usize).div_ceil(8);
    let is_ink = |x: u32, y: u32| {
        let byte = picture.bytes.get(y as usize * stride + x as usize / 8).copied().unwrap_or(0);
        opacity[usize::from(byte >> (7 - x % 8) & 1)] > 0
    };
    let step = picture.height.div_ceil(MAX_ROWS).max(1);
    let mut done = Vec::new();
    // Stretches of the last row, with the row they began in.
    let mut open = BTreeMap::new();
    for y in (0..picture.height).step_by(step as usize) {
        let row = stretches(picture.width, |x| is_ink(x, y));
        let next = row.into_iter().map(|stretch| (stretch, open.remove(&stretch).unwrap_or(y))).collect();
        finish(std::mem::replace(&mut open, next), y, picture, &mut done);
    }
    finish(open, picture.height, picture, &mut done);
    done
}

/// Where the ink of a row begins and ends.
pub(super) fn stretches(width: u32, is_ink: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
    let (mut found, mut start) = (Vec::new(), None);
    for x in 0..=width {
        match (x < width && is_ink(x), start) {
            (true, None) => start = Some(x),
            (false, Some(from)) => {
                found.push((from, x));
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn finish(stretches: BTreeMap<(u32, u32), u32>, bottom: u32, picture: &Picture, done: &mut Vec<Segment>) {
    for ((left, right), top) in stretches {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let corner =
            |(x, y): (u32, u32)| Point { x: x as f32 / picture.width as f32, y: y as f32 / picture.height as f32 };
        done.extend(path::polygon(&corners.map(corner)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bitmap_of_an_l_is_a_stem_and_a_foot() {
        // Painted where a bit is 0: three rows of one pixel, one of three, four wide.
        let layout = Layout::Stencil { colors: [0; 6], opacity: [255, 0] };
        let picture = Picture { width: 4, height: 4, layout, bytes: vec![0x70, 0x70, 0x70, 0x10] };
        let outline = outline(&picture);
        let boxes: Vec<_> = outline.split_inclusive(|segment| *segment == Segment::Close).map(path::bounds).collect();
        let sides: Vec<_> =
            boxes.into_iter().flatten().map(|rect| (rect.left, rect.top, rect.right, rect.bottom)).collect();
        assert_eq!(sides, [(0.0, 0.0, 0.25, 0.75), (0.0, 0.75, 0.75, 1.0)]);
    }
}
