//! Series of a chart: what they show, and how each of their points looks (ECMA-376 part 1, 21.2.2.170).

use std::collections::BTreeMap;

use super::super::cache::{points, words};
use super::super::look::{Lettering, Look, accent};
use super::super::model::{Kind, Marker, PointLook, Series, Symbol};
use super::super::number_format;
use super::labels;
use super::{MAX_POINTS, child_is, number, value};
use crate::ooxml::{Theme, Tree};

/// Largest value that is drawn: sums and differences of such values are numbers still.
const LARGEST: f64 = 1e200;
/// Size of markers that say none, in points (21.2.2.182).
const MARKER: f32 = 5.0;
/// The markers that series have in turn, as Office chooses them.
const SYMBOLS: [Symbol; 8] = [
    Symbol::Diamond,
    Symbol::Square,
    Symbol::Triangle,
    Symbol::Cross,
    Symbol::Star,
    Symbol::Circle,
    Symbol::Plus,
    Symbol::Dash,
];

/// The series of a plot, at most so many, in their order (21.2.2.128).
pub(super) fn read(plot: &Tree, kind: Kind, most: usize, letters: &Lettering, theme: &Theme) -> Vec<Series> {
    let trees = plot.children().filter(|child| child.is("c:ser")).take(most).enumerate();
    let order = |tree: &Tree, at: usize| value(tree, "c:order").and_then(|order| order.parse().ok()).unwrap_or(at);
    let mut trees: Vec<(usize, usize, &Tree)> = trees.map(|(at, tree)| (order(tree, at), at, tree)).collect();
    trees.sort_by_key(|(order, at, _)| (*order, *at));
    trees.into_iter().map(|(_, at, tree)| series(tree, at, (plot, kind), letters, theme)).collect()
}

fn series(tree: &Tree, at: usize, (plot, kind): (&Tree, Kind), letters: &Lettering, theme: &Theme) -> Series {
    let number_of = value(tree, "c:idx").and_then(|idx| idx.parse().ok()).filter(|number| *number < 10_000);
    let number_of = number_of.unwrap_or(at);
    let values = tree.child("c:val").or_else(|| tree.child("c:yVal"));
    let (categories, is_counted) =
        tree.child("c:cat").or_else(|| tree.child("c:xVal")).map(categories).unwrap_or_default();
    Series {
        name: tree.child("c:tx").map(|name| words(name, MAX_POINTS)).unwrap_or_default(),
        categories,
        is_counted,
        x: tree.child("c:xVal").map(numbers).unwrap_or_default(),
        values: values.map(numbers).unwrap_or_default(),
        format: values.and_then(format_code).unwrap_or_default(),
        color: accent(number_of, theme),
        look: Look::of(tree, theme),
        points: point_looks(tree, theme),
        marker: marker(tree, plot, kind, number_of, theme),
        smooth: child_is(tree, "c:smooth", false),
        explosion: explosion(tree).unwrap_or(0.0),
        labels: labels::read(tree.child("c:dLbls").or_else(|| plot.child("c:dLbls")), letters, theme),
    }
}

/// Points with numbers that are drawn.
fn drawn(tree: &Tree) -> impl Iterator<Item = (usize, String)> {
    points(tree, MAX_POINTS).into_iter().filter(|(number, _)| *number < MAX_POINTS)
}

fn numbers(tree: &Tree) -> BTreeMap<usize, f64> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.abs() <= LARGEST);
    drawn(tree).filter_map(|(at, text)| Some((at, number(&text)?))).collect()
}

fn format_code(tree: &Tree) -> Option<String> {
    let code = tree.descendants().find(|tree| tree.is("c:formatCode"))?.text();
    Some(code).filter(|code| !code.is_empty() && !code.eq_ignore_ascii_case("general"))
}

/// What points belong to, as it is shown, and whether that is numbers or dates.
fn categories(tree: &Tree) -> (BTreeMap<usize, String>, bool) {
    let code = format_code(tree);
    let shown = |text: String| match (text.parse::<f64>(), &code) {
        (Ok(number), Some(code)) => number_format::format(number, code),
        _ => text,
    };
    let is_counted = drawn(tree).all(|(_, text)| text.parse::<f64>().is_ok());
    (drawn(tree).map(|(at, text)| (at, shown(text))).collect(), is_counted)
}

/// The points that differ from their series (21.2.2.52).
fn point_looks(tree: &Tree, theme: &Theme) -> BTreeMap<usize, PointLook> {
    let points = tree.children().filter(|child| child.is("c:dPt")).take(MAX_POINTS);
    let point = |point: &Tree| {
        let number = value(point, "c:idx")?.parse().ok()?;
        Some((number, PointLook { look: Look::of(point, theme), explosion: explosion(point) }))
    };
    points.filter_map(point).collect()
}

fn explosion(tree: &Tree) -> Option<f32> {
    number(tree, "c:explosion").map(|percent| percent.clamp(0.0, 400.0) / 100.0)
}

/// The markers of a series: its own, or one of those in turn where the plot has any (21.2.2.105).
fn marker(tree: &Tree, plot: &Tree, kind: Kind, number_of: usize, theme: &Theme) -> Option<Marker> {
    let own = tree.child("c:marker");
    let usual = SYMBOLS[number_of % SYMBOLS.len()];
    let symbol = match own.and_then(|own| value(own, "c:symbol")) {
        Some("none") => return None,
        Some("circle" | "dot") => Symbol::Circle,
        Some("dash") => Symbol::Dash,
        Some("diamond") => Symbol::Diamond,
        Some("plus") => Symbol::Plus,
        Some("square") => Symbol::Square,
        Some("star") => Symbol::Star,
        Some("triangle") => Symbol::Triangle,
        Some("x") => Symbol::Cross,
        _ => {
            let has_any = kind == Kind::Scatter || own.is_some() || child_is(plot, "c:marker", false);
            has_any.then_some(usual)?
        }
    };
    let size = own.and_then(|own| number(own, "c:size")).unwrap_or(MARKER).clamp(2.0, 72.0);
    Some(Marker { symbol, size, look: own.map(|own| Look::of(own, theme)).unwrap_or_default() })
}
