//! VML style attributes: where shapes stand and how large they are (ECMA-376 part 4, 14.1.2.19).

use super::super::place::{At, Axis, From, resolve};
use crate::ooxml::Tree;
use transvase_base::units::Size;
use transvase_model::flow::{Origin, PageSetup, Placement, Wrap};

/// Largest length in points.
const LONGEST: f32 = 10_000.0;

/// The declarations of a style attribute.
#[derive(Debug, Clone, Default)]
pub(super) struct Css<'t> {
    rows: Vec<(&'t str, &'t str)>,
}

impl<'t> Css<'t> {
    pub(super) fn of(shape: &'t Tree) -> Css<'t> {
        Css::read(shape.attribute("style").unwrap_or_default())
    }

    pub(super) fn read(style: &'t str) -> Css<'t> {
        let rows = style.split(';').filter_map(|row| row.split_once(':'));
        Css { rows: rows.map(|(name, value)| (name.trim(), value.trim())).collect() }
    }

    /// The value of a property.
    pub(super) fn get(&self, name: &str) -> Option<&'t str> {
        self.rows.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }

    /// A length in points.
    pub(super) fn length(&self, name: &str) -> Option<f32> {
        length(self.get(name)?)
    }

    /// A number without a unit, as members of groups have them.
    pub(super) fn number(&self, name: &str) -> Option<f32> {
        let text = self.get(name)?;
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        number.parse().ok().filter(|value: &f32| value.abs() < 1e9)
    }

    pub(super) fn size(&self) -> Size {
        let side = |name| self.length(name).unwrap_or(0.0).max(0.0);
        Size { width: side("width"), height: side("height") }
    }

    pub(super) fn is_hidden(&self) -> bool {
        self.get("visibility") == Some("hidden")
    }

    /// The turn in degrees, clockwise, from 0 to 360.
    pub(super) fn rotation(&self) -> f32 {
        let text = self.get("rotation").unwrap_or("0");
        let degrees = match text.strip_suffix("fd") {
            Some(parts) => parts.parse().map(|parts: f32| parts / 65_536.0),
            None => text.trim_end_matches("deg").parse(),
        };
        degrees.ok().filter(|degrees: &f32| degrees.is_finite()).unwrap_or(0.0).rem_euclid(360.0)
    }

    /// Whether it is mirrored from left to right, and from top to bottom.
    pub(super) fn flips(&self) -> [bool; 2] {
        let flip = self.get("flip").unwrap_or_default();
        ['x', 'y'].map(|axis| flip.contains(axis))
    }

    /// Where a shape stands; `None` of one in the line.
    pub(super) fn placement(&self, shape: &Tree, size: Size, page: &PageSetup) -> Option<Placement> {
        if self.get("position") != Some("absolute") {
            return None;
        }
        let wrapped = shape.child("w10:wrap");
        let anchor = |name| wrapped.and_then(|wrapped| wrapped.attribute(name));
        let across = self.axis(["mso-position-horizontal", "margin-left", "left"], anchor("anchorx"));
        let down = self.axis(["mso-position-vertical", "margin-top", "top"], anchor("anchory"));
        let (x, y, origin) = resolve(across, down, size, page);
        let behind = self.number("z-index").is_some_and(|height| height < 0.0);
        let wrap = match anchor("type") {
            Some("square" | "tight" | "through") => Wrap::Square,
            Some("topAndBottom") => Wrap::TopAndBottom,
            _ if behind => Wrap::Behind,
            _ => Wrap::InFront,
        };
        let room = |side| self.length(side).unwrap_or(9.0);
        let room = room("mso-wrap-distance-left").max(room("mso-wrap-distance-right")).clamp(0.0, 100.0);
        Some(Placement { x, y, origin, wrap, room, raised: false })
    }

    /// A place along one axis: by its alignment, else by the first of two offsets.
    fn axis(&self, [align, margin, offset]: [&str; 3], anchor: Option<&str>) -> Axis {
        let relative = format!("{align}-relative");
        let from = match self.get(&relative).or(anchor).unwrap_or("text") {
            "page" => From::Paper,
            "margin" => From::Text,
            "left-margin-area" | "top-margin-area" | "inner-margin-area" => From::NearMargin,
            "right-margin-area" | "bottom-margin-area" | "outer-margin-area" => From::FarMargin,
            _ => From::Local,
        };
        let at = match self.get(align) {
            Some("left" | "top" | "inside") => At::Start,
            Some("center") => At::Middle,
            Some("right" | "bottom" | "outside") => At::End,
            _ => At::Offset(self.length(margin).or_else(|| self.length(offset)).unwrap_or(0.0)),
        };
        Axis { from, at }
    }
}

/// What a watermark counts its place from.
pub(super) fn is_on_page(placement: Option<&Placement>) -> bool {
    placement.is_some_and(|placement| placement.origin == Origin::Page && placement.wrap == Wrap::Behind)
}

/// A length in points; without a unit it is one of pixels, 96 to the inch.
pub(super) fn length(text: &str) -> Option<f32> {
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let value: f32 = number.trim().parse().ok()?;
    let points = match text.get(number.len()..).unwrap_or_default() {
        "pt" => value,
        "in" => value * 72.0,
        "cm" => value * 72.0 / 2.54,
        "mm" => value * 72.0 / 25.4,
        "pc" | "pi" => value * 12.0,
        "px" | "" => value * 0.75,
        "emu" => value / 12_700.0,
        _ => return None,
    };
    points.is_finite().then_some(points.clamp(-LONGEST, LONGEST))
}

/// A share, given as a number, in 65,536ths, or as a percentage.
pub(super) fn share(text: &str) -> Option<f32> {
    let text = text.trim();
    let value: f32 = if let Some(parts) = text.strip_suffix('f') {
        parts.parse::<f32>().ok()? / 65_536.0
    } else if let Some(percent) = text.strip_suffix('%') {
        percent.parse::<f32>().ok()? / 100.0
    } else {
        text.parse().ok()?
    };
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::Edges;

    #[test]
    fn values_have_the_units_of_the_specification() {
        let cases = [("1in", 72.0), ("2.54cm", 72.0), ("96", 72.0), ("36.5pt", 36.5), ("12700emu", 1.0)];
        for (text, expected) in cases {
            assert!((length(text).unwrap() - expected).abs() < 1e-3, "{text}");
        }
        assert_eq!((length(""), length("x"), length("5em")), (None, None, None));
        assert_eq!((share("32768f"), share("50%"), share(".5")), (Some(0.5), Some(0.5), Some(0.5)));
        assert_eq!(Css::read("rotation:-90").rotation(), 270.0);
        assert_eq!(Css::read("rotation:2949120fd").rotation(), 45.0);
    }

    #[test]
    fn places_are_resolved_on_the_page() {
        let page = PageSetup {
            size: Size { width: 600.0, height: 800.0 },
            margins: Edges { top: 50.0, right: 100.0, bottom: 50.0, left: 100.0 },
            ..PageSetup::default()
        };
        let place = |style: &str, inner: &str| {
            let shape = Tree::parse(&format!("<v:shape style='{style}'>{inner}</v:shape>"));
            let css = Css::of(&shape);
            css.placement(&shape, css.size(), &page).map(|place| (place.x, place.y, place.origin, place.wrap))
        };
        assert_eq!(place("width:100pt;height:20pt", ""), None);
        let middle = "position:absolute;width:100pt;height:20pt;z-index:-1;mso-position-horizontal:center;\
            mso-position-horizontal-relative:margin;mso-position-vertical:center;mso-position-vertical-relative:margin";
        assert_eq!(place(middle, ""), Some((250.0, 390.0, Origin::Page, Wrap::Behind)));
        let free = "position:absolute;margin-left:10pt;margin-top:5pt;width:1in;height:1in;z-index:1";
        assert_eq!(place(free, ""), Some((10.0, 5.0, Origin::Paragraph, Wrap::InFront)));
        let page = "<w10:wrap type='square' anchorx='page' anchory='page'/>";
        assert_eq!(place(free, page), Some((10.0, 5.0, Origin::Page, Wrap::Square)));
    }
}
