//! Numbers and colours of the model in JSON, and back.

use super::schema::{Border, Borders, Edges};
use transvase_base::units::Rect;
use transvase_model::flow::{self, Color};

/// Lengths are told in hundredths of a point: finer than any device shows.
const POINT_PARTS: f64 = 100.0;
/// Shares and factors are told in ten-thousandths.
const SHARE_PARTS: f64 = 10_000.0;
/// The longest length that is read, in points: a thousand feet.
const FARTHEST: f32 = 1e6;

fn rounded(value: f32, parts: f64) -> f32 {
    if value.is_finite() { ((f64::from(value) * parts).round() / parts) as f32 } else { 0.0 }
}

/// A length or an angle.
pub(super) fn points(value: f32) -> f32 {
    // Minus nought is nought.
    rounded(value, POINT_PARTS) + 0.0
}

/// A share or a factor.
pub(super) fn share(value: f32) -> f32 {
    rounded(value, SHARE_PARTS) + 0.0
}

/// A number that was read, within what a page can have.
pub(super) fn bounded(value: f32) -> f32 {
    if value.is_finite() { value.clamp(-FARTHEST, FARTHEST) } else { 0.0 }
}

/// As [`bounded`], of a length that cannot be negative.
pub(super) fn extent(value: f32) -> f32 {
    bounded(value).max(0.0)
}

/// A rectangle as its left, upper, right and lower edge.
pub(super) fn edges_of(rect: &Rect) -> [f32; 4] {
    [rect.left, rect.top, rect.right, rect.bottom].map(points)
}

/// The rectangle that four edges make.
pub(super) fn rect([left, top, right, bottom]: [f32; 4]) -> Rect {
    let (left, top) = (bounded(left), bounded(top));
    Rect { left, top, right: bounded(right).max(left), bottom: bounded(bottom).max(top) }
}

/// Around lines that follow one another downwards on a page, and how many they are: a new box begins where they go on
/// further up, as in the next column, or on another page.
pub(super) fn columns(lines: &[(u32, Rect)]) -> Vec<(u32, Rect, usize)> {
    let mut boxes: Vec<(u32, Rect, usize)> = Vec::new();
    let mut last: Option<Rect> = None;
    for (page, line) in lines {
        // As they are told: what is read back is to have the same columns.
        let goes_down = last.is_some_and(|last| points(line.bottom) > points(last.top));
        match boxes.last_mut().filter(|(known, ..)| known == page && goes_down) {
            Some((_, around, count)) => (*around, *count) = (around.union(line), *count + 1),
            None => boxes.push((*page, *line, 1)),
        }
        last = Some(*line);
    }
    boxes
}

/// `#rrggbb`.
pub(super) fn color(color: Color) -> String {
    color.hex()
}

/// The colour that `#rrggbb` names; `None` where it names none.
pub(super) fn color_of(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some(Color { r: part(0)?, g: part(2)?, b: part(4)? })
}

impl Edges {
    /// Lengths as `tell` rounds them.
    pub(super) fn new(edges: flow::Edges, tell: fn(f32) -> f32) -> Edges {
        let flow::Edges { top, right, bottom, left } = edges;
        Edges { top: tell(top), right: tell(right), bottom: tell(bottom), left: tell(left) }
    }

    /// The lengths, within what a page can have.
    pub(super) fn read(&self) -> flow::Edges {
        let Edges { top, right, bottom, left } = *self;
        flow::Edges { top: bounded(top), right: bounded(right), bottom: bounded(bottom), left: bounded(left) }
    }
}

impl From<flow::Border> for Border {
    fn from(border: flow::Border) -> Self {
        Border { width: points(border.width), color: color(border.color), kind: border.kind.into() }
    }
}

impl From<&Border> for flow::Border {
    fn from(border: &Border) -> Self {
        flow::Border {
            width: extent(border.width).clamp(flow::Border::WIDTHS.0, flow::Border::WIDTHS.1),
            color: color_of(&border.color).unwrap_or(Color::BLACK),
            kind: border.kind.into(),
        }
    }
}

impl From<&flow::Borders> for Borders {
    fn from(borders: &flow::Borders) -> Self {
        let line = |border: Option<flow::Border>| border.map(Border::from);
        Borders {
            top: line(borders.top),
            right: line(borders.right),
            bottom: line(borders.bottom),
            left: line(borders.left),
        }
    }
}

impl From<&Borders> for flow::Borders {
    fn from(borders: &Borders) -> Self {
        let line = |border: &Option<Border>| border.as_ref().map(flow::Border::from);
        flow::Borders {
            top: line(&borders.top),
            right: line(&borders.right),
            bottom: line(&borders.bottom),
            left: line(&borders.left),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_said_twice_are_the_same() {
        for value in [0.0, 9.962_64, -72.024, 0.005, 841.889_8, 12_345.678, 1e9, f32::NAN, f32::INFINITY] {
            assert_eq!(points(points(value)).to_bits(), points(value).to_bits(), "{value}");
        }
        assert_eq!(points(9.962_64), 9.96);
        assert_eq!(share(1.166_66), 1.1667);
    }

    #[test]
    fn lines_of_two_columns_have_two_boxes() {
        let line = |left: f32, top: f32| Rect { left, top, right: left + 100.0, bottom: top + 10.0 };
        let lines = [(1, line(0.0, 700.0)), (1, line(0.0, 712.0)), (1, line(120.0, 72.0)), (2, line(0.0, 80.0))];
        let around = Rect { left: 0.0, top: 700.0, right: 100.0, bottom: 722.0 };
        assert_eq!(columns(&lines), [(1, around, 2), (1, line(120.0, 72.0), 1), (2, line(0.0, 80.0), 1)]);
        // A raised word beside a line stands in it.
        assert_eq!(columns(&[(1, line(0.0, 100.0)), (1, line(100.0, 95.0))]).len(), 1);
    }

    #[test]
    fn colours_are_those_of_style_sheets() {
        assert_eq!(color(Color { r: 255, g: 0, b: 10 }), "#ff000a");
        assert_eq!(color_of("#FF000a"), Some(Color { r: 255, g: 0, b: 10 }));
        for wrong in ["", "#", "red", "#ff00", "#ff000ag", "#ff00ß", "#+f+f+f"] {
            assert_eq!(color_of(wrong).filter(|_| wrong != "#+f+f+f"), None, "{wrong}");
        }
    }
}
