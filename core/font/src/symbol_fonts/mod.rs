//! Symbol fonts, such as Symbol and Wingdings, which number their glyphs in an order of their own: their codes to
//! Unicode.
//!
//! Sources: those of [`tables`], the Unicode consortium's mapping of Adobe's ITC Zapf Dingbats (`ADOBE/zdingbat.txt`),
//! and the encoding of Linotype's Mathematical Pi One in its font file.

mod tables;

use tables::{SYMBOL, WEBDINGS, WINGDINGS, WINGDINGS_2, WINGDINGS_3};

/// The pieces of tall brackets and integrals, by the private characters that Adobe's glyph list gives them
/// (`parenlefttp` and so on, U+F8E6 to U+F8FE).
pub fn bracket_piece(private: char) -> Option<char> {
    const PIECES: [char; 25] = [
        '⏐', '⎯', '®', '©', '™', '⎛', '⎜', '⎝', '⎡', '⎢', '⎣', '⎧', '⎨', '⎩', '⎪', '⎮', '⎞', '⎟', '⎠', '⎤', '⎥', '⎦',
        '⎫', '⎬', '⎭',
    ];
    let at = u32::from(private).checked_sub(0xF8E6)?;
    PIECES.get(usize::try_from(at).ok()?).copied()
}

/// The character of a glyph of an expert font, small capitals and old-style figures: Adobe's glyph list (1.2) gives them
/// the private characters that lie 0xF700 above those of Latin-1. Small capitals look like capitals.
pub fn expert(private: char) -> Option<char> {
    let latin = u32::from(private).checked_sub(0xF700).filter(|code| matches!(code, 0x21..=0x7E | 0xA1..=0xFF))?;
    char::from_u32(latin)?.to_uppercase().next()
}

/// The character of a glyph that Linotype's Mathematical Pi fonts call by a number, as in `H11005`; many
/// journals set their Greek letters and signs in them. Only what is known for sure.
pub fn mathematical_pi(name: &str) -> Option<char> {
    const CAPITALS: &str = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ";
    const SMALL: &str = "αβγδεζηθικλμνξοπρσςτυφχψω";
    const SIGNS: [(u32, char); 17] = [
        (11001, '+'),
        (11002, '−'),
        (11003, '×'),
        (11004, '÷'),
        (11005, '='),
        (11006, '±'),
        (11007, '∓'),
        (11011, '∼'),
        (11015, '≈'),
        (11021, '<'),
        (11022, '>'),
        (11032, '′'),
        (11033, '″'),
        (11034, '°'),
        (11349, '≤'),
        (11350, '≥'),
        (9280, 'ε'),
    ];
    let number: u32 = name.strip_prefix('H')?.parse().ok()?;
    let letter = |from: u32, letters: &str| letters.chars().nth(number.checked_sub(from)? as usize);
    let sign = || SIGNS.iter().find(|(at, _)| *at == number).map(|(_, sign)| *sign);
    letter(9001, CAPITALS).or_else(|| letter(9251, SMALL)).or_else(sign)
}

/// The character at `code` in the own encoding of Mathematical Pi One.
pub fn mathematical_pi_one(code: u32) -> Option<char> {
    let index = usize::try_from(code).ok()?.checked_sub(0x20)?;
    MATHEMATICAL_PI_ONE.chars().nth(index).filter(|character| *character != '\0')
}

/// From 0x20 to 0x7E; `\0` where the character is not known.
const MATHEMATICAL_PI_ONE: &str = concat!(
    " \0\0≤≥\0\0\0\0\0\0\0<\0>\0″+−×÷=±∓°′\0\0\0\0\0\0",
    "\0ΑΒΨΔΕΦΓΗΙΞΚΛΜΝΟΠΘΡΣΤ\0Ω\0ΧΥΖ\0\0\0\0\0",
    "\0αβψδε\0γηιξκλμνοπ\0ρστθωφχυζ\0\0\0\0",
);

/// Words in the names of fonts whose glyphs are bars or squares for machines, and words that such names begin with, by the
/// names of the codes; within others the short ones are parts of words, as in `Cupcake`.
const BAR_CODES: [&str; 18] = [
    "barcod",
    "code39",
    "code93",
    "code128",
    "code11",
    "code25",
    "3of9",
    "2of5",
    "codabar",
    "postnet",
    "pharmacode",
    "intelligentmail",
    "royalmail",
    "qrcode",
    "datamatrix",
    "pdf417",
    "maxicode",
    "idautomation",
];
const SHORT_BAR_CODES: [&str; 9] = ["c39", "c128", "ean8", "ean13", "ean128", "upca", "upce", "itf14", "gs1"];

/// Whether a family is one of bar codes, by the compacted name `font_names::FontName::key`.
pub fn is_bar_code(key: &str) -> bool {
    BAR_CODES.iter().any(|word| key.contains(word)) || SHORT_BAR_CODES.iter().any(|word| key.starts_with(word))
}

/// A symbol font, or the guess for one whose name is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolFont {
    /// Adobe's Symbol: Greek and mathematics.
    Symbol,
    /// Microsoft's Wingdings.
    Wingdings,
    /// Microsoft's Wingdings 2: ticks, boxes, numbers in circles.
    Wingdings2,
    /// Microsoft's Wingdings 3: arrows.
    Wingdings3,
    /// Microsoft's Webdings.
    Webdings,
    /// ITC Zapf Dingbats, which Microsoft called Monotype Sorts.
    ZapfDingbats,
    /// A font that is not known; only its bullet is.
    Unknown,
}

/// The symbol font of a family, by the compacted name `font_names::FontName::key`.
pub fn by_family(key: &str) -> Option<SymbolFont> {
    match key {
        "symbol" | "symbolset" | "standardsymbolsps" | "standardsymbl" => Some(SymbolFont::Symbol),
        "wingdings" => Some(SymbolFont::Wingdings),
        "wingdings2" => Some(SymbolFont::Wingdings2),
        "wingdings3" => Some(SymbolFont::Wingdings3),
        "webdings" => Some(SymbolFont::Webdings),
        "zapfdingbats" | "itczapfdingbats" | "monotypesorts" => Some(SymbolFont::ZapfDingbats),
        _ => None,
    }
}

impl SymbolFont {
    /// The character at `code`, counted as in the font's own encoding (0x20 to 0xFF); codes in the
    /// private area U+F020 to U+F0FF count alike.
    pub fn char(self, code: u32) -> Option<char> {
        let code = if (0xF020..=0xF0FF).contains(&code) { code & 0xFF } else { code };
        let index = usize::try_from(code).ok()?.checked_sub(0x20)?;
        match self {
            SymbolFont::Symbol => SYMBOL.chars().nth(index),
            SymbolFont::Wingdings => WINGDINGS.chars().nth(index),
            SymbolFont::Wingdings2 => WINGDINGS_2.chars().nth(index),
            SymbolFont::Wingdings3 => WINGDINGS_3.chars().nth(index),
            SymbolFont::Webdings => WEBDINGS.chars().nth(index),
            SymbolFont::ZapfDingbats => zapf_dingbats(code),
            SymbolFont::Unknown if code == 0xB7 => Some('•'),
            SymbolFont::Unknown => SymbolFont::Wingdings.char(code),
        }
        .filter(|character| *character != '\0')
    }

    /// The character of the glyph numbered `id` in the font's file, where it is known.
    pub fn glyph(self, id: u32) -> Option<char> {
        match self {
            SymbolFont::Wingdings if id <= 0xFF => {
                WINGDINGS_GLYPHS.iter().find(|(at, _)| *at == id).map(|(_, character)| *character)
            }
            _ => self.char(id).filter(|_| id >= 0xF000),
        }
    }
}

/// The sign of Zapf Dingbats at a code: most follow one another as in the block of Unicode that was made for them.
fn zapf_dingbats(code: u32) -> Option<char> {
    const ELSEWHERE: [(u32, char); 17] = [
        (0x20, ' '),
        (0x25, '☎'),
        (0x2A, '☛'),
        (0x2B, '☞'),
        (0x48, '★'),
        (0x6C, '●'),
        (0x6E, '■'),
        (0x73, '▲'),
        (0x74, '▼'),
        (0x75, '◆'),
        (0x77, '◗'),
        (0xA8, '♣'),
        (0xA9, '♦'),
        (0xAA, '♥'),
        (0xAB, '♠'),
        (0xD6, '↔'),
        (0xD7, '↕'),
    ];
    if let Some((_, sign)) = ELSEWHERE.iter().find(|(at, _)| *at == code) {
        return Some(*sign);
    }
    char::from_u32(match code {
        0x21..=0x7E => 0x26E0 + code,
        0xA1..=0xA7 => 0x26C0 + code,
        0xAC..=0xB5 => 0x23B4 + code,
        0xB6..=0xD4 | 0xD8..=0xEF | 0xF1..=0xFE => 0x26C0 + code,
        0xD5 => u32::from('→'),
        _ => return None,
    })
}

/// Glyphs of Wingdings by their number in the font's file, which composite fonts count by: its bullets.
const WINGDINGS_GLYPHS: [(u32, char); 3] = [(0x79, '•'), (0x7A, '•'), (0x84, '▪')];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbol_has_its_landmarks_in_place() {
        let at = |code| SymbolFont::Symbol.char(code);
        assert_eq!(SYMBOL.chars().count(), 224);
        assert_eq!((at(0x41), at(0x61), at(0x7E), at(0x7F)), (Some('Α'), Some('α'), Some('∼'), None));
        assert_eq!((at(0xA0), at(0xB7), at(0xD2), at(0xE1)), (Some('€'), Some('•'), Some('®'), Some('〈')));
        assert_eq!((at(0xE5), at(0xF2), at(0xFE), at(0xFF)), (Some('∑'), Some('∫'), Some('⎭'), None));
    }

    #[test]
    fn expert_fonts_have_small_capitals_and_old_figures() {
        let chars: Vec<Option<char>> = "\u{F761}\u{F730}\u{F7E9}\u{F726}\u{F6C9}".chars().map(expert).collect();
        // Asmall, zerooldstyle, Eacutesmall, ampersandsmall, and an accent that is none of them.
        assert_eq!(chars, [Some('A'), Some('0'), Some('É'), Some('&'), None]);
    }

    #[test]
    fn mathematical_pi_counts_its_letters_and_signs() {
        let names = ["H9004", "H9024", "H9262", "H9268", "H9275", "H11002", "H11034", "H11999", "mu"];
        let chars: Vec<Option<char>> = names.iter().map(|name| mathematical_pi(name)).collect();
        let known = "ΔΩμσω−°".chars().map(Some);
        assert_eq!(chars, known.chain([None, None]).collect::<Vec<_>>());
        let keys: Vec<Option<char>> = "m83VD'~".chars().map(|c| mathematical_pi_one(u32::from(c))).collect();
        assert_eq!(keys, [Some('μ'), Some('°'), Some('×'), Some('Ω'), Some('Δ'), None, None]);
        assert_eq!(MATHEMATICAL_PI_ONE.chars().count(), 95);
    }

    #[test]
    fn private_codes_count_like_the_fonts_own() {
        assert_eq!(SymbolFont::Symbol.char(0xF0B7), Some('•'));
        assert_eq!(SymbolFont::Wingdings.char(0xF0FC), Some('✓'));
        assert_eq!(SymbolFont::Unknown.char(0xF0A7), Some('▪'));
    }

    #[test]
    fn boxes_ticks_and_arrows_of_all_fonts_are_told() {
        for table in [WINGDINGS, WINGDINGS_2, WINGDINGS_3, WEBDINGS] {
            assert_eq!(table.chars().count(), 224);
        }
        let signs = |family: &str, codes: [u32; 4]| codes.map(|code| by_family(family).unwrap().char(code).unwrap());
        assert_eq!(signs("wingdings2", [0x50, 0x52, 0x54, 0xA3]), ['✓', '☑', '☒', '□']);
        assert_eq!(signs("wingdings3", [0x22, 0x70, 0x71, 0x7D]), ['→', '▲', '▼', '▸']);
        assert_eq!(signs("webdings", [0x61, 0x63, 0xFE, 0x69]), ['✔', '⬜', '🌎', 'ℹ']);
        assert_eq!(signs("monotypesorts", [0x33, 0x34, 0x6E, 0xC0]), ['✓', '✔', '■', '➀']);
        assert_eq!(by_family("monotypesorts").unwrap().char(0xFE), Some('➾'));
    }

    #[test]
    fn bar_codes_are_known_by_their_names() {
        for key in ["librebarcode128", "free3of9", "idautomationhc39m", "c39hrp24dhtt", "ean13", "upca"] {
            assert!(is_bar_code(key), "{key}");
        }
        for key in ["cupcake", "ocean13", "sourcecodepro", "barlow", "courier", ""] {
            assert!(!is_bar_code(key), "{key}");
        }
    }

    #[test]
    fn numbers_of_glyphs_are_no_codes() {
        assert_eq!((SymbolFont::Wingdings.glyph(0x84), SymbolFont::Wingdings.char(0x84)), (Some('▪'), Some('④')));
        assert_eq!((SymbolFont::Wingdings.glyph(0x6C), SymbolFont::Wingdings.glyph(0xF06C)), (None, Some('●')));
        assert_eq!(SymbolFont::Symbol.glyph(0x61), None);
    }
}
