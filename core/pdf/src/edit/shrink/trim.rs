//! Unused data removed: thumbnails, what programs noted for themselves, and the room that metadata was given to grow.

use std::collections::BTreeMap;

use memchr::memmem;

use super::super::document::Document;
use super::super::filter;
use super::super::object::{Dictionary, Id, Object};
use super::Job;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Takes out what is there for programs alone.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn trim(document: &mut Document, _job: &Job, context: &Context) -> Result<()> {
    for object in document.objects.values_mut() {
        context.tick(1)?;
        if let Some(entries) = object.as_dictionary_mut() {
            drop_private(entries);
        }
        object.each_mut(&mut drop_procedures);
    }
    place_descriptors(document);
    settle_values(document, context)?;
    trim_metadata(document, context)?;
    document.prune();
    Ok(())
}

/// Takes out private data of programs (ISO 32000-2, 14.5) and small pictures of pages (12.3.4).
fn drop_private(entries: &mut Dictionary) {
    let kind = entries.get("Type");
    let is_page = kind.is_name("Page");
    if is_page || kind.is_name("Catalog") || entries.get("Subtype").is_name("Form") {
        entries.remove("PieceInfo");
    }
    if is_page {
        entries.remove("Thumb");
    }
}

/// Takes out names of procedures for printers, which nothing has used since PDF 1.4 (14.2).
fn drop_procedures(value: &mut Object) {
    const PROCEDURES: [&[u8]; 5] = [b"PDF", b"Text", b"ImageB", b"ImageC", b"ImageI"];
    let is_procedure = |name: &Object| name.as_name().is_some_and(|name| PROCEDURES.contains(&name));
    if let Object::Dictionary(entries) = value
        && entries.get("ProcSet").as_array().is_some_and(|names| names.iter().all(is_procedure))
    {
        entries.remove("ProcSet");
    }
}

/// Gives font descriptors that lie within their fonts, as printing to PDF on Windows writes them, the place of their own
/// that the standard asks for (ISO 32000-1, table 111): fonts are made smaller by their descriptors.
fn place_descriptors(document: &mut Document) {
    let mut number = document.objects.last_key_value().map_or(0, |(id, _)| id.number);
    let mut placed = BTreeMap::new();
    for object in document.objects.values_mut() {
        object.each_mut(&mut |value| {
            let Object::Dictionary(font) = value else { return };
            let Some(inner @ Object::Dictionary(_)) = font.get_mut("FontDescriptor") else { return };
            number = number.saturating_add(1);
            let id = Id { number, generation: 0 };
            placed.insert(id, std::mem::replace(inner, id.into()));
        });
    }
    document.objects.extend(placed);
}

/// Bytes of a name or string that stands where it is referred to.
const MOST_SETTLED: usize = 16;

/// Puts numbers and other small values that are objects of their own where they are referred to.
fn settle_values(document: &mut Document, context: &Context) -> Result<()> {
    let is_small = |object: &Object| match object {
        Object::Boolean(_) | Object::Integer(_) | Object::Real(_) => true,
        Object::Name(text) | Object::String(text) => text.len() <= MOST_SETTLED,
        _ => false,
    };
    let small = document.objects.iter().filter(|(_, object)| is_small(object));
    let small: BTreeMap<Id, Object> = small.map(|(id, object)| (*id, object.clone())).collect();
    for object in document.objects.values_mut() {
        context.tick(1)?;
        object.each_mut(&mut |value| {
            if let Some(settled) = value.as_reference().and_then(|id| small.get(&id)) {
                *value = settled.clone();
            }
        });
    }
    document.objects.retain(|id, _| !small.contains_key(id));
    Ok(())
}

/// Takes out the blanks that let metadata grow in place (XMP, part 1, 7.3.2).
fn trim_metadata(document: &mut Document, context: &Context) -> Result<()> {
    let is_metadata =
        |object: &&Object| object.as_stream().is_some_and(|stream| stream.dictionary.get("Type").is_name("Metadata"));
    let ids = document.objects.iter().filter(|(_, object)| is_metadata(object)).map(|(id, _)| *id);
    for id in ids.collect::<Vec<_>>() {
        let Some(stream) = document.stream(id) else { continue };
        let Some(packet) = filter::decode(document, stream, context)? else { continue };
        if let Some(shorter) = without_padding(&packet)
            && let Some(stream) = document.stream_mut(id)
        {
            stream.set_plain(shorter);
        }
    }
    Ok(())
}

/// A packet without the blanks before its end; `None` where there are none. In UTF-16 and UTF-32 it stays as it is.
fn without_padding(packet: &[u8]) -> Option<Vec<u8>> {
    let end = memmem::rfind(packet, b"<?xpacket end=")?;
    let content = packet[..end].trim_ascii_end();
    (content.len() + 1 < end).then(|| [content, b"\n", packet[end..].trim_ascii_end()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_before_the_end_of_a_packet_go() {
        let packet = b"<?xpacket begin=''?><x/>\n   \n  \n<?xpacket end='w'?>\n";
        assert_eq!(without_padding(packet).unwrap(), b"<?xpacket begin=''?><x/>\n<?xpacket end='w'?>");
        assert_eq!(without_padding(b"<x/>\n<?xpacket end='w'?>"), None);
    }
}
