//! Paths (outlines), which pages and drawings share.

use super::color::Color;
use transvase_base::units::{Point, Rect};

/// A piece of an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Begins a new outline.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bezier curve: two control points and the end.
    Curve(Point, Point, Point),
    /// Back to where the outline began.
    Close,
}

impl Segment {
    /// The segment with each of its points mapped.
    #[must_use]
    pub fn map(self, map: impl Fn(Point) -> Point) -> Segment {
        match self {
            Segment::Move(p) => Segment::Move(map(p)),
            Segment::Line(p) => Segment::Line(map(p)),
            Segment::Curve(a, b, p) => Segment::Curve(map(a), map(b), map(p)),
            Segment::Close => Segment::Close,
        }
    }

    /// Its points, the control points of curves among them.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let points = match self {
            Segment::Move(p) | Segment::Line(p) => [Some(p), None, None],
            Segment::Curve(a, b, p) => [Some(a), Some(b), Some(p)],
            Segment::Close => [None; 3],
        };
        points.into_iter().flatten()
    }
}

/// What outlines surround.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Area {
    /// The outlines.
    pub segments: Vec<Segment>,
    /// Whether what an even number of them surround lies outside.
    pub even_odd: bool,
}

/// Around all points of an outline; `None` where it has none.
pub fn bounds(outline: &[Segment]) -> Option<Rect> {
    Rect::around(outline.iter().flat_map(|segment| segment.points()))
}

/// Surface of what outlines surround, those of holes run the other way; curves count as the lines through their points.
pub fn extent(outline: &[Segment]) -> f32 {
    let (mut sum, mut start, mut last) = (0.0, None, None);
    let mut go = |from: Option<Point>, to: Point| sum += from.map_or(0.0, |from| from.x * to.y - to.x * from.y);
    for segment in outline {
        if let (Segment::Move(_) | Segment::Close, Some(start)) = (segment, start) {
            go(last, start);
        }
        match *segment {
            Segment::Move(p) => (start, last) = (Some(p), Some(p)),
            Segment::Close => last = start,
            Segment::Line(p) => {
                go(last, p);
                last = Some(p);
            }
            // Its middle (de Casteljau) and its end.
            Segment::Curve(a, b, p) => {
                let from = last.unwrap_or(a);
                let mid = |f: f32, a: f32, b: f32, p: f32| (f + 3.0 * a + 3.0 * b + p) / 8.0;
                let middle = Point { x: mid(from.x, a.x, b.x, p.x), y: mid(from.y, a.y, b.y, p.y) };
                go(Some(from), middle);
                go(Some(middle), p);
                last = Some(p);
            }
        }
    }
    if let Some(start) = start {
        go(last, start);
    }
    (sum / 2.0).abs()
}

/// The outline of an area with straight sides.
pub fn polygon(corners: &[Point]) -> Vec<Segment> {
    let sides = corners.iter().enumerate().map(|(at, p)| if at == 0 { Segment::Move(*p) } else { Segment::Line(*p) });
    sides.chain([Segment::Close]).collect()
}

/// A stroke.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// Width in points.
    pub width: f32,
    /// Colour.
    pub color: Color,
    /// Opacity from 0 to 1.
    pub opacity: f32,
    /// Whether the line is dashed or dotted.
    pub dashed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_of_outlines_is_their_surface() {
        let at = |x: f32, y: f32| Point { x, y };
        let square = |from: f32, to: f32| polygon(&[at(from, from), at(to, from), at(to, to), at(from, to)]);
        let hole = polygon(&[at(2.0, 2.0), at(2.0, 4.0), at(4.0, 4.0), at(4.0, 2.0)]);
        assert_eq!(extent(&square(0.0, 10.0)), 100.0);
        assert_eq!(extent(&[square(0.0, 10.0), hole].concat()), 96.0);
        // A circle of radius 1 of four arcs: the lines through their middles make an octagon, 2 * sqrt(2).
        let k = 0.552_285;
        let arc = |a: Point, b: Point| {
            let bend = |p: Point, q: Point| at(p.x + k * q.x, p.y + k * q.y);
            Segment::Curve(bend(a, b), bend(b, a), b)
        };
        let (e, n, w, s) = (at(1.0, 0.0), at(0.0, 1.0), at(-1.0, 0.0), at(0.0, -1.0));
        let circle = [Segment::Move(e), arc(e, n), arc(n, w), arc(w, s), arc(s, e), Segment::Close];
        assert!((extent(&circle) - 8.0_f32.sqrt()).abs() < 0.01, "{}", extent(&circle));
    }
}
