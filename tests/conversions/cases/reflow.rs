//! What becomes of pages whose tables, panels, signs and handwriting used to be lost on the way to DOCX.

use transvase::{Format, Output};
use transvase_tests::words::{self, docx};
use transvase_tests::xml::{Element, parse};

/// English Metric Units in a point (ECMA-376 part 1, 20.1.2.1).
const EMU: f32 = 12_700.0;

/// A case and the DOCX that it becomes; `None` where the cases are not at hand.
fn case(name: &str) -> Option<(Vec<u8>, Output)> {
    let pdf = transvase_tests::case(name)?;
    let output = transvase::convert(&pdf, Format::DOCX).unwrap();
    Some((pdf, output))
}

/// The main part of a DOCX.
fn document(docx: &[u8]) -> Element {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(docx)).unwrap();
    let text = std::io::read_to_string(archive.by_name("word/document.xml").unwrap()).unwrap();
    parse(&text)
}

/// The elements of a name anywhere below another; what only old programs read is left out.
fn all<'a>(element: &'a Element, name: &str) -> Vec<&'a Element> {
    let own = element.elements().filter(|child| child.name != "mc:Fallback");
    own.flat_map(|child| {
        let below = all(child, name);
        (child.name == name).then_some(child).into_iter().chain(below).collect::<Vec<_>>()
    })
    .collect()
}

/// Width and height in points of what is drawn.
fn sizes(document: &Element) -> Vec<(f32, f32)> {
    let side = |extent: &Element, name: &str| extent.attribute(name).unwrap().parse::<f32>().unwrap() / EMU;
    all(document, "wp:extent").into_iter().map(|extent| (side(extent, "cx"), side(extent, "cy"))).collect()
}

#[test]
fn sheets_with_equal_rows_keep_every_word() {
    let Some((pdf, output)) = case("sheets-with-equal-rows.pdf") else { return };
    assert_eq!(words::lost(&transvase::pages(&pdf, None).unwrap(), &output.bytes), []);
    let text = docx::text(&output.bytes);
    (1..=4).for_each(|sheet| assert!(text.contains(&format!("Sheet {sheet}")), "{text}"));
    assert_eq!(all(&document(&output.bytes), "w:tbl").len(), 4);
}

#[test]
fn the_only_line_of_a_page_is_text() {
    let Some((pdf, output)) = case("documents/one-line-at-page-top.pdf") else { return };
    let lines = [
        "Heron tail is long and grey",
        "Plover nests on shingle",
        "Osprey eats fish alone",
        "Kestrel hovers over verges",
        "Avocet has an upturned bill",
    ];
    for format in ["md", "txt", "html"] {
        let output = transvase::convert(&pdf, Format::find(format).unwrap()).unwrap();
        let text = String::from_utf8(output.bytes).unwrap();
        assert!(lines.iter().all(|line| text.contains(line)), "{format}: {text}");
    }
    // Headers and footers are no part of this text.
    let text = docx::text(&output.bytes);
    assert!(lines.iter().all(|line| text.contains(line)), "{text}");
}

#[test]
fn handwriting_on_a_scan_is_shown() {
    let Some((_, output)) = case("scan-with-handwriting.pdf") else { return };
    // The lines at "Owner:" and "Signed:" and the stamp reach over 375 and 134 points of the page.
    let sizes = sizes(&document(&output.bytes));
    assert!(sizes.iter().any(|(width, height)| *width >= 370.0 && *height >= 130.0), "{sizes:?}");
}

#[test]
fn a_panel_keeps_its_size() {
    let Some((_, output)) = case("panel-behind-text.pdf") else { return };
    let sizes = sizes(&document(&output.bytes));
    let near = |(width, height): &(f32, f32)| (width - 475.0).abs() <= 1.0 && (height - 110.0).abs() <= 1.0;
    assert!(sizes.iter().any(near), "{sizes:?}");
}

#[test]
fn lines_beside_signs_of_their_own_are_paragraphs() {
    let Some((_, output)) = case("lines-beside-icons.pdf") else { return };
    let document = document(&output.bytes);
    let is_signed = |para: &&Element| para.holds("wp:anchor") || para.holds("wp:inline");
    let paras: Vec<&Element> = all(&document, "w:p").into_iter().filter(|para| para.holds("w:t")).collect();
    assert_eq!(paras.iter().filter(|para| is_signed(para)).count(), 8);
}
