//! Ambiguous-width punctuation, which Latin and East Asian text share. Among ideographs it belongs
//! to their face, where it is as wide as they are; the face of the letters has it narrow (Unicode's UAX #11,
//! "ambiguous").

use super::opportunities::is_ideograph;

/// Quotation marks, ellipses, dashes and the middle dot.
fn is_shared(character: char) -> bool {
    matches!(character, '\u{2018}' | '\u{2019}' | '\u{201C}' | '\u{201D}' | '…' | '‥' | '—' | '―' | '·')
}

/// Whether a character belongs to ideographs: it is one of the shared signs, and the nearest letter or
/// sign on one side that is not is an ideograph.
pub(super) fn is_wide(before: &str, character: char, after: &str) -> bool {
    let own = |character: &char| !is_shared(*character) && !character.is_whitespace();
    is_shared(character)
        && (before.chars().rev().find(own).is_some_and(is_ideograph)
            || after.chars().find(own).is_some_and(is_ideograph))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_among_ideographs_are_wide() {
        let wide = |text: &str| {
            let signs = text.char_indices().filter(|(at, c)| is_wide(&text[..*at], *c, &text[at + c.len_utf8()..]));
            signs.map(|(_, c)| c).collect::<String>()
        };
        assert_eq!(wide("他说：“好……”"), "“……”");
        assert_eq!(wide("船名“Grey Heron’s”，"), "“”");
        assert_eq!(wide("He said “it’s late…”"), "");
    }
}
