//! What the reader of PDF makes of real files, in the text of the DOCX they become.

use std::io::Read;

use transvase::{ErrorCode, Format, WarningCode};
use transvase_tests::{case, root};

/// The DOCX that a case becomes; `None` where the cases are not at hand.
fn docx(name: &str) -> Option<transvase::Output> {
    Some(transvase::convert(&case(name)?, Format::DOCX).unwrap())
}

/// A part of a DOCX.
fn part(docx: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(docx)).unwrap();
    let mut xml = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut xml).unwrap();
    xml
}

fn document(docx: &[u8]) -> String {
    part(docx, "word/document.xml")
}

/// The characters of a document, a line for each paragraph.
fn text(docx: &[u8]) -> String {
    let xml = document(docx).replace("</w:p>", "\n").replace("<w:tab/>", " ");
    let pieces = xml.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
    pieces.collect()
}

/// Checks the words of a case.
fn says(name: &str, words: &[&str], others: &[&str]) {
    let Some(output) = docx(name) else { return };
    let text = text(&output.bytes);
    for word in words {
        assert!(text.contains(word), "{name} lacks {word}: {text}");
    }
    for word in others {
        assert!(!text.contains(word), "{name} has {word}: {text}");
    }
}

#[test]
fn drawn_fonts_without_names_give_their_text() {
    says("type3-text-by-code.pdf", &["Minutes of the harbour board", "letters from the pilots."], &[]);
    says("type3-meaningless-box.pdf", &["The board met on the third of June at the custom house."], &[]);
    let Some(output) = docx("type3-meaningless-box.pdf") else { return };
    let styles = part(&output.bytes, "word/styles.xml");
    let (usual, _) = styles.split_once("</w:docDefaults>").unwrap();
    assert!(usual.contains(r#"<w:sz w:val="36""#), "text of 18 points: {usual}");
}

#[test]
fn brackets_open_first_in_reading_order() {
    says("hebrew-brackets.pdf", &["(חסידה)", "[לנוסע אחד]", "(Grey Heron)"], &[]);
}

#[test]
fn forms_and_notes_say_what_was_filled_in() {
    says("form-value-newer-than-look.pdf", &["Black Swan"], &["Grey Heron"]);
    says("typed-notes-without-look.pdf", &["Grey Heron", "14.2 metres"], &[]);
}

#[test]
fn bars_of_a_bar_code_are_a_picture() {
    says("barcode-font.pdf", &["Parcel for Saltby", "SB120367"], &["*SB120367*"]);
    let Some(output) = docx("barcode-font.pdf") else { return };
    assert!(document(&output.bytes).contains("<pic:pic"));
}

#[test]
fn a_plan_of_many_pixels_is_kept() {
    let Some(output) = docx("large-bilevel-plan.pdf") else { return };
    assert!(document(&output.bytes).contains("<pic:pic"));
    assert!(!output.warnings.iter().any(|warning| warning.code == WarningCode::ImageDropped), "{:?}", output.warnings);
}

#[test]
fn a_change_of_colour_over_the_page_is_kept() {
    let Some(output) = docx("page-wide-gradient.pdf") else { return };
    let xml = document(&output.bytes);
    assert!(xml.contains("gradFill") && text(&output.bytes).contains("Harbour dues, third quarter"), "{xml}");
}

/// The ways PDF is encrypted by passwords; each file opens with `käse` and, for its owner, with `öwner`.
const LOCKED: [&str; 4] = ["rc4-40", "rc4-128", "aes-128", "aes-256"];

#[test]
fn passwords_with_letters_beyond_ascii_open_every_encryption() {
    for kind in LOCKED {
        let bytes = std::fs::read(root().join(format!("tests/data/locked-{kind}.pdf"))).unwrap();
        let open = |password: Option<&str>| {
            let converter = transvase::Converter::new(Format::DOCX);
            let converter = match password {
                Some(password) => converter.password(password),
                None => converter,
            };
            converter.convert(&bytes).map(|output| text(&output.bytes))
        };
        for password in ["käse", "öwner"] {
            assert!(open(Some(password)).unwrap().contains("opens with a password"), "{kind} {password}");
            let seen = transvase::inspect_with(&bytes, Some(password), transvase::Limits::default()).unwrap();
            assert_eq!((seen.facts.encrypted, seen.facts.pages), (true, Some(2)), "{kind} {password}");
        }
        assert_eq!(open(Some("kase")).unwrap_err().code(), ErrorCode::PasswordIncorrect, "{kind}");
        assert_eq!(open(None).unwrap_err().code(), ErrorCode::PasswordRequired, "{kind}");
        let seen = transvase::inspect(&bytes).unwrap();
        assert_eq!((seen.facts.encrypted, seen.facts.pages), (true, None), "{kind}");
        let wrong = transvase::inspect_with(&bytes, Some("kase"), transvase::Limits::default()).unwrap_err();
        assert_eq!(wrong.code(), ErrorCode::PasswordIncorrect, "{kind}");
    }
}
