//! Shape recognition: what single outlines are, such as bent bars, boxes with round corners, and letters.

use super::super::caps;
use super::tolerances::{MAX_RULE, NOTHING, SAME_SIDE, TOGETHER};
use transvase_base::units::{Point, Pt, Rect};

/// Corners of bent bars at the least and at the most. One of four beside others may be a mitred bar.
const BENT_CORNERS: (usize, usize) = (5, 16);
/// Length of their longest side at the least: letters drawn as outlines are smaller.
const LONG_SIDE: Pt = Pt(24.0);
/// The widest gap between outlined letters of a line, as a multiple of the height of the higher one: that of a space.
const SPACE: f32 = 0.8;
/// Radius of a round corner as a share of the shorter side at most: what is rounder is an oval or a letter.
const ROUND: f32 = 0.35;
/// Largest radius of a corner: larger ones are those of a drawing.
const MAX_RADIUS: Pt = Pt(40.0);
/// Points in the corners at the least: four times two control points.
const CORNER_POINTS: usize = 8;
/// Least side of a box with round corners: what is smaller holds no text.
const LEAST_BOX: Pt = Pt(8.0);

/// The bars that a closed outline is put together of, which its path has `alone`; `None` where it is something else.
/// Some programs fill the sides of cells in one go, two at a corner, as angles with straight or mitred ends.
pub(super) fn bent_bars(points: &[Point], bounds: &Rect, alone: bool) -> Option<Vec<Rect>> {
    let least = if alone { BENT_CORNERS.0 } else { BENT_CORNERS.0 - 1 };
    let long = bounds.width().max(bounds.height()) >= LONG_SIDE;
    let edges = || points.iter().zip(points.iter().cycle().skip(1));
    let straight = |(a, b): (&Point, &Point)| {
        let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
        dx.min(dy) <= NOTHING || dx.max(dy) <= MAX_RULE
    };
    if !long || !(least..=BENT_CORNERS.1).contains(&points.len()) || !edges().all(straight) {
        return None;
    }
    let mut heights: Vec<f32> = points.iter().map(|point| point.y).collect();
    heights.sort_by(f32::total_cmp);
    heights.dedup_by(|b, a| (*b - *a).abs() <= NOTHING);
    let mut bars = Vec::new();
    for pair in heights.windows(2) {
        let (top, bottom) = (pair[0], pair[1]);
        bars.extend(inside(points, f32::midpoint(top, bottom)).map(|(left, right)| Rect { left, top, right, bottom }));
    }
    let is_thin = |bar: &Rect| bar.width().min(bar.height()) <= MAX_RULE;
    bars.iter().all(is_thin).then_some(bars)
}

/// The stretches inside an outline at a height.
fn inside(points: &[Point], y: f32) -> impl Iterator<Item = (f32, f32)> + use<> {
    let edges = points.iter().zip(points.iter().cycle().skip(1));
    let crossings =
        edges.filter(|(a, b)| (a.y <= y) != (b.y <= y)).map(|(a, b)| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
    let mut crossings: Vec<f32> = crossings.collect();
    crossings.sort_by(f32::total_cmp);
    let pairs: Vec<(f32, f32)> = crossings.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    pairs.into_iter().filter(|(left, right)| right - left > NOTHING)
}

/// Whether the points of an outline, control points of curves among them, are those of a rectangle with round corners,
/// as boxes, cards and buttons are: each lies in a corner.
pub(super) fn has_round_corners(points: &[Point], bounds: &Rect) -> bool {
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
    let curved = points.len() >= strays.len() + CORNER_POINTS;
    short >= LEAST_BOX && curved && strays.len() <= 2 && strays.into_iter().all(on_side)
}

/// What joins the outlines of one path, by the boxes around them, where the next on their line is some way off:
/// programs fill the letters of a line as one path, which is one drawing then, however far they stand apart.
pub(super) fn bridges(mut boxes: Vec<Rect>) -> Vec<Rect> {
    if boxes.len() > caps::MANY {
        return Vec::new();
    }
    boxes.sort_by(|a, b| a.left.total_cmp(&b.left));
    // The outlines of other lines of text stand among those of one.
    let after = |at: usize| boxes.iter().skip(at + 1).take(caps::FEW);
    let next =
        boxes.iter().enumerate().filter_map(|(at, letter)| Some((letter, after(at).find(|b| is_level(letter, b))?)));
    next.filter(|(letter, next)| is_near(letter, next)).map(|(letter, next)| letter.union(next)).collect()
}

/// Whether two letters have half of the height of the lower one in common, as those of a line have.
fn is_level(a: &Rect, b: &Rect) -> bool {
    a.bottom.min(b.bottom) - a.top.max(b.top) >= 0.5 * a.height().min(b.height())
}

/// Whether one letter follows another in its line, further off than what belongs together by itself.
fn is_near(letter: &Rect, next: &Rect) -> bool {
    (TOGETHER.0..=SPACE * letter.height().max(next.height())).contains(&(next.left - letter.right))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars_of(corners: &[(f32, f32)]) -> Option<Vec<Rect>> {
        let points: Vec<Point> = corners.iter().map(|(x, y)| Point { x: *x, y: *y }).collect();
        bent_bars(&points, &Rect::around(points.iter().copied())?, false)
    }

    #[test]
    fn an_angle_is_two_bars() {
        // The right and the lower side of a cell of 80 by 35 points.
        let angle = [(80.0, 0.0), (81.5, 0.0), (81.5, 36.5), (0.0, 36.5), (0.0, 35.0), (80.0, 35.0)];
        let right = Rect { left: 80.0, top: 0.0, right: 81.5, bottom: 35.0 };
        let below = Rect { left: 0.0, top: 35.0, right: 81.5, bottom: 36.5 };
        assert_eq!(bars_of(&angle), Some(vec![right, below]));
    }

    #[test]
    fn a_mitred_end_is_cut_in_its_middle() {
        let angle = [(0.0, 0.0), (100.0, 0.0), (98.0, 2.0), (2.0, 2.0), (2.0, 50.0), (0.0, 50.0)];
        let above = Rect { left: 0.0, top: 0.0, right: 99.0, bottom: 2.0 };
        let left = Rect { left: 0.0, top: 2.0, right: 2.0, bottom: 50.0 };
        assert_eq!(bars_of(&angle), Some(vec![above, left]));
    }

    #[test]
    fn a_bar_may_have_a_mitred_end_too() {
        let bar = [(0.0, 2.0), (2.0, 0.0), (2.0, 50.0), (0.0, 50.0)];
        let rects = bars_of(&bar).unwrap();
        assert_eq!(rects.last(), Some(&Rect { left: 0.0, top: 2.0, right: 2.0, bottom: 50.0 }));
        let points = bar.map(|(x, y)| Point { x, y });
        assert_eq!(bent_bars(&points, &Rect::around(points).unwrap(), true), None, "a path of its own");
    }

    #[test]
    fn letters_areas_and_slanting_sides_are_none() {
        let scaled = |by: f32| {
            [(0.0, 0.0), (0.2, 0.0), (0.2, 0.8), (0.6, 0.8), (0.6, 1.0), (0.0, 1.0)].map(|(x, y)| (x * by, y * by))
        };
        assert_eq!(bars_of(&scaled(10.0)), None, "a letter");
        assert_eq!(bars_of(&scaled(100.0)), None, "arms 20 points thick");
        assert_eq!(
            bars_of(&[(0.0, 0.0), (50.0, 30.0), (50.0, 32.0), (0.0, 32.0), (-1.0, 10.0)]),
            None,
            "a slanting side"
        );
    }

    #[test]
    fn letters_of_a_line_are_joined() {
        let letter = |left: f32, top: f32| Rect { left, top, right: left + 20.0, bottom: top + 40.0 };
        // Two lines; the second letter of the first stands closer than what joins by itself.
        let found = bridges(vec![letter(0.0, 0.0), letter(24.0, 0.0), letter(60.0, 5.0), letter(0.0, 60.0)]);
        assert_eq!(found, [Rect { left: 24.0, top: 0.0, right: 80.0, bottom: 45.0 }]);
        assert!(bridges(vec![letter(0.0, 0.0), letter(70.0, 0.0)]).is_empty(), "signs on their own");
    }

    const BOX: Rect = Rect { left: 0.0, top: 0.0, right: 100.0, bottom: 60.0 };

    /// The corners of `BOX` cut with a radius, as curves with their control points.
    fn round(radius: f32) -> Vec<Point> {
        let k = radius * 0.45;
        let half = [(radius, 0.0), (100.0 - radius, 0.0), (100.0 - k, 0.0), (100.0, k), (100.0, radius)];
        let all = half.into_iter().chain(half.map(|(x, y)| (100.0 - x, 60.0 - y)));
        let rest = [(0.0, k), (k, 0.0), (100.0, 60.0 - k), (100.0 - k, 60.0)];
        all.chain(rest).map(|(x, y)| Point { x, y }).collect()
    }

    #[test]
    fn boxes_are_told_from_ovals() {
        assert!(has_round_corners(&round(6.0), &BOX));
        assert!(!has_round_corners(&round(30.0), &BOX), "too round for a box of this shape");
        let mut slanting = round(6.0);
        slanting.push(Point { x: 50.0, y: 30.0 });
        assert!(!has_round_corners(&slanting, &BOX));
    }
}
