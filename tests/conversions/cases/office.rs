//! What becomes of office documents and books of which words used to be lost.

use transvase::Format;
use transvase_tests::case;

/// What a document is as text of a format.
fn text(document: &[u8], format: Format) -> String {
    String::from_utf8(transvase::convert(document, format).unwrap().bytes).unwrap()
}

#[test]
fn a_remark_by_an_author_in_any_script_breaks_no_rtf() {
    let Some(document) = case("documents/remark-author-not-ascii.docx") else { return };
    let rtf = transvase::convert(&document, Format::RTF).unwrap().bytes;
    let written = String::from_utf8(rtf.clone()).unwrap().replace("\\\\", "").replace("\\{", "").replace("\\}", "");
    assert_eq!(written.matches('{').count(), written.matches('}').count());
    let text = text(&rtf, Format::TXT);
    assert!(text.contains("Remarked words and the rest of the text.") && text.contains("Second paragraph."), "{text}");
}

#[test]
fn a_raw_tab_in_rtf_is_a_tab() {
    let Some(document) = case("documents/raw-tab.rtf") else { return };
    let text = text(&document, Format::TXT);
    assert!(text.contains("600g") && !text.contains("600gdouble"), "{text}");
}

#[test]
fn blanks_count_where_the_root_says_so() {
    let Some(document) = case("documents/blanks-by-root-xml-space.docx") else { return };
    let text = text(&document, Format::TXT);
    assert!(text.contains("Every blank is a run of its own") && text.contains("and none may be lost"), "{text}");
}

#[test]
fn blocks_in_a_paragraph_stay() {
    let Some(document) = case("documents/blocks-in-paragraph.docx") else { return };
    let text = text(&document, Format::MARKDOWN);
    assert!(text.contains("In a control in a paragraph.") && text.contains("| in1 | in2 |"), "{text}");
}

#[test]
fn older_forms_show_what_is_filled_in() {
    for name in ["documents/old-form-fields.docx", "documents/old-form-fields.doc"] {
        let Some(document) = case(name) else { continue };
        assert!(text(&document, Format::TXT).contains("Title: Mrs Smith"), "{name}");
        for format in [Format::TXT, Format::FB2] {
            let text = text(&document, format);
            assert!(text.contains("☐ not ticked") && text.contains("☒ ticked"), "{name} to {format}");
        }
    }
}

#[test]
fn rows_that_are_to_go_go() {
    let Some(document) = case("documents/deleted-table-row.docx") else { return };
    let markdown = text(&document, Format::MARKDOWN);
    assert_eq!(markdown.lines().filter(|line| line.starts_with('|')).count(), 2, "a row and its rule: {markdown}");
}

#[test]
fn documents_within_a_document_are_read() {
    let Some(document) = case("documents/html-part.docx") else { return };
    let text = text(&document, Format::MARKDOWN);
    assert!(text.contains("# Harbour report") && text.contains("All of the text is in this part."), "{text}");
}

#[test]
fn a_book_with_crossed_tags_is_whole() {
    let Some(document) = case("documents/crossed-tags.fb2") else { return };
    let text = text(&document, Format::MARKDOWN);
    let heads = ["# One", "# Two", "# Three"];
    assert!(heads.iter().all(|head| text.contains(head)) && text.contains("The end."), "{text}");
}

#[test]
fn equations_are_the_tex_of_their_signs() {
    let Some(document) = case("documents/equations.docx") else { return };
    let text = text(&document, Format::MARKDOWN);
    for part in ["\\sin x", "x-y", "\\boxed{E}"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("\\wedge"));
}
