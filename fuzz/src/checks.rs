//! What must hold of every result.

use std::io::{Cursor, Read};

use quick_xml::events::Event;
use transvase::{Format, Output};

/// Formats that nothing tells from any text.
const TEXTS: [&str; 2] = ["md", "txt"];

/// The result is what it is meant to be.
pub fn check(output: &Output) {
    if TEXTS.contains(&output.format.id()) {
        assert!(std::str::from_utf8(&output.bytes).is_ok(), "the result is no text");
    } else {
        assert_eq!(transvase::detect(&output.bytes), Some(output.format), "the result is not of its format");
    }
    if output.format == Format::DOCX {
        check_package(output);
    }
}

/// Every part of the package is XML that any reader accepts.
fn check_package(output: &Output) {
    let mut package = zip::ZipArchive::new(Cursor::new(&output.bytes)).expect("the result is a zip");
    for index in 0..package.len() {
        let mut part = package.by_index(index).expect("an entry opens");
        let name = part.name().to_owned();
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
