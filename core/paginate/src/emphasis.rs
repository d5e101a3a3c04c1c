//! Emphasis marks: a dot, drop or ring at each character, as Chinese and Japanese text has them where
//! others lean the letters. They are drawn, so that they need no font.

use transvase_base::units::Point;
use transvase_model::flow::{Color, Emphasis};
use transvase_model::pages::{Item, Path};
use transvase_model::path;

/// Distance of the marks' middles above the base line, as a share of the size.
const ABOVE: f32 = 1.0;
/// The same for marks below it.
const BELOW: f32 = -0.25;

/// Height above the base line that a line with marks needs, as a share of the size.
pub(super) const HEIGHT: f32 = ABOVE + 0.1;

/// Corners that stand for a curve: at the size of a mark nobody sees them.
const CORNERS: usize = 16;

/// Height above the base line that marks of a kind need, as a share of the size.
pub(super) fn height(mark: Emphasis) -> f32 {
    if mark == Emphasis::UnderDot { 0.0 } else { HEIGHT }
}

/// Whether a character gets a mark: letters and digits do, spaces and punctuation do not (CSS Text
/// Decoration 3, 3.4).
pub(super) fn is_marked(character: char) -> bool {
    character.is_alphanumeric()
}

/// A mark at a character whose middle is at `x`.
pub(super) fn item(mark: Emphasis, size: f32, color: Color, x: f32, base: f32) -> Item {
    let up = if mark == Emphasis::UnderDot { BELOW } else { ABOVE };
    let middle = Point { x, y: base - up * size };
    let mut segments = match mark {
        Emphasis::Dot | Emphasis::UnderDot => oval(middle, 0.08 * size, 0.08 * size),
        Emphasis::Comma => oval(middle, 0.06 * size, 0.13 * size),
        Emphasis::Circle => oval(middle, 0.1 * size, 0.1 * size),
    };
    if mark == Emphasis::Circle {
        segments.extend(oval(middle, 0.06 * size, 0.06 * size));
    }
    Item::Path(Path { segments, fill: Some((color, 1.0)), even_odd: true, ..Path::default() })
}

/// An ellipse; one that is higher than wide leans to the right at its foot, as a drop does.
fn oval(middle: Point, wide: f32, high: f32) -> Vec<path::Segment> {
    let lean = if high > wide { 0.7 * wide / high } else { 0.0 };
    let corner = |number: usize| {
        let turn = number as f32 / CORNERS as f32 * std::f32::consts::TAU;
        let (sin, cos) = (libm::sinf(turn), libm::cosf(turn));
        Point { x: middle.x + wide * cos + lean * high * sin, y: middle.y + high * sin }
    };
    let corners: Vec<Point> = (0..CORNERS).map(corner).collect();
    path::polygon(&corners)
}
