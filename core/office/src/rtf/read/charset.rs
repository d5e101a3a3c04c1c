//! Character sets and code pages: bytes of text as characters (RTF 1.9.1, "Character Set", "Font Table").

use encoding_rs::{self as known, Encoding};

/// How bytes are read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Charset {
    /// As an encoding of the web.
    Known(&'static Encoding),
    /// As the code pages 437 and 850 of DOS.
    Dos,
}

impl Charset {
    /// What files have that say nothing.
    pub(super) const USUAL: Charset = Charset::Known(known::WINDOWS_1252);

    /// The characters of bytes.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        match self {
            Charset::Known(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            Charset::Dos => bytes.iter().map(|byte| dos(*byte)).collect(),
        }
    }
}

/// The way to read a code page; `None` for those that documents do not have.
pub(super) fn code_page(number: i32) -> Option<Charset> {
    if matches!(number, 437 | 850 | 858 | 860 | 863 | 865) {
        return Some(Charset::Dos);
    }
    Some(Charset::Known(match number {
        866 => known::IBM866,
        874 => known::WINDOWS_874,
        932 => known::SHIFT_JIS,
        936 => known::GBK,
        949 | 1361 => known::EUC_KR,
        950 => known::BIG5,
        1250 | 852 => known::WINDOWS_1250,
        1251 => known::WINDOWS_1251,
        1252 | 1 => known::WINDOWS_1252,
        1253 => known::WINDOWS_1253,
        1254 => known::WINDOWS_1254,
        1255 => known::WINDOWS_1255,
        1256 => known::WINDOWS_1256,
        1257 => known::WINDOWS_1257,
        1258 => known::WINDOWS_1258,
        10000 => known::MACINTOSH,
        10001 => known::SHIFT_JIS,
        10002 => known::BIG5,
        10003 => known::EUC_KR,
        10007 => known::X_MAC_CYRILLIC,
        10008 => known::GBK,
        20866 => known::KOI8_R,
        21866 => known::KOI8_U,
        28591 => known::WINDOWS_1252,
        28592 => known::ISO_8859_2,
        28595 => known::ISO_8859_5,
        51932 => known::EUC_JP,
        54936 => known::GB18030,
        65001 => known::UTF_8,
        _ => return None,
    }))
}

/// The code page of a character set of fonts; `None` where it is that of the document.
pub(super) fn of_fonts(charset: i32) -> Option<Charset> {
    code_page(match charset {
        0 => 1252,
        77 => 10000,
        78 => 932,
        79 => 949,
        80 => 936,
        81 => 950,
        89 => 10007,
        128 => 932,
        129 | 130 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}

/// The character set of fonts that says to number their glyphs in an order of their own.
pub(super) const SYMBOL: i32 = 2;

/// Signs of the code pages 437 and 850 that differ from the letters of Windows, from 0x80 on (Unicode's mapping tables
/// `CP437.TXT` and `CP850.TXT`); both agree on the letters up to 0x9A.
const DOS: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ";

/// A byte of the code pages of DOS as a character; what means another sign in each is unknown.
fn dos(byte: u8) -> char {
    let letter = match byte {
        0..0x80 => Some(char::from(byte)),
        0xA0..=0xA5 => "áíóúñÑ".chars().nth(usize::from(byte) - 0xA0),
        0xE1 => Some('ß'),
        _ => DOS.chars().nth(usize::from(byte) - 0x80),
    };
    letter.unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_tell_how_bytes_are_read() {
        let read = |charset, bytes: &[u8]| of_fonts(charset).unwrap().decode(bytes);
        assert_eq!(read(128, b"\x83A\x82\xA0"), "アあ");
        assert_eq!(read(204, b"\xCF\xF0"), "Пр");
        assert_eq!(read(238, b"\xE8"), "č");
        assert_eq!(code_page(850).unwrap().decode(b"\x84\xE1"), "äß");
        assert_eq!((of_fonts(SYMBOL), code_page(42)), (None, None));
    }
}
