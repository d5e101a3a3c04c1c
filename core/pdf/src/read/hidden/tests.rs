//! Words that are seen, and words that are not, on pages built here.

use super::super::tests::{one_page, pdf_of_bytes, read, runs, stream};
use transvase_model::pages::{Hidden, Pages};

/// What nobody sees on the first page, word by word.
fn hidden(pages: &Pages) -> Vec<(String, Hidden)> {
    let mut found = Vec::new();
    for run in runs(pages) {
        for part in &run.hidden {
            let glyphs = &run.glyphs[part.start as usize..part.end as usize];
            let text = glyphs.iter().filter_map(|glyph| run.text.get(glyph.text.range())).collect();
            found.push((text, part.why));
        }
    }
    let unseen = pages.pages.iter().flat_map(|page| &page.unseen);
    found.extend(unseen.map(|unseen| (unseen.text.clone(), unseen.hidden)));
    found
}

fn of_page(content: &str) -> Vec<(String, Hidden)> {
    with(content, "", &[])
}

fn with(content: &str, resources: &str, more: &[Vec<u8>]) -> Vec<(String, Hidden)> {
    hidden(&read(&one_page(content, resources, "", more)).unwrap())
}

/// Resources with an image of four white and grey pixels.
const IMAGE: &str = "/XObject <</I 5 0 R>>";

fn image() -> Vec<u8> {
    let entries = "/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray";
    stream(entries, &[255, 128, 128, 255])
}

fn one(text: &str, why: Hidden) -> Vec<(String, Hidden)> {
    vec![(text.to_owned(), why)]
}

const PLAIN: &str = "BT /F1 10 Tf 20 250 Td (seen) Tj ET ";

#[test]
fn letters_that_are_not_painted() {
    assert_eq!(
        of_page("BT /F1 10 Tf 3 Tr 20 200 Td (gone) Tj 0 Tr 0 -50 Td (seen) Tj ET"),
        one("gone", Hidden::Unpainted)
    );
    let states = "/ExtGState <</T <</ca 0 /CA 0>>>>";
    let content = "q /T gs BT /F1 10 Tf 20 200 Td (gone) Tj ET Q BT /F1 10 Tf 20 150 Td (seen) Tj ET";
    assert_eq!(with(content, states, &[]), one("gone", Hidden::Transparent));
}

#[test]
fn the_text_of_a_scan_is_shown_by_the_scan() {
    let text = "BT /F1 10 Tf 3 Tr 20 200 Td (print) Tj ET";
    let scan = "q 200 0 0 300 0 0 cm /I Do Q";
    assert_eq!(with(&format!("{scan} {text}"), IMAGE, &[image()]), []);
    assert_eq!(with(&format!("{text} {scan}"), IMAGE, &[image()]), []);
    let painted = "BT /F1 10 Tf 20 200 Td (print) Tj ET";
    assert_eq!(with(&format!("{painted} {scan}"), IMAGE, &[image()]), [], "painted, and then the scan over it");
    assert_eq!(with(&format!("1 g {painted} {scan}"), IMAGE, &[image()]), [], "painted in white");
    let lost = stream("/Type /XObject /Subtype /Image /Width 2 /Height 2 /Filter /JPXDecode", b"none");
    assert_eq!(with(&format!("{scan} {text}"), IMAGE, &[lost]), [], "a scan that cannot be read");
}

#[test]
fn outlines_of_letters_show_their_text() {
    let outline = "20 200 m 25 210 l 30 200 l 27 205 l f ";
    assert_eq!(of_page(&format!("{outline} BT /F1 10 Tf 3 Tr 20 200 Td (A) Tj ET")), []);
}

#[test]
fn letters_that_only_clip_are_seen_by_what_they_cut_out() {
    let content = "q BT /F1 30 Tf 7 Tr 20 200 Td (cut) Tj ET 1 0 0 rg 0 190 200 50 re f Q";
    assert_eq!(of_page(content), []);
}

#[test]
fn letters_in_the_colour_of_their_ground() {
    assert_eq!(of_page("1 g BT /F1 10 Tf 20 200 Td (gone) Tj ET"), one("gone", Hidden::Ground));
    assert_eq!(of_page("0.99 g BT /F1 10 Tf 20 200 Td (gone) Tj ET"), one("gone", Hidden::Ground));
    assert_eq!(of_page("0.9 g BT /F1 10 Tf 20 200 Td (pale) Tj ET"), [], "a watermark");
    let on_blue = "0 0 .5 rg 0 190 100 30 re f BT /F1 10 Tf 20 200 Td (gone) Tj ET";
    assert_eq!(of_page(on_blue), one("gone", Hidden::Ground));
    // Two halves of one colour.
    let halves = "0 0 .5 rg 0 190 30 30 re f 30 190 70 30 re f BT /F1 10 Tf 20 200 Td (gone) Tj ET";
    assert_eq!(of_page(halves), []);
}

#[test]
fn a_faint_opacity_is_as_good_as_none() {
    let states = "/ExtGState <</T <</ca .02>>>>";
    assert_eq!(with("/T gs BT /F1 10 Tf 20 200 Td (gone) Tj ET", states, &[]), one("gone", Hidden::Ground));
    let on_dark = "0 g 0 190 100 30 re f 1 g /T gs BT /F1 10 Tf 20 200 Td (gone) Tj ET";
    assert_eq!(with(on_dark, states, &[]), one("gone", Hidden::Ground));
}

#[test]
fn light_letters_on_what_is_dark_are_seen() {
    let letters = "1 g BT /F1 10 Tf 20 200 Td (seen) Tj ET";
    assert_eq!(of_page(&format!("0 g 0 190 100 30 re f {letters}")), []);
    assert_eq!(of_page(&format!("0 g 25 190 100 30 re f {letters}")), [], "in part");
    assert_eq!(of_page(&format!("0 g 0 190 m 100 190 l 50 290 l f {letters}")), [], "not a rectangle");
    assert_eq!(of_page(&format!("30 w 0 205 m 100 205 l S {letters}")), [], "a thick line");
    assert_eq!(of_page(&format!("0 g 0 190 100 30 re f 1 g 0 190 100 30 re f {letters}")), one("seen", Hidden::Ground));
    let photo = format!("q 100 0 0 100 0 150 cm /I Do Q {letters}");
    assert_eq!(with(&photo, IMAGE, &[image()]), [], "a photograph");
    let lost = stream("/Type /XObject /Subtype /Image /Width 2 /Height 2 /Filter /JPXDecode", b"none");
    assert_eq!(with(&photo, IMAGE, &[lost]), [], "one that cannot be read");
    assert_eq!(of_page(&format!("0 190 m 9 190 l 9 230 l 100 230 l f {letters}")), [], "steps");
}

#[test]
fn what_is_blended_or_masked_may_be_seen() {
    let states = "/ExtGState <</M <</BM /Multiply>> /N <</BM /Normal>> /O <</OP true>>>>";
    let letters = "1 g BT /F1 10 Tf 20 200 Td (seen) Tj ET";
    assert_eq!(with(&format!("/M gs {letters}"), states, &[]), []);
    assert_eq!(with(&format!("q /M gs .9 g 0 190 100 30 re f Q {letters}"), states, &[]), []);
    assert_eq!(with(&format!("/M gs /N gs {letters}"), states, &[]), one("seen", Hidden::Ground));
    assert_eq!(with(&format!("{PLAIN} /M gs 1 1 0 rg 0 240 100 30 re f"), states, &[]), [], "a marker");
    assert_eq!(with(&format!("{PLAIN} /O gs 1 1 0 rg 0 240 100 30 re f"), states, &[]), [], "printed over");
}

#[test]
fn a_colour_mixed_in_later_shows_white_letters() {
    let text = "BT /F1 10 Tf 1 g 20 200 Td (seen) Tj ET 0 0 1 rg";
    let states = "/ExtGState <</M <</BM /Color>>>>";
    assert_eq!(with(&format!("{text} /M gs 10 190 90 30 re f"), states, &[]), []);
    assert_eq!(with(&format!("{text} /M gs 10 90 90 30 re f"), states, &[]), one("seen", Hidden::Ground), "elsewhere");
    assert_eq!(with(&format!("/M gs 10 190 90 30 re f {text}"), states, &[]), [], "below");
}

#[test]
fn the_ground_of_letters_may_be_a_line_with_a_pattern() {
    let shading = "<</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 90 0] \
        /Function <</FunctionType 2 /Domain [0 1] /N 1 /C0 [0] /C1 [.2]>>>>";
    let pattern = format!("/Pattern <</P <</PatternType 2 /Shading {shading}>>>>");
    let content = "/Pattern CS /P SCN 40 w 10 200 m 200 200 l S BT /F1 10 Tf 1 g 20 200 Td (seen) Tj ET";
    assert_eq!(with(content, &pattern, &[]), []);
}

#[test]
fn a_knock_out_is_seen_by_the_letters_under_it() {
    let content = "BT /F1 10 Tf 20 200 Td (seen) Tj ET 1 g BT /F1 10 Tf 20.5 200.5 Td (seen) Tj ET";
    assert_eq!(of_page(content), []);
}

#[test]
fn letters_less_than_a_point_high() {
    assert_eq!(of_page("BT /F1 0.5 Tf 20 200 Td (gone) Tj ET"), one("gone", Hidden::Tiny));
    assert_eq!(of_page("BT /F1 1 Tf .5 0 0 .5 20 200 Tm (gone) Tj ET"), one("gone", Hidden::Tiny));
    assert_eq!(of_page("BT /F1 1 Tf 9 0 0 9 20 200 Tm (seen) Tj ET"), []);
    assert_eq!(of_page("BT /F1 0 Tf 20 200 Td (gone) Tj ET"), one("gone", Hidden::Tiny));
}

#[test]
fn what_is_painted_over_letters_hides_them() {
    assert_eq!(of_page(&format!("{PLAIN} 1 g 0 240 100 30 re f")), one("seen", Hidden::Covered));
    assert_eq!(of_page(&format!("{PLAIN} 1 g 30 240 100 30 re f")), [], "in part");
    assert_eq!(of_page(&format!("{PLAIN} 0 240 100 30 re S")), [], "a frame");
    let states = "/ExtGState <</T <</ca .5>>>>";
    assert_eq!(with(&format!("{PLAIN} /T gs 1 g 0 240 100 30 re f"), states, &[]), [], "a veil");
    assert_eq!(
        of_page(&format!("{PLAIN} q 1 g 0 240 100 30 re f Q {PLAIN}")),
        one("seen", Hidden::Covered),
        "and again"
    );
    let cut = format!("{PLAIN} q 0 240 m 100 240 l 50 290 l W n 1 g 0 240 100 30 re f Q");
    assert_eq!(of_page(&cut), [], "cut to a triangle");
}

#[test]
fn an_image_over_a_word_among_many_hides_it() {
    let others: String = (0..9).map(|at| format!("BT /F1 10 Tf 100 {} Td (other) Tj ET ", 20 + 20 * at)).collect();
    let content = format!("{others} {PLAIN} q 60 0 0 30 10 240 cm /I Do Q");
    assert_eq!(with(&content, IMAGE, &[image()]), one("seen", Hidden::Covered));
}

#[test]
fn words_of_one_run_are_told_apart() {
    let content = "0 g 0 190 45 30 re f 1 g BT /F1 10 Tf 20 200 Td (seen   gone) Tj ET";
    assert_eq!(of_page(content), one("gone", Hidden::Ground));
}

#[test]
fn text_off_the_page_and_in_hidden_layers() {
    assert_eq!(of_page("BT /F1 10 Tf 20 -90 Td (off) Tj 20 0 Td (here) Tj ET"), one("off here", Hidden::OffPage));
    assert_eq!(of_page("BT /F1 10 Tf 150 200 Td (in the page and beyond) Tj ET").len(), 2);
    let clipped = "q 0 0 50 50 re W n BT /F1 10 Tf 20 200 Td (cut) Tj ET Q";
    assert_eq!(of_page(clipped), one("cut", Hidden::OffPage));
    let layers = |off: &str| {
        let content = "/OC /L BDC BT /F1 10 Tf 20 200 Td [(la) 10 (yer) -300 (two)] TJ ET EMC";
        let page = "<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Contents 4 0 R /Resources \
            <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> /Properties <</L 5 0 R>>>>>>";
        let catalog = format!("<</Type /Catalog /Pages 2 0 R /OCProperties <</OCGs [5 0 R] /D <</OFF [{off}]>>>>>>");
        let objects = [
            catalog.into_bytes(),
            b"<</Type /Pages /Kids [3 0 R] /Count 1>>".to_vec(),
            page.as_bytes().to_vec(),
            stream("", content.as_bytes()),
            b"<</Type /OCG /Name (L)>>".to_vec(),
        ];
        hidden(&read(&pdf_of_bytes(&objects)).unwrap())
    };
    assert_eq!(layers("5 0 R"), one("layer two", Hidden::Layer));
    assert_eq!(layers(""), []);
}

#[test]
fn a_colour_that_cannot_be_read_says_nothing() {
    let ground = "/Odd cs 1 scn 0 190 100 30 re f 1 g BT /F1 10 Tf 20 200 Td (seen) Tj ET";
    assert_eq!(with(ground, "/ColorSpace <</Odd [/Separation /Odd /DeviceGray 9 0 R]>>", &[]), []);
    let pattern = "/Tile cs /P scn 0 190 100 30 re f 1 g BT /F1 10 Tf 20 200 Td (seen) Tj ET";
    let tile =
        stream("/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 2 2] /XStep 2 /YStep 2", b"1 g 0 0 1 1 re f");
    let resources = "/ColorSpace <</Tile /Pattern>> /Pattern <</P 5 0 R>>";
    assert_eq!(with(pattern, resources, &[tile]), []);
}

#[test]
fn pages_of_many_words_and_areas_take_no_longer_than_they_are_long() {
    let layer = |at: usize| {
        let (x, y) = (at % 190, at / 190);
        format!("{x} {y} 150 150 re f {x} {y} 1 1 re f BT /F1 2 Tf {x} {y} Td (w) Tj ET ")
    };
    let content = format!("1 g {}", (0..20_000).map(layer).collect::<String>());
    assert_eq!(of_page(&content).len(), 20_000);
}
