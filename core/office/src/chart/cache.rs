//! The values of a sheet that a chart keeps (ECMA-376 part 1, 21.2.2.150 and 21.2.2.203).

use std::collections::BTreeMap;

use crate::ooxml::Tree;

/// The points that are stored of a reference, at most so many, by their numbers; of several levels of labels the innermost,
/// which is the first (21.2.2.102).
pub(super) fn points(tree: &Tree, most: usize) -> BTreeMap<usize, String> {
    let level = tree.descendants().find(|tree| tree.is("c:lvl")).unwrap_or(tree);
    let all = level.descendants().filter(|tree| tree.is("c:pt")).take(most).enumerate();
    let points = all.filter_map(|(at, point)| {
        let number = point.attribute("idx").and_then(|idx| idx.parse().ok()).unwrap_or(at);
        Some((number, shortest(point.child("c:v")?.text().trim())))
    });
    let points: BTreeMap<usize, String> = points.collect();
    match (points.is_empty(), tree.child("c:v")) {
        (true, Some(value)) => BTreeMap::from([(0, value.text().trim().to_owned())]),
        _ => points,
    }
}

/// The words that a reference shows as one.
pub(super) fn words(tree: &Tree, most: usize) -> String {
    points(tree, most).into_values().collect::<Vec<_>>().join(" ")
}

/// A number without the digits that come of its being binary.
fn shortest(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && text.contains('.') && number.abs() < 1e15 && number.abs() > 1e-6 => {
            number.to_string()
        }
        _ => text.to_owned(),
    }
}
