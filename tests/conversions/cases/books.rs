//! What becomes of books whose lines, lists and letters used to go wrong.

use transvase::{Converter, ErrorCode, Format};
use transvase_tests::{case, font};

/// The main part and the styles of the DOCX that a book becomes.
fn parts(book: &[u8]) -> [String; 2] {
    let docx = transvase::convert(book, Format::DOCX).unwrap().bytes;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(docx)).unwrap();
    let mut part = |name: &str| std::io::read_to_string(archive.by_name(name).unwrap()).unwrap();
    [part("word/document.xml"), part("word/styles.xml")]
}

fn document(book: &[u8]) -> String {
    let [document, _] = parts(book);
    document
}

#[test]
fn a_line_break_that_is_written_twice_is_one() {
    let Some(book) = case("line-breaks-old-mobi.mobi") else { return };
    assert_eq!(document(&book).matches("<w:br/>").count(), 7);
}

#[test]
fn lists_and_tables_in_hebrew_begin_at_the_right() {
    let Some(book) = case("hebrew-list.azw3") else { return };
    let [document, styles] = parts(&book);
    assert!(document.contains("<w:bidiVisual/>"), "the table runs from the right");
    let items: Vec<_> = document.split("<w:p>").filter(|paragraph| paragraph.contains("<w:numPr>")).collect();
    assert_eq!(items.len(), 2);
    let list = styles.split("<w:style ").find(|style| style.contains("w:styleId=\"ListBullet\"")).unwrap();
    let runs =
        |item: &&str| item.contains("<w:bidi/>") || (item.contains("\"ListBullet\"") && list.contains("<w:bidi/>"));
    assert!(items.iter().all(runs), "{list}");
}

#[test]
fn a_chinese_book_is_seen_or_says_what_is_missing() {
    let Some(book) = case("chinese-book.azw3") else { return };
    let error = Converter::new(Format::PDF).convert(&book).unwrap_err();
    assert_eq!(error.code(), ErrorCode::MissingResource);
    assert!(error.to_string().contains("Han") && error.hint_text().is_some_and(|hint| hint.contains("--font")));
    let letters: String = document(&book).chars().filter(|letter| !letter.is_ascii()).collect();
    let font = transvase::FontFile::new("squares.ttf", font::squares("Test Squares", &letters));
    let seen = Converter::new(Format::PDF).fonts([font]).convert(&book).unwrap();
    assert!(seen.warnings.iter().all(|warning| warning.code != transvase::WarningCode::GlyphsMissing));
}
