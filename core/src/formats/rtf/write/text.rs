//! Characters as seven bits (RTF 1.9.1, "Unicode RTF", "Special Characters").
//!
//! What stands after a number for readers without Unicode is a question mark by its code: some readers skip a plain one
//! with all the letters that follow it, up to the next control word.

use std::fmt::Write;

/// Writes text: what is no letter of ASCII by its number.
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
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Numbers are signed in sixteen bits.
                    let _ = write!(out, "\\u{}\\'3f", *unit as i16);
                }
            }
        }
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
        assert_eq!(escaped("ä–\u{A0}\u{AD}"), "\\u228\\'3f\\u8211\\'3f\\~\\-");
        assert_eq!(escaped("😀\u{1}"), "\\u-10179\\'3f\\u-8704\\'3f");
    }
}
