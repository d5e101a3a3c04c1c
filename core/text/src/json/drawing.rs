//! Paths of drawings, as SVG path data.

use super::measure::{bounded, color, color_of, extent, points, share};
use super::schema::{Shape, Stroke};
use transvase_base::units::Point;
use transvase_model::flow::{self, Color};
use transvase_model::gradient::{Axis, Gradient};
use transvase_model::path::{self, Segment};

impl From<&flow::Shape> for Shape {
    fn from(shape: &flow::Shape) -> Self {
        let opacity = |opacity: f32| Some(share(opacity)).filter(|share| *share != 1.0);
        let stroke = |stroke: &path::Stroke| Stroke {
            width: points(stroke.width),
            color: color(stroke.color),
            opacity: opacity(stroke.opacity),
            dashed: stroke.dashed,
        };
        let mut told = Shape {
            path: path_of(&shape.outline),
            fill: shape.fill.map(|(fill, _)| color(fill)),
            fill_opacity: shape.fill.and_then(|(_, part)| opacity(part)),
            stroke: shape.stroke.as_ref().map(stroke),
            ..Shape::default()
        };
        if let Some(gradient) = &shape.gradient {
            told.gradient(gradient);
        }
        told
    }
}

impl Shape {
    fn gradient(&mut self, gradient: &Gradient) {
        match gradient.axis {
            Axis::Line(a, b) => self.gradient_line = Some([a.x, a.y, b.x, b.y].map(points)),
            Axis::Circles(circles) => {
                let circle = |(middle, radius): (Point, f32)| [middle.x, middle.y, radius].map(points);
                self.gradient_circles = Some(circles.map(circle));
            }
        }
        self.gradient_stops = gradient.stops.iter().map(|(at, stop)| (share(*at), color(*stop))).collect();
    }

    /// The shape of a drawing.
    pub(super) fn read(&self) -> flow::Shape {
        let opacity = |opacity: Option<f32>| opacity.map_or(1.0, |share| extent(share).min(1.0));
        let stroke = |stroke: &Stroke| path::Stroke {
            width: extent(stroke.width),
            color: color_of(&stroke.color).unwrap_or(Color::BLACK),
            opacity: opacity(stroke.opacity),
            dashed: stroke.dashed,
        };
        flow::Shape {
            outline: segments(&self.path),
            fill: self.fill.as_deref().and_then(color_of).map(|fill| (fill, opacity(self.fill_opacity))),
            gradient: self.read_gradient(),
            stroke: self.stroke.as_ref().map(stroke),
        }
    }

    fn read_gradient(&self) -> Option<Gradient> {
        let line = self.gradient_line.map(|ends| {
            let [x, y, to_x, to_y] = ends.map(bounded);
            Axis::Line(Point { x, y }, Point { x: to_x, y: to_y })
        });
        let circles = self.gradient_circles.map(|circles| {
            Axis::Circles(circles.map(|[x, y, radius]| (Point { x: bounded(x), y: bounded(y) }, extent(radius))))
        });
        let stop = |(at, stop): &(f32, String)| Some((extent(*at).min(1.0), color_of(stop)?));
        let stops: Vec<_> = self.gradient_stops.iter().filter_map(stop).collect();
        line.or(circles).filter(|_| !stops.is_empty()).map(|axis| Gradient { axis, stops })
    }
}

fn path_of(outline: &[Segment]) -> String {
    let parts = outline.iter().map(|segment| {
        let letter = match segment {
            Segment::Move(_) => "M",
            Segment::Line(_) => "L",
            Segment::Curve(..) => "C",
            Segment::Close => "Z",
        };
        let numbers = segment.points().flat_map(|point| [point.x, point.y]).map(|length| points(length).to_string());
        format!("{letter}{}", numbers.collect::<Vec<_>>().join(" "))
    });
    parts.collect()
}

/// The outline that a path says, up to what cannot be understood.
fn segments(path: &str) -> Vec<Segment> {
    let mut outline = Vec::new();
    let mut rest = path.trim();
    while let Some(command) = rest.chars().next() {
        let inside = &rest[command.len_utf8()..];
        let end = inside.find(|c: char| c.is_ascii_alphabetic() && c != 'e').unwrap_or(inside.len());
        let Some(segment) = segment(command, &inside[..end]) else { break };
        outline.push(segment);
        rest = inside[end..].trim_start();
    }
    outline
}

fn segment(command: char, numbers: &str) -> Option<Segment> {
    let mut numbers = numbers.split([' ', ',']).filter(|word| !word.is_empty());
    let mut number = || numbers.next()?.parse::<f32>().ok().map(bounded);
    let mut point = || Some(Point { x: number()?, y: number()? });
    let segment = match command {
        'M' => Segment::Move(point()?),
        'L' => Segment::Line(point()?),
        'C' => Segment::Curve(point()?, point()?, point()?),
        'Z' => Segment::Close,
        _ => return None,
    };
    numbers.next().is_none().then_some(segment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_they_are_written() {
        let at = |x: f32, y: f32| Point { x, y };
        let outline = [
            Segment::Move(at(0.0, -1.5)),
            Segment::Line(at(10.0, 0.0)),
            Segment::Curve(at(1.0, 2.0), at(3.0, 4.0), at(5.25, 6.0)),
            Segment::Close,
        ];
        assert_eq!(path_of(&outline), "M0 -1.5L10 0C1 2 3 4 5.25 6Z");
        assert_eq!(segments(&path_of(&outline)), outline);
        assert_eq!(segments("M 0,-1.5 L10 0 Z").len(), 3);
        for (broken, left) in [("", 0), ("M1", 0), ("M1 2L3", 1), ("M1 2 3", 0), ("M0 0A1 1", 1), ("Mä ß", 0)] {
            assert_eq!(segments(broken).len(), left, "{broken}");
        }
    }
}
