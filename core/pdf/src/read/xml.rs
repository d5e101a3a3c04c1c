//! XML inside a PDF, read as far as it goes: rich text, and the references of any.

use quick_xml::Reader;
use quick_xml::events::Event;

/// The text of an XHTML fragment, a line for each paragraph.
pub(super) fn without_tags(rich: &str) -> String {
    let mut reader = Reader::from_str(rich);
    let mut text = String::new();
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Text(part) => text.push_str(&part),
            Event::GeneralRef(entity) => text.extend(character(&entity)),
            Event::End(element) if element.name().as_ref() == "p" => text.push('\n'),
            Event::Eof => break,
            _ => {}
        }
    }
    text
}

/// The character a reference stands for: one of XML's own five names, or a number.
pub(super) fn character(entity: &str) -> Option<char> {
    let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    match entity.strip_prefix('#') {
        Some(digits) => digits.strip_prefix('x').map_or_else(|| number(digits, 10), |hex| number(hex, 16)),
        None => match entity {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rich_text_loses_its_tags() {
        let rich = "<?xml version=\"1.0\"?><body><p>One &amp; <b>two</b></p><p>three</p></body>";
        assert_eq!(without_tags(rich), "One & two\nthree\n");
    }
}
