//! Lexing: the text of values cut into tokens (ISO 32000-2, 7.2.3 and 7.3).

/// Calls `write` with each piece of the text of a value that is not white space: delimiters, strings, names, words.
pub(super) fn each<'t>(mut text: &'t [u8], mut write: impl FnMut(&'t [u8])) {
    loop {
        text = text.trim_ascii_start();
        let Some(first) = text.first() else { return };
        let length = match first {
            b'(' => string_length(text),
            b'<' if text.get(1) != Some(&b'<') => {
                1 + text.iter().position(|byte| *byte == b'>').unwrap_or(text.len() - 1)
            }
            b'<' | b'>' => 2,
            b'/' => 1 + regular(&text[1..]),
            byte if is_regular(*byte) => regular(text),
            _ => 1,
        };
        let (token, rest) = text.split_at(length.min(text.len()));
        write(token);
        text = rest;
    }
}

/// Length of the regular characters at the start.
fn regular(text: &[u8]) -> usize {
    text.iter().position(|byte| !is_regular(*byte)).unwrap_or(text.len())
}

/// Length of the string in parentheses that a text begins with (7.3.4.2).
fn string_length(text: &[u8]) -> usize {
    let (mut depth, mut is_escaped) = (0_u32, false);
    let end = text.iter().position(|byte| {
        match byte {
            _ if std::mem::take(&mut is_escaped) => {}
            b'\\' => is_escaped = true,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map_or(text.len(), |end| end + 1)
}

/// The number that a text begins with.
pub(super) fn number<N: std::str::FromStr>(text: &[u8]) -> Option<N> {
    let text = text.trim_ascii_start();
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    std::str::from_utf8(&text[..end]).ok()?.parse().ok()
}

/// Whether a byte is a regular character (7.2.3).
pub(super) fn is_regular(byte: u8) -> bool {
    !matches!(
        byte,
        0 | b'\t' | b'\n' | 0x0C | b'\r' | b' ' | b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_into_tokens() {
        let mut found = Vec::new();
        let text = b"<<\n  /Type /A#20b /S (a (b\\)) c)\n/H <00 ff>/K [1 0 R -0.5 null]\n>>";
        each(text, |token| found.push(std::str::from_utf8(token).unwrap().to_owned()));
        let expected = [
            "<<",
            "/Type",
            "/A#20b",
            "/S",
            "(a (b\\)) c)",
            "/H",
            "<00 ff>",
            "/K",
            "[",
            "1",
            "0",
            "R",
            "-0.5",
            "null",
            "]",
            ">>",
        ];
        assert_eq!(found, expected);
        each(b"(open", |token| assert_eq!(token, b"(open"));
        each(b"<", |token| assert_eq!(token, b"<"));
    }
}
