//! Strokes as outlines to be filled: a bar for each line, a disc at each corner.

use crate::units::{Affine, Point};

use super::fill::Outlines;

/// Corners of a disc.
const DISC: u32 = 12;

/// Lines of one stroke. Longer ones are cut off.
const MAX_LINES: usize = 20_000;

/// What a stroke of the given width covers. Every corner is round, which no reader notices on thin
/// lines.
pub(super) fn stroke(outlines: &[(Vec<Point>, bool)], width: f32) -> Outlines {
    let half = width / 2.0;
    let mut out = Outlines::new();
    for (outline, closed) in outlines {
        let close = closed.then(|| outline.first()).flatten();
        let ends = outline.iter().skip(1).chain(close);
        for (from, to) in outline.iter().zip(ends).take(MAX_LINES) {
            out.extend(bar(*from, *to, half));
        }
        let last = if *closed { outline.len() } else { outline.len().saturating_sub(1) };
        let first = usize::from(!closed);
        out.extend(outline.iter().take(last.min(MAX_LINES)).skip(first).map(|corner| disc(*corner, half)));
    }
    out
}

fn bar(from: Point, to: Point, half: f32) -> Option<Vec<Point>> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = (dx * dx + dy * dy).sqrt();
    let (nx, ny) = (-dy / length * half, dx / length * half);
    let corner = |p: Point, sign: f32| Point { x: p.x + sign * nx, y: p.y + sign * ny };
    nx.is_finite().then(|| vec![corner(from, 1.0), corner(from, -1.0), corner(to, -1.0), corner(to, 1.0)])
}

fn disc(center: Point, radius: f32) -> Vec<Point> {
    ellipse(center, radius, radius, DISC)
}

/// An ellipse of so many corners, turning the way [`bar`] does, so that both add up.
pub(super) fn ellipse(center: Point, rx: f32, ry: f32, corners: u32) -> Vec<Point> {
    let corner = |index: u32| {
        let angle = std::f32::consts::TAU * index as f32 / corners as f32;
        Point { x: center.x + rx * libm::sinf(angle), y: center.y + ry * libm::cosf(angle) }
    };
    (0..corners).map(corner).collect()
}

/// The outlines under a map.
pub(super) fn mapped(outlines: Outlines, map: &Affine) -> Outlines {
    outlines.into_iter().map(|outline| outline.into_iter().map(|point| map.apply(point)).collect()).collect()
}
