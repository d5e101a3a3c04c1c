//! What a document says about itself: the information dictionary, then XMP where that is silent.

use hayro_syntax::object::Stream;
use quick_xml::Reader;
use quick_xml::events::Event;

use super::document::{Document, text_entry};
use super::{dates, stream, strings};
use crate::error::Result;
use crate::model::metadata::Metadata;

/// Bytes of an XMP packet that are looked at.
const MAX_XMP_BYTES: usize = 1 << 20;

/// The metadata of a document.
///
/// # Errors
/// A limit.
pub(super) fn metadata(document: &Document<'_>) -> Result<Metadata> {
    let info = document.pdf.metadata();
    let text = |bytes: &Option<Box<[u8]>>| bytes.as_deref().map(strings::decode).filter(|text| !text.is_empty());
    let mut metadata = Metadata {
        title: text(&info.title),
        authors: text(&info.author).into_iter().collect(),
        subject: text(&info.subject),
        keywords: text(&info.keywords).map(|words| split_keywords(&words)).unwrap_or_default(),
        language: text_entry(&document.root, b"Lang"),
        date: info.creation_date.or(info.modification_date).map(dates::iso),
        producer: text(&info.producer).or_else(|| text(&info.creator)),
        ..Metadata::default()
    };
    if (metadata.title.is_none() || metadata.authors.is_empty())
        && let Some(packet) = document.root.get::<Stream<'_>>(b"Metadata")
    {
        let bytes = stream::decode(&packet, document.context)?;
        read_xmp(bytes.get(..MAX_XMP_BYTES).unwrap_or(&bytes), &mut metadata);
    }
    Ok(metadata)
}

fn split_keywords(words: &str) -> Vec<String> {
    let words = words.split([',', ';']).map(str::trim).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Fills title and authors from the Dublin Core elements of an XMP packet (ISO 16684-1, 8.3); a
/// damaged packet is read as far as it goes.
fn read_xmp(packet: &[u8], metadata: &mut Metadata) {
    let packet = String::from_utf8_lossy(packet);
    let mut reader = Reader::from_str(&packet);
    let (mut titles, mut creators) = (Vec::new(), Vec::new());
    let mut inside = None;
    let mut text = String::new();
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(element) => match element.name().as_ref() {
                "dc:title" => inside = Some(&mut titles),
                "dc:creator" => inside = Some(&mut creators),
                _ => text.clear(),
            },
            Event::Text(part) if inside.is_some() => text.push_str(&part),
            Event::GeneralRef(entity) if inside.is_some() => text.extend(character(&entity)),
            Event::End(element) => match (element.name().as_ref(), &mut inside) {
                ("rdf:li", Some(list)) => list.push(text.split_whitespace().collect::<Vec<_>>().join(" ")),
                ("dc:title" | "dc:creator", _) => inside = None,
                _ => {}
            },
            Event::Eof => break,
            _ => {}
        }
    }
    metadata.title = metadata.title.take().or_else(|| titles.into_iter().find(|title| !title.is_empty()));
    if metadata.authors.is_empty() {
        metadata.authors = creators.into_iter().filter(|name| !name.is_empty()).collect();
    }
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
    fn xmp_fills_what_the_dictionary_lacks() {
        let packet = "<x:xmpmeta><rdf:RDF><rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Salt &amp; Pepper</rdf:li>\
            </rdf:Alt></dc:title><dc:creator><rdf:Seq>\n<rdf:li>Ann</rdf:li>\n<rdf:li>Bob &#xE9;</rdf:li></rdf:Seq></dc:creator>";
        let mut metadata = Metadata::default();
        read_xmp(packet.as_bytes(), &mut metadata);
        assert_eq!(metadata.title.as_deref(), Some("Salt & Pepper"));
        assert_eq!(metadata.authors, ["Ann", "Bob é"]);
    }
}
