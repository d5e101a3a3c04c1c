//! Lines that are paragraphs of their own, and lines that are none, from pages to flow.

use super::*;

/// Lines one below the other, 12 points apart, below a paragraph as wide as the page.
fn set(x: f32, lines: &[&str]) -> Vec<String> {
    let mut builder = filled(Builder::default().page(), 100.0, 100.0);
    for (row, line) in lines.iter().enumerate() {
        builder = builder.text(x, 200.0 + 12.0 * row as f32, 10.0, line);
    }
    texts(&builder.flow()).split_off(1)
}

#[test]
fn short_lines_that_begin_anew_are_lines_of_their_own() {
    // The first line leaves no room for the first word of the second.
    let address = ["14 Mill Lane", "Dunmore, Ohio 43055", "March 3, 1987"];
    assert_eq!(set(360.0, &address), address);
    let text = ["North Harbour", "and the lamps", "Of the quay"];
    assert!(set(360.0, &text)[0].starts_with("North Harbour and the lamps"));
}

#[test]
fn what_stands_in_from_both_sides_goes_on() {
    let speech = ["And all of the northern oil of each one", "until the ships had those."];
    assert_eq!(set(190.0, &speech).len(), 1);
    assert_eq!(set(100.0, &["And all of the northern oil", "until the ships had those."]).len(), 2, "room at the end");
}

#[test]
fn entries_of_an_index_are_lines_of_their_own() {
    let index = ["lamps, 12, 40", "quay, north, 3", "salt and oil, 9", "ships, 2, 17", "timber, 61"];
    assert_eq!(set(100.0, &index), index);
}
