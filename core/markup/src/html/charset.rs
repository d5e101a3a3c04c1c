//! Encoding sniffing of HTML files (HTML, 13.2.3.2): a byte order mark, else what the file says, else what its bytes
//! are.

use std::borrow::Cow;

use chardetng::Iso2022JpDetection;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use transvase_base::charset::narrow;

/// Bytes in which a file says its encoding (HTML, 4.2.5.4).
const HEAD_BYTES: usize = 1_024;

/// The text of a file of HTML or XHTML.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    encoding(bytes).decode(bytes).0
}

fn encoding(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    match bytes {
        [b'<', 0, ..] => return UTF_16LE,
        [0, b'<', ..] => return UTF_16BE,
        _ => {}
    }
    match declared(bytes.get(..HEAD_BYTES.min(bytes.len())).unwrap_or_default()) {
        // What says so in plain bytes is not of sixteen bits, and what is not UTF-8 is something else.
        Some(said) if said == UTF_16LE || said == UTF_16BE || said == UTF_8 => guessed(bytes),
        // What is UTF-8 beyond ASCII is nothing else, whatever it says.
        Some(_) if !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok() => UTF_8,
        Some(said) => said,
        None => guessed(bytes),
    }
}

/// What the XML declaration or a `meta` says.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let xml = head.trim_start().strip_prefix("<?xml").and_then(|head| head.split("?>").next());
    let in_xml = xml.and_then(|xml| label(xml.split_once("encoding")?.1));
    let mut metas = head.split("<meta").skip(1).filter_map(|meta| meta.split('>').next());
    in_xml.or_else(|| metas.find_map(|meta| label(meta.split_once("charset")?.1)))
}

/// The encoding that `= "label"` names.
fn label(rest: &str) -> Option<&'static Encoding> {
    let rest = rest.trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']);
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ';' | '/')).unwrap_or(rest.len());
    Encoding::for_label(&rest.as_bytes()[..end])
}

fn guessed(bytes: &[u8]) -> &'static Encoding {
    narrow(bytes, Iso2022JpDetection::Deny)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_goes_before_what_is_said_and_that_before_the_bytes() {
        let utf16: Vec<u8> = "\u{FEFF}<p>ä".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&utf16), "<p>ä");
        assert_eq!(decode(&utf16[2..]), "<p>ä");
        assert_eq!(decode(b"\xEF\xBB\xBF<meta charset=koi8-r>\xC3\xA4"), "<meta charset=koi8-r>ä");
        assert!(decode(b"<meta http-equiv=x content='text/html; charset=windows-1251'><p>\xC4").ends_with('Д'));
        assert!(decode(b"<?xml version='1.0' encoding='iso-8859-2'?><p>\xB1").ends_with('ą'));
        assert!(decode(b"<meta charset=utf-8><p>caf\xE9 cr\xE8me").ends_with("café crème"));
        assert!(decode(b"<meta charset=utf-16><p>\xC3\xA4").ends_with('ä'));
        assert!(decode("<p>ä".as_bytes()).ends_with('ä'));
        assert!(decode("<meta charset=windows-1251><p>ä".as_bytes()).ends_with('ä'));
        assert_eq!(decode(b"<p>\x93quoted\x94"), "<p>\u{201C}quoted\u{201D}");
    }
}
