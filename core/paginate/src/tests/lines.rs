//! Lines: filling, dividing words, directions, tabs.

use super::super::options;
use super::*;
use transvase_model::flow::{Align, TabAlign, TabStop};
use transvase_model::pages::Glyph;

#[test]
fn justified_lines_fill_the_measure_but_the_last() {
    let pages = lay_out(vec![paragraph(&prose(12))], &[]);
    let lines = lines(&pages.pages[0]);
    let (left, right) = measure(&[]);
    assert!(lines.len() > 5);
    for line in &lines[..lines.len() - 1] {
        assert!((line.left - left).abs() < 0.5 && (line.right - right).abs() < 0.5, "{line:?}");
    }
    assert!(lines.last().unwrap().right < right);
    assert_eq!(text_of(&pages), prose(12));
}

#[test]
fn base_lines_are_evenly_apart() {
    let mut content = vec![run(&prose(3))];
    for style in [
        TextStyle { monospace: true, ..TextStyle::default() },
        TextStyle { script: transvase_model::flow::Script::Superscript, ..TextStyle::default() },
        TextStyle { small_caps: true, ..TextStyle::default() },
    ] {
        content.push(Inline::Text(Run { text: " marked words".into(), style }));
        content.push(run(&prose(3)));
    }
    let pages = lay_out(vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })], &[]);
    let mut bases: Vec<f32> = runs(&pages.pages[0]).filter(|run| run.size == 11.0).map(|run| run.transform.f).collect();
    bases.dedup();
    assert!(bases.len() > 5);
    assert!(bases.windows(2).all(|two| (two[1] - two[0] - 11.0 * 1.3).abs() < 0.01), "{bases:?}");
}

/// No line is ever wider than the measure: random words, some of them endless, in measures from a
/// few letters to a whole page, in every alignment.
#[test]
fn no_line_is_overfull() {
    let mut random = Random(0x5EED);
    for round in 0..60 {
        let words: Vec<String> = (0..120)
            .map(|_| {
                let most = if random.below(40) == 0 { 120 } else { 11 };
                let len = 1 + random.below(most);
                (0..len).map(|_| char::from(b'a' + random.below(26) as u8)).collect()
            })
            .collect();
        let text = words.join(" ");
        let width = 30.0 + random.below(400) as f32;
        let align = [Align::Justify, Align::Start, Align::Center, Align::End][round % 4];
        let (left, right) = measure(&[]);
        let style = ParagraphStyle {
            align: Some(align),
            indent_end: (right - left - width) * 12.0 / 11.0,
            ..Default::default()
        };
        let pages = lay_out(vec![styled(&text, style)], &[]);
        let most = left + width.max(8.0 * 11.0) + 0.1;
        for line in pages.pages.iter().flat_map(lines) {
            assert!(line.right <= most && line.left >= left - 0.1, "round {round}: {line:?} beyond {most}");
        }
        let set: String = text_of(&pages).replace([' ', '\u{AD}'], "");
        assert_eq!(set, text.replace(' ', ""), "round {round}");
    }
}

#[test]
fn words_are_divided_and_read_whole() {
    let narrow = ParagraphStyle { indent_end: 400.0, ..ParagraphStyle::default() };
    let text = "Considering the circumstances, the representatives congratulated one another.";
    let pages = lay_out(vec![styled(text, narrow.clone())], &[]);
    let hyphens: Vec<&Glyph> = runs(&pages.pages[0])
        .flat_map(|run| run.glyphs.iter().filter(|glyph| run.text.get(glyph.text.range()) == Some("\u{AD}")))
        .collect();
    assert!(!hyphens.is_empty(), "a measure of {} points must divide some word", 11 * 8);
    assert!(hyphens.iter().all(|glyph| glyph.advance > 1.0), "the hyphen is drawn");
    assert_eq!(text_of(&pages), text);
    let whole = lay_out(vec![styled(text, narrow)], &[(&options::HYPHENATE, "false")]);
    assert!(runs(&whole.pages[0]).all(|run| !run.text.contains('\u{AD}')));
}

/// Carlito joins f, f and i to one glyph; an author's soft hyphen in the middle still divides.
#[test]
fn a_ligature_is_divided_at_a_soft_hyphen() {
    let family: Option<Arc<str>> = Some("Carlito".into());
    let word = |text: &str| {
        let style = TextStyle { family: family.clone(), ..TextStyle::default() };
        let content = vec![Inline::Text(Run { text: text.into(), style })];
        let (left, right) = measure(&[]);
        let indent_end = (right - left - 88.0) * 12.0 / 11.0;
        let style = ParagraphStyle { indent_end, align: Some(Align::Start), ..ParagraphStyle::default() };
        Block::Paragraph(Paragraph { content, style, ..Paragraph::default() })
    };
    let set = |text: &str| {
        let pages = lay_out(vec![word(text)], &[(&options::HYPHENATE, "false")]);
        let glyphs: usize = runs(&pages.pages[0]).map(|run| run.glyphs.len()).sum();
        (lines(&pages.pages[0]).into_iter().map(|line| line.text).collect::<Vec<_>>(), glyphs)
    };
    let (whole, glyphs) = set("coffin");
    assert_eq!(whole, ["coffin"]);
    assert!(glyphs < 6, "Carlito has a ligature for ffi");
    // 88 points hold the first word and half of the second.
    let (lines, _) = set("mmmmmmm cof\u{AD}fin");
    assert_eq!(lines, ["mmmmmmm cof\u{AD}", "fin"]);
}

#[test]
fn a_right_to_left_line_is_set_from_the_right() {
    let hebrew = "\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5DD}";
    let text = format!("{hebrew} Rust 2024 {hebrew}");
    let style = ParagraphStyle { right_to_left: true, ..ParagraphStyle::default() };
    let pages = lay_out(vec![styled(&text, style)], &[]);
    let (_, right) = measure(&[]);
    let line = &lines(&pages.pages[0])[0];
    assert!((line.right - right).abs() < 0.5, "{line:?}");
    // UAX #9: the first Hebrew words stand right of the Latin ones, the last ones left.
    let mut at: Vec<(f32, String)> =
        runs(&pages.pages[0]).map(|run| (run.transform.e, run.text.trim().to_owned())).collect();
    at.sort_by(|a, b| a.0.total_cmp(&b.0));
    let order: Vec<&str> = at.iter().map(|(_, text)| text.as_str()).filter(|text| !text.is_empty()).collect();
    assert_eq!(order, [hebrew, "Rust 2024", hebrew]);
    for run in runs(&pages.pages[0]).filter(|run| run.text.contains('\u{5E9}')) {
        let first = run.glyphs.iter().max_by(|a, b| a.x.total_cmp(&b.x)).unwrap();
        assert!(run.text[first.text.range()].starts_with([' ', '\u{5E9}']), "the first letter is the rightmost");
    }
}

#[test]
fn right_to_left_words_in_a_justified_line_keep_its_edges() {
    let text = format!("{} \u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5DD} {}", prose(3), prose(3));
    let pages = lay_out(vec![paragraph(&text)], &[]);
    let (left, right) = measure(&[]);
    let lines = lines(&pages.pages[0]);
    for line in &lines[..lines.len() - 1] {
        assert!((line.left - left).abs() < 0.5 && (line.right - right).abs() < 0.5, "{line:?}");
    }
}

#[test]
fn tabs_lead_to_their_stops() {
    let stop = |position, align| TabStop { position, align, leader: None };
    // The source's body size is 11 points, like the layout's: lengths stay as they are.
    let style = ParagraphStyle {
        tabs: vec![stop(100.0, TabAlign::Start), stop(200.0, TabAlign::Center), stop(300.0, TabAlign::End)],
        ..ParagraphStyle::default()
    };
    let size = TextStyle { size: Some(11.0), ..TextStyle::default() };
    let word = |text: &str| Inline::Text(Run { text: text.into(), style: size.clone() });
    let content = vec![word("a"), Inline::Tab, word("start"), Inline::Tab, word("middle"), Inline::Tab, word("end")];
    let pages =
        lay_out(vec![Block::Paragraph(Paragraph { content, style, role: Role::Body, ..Paragraph::default() })], &[]);
    let (left, _) = measure(&[]);
    let spans: Vec<(String, f32, f32)> = runs(&pages.pages[0])
        .map(|run| {
            let last = run.glyphs.last().unwrap();
            (run.text.clone(), run.transform.e - left, run.transform.e + last.x + last.advance - left)
        })
        .collect();
    let at = |text: &str| spans.iter().find(|span| span.0.trim() == text).cloned().unwrap();
    assert!((at("start").1 - 100.0).abs() < 0.1, "{spans:?}");
    assert!((f32::midpoint(at("middle").1, at("middle").2) - 200.0).abs() < 0.1, "{spans:?}");
    assert!((at("end").2 - 300.0).abs() < 0.1, "{spans:?}");
}

#[test]
fn preformatted_text_keeps_its_spaces_and_lines() {
    let content = vec![run("fn main() {\n    let x = 1;\n\n}")];
    let pages =
        lay_out(vec![Block::Paragraph(Paragraph { role: Role::Preformatted, content, ..Paragraph::default() })], &[]);
    let lines = lines(&pages.pages[0]);
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["fn main() {", "    let x = 1;", "}"]);
    assert!(lines[1].left > lines[0].left + 15.0, "the indent stays");
    assert!((lines[2].base - lines[1].base) > 1.5 * (lines[1].base - lines[0].base), "the empty line stays");
    assert!(runs(&pages.pages[0]).all(|run| pages.fonts[run.font].monospace));
}

#[test]
fn small_capitals_are_read_as_written() {
    let style = TextStyle { small_caps: true, ..TextStyle::default() };
    let content = vec![Inline::Text(Run { text: "Small Caps".into(), style })];
    let pages = lay_out(vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })], &[]);
    assert_eq!(text_of(&pages), "Small Caps");
    let sizes: Vec<f32> = runs(&pages.pages[0]).map(|run| run.size).collect();
    assert!(sizes.contains(&11.0) && sizes.iter().any(|size| *size < 11.0));
}
