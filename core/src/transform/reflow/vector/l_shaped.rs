//! Bent bars: the sides of cells that some programs fill in one go, two at a corner, as angles with straight or mitred
//! ends.

use super::tolerances::{MAX_RULE, NOTHING};
use crate::units::{Point, Pt, Rect};

/// Corners of such an outline at the least and at the most. One of four beside others may be a mitred bar.
const CORNERS: (usize, usize) = (5, 16);
/// Length of its longest side at the least: letters drawn as outlines are smaller.
const LONG: Pt = Pt(24.0);

/// The bars that a closed outline is put together of, which its path has `alone`; `None` where it is something else.
pub(super) fn bars(points: &[Point], bounds: &Rect, alone: bool) -> Option<Vec<Rect>> {
    let least = if alone { CORNERS.0 } else { CORNERS.0 - 1 };
    let long = bounds.width().max(bounds.height()) >= LONG;
    let edges = || points.iter().zip(points.iter().cycle().skip(1));
    let straight = |(a, b): (&Point, &Point)| {
        let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
        dx.min(dy) <= NOTHING || dx.max(dy) <= MAX_RULE
    };
    if !long || !(least..=CORNERS.1).contains(&points.len()) || !edges().all(straight) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(corners: &[(f32, f32)]) -> Option<Vec<Rect>> {
        let points: Vec<Point> = corners.iter().map(|(x, y)| Point { x: *x, y: *y }).collect();
        bars(&points, &Rect::around(points.iter().copied())?, false)
    }

    #[test]
    fn an_angle_is_two_bars() {
        // The right and the lower side of a cell of 80 by 35 points.
        let angle = [(80.0, 0.0), (81.5, 0.0), (81.5, 36.5), (0.0, 36.5), (0.0, 35.0), (80.0, 35.0)];
        let right = Rect { left: 80.0, top: 0.0, right: 81.5, bottom: 35.0 };
        let below = Rect { left: 0.0, top: 35.0, right: 81.5, bottom: 36.5 };
        assert_eq!(outline(&angle), Some(vec![right, below]));
    }

    #[test]
    fn a_mitred_end_is_cut_in_its_middle() {
        let angle = [(0.0, 0.0), (100.0, 0.0), (98.0, 2.0), (2.0, 2.0), (2.0, 50.0), (0.0, 50.0)];
        let above = Rect { left: 0.0, top: 0.0, right: 99.0, bottom: 2.0 };
        let left = Rect { left: 0.0, top: 2.0, right: 2.0, bottom: 50.0 };
        assert_eq!(outline(&angle), Some(vec![above, left]));
    }

    #[test]
    fn a_bar_may_have_a_mitred_end_too() {
        let bar = [(0.0, 2.0), (2.0, 0.0), (2.0, 50.0), (0.0, 50.0)];
        let rects = outline(&bar).unwrap();
        assert_eq!(rects.last(), Some(&Rect { left: 0.0, top: 2.0, right: 2.0, bottom: 50.0 }));
        let points = bar.map(|(x, y)| Point { x, y });
        assert_eq!(bars(&points, &Rect::around(points).unwrap(), true), None, "a path of its own");
    }

    #[test]
    fn letters_areas_and_slanting_sides_are_none() {
        let scaled = |by: f32| {
            [(0.0, 0.0), (0.2, 0.0), (0.2, 0.8), (0.6, 0.8), (0.6, 1.0), (0.0, 1.0)].map(|(x, y)| (x * by, y * by))
        };
        assert_eq!(outline(&scaled(10.0)), None, "a letter");
        assert_eq!(outline(&scaled(100.0)), None, "arms 20 points thick");
        assert_eq!(
            outline(&[(0.0, 0.0), (50.0, 30.0), (50.0, 32.0), (0.0, 32.0), (-1.0, 10.0)]),
            None,
            "a slanting side"
        );
    }
}
