//! Document metadata: the information dictionary, then XMP where that is silent.

use std::collections::BTreeMap;

use hayro_syntax::object::Stream;
use quick_xml::Reader;
use quick_xml::events::Event;

use super::document::Document;
use super::strings::{self, text_entry};
use super::xml::character;
use super::{dates, stream};
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::metadata::Metadata;

/// Bytes of an XMP packet that are looked at.
const MAX_XMP_BYTES: usize = 1 << 20;

/// Bytes of one entry of the information dictionary; a longer one says nothing about a document.
const MAX_ENTRY_BYTES: usize = 1 << 16;

/// Keywords of a document.
const MAX_KEYWORDS: usize = 1_000;

/// The metadata of a document.
///
/// # Errors
/// A limit.
pub(super) fn metadata(document: &Document<'_>) -> Result<Metadata> {
    let info = document.pdf.metadata();
    let entries = [&info.title, &info.author, &info.subject, &info.keywords, &info.producer, &info.creator];
    if entries.iter().any(|entry| entry.as_deref().is_some_and(|bytes| bytes.len() > MAX_ENTRY_BYTES)) {
        let message = "a metadata entry is too long and was left out";
        document.context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
    let text = |bytes: &Option<Box<[u8]>>| {
        let bytes = bytes.as_deref().filter(|bytes| bytes.len() <= MAX_ENTRY_BYTES)?;
        Some(strings::decode(bytes)).filter(|text| !text.is_empty())
    };
    let mut metadata = Metadata {
        title: text(&info.title),
        authors: text(&info.author).into_iter().collect(),
        subject: text(&info.subject),
        keywords: text(&info.keywords).map(|words| split_keywords(&words)).unwrap_or_default(),
        language: text_entry(&document.root, b"Lang"),
        date: info.creation_date.map(dates::iso),
        modified: info.modification_date.map(dates::iso),
        producer: text(&info.producer).or_else(|| text(&info.creator)),
        ..Metadata::default()
    };
    if let Some(packet) = document.root.get::<Stream<'_>>(b"Metadata") {
        let bytes = stream::decode(&packet, document.context)?;
        fill(&mut metadata, &read_xmp(bytes.get(..MAX_XMP_BYTES).unwrap_or(&bytes)));
    }
    Ok(metadata)
}

fn split_keywords(words: &str) -> Vec<String> {
    let words = words.split([',', ';']).map(str::trim).filter(|word| !word.is_empty());
    words.take(MAX_KEYWORDS).map(str::to_owned).collect()
}

/// Takes from XMP what the information dictionary does not say (Dublin Core and XMP basic schemas: ISO
/// 16684-1, 8.3 and 8.4; the PDF schema: Adobe's XMP specification, part 2, 3.1).
fn fill(metadata: &mut Metadata, said: &Properties) {
    let first = |name: &str| said.get(name).and_then(|values| values.first()).cloned();
    let all = |name: &str| said.get(name).cloned().unwrap_or_default();
    let or = |known: &mut Option<String>, name: &str| *known = known.take().or_else(|| first(name));
    or(&mut metadata.title, "dc:title");
    or(&mut metadata.subject, "dc:description");
    or(&mut metadata.language, "dc:language");
    or(&mut metadata.date, "xmp:CreateDate");
    or(&mut metadata.modified, "xmp:ModifyDate");
    or(&mut metadata.producer, "pdf:Producer");
    or(&mut metadata.publisher, "dc:publisher");
    if metadata.authors.is_empty() {
        metadata.authors = all("dc:creator");
    }
    if metadata.keywords.is_empty() {
        metadata.keywords = all("dc:subject");
    }
    if metadata.keywords.is_empty() {
        metadata.keywords = first("pdf:Keywords").map(|words| split_keywords(&words)).unwrap_or_default();
    }
}

/// The values of the properties of an XMP packet, by their names.
type Properties = BTreeMap<String, Vec<String>>;

/// Reads the properties of an XMP packet (ISO 16684-1, 7): as elements, as attributes, as items of
/// lists. A damaged packet is read as far as it goes.
fn read_xmp(packet: &[u8]) -> Properties {
    let packet = String::from_utf8_lossy(packet);
    let mut reader = Reader::from_str(&packet);
    let mut said = Properties::new();
    let mut open = None;
    let mut text = String::new();
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(element) | Event::Empty(element) if element.name().as_ref() == "rdf:Description" => {
                for attribute in element.attributes().flatten() {
                    keep(&mut said, attribute.key.as_ref(), &attribute.value);
                }
            }
            Event::Start(element) => {
                text.clear();
                let name = element.name();
                if !name.as_ref().starts_with("rdf:") {
                    open = Some(name.as_ref().to_owned());
                }
            }
            Event::Text(part) if open.is_some() => text.push_str(&part),
            Event::GeneralRef(entity) if open.is_some() => text.extend(character(&entity)),
            Event::End(_) => {
                if let Some(name) = &open {
                    keep(&mut said, name, &text);
                }
                text.clear();
            }
            Event::Eof => break,
            _ => {}
        }
    }
    said
}

/// Keeps a value without needless white space; properties this reader has no use for are left out.
fn keep(said: &mut Properties, name: &str, value: &str) {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_used = ["dc:", "xmp:", "pdf:"].iter().any(|schema| name.starts_with(schema));
    if is_used && !value.is_empty() {
        said.entry(name.to_owned()).or_default().push(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xmp_fills_what_the_dictionary_lacks() {
        let packet = "<x:xmpmeta><rdf:RDF><rdf:Description xmp:ModifyDate='2020-01-02'/><rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Salt &amp; Pepper</rdf:li>\
            </rdf:Alt></dc:title><dc:description>new</dc:description><dc:creator><rdf:Seq>\n<rdf:li>Ann</rdf:li>\n<rdf:li>Bob &#xE9;</rdf:li></rdf:Seq></dc:creator>";
        let mut metadata = Metadata { subject: Some("known".into()), ..Metadata::default() };
        fill(&mut metadata, &read_xmp(packet.as_bytes()));
        assert_eq!(metadata.title.as_deref(), Some("Salt & Pepper"));
        assert_eq!(metadata.authors, ["Ann", "Bob é"]);
        assert_eq!((metadata.subject.as_deref(), metadata.modified.as_deref()), (Some("known"), Some("2020-01-02")));
    }
}
