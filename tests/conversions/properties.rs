//! What holds of every input: pictures without loss, letters on pages, text that was cut off, markup that is nonsense.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
use proptest::test_runner::Config;
use transvase::model::pages::{GlyphRun, Item, Page, Pages};
use transvase::{Converter, ErrorCode, Format};
use transvase_tests::golden::folder;

/// Each case is a whole conversion or several.
fn cases(count: u32) -> Config {
    Config { cases: count, failure_persistence: None, ..Config::default() }
}

/// A picture of few or many colours as a portable pixmap; the encoder of JPEG XL takes none that is a pixel wide.
fn pixmap() -> impl Strategy<Value = Vec<u8>> {
    let sizes = (2_usize..40, 2_usize..40, 1_usize..64);
    let colors = |(width, height, colors)| {
        let palette = proptest::collection::vec(any::<[u8; 3]>(), colors);
        let picks = proptest::collection::vec(0..colors, width * height);
        (palette, picks).prop_map(move |(palette, picks): (Vec<[u8; 3]>, Vec<usize>)| {
            let mut bytes = format!("P6\n{width} {height}\n255\n").into_bytes();
            bytes.extend(picks.into_iter().flat_map(|pick| palette[pick]));
            bytes
        })
    };
    sizes.prop_flat_map(colors)
}

/// Formats that keep eight bits of red, green and blue as they are.
const WITHOUT_LOSS: [Format; 8] =
    [Format::PNG, Format::BMP, Format::TIFF, Format::QOI, Format::TGA, Format::WEBP, Format::GIF, Format::JXL];

fn pixels(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let image = image::load_from_memory_with_format(bytes, image::ImageFormat::Pnm).unwrap().into_rgb8();
    (image.width(), image.height(), image.into_raw())
}

/// A document in Markdown whose words are letters alone: headings, paragraphs, items, tables. Heads of tables, which are
/// said again on each page, have none.
fn document() -> impl Strategy<Value = String> {
    let words = |most| proptest::collection::vec("[a-z]{1,14}", 1..most).prop_map(|words| words.join(" "));
    let row = (words(6), words(9), words(3)).prop_map(|(a, b, c)| format!("| {a} | {b} | {c} |"));
    let table = proptest::collection::vec(row, 1..8)
        .prop_map(|rows| format!("| 1 | 2 | 3 |\n| --- | --- | --- |\n{}", rows.join("\n")));
    let block = prop_oneof![
        words(8).prop_map(|text| format!("## {text}")),
        words(160),
        words(20).prop_map(|text| format!("- {text}\n    1. {text}")),
        words(30).prop_map(|text| format!("> {text}")),
        table,
    ];
    proptest::collection::vec(block, 1..14).prop_map(|blocks| blocks.join("\n\n") + "\n")
}

/// How often each letter stands there.
fn letters(text: &str) -> BTreeMap<char, usize> {
    let mut counts = BTreeMap::new();
    text.chars().filter(char::is_ascii_lowercase).for_each(|letter| *counts.entry(letter).or_default() += 1);
    counts
}

fn runs(page: &Page) -> impl Iterator<Item = &GlyphRun> {
    page.items.iter().filter_map(|item| match item {
        Item::Glyphs(run) => Some(run),
        _ => None,
    })
}

/// Left and right edge of the ink of a run.
fn reach(run: &GlyphRun) -> (f32, f32) {
    let end = |glyph: &transvase::model::pages::Glyph| {
        let is_blank = run.text[glyph.text.range()].trim().is_empty();
        if is_blank { 0.0 } else { glyph.x + glyph.advance }
    };
    (run.transform.e, run.transform.e + run.glyphs.iter().map(end).fold(0.0, f32::max))
}

/// Margin of laid-out pages that are not asked for otherwise: 25 mm.
const MARGIN: f32 = 25.0 / 25.4 * 72.0;

/// Runs of a page that reach into its margins. Numbers of pages stand in those above and below; markers of lists hang.
fn outside(pages: &Pages) -> Vec<String> {
    let is_out = |page: &Page, run: &&GlyphRun| {
        let (left, right) = reach(run);
        left < MARGIN - 0.1 || right > page.size.width - MARGIN + 0.1
    };
    pages
        .pages
        .iter()
        .flat_map(|page| runs(page).filter(move |run| is_out(page, run)))
        .map(|run| run.text.clone())
        .collect()
}

/// Pairs of runs that lie over one another: their boxes, from the base line to half the size above it, meet.
fn overlaps(page: &Page) -> Vec<(String, String)> {
    let boxes: Vec<(&GlyphRun, (f32, f32))> = runs(page).map(|run| (run, reach(run))).collect();
    let mut pairs = Vec::new();
    for (at, (a, (a_left, a_right))) in boxes.iter().enumerate() {
        for (b, (b_left, b_right)) in &boxes[at + 1..] {
            let apart = (a.transform.f - b.transform.f).abs();
            if apart < 0.5 * a.size.min(b.size) && a_left + 0.1 < *b_right && b_left + 0.1 < *a_right {
                pairs.push((a.text.clone(), b.text.clone()));
            }
        }
    }
    pairs
}

/// Documents whose words come in one order, without notes and running heads.
const STRAIGHT: [&str; 12] = [
    "character-styles-written.html",
    "headings-plain-written.html",
    "list-nested-written.html",
    "table-both-spans-written.fb2",
    "headings-plain-written.md",
    "list-nested-numbers-written.md",
    "quotation-written.md",
    "headings-plain-written.fb2",
    "quotation-written.fb2",
    "headings-numbered-libreoffice.rtf",
    "list-nested-libreoffice.rtf",
    "character-styles-libreoffice.rtf",
];

fn words(bytes: &[u8], source: Format) -> Result<Vec<String>, ErrorCode> {
    let text = Converter::new(Format::TXT).source(source).convert(bytes).map_err(|error| error.code())?;
    Ok(String::from_utf8(text.bytes).unwrap().split_whitespace().map(str::to_owned).collect())
}

/// Tags, attributes and rules in any order.
fn nonsense() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<p>",
        "</p>",
        "<table>",
        "<tr>",
        "<td colspan=9>",
        "</table>",
        "<ul>",
        "<li>",
        "</ul>",
        "<style>",
        "</style>",
        "<b",
        " class='x'",
        " style=\"",
        "\"",
        ">",
        "p { color: red",
        "}",
        "@media print {",
        "/*",
        "*/",
        "url(",
        ")",
        ":",
        ";",
        "!important",
        "#",
        "\\",
        "calc(1px + ",
        "--a: var(--a)",
        "<svg>",
        "<math>",
        "</svg>",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "&amp",
        "&#x110000;",
        "<template>",
        "<select>",
        "<ruby>",
        "<rt>",
        "word ",
        "\u{0}",
        "<pre>\n\n",
        "<br/>",
    ]);
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn pictures_come_back_without_loss(pixmap in pixmap()) {
        for format in WITHOUT_LOSS {
            let there = Converter::new(format).option("lossless", "true").convert(&pixmap);
            let there = there.unwrap_or_else(|error| panic!("{format}: {error}")).bytes;
            let back = transvase::convert(&there, Format::PNM).unwrap().bytes;
            prop_assert!(pixels(&pixmap) == pixels(&back), "{}", format);
        }
    }

    #[test]
    fn every_letter_is_placed_once_within_its_column(text in document()) {
        let pages = transvase::pages(text.as_bytes(), Some(Format::MARKDOWN)).unwrap();
        let placed: String = pages.pages.iter().flat_map(runs).map(|run| run.text.as_str()).collect();
        prop_assert_eq!(letters(&placed), letters(&text));
        prop_assert_eq!(outside(&pages), Vec::<String>::new());
        let pairs: Vec<_> = pages.pages.iter().flat_map(overlaps).collect();
        prop_assert!(pairs.is_empty(), "{:?}", pairs);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn what_was_cut_off_is_the_beginning(name in prop::sample::select(STRAIGHT.to_vec()), share in 0.0..1.0_f64) {
        let source: Format = name.rsplit_once('.').unwrap().1.parse().unwrap();
        let bytes = fs::read(folder().join("documents").join(name)).unwrap();
        let cut = &bytes[..(bytes.len() as f64 * share) as usize];
        let Ok(some) = words(cut, source) else { return Ok(()) };
        let all = words(&bytes, source).unwrap();
        // The last word may be half there, and a mark of a list without its item.
        let sure = some.len().saturating_sub(2);
        prop_assert_eq!(&some[..sure], &all[..sure.min(all.len())]);
    }

    #[test]
    fn nonsense_in_markup_is_a_result_or_a_typed_error(text in nonsense()) {
        let page = format!("<!DOCTYPE html><title>t</title>{text}");
        let to_markdown = |html: &[u8]| Converter::new(Format::MARKDOWN).source(Format::HTML).convert(html);
        let there_and_back = |text: &[u8]| {
            let html = Converter::new(Format::HTML).source(Format::MARKDOWN).convert(text)?;
            to_markdown(&html.bytes).map(|back| String::from_utf8(back.bytes).unwrap())
        };
        // What was written once comes back as it is. Text that is empty is no input.
        let twice = to_markdown(page.as_bytes()).and_then(|once| there_and_back(&once.bytes));
        match twice.and_then(|twice| Ok((there_and_back(twice.as_bytes())?, twice))) {
            Ok((thrice, twice)) => prop_assert_eq!(thrice, twice),
            Err(error) => prop_assert_ne!(error.code(), ErrorCode::Internal, "{}", error),
        }
    }
}
