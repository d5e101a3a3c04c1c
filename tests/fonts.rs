//! Text in scripts that no bundled font has: it is seen, or the conversion says what is missing.

use std::sync::{Arc, Mutex};

use transvase::{Converter, ErrorCode, FontFile, Format, Output, WarningCode};
use transvase_tests::{font, samples};

/// Balinese, which no feature bundles: "the letters" of the alphabet's first rows.
const BALINESE: &str = "ᬅᬆᬇᬈᬉᬊᬋᬌᬍᬎᬏᬐᬑᬒ";

fn book(text: &str) -> Vec<u8> {
    samples::mobi_of(&format!("<html><body><h1>A book</h1><p>It says {text} and ends.</p></body></html>"))
}

fn squares() -> FontFile {
    FontFile::new("squares.ttf", font::squares("Test Squares", BALINESE))
}

fn has(output: &Output, code: WarningCode) -> bool {
    output.warnings.iter().any(|warning| warning.code == code)
}

/// Whether the font is in the file: its name stands outside of all streams.
fn embeds_squares(output: &Output) -> bool {
    output.bytes.windows(11).any(|bytes| bytes == b"TestSquares")
}

#[test]
fn letters_that_no_font_has_end_the_conversion() {
    let error = Converter::new(Format::PDF).convert(&book(BALINESE)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::MissingResource);
    assert!(error.to_string().contains("Balinese"), "{error}");
    assert!(error.hint_text().is_some_and(|hint| hint.contains("font")), "it says how to go on");
}

#[test]
fn best_effort_shows_boxes_and_says_so() {
    let output = Converter::new(Format::PDF).best_effort(true).convert(&book(BALINESE)).unwrap();
    assert!(has(&output, WarningCode::GlyphsMissing));
}

#[test]
fn a_handful_of_letters_is_shown_as_boxes() {
    let output = Converter::new(Format::PDF).convert(&book("ᬅᬆ")).unwrap();
    assert!(has(&output, WarningCode::GlyphsMissing));
}

#[test]
fn signs_never_end_a_conversion() {
    let output = Converter::new(Format::PDF).convert(&book(&"\u{1CD00}".repeat(50))).unwrap();
    assert!(has(&output, WarningCode::GlyphsMissing));
}

#[test]
fn a_font_of_the_callers_shows_them() {
    let output = Converter::new(Format::PDF).fonts([squares()]).convert(&book(BALINESE)).unwrap();
    assert!(!has(&output, WarningCode::GlyphsMissing) && !has(&output, WarningCode::SystemFontUsed));
    assert!(embeds_squares(&output));
}

#[test]
fn the_family_of_the_text_may_be_one_of_the_callers() {
    let font = FontFile::new("abc.ttf", font::squares("Test Squares", "abc"));
    let converter = Converter::new(Format::PDF).option("font_family", "Test Squares");
    let book = samples::mobi_of("<html><body><p>abc</p></body></html>");
    assert!(embeds_squares(&converter.clone().fonts([font]).convert(&book).unwrap()));
    assert!(!embeds_squares(&converter.convert(&book).unwrap()));
}

#[test]
fn a_finder_is_asked_once_for_what_is_missing_and_named() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let converter = Converter::new(Format::PDF).font_finder(move |request| {
        seen.lock().unwrap().push(request.characters.iter().collect::<String>());
        vec![squares()]
    });
    let output = converter.convert(&book(BALINESE)).unwrap();
    assert_eq!(*asked.lock().unwrap(), [BALINESE]);
    assert!(!has(&output, WarningCode::GlyphsMissing));
    let used = output.warnings.iter().find(|warning| warning.code == WarningCode::SystemFontUsed);
    assert!(
        used.is_some_and(|warning| warning.message.contains("squares.ttf") && warning.message.contains("Balinese"))
    );
    let plain = converter.convert(&book("only Latin")).unwrap();
    assert!(plain.warnings.is_empty() && asked.lock().unwrap().len() == 1, "nobody is asked for nothing");
}

#[test]
fn what_is_no_font_is_refused() {
    for bytes in [&b"no font"[..], b"", &font::squares("Cut", "a")[..40]] {
        let converter = Converter::new(Format::PDF).fonts([FontFile::new("bad.ttf", bytes)]);
        let error = converter.convert(&samples::mobi()).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidOption);
        assert!(error.to_string().contains("bad.ttf"), "{error}");
    }
    let finder = Converter::new(Format::PDF).font_finder(|_| vec![FontFile::new("bad.ttf", &b"no font"[..])]);
    assert_eq!(finder.convert(&book(BALINESE)).unwrap_err().code(), ErrorCode::MissingResource);
}

#[test]
fn damaged_fonts_harm_nothing() {
    let good = font::squares("Test Squares", BALINESE);
    for seed in 0..200 {
        let bytes = transvase_tests::hostile::mutated(&good, seed);
        let converter = Converter::new(Format::PDF).fonts([FontFile::new("odd.ttf", bytes)]);
        if let Err(error) = converter.convert(&book(BALINESE)) {
            assert_ne!(error.code(), ErrorCode::Internal, "seed {seed}: {error}");
        }
    }
}
