//! The elements of a drawing: what they look like, where they stand, and what they inherit.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::error::Result;
use crate::model::flow::Color;
use crate::parts::html::css::{Length, color};
use crate::parts::html::{Element, NodeId, Tree};
use crate::units::{Affine, Point, Size};

use super::fill::{Canvas, Paint};
use super::outline::{ellipse, mapped, stroke};
use super::path::{Numbers, corners, outlines};

/// Shapes drawn and groups entered, those of `use` each time; more are left out.
const MAX_ELEMENTS: u32 = 100_000;

/// Elements in one another, `use` included.
const MAX_DEPTH: usize = 32;

/// Corners of a circle.
const ELLIPSE_CORNERS: u32 = 64;

/// The part of the drawing's plane that is shown.
pub(super) struct View {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

/// What a walk has met.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub shapes: u32,
    pub text: bool,
}

/// The view of an `svg` element: its `viewBox`, else its size.
pub(super) fn view(svg: &Element) -> Option<View> {
    let mut numbers = Numbers { rest: svg.attribute("viewBox").unwrap_or_default().as_bytes() };
    let mut four = || Some([numbers.next()?, numbers.next()?, numbers.next()?, numbers.next()?]);
    let [left, top, width, height] = match four() {
        Some(view) => view,
        None => {
            let size = length_pair(svg, "width", "height")?;
            [0.0, 0.0, size.width, size.height]
        }
    };
    let sound = |length: f32| (0.01..1.0e6).contains(&length);
    // Slender beyond this is a mistake, and would make an empty picture.
    let shape = width / height;
    (sound(width) && sound(height) && (0.01..100.0).contains(&shape)).then_some(View { left, top, width, height })
}

fn length_pair(element: &Element, width: &str, height: &str) -> Option<Size> {
    Some(Size { width: length(element, width)?, height: length(element, height)? })
}

/// A length in user units (CSS pixels).
fn length(element: &Element, name: &str) -> Option<f32> {
    match Length::parse(element.attribute(name)?)? {
        Length::Pt(pt) => Some(pt / 0.75),
        Length::Em(em) => Some(em * 16.0),
        _ => None,
    }
}

/// What children inherit.
#[derive(Debug, Clone, Copy)]
struct Look {
    fill: Option<Color>,
    stroke: Option<Color>,
    stroke_width: f32,
    fill_opacity: f32,
    stroke_opacity: f32,
    even_odd: bool,
}

/// An element to be drawn.
struct Task {
    id: NodeId,
    map: Affine,
    look: Look,
    depth: usize,
}

/// Paints everything below the root.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(super) fn paint(tree: &Tree, root: NodeId, map: &Affine, canvas: &mut Canvas, context: &Context) -> Result<Seen> {
    let ids: BTreeMap<&str, NodeId> =
        tree.descendants(root).filter_map(|id| Some((tree.element(id)?.attribute("id")?, id))).collect();
    let look = Look {
        fill: Some(Color::BLACK),
        stroke: None,
        stroke_width: 1.0,
        fill_opacity: 1.0,
        stroke_opacity: 1.0,
        even_odd: false,
    };
    let mut seen = Seen::default();
    let mut entered = 0;
    // A stack instead of recursion; children are put on it last to first.
    let mut stack = vec![Task { id: root, map: *map, look, depth: 0 }];
    while let Some(task) = stack.pop() {
        context.tick(1)?;
        entered += 1;
        let Some(element) = tree.element(task.id).filter(|_| entered <= MAX_ELEMENTS && task.depth <= MAX_DEPTH) else {
            continue;
        };
        let Some(look) = task.look.with(element) else { continue };
        let map = element.attribute("transform").map_or(Affine::IDENTITY, transform).then(&task.map);
        let below = |id, map| Task { id, map, look, depth: task.depth + 1 };
        match element.local() {
            "svg" | "g" | "a" | "switch" | "symbol" => {
                let first = stack.len();
                let mut child = tree.first_child(task.id);
                while let Some(id) = child {
                    // Symbols are only drawn where they are used.
                    if tree.element(id).is_some_and(|element| element.local() != "symbol") {
                        stack.push(below(id, map));
                    }
                    child = tree.next(id);
                }
                stack[first..].reverse();
            }
            "use" => {
                let target = element.attribute("href").and_then(|href| ids.get(href.strip_prefix('#')?));
                let at = |name| length(element, name).unwrap_or(0.0);
                stack.extend(target.map(|id| below(*id, Affine::translate(at("x"), at("y")).then(&map))));
            }
            "text" => seen.text = true,
            _ => seen.shapes += u32::from(shape(element, look, &map, canvas, context)?),
        }
    }
    Ok(seen)
}

impl Look {
    /// The look of a child with its own attributes; `None` where it is not shown.
    fn with(mut self, element: &Element) -> Option<Look> {
        let style: Vec<(&str, &str)> = element
            .attribute("style")
            .unwrap_or_default()
            .split(';')
            .filter_map(|declaration| declaration.split_once(':'))
            .map(|(name, value)| (name.trim(), value.trim()))
            .collect();
        let property = |name: &str| {
            let styled = style.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| *value);
            styled.or_else(|| element.attribute(name))
        };
        if property("display") == Some("none") || property("visibility") == Some("hidden") {
            return None;
        }
        let number = |name| property(name).and_then(|value| Numbers { rest: value.as_bytes() }.next());
        self.fill = property("fill").map_or(self.fill, |value| paint_color(value, self.fill));
        self.stroke = property("stroke").map_or(self.stroke, |value| paint_color(value, self.stroke));
        self.stroke_width = number("stroke-width").unwrap_or(self.stroke_width);
        let opacity = number("opacity").unwrap_or(1.0).clamp(0.0, 1.0);
        self.fill_opacity = number("fill-opacity").unwrap_or(self.fill_opacity) * opacity;
        self.stroke_opacity = number("stroke-opacity").unwrap_or(self.stroke_opacity) * opacity;
        self.even_odd = property("fill-rule").map_or(self.even_odd, |rule| rule == "evenodd");
        Some(self)
    }
}

/// A paint; what is no plain colour (a gradient, say) is grey.
fn paint_color(value: &str, inherited: Option<Color>) -> Option<Color> {
    match value {
        "none" => None,
        "inherit" => inherited,
        "currentColor" | "currentcolor" => Some(Color::BLACK),
        _ => match color(value) {
            Some(plain) => plain,
            None if value.starts_with("url(") => Some(Color { r: 128, g: 128, b: 128 }),
            None => inherited,
        },
    }
}

/// Draws a shape; whether the element was one.
fn shape(element: &Element, look: Look, map: &Affine, canvas: &mut Canvas, context: &Context) -> Result<bool> {
    let Some(lines) = lines(element) else { return Ok(false) };
    if let Some(color) = look.stroke.filter(|_| look.stroke_width > 0.0) {
        let outlines = mapped(stroke(&lines, look.stroke_width), map);
        let under = Paint { color, opacity: look.stroke_opacity.clamp(0.0, 1.0), even_odd: false };
        if let Some(inside) = look.fill {
            let paint = Paint { color: inside, opacity: look.fill_opacity.clamp(0.0, 1.0), even_odd: look.even_odd };
            canvas.fill(&mapped(corners(lines), map), paint, context)?;
        }
        canvas.fill(&outlines, under, context)?;
    } else if let Some(color) = look.fill {
        let paint = Paint { color, opacity: look.fill_opacity.clamp(0.0, 1.0), even_odd: look.even_odd };
        canvas.fill(&mapped(corners(lines), map), paint, context)?;
    }
    Ok(true)
}

/// The lines of a shape, and whether each is closed.
fn lines(element: &Element) -> Option<Vec<(Vec<Point>, bool)>> {
    let number = |name| length(element, name).unwrap_or(0.0);
    let point = |x, y| Point { x: number(x), y: number(y) };
    Some(match element.local() {
        "path" => outlines(element.attribute("d").unwrap_or_default()),
        "rect" => {
            let (at, size) = (point("x", "y"), length_pair(element, "width", "height")?);
            let (right, bottom) = (at.x + size.width, at.y + size.height);
            vec![(vec![at, Point { x: right, ..at }, Point { x: right, y: bottom }, Point { y: bottom, ..at }], true)]
        }
        "circle" => vec![(ellipse(point("cx", "cy"), number("r"), number("r"), ELLIPSE_CORNERS), true)],
        "ellipse" => vec![(ellipse(point("cx", "cy"), number("rx"), number("ry"), ELLIPSE_CORNERS), true)],
        "line" => vec![(vec![point("x1", "y1"), point("x2", "y2")], false)],
        "polyline" | "polygon" => {
            let mut numbers = Numbers { rest: element.attribute("points").unwrap_or_default().as_bytes() };
            let points = std::iter::from_fn(|| Some(Point { x: numbers.next()?, y: numbers.next()? }));
            vec![(points.collect(), element.local() == "polygon")]
        }
        _ => return None,
    })
}

/// A list of transforms (SVG 1.1, 7.6): the last one is applied first.
fn transform(list: &str) -> Affine {
    list.split(')').filter_map(|item| item.split_once('(')).fold(Affine::IDENTITY, |outer, (name, arguments)| {
        let mut numbers = Numbers { rest: arguments.as_bytes() };
        let given: Vec<f32> = std::iter::from_fn(|| numbers.next()).take(6).collect();
        one_transform(name.trim_matches([' ', ',', '\n', '\t', '\r']), &given).then(&outer)
    })
}

fn one_transform(name: &str, given: &[f32]) -> Affine {
    match (name, given) {
        ("matrix", &[a, b, c, d, e, f]) => Affine { a, b, c, d, e, f },
        ("translate", &[x]) => Affine::translate(x, 0.0),
        ("translate", &[x, y]) => Affine::translate(x, y),
        ("scale", &[both]) => Affine::scale(both, both),
        ("scale", &[x, y]) => Affine::scale(x, y),
        ("rotate", &[angle]) => rotation(angle),
        ("rotate", &[angle, x, y]) => Affine::translate(-x, -y).then(&rotation(angle)).then(&Affine::translate(x, y)),
        ("skewX", &[angle]) => Affine { c: libm::tanf(angle.to_radians()), ..Affine::IDENTITY },
        ("skewY", &[angle]) => Affine { b: libm::tanf(angle.to_radians()), ..Affine::IDENTITY },
        _ => Affine::IDENTITY,
    }
}

fn rotation(degrees: f32) -> Affine {
    let (sin, cos) = (libm::sinf(degrees.to_radians()), libm::cosf(degrees.to_radians()));
    Affine { a: cos, b: sin, c: -sin, d: cos, e: 0.0, f: 0.0 }
}
