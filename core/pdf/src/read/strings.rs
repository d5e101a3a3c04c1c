//! Text strings (ISO 32000-1, 7.9.2.2).

use encoding_rs::UTF_16LE;
use hayro_syntax::object::{Dict, Object};

/// PDFDocEncoding where it differs from Latin-1 (ISO 32000-1, annex D.2).
#[rustfmt::skip]
const DOC_ENCODING: [(u8, char); 41] = [
    (0x18, '˘'), (0x19, 'ˇ'), (0x1A, 'ˆ'), (0x1B, '˙'), (0x1C, '˝'), (0x1D, '˛'), (0x1E, '˚'), (0x1F, '˜'), (0x80, '•'),
    (0x81, '†'), (0x82, '‡'), (0x83, '…'), (0x84, '—'), (0x85, '–'), (0x86, 'ƒ'), (0x87, '⁄'), (0x88, '‹'), (0x89, '›'),
    (0x8A, '−'), (0x8B, '‰'), (0x8C, '„'), (0x8D, '“'), (0x8E, '”'), (0x8F, '‘'), (0x90, '’'), (0x91, '‚'), (0x92, '™'),
    (0x93, 'ﬁ'), (0x94, 'ﬂ'), (0x95, 'Ł'), (0x96, 'Œ'), (0x97, 'Š'), (0x98, 'Ÿ'), (0x99, 'Ž'), (0x9A, 'ı'), (0x9B, 'ł'),
    (0x9C, 'œ'), (0x9D, 'š'), (0x9E, 'ž'), (0x9F, '\u{FFFD}'), (0xA0, '€'),
];

/// A text string of a dictionary.
pub(super) fn text_entry(dict: &Dict<'_>, key: &[u8]) -> Option<String> {
    match dict.get::<Object<'_>>(key)? {
        Object::String(text) => Some(decode(text.as_bytes())).filter(|text| !text.is_empty()),
        _ => None,
    }
}

/// The characters of a text string without control characters and white space at its ends.
pub(super) fn decode(bytes: &[u8]) -> String {
    decode_all(bytes).trim().to_owned()
}

/// The characters of a text string: UTF-16 or UTF-8 by its mark, otherwise PDFDocEncoding. Control
/// characters are left out.
pub(super) fn decode_all(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16_be(rest),
        [0xFF, 0xFE, rest @ ..] => UTF_16LE.decode_without_bom_handling(rest).0.into_owned(),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|byte| doc_char(*byte)).collect(),
    };
    let text = without_language_codes(&text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|c| !c.is_control() || *c == '\n').collect()
}

fn utf16_be(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn doc_char(byte: u8) -> char {
    DOC_ENCODING.iter().find(|(code, _)| *code == byte).map_or(byte as char, |(_, character)| *character)
}

/// The bytes of a text in PDFDocEncoding; `None` where it has other characters.
pub(super) fn encode(text: &str) -> Option<Vec<u8>> {
    let byte = |c: char| {
        let special = DOC_ENCODING.iter().find(|(_, character)| *character == c).map(|(code, _)| *code);
        special.or_else(|| u8::try_from(u32::from(c)).ok().filter(|byte| doc_char(*byte) == c))
    };
    text.chars().map(byte).collect()
}

/// Drops the language codes between escape characters that UTF-16 strings may hold.
fn without_language_codes(text: &str) -> String {
    text.split('\u{1B}').step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_tell_the_encoding() {
        assert_eq!(decode(b"Plain \x92 text"), "Plain ™ text");
        assert_eq!(decode(b"\xFE\xFF\x00A\x20\xAC\xD8\x3D\xDE\x00"), "A€😀");
        assert_eq!(decode(b"\xFF\xFEA\x00"), "A");
        assert_eq!(decode("\u{FEFF}é".as_bytes()), "é");
        assert_eq!(decode(b"\xFE\xFF\x00\x1B\x00e\x00n\x00\x1B\x00A"), "A");
        assert_eq!(decode(b"\xFE\xFF\xD8"), "");
    }

    #[test]
    fn what_is_encoded_is_what_was_decoded() {
        assert_eq!(encode("Plain ™ Käse €").as_deref(), Some(&b"Plain \x92 K\xE4se \xA0"[..]));
        assert_eq!(encode("世"), None);
    }
}
