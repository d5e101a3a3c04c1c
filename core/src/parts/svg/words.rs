//! Words of a drawing (SVG 1.1, 10).

use super::Words;
use super::shapes::{length, property};
use crate::model::flow::{Align, Color};
use crate::parts::html::{NodeId, Tree};
use crate::units::{Affine, Point};

/// Size of a font that says none, in CSS pixels.
const SIZE: f32 = 16.0;

/// The words of a `text` element, by the map of its place; `None` where there are none.
pub(super) fn of(tree: &Tree, id: NodeId, fill: Option<Color>, map: &Affine) -> Option<Words> {
    let element = tree.element(id)?;
    let text = tree.text(id).split_whitespace().collect::<Vec<_>>().join(" ");
    let at = |name| length(element, name).unwrap_or(0.0);
    let turn = libm::atan2f(map.b, map.a).to_degrees();
    let size = length(element, "font-size").unwrap_or(SIZE) * map.determinant().abs().sqrt();
    let anchor = match property(element, "text-anchor") {
        Some("middle") => Align::Center,
        Some("end") => Align::End,
        _ => Align::Start,
    };
    let drop = match property(element, "dominant-baseline") {
        Some("hanging" | "text-before-edge" | "text-top") => 0.8,
        Some("middle" | "central") => 0.3,
        Some("text-after-edge" | "ideographic" | "text-bottom") => -0.2,
        _ => 0.0,
    };
    let weight = property(element, "font-weight").unwrap_or_default();
    let family = property(element, "font-family").map(|family| family.split(',').next().unwrap_or_default());
    let family = family.map(|family| family.trim_matches(['"', '\'', ' ']).to_owned()).filter(|name| !name.is_empty());
    let words = Words {
        text,
        at: map.apply(Point { x: at("x"), y: at("y") }),
        anchor,
        drop,
        size,
        rotation: if turn.is_finite() { turn } else { 0.0 },
        family,
        color: fill.unwrap_or(Color::BLACK),
        bold: weight == "bold" || weight.parse::<u32>().is_ok_and(|weight| weight >= 600),
        italic: matches!(property(element, "font-style"), Some("italic" | "oblique")),
        underline: property(element, "text-decoration").is_some_and(|line| line.contains("underline")),
    };
    let sound = words.size > 0.0 && words.size.is_finite() && words.at.x.is_finite() && words.at.y.is_finite();
    (sound && !words.text.is_empty()).then_some(words)
}
