//! Escaping: characters as seven bits (RTF 1.9.1, "Unicode RTF", "Special Characters").
//!
//! What stands after a number for readers without Unicode is a question mark by its code: some readers skip a plain one
//! with all the letters that follow it, up to the next control word.

use std::fmt::Write;

/// Writes text: what is no letter of ASCII by its number, and what readers without Unicode show instead: the character of
/// the code page, or a question mark. It is written as a byte by number, since some readers take all text up to the next
/// word for it where it is a letter.
pub(super) fn push(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\\' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\t' => out.push_str("\\tab "),
            '\n' | '\u{2028}' | '\u{2029}' => out.push_str("\\line "),
            '\u{A0}' => out.push_str("\\~"),
            '\u{AD}' => out.push_str("\\-"),
            '\u{2011}' => out.push_str("\\_"),
            ' '..='~' => out.push(c),
            c if c.is_control() => {}
            c => {
                let instead = in_code_page(c);
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Numbers are signed in sixteen bits.
                    // A stand-in follows in the code page of the file, for readers without Unicode (`\uc1`).
                    let _ = write!(out, "\\u{}\\'{instead:02x}", *unit as i16);
                }
            }
        }
    }
}

/// The byte of a character in the code page that the file names (Windows 1252), or that of a question mark.
fn in_code_page(c: char) -> u8 {
    let mut buffer = [0; 4];
    match encoding_rs::WINDOWS_1252.encode(c.encode_utf8(&mut buffer)) {
        (bytes, _, false) if bytes.len() == 1 => bytes.first().copied().unwrap_or(b'?'),
        _ => b'?',
    }
}

/// Text as it is written.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    push(&mut out, text);
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn text_is_seven_bits() {
        assert_eq!(escaped("a{b}\\"), "a\\{b\\}\\\\");
        assert_eq!(escaped("ä–\u{A0}\u{AD}"), "\\u228\\'e4\\u8211\\'96\\~\\-");
        assert_eq!(escaped("😀\u{1}"), "\\u-10179\\'3f\\u-8704\\'3f");
    }
}
