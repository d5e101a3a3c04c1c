//! The outlines of shapes (OASIS ODF 1.3 part 3, 10.3), and gradients (16.40).

mod enhanced;

use super::measure::{color, share};
use super::tree::Element;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect};
use transvase_markup::svg;
use transvase_model::gradient::{Axis, Gradient};
use transvase_model::path::{Segment, bounds, polygon};

/// Control points of a quarter of a circle, as a share of its radius.
const ARC: f32 = 0.552_285;
/// Corners of a shape that lists them.
const MAX_POINTS: usize = 20_000;

/// The outline of a shape that stands in `place`; empty of what is none.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(crate) fn outline(element: &Element, place: &Rect, context: &Context) -> Result<Vec<Segment>> {
    let length = |name: &str| element.get(name).and_then(super::measure::length);
    Ok(match element.name() {
        "draw:rect" | "draw:caption" => rectangle(place, length("draw:corner-radius").unwrap_or_default()),
        "draw:circle" | "draw:ellipse" => ellipse(&centered(element).unwrap_or(*place)),
        "draw:line" | "draw:connector" | "draw:measure" => line(element, place),
        "draw:polyline" => points(element, place, false),
        "draw:polygon" => points(element, place, true),
        "draw:path" => path(element, place),
        "draw:regular-polygon" => regular(element, place),
        "draw:custom-shape" => match element.child("draw:enhanced-geometry") {
            Some(geometry) => enhanced::outline(geometry, place, context)?,
            None => rectangle(place, 0.0),
        },
        _ => Vec::new(),
    })
}

/// A rectangle with round corners of a radius.
fn rectangle(place: &Rect, radius: f32) -> Vec<Segment> {
    let Rect { left, top, right, bottom } = *place;
    let at = |x, y| Point { x, y };
    let r = radius.clamp(0.0, place.width().min(place.height()) / 2.0);
    if r <= 0.0 {
        return polygon(&[at(left, top), at(right, top), at(right, bottom), at(left, bottom)]);
    }
    let k = r * (1.0 - ARC);
    vec![
        Segment::Move(at(left + r, top)),
        Segment::Line(at(right - r, top)),
        Segment::Curve(at(right - k, top), at(right, top + k), at(right, top + r)),
        Segment::Line(at(right, bottom - r)),
        Segment::Curve(at(right, bottom - k), at(right - k, bottom), at(right - r, bottom)),
        Segment::Line(at(left + r, bottom)),
        Segment::Curve(at(left + k, bottom), at(left, bottom - k), at(left, bottom - r)),
        Segment::Line(at(left, top + r)),
        Segment::Curve(at(left, top + k), at(left + k, top), at(left + r, top)),
        Segment::Close,
    ]
}

/// An ellipse that fills a rectangle.
fn ellipse(place: &Rect) -> Vec<Segment> {
    let (middle, rx, ry) = (place.center(), place.width() / 2.0, place.height() / 2.0);
    let at = |x: f32, y: f32| Point { x: middle.x + x * rx, y: middle.y + y * ry };
    vec![
        Segment::Move(at(1.0, 0.0)),
        Segment::Curve(at(1.0, ARC), at(ARC, 1.0), at(0.0, 1.0)),
        Segment::Curve(at(-ARC, 1.0), at(-1.0, ARC), at(-1.0, 0.0)),
        Segment::Curve(at(-1.0, -ARC), at(-ARC, -1.0), at(0.0, -1.0)),
        Segment::Curve(at(ARC, -1.0), at(1.0, -ARC), at(1.0, 0.0)),
        Segment::Close,
    ]
}

/// The place of a circle that says its middle and radius.
fn centered(element: &Element) -> Option<Rect> {
    let length = |name: &str| element.get(name).and_then(super::measure::length);
    let (x, y) = (length("svg:cx")?, length("svg:cy")?);
    let radius = length("svg:r");
    let (rx, ry) = (length("svg:rx").or(radius)?, length("svg:ry").or(radius)?);
    Some(Rect { left: x - rx, top: y - ry, right: x + rx, bottom: y + ry })
}

fn line(element: &Element, place: &Rect) -> Vec<Segment> {
    let length = |name: &str| element.get(name).and_then(super::measure::length);
    let ends = (length("svg:x1"), length("svg:y1"), length("svg:x2"), length("svg:y2"));
    match ends {
        (Some(x1), Some(y1), Some(x2), Some(y2)) => {
            vec![Segment::Move(Point { x: x1, y: y1 }), Segment::Line(Point { x: x2, y: y2 })]
        }
        _ => path(element, place),
    }
}

/// What is drawn in the units of a view, fitted to its place.
fn fitted(outline: Vec<Segment>, view: Option<Rect>, place: &Rect) -> Vec<Segment> {
    let view = view.or_else(|| bounds(&outline)).unwrap_or_default();
    let scale = |own: f32, whole: f32| if whole.abs() > f32::EPSILON { own / whole } else { 1.0 };
    let (sx, sy) = (scale(place.width(), view.width()), scale(place.height(), view.height()));
    let map = Affine::translate(-view.left, -view.top)
        .then(&Affine::scale(sx, sy))
        .then(&Affine::translate(place.left, place.top));
    outline.into_iter().map(|segment| segment.map(|point| map.apply(point))).collect()
}

/// The units of `svg:viewBox` (19.572).
fn view_box(element: &Element) -> Option<Rect> {
    let text = element.get("svg:viewBox")?;
    let values: Vec<f32> = text.split([' ', ',']).filter_map(|value| value.parse().ok()).collect();
    let [x, y, width, height] = values[..] else { return None };
    Some(Rect { left: x, top: y, right: x + width, bottom: y + height })
}

fn points(element: &Element, place: &Rect, closed: bool) -> Vec<Segment> {
    let text = element.get("draw:points").unwrap_or_default();
    let corner = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        Some(Point { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
    };
    let corners: Vec<Point> = text.split_whitespace().filter_map(corner).take(MAX_POINTS).collect();
    let mut outline = polygon(&corners);
    if !closed {
        outline.pop();
    }
    fitted(outline, view_box(element), place)
}

fn path(element: &Element, place: &Rect) -> Vec<Segment> {
    let outline = svg::segments(element.get("svg:d").unwrap_or_default());
    fitted(outline, view_box(element), place)
}

/// A polygon with corners on an ellipse, or a star (10.3.6 `draw:regular-polygon`).
fn regular(element: &Element, place: &Rect) -> Vec<Segment> {
    let corners = element.number("draw:corners").unwrap_or(3).clamp(3, 500);
    let inner = element.get("draw:sharpness").and_then(share).filter(|_| element.is("draw:concave", "true"));
    let count = if inner.is_some() { corners * 2 } else { corners };
    let (middle, rx, ry) = (place.center(), place.width() / 2.0, place.height() / 2.0);
    let corner = |at: usize| {
        let angle = std::f32::consts::TAU * at as f32 / count as f32;
        let reach = if at % 2 == 1 { inner.map_or(1.0, |sharpness| 1.0 - sharpness.clamp(0.0, 1.0)) } else { 1.0 };
        Point { x: middle.x + libm::sinf(angle) * rx * reach, y: middle.y - libm::cosf(angle) * ry * reach }
    };
    polygon(&(0..count).map(corner).collect::<Vec<_>>())
}

/// A gradient over a shape.
pub(crate) fn gradient(element: &Element, place: &Rect) -> Option<Gradient> {
    let ink = |name: &str| element.get(name).and_then(color);
    let (start, end) = (ink("draw:start-color")?, ink("draw:end-color")?);
    let border = element.get("draw:border").and_then(share).unwrap_or_default().clamp(0.0, 0.99);
    let middle = place.center();
    let round = matches!(element.get("draw:style"), Some("radial" | "ellipsoid" | "square" | "rectangular"));
    if round {
        // The end lies in the middle.
        let half = (place.width() * place.width() + place.height() * place.height()).sqrt() / 2.0;
        let axis = Axis::Circles([(middle, 0.0), (middle, half * (1.0 - border))]);
        return Some(Gradient { axis, stops: vec![(0.0, end), (1.0, start)] });
    }
    // Tenths of a degree, or an angle with its unit, counterclockwise from the top.
    let angle = element.get("draw:angle").unwrap_or("0");
    let degrees = match angle.strip_suffix("deg") {
        Some(degrees) => degrees.parse().ok(),
        None => angle.parse::<f32>().ok().map(|tenths| tenths / 10.0),
    };
    let angle = degrees.filter(|degrees| degrees.is_finite()).unwrap_or_default().to_radians();
    let (dx, dy) = (libm::sinf(angle), libm::cosf(angle));
    let half = f32::midpoint(place.width() * dx.abs(), place.height() * dy.abs());
    let at = |share: f32| Point { x: middle.x + dx * half * share, y: middle.y + dy * half * share };
    let stops = match element.get("draw:style") {
        Some("axial") => vec![(0.0, start), (0.5, end), (1.0, start)],
        _ => vec![(border, start), (1.0, end)],
    };
    Some(Gradient { axis: Axis::Line(at(-1.0), at(1.0)), stops })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odf::tree::parse;

    const PLACE: Rect = Rect { left: 10.0, top: 20.0, right: 110.0, bottom: 70.0 };

    fn shape(xml: &str) -> Rect {
        let text = xml.replacen(
            ' ',
            " xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'
            xmlns:svg='urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0' ",
            1,
        );
        let element = parse(text.as_bytes(), "test", &Context::default()).unwrap();
        bounds(&outline(&element, &PLACE, &Context::default()).unwrap()).unwrap()
    }

    #[test]
    fn outlines_fill_their_places() {
        let custom = "<draw:custom-shape ><draw:enhanced-geometry svg:viewBox='0 0 21600 21600' draw:modifiers='5400'
            draw:enhanced-path='M ?f0 0 L 21600 ?f1 10800 21600 0 10800 Z N'><draw:equation draw:name='f0' draw:formula='$0 +5400'/>
            <draw:equation draw:name='f1' draw:formula='height/2'/></draw:enhanced-geometry></draw:custom-shape>";
        for xml in [
            "<draw:rect />",
            "<draw:rect draw:corner-radius='5pt'/>",
            "<draw:ellipse />",
            "<draw:polygon svg:viewBox='0 0 10 10' draw:points='0,0 10,0 10,10'/>",
            "<draw:path svg:viewBox='0 0 10 10' svg:d='M 0 0 h 10 v 10 z'/>",
            custom,
        ] {
            let found = shape(xml);
            let near = |a: f32, b: f32| (a - b).abs() < 0.01;
            assert!(near(found.left, PLACE.left) && near(found.right, PLACE.right), "{xml}: {found:?}");
            assert!(near(found.top, PLACE.top) && near(found.bottom, PLACE.bottom), "{xml}: {found:?}");
        }
        let line = shape("<draw:line svg:x1='1pt' svg:y1='2pt' svg:x2='3pt' svg:y2='4pt'/>");
        assert_eq!((line.left, line.bottom), (1.0, 4.0));
    }
}
