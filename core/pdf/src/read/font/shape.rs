//! Symbols recognised by their outlines: triangles, squares, diamonds and circles of symbol fonts whose names and codes
//! say nothing. Forms point to their boxes with them. And bars, which the glyphs of bar code fonts are made of: their
//! looks mean something only to machines.

use transvase_base::units::{Point, Rect};
use transvase_model::pages::Segment;

/// How far points may lie from where they would, as a share of the side of the sign.
const NEAR: f32 = 0.08;
/// Most that the sides of a square, diamond or circle differ, as a share of the longer one.
const UNEVEN: f32 = 0.2;
/// Least side in ems of a sign: smaller ones are dots and strokes.
const MIN_SIDE: f32 = 0.2;

/// The sign that an outline in ems, y upwards, is.
pub(super) fn sign(outline: &[Segment]) -> Option<char> {
    let shapes: Vec<Shape> = outline.split(|segment| *segment == Segment::Close).filter_map(Shape::of).collect();
    match &shapes[..] {
        [shape] => shape.filled(),
        [a, b] => {
            let (outer, inner) = if a.bounds.area() > b.bounds.area() { (a, b) } else { (b, a) };
            outer.hollow().filter(|sign| outer.bounds.holds(&inner.bounds) && inner.hollow() == Some(*sign))
        }
        _ => None,
    }
}

/// Least height of a bar in ems.
const BAR: f32 = 0.3;
/// How many times as high as wide a slender bar is.
const SLENDER: f32 = 2.0;
/// Bars that a glyph of nothing else has at least.
const FEW_BARS: usize = 2;
/// The same of a glyph with letters below its bars.
const MANY_BARS: usize = 3;
/// Bars of two heights that a glyph has at least, as those of postal codes do; other signs have fewer, or steps.
const POSTAL_BARS: usize = 4;

/// Whether an outline is that of several upright bars side by side: all equally high, or all equally wide on one ground
/// and of two heights.
pub(super) fn is_bars(outline: &[Segment]) -> bool {
    let parts = outline.split(|segment| *segment == Segment::Close).filter(|part| !part.is_empty());
    let shapes: Vec<Option<Rect>> = parts.map(|part| Shape::of(part).and_then(|shape| shape.block())).collect();
    let bars: Vec<Rect> = shapes.iter().flatten().filter(|block| block.height() >= BAR).copied().collect();
    let apart = |(at, bar): (usize, &Rect)| bars[..at].iter().all(|other| other.intersection(bar).is_none());
    let enough = if bars.len() == shapes.len() { FEW_BARS } else { MANY_BARS };
    let is_one_code = bars.len() >= enough && bars.iter().any(is_slender) && bars.iter().enumerate().all(apart);
    is_one_code && are_level(&bars) || are_postal(&shapes)
}

/// Whether an outline has a part that is an upright rectangle, as all glyphs of fonts of bar codes do.
pub(super) fn has_block(outline: &[Segment]) -> bool {
    let mut parts = outline.split(|segment| *segment == Segment::Close);
    parts.any(|part| Shape::of_any_size(part).and_then(|shape| shape.block()).is_some())
}

fn is_slender(bar: &Rect) -> bool {
    bar.height() >= SLENDER * bar.width()
}

fn are_level(bars: &[Rect]) -> bool {
    let [first, rest @ ..] = bars else { return false };
    rest.iter().all(|bar| (bar.top - first.top).abs() <= NEAR && (bar.bottom - first.bottom).abs() <= NEAR)
}

/// Whether shapes are the long and short bars of a postal code.
fn are_postal(shapes: &[Option<Rect>]) -> bool {
    let bars: Vec<Rect> = shapes.iter().flatten().copied().collect();
    let [first, rest @ ..] = &bars[..] else { return false };
    let highest = bars.iter().map(Rect::height).fold(0.0, f32::max);
    let lowest = bars.iter().map(Rect::height).fold(highest, f32::min);
    let is_of_two = |bar: &Rect| (highest - bar.height()).min(bar.height() - lowest) <= NEAR * highest;
    let is_like = |bar: &Rect| {
        (bar.top - first.top).abs() <= NEAR && (bar.width() - first.width()).abs() <= NEAR * first.width().max(BAR)
    };
    let apart = bars.windows(2).all(|pair| pair[0].intersection(&pair[1]).is_none());
    let are_bars = bars.len() >= POSTAL_BARS && bars.len() == shapes.len() && highest >= BAR && apart;
    are_bars && bars.iter().all(|bar| is_slender(bar) && is_of_two(bar)) && rest.iter().all(is_like)
}

/// A closed outline: its corners where it has no curves, else the ends of its curves.
struct Shape {
    points: Vec<Point>,
    is_round: bool,
    bounds: Rect,
}

impl Shape {
    fn of(segments: &[Segment]) -> Option<Shape> {
        let is_large = |shape: &Shape| shape.bounds.width().max(shape.bounds.height()) >= MIN_SIDE;
        Shape::of_any_size(segments).filter(is_large)
    }

    fn of_any_size(segments: &[Segment]) -> Option<Shape> {
        let end = |segment: &Segment| match *segment {
            Segment::Move(p) | Segment::Line(p) | Segment::Curve(_, _, p) => Some(p),
            Segment::Close => None,
        };
        let mut points: Vec<Point> = segments.iter().filter_map(end).collect();
        points.dedup();
        if points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        let curves = segments.iter().filter(|segment| matches!(segment, Segment::Curve(..))).count();
        let lines = segments.iter().filter(|segment| matches!(segment, Segment::Line(_))).count();
        let bounds = Rect::around(points.iter().copied())?;
        (curves == 0 || lines == 0).then_some(Shape { points, is_round: curves > 0, bounds })
    }

    fn filled(&self) -> Option<char> {
        match self.hollow() {
            Some('\u{25A1}') => Some('\u{25A0}'),
            Some('\u{25C7}') => Some('\u{25C6}'),
            Some(_) => Some('\u{25CF}'),
            None => self.triangle(),
        }
    }

    /// What it covers as an upright rectangle, whose sides may have points on them.
    fn block(&self) -> Option<Rect> {
        let Rect { left, top, right, bottom } = self.bounds;
        let is_edge = |p: &Point| [p.x - left, right - p.x, p.y - top, bottom - p.y].contains(&0.0);
        let is_corner = |p: &&Point| (p.x == left || p.x == right) && (p.y == top || p.y == bottom);
        let straight = self.points.iter().all(is_edge) && self.points.iter().filter(is_corner).count() == 4;
        let even = self.points.len() == 4 && self.sides() == [2, 2, 2, 2];
        (!self.is_round && (straight || even)).then_some(self.bounds)
    }

    /// The sign for the line around it.
    fn hollow(&self) -> Option<char> {
        let (width, height) = (self.bounds.width(), self.bounds.height());
        let is_even = (width - height).abs() <= UNEVEN * width.max(height);
        if !is_even || self.points.len() != 4 {
            return None;
        }
        let [left, right, low, high] = self.sides();
        match (self.is_round, left, right, low, high) {
            (false, 2, 2, 2, 2) => Some('\u{25A1}'),
            (false, 1, 1, 1, 1) => Some('\u{25C7}'),
            (true, 1, 1, 1, 1) => Some('\u{25CB}'),
            _ => None,
        }
    }

    /// A triangle with one side upright or level, by where it points.
    fn triangle(&self) -> Option<char> {
        if self.is_round || self.points.len() != 3 {
            return None;
        }
        match self.sides() {
            [2, 1, 1, 1] => Some('\u{25B6}'),
            [1, 2, 1, 1] => Some('\u{25C0}'),
            [1, 1, 2, 1] => Some('\u{25B2}'),
            [1, 1, 1, 2] => Some('\u{25BC}'),
            _ => None,
        }
    }

    /// Number of points on the left, the right, the lower and the upper side of its bounds.
    fn sides(&self) -> [usize; 4] {
        let Rect { left, top: low, right, bottom: high } = self.bounds;
        let (width, height) = (self.bounds.width(), self.bounds.height());
        let count = |on: &dyn Fn(&Point) -> bool| self.points.iter().filter(|point| on(point)).count();
        [
            count(&|p| p.x - left <= NEAR * width),
            count(&|p| right - p.x <= NEAR * width),
            count(&|p| p.y - low <= NEAR * height),
            count(&|p| high - p.y <= NEAR * height),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(points: &[(f32, f32)]) -> Vec<Segment> {
        let point = |(x, y): (f32, f32)| Point { x, y };
        let lines = points.iter().skip(1).chain(points.first()).map(|p| Segment::Line(point(*p)));
        std::iter::once(Segment::Move(point(points[0]))).chain(lines).chain([Segment::Close]).collect()
    }

    fn square(from: f32, to: f32) -> Vec<Segment> {
        polygon(&[(from, from), (to, from), (to, to), (from, to)])
    }

    fn letter_v() -> Vec<Segment> {
        polygon(&[(0.0, 0.7), (0.3, 0.0), (0.6, 0.7), (0.3, 0.1)])
    }

    fn circle(radius: f32) -> Vec<Segment> {
        let ends = [(radius, 0.0), (0.0, radius), (-radius, 0.0), (0.0, -radius)];
        let point = |at: usize| Point { x: ends[at % 4].0, y: ends[at % 4].1 };
        let curves = (1..=4).map(|at| Segment::Curve(point(at - 1), point(at), point(at)));
        std::iter::once(Segment::Move(point(0))).chain(curves).chain([Segment::Close]).collect()
    }

    #[test]
    fn triangles_point_where_their_tip_is() {
        assert_eq!(sign(&polygon(&[(0.1, 0.0), (0.9, 0.35), (0.1, 0.7)])), Some('▶'));
        assert_eq!(sign(&polygon(&[(0.9, 0.0), (0.9, 0.7), (0.1, 0.35)])), Some('◀'));
        assert_eq!(sign(&polygon(&[(0.0, 0.0), (0.8, 0.0), (0.4, 0.7)])), Some('▲'));
        assert_eq!(sign(&polygon(&[(0.0, 0.7), (0.4, 0.0), (0.8, 0.7)])), Some('▼'));
    }

    #[test]
    fn squares_diamonds_and_circles_are_filled_or_hollow() {
        assert_eq!(sign(&square(0.0, 0.6)), Some('■'));
        assert_eq!(sign(&[square(0.0, 0.6), square(0.1, 0.5)].concat()), Some('□'));
        assert_eq!(sign(&polygon(&[(0.3, 0.0), (0.6, 0.3), (0.3, 0.6), (0.0, 0.3)])), Some('◆'));
        assert_eq!(sign(&circle(0.3)), Some('●'));
        assert_eq!(sign(&[circle(0.3), circle(0.25)].concat()), Some('○'));
    }

    #[test]
    fn other_outlines_are_no_signs() {
        assert_eq!(sign(&polygon(&[(0.0, 0.0), (0.6, 0.1), (0.5, 0.6)])), None, "a leaning triangle");
        assert_eq!(sign(&polygon(&[(0.0, 0.0), (0.6, 0.0), (0.6, 0.05), (0.0, 0.05)])), None, "a dash");
        assert_eq!(sign(&square(0.0, 0.1)), None, "a dot");
        assert_eq!(sign(&[square(0.0, 0.3), square(0.4, 0.7)].concat()), None, "two squares");
        assert_eq!(sign(&[]), None);
    }

    #[test]
    fn bars_stand_side_by_side_and_are_equally_high() {
        let bar = |left: f32, low: f32, high: f32| {
            let corners = [(left, low), (left + 0.05, low), (left + 0.05, high), (left, high)];
            transvase_model::path::polygon(&corners.map(|(x, y)| Point { x, y }))
        };
        let letter =
            transvase_model::path::polygon(&[(0.1, -0.3), (0.3, -0.3), (0.2, -0.1)].map(|(x, y)| Point { x, y }));
        assert!(is_bars(&[bar(0.0, 0.0, 0.7), bar(0.1, 0.0, 0.7)].concat()));
        assert!(is_bars(&[bar(0.0, 0.0, 0.7), bar(0.1, 0.0, 0.7), bar(0.3, 0.0, 0.7), letter].concat()));
        assert!(!is_bars(&bar(0.0, 0.0, 0.7)), "the letter l");
        assert!(!is_bars(&[bar(0.0, 0.5, 0.7), bar(0.1, 0.5, 0.7)].concat()), "a quotation mark");
        assert!(!is_bars(&[bar(0.0, 0.0, 0.7), bar(0.1, 0.0, 0.4)].concat()), "steps");
        let wide = square(0.1, 0.4);
        let low = |left: f32| bar(left, 0.1, 0.4);
        assert!(is_bars(&[low(0.0), wide.clone(), low(0.5)].concat()), "a wide bar among slender ones");
        assert!(!is_bars(&[wide.clone(), square(0.5, 0.8)].concat()), "two squares");
        let postal = [0.7, 0.3, 0.3, 0.3, 0.7].iter().enumerate().map(|(at, high)| bar(at as f32 * 0.1, 0.0, *high));
        assert!(is_bars(&postal.collect::<Vec<_>>().concat()), "a figure of a postal code");
        let steps = (1..=5).map(|at| bar(at as f32 * 0.1, 0.0, at as f32 * 0.14));
        assert!(!is_bars(&steps.collect::<Vec<_>>().concat()), "a sign for the strength of a signal");
        assert!(has_block(&square(0.0, 0.1)) && !has_block(&letter_v()));
    }
}
