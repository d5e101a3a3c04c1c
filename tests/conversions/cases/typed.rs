//! Text in a face of fixed pitch that is no code.

use transvase::Format;

/// The Markdown that a case becomes; `None` where the cases are not at hand.
fn markdown(name: &str) -> Option<String> {
    let output = transvase::convert(&transvase_tests::case(name)?, Format::MARKDOWN).unwrap();
    Some(String::from_utf8(output.bytes).unwrap())
}

#[test]
fn a_letter_in_courier_is_no_code() {
    let Some(text) = markdown("documents/typed-letter-in-courier.pdf") else { return };
    assert!(!text.contains('`'), "{text}");
    assert_eq!(
        text.lines().filter(|line| line.starts_with('|')).count(),
        5,
        "4 rows and the rule below the head: {text}"
    );
    assert!(text.contains("\n\nTo: The keeper of the north light\n\n"), "{text}");
}

#[test]
fn a_face_of_east_asia_is_no_code() {
    let Some(text) = markdown("documents/kai-face-is-not-code.odt") else { return };
    assert!(!text.contains('`') && text.contains("港口委員會第三次會議紀錄"), "{text}");
}
