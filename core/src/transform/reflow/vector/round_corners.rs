//! Rectangles with round corners: boxes, cards and buttons.

use super::tolerances::SAME_SIDE;
use crate::units::{Point, Pt, Rect};

/// Radius of a corner as a share of the shorter side at most: what is rounder is an oval or a letter.
const ROUND: f32 = 0.35;
/// Largest radius of a corner: larger ones are those of a drawing.
const MAX_RADIUS: Pt = Pt(40.0);
/// Points in the corners at the least: four times two control points.
const MIN_POINTS: usize = 8;
/// Least side: what is smaller holds no text.
const MIN_SIDE: Pt = Pt(8.0);

/// Whether the points of an outline, control points of curves among them, are those of such a rectangle: each lies
/// in a corner.
pub(super) fn are_those_of(points: &[Point], bounds: &Rect) -> bool {
    let (short, long) = (bounds.width().min(bounds.height()), bounds.width().max(bounds.height()));
    // The ends of a box twice as long as high, such as a button, may be half circles.
    let share = if long >= 2.0 * short { 0.5 } else { ROUND };
    let radius = (share * short).min(MAX_RADIUS.0) + SAME_SIDE;
    let from_side = |p: &Point| {
        let across = (p.x - bounds.left).min(bounds.right - p.x);
        (across, (p.y - bounds.top).min(bounds.bottom - p.y))
    };
    let in_corner = |p: &Point| matches!(from_side(p), (across, down) if across <= radius && down <= radius);
    let on_side = |p: &Point| matches!(from_side(p), (across, down) if across <= SAME_SIDE || down <= SAME_SIDE);
    // An outline may begin, and end, in the middle of a side; that of an oval touches all of them there.
    let strays: Vec<&Point> = points.iter().filter(|p| !in_corner(p)).collect();
    let curved = points.len() >= strays.len() + MIN_POINTS;
    short >= MIN_SIDE && curved && strays.len() <= 2 && strays.into_iter().all(on_side)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Rect = Rect { left: 0.0, top: 0.0, right: 100.0, bottom: 60.0 };

    /// The corners of `BOX` cut with a radius, as curves with their control points.
    fn outline(radius: f32) -> Vec<Point> {
        let k = radius * 0.45;
        let half = [(radius, 0.0), (100.0 - radius, 0.0), (100.0 - k, 0.0), (100.0, k), (100.0, radius)];
        let all = half.into_iter().chain(half.map(|(x, y)| (100.0 - x, 60.0 - y)));
        let rest = [(0.0, k), (k, 0.0), (100.0, 60.0 - k), (100.0 - k, 60.0)];
        all.chain(rest).map(|(x, y)| Point { x, y }).collect()
    }

    #[test]
    fn boxes_are_told_from_ovals() {
        assert!(are_those_of(&outline(6.0), &BOX));
        assert!(!are_those_of(&outline(30.0), &BOX), "too round for a box of this shape");
        let mut slanting = outline(6.0);
        slanting.push(Point { x: 50.0, y: 30.0 });
        assert!(!are_those_of(&slanting, &BOX));
    }
}
