//! Characters of the symbol fonts that number their glyphs in an order of their own.
//!
//! Sources: the Unicode consortium's mapping of Adobe's Symbol encoding (`ADOBE/symbol.txt`), the
//! Unicode characters named after the glyphs of Wingdings (Unicode 7.0, proposal L2/11-196), and the
//! encoding of Linotype's Mathematical Pi One in its font file.

/// The pieces of tall brackets and integrals, by the private characters that Adobe's glyph list gives them
/// (`parenlefttp` and so on, U+F8E6 to U+F8FE).
pub(crate) fn bracket_piece(private: char) -> Option<char> {
    const PIECES: [char; 25] = [
        '⏐', '⎯', '®', '©', '™', '⎛', '⎜', '⎝', '⎡', '⎢', '⎣', '⎧', '⎨', '⎩', '⎪', '⎮', '⎞', '⎟', '⎠', '⎤', '⎥', '⎦',
        '⎫', '⎬', '⎭',
    ];
    let at = u32::from(private).checked_sub(0xF8E6)?;
    PIECES.get(usize::try_from(at).ok()?).copied()
}

/// The character of a glyph of an expert font, small capitals and old-style figures: Adobe's glyph list (1.2) gives them
/// the private characters that lie 0xF700 above those of Latin-1. Small capitals look like capitals.
pub(crate) fn expert(private: char) -> Option<char> {
    let latin = u32::from(private).checked_sub(0xF700).filter(|code| matches!(code, 0x21..=0x7E | 0xA1..=0xFF))?;
    char::from_u32(latin)?.to_uppercase().next()
}

/// The character of a glyph that Linotype's Mathematical Pi fonts call by a number, as in `H11005`; many
/// journals set their Greek letters and signs in them. Only what is known for sure.
pub(crate) fn mathematical_pi(name: &str) -> Option<char> {
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
pub(crate) fn mathematical_pi_one(code: u32) -> Option<char> {
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
    "barcode",
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
pub(crate) fn is_bar_code(key: &str) -> bool {
    BAR_CODES.iter().any(|word| key.contains(word)) || SHORT_BAR_CODES.iter().any(|word| key.starts_with(word))
}

/// A symbol font, or the guess for one whose name is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SymbolFont {
    /// Adobe's Symbol: Greek and mathematics.
    Symbol,
    /// Microsoft's Wingdings.
    Wingdings,
    /// A font that is not known; only its bullet is.
    Unknown,
}

/// The symbol font of a family, by the compacted name `font_names::FontName::key`.
pub(crate) fn by_family(key: &str) -> Option<SymbolFont> {
    match key {
        "symbol" | "symbolset" | "standardsymbolsps" | "standardsymbl" => Some(SymbolFont::Symbol),
        "wingdings" => Some(SymbolFont::Wingdings),
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
            SymbolFont::Wingdings => WINGDINGS.iter().find(|(at, _)| *at == code).map(|(_, character)| *character),
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

/// Glyphs of Wingdings by their number in the font's file, which composite fonts count by: its bullets.
const WINGDINGS_GLYPHS: [(u32, char); 3] = [(0x79, '•'), (0x7A, '•'), (0x84, '▪')];

/// From 0x20 on; `\0` where the encoding has no character.
const SYMBOL: &str = concat!(
    " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
    "\u{203E}αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼\0",
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…\u{23D0}\u{23AF}↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑",
    "\u{239B}\u{239C}\u{239D}⎡⎢⎣⎧⎨⎩⎪\0〉∫⌠⎮⌡\u{239E}\u{239F}\u{23A0}⎤⎥⎦⎫⎬⎭\0",
);

#[rustfmt::skip]
const WINGDINGS: &[(u32, char)] = &[
    (0x20, ' '), (0x21, '🖉'), (0x22, '✂'), (0x23, '✁'), (0x28, '☎'), (0x29, '✆'), (0x2A, '🖂'), (0x2B, '🖃'), (0x36, '⌛'), (0x37, '⌨'), (0x3E, '✇'),
    (0x3F, '✍'), (0x41, '✌'), (0x42, '👌'), (0x43, '👍'), (0x44, '👎'), (0x45, '☜'), (0x46, '☞'), (0x47, '☝'), (0x48, '☟'), (0x4A, '☺'), (0x4B, '😐'),
    (0x4C, '☹'), (0x4D, '💣'), (0x4E, '☠'), (0x51, '✈'), (0x52, '☼'), (0x53, '💧'), (0x54, '❄'), (0x56, '✞'), (0x58, '✠'), (0x59, '✡'), (0x5A, '☪'),
    (0x5B, '☯'), (0x5C, 'ॐ'), (0x5D, '☸'), (0x5E, '♈'), (0x5F, '♉'), (0x60, '♊'), (0x61, '♋'), (0x62, '♌'), (0x63, '♍'), (0x64, '♎'), (0x65, '♏'),
    (0x66, '♐'), (0x67, '♑'), (0x68, '♒'), (0x69, '♓'), (0x6C, '●'), (0x6D, '❍'), (0x6E, '■'), (0x6F, '□'), (0x70, '❐'), (0x71, '❑'), (0x72, '❒'),
    (0x73, '⬧'), (0x74, '⧫'), (0x75, '◆'), (0x76, '❖'), (0x77, '⬥'), (0x78, '⌧'), (0x79, '⍓'), (0x7A, '⌘'), (0x7B, '❀'), (0x7C, '✿'), (0x7D, '❝'),
    (0x7E, '❞'), (0x80, '⓪'), (0x81, '①'), (0x82, '②'), (0x83, '③'), (0x84, '④'), (0x85, '⑤'), (0x86, '⑥'), (0x87, '⑦'), (0x88, '⑧'), (0x89, '⑨'),
    (0x8A, '⑩'), (0x8B, '⓿'), (0x8C, '❶'), (0x8D, '❷'), (0x8E, '❸'), (0x8F, '❹'), (0x90, '❺'), (0x91, '❻'), (0x92, '❼'), (0x93, '❽'), (0x94, '❾'),
    (0x95, '❿'), (0x9E, '·'), (0x9F, '•'), (0xA0, '▪'), (0xA1, '○'), (0xA4, '◉'), (0xA5, '◎'), (0xA7, '▪'), (0xA8, '◻'), (0xAA, '✦'), (0xAB, '★'),
    (0xAC, '✶'), (0xAD, '✴'), (0xAE, '✹'), (0xAF, '✵'), (0xB1, '⌖'), (0xB2, '⟡'), (0xB3, '⌑'), (0xB5, '✪'), (0xB6, '✰'), (0xC3, '⮰'), (0xD5, '⌫'),
    (0xD6, '⌦'), (0xD8, '➢'), (0xDC, '➲'), (0xDF, '←'), (0xE0, '→'), (0xE1, '↑'), (0xE2, '↓'), (0xE3, '↖'), (0xE4, '↗'), (0xE5, '↙'), (0xE6, '↘'),
    (0xE8, '➔'), (0xEF, '⇦'), (0xF0, '⇨'), (0xF1, '⇧'), (0xF2, '⇩'), (0xF3, '⬄'), (0xF4, '⇳'), (0xFB, '✗'), (0xFC, '✓'), (0xFD, '☒'), (0xFE, '☑'),
];

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
