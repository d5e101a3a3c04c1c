//! Text in scripts that no bundled font has: it is seen, or the conversion says what is missing.

use std::io::Read;
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use flate2::read::ZlibDecoder;
use transvase::{Converter, ErrorCode, FontFile, Format, Output, WarningCode};
use transvase_tests::desk::Desk;
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

/// Whether the font is in the file: its name stands in a stream of objects (ISO 32000-2, 7.5.7).
fn embeds_squares(output: &Output) -> bool {
    const BEGIN: &[u8] = b"stream\n";
    let begins = output.bytes.windows(BEGIN.len()).enumerate().filter(|(_, bytes)| *bytes == BEGIN);
    let mut streams = begins.map(|(at, _)| {
        let mut objects = Vec::new();
        // What is behind the stream is none of its data; other streams may not be packed so.
        let _ = ZlibDecoder::new(&output.bytes[at + BEGIN.len()..]).read_to_end(&mut objects);
        objects
    });
    streams.any(|objects| objects.windows(11).any(|bytes| bytes == b"TestSquares"))
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

/// A desk with a book in Balinese and the font that has it, in two folders.
fn desk(name: &str) -> Option<Desk> {
    let desk = Desk::new(name)?;
    desk.put("book.mobi", &book(BALINESE));
    std::fs::create_dir_all(desk.folder.join("system")).unwrap();
    std::fs::create_dir_all(desk.folder.join("more/below")).unwrap();
    desk.put("system/squares.ttf", squares().bytes());
    desk.put("more/below/squares.ttf", squares().bytes());
    Some(desk)
}

/// Runs the command line where this folder has the fonts of the system; its exit status, and what it says.
fn said(desk: &Desk, system: &str, words: &[&str], isolate: bool) -> (Option<i32>, String) {
    let words = [&["convert", "book.mobi", "out.pdf", "--force"], words].concat();
    let mut command = desk.command(&words);
    if isolate {
        command.arg("--isolate");
    }
    command.env("TRANSVASE_SYSTEM_FONTS", desk.folder.join(system)).env_remove("TRANSVASE_FONTS");
    let output = command.stderr(Stdio::piped()).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn the_command_line_finds_fonts_of_the_system_and_names_them() {
    let Some(desk) = desk("fonts-system") else { return };
    for isolate in [false, true] {
        let (status, said_by) = said(&desk, "system", &[], isolate);
        assert_eq!(status, Some(0), "{said_by}");
        assert!(said_by.contains("system/squares.ttf"), "{said_by}");
        let (status, said_by) = said(&desk, "system", &["--no-system-fonts"], isolate);
        assert_eq!(status, Some(15), "{said_by}");
        assert!(said_by.contains("Balinese") && said_by.contains("--font"), "{said_by}");
    }
}

#[test]
fn the_command_line_takes_fonts_and_folders_of_them() {
    let Some(desk) = desk("fonts-given") else { return };
    for isolate in [false, cfg!(unix)] {
        for font in ["system/squares.ttf", "more"] {
            let (status, said_by) = said(&desk, "empty", &["--no-system-fonts", "--font", font], isolate);
            assert_eq!(status, Some(0), "{font}: {said_by}");
            assert!(!said_by.contains("squares"), "what was handed in needs no warning: {said_by}");
        }
        assert_eq!(said(&desk, "empty", &["--font", "book.mobi"], isolate).0, Some(2), "it is no font");
        assert_eq!(said(&desk, "empty", &["--font", "absent.ttf"], isolate).0, Some(66));
    }
    let words = ["convert", "book.mobi", "named.pdf", "--no-system-fonts"];
    let named = desk.command(&words).env("TRANSVASE_FONTS", desk.folder.join("more")).status().unwrap();
    assert!(named.success(), "the variable names folders too");
}
