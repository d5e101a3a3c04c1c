//! Fonts whose glyphs are programs (ISO 32000-1, 9.6.5) and that say nothing of their meaning.

use super::{one_page, read, runs, stream, text};
use transvase_base::context::Context;
use transvase_base::warning::WarningCode;
use transvase_model::pages::{Item, Pages, Path};

/// A page that shows `shown` in a font of boxes that calls them `names` from code `first` on, with these entries.
fn page(shown: &str, first: u32, names: &[&str], entries: &str) -> Vec<u8> {
    let list: String = names.iter().map(|name| format!("/{name} ")).collect();
    let programs: String = names.iter().map(|name| format!("/{name} 6 0 R ")).collect();
    let widths = "500 ".repeat(names.len());
    let font = format!(
        "<</Type /Font /Subtype /Type3 {entries} /FirstChar {first} /LastChar {} /Widths [{widths}] \
         /CharProcs <<{programs}>> /Encoding <</Type /Encoding /Differences [{first} {list}]>>>>",
        first + names.len() as u32 - 1
    );
    let program = stream("", b"500 0 0 0 400 700 d1 0 0 400 700 re f");
    let resources = "/Resources <</Font <</T 5 0 R>>>>";
    one_page(&format!("BT /T 20 Tf 20 200 Td ({shown}) Tj ET"), "", resources, &[font.into_bytes(), program])
}

const EM: &str = "/FontBBox [0 -200 500 1050] /FontMatrix [0.001 0 0 0.001 0 0]";

/// The names that a program gives the glyphs of codes 32 to 122 while it counts them.
fn counted() -> Vec<String> {
    (0..91).map(|at| format!("glyph{at}")).collect()
}

fn paths(pages: &Pages) -> Vec<&Path> {
    let items = pages.pages[0].items.iter();
    items.filter_map(|item| if let Item::Path(path) = item { Some(path) } else { None }).collect()
}

#[test]
fn codes_that_read_as_words_are_the_text() {
    let names = counted();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let pages = read(&page("Minutes of the harbour board", 32, &names, EM)).unwrap();
    assert_eq!(text(&pages), "Minutes of the harbour board");
    assert!(paths(&pages).is_empty());
}

#[test]
fn codes_that_read_as_none_are_drawn_where_they_stand() {
    // A program that counted its letters from code 65 on, as it met them.
    let context = Context::default();
    let pages = super::super::read(
        &page("ABCDEFGHICJ", 65, &["g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10"], EM),
        &context,
    )
    .unwrap();
    assert_eq!(text(&pages), "");
    let boxes: Vec<_> = paths(&pages).iter().filter_map(|path| path.reach()).collect();
    assert_eq!(boxes.len(), 11);
    // 400 by 700 thousandths of 20 points, each 10 points behind the last.
    let second = boxes[1];
    let sides = [second.left, second.top, second.right, second.bottom];
    assert!(sides.iter().zip([30.0, 86.0, 38.0, 100.0]).all(|(a, b)| (a - b).abs() < 0.01), "{sides:?}");
    let warnings = context.take_warnings();
    assert!(warnings.iter().any(|warning| warning.code == WarningCode::TextUnmapped), "{warnings:?}");
}

#[test]
fn names_that_mean_letters_are_the_text_whatever_the_codes() {
    assert_eq!(text(&read(&page("abc", 97, &["T", "e", "a"], EM)).unwrap()), "Tea");
}

#[test]
fn a_box_that_means_nothing_does_not_shrink_the_text() {
    let sized = |shape: &str, scale: f32| {
        let entries = format!("/FontBBox {shape} /FontMatrix [{scale} 0 0 {scale} 0 0]");
        let bytes = page("abc", 97, &["T", "e", "a"], &entries);
        runs(&read(&bytes).unwrap())[0].size
    };
    // Letters 500 units wide are half an em in a matrix of 0.002 and 0.0012.
    for shape in ["[0 0 1 -1]", "[0 0 0 0]", "[0 0 0 1]"] {
        assert!((sized(shape, 0.001) - 20.0).abs() < 0.01, "{shape} {}", sized(shape, 0.001));
        assert!((sized(shape, 0.0012) - 20.0).abs() < 0.01, "{shape} {}", sized(shape, 0.0012));
    }
}
