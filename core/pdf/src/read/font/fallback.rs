//! Unicode fallback for codes whose text the file does not give: by glyph names that are numbers, by the character
//! collection of East Asian fonts, by the embedded font's own character map, and by the order of its glyphs.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use encoding_rs::WINDOWS_1252;
use hayro_font::hayro_cmap::{self, BfString, CMap, CMapName, CidFamily};
use hayro_font::{Font, FontGlyph};
use hayro_syntax::object::{Array, Dict, Name, Object, String as PdfString};
use skrifa::{FontRef, MetadataProvider};

use super::codes::text_of;
use super::gate::Look;
use super::order::Order;
use super::style;
use super::to_unicode::Mapping;
use transvase_font::symbol_fonts::{self, SymbolFont};

/// Characters of a font of TeX that has all of them.
const ALL_CODES: usize = 128;

/// First code of letters beyond ASCII in the code pages of Windows, and letters from which on a font has many of them: a
/// language of Latin letters uses fewer.
const BEYOND_ASCII: usize = 0xC0;
const MANY_LETTERS: usize = 20;
/// Mappings of a font's character map that are looked at; the largest real fonts have about 65,000.
const MAX_MAPPINGS: usize = 200_000;

/// What is known of a font beside what it says about its codes.
#[derive(Default)]
pub(super) struct Fallback {
    symbols: Option<SymbolFont>,
    /// Whether codes are numbers of glyphs or characters of a collection, not of the font's encoding.
    composite: bool,
    /// Whether the font's name promises signs rather than letters.
    dingbats: bool,
    /// Whether it promises a bar code.
    bar_code: bool,
    /// Whether the file says of some glyphs that they have no text, as those of a cluster whose text
    /// another glyph has.
    silent: bool,
    /// What the file says of its codes in a mapping that is damaged.
    mapping: Mapping,
    /// Codes of a font of drawings whose names may be nothing but names.
    drawn: Vec<u32>,
    /// Whether they are: some of them say nothing.
    lettered: OnceCell<bool>,
    /// Codes of a font of drawings that the file calls something, where nothing says what they mean.
    coded: Vec<u32>,
    /// Whether none of those names means anything.
    nameless: OnceCell<bool>,
    /// Whether codes are taken for those of Windows: many letters beyond ASCII, and nothing says which.
    windows: bool,
    numbered: BTreeMap<u32, char>,
    collection: Option<Collection>,
    order: Option<Order>,
    /// Characters by glyph, read from the embedded program when they are first needed.
    glyphs: OnceCell<BTreeMap<u32, char>>,
}

impl Fallback {
    /// Looks at a font dictionary.
    pub fn of(dict: &Dict<'_>, family_key: &str, Look { silent, mapping, .. }: Look) -> Fallback {
        Fallback {
            symbols: symbol_fonts::by_family(family_key),
            composite: dict.contains_key(b"DescendantFonts"),
            dingbats: ["dings", "dingbat", "symbol", "bullet"].iter().any(|word| family_key.contains(word)),
            bar_code: symbol_fonts::is_bar_code(family_key),
            silent,
            mapping: mapping.unwrap_or_default(),
            drawn: lettered_drawings(dict),
            lettered: OnceCell::new(),
            coded: coded_drawings(dict),
            nameless: OnceCell::new(),
            windows: has_letters_beyond_ascii(dict),
            numbered: numbered_names(dict, family_key),
            collection: Collection::of(dict),
            order: Order::of(dict),
            glyphs: OnceCell::new(),
        }
    }

    /// The text that a damaged mapping has for a code.
    pub fn mapped(&self, code: u32) -> Option<&BfString> {
        self.mapping.get(&code)
    }

    /// Whether a code without a text is meant to have none.
    pub fn is_silent(&self) -> bool {
        self.silent
    }

    /// Whether each code is the letter it is in ASCII, whatever its glyph is called.
    pub fn is_lettered(&self, font: &Font<'_>) -> bool {
        *self.lettered.get_or_init(|| self.drawn.iter().any(|code| text_of(*code, font).is_none()))
    }

    /// The character of ASCII that a code of a font of drawings may be, where no name of its glyphs means anything:
    /// whether the text so told reads as words is to be seen.
    pub fn guess(&self, code: u32, font: &Font<'_>) -> Option<char> {
        let means_nothing = |code: &u32| text_of(*code, font).is_none_or(|text| is_blank(&text));
        let nameless = || !self.coded.is_empty() && self.coded.iter().all(means_nothing);
        let letter = u8::try_from(code).ok().filter(|code| (b' '..=b'~').contains(code))?;
        self.nameless.get_or_init(nameless).then_some(char::from(letter))
    }

    /// Whether the font's name says that its glyphs are those of a bar code.
    pub fn is_bar_code(&self) -> bool {
        self.bar_code
    }

    /// The character of Windows that a code beyond ASCII is, where the font has many of them and says nothing of any.
    pub fn windows(&self, code: u32) -> Option<char> {
        let byte = u8::try_from(code)
            .ok()
            .filter(|byte| !byte.is_ascii() && self.windows && !self.dingbats && !self.is_symbol())?;
        WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next()
    }

    /// Whether the font is a symbol font whose encoding is known.
    pub fn is_symbol(&self) -> bool {
        self.symbols.is_some()
    }

    /// The text of `code`, if anything tells it.
    pub fn text(&self, code: u32, font: &Font<'_>) -> Option<BfString> {
        let by_name = || self.numbered.get(&code).copied().map(BfString::Char);
        let by_collection = || self.collection.as_ref().and_then(|collection| collection.text(code));
        let by_symbol = || self.by_symbol(code).map(BfString::Char);
        let letter = || char::from_u32(code).filter(|_| self.is_lettered(font)).map(BfString::Char);
        let by_symbol = || letter().or_else(by_symbol);
        let by_glyph = || self.by_glyph(code, font).map(BfString::Char);
        let by_order = || self.order.and_then(|order| order.char(code)).map(BfString::Char);
        by_symbol().or_else(by_name).or_else(by_collection).or_else(by_glyph).or_else(by_order)
    }

    /// The character for one of the private ones that symbol fonts use. Fonts of letters that call
    /// themselves symbolic keep ASCII there.
    pub fn symbol(&self, private: char) -> Option<char> {
        let code = private as u32 & 0xFF;
        let letter = char::from_u32(code).filter(char::is_ascii_graphic);
        let symbol = match self.symbols {
            Some(symbols) => symbols.char(code),
            None if self.dingbats => SymbolFont::Unknown.char(code),
            None => letter.or_else(|| SymbolFont::Unknown.char(code)),
        };
        symbol.filter(|_| ('\u{F000}'..='\u{F0FF}').contains(&private)).or_else(|| symbol_fonts::bracket_piece(private))
    }

    fn by_symbol(&self, code: u32) -> Option<char> {
        let symbols = self.symbols?;
        if self.composite { symbols.glyph(code) } else { symbols.char(code) }
    }

    fn by_glyph(&self, code: u32, font: &Font<'_>) -> Option<char> {
        let glyph = font.map_code(code);
        let glyphs = self.glyphs.get_or_init(|| match font.glyph(glyph, code) {
            FontGlyph::Outline(outline) => {
                outline.font_data().map(|program| characters((*program.data).as_ref())).unwrap_or_default()
            }
            FontGlyph::Type3(_) => BTreeMap::new(),
        });
        glyphs.get(&glyph.to_u32()).copied()
    }
}

/// The characters of an OpenType program by glyph; where several share a glyph, the first.
fn characters(program: &[u8]) -> BTreeMap<u32, char> {
    let mut characters = BTreeMap::new();
    let Ok(font) = FontRef::new(program) else { return characters };
    for (code, glyph) in font.charmap().mappings().take(MAX_MAPPINGS) {
        if let Some(character) = char::from_u32(code).filter(|_| glyph.to_u32() != 0) {
            characters.entry(glyph.to_u32()).or_insert(character);
        }
    }
    characters
}

/// Names such as `a97` or `c97` at code 97: fonts made by TeX's drivers number their glyphs. And those of the
/// Mathematical Pi fonts, of which the first says nothing of its names where it keeps its own encoding.
fn numbered_names(dict: &Dict<'_>, family_key: &str) -> BTreeMap<u32, char> {
    let named = differences(dict);
    if named.is_empty() && family_key == "mathematicalpione" {
        return (0x20..0x7F).filter_map(|code| Some((code, symbol_fonts::mathematical_pi_one(code)?))).collect();
    }
    let counted = only_count(&named);
    let character = |code: u32, name: &Name<'_>| {
        let by_number = cork(code).filter(|_| !counted && numbers(name) == Some(code));
        by_number.or_else(|| symbol_fonts::mathematical_pi(std::str::from_utf8(name.as_ref()).ok()?))
    };
    named.into_iter().filter_map(|(code, name)| Some((code, character(code, &name)?))).collect()
}

/// The codes of a font of drawings (Type 3) without a mapping that shows them for letters and digits
/// only, and calls them otherwise, as fonts made by hand do (ISO 32000-1, 9.6.5: `97 /square
/// /triangle`). Fonts that programs make count their glyphs from other codes, or name them by their
/// letters.
fn lettered_drawings(dict: &Dict<'_>) -> Vec<u32> {
    if !dict.contains_key(b"CharProcs") || dict.contains_key(b"ToUnicode") {
        return Vec::new();
    }
    let named = differences(dict);
    let is_letter = |code: u32| u8::try_from(code).is_ok_and(|code| code.is_ascii_alphanumeric());
    let is_word = |name: &Name<'_>| name.len() > 2 && name.iter().all(u8::is_ascii_alphabetic);
    let by_hand = named.iter().all(|(code, name)| is_letter(*code) && is_word(name));
    named.into_iter().map(|(code, _)| code).filter(|_| by_hand).collect()
}

/// The codes of a font of drawings (Type 3) without a mapping that the file gives names.
fn coded_drawings(dict: &Dict<'_>) -> Vec<u32> {
    if !dict.contains_key(b"CharProcs") || dict.contains_key(b"ToUnicode") {
        return Vec::new();
    }
    let named = differences(dict).into_iter().filter(|(_, name)| name.as_ref() != b".notdef");
    named.map(|(code, _)| code).collect()
}

/// Whether a text is nothing that can be seen, as that of the glyphs `space` and `uni0001`.
fn is_blank(text: &BfString) -> bool {
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    match text {
        BfString::Char(c) => is_blank(*c),
        BfString::String(text) => text.chars().all(is_blank),
    }
}

/// Whether the names of glyphs are numbers from the first on, none left out: a program counted them as it met them.
/// Of a font with all its characters, and of one whose names are codes, the names tell more.
fn only_count(named: &[(u32, Name<'_>)]) -> bool {
    let mut all: Vec<u32> = named.iter().filter_map(|(_, name)| numbers(name)).collect();
    all.sort_unstable();
    all.dedup();
    let first = all.first().copied().unwrap_or(u32::MAX);
    first <= 1 && all.len() < ALL_CODES && all.iter().zip(first..).all(|(number, next)| *number == next)
}

/// Whether a simple TrueType font without an encoding and a mapping has as many letters beyond ASCII as text in another
/// alphabet has: its widths tell.
fn has_letters_beyond_ascii(dict: &Dict<'_>) -> bool {
    let is_true_type = dict.get::<Name<'_>>(b"Subtype").is_some_and(|name| name.as_ref() == b"TrueType");
    if !is_true_type || dict.contains_key(b"Encoding") || dict.contains_key(b"ToUnicode") {
        return false;
    }
    let first = dict.get::<i32>(b"FirstChar").and_then(|first| usize::try_from(first).ok()).unwrap_or_default();
    let widths = dict.get::<Array<'_>>(b"Widths");
    let used = widths.iter().flat_map(Array::iter::<f32>).enumerate().filter(|(_, width)| *width > 0.0);
    used.filter(|(at, _)| (BEYOND_ASCII..=0xFF).contains(&(first + at))).count() >= MANY_LETTERS
}

/// The names of the glyphs that a font's encoding gives, with their codes.
pub(in crate::read) fn differences<'a>(dict: &Dict<'a>) -> Vec<(u32, Name<'a>)> {
    let entries = dict.get::<Dict<'a>>(b"Encoding").and_then(|encoding| encoding.get::<Array<'a>>(b"Differences"));
    let (mut named, mut code) = (Vec::new(), 0_u32);
    for entry in entries.iter().flat_map(Array::iter::<Object<'a>>) {
        match entry {
            Object::Number(number) => code = u32::try_from(number.as_i64()).unwrap_or(u32::MAX),
            Object::Name(name) => {
                named.push((code, name));
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    named
}

fn numbers(name: &Name<'_>) -> Option<u32> {
    let name = std::str::from_utf8(name.as_ref()).ok()?;
    let digits = name.strip_prefix("char").or_else(|| name.strip_prefix(['a', 'c', 'C'])).unwrap_or(name);
    digits.parse().ok()
}

/// TeX's text encodings: ligatures and quotes of OT1 and T1 (Cork) below 32, then nearly Latin-1.
fn cork(code: u32) -> Option<char> {
    const LOW: [(u32, char); 17] = [
        (11, '\u{FB00}'),
        (12, '\u{FB01}'),
        (13, '\u{FB02}'),
        (14, '\u{FB03}'),
        (15, '\u{FB04}'),
        (16, '\u{201C}'),
        (17, '\u{201D}'),
        (18, '\u{201E}'),
        (19, '«'),
        (20, '»'),
        (21, '\u{2013}'),
        (22, '\u{2014}'),
        (27, '\u{FB00}'),
        (28, '\u{FB01}'),
        (29, '\u{FB02}'),
        (30, '\u{FB03}'),
        (31, '\u{FB04}'),
    ];
    match code {
        0..=31 => LOW.iter().find(|(low, _)| *low == code).map(|(_, character)| *character),
        0x27 => Some('\u{2019}'),
        0x60 => Some('\u{2018}'),
        0xD7 => Some('Œ'),
        0xF7 => Some('œ'),
        0xDF | 0xFF => Some('ß'),
        32..=126 | 0xC0..=0xFE => char::from_u32(code),
        _ => None,
    }
}

/// The character collection of a composite font (ISO 32000-1, 9.7.3).
enum Collection {
    /// Codes are UTF-16 or UCS-2 themselves.
    Unicode,
    /// Codes become CIDs by `encoding` (themselves where there is none), CIDs text by `ucs2`.
    Adobe { encoding: Option<Box<CMap>>, ucs2: Box<CMap> },
}

impl Collection {
    fn of(dict: &Dict<'_>) -> Option<Collection> {
        let descendant = style::descendant(dict)?;
        // A mapping by this name, which is none of those the standard has, says that codes are their text.
        if dict.get::<Name<'_>>(b"ToUnicode").is_some_and(|name| name.as_ref().starts_with(b"Identity")) {
            return Some(Collection::Unicode);
        }
        let encoding = dict.get::<Name<'_>>(b"Encoding")?;
        let name = encoding.as_ref();
        if name.starts_with(b"Uni") && name.windows(4).any(|part| part == b"UCS2" || part == b"UTF1") {
            return Some(Collection::Unicode);
        }
        let info = descendant.get::<Dict<'_>>(b"CIDSystemInfo")?;
        let ordering = info.get::<PdfString<'_>>(b"Ordering")?;
        let ucs2 = CidFamily::from_registry_ordering(b"Adobe", ordering.as_bytes()).ucs2_cmap()?;
        let encoding = match name {
            b"Identity-H" | b"Identity-V" => None,
            _ => Some(Box::new(predefined(CMapName::from_bytes(name))?)),
        };
        Some(Collection::Adobe { encoding, ucs2: Box::new(predefined(ucs2)?) })
    }

    fn text(&self, code: u32) -> Option<BfString> {
        match self {
            Collection::Unicode => {
                let units = [(code >> 16) as u16, code as u16];
                let units = if units[0] == 0 { &units[1..] } else { &units[..] };
                char::decode_utf16(units.iter().copied()).next()?.ok().map(BfString::Char)
            }
            Collection::Adobe { encoding, ucs2 } => {
                let cid = match encoding {
                    Some(encoding) => (1..=4).find_map(|len| encoding.lookup_cid_code(code, len))?,
                    None => code,
                };
                ucs2.lookup_bf_string(cid)
            }
        }
    }
}

fn predefined(name: CMapName<'_>) -> Option<CMap> {
    CMap::parse(hayro_cmap::load_embedded(name)?, hayro_cmap::load_embedded)
}
