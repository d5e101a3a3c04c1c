//! Files that become one, and files handed in for a document to name: the library itself.

use transvase::{Converter, ErrorCode, Format, Input, Limits, WarningCode};
use transvase_tests::words::{docx, key};
use transvase_tests::{root, samples};

fn book(text: &str) -> Vec<u8> {
    samples::mobi_of(&format!("<html><head></head><body><p>{text}</p></body></html>"))
}

fn example(name: &str) -> Vec<u8> {
    std::fs::read(root().join("examples").join(name)).unwrap()
}

/// A PNG of one pixel, from a writer of its own.
fn dot() -> Vec<u8> {
    transvase::doctest_png()
}

#[test]
fn files_of_two_formats_become_one() {
    let (report, story) = (example("report.pdf"), example("book.mobi"));
    let joined = Converter::new(Format::DOCX).join(&[Input::new(&report), Input::new(&story)]).unwrap();
    let text = key(&docx::text(&joined.bytes));
    let place = |words: &str| text.find(&key(words)).unwrap();
    assert!(place("Water Levels of the Merrow Estuary") < place("The bell at Sorrel Point had been cast for a church"));
    assert_eq!((joined.format, joined.route.source()), (Format::DOCX, Format::PDF));
    // Nothing of either is lost, and nothing comes twice.
    let alone: usize = [&report, &story]
        .iter()
        .map(|file| key(&docx::text(&transvase::convert(file, Format::DOCX).unwrap().bytes)).len())
        .sum();
    assert_eq!(text.len(), alone);
}

#[test]
fn books_become_one_pdf_whose_pages_are_counted_through() {
    let story = example("book.mobi");
    let pages = |file: &[u8]| transvase::inspect(file).unwrap().facts.pages.unwrap();
    let one = pages(&transvase::convert(&story, Format::PDF).unwrap().bytes);
    let both = Converter::new(Format::PDF).join(&[Input::new(&story), Input::new(&story)]).unwrap();
    assert_eq!(pages(&both.bytes), 2 * one);
    let again = Converter::new(Format::PDF).join(&[Input::new(&story), Input::new(&story)]).unwrap();
    assert_eq!(again.bytes, both.bytes, "the same bytes each time");
}

#[test]
fn a_single_file_is_converted_as_ever() {
    let story = example("book.mobi");
    let joined = Converter::new(Format::DOCX).join(&[Input::new(&story)]).unwrap();
    assert_eq!(joined.bytes, transvase::convert(&story, Format::DOCX).unwrap().bytes);
}

#[test]
fn what_is_wrong_names_the_file() {
    let good = book("Good.");
    let inputs = |second| [Input::new(&good).name("good.mobi"), Input::new(second).name("other")];
    let converter = Converter::new(Format::DOCX);
    let error = converter.join(&inputs(b"nothing that is known\0")).unwrap_err();
    assert_eq!(error.code(), ErrorCode::UnknownSource);
    assert!(error.to_string().contains("other: "), "{error}");
    assert_eq!(converter.join(&inputs(b"")).unwrap_err().code(), ErrorCode::EmptyInput);
    assert_eq!(converter.join(&[]).unwrap_err().code(), ErrorCode::EmptyInput);
    let photo = example("photo.jpg");
    let photos = [Input::new(&photo), Input::new(&photo)];
    let error = Converter::new(Format::PNG).join(&photos).unwrap_err();
    assert_eq!(error.code(), ErrorCode::UnsupportedRoute);
    assert_eq!(Converter::new(Format::JPEG).join(&photos).unwrap_err().code(), ErrorCode::UnsupportedRoute);
}

#[test]
fn limits_hold_for_all_files_together() {
    let (one, two) = (book("One."), book("Two."));
    let most = (one.len() + two.len()) as u64;
    let within = |input_bytes| Converter::new(Format::DOCX).limits(Limits { input_bytes, ..Limits::default() });
    let inputs = [Input::new(&one), Input::new(&two)];
    assert!(within(most).join(&inputs).is_ok());
    let error = within(most - 1).join(&inputs).unwrap_err();
    assert_eq!((error.code(), error.details().seen), (ErrorCode::LimitExceeded, Some(most)));
    // What is handed in beside a file counts as well, and so does what is found.
    let picture = samples::mobi_with_picture("dot.png");
    let most = (picture.len() + dot().len()) as u64;
    assert!(within(most).resource("dot.png", dot()).convert(&picture).is_ok());
    for converter in [within(most - 1).resource("dot.png", dot()), within(most - 1).resource_finder(|_| Some(dot()))] {
        assert_eq!(converter.convert(&picture).unwrap_err().code(), ErrorCode::LimitExceeded);
    }
}

#[test]
fn a_book_gets_the_picture_that_lies_beside_it() {
    let pictures = |converter: Converter| {
        let made = converter.convert(&samples::mobi_with_picture("pics/a%20dot.png")).unwrap();
        let archive = zip::ZipArchive::new(std::io::Cursor::new(&made.bytes)).unwrap();
        let pictures = archive.file_names().filter(|name| name.starts_with("word/media/")).count();
        (pictures, made.warnings.iter().map(|warning| warning.code).collect::<Vec<_>>())
    };
    let converter = || Converter::new(Format::DOCX);
    assert_eq!(pictures(converter().resource("pics/a dot.png", dot())), (1, Vec::new()));
    assert_eq!(pictures(converter().resource_finder(|name| (name == "pics/a dot.png").then(dot))), (1, Vec::new()));
    let (count, codes) = pictures(converter().resource("other.png", dot()));
    assert_eq!(count, 0);
    assert!(codes.contains(&WarningCode::ResourceIgnored), "{codes:?}");
    let outside = converter().resource("../dot.png", dot()).convert(&book("Text.")).unwrap_err();
    assert_eq!(outside.code(), ErrorCode::InvalidOption);
}
