//! What stands before the items of lists.

use transvase::Format;
use transvase_tests::case;

/// The lines of a text, without what they begin with.
fn lines(bytes: &[u8], to: Format) -> Vec<String> {
    let text = transvase::convert(bytes, to).unwrap().bytes;
    let lines = String::from_utf8(text).unwrap();
    lines.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

#[test]
fn each_number_format_is_written() {
    // Each item has the number 2 and says the name of its format.
    let expected = [
        "02: decimalZero",
        "2nd: ordinal",
        "Two: cardinalText",
        "Second: ordinalText",
        "†: chicago",
        "乙: ideographTraditional",
        "이: koreanCounting",
        "ｲ: aiueo",
        "ﾛ: iroha",
        "ב: hebrew1",
        "ب: arabicAlpha",
        "ข: thaiLetters",
        "б: russianLower",
    ];
    for name in ["documents/number-formats.docx", "documents/number-formats.doc"] {
        let Some(bytes) = case(name) else { return };
        let lines = lines(&bytes, Format::TXT);
        // LibreOffice wrote the old file, and has no number there for two of the formats.
        for label in expected.iter().filter(|label| !name.ends_with(".doc") || !label.contains("chicago")) {
            assert!(lines.iter().any(|line| line == label), "{name}: {label}\n{lines:?}");
        }
    }
}

#[test]
fn a_level_between_is_begun_by_an_item_below_it() {
    let Some(bytes) = case("documents/skipped-list-level.docx") else { return };
    for line in lines(&bytes, Format::TXT) {
        let (label, expected) = line.split_once(" expect ").unwrap();
        assert_eq!(label, expected);
    }
}
