//! Ambiguous codes of `WinAnsiEncoding` that show the sign of another one (ISO 32000-1, annex D.2, notes 3 and 6): the
//! unused ones a bullet, and 173 a hyphen. In a font whose letters are of another alphabet they are letters, so their
//! text is a mark for each until it is known what the font was meant for.

/// Where the marks begin, in a plane for private use that no text of a document comes from.
const MARKS: u32 = 0xF_0000;

/// The unused codes, shown as bullets (note 3).
const UNUSED: [u32; 5] = [0x81, 0x8D, 0x8F, 0x90, 0x9D];
/// The code of the soft hyphen, shown as a hyphen (note 6).
const HYPHEN: u32 = 0xAD;

/// The mark of a code, where its text is the sign of another code.
pub(super) fn mark(code: u32, text: char) -> Option<char> {
    let is_shared = text == '•' && UNUSED.contains(&code) || text == '-' && code == HYPHEN;
    is_shared.then(|| char::from_u32(MARKS + code)).flatten()
}

/// The code that a mark is of.
fn code(c: char) -> Option<u8> {
    u32::from(c).checked_sub(MARKS).and_then(|code| u8::try_from(code).ok())
}

/// Whether a text has marks.
pub(super) fn has_marks(text: &str) -> bool {
    text.chars().any(|c| code(c).is_some())
}

/// A character, or the code in the place of its mark.
pub(super) fn as_code(c: char) -> char {
    code(c).map_or(c, char::from)
}

/// A character, or the sign in the place of a mark.
pub(super) fn as_sign(c: char) -> char {
    match code(c) {
        Some(code) if u32::from(code) == HYPHEN => '-',
        Some(_) => '•',
        None => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_keep_what_they_are_and_what_they_show() {
        let marks: String = [mark(0x8F, '•'), mark(0xAD, '-')].into_iter().flatten().collect();
        assert!(has_marks(&marks) && !has_marks("•-"));
        assert_eq!(marks.chars().map(as_code).collect::<String>(), "\u{8F}\u{AD}");
        assert_eq!(marks.chars().map(as_sign).collect::<String>(), "•-");
        assert_eq!((mark(0x95, '•'), mark(0x2D, '-')), (None, None), "their own");
    }
}
