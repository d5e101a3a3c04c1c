//! What of a document is heavy: said where it cannot be as small as a caller wants.

use std::collections::{BTreeMap, BTreeSet};

use super::document::Document;
use super::load::load;
use super::object::{Dictionary, Id, Object, Stream};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_format::Weights;

/// The bytes that parts of a file take, by their kind.
///
/// # Errors
/// As for reading.
pub(super) fn of(bytes: &[u8], context: &Context) -> Result<Weights> {
    let document = load(bytes, context)?;
    let known = known(&document);
    let mut weights = Weights::new();
    for (id, stream) in document.streams() {
        let kind = known.get(&id).copied().or_else(|| by_itself(&document, stream)).unwrap_or("other data");
        *weights.entry(kind).or_default() += stream.data.len() as u64;
    }
    Ok(weights)
}

/// What streams are by what leads to them.
fn known(document: &Document) -> BTreeMap<Id, &'static str> {
    let mut known = BTreeMap::new();
    for object in document.objects.values() {
        object.each(&mut |value| match value {
            Object::Dictionary(entries) => by_entries(document, entries, &mut known),
            Object::Array(items) => by_items(document, items, &mut known),
            _ => {}
        });
    }
    known
}

fn by_entries(document: &Document, entries: &Dictionary, known: &mut BTreeMap<Id, &'static str>) {
    const ENTRIES: [(&str, &str); 8] = [
        ("FontFile", "fonts"),
        ("FontFile2", "fonts"),
        ("FontFile3", "fonts"),
        ("ToUnicode", "fonts"),
        ("Contents", "page contents"),
        ("DestOutputProfile", "colour profiles"),
        ("XFA", "a form in XML (XFA)"),
        ("JS", "scripts"),
    ];
    for (key, kind) in ENTRIES {
        let value = entries.get(key);
        let several = document.resolve(value).as_array().unwrap_or_default();
        let streams: BTreeSet<Id> = several.iter().chain([value]).filter_map(Object::as_reference).collect();
        known.extend(streams.into_iter().map(|id| (id, kind)));
    }
}

fn by_items(document: &Document, items: &[Object], known: &mut BTreeMap<Id, &'static str>) {
    if let [kind, profile, ..] = items
        && document.resolve(kind).is_name("ICCBased")
        && let Some(id) = profile.as_reference()
    {
        known.insert(id, "colour profiles");
    }
}

/// What a stream says that it is.
fn by_itself(document: &Document, stream: &Stream) -> Option<&'static str> {
    let entries = &stream.dictionary;
    let is = |key: &str, name: &str| document.get(entries, key).is_name(name);
    if is("Subtype", "Image") {
        let is_bilevel =
            document.get(entries, "BitsPerComponent").as_integer() == Some(1) || is("Filter", "JBIG2Decode");
        return Some(if is_bilevel { "pictures of one bit a pixel" } else { "pictures" });
    }
    if is("Subtype", "Form") || entries.has("PatternType") {
        return Some("page contents");
    }
    let by_type = [("EmbeddedFile", "embedded files"), ("Metadata", "metadata")];
    by_type.into_iter().find(|(name, _)| is("Type", name)).map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_told_by_what_leads_to_them() {
        let file = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</ColorSpace<</C[/ICCBased 5 0 R]>>\
            /XObject<</I 6 0 R>>>>>>endobj\n\
            4 0 obj<</Length 3>>stream\n0 g\nendstream endobj\n5 0 obj<</N 3/Length 4>>stream\n....\nendstream endobj\n\
            6 0 obj<</Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>stream\nx\nendstream endobj\n\
            trailer<</Root 1 0 R/Size 7>>";
        let weights = of(file.as_bytes(), &Context::default()).unwrap();
        assert_eq!(weights, Weights::from([("colour profiles", 4), ("page contents", 3), ("pictures", 1)]));
    }
}
