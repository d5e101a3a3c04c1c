//! PDF/A, PDF/UA and PDF/X: standards that a file says it keeps, as far as they forbid what is done here.

use memchr::memmem;

use super::document::Document;
use super::filter;
use super::object::Object;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Whether the file keeps a standard of the time before object streams: PDF/A-1 (ISO 19005-1, 6.1.4), PDF/X-1a or
/// PDF/X-3 (ISO 15930).
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn is_early(document: &Document, context: &Context) -> Result<bool> {
    let info = document.info.and_then(|info| document.dictionary_of(info));
    let exchange = info.and_then(|info| document.get(info, "GTS_PDFXVersion").as_string());
    let is_early_exchange = |name: &[u8]| name.starts_with(b"PDF/X-1") || name.starts_with(b"PDF/X-3");
    if exchange.is_some_and(is_early_exchange) {
        return Ok(true);
    }
    Ok(claim(document, context)? == Some(b'1'))
}

/// The part of ISO 19005 that a document says it keeps.
fn claim(document: &Document, context: &Context) -> Result<Option<u8>> {
    Ok(packet(document, context)?.as_deref().and_then(archive_part))
}

/// The metadata of the document as a whole.
fn packet(document: &Document, context: &Context) -> Result<Option<Vec<u8>>> {
    let metadata = document.catalog().map(|catalog| document.get(catalog, "Metadata")).and_then(Object::as_stream);
    Ok(metadata.map(|metadata| filter::decode(document, metadata, context)).transpose()?.flatten())
}

/// Has a document that gets pages of another claim ISO 19005 no longer, unless the other claims the same part of it.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn claim_together(document: &mut Document, other: &Document, context: &Context) -> Result<()> {
    if claim(document, context)? != claim(other, context)? {
        disclaim(document, context)?;
    }
    Ok(())
}

/// Has a document claim ISO 19005 no longer. Whether it did.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn disclaim(document: &mut Document, context: &Context) -> Result<bool> {
    let own = packet(document, context)?.filter(|own| archive_part(own).is_some());
    let id = document.catalog().and_then(|catalog| catalog.get("Metadata").as_reference());
    let Some((own, stream)) = own.zip(id.and_then(|id| document.stream_mut(id))) else { return Ok(false) };
    stream.set_plain(without_claim(&own));
    Ok(true)
}

/// A packet of metadata without what it says of ISO 19005, be that elements or attributes.
fn without_claim(packet: &[u8]) -> Vec<u8> {
    const PREFIX: &[u8] = b"pdfaid:";
    let (mut kept, mut rest) = (Vec::new(), packet);
    while let Some(at) = memmem::find(rest, PREFIX) {
        let is_element = rest[..at].ends_with(b"<");
        let end = if is_element { element_end(rest, at) } else { attribute_end(rest, at) };
        let Some(end) = end else { break };
        kept.extend_from_slice(&rest[..at - usize::from(is_element)]);
        rest = &rest[end..];
    }
    kept.extend_from_slice(rest);
    kept
}

/// The end of the element whose name begins at a place.
fn element_end(packet: &[u8], at: usize) -> Option<usize> {
    let name = packet[at..].split(|byte| !byte.is_ascii_alphanumeric() && *byte != b':').next()?;
    let close = [b"</", name, b">"].concat();
    Some(at + memmem::find(&packet[at..], &close)? + close.len())
}

/// The end of the attribute whose name begins at a place.
fn attribute_end(packet: &[u8], at: usize) -> Option<usize> {
    let value = at + packet[at..].iter().position(|byte| matches!(byte, b'"' | b'\'' | b'>'))?;
    let quote = packet[value];
    let length = packet[value + 1..].iter().position(|byte| *byte == quote)?;
    (quote != b'>').then_some(value + 1 + length + 1)
}

/// The part of ISO 19005 that a packet of metadata names, as an element or as an attribute.
fn archive_part(packet: &[u8]) -> Option<u8> {
    let name = b"pdfaid:part";
    let rest = packet.get(memmem::find(packet, name)? + name.len()..)?;
    let rest = rest.trim_ascii_start();
    let value = rest.strip_prefix(b">").or_else(|| {
        let value = rest.strip_prefix(b"=")?.trim_ascii_start();
        value.strip_prefix(b"\"").or_else(|| value.strip_prefix(b"'"))
    })?;
    value.trim_ascii_start().first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_taken_out_in_both_spellings() {
        let elements = b"<a><pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><b/></a>";
        assert_eq!(without_claim(elements), b"<a><b/></a>");
        let attributes = b"<a pdfaid:part='2' x='' pdfaid:conformance=\"U\"/>";
        assert_eq!(without_claim(attributes), b"<a  x='' />");
        assert_eq!(without_claim(b"<a>pdfaid:</a>"), b"<a>pdfaid:</a>");
    }

    #[test]
    fn the_part_is_found_in_both_spellings() {
        assert_eq!(archive_part(b"<pdfaid:part>1</pdfaid:part>"), Some(b'1'));
        assert_eq!(archive_part(b"<rdf:Description pdfaid:part='2' x=''/>"), Some(b'2'));
        assert_eq!(archive_part(b"<x/>"), None);
    }
}
