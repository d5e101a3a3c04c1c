//! Border lines: the kinds that paragraphs, cells, frames and pages have around them.

use super::drawn::filled;
use transvase_base::units::{Point, Rect};
use transvase_model::flow::{Border, Borders, LineKind};
use transvase_model::pages::{Item, Path};
use transvase_model::path::{Segment, Stroke, polygon};

/// Pieces of a dotted or dashed line at most.
const MAX_PIECES: usize = 2_000;

/// Lengths of dashes and of the gaps behind them, and of dots likewise, as multiples of the width.
const DASH: (f32, f32) = (4.0, 2.0);
const DOT: (f32, f32) = (1.0, 1.0);
/// The least width that these are counted from in points: dashes of hairlines would not be seen.
const LEAST_WIDTH: f32 = 0.75;

/// Height of a wave to each side of its middle, and the length of a half of it, in points.
const WAVE: (f32, f32) = (1.0, 2.0);

/// Room that a line takes across, in points; 0 where it is not seen.
pub(super) fn thickness(border: &Border) -> f32 {
    if border.width.is_finite() && border.width > 0.0 { border.thickness().clamp(0.1, 36.0) } else { 0.0 }
}

/// Draws the lines of a box.
pub(super) fn draw(borders: &Borders, area: &Rect, items: &mut Vec<Item>) {
    let Rect { left, top, right, bottom } = *area;
    let at = |x: f32, y: f32| Point { x, y };
    let sides = [
        (borders.top, at(left, top), at(right, top)),
        (borders.bottom, at(left, bottom), at(right, bottom)),
        (borders.left, at(left, top), at(left, bottom)),
        (borders.right, at(right, top), at(right, bottom)),
    ];
    for (border, from, to) in sides {
        if let Some(border) = border.filter(|border| thickness(border) > 0.0) {
            line(&border, from, to, items);
        }
    }
}

/// Draws a line that runs across or down, about the straight line between two points.
pub(super) fn line(border: &Border, from: Point, to: Point, items: &mut Vec<Item>) {
    let half = thickness(border) / 2.0;
    let whole = Rect { left: from.x - half, top: from.y - half, right: to.x + half, bottom: to.y + half };
    let is_across = to.x - from.x > to.y - from.y;
    match border.kind {
        LineKind::Single => items.push(filled(&whole, border.color)),
        LineKind::Double => items.extend(beside(&whole, is_across, 2).map(|part| filled(&part, border.color))),
        LineKind::Triple => items.extend(beside(&whole, is_across, 3).map(|part| filled(&part, border.color))),
        LineKind::Dotted => items.push(pieces(border, &whole, is_across, &[DOT])),
        LineKind::Dashed => items.push(pieces(border, &whole, is_across, &[DASH])),
        LineKind::DotDash => items.push(pieces(border, &whole, is_across, &[DASH, (DOT.0, DASH.1)])),
        LineKind::Wave => items.push(wave(border, from, to)),
    }
}

/// So many lines beside each other, as far apart as they are wide.
fn beside(whole: &Rect, is_across: bool, count: u8) -> impl Iterator<Item = Rect> {
    let whole = *whole;
    (0..count).map(move |number| {
        let share = |side: f32| side / f32::from(count * 2 - 1);
        let at = f32::from(number * 2);
        if is_across {
            let width = share(whole.height());
            let top = whole.top + at * width;
            Rect { top, bottom: top + width, ..whole }
        } else {
            let width = share(whole.width());
            let left = whole.left + at * width;
            Rect { left, right: left + width, ..whole }
        }
    })
}

/// A line in pieces: each as long, and the gap behind it, as the pattern says.
fn pieces(border: &Border, whole: &Rect, is_across: bool, pattern: &[(f32, f32)]) -> Item {
    let unit = border.width.max(LEAST_WIDTH);
    let length = if is_across { whole.width() } else { whole.height() };
    let mut segments = Vec::new();
    let mut at = 0.0;
    for (piece, gap) in pattern.iter().cycle().take(MAX_PIECES) {
        let end = (at + piece * unit).min(length);
        let rect = if is_across {
            Rect { left: whole.left + at, right: whole.left + end, ..*whole }
        } else {
            Rect { top: whole.top + at, bottom: whole.top + end, ..*whole }
        };
        let corners =
            [(rect.left, rect.top), (rect.right, rect.top), (rect.right, rect.bottom), (rect.left, rect.bottom)];
        segments.extend(polygon(&corners.map(|(x, y)| Point { x, y })));
        at = end + gap * unit;
        if at >= length {
            break;
        }
    }
    Item::Path(Path { segments, fill: Some((border.color, 1.0)), ..Path::default() })
}

fn wave(border: &Border, from: Point, to: Point) -> Item {
    let is_across = to.x - from.x > to.y - from.y;
    let length = if is_across { to.x - from.x } else { to.y - from.y };
    let count = ((length / WAVE.1) as usize).min(MAX_PIECES);
    let point = |number: usize| {
        let along = number as f32 * WAVE.1;
        let across = if number.is_multiple_of(2) { -WAVE.0 } else { WAVE.0 };
        let (dx, dy) = if is_across { (along, across) } else { (across, along) };
        Point { x: from.x + dx, y: from.y + dy }
    };
    let mut segments = vec![Segment::Move(point(0))];
    segments.extend((1..=count).map(|number| Segment::Line(point(number))));
    let stroke = Stroke { width: border.width, color: border.color, opacity: 1.0, dashed: false };
    Item::Path(Path { segments, stroke: Some(stroke), ..Path::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(kind: LineKind) -> Vec<Item> {
        let border = Border { width: 1.0, kind, ..Border::default() };
        let borders = Borders { top: Some(border), ..Borders::default() };
        let mut items = Vec::new();
        draw(&borders, &Rect { left: 0.0, top: 10.0, right: 100.0, bottom: 20.0 }, &mut items);
        items
    }

    fn reach(item: &Item) -> Rect {
        let Item::Path(path) = item else { panic!("lines are paths") };
        path.reach().expect("it has an extent")
    }

    #[test]
    fn lines_beside_each_other_are_as_far_apart_as_they_are_wide() {
        let double = drawn(LineKind::Double);
        assert_eq!(double.len(), 2);
        let (upper, lower) = (reach(&double[0]), reach(&double[1]));
        assert!((upper.top - 8.5).abs() < 0.01 && (upper.bottom - 9.5).abs() < 0.01, "{upper:?}");
        assert!((lower.top - 10.5).abs() < 0.01 && (lower.bottom - 11.5).abs() < 0.01, "{lower:?}");
        assert_eq!(drawn(LineKind::Triple).len(), 3);
    }

    #[test]
    fn dots_and_dashes_end_with_their_line() {
        for kind in [LineKind::Dotted, LineKind::Dashed, LineKind::DotDash] {
            let items = drawn(kind);
            assert_eq!(items.len(), 1);
            assert!(reach(&items[0]).right <= 101.0, "{kind:?}");
        }
    }
}
