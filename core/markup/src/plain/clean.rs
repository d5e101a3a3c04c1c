//! Control characters and other characters that are not meant to be read.

/// The text with line feeds alone as the ends of its lines, and the number of control characters that were left out.
/// Sequences that colour the text of a terminal (ECMA-48) are not counted: nobody misses them.
pub fn cleaned(text: &str) -> (String, usize) {
    let mut out = String::new();
    let mut dropped = 0;
    let mut rest = text.trim_end_matches('\u{1A}').chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\r' => {
                rest.next_if_eq(&'\n');
                out.push('\n');
            }
            '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\n' | '\t' | '\u{C}' => out.push(c),
            '\u{1B}' => skip_sequence(&mut rest),
            '\u{FEFF}' => {}
            c if c.is_control() => dropped += 1,
            c => out.push(c),
        }
    }
    (out, dropped)
}

/// Passes what follows an escape character: a control sequence, a string up to its end, or one character.
fn skip_sequence(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    match rest.peek() {
        Some('[') => {
            rest.next();
            while rest.next_if(|c| matches!(c, '\u{20}'..='\u{3F}')).is_some() {}
            rest.next_if(|c| matches!(c, '\u{40}'..='\u{7E}'));
        }
        Some(']') => {
            while rest.next_if(|c| !matches!(c, '\u{7}' | '\u{1B}' | '\n')).is_some() {}
            rest.next_if_eq(&'\u{7}');
        }
        Some('\\' | '(' | ')' | '=' | '>' | '7' | '8' | 'c') => {
            let sets_letters = matches!(rest.next(), Some('(' | ')'));
            if sets_letters {
                rest.next_if(char::is_ascii_alphanumeric);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::cleaned;

    #[test]
    fn lines_end_in_one_way_and_colours_are_gone() {
        assert_eq!(cleaned("a\r\nb\rc\u{2028}d\u{85}e"), ("a\nb\nc\nd\ne".into(), 0));
        assert_eq!(cleaned("\u{1B}[1;31mred\u{1B}[0m \u{1B}]8;;http://x\u{7}link\u{1B}(B"), ("red link".into(), 0));
        assert_eq!(cleaned("a\u{0}b\u{8}\tc\u{C}\u{1A}"), ("ab\tc\u{C}".into(), 2));
        assert_eq!(cleaned("\u{1B}"), (String::new(), 0));
    }
}
