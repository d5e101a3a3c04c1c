//! Line ends (arrowheads; ECMA-376 part 1, 20.1.8.37 and 20.1.8.38), drawn as areas.

use crate::ooxml::paint::Line;
use transvase_base::units::Point;
use transvase_model::flow::Shape;
use transvase_model::path::{Segment, polygon};

/// Length and width of an arrow in widths of its line (20.1.10.31, 20.1.10.33: medium).
const SIDES: f32 = 3.0;
/// Thinnest line that arrows are measured by.
const THINNEST: f32 = 2.0;

/// The arrows at the ends of an open outline.
pub(super) fn arrows(outline: &[Segment], line: Line) -> Vec<Shape> {
    if line.arrows == [false, false] || outline.contains(&Segment::Close) {
        return Vec::new();
    }
    let points: Vec<Point> = outline.iter().flat_map(|segment| segment.points()).collect();
    let mut heads = Vec::new();
    if let [first, second, ..] = points.as_slice() {
        heads.extend(Some((*first, *second)).filter(|_| line.arrows[0]));
    }
    if let [.., second, last] = points.as_slice() {
        heads.extend(Some((*last, *second)).filter(|_| line.arrows[1]));
    }
    heads.into_iter().filter_map(|(tip, from)| arrow(tip, from, line)).collect()
}

fn arrow(tip: Point, from: Point, line: Line) -> Option<Shape> {
    let (dx, dy) = (tip.x - from.x, tip.y - from.y);
    let length = libm::hypotf(dx, dy);
    if !length.is_normal() {
        return None;
    }
    let side = line.stroke.width.max(THINNEST) * SIDES;
    let (dx, dy) = (dx / length * side, dy / length * side);
    let back = Point { x: tip.x - dx, y: tip.y - dy };
    let corner = |sign: f32| Point { x: back.x - sign * dy / 2.0, y: back.y + sign * dx / 2.0 };
    let outline = polygon(&[tip, corner(1.0), corner(-1.0)]);
    Some(Shape { outline, fill: Some((line.stroke.color, line.stroke.opacity)), ..Shape::default() })
}
