//! Books in other scripts, and books written as XHTML, in the DOCX they become.

use transvase::Format;
use transvase_tests::samples;

/// The main part and the styles of the DOCX that a book becomes.
fn document(body: &str) -> String {
    whole(&format!("<html><head></head><body>{body}</body></html>"))
}

fn whole(text: &str) -> String {
    let docx = transvase::convert(&samples::mobi_of(text), Format::DOCX).unwrap().bytes;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(docx)).unwrap();
    let mut part = |name: &str| std::io::read_to_string(archive.by_name(name).unwrap()).unwrap();
    part("word/document.xml") + &part("word/styles.xml")
}

/// How often a tag begins in the document that a body becomes.
fn count(body: &str, tag: &str) -> usize {
    document(body).matches(tag).count()
}

#[test]
fn a_line_break_is_one_however_it_is_written() {
    for line_break in ["<br>", "<br/>", "<br />", "<br></br>", "<br> </br>", "<br clear=\"all\"></br>", "</br>"] {
        assert_eq!(count(&format!("<p>one{line_break}two</p>"), "<w:br/>"), 1, "{line_break}");
    }
    for two in ["<br><br>", "<br/><br/>", "<br></br><br></br>", "<br></br><br/>"] {
        assert_eq!(count(&format!("<p>one{two}two</p>"), "<w:br/>"), 2, "{two}");
    }
}

#[test]
fn elements_that_end_as_they_begin_are_empty() {
    for empty in ["<i/>", "<b/>", "<a id=\"here\"/>", "<span/>", "<em class=\"x\" />"] {
        let document = document(&format!("<p>one {empty}two</p><p>three</p>"));
        assert!(!document.contains("<w:i/></w:rPr><w:t") && !document.contains("<w:b/></w:rPr><w:t"), "{empty}");
        assert!(document.contains("three"));
    }
    let title = whole("<html><head><title/></head><body><p>kept</p></body></html>");
    assert!(title.contains("kept"));
}

#[test]
fn a_book_in_arabic_runs_from_the_right() {
    let list = "<ul><li>واحد</li></ul><table><tr><td>أ</td><td>ب</td></tr></table>";
    let said = whole(&format!("<html dir=\"rtl\"><body>{list}</body></html>"));
    let by_language = whole(&format!("<html lang=\"ar\"><body>{list}</body></html>"));
    for document in [said, by_language] {
        assert!(document.contains("<w:bidiVisual/>") && document.contains("<w:bidi/>"));
    }
    let latin = document("<ul><li>one</li></ul><table><tr><td>a</td><td>b</td></tr></table>");
    assert!(!latin.contains("<w:bidiVisual/>"));
}

#[test]
fn readings_stand_above_their_letters() {
    let ruby = document("<p>一<ruby>猫<rp>(</rp><rt>ねこ</rt><rp>)</rp></ruby>。</p>");
    assert!(ruby.contains("<w:ruby>") && ruby.contains("<w:rt>") && ruby.contains("<w:rubyBase>"));
    assert!(!ruby.contains('('), "brackets are for programs without ruby");
    assert!(document("<p><span style=\"text-emphasis: filled dot\">点</span></p>").contains("<w:em "));
}

#[test]
fn lists_for_programs_alone_are_not_printed() {
    let shown = document("<p>kept</p><ol hidden=\"hidden\"><li>page 7</li></ol>");
    assert!(shown.contains("kept") && !shown.contains("page 7"));
}
