//! Scripts: what stands at the right where text runs from there, what stands above letters, the face of
//! page numbers.

use super::*;
use transvase_model::flow::{Emphasis, List, ListItem, Marker};
use transvase_model::pages::Item;

fn with_style(text: &str, style: TextStyle) -> Block {
    let content = vec![Inline::Text(Run { text: text.into(), style })];
    Block::Paragraph(Paragraph { content, ..Paragraph::default() })
}

/// The glyph run that shows a text.
fn showing<'p>(page: &'p Page, text: &str) -> &'p GlyphRun {
    runs(page).find(|run| run.text.contains(text)).unwrap_or_else(|| panic!("{text} is shown"))
}

#[test]
fn markers_stand_right_of_items_that_run_from_there() {
    let style = ParagraphStyle { right_to_left: true, ..ParagraphStyle::default() };
    let item = ListItem { number: None, blocks: vec![styled("פריט אחד", style)] };
    let list = List { marker: Marker::Bullet('•'), items: vec![item], ..List::default() };
    let pages = lay_out(vec![Block::List(list)], &[]);
    let (bullet, text) = (showing(&pages.pages[0], "•"), showing(&pages.pages[0], "פריט"));
    assert!(bullet.transform.e > text.transform.e, "{} and {}", bullet.transform.e, text.transform.e);
    let (_, right) = measure(&[]);
    assert!(bullet.transform.e < right, "it stays in the margins");
}

#[test]
fn ruby_is_small_and_above_its_letters() {
    let style = TextStyle { ruby: Some("above".into()), ..TextStyle::default() };
    let pages = lay_out(vec![with_style("Base", style)], &[]);
    let (base, small) = (showing(&pages.pages[0], "Base"), showing(&pages.pages[0], "above"));
    assert!((small.size - base.size * 0.5).abs() < 0.01, "half its size");
    assert!(small.transform.f < base.transform.f - small.size, "above it: pages count downwards");
}

#[test]
fn a_line_makes_room_for_what_stands_above_it() {
    let top = |style: TextStyle| {
        let pages = lay_out(vec![paragraph("First."), with_style("Second.", style)], &[]);
        showing(&pages.pages[0], "Second.").transform.f - showing(&pages.pages[0], "First.").transform.f
    };
    let plain = top(TextStyle::default());
    assert!(top(TextStyle { ruby: Some("x".into()), ..TextStyle::default() }) >= plain);
}

#[test]
fn emphasis_marks_are_drawn_at_letters_alone() {
    let style = TextStyle { emphasis: Some(Emphasis::Dot), ..TextStyle::default() };
    let pages = lay_out(vec![with_style("ab, c.", style)], &[]);
    let marks = pages.pages[0].items.iter().filter(|item| matches!(item, Item::Path(_))).count();
    assert_eq!(marks, 3, "letters have marks; spaces and punctuation have none");
}

#[test]
fn numbers_of_pages_are_in_the_face_of_the_text() {
    let style = TextStyle { family: Some("Arial".into()), ..TextStyle::default() };
    let pages = lay_out(vec![with_style(&prose(4), style)], &[]);
    let numbers = pages.pages[0].items.iter().filter_map(|item| match item {
        Item::Glyphs(run) if run.node.is_none() => Some(run),
        _ => None,
    });
    let families: Vec<_> = numbers.map(|run| &*pages.fonts[run.font].family).collect();
    assert_eq!(families, ["Liberation Sans"]);
}

#[test]
fn characters_that_no_face_has_are_seen_as_boxes() {
    let boxes = |text: &str| {
        let pages = lay_out(vec![paragraph(text)], &[]);
        pages.pages[0].items.iter().filter(|item| matches!(item, Item::Path(_))).count()
    };
    assert_eq!(boxes("ᬅᬆ and \u{1CD00}."), 3);
    assert_eq!(boxes("all is there"), 0);
}
