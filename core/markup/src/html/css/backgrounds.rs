//! Grounds and borders (CSS Backgrounds and Borders 3; CSS Logical Properties 1, 4.4).

use transvase_model::text::css_color::{self, Paint};

use super::declaration::{Declaration, SIDES, Side, side_named};
use super::syntax::{listed, words};
use super::value::Length;

/// `medium`, the width of lines that do not say theirs, in points.
const MEDIUM: Length = Length::Pt(1.5);

/// The colour of the shorthand `background`; `None` where it says nothing of one. A gradient is seen as the colour that it
/// begins with: what stands on it was made to be read there.
pub(super) fn background(word: &str) -> Option<Paint> {
    let words = words(word);
    let named = words.iter().find_map(|part| css_color::paint(part));
    let of_gradient = || words.iter().find_map(|part| first_stop(part));
    let is_none = matches!(words[..], ["none" | "0" | "initial" | "unset"]);
    named.or_else(of_gradient).or(is_none.then_some(Paint::TRANSPARENT))
}

/// The first colour of a gradient.
fn first_stop(part: &str) -> Option<Paint> {
    let (name, inside) = part.split_once('(')?;
    let inside = inside.strip_suffix(')').filter(|_| name.ends_with("gradient"))?;
    listed(inside).into_iter().flat_map(words).find_map(css_color::paint)
}

/// `border`, `border-top`, `border-width`, `border-inline-start-color` and so on.
pub(super) fn border(name: &str, word: &str, out: &mut Vec<Declaration>) {
    let Some(name) = name.strip_prefix("border") else { return };
    let (place, aspect) = match name.rsplit_once('-') {
        Some((place, aspect @ ("width" | "style" | "color"))) => (place, aspect),
        _ => (name, ""),
    };
    let Some(sides) = sides(place) else { return };
    let values = words(word);
    for (index, side) in sides.into_iter().enumerate() {
        // One to four values, from the top on (CSS Backgrounds 3, 4.1).
        let opposite = || index.checked_sub(2).and_then(|at| values.get(at));
        let Some(value) = values.get(index).or_else(opposite).or(values.first()) else { return };
        match aspect {
            "width" => out.extend(width(value).map(|width| Declaration::BorderWidth(side, width))),
            "style" => out.extend(is_line(value).map(|shown| Declaration::BorderStyle(side, shown))),
            "color" => out.extend(color(value).map(|color| Declaration::BorderColor(side, color))),
            _ => shorthand(&values, side, out),
        }
    }
}

fn sides(place: &str) -> Option<Vec<Side>> {
    Some(match place.strip_prefix('-') {
        None if place.is_empty() => SIDES.to_vec(),
        Some("inline") => vec![Side::Start, Side::End],
        Some("block") => vec![Side::Top, Side::Bottom],
        place => vec![side_named(place?)?],
    })
}

/// Width, style and colour in any order; what is left out is what it is by itself.
fn shorthand(values: &[&str], side: Side, out: &mut Vec<Declaration>) {
    let find_width = values.iter().find_map(|part| width(part));
    out.push(Declaration::BorderWidth(side, find_width.unwrap_or(MEDIUM)));
    out.push(Declaration::BorderStyle(side, values.iter().find_map(|part| is_line(part)).unwrap_or(false)));
    out.push(Declaration::BorderColor(side, values.iter().find_map(|part| color(part)).flatten()));
}

fn width(word: &str) -> Option<Length> {
    Some(match word {
        "thin" => Length::Pt(0.75),
        "medium" => MEDIUM,
        "thick" => Length::Pt(3.0),
        _ => Length::parse(word).filter(|length| !matches!(length, Length::Auto | Length::Share(_)))?,
    })
}

/// Whether a line of a style is drawn.
fn is_line(word: &str) -> Option<bool> {
    match word {
        "none" | "hidden" => Some(false),
        "solid" | "double" | "dotted" | "dashed" | "groove" | "ridge" | "inset" | "outset" => Some(true),
        _ => None,
    }
}

/// A colour; `Some(None)` is that of the text.
fn color(word: &str) -> Option<Option<Paint>> {
    if word == "currentcolor" { Some(None) } else { css_color::paint(word).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::Color;

    const RED: Paint = Paint::opaque(Color { r: 255, g: 0, b: 0 });

    fn one(name: &str, text: &str) -> Vec<Declaration> {
        let mut out = Vec::new();
        border(name, text, &mut out);
        out
    }

    #[test]
    fn shorthands_say_all_of_a_line() {
        let line = [
            Declaration::BorderWidth(Side::Top, Length::Pt(0.75)),
            Declaration::BorderStyle(Side::Top, true),
            Declaration::BorderColor(Side::Top, Some(Paint { alpha: 0.5, ..RED })),
        ];
        assert_eq!(one("border-top", "rgba(255, 0, 0, .5) 1px solid"), line);
        assert_eq!(one("border", "0").len(), 12);
        assert!(one("border", "none").contains(&Declaration::BorderStyle(Side::Left, false)));
    }

    #[test]
    fn longhands_say_one_thing_of_each_side() {
        let widths = [(Side::Top, 0.0), (Side::Right, 0.0), (Side::Bottom, 2.25), (Side::Left, 4.5)];
        let widths = widths.map(|(side, width)| Declaration::BorderWidth(side, Length::Pt(width)));
        assert_eq!(one("border-width", "0 0 3px 6px"), widths);
        let styles = one("border-style", "solid none");
        assert_eq!(
            styles[2..],
            [Declaration::BorderStyle(Side::Bottom, true), Declaration::BorderStyle(Side::Left, false)]
        );
        assert_eq!(one("border-inline-start-color", "red"), [Declaration::BorderColor(Side::Start, Some(RED))]);
        assert_eq!(one("border-left-color", "currentcolor"), [Declaration::BorderColor(Side::Left, None)]);
        assert_eq!(one("border-block", "1px solid").len(), 6);
        assert_eq!((one("border-collapse", "collapse"), one("border-radius", "3px")), (vec![], vec![]));
    }

    #[test]
    fn grounds_have_the_colour_that_is_said() {
        assert_eq!(background("url(a b.png) no-repeat rgba(255, 0, 0, .5)"), Some(Paint { alpha: 0.5, ..RED }));
        assert_eq!(background("linear-gradient(90deg, #f00 0%, rgba(0, 0, 0, .5))"), Some(RED));
        assert_eq!((background("none"), background("url(a.png)")), (Some(Paint::TRANSPARENT), None));
    }
}
