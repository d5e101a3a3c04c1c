//! What texts are taken for, how they are written, and what is said where nothing of a document would be left.

use transvase::{Converter, ErrorCode, Format, WarningCode};
use transvase_tests::case;

fn text(to: Format, hint: Format, bytes: &[u8]) -> String {
    String::from_utf8(Converter::new(to).hint(Some(hint)).convert(bytes).unwrap().bytes).unwrap()
}

#[test]
fn a_text_about_a_format_is_no_file_of_it() {
    if let Some(prose) = case("documents/markdown-about-pdf.md") {
        assert!(text(Format::HTML, Format::MARKDOWN, &prose).contains("<h1"));
    }
    for prose in ["GIF89a is old.", "%PDF-1.7 begins it.", "{\\rtf1 begins it.", "P6 2024 budget", "#?RADIANCE is one"]
    {
        let html = text(Format::HTML, Format::MARKDOWN, prose.as_bytes());
        assert!(html.contains("</p>"), "{prose}: {html}");
    }
}

#[test]
fn a_page_may_begin_with_words() {
    if let Some(page) = case("documents/html-fragment.html") {
        let markdown = text(Format::MARKDOWN, Format::HTML, &page);
        assert!(markdown.starts_with("Hello **world**\n\nsecond"), "{markdown}");
    }
    assert_eq!(text(Format::MARKDOWN, Format::HTML, b"Caf&eacute; <i>x</i><br>y"), "Caf\u{e9} *x*\\\ny\n");
}

#[test]
fn mail_is_named() {
    let Some(mail) = case("mail/mail-as-text.eml") else { return };
    let error = transvase::convert(&mail, Format::MARKDOWN).unwrap_err();
    assert_eq!(error.code(), ErrorCode::UnknownSource);
    assert!(error.to_string().contains("e-mail message"), "{error}");
}

#[test]
fn code_begins_with_its_first_line() {
    let blocks = "```py\nx = 1\n\n    y = <a>\n```\n\n```\n\nafter an empty line\n```\n";
    let html = text(Format::HTML, Format::MARKDOWN, blocks.as_bytes());
    assert!(html.contains("<code class=\"language-py\">x = 1\n\n    y = &lt;a&gt;</code></pre>"), "{html}");
    assert_eq!(text(Format::MARKDOWN, Format::HTML, html.as_bytes()), blocks);
}

#[test]
fn no_number_of_a_wide_table_is_cut() {
    let Some(table) = case("documents/wide-table.docx") else { return };
    let text = String::from_utf8(transvase::convert(&table, Format::TXT).unwrap().bytes).unwrap();
    for word in ["721-151-325", "2024-09-28", "Northumberland"] {
        assert!(text.split_whitespace().any(|other| other == word), "{word}: {text}");
    }
}

/// One red dot.
const DOT: &str = "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=";

#[test]
fn nothing_left_is_an_error() {
    let page = format!("<!doctype html><body><img src='{DOT}'></body>");
    for to in [Format::TXT, Format::MARKDOWN, Format::JSON] {
        let error = transvase::convert(page.as_bytes(), to).unwrap_err();
        assert_eq!(error.code(), ErrorCode::MissingResource, "{to}");
        let lenient = Converter::new(to).best_effort(true).convert(page.as_bytes()).unwrap();
        assert!(lenient.warnings.iter().any(|warning| warning.message.contains("would be empty")), "{to}");
    }
    let kept = Converter::new(Format::MARKDOWN).option("images", "embed").convert(page.as_bytes()).unwrap();
    assert!(String::from_utf8(kept.bytes).unwrap().contains("data:image/"));
    assert!(transvase::convert(page.as_bytes(), Format::DOCX).is_ok());
    let missing = transvase::convert(b"<!doctype html><body><img src='gone.png'></body>", Format::DOCX).unwrap_err();
    assert_eq!(missing.code(), ErrorCode::MissingResource);
    assert!(transvase::convert(b"<!doctype html><body></body>", Format::MARKDOWN).unwrap().bytes.is_empty());
}

#[test]
fn pages_are_chosen_once_and_missing_ones_are_said() {
    let three =
        "one\n\n<div style='page-break-before:always'>two</div><div style='page-break-before:always'>three</div>";
    let convert =
        |to: Format, pages: &str| Converter::new(to).hint(Some(Format::HTML)).pages(pages).convert(three.as_bytes());
    assert_eq!(convert(Format::PNG, "2").unwrap().format, Format::PNG);
    assert!(convert(Format::PNG, "2-").unwrap().warnings.is_empty());
    let beyond = convert(Format::PDF, "2-9").unwrap();
    assert!(beyond.warnings.iter().any(|warning| warning.code == WarningCode::PageDropped), "{:?}", beyond.warnings);
    assert_eq!(convert(Format::PDF, "8-").unwrap_err().code(), ErrorCode::InvalidOption);
}

#[test]
fn words_of_a_drawing_stay_words() {
    let page = "<!doctype html><body><p>Before</p><svg viewBox='0 0 200 100'><style>.a{font-size:9px}</style>\
                <g class='a'><text x='10' y='20'>Over <tspan x='10' y='40'>the wind</tspan></text></g>\
                <rect x='5' y='60' width='50' height='20'/></svg></body>";
    for to in [Format::TXT, Format::MARKDOWN] {
        let said = text(to, Format::HTML, page.as_bytes());
        assert!(said.contains("Over") && said.contains("the wind"), "{to}: {said}");
    }
    let pdf = transvase::convert(page.as_bytes(), Format::PDF).unwrap().bytes;
    let read = String::from_utf8(transvase::convert(&pdf, Format::TXT).unwrap().bytes).unwrap();
    assert!(read.contains("the wind"), "{read}");
}
