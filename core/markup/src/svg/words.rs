//! Words of a drawing (SVG 1.1, 10).

use super::Words;
use super::path::Numbers;
use super::shapes::{Rules, length, user_units};
use crate::html::{Content, Element, NodeId, Tree};
use transvase_base::units::{Affine, Point};
use transvase_model::flow::{Align, Color};

/// Size of a font that says none, in CSS pixels.
const SIZE: f32 = 16.0;

/// Height of a line in sizes of the font.
const LINE: f32 = 1.2;

/// Words that begin at a place of their own.
struct Stretch<'t> {
    element: &'t Element,
    at: Point,
    text: String,
}

/// The words of a `text` element, by the map of its place: lines in it, which have places of their own, are words of their
/// own.
pub(super) fn of(tree: &Tree, id: NodeId, fill: Option<Color>, map: &Affine, rules: &Rules<'_>) -> Vec<Words> {
    let Some(element) = tree.element(id) else { return Vec::new() };
    let around: Vec<&Element> = around(tree, id).collect();
    let stretches = stretches(tree, id, element);
    stretches.iter().filter_map(|stretch| words(stretch, &around, fill, map, rules)).collect()
}

/// The words of a piece of HTML in a drawing: each of its boxes is a line.
pub(super) fn of_page(tree: &Tree, id: NodeId, map: &Affine) -> Vec<Words> {
    let Some(element) = tree.element(id) else { return Vec::new() };
    let lines = lines_of(tree, id);
    let number = |name| length(element, name).unwrap_or(0.0);
    let (left, top, width) = (number("x"), number("y"), number("width"));
    let size = SIZE * map.determinant().abs().sqrt();
    let turn = libm::atan2f(map.b, map.a).to_degrees();
    let words = |(row, text): (usize, String)| Words {
        text,
        at: map.apply(Point { x: left + width / 2.0, y: top + (row as f32 + 1.0) * SIZE * LINE }),
        anchor: Align::Center,
        drop: 0.0,
        size,
        rotation: if turn.is_finite() { turn } else { 0.0 },
        family: None,
        color: Color::BLACK,
        bold: false,
        italic: false,
        underline: false,
    };
    let words = lines.into_iter().enumerate().map(words);
    words.filter(is_sound).collect()
}

/// The texts of the boxes below an element.
fn lines_of(tree: &Tree, id: NodeId) -> Vec<String> {
    let mut lines = vec![String::new()];
    for inner in tree.descendants(id) {
        match tree.content(inner) {
            Content::Text(text) => lines.last_mut().into_iter().for_each(|line| line.push_str(text)),
            Content::Element(element) if matches!(element.local(), "span" | "b" | "i" | "em" | "strong" | "a") => {}
            Content::Element(_) => lines.push(String::new()),
            _ => {}
        }
    }
    let lines = lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect()
}

/// Elements that a `text` takes its look from: itself, and those it lies in.
const MAX_AROUND: usize = 32;

fn around(tree: &Tree, id: NodeId) -> impl Iterator<Item = &Element> {
    let ids = std::iter::successors(Some(id), |id| tree.parent(*id)).take(MAX_AROUND);
    ids.filter_map(|id| tree.element(id)).take_while(|element| !element.is_html())
}

/// A `text` element as what is written from one place on (SVG 1.1, 10.5).
fn stretches<'t>(tree: &'t Tree, id: NodeId, element: &'t Element) -> Vec<Stretch<'t>> {
    let mut at = Point { x: first(element, "x").unwrap_or(0.0), y: first(element, "y").unwrap_or(0.0) };
    let mut found = vec![Stretch { element, at, text: String::new() }];
    for inner in tree.descendants(id).filter(|inner| *inner != id) {
        match tree.content(inner) {
            Content::Text(text) => found.last_mut().into_iter().for_each(|last| last.text.push_str(text)),
            Content::Element(element) if element.attribute("x").or(element.attribute("y")).is_some() => {
                let below = first(element, "dy").unwrap_or(0.0);
                at = Point { x: first(element, "x").unwrap_or(at.x), y: first(element, "y").unwrap_or(at.y) + below };
                found.push(Stretch { element, at, text: String::new() });
            }
            _ => {}
        }
    }
    found
}

/// The first length of those that say where each letter stands.
fn first(element: &Element, name: &str) -> Option<f32> {
    let said = element.attribute(name)?;
    length(element, name).or_else(|| Numbers { rest: said.as_bytes() }.next())
}

/// Words in the look of the element that they stand in, or else of those around it; `None` where there are none.
fn words(
    stretch: &Stretch<'_>,
    around: &[&Element],
    fill: Option<Color>,
    map: &Affine,
    rules: &Rules<'_>,
) -> Option<Words> {
    let property = |name: &str| {
        let of = |element| rules.property(element, name);
        of(stretch.element).or_else(|| around.iter().copied().find_map(of))
    };
    let text = stretch.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let turn = libm::atan2f(map.b, map.a).to_degrees();
    let size = property("font-size").and_then(user_units).unwrap_or(SIZE) * map.determinant().abs().sqrt();
    let anchor = match property("text-anchor") {
        Some("middle") => Align::Center,
        Some("end") => Align::End,
        _ => Align::Start,
    };
    let drop = match property("dominant-baseline") {
        Some("hanging" | "text-before-edge" | "text-top") => 0.8,
        Some("middle" | "central") => 0.3,
        Some("text-after-edge" | "ideographic" | "text-bottom") => -0.2,
        _ => 0.0,
    };
    let weight = property("font-weight").unwrap_or_default();
    let family = property("font-family").map(|family| family.split(',').next().unwrap_or_default());
    let family = family.map(|family| family.trim_matches(['"', '\'', ' ']).to_owned()).filter(|name| !name.is_empty());
    let words = Words {
        text,
        at: map.apply(stretch.at),
        anchor,
        drop,
        size,
        rotation: if turn.is_finite() { turn } else { 0.0 },
        family,
        color: fill.unwrap_or(Color::BLACK),
        bold: weight == "bold" || weight.parse::<u32>().is_ok_and(|weight| weight >= 600),
        italic: matches!(property("font-style"), Some("italic" | "oblique")),
        underline: property("text-decoration").is_some_and(|line| line.contains("underline")),
    };
    (is_sound(&words) && !words.text.is_empty()).then_some(words)
}

/// Whether words stand somewhere and have a size.
fn is_sound(words: &Words) -> bool {
    words.size > 0.0 && words.size.is_finite() && words.at.x.is_finite() && words.at.y.is_finite()
}
