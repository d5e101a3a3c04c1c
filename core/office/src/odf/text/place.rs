//! Anchors and positions of frames and shapes (OASIS ODF 1.3 part 3, 19.764 `text:anchor-type` and 20.297 to 20.406).

use super::super::measure::{length, share};
use super::super::styles::Properties;
use super::super::tree::Element;
use super::TextReader;
use transvase_base::units::{Affine, Size};
use transvase_model::flow::{Origin, Placement, Wrap};

/// Longest distance in points that is believed.
const FARTHEST: f32 = 5_000.0;

/// What something is anchored to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchored {
    /// It stands in the line, like a letter.
    Line,
    /// A paragraph or letter.
    Text,
    /// The page of this number.
    Page(u32),
}

/// What an element is anchored to.
pub(super) fn anchored(element: &Element, properties: &Properties<'_>) -> Anchored {
    match element.get("text:anchor-type").or_else(|| properties.get("text:anchor-type")) {
        Some("as-char") => Anchored::Line,
        Some("page") => Anchored::Page(element.number("text:anchor-page-number").unwrap_or(1)),
        _ => Anchored::Text,
    }
}

/// A length of an element itself.
pub(super) fn own(element: &Element, name: &str) -> Option<f32> {
    element.get(name).and_then(length).map(|length| length.clamp(-FARTHEST, FARTHEST))
}

impl TextReader<'_> {
    /// Width and height of an element, as far as it says them.
    pub(super) fn size(&self, element: &Element) -> (Option<f32>, Option<f32>) {
        let relative = |name, whole: f32| element.get(name).and_then(share).map(|share| share * whole);
        let side = |length: Option<f32>| length.filter(|length| *length > 0.0);
        let page = self.page.size.height - self.page.margins.top - self.page.margins.bottom;
        let width = own(element, "svg:width").or_else(|| own(element, "fo:min-width"));
        let height = own(element, "svg:height").or_else(|| own(element, "fo:min-height"));
        (
            side(width.or_else(|| relative("style:rel-width", self.measure))),
            side(height.or_else(|| relative("style:rel-height", page))),
        )
    }

    /// Where something of a size stands that is not in the line. `at` is the place it says itself.
    pub(super) fn placement(
        &self,
        properties: &Properties<'_>,
        anchor: Anchored,
        at: (f32, f32),
        size: Size,
    ) -> Placement {
        let is_page = matches!(anchor, Anchored::Page(_));
        let usual = if is_page { "page" } else { "paragraph" };
        let margins = self.page.margins;
        let (from, room) = match properties.get("style:horizontal-rel").unwrap_or(usual) {
            "page" => (-margins.left, self.page.size.width),
            "page-start-margin" => (-margins.left, margins.left),
            "page-end-margin" => (self.measure, margins.right),
            _ => (0.0, self.measure),
        };
        let x = from
            + match properties.get("style:horizontal-pos") {
                Some("left" | "inside") => 0.0,
                Some("center") => (room - size.width) / 2.0,
                Some("right" | "outside") => room - size.width,
                _ => at.0,
            };
        let (top, height) = match properties.get("style:vertical-rel").unwrap_or(usual) {
            "page" => (Some(0.0), self.page.size.height),
            "page-content" => (Some(margins.top), self.page.size.height - margins.top - margins.bottom),
            _ if is_page => (Some(margins.top), 0.0),
            _ => (None, 0.0),
        };
        let y = top.unwrap_or_default()
            + match properties.get("style:vertical-pos") {
                Some("top" | "below") => 0.0,
                Some("middle") => (height - size.height) / 2.0,
                Some("bottom") if top.is_some() => height - size.height,
                Some("bottom") => 0.0,
                _ => at.1,
            };
        let origin = if top.is_some() { Origin::Page } else { Origin::Paragraph };
        let x = if origin == Origin::Page { x + margins.left } else { x };
        Placement { x, y, origin, wrap: wrap(properties), room: room_around(properties), raised: false }
    }
}

/// What text does about something (20.406 `style:wrap`, 20.352 `style:run-through`).
fn wrap(properties: &Properties<'_>) -> Wrap {
    let through = || if properties.is("style:run-through", "background") { Wrap::Behind } else { Wrap::InFront };
    match properties.get("style:wrap") {
        Some("none") => Wrap::TopAndBottom,
        Some("run-through") => through(),
        Some(_) => Wrap::Square,
        None if properties.get("style:run-through").is_some() => through(),
        None => Wrap::Square,
    }
}

fn room_around(properties: &Properties<'_>) -> f32 {
    let side = |name| properties.side_length(name, "fo:margin").unwrap_or_default();
    side("fo:margin-left").max(side("fo:margin-right")).clamp(0.0, 100.0)
}

/// The map that `draw:transform` says (19.228): its parts hold one after the other.
pub(super) fn transform(text: &str) -> Affine {
    let mut map = Affine::IDENTITY;
    for part in text.split(')').take(16) {
        let Some((name, values)) = part.split_once('(') else { continue };
        let values: Vec<f32> =
            values.split([' ', ',']).filter_map(|value| length(value).or(value.parse().ok())).collect();
        let at = |index: usize| values.get(index).copied().filter(|value| value.is_finite()).unwrap_or_default();
        let next = match name.trim() {
            "translate" => Affine::translate(at(0), at(1)),
            "scale" => Affine::scale(at(0), if values.len() > 1 { at(1) } else { at(0) }),
            // Angles run counterclockwise.
            "rotate" => {
                let (sin, cos) = (libm::sinf(at(0)), libm::cosf(at(0)));
                Affine { a: cos, b: -sin, c: sin, d: cos, e: 0.0, f: 0.0 }
            }
            "skewX" => Affine { c: libm::tanf(at(0)), ..Affine::IDENTITY },
            "skewY" => Affine { b: libm::tanf(at(0)), ..Affine::IDENTITY },
            "matrix" => Affine { a: at(0), b: at(1), c: at(2), d: at(3), e: at(4), f: at(5) },
            _ => continue,
        };
        map = map.then(&next);
    }
    map
}

/// Degrees, clockwise, by which a map turns.
pub(super) fn turn(map: &Affine) -> f32 {
    libm::atan2f(map.b, map.a).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Point;

    /// A quarter turn counterclockwise about the origin, then a move: the right end of a line comes to lie above its left.
    #[test]
    fn transforms_hold_one_after_the_other() {
        let map = transform("rotate (1.5707963267949) translate (1in 2in)");
        let end = map.apply(Point { x: 10.0, y: 0.0 });
        assert!((end.x - 72.0).abs() < 0.01 && (end.y - 134.0).abs() < 0.01, "{end:?}");
        assert!((turn(&map) + 90.0).abs() < 0.01);
        assert_eq!(transform("nonsense (((1"), Affine::IDENTITY);
    }
}
