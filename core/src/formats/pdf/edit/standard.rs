//! Standards that a file says it keeps, as far as they forbid what is done here.

use memchr::memmem;

use super::document::Document;
use super::filter;
use super::object::Object;
use crate::context::Context;
use crate::error::Result;

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
    let metadata = document.catalog().map(|catalog| document.get(catalog, "Metadata")).and_then(Object::as_stream);
    let packet = metadata.map(|metadata| filter::decode(document, metadata, context)).transpose()?.flatten();
    Ok(packet.as_deref().and_then(archive_part) == Some(b'1'))
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
    fn the_part_is_found_in_both_spellings() {
        assert_eq!(archive_part(b"<pdfaid:part>1</pdfaid:part>"), Some(b'1'));
        assert_eq!(archive_part(b"<rdf:Description pdfaid:part='2' x=''/>"), Some(b'2'));
        assert_eq!(archive_part(b"<x/>"), None);
    }
}
