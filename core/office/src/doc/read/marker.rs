//! List markers: the numbers and bullets of items.

use transvase_font::symbol_fonts::SymbolFont;

/// A character in a font that may have an order of its own.
pub(super) fn sign(c: char, symbols: Option<SymbolFont>) -> char {
    let code = u32::from(c);
    let is_private = (0xF020..=0xF0FF).contains(&code);
    match symbols {
        Some(font) => font.char(code).unwrap_or(c),
        None if is_private => SymbolFont::Unknown.char(code).unwrap_or(c),
        None => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_symbol_fonts_have_their_characters() {
        assert_eq!(sign('\u{F0B7}', Some(SymbolFont::Symbol)), '•');
        assert_eq!(sign('\u{F0A7}', None), '▪');
        assert_eq!(sign('-', None), '-');
    }
}
