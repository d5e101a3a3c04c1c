//! The elements of a drawing: what they look like, where they stand, and what they inherit.

use std::collections::BTreeMap;

use crate::html::css::{Length, color};
use crate::html::{Content, Element, NodeId, Tree};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_model::flow::Color;
use transvase_model::pages::{Item, Path, Segment, Stroke};
use transvase_model::path;

use super::path::{Numbers, segments};
use super::{Picture, Words, words};

/// Shapes drawn and groups entered, those of `use` each time; more are left out.
const MAX_ELEMENTS: u32 = 100_000;

/// Elements in one another, `use` included.
const MAX_DEPTH: usize = 32;

/// Corners of a circle.
const ELLIPSE_CORNERS: u32 = 64;

/// The view of an `svg` element: its `viewBox`, else its size.
pub(super) fn view(svg: &Element) -> Option<Rect> {
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
    (sound(width) && sound(height) && (0.01..100.0).contains(&shape)).then_some(Rect {
        left,
        top,
        right: left + width,
        bottom: top + height,
    })
}

fn length_pair(element: &Element, width: &str, height: &str) -> Option<Size> {
    Some(Size { width: length(element, width)?, height: length(element, height)? })
}

/// A length in user units (CSS pixels).
pub(super) fn length(element: &Element, name: &str) -> Option<f32> {
    user_units(element.attribute(name)?)
}

/// A length as user units.
pub(super) fn user_units(said: &str) -> Option<f32> {
    match Length::parse(said)? {
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
    dashed: bool,
    /// Where it is seen; `None` everywhere.
    clip: Option<Rect>,
}

/// What is below an element.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// Paths in painting order.
    pub items: Vec<Item>,
    pub words: Vec<Words>,
    pub pictures: Vec<Picture>,
}

/// An element to be drawn.
struct Task {
    id: NodeId,
    map: Affine,
    look: Look,
    depth: usize,
}

/// Everything below the root.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(super) fn pieces(tree: &Tree, root: NodeId, map: &Affine, context: &Context) -> Result<Pieces> {
    let ids: BTreeMap<&str, NodeId> =
        tree.descendants(root).filter_map(|id| Some((tree.element(id)?.attribute("id")?, id))).collect();
    let rules = Rules::of(tree, root);
    let mut pieces = Pieces::default();
    let mut entered = 0;
    // A stack instead of recursion; children are put on it last to first.
    let mut stack = vec![Task { id: root, map: *map, look: Look::INITIAL, depth: 0 }];
    while let Some(task) = stack.pop() {
        context.tick(1)?;
        entered += 1;
        let Some(element) = tree.element(task.id).filter(|_| entered <= MAX_ELEMENTS && task.depth <= MAX_DEPTH) else {
            continue;
        };
        let Some(mut look) = task.look.with(element, &rules) else { continue };
        let mut map = element.attribute("transform").map_or(Affine::IDENTITY, transform).then(&task.map);
        if let Some(clip) = element.attribute("clip-path").and_then(|name| ids.get(reference(name)?)) {
            look.clip = clip_of(tree, *clip, &map, look.clip);
        }
        let below = |id, map| Task { id, map, look, depth: task.depth + 1 };
        match element.local() {
            "svg" | "g" | "a" | "switch" | "symbol" => {
                if task.depth > 0 && element.local() == "svg" {
                    map = viewport(element).then(&map);
                }
                let first = stack.len();
                stack.extend(shown(tree, task.id).into_iter().map(|id| below(id, map)));
                stack[first..].reverse();
            }
            "use" => {
                let target = element.attribute("href").and_then(|href| ids.get(href.strip_prefix('#')?));
                let at = |name| length(element, name).unwrap_or(0.0);
                stack.extend(target.map(|id| below(*id, Affine::translate(at("x"), at("y")).then(&map))));
            }
            "text" => pieces.words.extend(words::of(tree, task.id, look.fill, &map, &rules)),
            "foreignObject" => pieces.words.extend(words::of_page(tree, task.id, &map)),
            "image" => pieces.pictures.extend(picture(element, &map, pieces.items.len())),
            _ => {
                let path = shape(element, look, &map);
                context.tick(path.as_ref().map_or(0, |path| path.segments.len() as u64))?;
                pieces.items.extend(path.map(Item::Path));
            }
        }
    }
    Ok(pieces)
}

/// The elements in another that are drawn.
fn shown(tree: &Tree, id: NodeId) -> Vec<NodeId> {
    let children = std::iter::successors(tree.first_child(id), |child| tree.next(*child));
    // Symbols are only drawn where they are used.
    let drawn = children.filter(|id| tree.element(*id).is_some_and(|element| element.local() != "symbol"));
    let drawn: Vec<NodeId> = drawn.collect();
    if tree.element(id).is_none_or(|element| element.local() != "switch") {
        return drawn;
    }
    // Of a switch the first that asks for nothing, or else the first (SVG 1.1, 5.8.2).
    let asks = |id: &&NodeId| {
        let conditions = ["systemLanguage", "requiredFeatures", "requiredExtensions"];
        tree.element(**id).is_some_and(|element| conditions.iter().any(|name| element.attribute(name).is_some()))
    };
    drawn.iter().find(|id| !asks(id)).or(drawn.first()).copied().into_iter().collect()
}

/// The name in a reference such as `url(#a)`.
fn reference(value: &str) -> Option<&str> {
    value.trim().strip_prefix("url(")?.strip_suffix(')')?.trim_matches(['"', '\'']).strip_prefix('#')
}

/// Where the shapes of a clip path let through what is drawn: the box around them, inside of another.
fn clip_of(tree: &Tree, clip: NodeId, map: &Affine, outer: Option<Rect>) -> Option<Rect> {
    let shapes = tree.descendants(clip).filter_map(|id| tree.element(id)).filter_map(lines);
    let around = shapes.filter_map(|segments| path::bounds(&segments)).reduce(|a, b| a.union(&b));
    let around = around.map(|rect| map.apply_rect(&rect)).unwrap_or_default();
    Some(outer.map_or(around, |outer| outer.intersection(&around).unwrap_or_default()))
}

/// From the view of an `svg` element in another to its place there.
fn viewport(element: &Element) -> Affine {
    let at = |name| length(element, name).unwrap_or(0.0);
    let place = Affine::translate(at("x"), at("y"));
    match (view(element), length_pair(element, "width", "height")) {
        (Some(view), Some(size)) => Affine::translate(-view.left, -view.top)
            .then(&Affine::scale(size.width / view.width(), size.height / view.height()))
            .then(&place),
        _ => place,
    }
}

fn picture(element: &Element, map: &Affine, over: usize) -> Option<Picture> {
    let reference = element.attribute("href")?.to_owned();
    let size = length_pair(element, "width", "height")?;
    let at = |name| length(element, name).unwrap_or(0.0);
    let (left, top) = (at("x"), at("y"));
    let own = Rect { left, top, right: left + size.width, bottom: top + size.height };
    let rect = map.apply_rect(&own);
    (rect.area() > 0.0 && rect.area().is_finite()).then_some(Picture { reference, rect, over })
}

impl Look {
    /// What the root has (SVG 1.1, initial values of the properties).
    const INITIAL: Look = Look {
        fill: Some(Color::BLACK),
        stroke: None,
        stroke_width: 1.0,
        fill_opacity: 1.0,
        stroke_opacity: 1.0,
        dashed: false,
        clip: None,
    };

    /// The look of a child with its own attributes; `None` where it is not shown.
    fn with(mut self, element: &Element, rules: &Rules<'_>) -> Option<Look> {
        let property = |name: &str| rules.property(element, name);
        if property("display") == Some("none") || property("visibility") == Some("hidden") {
            return None;
        }
        let number = |name| property(name).and_then(|value| Numbers { rest: value.as_bytes() }.next());
        self.fill = property("fill").map_or(self.fill, |value| paint_color(value, self.fill));
        self.stroke = property("stroke").map_or(self.stroke, |value| paint_color(value, self.stroke));
        self.stroke_width = number("stroke-width").unwrap_or(self.stroke_width);
        self.dashed = property("stroke-dasharray").map_or(self.dashed, |value| !matches!(value, "none" | ""));
        let opacity = number("opacity").unwrap_or(1.0).clamp(0.0, 1.0);
        self.fill_opacity = number("fill-opacity").unwrap_or(self.fill_opacity) * opacity;
        self.stroke_opacity = number("stroke-opacity").unwrap_or(self.stroke_opacity) * opacity;
        Some(self)
    }
}

/// What the style sheets in a drawing say of classes, which is all that most of them have.
pub(super) struct Rules<'t>(BTreeMap<&'t str, &'t str>);

impl<'t> Rules<'t> {
    /// The rules of all classes that stand alone, as `.name { ... }`; of two for a class the last counts.
    fn of(tree: &'t Tree, root: NodeId) -> Self {
        let is_sheet = |id: &NodeId| tree.element(*id).is_some_and(|element| element.local() == "style");
        let texts =
            tree.descendants(root).filter(is_sheet).filter_map(|id| match tree.content(tree.first_child(id)?) {
                Content::Text(text) => Some(&**text),
                _ => None,
            });
        let rules = texts.flat_map(|text| text.split('}')).filter_map(|rule| rule.split_once('{'));
        let of_classes = rules.flat_map(|(names, said)| names.split(',').map(move |name| (name.trim(), said)));
        Rules(of_classes.filter_map(|(name, said)| Some((name.rsplit_once('.')?.1, said))).collect())
    }

    /// A property: of the style of an element, of its classes, or of its attributes.
    pub(super) fn property<'e>(&self, element: &'e Element, name: &str) -> Option<&'e str>
    where
        't: 'e,
    {
        let style = element.attribute("style").and_then(|style| declared(style, name));
        let classes = || element.attribute("class").unwrap_or_default().split_ascii_whitespace();
        let said = || classes().find_map(|class| declared(self.0.get(class)?, name));
        style.or_else(said).or_else(|| element.attribute(name))
    }
}

/// The last value that declarations give a property.
fn declared<'d>(declarations: &'d str, name: &str) -> Option<&'d str> {
    let mut each = declarations.rsplit(';').filter_map(|declaration| declaration.split_once(':'));
    each.find(|(known, _)| known.trim() == name).map(|(_, value)| value.trim())
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

/// The path of a shape; `None` where the element is none, or is neither filled nor stroked.
fn shape(element: &Element, look: Look, map: &Affine) -> Option<Path> {
    let segments = lines(element)?.into_iter().map(|segment| segment.map(|p| map.apply(p))).collect();
    let fill = look.fill.map(|color| (color, look.fill_opacity.clamp(0.0, 1.0)));
    // A stroke grows with the drawing; where it is stretched in one direction, by the mean of both.
    let width = look.stroke_width * map.determinant().abs().sqrt();
    let opacity = look.stroke_opacity.clamp(0.0, 1.0);
    let stroke = look.stroke.filter(|_| width > 0.0 && width.is_finite());
    let stroke = stroke.map(|color| Stroke { width, color, opacity, dashed: look.dashed });
    (fill.is_some() || stroke.is_some()).then_some(Path { segments, fill, stroke, clip: look.clip, ..Path::default() })
}

/// The segments of a shape; `None` where the element is none.
fn lines(element: &Element) -> Option<Vec<Segment>> {
    let number = |name| length(element, name).unwrap_or(0.0);
    let point = |x, y| Point { x: number(x), y: number(y) };
    Some(match element.local() {
        "path" => segments(element.attribute("d").unwrap_or_default()),
        "rect" => {
            let (at, size) = (point("x", "y"), length_pair(element, "width", "height")?);
            let (right, bottom) = (at.x + size.width, at.y + size.height);
            polygon([at, Point { x: right, ..at }, Point { x: right, y: bottom }, Point { y: bottom, ..at }], true)
        }
        "circle" => ellipse(point("cx", "cy"), number("r"), number("r")),
        "ellipse" => ellipse(point("cx", "cy"), number("rx"), number("ry")),
        "line" => polygon([point("x1", "y1"), point("x2", "y2")], false),
        "polyline" | "polygon" => {
            let mut numbers = Numbers { rest: element.attribute("points").unwrap_or_default().as_bytes() };
            let points = std::iter::from_fn(|| Some(Point { x: numbers.next()?, y: numbers.next()? }));
            polygon(points, element.local() == "polygon")
        }
        _ => return None,
    })
}

fn polygon(corners: impl IntoIterator<Item = Point>, closed: bool) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    for corner in corners {
        segments.push(if segments.is_empty() { Segment::Move(corner) } else { Segment::Line(corner) });
    }
    segments.extend(closed.then_some(Segment::Close));
    segments
}

fn ellipse(center: Point, rx: f32, ry: f32) -> Vec<Segment> {
    let corner = |index: u32| {
        let angle = std::f32::consts::TAU * index as f32 / ELLIPSE_CORNERS as f32;
        Point { x: center.x + rx * libm::cosf(angle), y: center.y + ry * libm::sinf(angle) }
    };
    polygon((0..ELLIPSE_CORNERS).map(corner), true)
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
