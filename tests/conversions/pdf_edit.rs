//! PDF changed in place: smaller, other pages, several files as one, protected. What the pages say is read by our reader
//! and has to be what it was.

use std::io::Cursor;

use transvase::{Converter, ErrorCode, Format};
use transvase_tests::samples;

fn edited(bytes: &[u8], options: &[(&str, &str)]) -> transvase::Output {
    let converter =
        options.iter().fold(Converter::new(Format::PDF), |converter, (key, value)| converter.option(key, value));
    converter.convert(bytes).unwrap_or_else(|error| panic!("{options:?}: {error}"))
}

fn text(pdf: &[u8]) -> String {
    String::from_utf8(transvase::convert(pdf, Format::TXT).unwrap().bytes).unwrap()
}

fn pages(pdf: &[u8]) -> u32 {
    transvase::inspect(pdf).unwrap().facts.pages.unwrap()
}

/// A PDF of so many pages, each with its number in words and a bookmark.
fn numbered(count: usize) -> Vec<u8> {
    let words = ["one", "two", "three", "four", "five", "six"];
    let page =
        |word: &&str| format!("<h1 style='page-break-before: always'>Page {word}</h1><p>This is page {word}.</p>");
    let html: String = words.iter().take(count).map(page).collect();
    transvase::convert(format!("<!DOCTYPE html><html><body>{html}</body></html>").as_bytes(), Format::PDF)
        .unwrap()
        .bytes
}

/// The words behind "is page" in the order of the pages.
fn order(pdf: &[u8]) -> Vec<String> {
    let text = text(pdf);
    let words: Vec<&str> = text.split_whitespace().collect();
    let said = words.windows(3).filter(|three| three[..2] == ["is", "page"]);
    said.map(|three| three[2].trim_end_matches('.').to_owned()).collect()
}

fn documents() -> Vec<samples::Sample> {
    samples::all().into_iter().filter(|sample| sample.format == Format::PDF).collect()
}

#[test]
fn compression_keeps_the_text() {
    for sample in documents() {
        for options in [&[][..], &[("lossless", "true")], &[("effort", "7")]] {
            let small = edited(&sample.bytes, options).bytes;
            assert!(small.len() <= sample.bytes.len(), "{}", sample.name);
            assert_eq!(text(&small), text(&sample.bytes), "{} with {options:?}", sample.name);
            assert_eq!(pages(&small), pages(&sample.bytes));
        }
    }
}

#[test]
fn a_limit_is_kept_or_named() {
    for sample in documents() {
        for percent in [90, 60, 30, 5] {
            let limit = sample.bytes.len() as u64 * percent / 100;
            match Converter::new(Format::PDF).max_bytes(limit).convert(&sample.bytes) {
                Ok(output) => assert!(output.bytes.len() as u64 <= limit, "{} at {percent} %", sample.name),
                Err(error) => {
                    assert_eq!(error.code(), ErrorCode::TargetUnreachable, "{}: {error}", sample.name);
                    assert!(error.details().smallest_bytes.is_some_and(|smallest| smallest > limit));
                }
            }
        }
    }
}

#[test]
fn pages_are_chosen_in_the_order_that_is_asked_for() {
    let pdf = numbered(5);
    assert_eq!(order(&pdf), ["one", "two", "three", "four", "five"]);
    assert_eq!(order(&edited(&pdf, &[("pages", "4-5,1")]).bytes), ["four", "five", "one"]);
    assert_eq!(order(&edited(&pdf, &[("pages", "2-")]).bytes), ["two", "three", "four", "five"]);
}

#[test]
fn a_file_becomes_several() {
    let pdf = numbered(5);
    let split = edited(&pdf, &[("split", "2")]);
    assert_eq!(split.format, Format::ZIP);
    let mut archive = zip::ZipArchive::new(Cursor::new(&split.bytes)).unwrap();
    let mut counts = Vec::new();
    for at in 0..archive.len() {
        let mut bytes = Vec::new();
        std::io::copy(&mut archive.by_index(at).unwrap(), &mut bytes).unwrap();
        counts.push(pages(&bytes));
    }
    assert_eq!(counts, [2, 2, 1]);
    let by_bookmark = edited(&pdf, &[("split", "bookmarks")]);
    assert_eq!(zip::ZipArchive::new(Cursor::new(&by_bookmark.bytes)).unwrap().len(), 5);
}

#[test]
fn pages_are_turned() {
    let size = |pdf: &[u8]| {
        let png = Converter::new(Format::PNG).option("dpi", "72").convert(pdf).unwrap().bytes;
        let picture = image::load_from_memory(&png).unwrap();
        (picture.width(), picture.height())
    };
    assert_eq!(size(&samples::pdf()), (612, 792));
    assert_eq!(size(&edited(&samples::pdf(), &[("rotate", "90")]).bytes), (792, 612));
}

#[test]
fn a_file_is_protected_and_opened() {
    let locked = edited(&samples::pdf(), &[("encrypt", "open sesame")]).bytes;
    assert_eq!(transvase::convert(&locked, Format::TXT).unwrap_err().code(), ErrorCode::PasswordRequired);
    let wrong = Converter::new(Format::TXT).option("password", "sesame").convert(&locked).unwrap_err();
    assert_eq!(wrong.code(), ErrorCode::PasswordIncorrect);
    let read = Converter::new(Format::TXT).option("password", "open sesame").convert(&locked).unwrap().bytes;
    assert_eq!(String::from_utf8(read).unwrap(), text(&samples::pdf()));
    let open = edited(&locked, &[("password", "open sesame"), ("decrypt", "true")]).bytes;
    assert_eq!(text(&open), text(&samples::pdf()));
}
