//! Gradients as DrawingML fills (ECMA-376 part 1, 20.1.8.33): they run over the box of their shape, whatever
//! stretch of the page they have in the source.

use std::io::Write;

use super::graphic::{color, share};
use transvase_base::units::{Point, Rect};
use transvase_container::xml::XmlWriter;
use transvase_model::flow::Color;
use transvase_model::gradient::{Axis, Gradient};

/// Angles are counted in 60,000ths of a degree.
const DEGREE: f32 = 60_000.0;

/// Writes a gradient as the fill of a shape in `rect`.
pub(super) fn fill(xml: &mut XmlWriter<impl Write>, gradient: &Gradient, rect: &Rect, opacity: f32) {
    let (stops, direction) = match gradient.axis {
        Axis::Line(from, to) => along(gradient, from, to, rect),
        Axis::Circles([first, last]) => around(gradient, first, last, rect),
    };
    xml.element("a:gradFill", &[("rotWithShape", "1")], |xml| {
        xml.element("a:gsLst", &[], |xml| {
            for (place, shade) in stops {
                xml.element("a:gs", &[("pos", &share(place))], |xml| color(xml, shade, opacity));
            }
        });
        match direction {
            Direction::Angle(angle) => xml.empty("a:lin", &[("ang", &angle), ("scaled", "0")]),
            Direction::From([left, top, right, bottom]) => {
                xml.element("a:path", &[("path", "circle")], |xml| {
                    let sides = [("l", &*left), ("t", &*top), ("r", &*right), ("b", &*bottom)];
                    xml.empty("a:fillToRect", &sides);
                });
            }
        }
    });
}

/// Where a gradient runs, as attributes say it.
enum Direction {
    /// In one direction.
    Angle(String),
    /// From one point, by its distances from the sides.
    From([String; 4]),
}

type Stops = Vec<(f32, Color)>;

fn corners(rect: &Rect) -> [Point; 4] {
    let at = |x, y| Point { x, y };
    [at(rect.left, rect.top), at(rect.right, rect.top), at(rect.right, rect.bottom), at(rect.left, rect.bottom)]
}

fn along(gradient: &Gradient, from: Point, to: Point, rect: &Rect) -> (Stops, Direction) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let square = (dx * dx + dy * dy).max(f32::MIN_POSITIVE);
    let places = corners(rect).map(|p| ((p.x - from.x) * dx + (p.y - from.y) * dy) / square);
    let (least, most) = (places.into_iter().fold(f32::MAX, f32::min), places.into_iter().fold(f32::MIN, f32::max));
    let angle = libm::atan2f(dy, dx).to_degrees().rem_euclid(360.0) * DEGREE;
    (stretch(gradient, least, most), Direction::Angle(angle.round().to_string()))
}

fn around(gradient: &Gradient, first: (Point, f32), last: (Point, f32), rect: &Rect) -> (Stops, Direction) {
    let middle = if first.1 <= last.1 { first.0 } else { last.0 };
    let reach = corners(rect).map(|p| libm::hypotf(p.x - middle.x, p.y - middle.y)).into_iter().fold(0.0, f32::max);
    let grows = last.1 - first.1;
    let grows = if grows == 0.0 { 1.0 } else { grows };
    let at = |distance: f32| (distance - first.1) / grows;
    let left = (middle.x - rect.left) / rect.width().max(0.01);
    let top = (middle.y - rect.top) / rect.height().max(0.01);
    let sides = [left, top, 1.0 - left, 1.0 - top].map(share);
    (stretch(gradient, at(0.0), at(reach)), Direction::From(sides))
}

/// The stops of the stretch of a gradient between two places on its axis, either of which may be the first.
fn stretch(gradient: &Gradient, from: f32, to: f32) -> Stops {
    let length = if to == from { 1.0 } else { to - from };
    let mut stops: Stops = gradient.stops.iter().map(|(at, color)| ((at - from) / length, *color)).collect();
    stops.retain(|(at, _)| *at > 0.0 && *at < 1.0);
    if length < 0.0 {
        stops.reverse();
    }
    stops.insert(0, (0.0, gradient.color(from)));
    stops.push((1.0, gradient.color(to)));
    stops
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Rect = Rect { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 };

    fn gray(v: u8) -> Color {
        Color { r: v, g: v, b: v }
    }

    fn written(axis: Axis) -> String {
        let gradient = Gradient { axis, stops: vec![(0.0, gray(0)), (1.0, gray(255))] };
        let mut xml = XmlWriter::new(Vec::new());
        fill(&mut xml, &gradient, &BOX, 1.0);
        String::from_utf8(xml.finish().unwrap()).unwrap()
    }

    #[test]
    fn a_gradient_runs_over_the_box_of_its_shape() {
        // Down the page from 50 above the shape to its lower edge: a third of it lies above.
        let xml = written(Axis::Line(Point { x: 5.0, y: -50.0 }, Point { x: 5.0, y: 100.0 }));
        assert!(xml.contains(r#"<a:lin ang="5400000" scaled="0"/>"#), "{xml}");
        assert!(xml.contains(r#"<a:gs pos="0"><a:srgbClr val="555555">"#), "{xml}");
        assert!(xml.contains(r#"<a:gs pos="100000"><a:srgbClr val="FFFFFF">"#), "{xml}");
    }

    #[test]
    fn circles_grow_from_their_middle() {
        // The far corner lies twice as far as the larger circle reaches.
        let radius = libm::hypotf(50.0, 50.0) / 2.0;
        let middle = Point { x: 50.0, y: 50.0 };
        let xml = written(Axis::Circles([(middle, 0.0), (middle, radius)]));
        assert!(xml.contains(r#"<a:fillToRect l="50000" t="50000" r="50000" b="50000"/>"#), "{xml}");
        assert!(xml.contains(r#"<a:gs pos="50000"><a:srgbClr val="FFFFFF">"#), "{xml}");
        let inward = written(Axis::Circles([(middle, radius), (middle, 0.0)]));
        assert!(inward.contains(r#"<a:gs pos="0"><a:srgbClr val="FFFFFF">"#), "{inward}");
        assert!(inward.contains(r#"<a:gs pos="50000"><a:srgbClr val="000000">"#), "{inward}");
    }
}
