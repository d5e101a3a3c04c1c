//! Shadings (ISO 32000-1, 8.7.4.5): those along a line or from circle to circle as gradients, and one colour for
//! programs that know no gradients.

use hayro_interpret::Function;
use hayro_syntax::object::{Array, Dict, Object, dict_or_stream};

use super::color::ColorSpace;
use super::function;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point};
use transvase_model::gradient::{Axis, Gradient};
use transvase_model::pages::{Color, Segment};

/// Functions of one shading that are looked at: one for each component of its colours.
const MAX_FUNCTIONS: usize = 32;
/// Places between the ends of a shading where its colour is looked at.
const STEPS: u16 = 32;
/// Difference of a channel that no eye sees: a stop is left out where its neighbours tell its colour so closely.
const CLOSE: u8 = 2;
/// How far a shading without end goes, in points: beyond any page.
const FAR: f32 = 20_000.0;
/// Distance of the control points of a quarter of a circle, as a share of its radius.
const QUARTER: f32 = 0.552_285;

/// A shading in the space it is painted in.
pub(super) struct Shading {
    /// The colour in its middle.
    pub color: Color,
    /// Its colours along a line or between circles; `None` for the other types.
    pub gradient: Option<Gradient>,
    /// Whether it goes on before its beginning and beyond its end.
    extend: [bool; 2],
}

/// The shading `object` describes; `None` where its colours cannot be told.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn load(object: &Object<'_>, spaces: &Dict<'_>, context: &Context) -> Result<Option<Shading>> {
    let Some((dict, _)) = dict_or_stream(object) else { return Ok(None) };
    let Some(space) = dict.get::<Object<'_>>(b"ColorSpace") else { return Ok(None) };
    let Some(space) = ColorSpace::load(&space, spaces, context)? else { return Ok(None) };
    let mut functions = Vec::new();
    for part in function_parts(dict) {
        functions.extend(function::load(&part, context)?);
    }
    let Some(inputs) = functions.first().map(Function::num_inputs) else { return Ok(None) };
    context.tick(u64::from(STEPS))?;
    let [from, to] = dict.get::<[f32; 2]>(b"Domain").unwrap_or([0.0, 1.0]);
    let color = |share: f32| {
        let input = vec![from + (to - from) * share; inputs];
        space.color(&function::values(&functions, &input, space.components()))
    };
    let gradient = axis(dict).filter(|_| inputs == 1).map(|axis| Gradient { axis, stops: stops(color) });
    let mut extend = [false; 2];
    if let Some(ends) = dict.get::<Array<'_>>(b"Extend") {
        extend.iter_mut().zip(ends.iter::<bool>()).for_each(|(side, end)| *side = end);
    }
    Ok(Some(Shading { color: color(0.5), gradient, extend }))
}

fn function_parts<'a>(dict: &Dict<'a>) -> Vec<Object<'a>> {
    match dict.get::<Object<'a>>(b"Function") {
        Some(Object::Array(parts)) => Array::iter::<Object<'a>>(&parts).take(MAX_FUNCTIONS).collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    }
}

fn axis(dict: &Dict<'_>) -> Option<Axis> {
    let finite = |values: &[f32]| values.iter().all(|value| value.is_finite());
    match dict.get::<i32>(b"ShadingType")? {
        2 => {
            let [x0, y0, x1, y1] = dict.get::<[f32; 4]>(b"Coords").filter(|values| finite(values))?;
            let line = (Point { x: x0, y: y0 }, Point { x: x1, y: y1 });
            (line.0 != line.1).then_some(Axis::Line(line.0, line.1))
        }
        3 => {
            let [x0, y0, r0, x1, y1, r1] = dict.get::<[f32; 6]>(b"Coords").filter(|values| finite(values))?;
            let circles = [(Point { x: x0, y: y0 }, r0.max(0.0)), (Point { x: x1, y: y1 }, r1.max(0.0))];
            (circles[0] != circles[1]).then_some(Axis::Circles(circles))
        }
        _ => None,
    }
}

/// The fewest stops that tell the colours.
fn stops(color: impl Fn(f32) -> Color) -> Vec<(f32, Color)> {
    let all: Vec<(f32, Color)> = (0..=STEPS)
        .map(|step| {
            let at = f32::from(step) / f32::from(STEPS);
            (at, color(at))
        })
        .collect();
    let mut kept = Vec::new();
    keep(&all, &mut kept);
    kept.extend(all.last());
    kept
}

/// Keeps the first of a row of stops, and of the others up to the last those that are needed.
fn keep(row: &[(f32, Color)], kept: &mut Vec<(f32, Color)>) {
    let [first, between @ .., last] = row else { return };
    let axis = Axis::Line(Point::default(), Point::default());
    let straight = Gradient { axis, stops: vec![*first, *last] };
    let far = |(at, color): &(f32, Color)| {
        let told = straight.color(*at);
        told.r.abs_diff(color.r).max(told.g.abs_diff(color.g)).max(told.b.abs_diff(color.b))
    };
    let worst = between.iter().enumerate().max_by_key(|(_, stop)| far(stop));
    match worst.filter(|(_, stop)| far(stop) > CLOSE) {
        Some((at, _)) => {
            keep(&row[..at + 2], kept);
            keep(&row[at + 1..], kept);
        }
        None => kept.push(*first),
    }
}

impl Shading {
    /// Its gradient on the page.
    pub fn placed(&self, map: &Affine) -> Option<Gradient> {
        let scale = map.determinant().abs().sqrt();
        self.gradient.as_ref().map(|gradient| gradient.map(|point| map.apply(point), scale))
    }

    /// What it covers by itself; `None` where nothing bounds it.
    pub fn reach(&self, map: &Affine) -> Option<Vec<Segment>> {
        let outline = match (self.gradient.as_ref()?.axis, self.extend) {
            (_, [true, true]) => return None,
            (Axis::Line(from, to), extend) => band(from, to, extend),
            (Axis::Circles([(_, r0), (middle, r1)]), [_, false]) if r1 >= r0 => circle(middle, r1),
            (Axis::Circles([(middle, r0), (_, r1)]), [false, _]) if r0 > r1 => circle(middle, r0),
            _ => return None,
        };
        Some(outline.into_iter().map(|segment| segment.map(|point| map.apply(point))).collect())
    }
}

/// What lies between two points, however far across, and beyond them where the band is extended.
fn band(from: Point, to: Point, extend: [bool; 2]) -> Vec<Segment> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = libm::hypotf(dx, dy).max(f32::MIN_POSITIVE);
    let (dx, dy) = (dx / length * FAR, dy / length * FAR);
    let ends = [
        if extend[0] { Point { x: from.x - dx, y: from.y - dy } } else { from },
        if extend[1] { Point { x: to.x + dx, y: to.y + dy } } else { to },
    ];
    let aside = |p: Point, side: f32| Point { x: p.x - dy * side, y: p.y + dx * side };
    let corner = |end: usize, side: f32| Segment::Line(aside(ends[end], side));
    vec![Segment::Move(aside(ends[0], 1.0)), corner(1, 1.0), corner(1, -1.0), corner(0, -1.0), Segment::Close]
}

fn circle(Point { x, y }: Point, radius: f32) -> Vec<Segment> {
    let at = |dx: f32, dy: f32| Point { x: x + dx * radius, y: y + dy * radius };
    let quarter = |(ax, ay): (f32, f32), (bx, by): (f32, f32)| {
        Segment::Curve(at(ax + QUARTER * bx, ay + QUARTER * by), at(bx + QUARTER * ax, by + QUARTER * ay), at(bx, by))
    };
    let corners = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
    let curves = corners.windows(2).map(|pair| quarter(pair[0], pair[1]));
    std::iter::once(Segment::Move(at(1.0, 0.0))).chain(curves).chain([Segment::Close]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_stand_where_colors_turn() {
        let gray = |v: f32| Color { r: v as u8, g: v as u8, b: v as u8 };
        let roof = |at: f32| gray(if at < 0.25 { at * 800.0 } else { 200.0 - (at - 0.25) * 200.0 });
        let places: Vec<f32> = stops(roof).iter().map(|(at, _)| *at).collect();
        assert_eq!(places, [0.0, 0.25, 1.0]);
        assert_eq!(stops(|_| gray(7.0)), [(0.0, gray(7.0)), (1.0, gray(7.0))]);
    }
}
