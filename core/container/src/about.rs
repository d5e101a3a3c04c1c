//! Texts about a format: whether what begins with a format's signature is only a text that speaks of it.

/// Bytes that are looked at.
const LOOK: usize = 4 << 10;

/// Whether bytes are text in UTF-8 or ASCII: nothing in it is binary.
pub fn is_text(bytes: &[u8]) -> bool {
    let head = bytes.get(..LOOK.min(bytes.len())).unwrap_or_default();
    let text = match std::str::from_utf8(head) {
        // The last letter may be cut.
        Err(error) if error.error_len().is_none() => std::str::from_utf8(&head[..error.valid_up_to()]),
        text => text,
    };
    text.is_ok_and(is_characters)
}

/// Whether there are no control characters but those that part words and lines.
pub fn is_characters(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{C}'))
}

/// Whether bytes are words of a text, with blanks between them.
pub fn is_prose(bytes: &[u8]) -> bool {
    is_text(bytes) && bytes.contains(&b' ')
}

/// Whether a text ends with a sign, as markup with the end of a tag.
pub fn ends_with(bytes: &[u8], sign: u8) -> bool {
    // In UTF-16 each has a zero beside it.
    let last = bytes.iter().rev().find(|byte| !byte.is_ascii_whitespace() && **byte != 0);
    last == Some(&sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_nothing_binary_in_it() {
        let cut = "ä".repeat(LOOK).into_bytes();
        assert!(is_text(b"GIF89a is a format.\r\n\tIt is old.") && is_text(&cut));
        assert!(!is_text(&cut[1..]) && !is_text(b"GIF89a\x01\0") && !is_text(b"caf\xE9s") && !is_text(b"a\x1Bb"));
        assert!(is_prose(b"two words") && !is_prose(b"GIF89a"));
        assert!(
            ends_with(b"<p>x</p>\n", b'>')
                && ends_with(b"<\0p\0>\0\r\0\n\0", b'>')
                && !ends_with(b"<p> is a tag.", b'>')
        );
    }
}
