//! XMP in JPEG (XMP specification part 3, 1.1.3): the packet and its extension, and the length of the
//! first picture where a list of the file's pictures states it.

use std::collections::BTreeMap;

use crate::jpeg::markers::{APP1, Segment};

/// Start of the segment with the packet, and of those with its extension.
pub const PACKET: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
const EXTENSION: &[u8] = b"http://ns.adobe.com/xmp/extension/\0";

/// Letters of the digest that names an extension.
const DIGEST_BYTES: usize = 32;

/// The property that names the extension in the packet.
const HAS_EXTENSION: &str = "xmpNote:HasExtendedXMP=\"";

/// The packet of a file, its extension put into it; and whether all of it could be read.
pub(crate) fn packet(segments: &[Segment]) -> Option<(String, bool)> {
    let start = segments.iter().filter(|s| s.marker == APP1).find_map(|s| s.payload.strip_prefix(PACKET))?;
    let packet = std::str::from_utf8(start).ok()?.trim_end_matches('\0').to_owned();
    if !segments.iter().any(|segment| segment.payload.starts_with(EXTENSION)) {
        return Some((packet, true));
    }
    let whole = extension(segments, &packet).and_then(|extension| merged(&packet, &extension));
    let is_whole = whole.is_some();
    Some((whole.unwrap_or(packet), is_whole))
}

/// The extension that the packet names, put together by the places its pieces state.
fn extension(segments: &[Segment], packet: &str) -> Option<String> {
    let mut pieces = BTreeMap::new();
    let mut total = 0;
    for piece in segments.iter().filter_map(|segment| segment.payload.strip_prefix(EXTENSION)) {
        let (digest, rest) = piece.split_at_checked(DIGEST_BYTES)?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (place, bytes) = rest.split_first_chunk::<4>()?;
        if std::str::from_utf8(digest).is_ok_and(|digest| packet.contains(digest)) {
            total = u32::from_be_bytes(*length) as usize;
            pieces.insert(u32::from_be_bytes(*place) as usize, bytes);
        }
    }
    let mut whole = Vec::new();
    for (place, bytes) in pieces {
        if place != whole.len() {
            return None;
        }
        whole.extend_from_slice(bytes);
    }
    (whole.len() == total).then(|| String::from_utf8(whole).ok())?
}

/// The packet with the descriptions of its extension among its own, and without the property that
/// names the extension.
fn merged(packet: &str, extension: &str) -> Option<String> {
    let start = extension.find("<rdf:RDF")?;
    let inside = start + extension[start..].find('>')? + 1;
    // Names that the group declares for its descriptions would be lost.
    let is_plain = extension[start..inside].matches("xmlns:").count() <= 1;
    let descriptions = extension.get(inside..extension.rfind("</rdf:RDF>")?).filter(|_| is_plain)?;
    let end = packet.rfind("</rdf:RDF>")?;
    let mut whole = [&packet[..end], descriptions, &packet[end..]].concat();
    if let Some(from) = whole.find(HAS_EXTENSION) {
        let to = from + HAS_EXTENSION.len();
        let to = to + whole[to..].find('"')? + 1;
        whole.replace_range(from..to, "");
    }
    Some(whole)
}

/// The packet with the length of the first picture in the list of the file's pictures (Google's
/// container schema, as in Ultra HDR) set to `bytes`; `None` where the list does not state it.
pub fn with_first_length(packet: &str, bytes: usize) -> Option<String> {
    let (from, to) = first_length(packet)?;
    Some([&packet[..from], &bytes.to_string(), &packet[to..]].concat())
}

/// Where the digits of that length are: in an attribute or an element of the item whose meaning is
/// `Primary`.
fn first_length(packet: &str) -> Option<(usize, usize)> {
    let meaning = packet.find("Item:Semantic=\"Primary\"").or_else(|| packet.find("Item:Semantic>Primary<"))?;
    let start = packet[..meaning].rfind("Container:Item")?;
    let end = start + packet[start..].find("</rdf:li>")?;
    let item = &packet[start..end];
    ["Item:Length=\"", "Item:Length>"].iter().find_map(|name| {
        let from = start + item.find(name)? + name.len();
        let digits = packet[from..].bytes().take_while(u8::is_ascii_digit).count();
        // A length of 0 says that the picture ends where it ends.
        (packet[from..from + digits].parse() != Ok(0u64) && digits > 0).then_some((from, from + digits))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_length_is_found_in_both_spellings() {
        let list = |primary: &str| {
            format!(
                "<Container:Directory><rdf:Seq><rdf:li>{primary}</rdf:li><rdf:li><Container:Item Item:Semantic=\"GainMap\" Item:Length=\"77\"/></rdf:li>"
            )
        };
        for (source, expected) in [
            (
                "<Container:Item Item:Semantic=\"Primary\" Item:Length=\"9\"/>",
                Some("<Container:Item Item:Semantic=\"Primary\" Item:Length=\"1234\"/>"),
            ),
            (
                "<Container:Item Item:Length=\"9\" Item:Semantic=\"Primary\"/>",
                Some("<Container:Item Item:Length=\"1234\" Item:Semantic=\"Primary\"/>"),
            ),
            (
                "<Container:Item><Item:Length>9</Item:Length><Item:Semantic>Primary</Item:Semantic></Container:Item>",
                Some(
                    "<Container:Item><Item:Length>1234</Item:Length><Item:Semantic>Primary</Item:Semantic></Container:Item>",
                ),
            ),
            ("<Container:Item Item:Semantic=\"Primary\" Item:Length=\"0\"/>", None),
            ("<Container:Item Item:Semantic=\"Primary\"/>", None),
        ] {
            assert_eq!(with_first_length(&list(source), 1_234), expected.map(list));
        }
    }
}
