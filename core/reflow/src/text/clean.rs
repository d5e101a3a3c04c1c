//! Unicode normalisation for text documents: ligatures and presentation forms as letters, nothing that means something
//! only inside its font.

use std::borrow::Cow;

use unicode_bidi::{BidiClass, bidi_class};
use unicode_normalization::UnicodeNormalization;

/// Private-use codes of the Symbol and Wingdings faces, which many documents use for bullets: the
/// codes of those faces, moved to U+F000, with the bullet nearest in shape.
const SYMBOL_BULLETS: &[(char, char)] = &[
    ('\u{F0B7}', '•'),
    ('\u{F0A7}', '▪'),
    ('\u{F06E}', '■'),
    ('\u{F06C}', '●'),
    ('\u{F06F}', '□'),
    ('\u{F071}', '❑'),
    ('\u{F076}', '❖'),
    ('\u{F0A8}', '◻'),
    ('\u{F0D8}', '➢'),
    ('\u{F0E0}', '→'),
    ('\u{F0FC}', '✓'),
    ('\u{F0FE}', '☑'),
    ('\u{F02D}', '–'),
];

/// Whether a character is white space between words.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}' | '\u{FEFF}')
}

/// Whether a character is a letter of a right-to-left script.
pub(crate) fn is_rtl(c: char) -> bool {
    // The blocks there are (UAX #9, 3.2, table 4): to look a class up takes longer.
    let blocks = matches!(c, '\u{590}'..='\u{8FF}' | '\u{200F}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}')
        || matches!(c, '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}');
    blocks && matches!(bidi_class(c), BidiClass::R | BidiClass::AL)
}

/// Whether a character belongs to a script written without spaces between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
        && !matches!(c, '\u{3130}'..='\u{318F}')
}

/// The cleaned text, and how many characters were dropped because nobody knows what they mean.
pub(crate) fn clean(text: &str) -> (Cow<'_, str>, usize) {
    if text.bytes().all(|byte| (0x20..0x7F).contains(&byte)) {
        return (Cow::Borrowed(text), 0);
    }
    let (mut out, mut dropped) = (String::new(), 0);
    for c in text.chars() {
        match c {
            '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}' => match symbol_bullet(c) {
                Some(bullet) => out.push(bullet),
                None => dropped += 1,
            },
            // What is painted is a hyphen, wherever it stands: programs show a soft one only where it divides a word, and TeX
            // writes all with this code.
            '\u{AD}' => out.push('-'),
            '\u{FFFD}' | '\u{FFFE}' | '\u{FFFF}' => dropped += 1,
            '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' => {}
            c if c.is_control() => {}
            c if is_presentation_form(c) => out.extend(std::iter::once(c).nfkc().filter(|c| !is_space(*c))),
            c => out.push(c),
        }
    }
    (Cow::Owned(out), dropped)
}

fn symbol_bullet(c: char) -> Option<char> {
    SYMBOL_BULLETS.iter().find(|(code, _)| *code == c).map(|(_, bullet)| *bullet)
}

/// Alphabetic and Arabic presentation forms (Unicode blocks FB00, FB50 and FE70).
fn is_presentation_form(c: char) -> bool {
    matches!(c, '\u{FB00}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_from_right_to_left_are_in_the_blocks_for_them() {
        let by_class = |c: &char| matches!(bidi_class(*c), BidiClass::R | BidiClass::AL);
        let odd: Vec<char> = ('\0'..=char::MAX).filter(|c| is_rtl(*c) != by_class(c)).collect();
        assert_eq!(odd, [] as [char; 0]);
    }

    #[test]
    fn ligatures_become_letters_and_private_codes_go() {
        assert_eq!(clean("e\u{FB03}cient"), ("efficient".into(), 0));
        assert_eq!(clean("\u{FEFB}"), ("\u{644}\u{627}".into(), 0), "lam with alef");
        assert_eq!(clean("a\u{E123}\u{1}b"), ("ab".into(), 1));
        assert_eq!(clean("\u{F0B7}"), ("•".into(), 0));
        assert_eq!(clean("\u{AD}"), ("-".into(), 0), "it is seen");
        assert_eq!(clean("x² ½"), ("x² ½".into(), 0), "other compatibility characters stay");
    }
}
