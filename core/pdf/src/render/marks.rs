//! Appearance streams of markup annotations that have none in the file, drawn from what it says of them (ISO 32000-2,
//! 12.5.6): shapes, lines, ink, and marks on text.

use std::fmt::Write as _;

use hayro::hayro_syntax::object::{Array, Dict, Name};

/// Points of a mark that are drawn.
const MAX_POINTS: usize = 20_000;

/// Colour of a marker that does not say.
const MARKER: &[f32] = &[1.0, 1.0, 0.0];

/// Colour of lines that do not say.
const BLACK: &[f32] = &[0.0];

/// Width of lines on text, in shares of its height.
const TEXT_LINE: f32 = 0.06;

/// Length of an arrow's head, in widths of its line.
const ARROW: f32 = 6.0;
/// Width of the head, as a share of its length.
const ARROW_SPREAD: f32 = 0.5;

/// Where the handles of a quarter of a circle lie, in radii from its ends.
const CIRCLE_HANDLE: f32 = 0.552_284_8;

/// What shows a mark.
pub(super) struct Mark {
    /// Content in user space.
    pub content: Vec<u8>,
    /// The resource it needs: a state of graphics.
    pub resources: Vec<u8>,
    /// What it covers: its rectangle, and what of its lines lies outside.
    pub rect: [f32; 4],
}

/// The look of an annotation of a kind that is drawn here.
pub(super) fn drawn(annotation: &Dict<'_>, kind: &[u8]) -> Option<Mark> {
    let rect = annotation.get::<[f32; 4]>(b"Rect")?;
    let pen = Pen::of(annotation);
    let shapes = match kind {
        b"Square" => pen.painted(&square(inset(annotation, rect, pen.width)), true),
        b"Circle" => pen.painted(&circle(inset(annotation, rect, pen.width)), true),
        b"Polygon" => pen.painted(&format!("{}h ", path(&points(annotation, b"Vertices"))), true),
        b"PolyLine" => line(annotation, &points(annotation, b"Vertices"), &pen),
        b"Line" => line(annotation, &points(annotation, b"L"), &pen),
        b"Ink" => pen.painted(&ink(annotation), false),
        b"Highlight" => on_text(annotation, MARKER, marker),
        b"Underline" | b"Squiggly" => on_text(annotation, BLACK, |quad| text_line(quad, 0.08)),
        b"StrikeOut" => on_text(annotation, BLACK, |quad| text_line(quad, 0.5)),
        _ => return None,
    };
    let opacity = annotation.get::<f32>(b"CA").unwrap_or(1.0).clamp(0.0, 1.0);
    let blending = if kind == b"Highlight" { "/BM /Multiply" } else { "" };
    let resources = format!("/ExtGState <</Mark <</CA {opacity} /ca {opacity} {blending}>>>>");
    let reach = pen.width * if annotation.contains_key(b"LE") { ARROW } else { 1.0 };
    let [left, low, right, high] = rect;
    let rect = [left.min(right) - reach, low.min(high) - reach, left.max(right) + reach, low.max(high) + reach];
    let content = format!("q /Mark gs {shapes}Q ").into_bytes();
    (!shapes.is_empty()).then(|| Mark { content, resources: resources.into_bytes(), rect })
}

/// What lines are drawn with.
struct Pen {
    width: f32,
    /// Operators for colours, width and dashes.
    set: String,
    fills: bool,
}

impl Pen {
    fn of(annotation: &Dict<'_>) -> Self {
        let style = annotation.get::<Dict<'_>>(b"BS");
        let border: Vec<f32> = numbers(annotation, b"Border");
        let width = style.as_ref().and_then(|style| style.get::<f32>(b"W")).or_else(|| border.get(2).copied());
        let width = width.unwrap_or(1.0).max(0.0);
        let mut set = color(&numbers(annotation, b"C"), BLACK, true);
        let inner = numbers(annotation, b"IC");
        set += &color(&inner, &[], false);
        let _ = write!(set, "{width} w ");
        if let Some(style) = style.filter(|style| style.get::<Name<'_>>(b"S").is_some_and(|name| name.as_ref() == b"D"))
        {
            let dashes: Vec<String> = numbers(&style, b"D").iter().map(f32::to_string).collect();
            let dashes = if dashes.is_empty() { "3".into() } else { dashes.join(" ") };
            let _ = write!(set, "[{dashes}] 0 d ");
        }
        Pen { width, set, fills: !inner.is_empty() }
    }

    /// A path, painted; only one that is closed is filled. Nothing where it is empty.
    fn painted(&self, path: &str, is_closed: bool) -> String {
        let paint = match (self.fills && is_closed, self.width > 0.0) {
            (true, true) => "B ",
            (true, false) => "f ",
            (false, true) => "S ",
            (false, false) => return String::new(),
        };
        if path.contains('m') || path.contains("re") { [&self.set, path, paint].concat() } else { String::new() }
    }
}

/// Operators that set a colour by its number of components (12.5.2, entry C), or the usual one where there are none.
fn color(components: &[f32], usual: &[f32], is_line: bool) -> String {
    let components = if components.is_empty() { usual } else { components };
    let operator = match (components.len(), is_line) {
        (1, true) => "G",
        (1, false) => "g",
        (3, true) => "RG",
        (3, false) => "rg",
        (4, true) => "K",
        (4, false) => "k",
        _ => return String::new(),
    };
    components.iter().fold(String::new(), |text, part| text + &part.to_string() + " ") + operator + " "
}

fn numbers(dict: &Dict<'_>, key: &[u8]) -> Vec<f32> {
    numbers_of(&dict.get::<Array<'_>>(key).unwrap_or_default())
}

fn numbers_of(array: &Array<'_>) -> Vec<f32> {
    array.iter::<f32>().take(2 * MAX_POINTS).collect()
}

fn points(dict: &Dict<'_>, key: &[u8]) -> Vec<[f32; 2]> {
    points_of(&numbers(dict, key))
}

fn points_of(numbers: &[f32]) -> Vec<[f32; 2]> {
    numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Lines from point to point.
fn path(points: &[[f32; 2]]) -> String {
    let mut path = String::new();
    for (index, [x, y]) in points.iter().enumerate() {
        let _ = write!(path, "{x} {y} {} ", if index == 0 { "m" } else { "l" });
    }
    path
}

/// The rectangle that a shape is drawn in (ISO 32000-2, 12.5.6.8): that of the annotation less its differences (`/RD`)
/// and half the width of its line.
fn inset(annotation: &Dict<'_>, [x0, y0, x1, y1]: [f32; 4], width: f32) -> [f32; 4] {
    let [left, low, right, high] = annotation.get::<[f32; 4]>(b"RD").unwrap_or_default().map(|gap| gap + width / 2.0);
    [x0.min(x1) + left, y0.min(y1) + low, x0.max(x1) - right, y0.max(y1) - high]
}

fn square([left, low, right, high]: [f32; 4]) -> String {
    format!("{left} {low} {} {} re ", right - left, high - low)
}

fn circle([left, low, right, high]: [f32; 4]) -> String {
    let (x, y) = (f32::midpoint(left, right), f32::midpoint(low, high));
    let (dx, dy) = ((right - left) / 2.0 * CIRCLE_HANDLE, (high - low) / 2.0 * CIRCLE_HANDLE);
    let mut path = format!("{right} {y} m ");
    let quarters = [
        [right, y + dy, x + dx, high, x, high],
        [x - dx, high, left, y + dy, left, y],
        [left, y - dy, x - dx, low, x, low],
        [x + dx, low, right, y - dy, right, y],
    ];
    for [a, b, c, d, e, f] in quarters {
        let _ = write!(path, "{a} {b} {c} {d} {e} {f} c ");
    }
    path + "h "
}

/// A line of points, with arrows where its ends have some.
fn line(annotation: &Dict<'_>, points: &[[f32; 2]], pen: &Pen) -> String {
    let mut path = path(points);
    let ends = annotation.get::<Array<'_>>(b"LE").unwrap_or_default();
    let is_arrow: Vec<bool> = ends.iter::<Name<'_>>().map(|end| end.as_ref().ends_with(b"Arrow")).collect();
    if let [first, second, ..] = points {
        if is_arrow.first() == Some(&true) {
            path += &arrow(*first, *second, pen.width);
        }
        if let [.., before, last] = points
            && is_arrow.get(1) == Some(&true)
        {
            path += &arrow(*last, *before, pen.width);
        }
    }
    pen.painted(&path, false)
}

/// The head of an arrow at `tip` on a line that comes from `from`.
fn arrow(tip: [f32; 2], from: [f32; 2], width: f32) -> String {
    let (dx, dy) = (from[0] - tip[0], from[1] - tip[1]);
    let length = libm::sqrtf(dx * dx + dy * dy);
    if length == 0.0 {
        return String::new();
    }
    let (dx, dy) = (dx / length * ARROW * width, dy / length * ARROW * width);
    let side = |sign: f32| [tip[0] + dx - sign * dy * ARROW_SPREAD, tip[1] + dy + sign * dx * ARROW_SPREAD];
    path(&[side(1.0), tip, side(-1.0)])
}

/// All strokes of a hand.
fn ink(annotation: &Dict<'_>) -> String {
    let strokes = annotation.get::<Array<'_>>(b"InkList").unwrap_or_default();
    strokes.iter::<Array<'_>>().take(MAX_POINTS).map(|stroke| path(&points_of(&numbers_of(&stroke)))).collect()
}

/// A mark on each quadrilateral of a text, whose corners come as those of a Z, as programs write them.
fn on_text(annotation: &Dict<'_>, usual: &[f32], of: impl Fn(&[[f32; 2]; 4]) -> String) -> String {
    let components = numbers(annotation, b"C");
    let colors = color(&components, usual, true) + &color(&components, usual, false);
    let corners = points(annotation, b"QuadPoints");
    let quads: String = corners.as_chunks::<4>().0.iter().map(of).collect();
    if quads.is_empty() { quads } else { colors + &quads }
}

fn marker([a, b, c, d]: &[[f32; 2]; 4]) -> String {
    path(&[*a, *b, *d, *c]) + "h f "
}

/// A line at a share of a text's height above its foot.
fn text_line([a, b, c, d]: &[[f32; 2]; 4], share: f32) -> String {
    let at = |high: &[f32; 2], low: &[f32; 2]| [0, 1].map(|axis| low[axis] + (high[axis] - low[axis]) * share);
    let (dx, dy) = (a[0] - c[0], a[1] - c[1]);
    let width = TEXT_LINE * libm::sqrtf(dx * dx + dy * dy);
    format!("{width} w {}S ", path(&[at(a, c), at(b, d)]))
}
