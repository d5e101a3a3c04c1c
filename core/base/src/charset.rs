//! Character encoding detection: what encoding a text file has that does not say so.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::options::{OptionKind, OptionSpec};
use crate::warning::{Warning, WarningCode};

/// The encoding of the source.
pub static ENCODING: OptionSpec = OptionSpec {
    key: "encoding",
    kind: OptionKind::Text,
    unit: "",
    default: "",
    doc: "Encoding of a text file, such as utf-8 or windows-1252 (a name of the WHATWG Encoding Standard). Without it \
          the encoding is detected.",
};

/// Bytes that are looked at to tell text from other things.
const LOOK: usize = 64 << 10;

/// Of so many characters one may be a control character; programs that write to terminals have more of them than texts.
const CHARACTERS_TO_A_CONTROL: usize = 50;

/// Of so many characters beyond ASCII one may be damaged in what is still UTF-8.
const LETTERS_TO_A_DAMAGE: usize = 20;

/// The text of a file: by its byte order mark, by what the caller says, or by what its bytes are.
///
/// # Errors
/// `InvalidOption` for an encoding there is not, and limits.
pub fn decode(bytes: &[u8], context: &Context) -> Result<String> {
    let said = context.options().text(&ENCODING);
    let said = said.map(|name| Encoding::for_label(name.as_bytes()).ok_or_else(|| unknown(&name))).transpose()?;
    let encoding = said.unwrap_or_else(|| guessed(bytes));
    let (text, encoding, damaged) = encoding.decode(bytes);
    context.charge_unpacked(text.len())?;
    if damaged {
        let message =
            format!("the text was read as {}, but some of its bytes are not valid in this encoding", encoding.name());
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
    Ok(text.into_owned())
}

fn unknown(name: &str) -> Error {
    Error::option(ENCODING.key, format!("{name:?} is not the name of an encoding in the WHATWG Encoding Standard"))
}

fn guessed(bytes: &[u8]) -> &'static Encoding {
    wide(bytes).unwrap_or_else(|| narrow(bytes, Iso2022JpDetection::Allow))
}

/// The encoding that bytes have which are not of sixteen bits. Whether what switches its letters by escapes (ISO-2022-JP)
/// may be one is for the caller to say: a page must not be read otherwise than a browser reads it.
pub fn narrow(bytes: &[u8], escapes: Iso2022JpDetection) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    // A file of UTF-8 with a few damaged letters is that still.
    let damaged = bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
    let foreign = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    if damaged * LETTERS_TO_A_DAMAGE < foreign {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(escapes);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// UTF-16, by its mark, or because nearly every other byte is zero, as in text of Latin letters.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return (encoding != UTF_8).then_some(encoding);
    }
    let head = bytes.get(..LOOK.min(bytes.len())).unwrap_or_default();
    let zeros = |first: usize| head.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let pairs = head.len() / 2;
    let many = |zeros: usize, others: usize| pairs > 1 && zeros * 2 > pairs && others * 50 < pairs;
    match (many(even, odd), many(odd, even)) {
        (true, _) => Some(UTF_16BE),
        (_, true) => Some(UTF_16LE),
        _ => None,
    }
}

/// The beginning of a file as text, where it is text: characters without many control characters among them.
pub fn beginning(bytes: &[u8]) -> Option<String> {
    let head = bytes.get(..LOOK.min(bytes.len())).unwrap_or_default();
    let wide = wide(head);
    // What encodes characters in single bytes or some of them has no zeros, which saves the guess for most of what is no text.
    if wide.is_none() && head.contains(&0) {
        return None;
    }
    let encoding = wide.unwrap_or_else(|| guessed_of_head(head));
    let (text, _, _) = encoding.decode(head);
    let (mut all, mut controls) = (0_usize, 0_usize);
    for c in text.chars() {
        all += 1;
        if c == '\0' {
            return None;
        }
        let usual = matches!(c, '\t' | '\n' | '\r' | '\u{C}' | '\u{1B}' | '\u{85}');
        controls += usize::from((c.is_control() && !usual) || c == char::REPLACEMENT_CHARACTER);
    }
    (all > 0 && controls * CHARACTERS_TO_A_CONTROL <= all).then(|| text.into_owned())
}

/// As [`guessed`], for bytes that may end within a character.
fn guessed_of_head(head: &[u8]) -> &'static Encoding {
    match std::str::from_utf8(head) {
        Err(error) if error.error_len().is_some() => guessed(head),
        _ => UTF_8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;
    use crate::error::ErrorCode;
    use crate::options::Options;

    fn decoded(bytes: &[u8]) -> String {
        decode(bytes, &Context::default()).unwrap()
    }

    #[test]
    fn bytes_tell_their_encoding() {
        let wide = |mark: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
            format!("{mark}Größe: 12 Fuß").encode_utf16().flat_map(order).collect()
        };
        for mark in ["\u{FEFF}", ""] {
            assert_eq!(decoded(&wide(mark, u16::to_le_bytes)), "Größe: 12 Fuß");
            assert_eq!(decoded(&wide(mark, u16::to_be_bytes)), "Größe: 12 Fuß");
        }
        assert_eq!(decoded(b"\xEF\xBB\xBFabc"), "abc");
        assert_eq!(decoded("naïve".as_bytes()), "naïve");
        let french = b"Il \xE9tait une fois un gar\xE7on tr\xE8s sage, d\xE9j\xE0 \xE2g\xE9.";
        assert_eq!(decoded(french), "Il était une fois un garçon très sage, déjà âgé.");
        let (russian, _, _) = encoding_rs::WINDOWS_1251.encode("Привет, как у тебя сегодня дела? Всё хорошо.");
        assert_eq!(decoded(&russian), "Привет, как у тебя сегодня дела? Всё хорошо.");
        let (japanese, _, _) = encoding_rs::SHIFT_JIS.encode("吾輩は猫である。名前はまだ無い。");
        assert_eq!(decoded(&japanese), "吾輩は猫である。名前はまだ無い。");
    }

    #[test]
    fn the_caller_knows_better() {
        let with = |name: &str| {
            let mut options = Options::default();
            options.set(&ENCODING, name).unwrap();
            decode(b"\xC4", &Context::new(options, Limits::default()))
        };
        assert_eq!(with("koi8-r").unwrap(), "д");
        assert_eq!(with("latin1").unwrap(), "Ä");
        assert_eq!(with("klingon").unwrap_err().code(), ErrorCode::InvalidOption);
    }

    #[test]
    fn a_damaged_letter_does_not_change_the_encoding() {
        let mut bytes = "äöüß".repeat(20).into_bytes();
        bytes.push(0xC3);
        let context = Context::default();
        let text = decode(&bytes, &context).unwrap();
        assert!(text.starts_with("äöüß") && text.ends_with(char::REPLACEMENT_CHARACTER));
        assert_eq!(context.take_warnings().len(), 1);
    }

    #[test]
    fn text_is_told_from_other_things() {
        assert!(beginning(b"Words.\r\n\x0CMore\x1B[0m words.").is_some());
        assert!(beginning(&"a\u{10FFFF}".repeat(40_000).into_bytes()).is_some(), "cut within a letter");
        for other in [&b""[..], b"\x00\x01\x02", b"\x13\x37", b"GIF89a\x01\0\x01\0", &[0x8F; 3][..0]] {
            assert!(beginning(other).is_none(), "{other:?}");
        }
    }
}
