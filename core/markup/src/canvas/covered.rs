//! What nobody sees because something is painted over it.

use transvase_base::units::Rect;
use transvase_model::gradient::Axis;
use transvase_model::pages::{Item, Path};
use transvase_model::path::{self, Segment};

/// Index of the last item that hides all of a region: those before it need not be painted.
pub(super) fn first_seen(items: &[Item], region: &Rect) -> usize {
    let hides = |item: &Item| matches!(item, Item::Path(path) if hides(path, region));
    items.iter().rposition(hides).unwrap_or(0)
}

/// Whether a path fills all of the region with colours that nothing shows through.
fn hides(path: &Path, region: &Rect) -> bool {
    let is_opaque = path.fill.is_some_and(|(_, opacity)| opacity >= 1.0);
    // A gradient along a line goes on beyond its ends; one between circles need not.
    let is_even = path.gradient.as_ref().is_none_or(|gradient| matches!(gradient.axis, Axis::Line(..)));
    let is_unclipped = path.clip.is_none_or(|clip| super::covers(&clip, region));
    is_opaque && is_even && is_unclipped && is_box_around(&path.segments, region)
}

/// Whether an outline is an upright rectangle, in one stroke, around another.
fn is_box_around(segments: &[Segment], inner: &Rect) -> bool {
    let (corners, rest) = match segments {
        [Segment::Move(a), Segment::Line(b), Segment::Line(c), Segment::Line(d), rest @ ..] => ([a, b, c, d], rest),
        _ => return false,
    };
    let closes = matches!(rest, [] | [Segment::Close])
        || matches!(rest, [Segment::Line(end), Segment::Close] if end == corners[0]);
    let turns = |first: bool| {
        (0..4).all(|at| {
            let (p, q) = (corners[at], corners[(at + 1) % 4]);
            if (at % 2 == 0) == first { p.x == q.x && p.y != q.y } else { p.y == q.y && p.x != q.x }
        })
    };
    closes && (turns(true) || turns(false)) && path::bounds(segments).is_some_and(|outer| super::covers(&outer, inner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Point;
    use transvase_model::pages::Color;

    fn filled(left: f32, top: f32, right: f32, bottom: f32, opacity: f32) -> Item {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point { x, y });
        Item::Path(Path { segments: path::polygon(&corners), fill: Some((Color::BLACK, opacity)), ..Path::default() })
    }

    #[test]
    fn only_what_is_opaque_and_all_around_hides() {
        let region = Rect { left: 10.0, top: 10.0, right: 90.0, bottom: 90.0 };
        let whole = || filled(0.0, 0.0, 100.0, 100.0, 1.0);
        assert_eq!(first_seen(&[whole(), filled(20.0, 20.0, 30.0, 30.0, 1.0), whole(), whole()], &region), 3);
        assert_eq!(first_seen(&[whole(), filled(0.0, 0.0, 100.0, 100.0, 0.9)], &region), 0, "shines through");
        assert_eq!(first_seen(&[whole(), filled(10.5, 0.0, 100.0, 100.0, 1.0)], &region), 0, "leaves an edge");
        let clip = Some(Rect { right: 50.0, ..region });
        let Item::Path(path) = whole() else { panic!("a path") };
        assert_eq!(first_seen(&[whole(), Item::Path(Path { clip, ..path })], &region), 0, "cut off");
    }
}
