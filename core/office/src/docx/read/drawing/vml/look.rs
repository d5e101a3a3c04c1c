//! VML fill and stroke (ECMA-376 part 4, 14.1.2.5 and 14.1.2.21).

use super::css::{length, share};
use crate::ooxml::Tree;
use crate::ooxml::paint::{Fill, Line};
use transvase_model::flow::Color;
use transvase_model::path::Stroke;
use transvase_model::text::css_color;

/// Width of a line that says none, in points.
const LINE: f32 = 0.75;

/// A shape and the type it is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind<'t> {
    pub shape: &'t Tree,
    pub of: Option<&'t Tree>,
}

impl<'t> Kind<'t> {
    /// An attribute of the shape, else of its type.
    pub(super) fn attribute(&self, name: &str) -> Option<&'t str> {
        self.shape.attribute(name).or_else(|| self.of.and_then(|of| of.attribute(name)))
    }

    /// The number of its kind, as office programs count them (14.2.2.20).
    pub(super) fn number(&self) -> Option<u32> {
        let own = self.attribute("o:spt").and_then(|number| number.parse::<f32>().ok());
        let named = || self.shape.attribute("type")?.rsplit_once("_t")?.1.parse::<f32>().ok();
        own.or_else(named).map(|number| number as u32)
    }

    /// Whether it is a picture or lettering, which have no ground of their own.
    fn is_bare(&self) -> bool {
        self.number() == Some(75)
    }

    pub(super) fn fill(&self) -> Fill {
        let fill = self.shape.child("v:fill");
        let said = |name| fill.and_then(|fill| fill.attribute(name));
        let switch = said("on").or_else(|| self.attribute("filled"));
        if switch.map_or(self.is_bare(), is_off) {
            return Fill::None;
        }
        if let Some(id) = said("r:id").filter(|_| said("type") == Some("frame")) {
            return Fill::Picture(id.to_owned());
        }
        let front = said("color").or_else(|| self.attribute("fillcolor")).map_or(Some(Color::WHITE), color);
        let Some(front) = front else { return Fill::None };
        let opacity = said("opacity").and_then(share).unwrap_or(1.0).clamp(0.0, 1.0);
        match (said("type"), said("color2").and_then(color)) {
            (Some("gradient" | "gradientRadial"), Some(back)) => {
                let angle = said("angle").and_then(|angle| angle.parse::<f32>().ok()).unwrap_or(0.0);
                // Angles run counterclockwise from what goes up.
                Fill::between(front, back, 270.0 - angle, opacity)
            }
            _ => Fill::Solid(front, opacity),
        }
    }

    pub(super) fn line(&self) -> Option<Line> {
        let stroke = self.shape.child("v:stroke");
        let said = |name| stroke.and_then(|stroke| stroke.attribute(name));
        let switch = said("on").or_else(|| self.attribute("stroked"));
        if switch.map_or(self.is_bare(), is_off) {
            return None;
        }
        let shade = said("color").or_else(|| self.attribute("strokecolor")).map_or(Some(Color::BLACK), color)?;
        let weight = said("weight").or_else(|| self.attribute("strokeweight")).and_then(weight).unwrap_or(LINE);
        let dashed = said("dashstyle").is_some_and(|dash| !dash.eq_ignore_ascii_case("solid"));
        let opacity = said("opacity").and_then(share).unwrap_or(1.0).clamp(0.0, 1.0);
        let arrow = |name| said(name).is_some_and(|arrow| arrow != "none");
        let stroke = Stroke { width: weight.clamp(0.0, 1_584.0), color: shade, opacity, dashed };
        Some(Line { stroke, arrows: [arrow("startarrow"), arrow("endarrow")] })
    }
}

/// The width of a line: points where it has no unit.
fn weight(text: &str) -> Option<f32> {
    if text.ends_with(|c: char| c.is_ascii_digit()) {
        return text.trim().parse::<f32>().ok().map(|emu| if emu > 1_000.0 { emu / 12_700.0 } else { emu });
    }
    length(text)
}

pub(super) fn is_off(value: &str) -> bool {
    matches!(value, "f" | "false" | "0" | "off")
}

/// A colour, before what some programs say of it in brackets; `None` of none.
pub(super) fn color(text: &str) -> Option<Color> {
    let name = text.split(['[', ' ']).next().unwrap_or_default().trim();
    match name {
        "window" | "infoBackground" => Some(Color::WHITE),
        "none" => None,
        // Shades of the other colour of a fill.
        "fill" | "line" => Some(Color { r: 128, g: 128, b: 128 }),
        name => css_color::color(name).flatten().or(Some(Color::BLACK)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(xml: &str, check: impl FnOnce(Kind<'_>)) {
        let shape = Tree::parse(xml);
        check(Kind { shape: &shape, of: None });
    }

    #[test]
    fn shapes_are_white_with_a_black_line_unless_they_say_so() {
        of("<v:rect/>", |kind| {
            assert_eq!(kind.fill(), Fill::Solid(Color::WHITE, 1.0));
            assert_eq!(kind.line().map(|line| line.stroke.width), Some(0.75));
        });
        of("<v:rect filled='f' stroked='f'/>", |kind| assert!(kind.fill() == Fill::None && kind.line().is_none()));
        of("<v:shape type='#_x0000_t75'/>", |kind| assert!(kind.fill() == Fill::None && kind.line().is_none()));
        let red = Color { r: 255, g: 0, b: 0 };
        of("<v:rect fillcolor='red [3]' strokeweight='2pt'><v:fill opacity='32768f'/></v:rect>", |kind| {
            assert_eq!(kind.fill(), Fill::Solid(red, 0.5));
            assert_eq!(kind.line().map(|line| line.stroke.width), Some(2.0));
        });
    }
}
