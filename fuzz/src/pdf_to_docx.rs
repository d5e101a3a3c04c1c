//! PDF to DOCX on any bytes: an answer within the limits, a document that is well formed, and the same
//! document for any number of threads. A panic ends libFuzzer's run, also one that the facade would turn
//! into an error.

#![no_main]

use std::io::{Cursor, Read};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use quick_xml::events::Event;
use transvase::{Converter, ErrorCode, Format, Limits, Output, Result};

/// An input of one run is small; what takes longer than this has no limit to its work. libFuzzer's own
/// `-timeout` is longer.
const DEADLINE: Duration = Duration::from_secs(10);

/// One input in so many is converted again with two threads: which ones depends on the input alone.
const THREADED_SHARE: usize = 16;

fuzz_target!(|data: &[u8]| {
    let first = convert(data, 1);
    if let Ok(output) = &first {
        check(output);
    }
    if data.len() % THREADED_SHARE == 0 {
        match (&first, convert(data, 2)) {
            (Ok(one), Ok(two)) => {
                assert!(one.bytes == two.bytes, "the bytes depend on the number of threads");
                assert_eq!(one.warnings, two.warnings, "the warnings depend on the number of threads");
            }
            (one, two) => assert_eq!(one.is_ok(), two.is_ok(), "success depends on the number of threads"),
        }
    }
});

fn convert(data: &[u8], threads: usize) -> Result<Output> {
    let converter = Converter::new(Format::DOCX).from(Format::PDF).threads(threads).limits(limits()).deadline(DEADLINE);
    let result = converter.convert(data);
    if let Err(error) = &result {
        let defects = [ErrorCode::Internal, ErrorCode::TimedOut, ErrorCode::OutOfMemory];
        assert!(!defects.contains(&error.code()), "{error}");
    }
    result
}

/// Limits that leave room for every honest input of this size, and end the bombs soon.
fn limits() -> Limits {
    let small = Limits::default();
    Limits {
        unpacked_bytes: 64 << 20,
        stream_bytes: 16 << 20,
        image_pixels: 4_000_000,
        job_pixels: 16_000_000,
        pages: 200,
        pdf_operators: 1_000_000,
        ..small
    }
}

/// Every part of the package is XML that any reader accepts.
fn check(output: &Output) {
    let mut package = zip::ZipArchive::new(Cursor::new(&output.bytes)).expect("the result is a zip");
    for index in 0..package.len() {
        let mut part = package.by_index(index).expect("an entry opens");
        let name = part.name().expect("a name is UTF-8").into_owned();
        if name.ends_with(".xml") || name.ends_with(".rels") {
            let mut text = String::new();
            part.read_to_string(&mut text).expect("a part is UTF-8");
            check_xml(&name, &text);
        }
    }
}

fn check_xml(name: &str, text: &str) {
    let mut reader = quick_xml::Reader::from_str(text);
    loop {
        match reader.read_event() {
            Ok(Event::Eof) => break,
            Ok(Event::GeneralRef(entity)) => {
                let character = entity.resolve_char_ref().expect("a reference is sound");
                assert!(character.is_none_or(is_xml), "{name}: {character:?}");
            }
            Ok(_) => {}
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(text.chars().all(is_xml), "{name} has a character that XML has not");
}

/// `Char` of XML 1.0, 2.2.
fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}
