//! Missing glyphs: a box in the place of a character that no face has. It is drawn, since the faces' own glyph for this
//! is empty in many of them.

use transvase_base::units::Point;
use transvase_model::flow::Color;
use transvase_model::pages::{Item, Path};
use transvase_model::path::{self, Segment};

/// Height of a box, as a share of the size.
const HEIGHT: f32 = 0.7;
/// Its distance from its neighbours, likewise.
const GAP: f32 = 0.08;
/// The width of its line, likewise.
const LINE: f32 = 0.05;

/// A box at `left` on the base line, for a character of this width.
pub(super) fn item(left: f32, width: f32, size: f32, color: Color, base: f32) -> Item {
    let gap = (GAP * size).min(width / 4.0);
    let (left, right, top) = (left + gap, left + width - gap, base - HEIGHT * size);
    let line = LINE * size;
    let mut segments = rectangle(left, top, right, base);
    segments.extend(rectangle(left + line, top + line, right - line, base - line));
    Item::Path(Path { segments, fill: Some((color, 1.0)), even_odd: true, ..Path::default() })
}

fn rectangle(left: f32, top: f32, right: f32, bottom: f32) -> Vec<Segment> {
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    path::polygon(&corners.map(|(x, y)| Point { x, y }))
}
