//! Path clipping: outlines cut at a rectangle, as a clipping path leaves them.

use transvase_base::units::{Point, Rect};
use transvase_model::flow::Shape;
use transvase_model::pages::{Gradient, Path, Segment};

/// Straight pieces that a curve becomes: at the size of a page no eye sees the corners.
const STEPS: u16 = 12;

/// The shapes that are left of a path; the path itself where nothing cuts it.
pub(crate) fn shapes(path: &Path) -> Vec<Shape> {
    let Some(clip) = path.clip else {
        return vec![Shape {
            outline: path.segments.clone(),
            gradient: gradient(path),
            fill: path.fill,
            stroke: path.stroke,
        }];
    };
    let outlines = outlines(&path.segments);
    let mut done = Vec::new();
    if path.fill.is_some() {
        let outline: Vec<Segment> = outlines.iter().flat_map(|(points, _)| area(points, &clip)).collect();
        done.push(Shape { outline, fill: path.fill, gradient: gradient(path), ..Shape::default() });
    }
    if path.stroke.is_some() {
        let outline = outlines.iter().flat_map(|(points, closed)| line(points, *closed, &clip)).collect();
        done.push(Shape { outline, stroke: path.stroke, ..Shape::default() });
    }
    done.retain(|shape| !shape.outline.is_empty());
    done
}

fn gradient(path: &Path) -> Option<Gradient> {
    path.gradient.as_deref().cloned()
}

/// The corners of each outline, curves in straight pieces, and whether it is closed.
fn outlines(segments: &[Segment]) -> Vec<(Vec<Point>, bool)> {
    let mut done: Vec<(Vec<Point>, bool)> = Vec::new();
    for segment in segments {
        match (*segment, done.last_mut()) {
            (Segment::Move(p), _) => done.push((vec![p], false)),
            (Segment::Line(p), Some((points, _))) => points.push(p),
            (Segment::Curve(a, b, p), Some((points, _))) => {
                if let Some(from) = points.last().copied() {
                    points
                        .extend((1..=STEPS).map(|step| on_curve([from, a, b, p], f32::from(step) / f32::from(STEPS))));
                }
            }
            (Segment::Close, Some((_, closed))) => *closed = true,
            (Segment::Line(p) | Segment::Curve(_, _, p), None) => done.push((vec![p], false)),
            (Segment::Close, None) => {}
        }
    }
    done
}

/// The point of a cubic Bezier curve at `t`.
fn on_curve(points: [Point; 4], t: f32) -> Point {
    let s = 1.0 - t;
    let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    let sum = |value: fn(&Point) -> f32| points.iter().zip(weights).map(|(p, weight)| value(p) * weight).sum();
    Point { x: sum(|p| p.x), y: sum(|p| p.y) }
}

/// One side of a rectangle: how far inside a point lies.
type Side = fn(&Point, &Rect) -> f32;

const SIDES: [Side; 4] = [|p, r| p.x - r.left, |p, r| r.right - p.x, |p, r| p.y - r.top, |p, r| r.bottom - p.y];

/// An area cut at each side in turn (Sutherland and Hodgman, 1974).
fn area(points: &[Point], clip: &Rect) -> Vec<Segment> {
    let mut points = points.to_vec();
    for side in SIDES {
        let mut cut = Vec::new();
        let mut last = points.last().copied();
        for point in points {
            if let Some(last) = last {
                cut.extend(crossing(&last, &point, side, clip));
            }
            cut.extend((side(&point, clip) >= 0.0).then_some(point));
            last = Some(point);
        }
        points = cut;
    }
    let Some((first, rest)) = points.split_first() else { return Vec::new() };
    let lines = rest.iter().map(|p| Segment::Line(*p));
    std::iter::once(Segment::Move(*first)).chain(lines).chain([Segment::Close]).collect()
}

/// Where the way between two points crosses a side.
fn crossing(a: &Point, b: &Point, side: Side, clip: &Rect) -> Option<Point> {
    let (from, to) = (side(a, clip), side(b, clip));
    ((from < 0.0) != (to < 0.0)).then(|| {
        let t = from / (from - to);
        Point { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
    })
}

/// A line cut at all sides (Liang and Barsky, 1984), piece by piece.
fn line(points: &[Point], closed: bool, clip: &Rect) -> Vec<Segment> {
    let mut done: Vec<Segment> = Vec::new();
    let mut end: Option<Point> = None;
    let closing = closed.then(|| points.first().copied()).flatten();
    let ends = points.iter().skip(1).copied().chain(closing);
    for (from, to) in points.iter().copied().zip(ends) {
        let Some((from, to)) = piece(from, to, clip) else { continue };
        if end != Some(from) {
            done.push(Segment::Move(from));
        }
        done.push(Segment::Line(to));
        end = Some(to);
    }
    done
}

fn piece(from: Point, to: Point, clip: &Rect) -> Option<(Point, Point)> {
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for side in SIDES {
        let (a, b) = (side(&from, clip), side(&to, clip));
        if a < 0.0 && b < 0.0 {
            return None;
        }
        if a < 0.0 {
            first = first.max(a / (a - b));
        } else if b < 0.0 {
            last = last.min(a / (a - b));
        }
    }
    let at = |t: f32| Point { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
    (first <= last).then(|| (if first > 0.0 { at(first) } else { from }, if last < 1.0 { at(last) } else { to }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::pages::{Color, Stroke};

    fn point(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    fn path(segments: Vec<Segment>, filled: bool) -> Path {
        let stroke = Stroke { width: 1.0, color: Color::BLACK, opacity: 1.0, dashed: false };
        Path {
            segments,
            fill: filled.then_some((Color::BLACK, 1.0)),
            stroke: (!filled).then_some(stroke),
            clip: Some(Rect { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 }),
            ..Path::default()
        }
    }

    #[test]
    fn an_area_keeps_what_lies_inside() {
        let outline = vec![
            Segment::Move(point(5.0, 5.0)),
            Segment::Line(point(15.0, 5.0)),
            Segment::Line(point(15.0, 15.0)),
            Segment::Line(point(5.0, 15.0)),
            Segment::Close,
        ];
        let shapes = shapes(&path(outline, true));
        let corners: Vec<Point> = outlines(&shapes[0].outline).remove(0).0;
        assert_eq!(shapes.len(), 1);
        assert_eq!(Rect::around(corners), Some(Rect { left: 5.0, top: 5.0, right: 10.0, bottom: 10.0 }));
    }

    #[test]
    fn a_line_leaves_and_comes_back() {
        let outline =
            vec![Segment::Move(point(5.0, 5.0)), Segment::Line(point(5.0, 20.0)), Segment::Line(point(-5.0, 0.0))];
        let shapes = shapes(&path(outline, false));
        let expected = [
            Segment::Move(point(5.0, 5.0)),
            Segment::Line(point(5.0, 10.0)),
            // On the way from (5, 20) to (-5, 0) the left side is met where y is 10.
            Segment::Move(point(0.0, 10.0)),
            Segment::Line(point(0.0, 10.0)),
        ];
        assert_eq!(shapes[0].outline, expected);
    }

    #[test]
    fn what_lies_outside_is_gone() {
        let outline = vec![
            Segment::Move(point(50.0, 50.0)),
            Segment::Curve(point(60.0, 60.0), point(70.0, 60.0), point(80.0, 50.0)),
        ];
        assert!(shapes(&path(outline.clone(), true)).is_empty() && shapes(&path(outline, false)).is_empty());
    }
}
