//! Markers: the signs at points (ECMA-376 part 1, 21.2.3.27).

use super::super::model::{Marker, Symbol};
use super::pie;
use super::sheet::Sheet;
use transvase_base::units::Point;
use transvase_model::flow::Color;
use transvase_model::path::{Segment, polygon};

/// Width of the lines of a marker that is nothing but lines, in points.
const WIDTH: f32 = 0.75;

/// Draws a marker with its middle at a point.
pub(super) fn draw(marker: &Marker, color: Color, at: Point, sheet: &mut Sheet) {
    let half = marker.size / 2.0;
    let corner = |x: f32, y: f32| Point { x: at.x + x * half, y: at.y + y * half };
    let corners = |corners: &[(f32, f32)]| corners.iter().map(|(x, y)| corner(*x, *y)).collect::<Vec<_>>();
    let outline = match marker.symbol {
        Symbol::Circle => pie::circle(at, half),
        Symbol::Square => polygon(&corners(&[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])),
        Symbol::Diamond => polygon(&corners(&[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)])),
        Symbol::Triangle => polygon(&corners(&[(0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])),
        Symbol::Dash => polygon(&corners(&[(-1.0, -0.3), (1.0, -0.3), (1.0, 0.3), (-1.0, 0.3)])),
        Symbol::Cross | Symbol::Plus | Symbol::Star => strokes(marker.symbol, corner),
    };
    let is_solid = !matches!(marker.symbol, Symbol::Cross | Symbol::Plus | Symbol::Star);
    let fill = marker.look.fill(Some(color)).filter(|_| is_solid);
    sheet.paint(outline, fill, marker.look.stroke(Some((color, WIDTH))));
}

/// Lines through the middle.
fn strokes(symbol: Symbol, corner: impl Fn(f32, f32) -> Point) -> Vec<Segment> {
    let cross = [(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)];
    let plus = [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)];
    let ends: Vec<(f32, f32)> = match symbol {
        Symbol::Plus => plus.into(),
        Symbol::Star => cross.into_iter().chain([(0.0, -1.0), (0.0, 1.0)]).collect(),
        _ => cross.into(),
    };
    let line = |ends: &[(f32, f32)]| {
        [Segment::Move(corner(ends[0].0, ends[0].1)), Segment::Line(corner(ends[1].0, ends[1].1))]
    };
    ends.chunks_exact(2).flat_map(line).collect()
}
