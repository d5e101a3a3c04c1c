//! What every Office Open XML package has (ECMA-376 part 2): content types, relationships and
//! properties. Namespaces are those of the transitional schemas (part 4).

pub(crate) mod color;
mod flat;
pub(crate) mod geometry;
mod look;
pub(crate) mod math;
mod namespaces;
pub(crate) mod paint;
mod parts;
mod properties;
mod theme;
mod tree;

pub(crate) use flat::{is_flat, packed};
pub(crate) use look::{facts, sniff};
pub(crate) use parts::{Parts, Related, Relations, part_name, part_of_kind};
pub(crate) use properties::properties;
pub(crate) use theme::Theme;
pub(crate) use transvase_model::text::dates::date_time;
pub(crate) use tree::{Tree, TreeNode, Trees};

use std::collections::BTreeMap;
use std::io::Write;

use transvase_container::cfb;
use transvase_container::xml::XmlWriter;
use transvase_model::metadata::Metadata;

/// Name of the stream of a compound file that holds an encrypted package ([MS-OFFCRYPTO], 2.3.4.4).
const ENCRYPTED: &str = "EncryptedPackage";
/// Namespace of content types.
const CONTENT_TYPES: &str = "http://schemas.openxmlformats.org/package/2006/content-types";
/// Namespace of relationship parts.
const PACKAGE_RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
/// Namespace of `r:id`, and the start of most relationship types.
pub(crate) const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/// Relationship type of the core properties.
pub(crate) const CORE_PROPERTIES: &str =
    "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";

/// Whether bytes are a package that Office programs encrypted.
pub(crate) fn is_encrypted(bytes: &[u8]) -> bool {
    cfb::holds(bytes, ENCRYPTED)
}

/// Writes `[Content_Types].xml`: media types by extension, then by part.
pub(crate) fn content_types(xml: &mut XmlWriter<impl Write>, by_extension: &[(&str, &str)], by_part: &[(&str, &str)]) {
    xml.element("Types", &[("xmlns", CONTENT_TYPES)], |xml| {
        for (extension, media_type) in by_extension {
            xml.empty("Default", &[("Extension", extension), ("ContentType", media_type)]);
        }
        for (part, media_type) in by_part {
            xml.empty("Override", &[("PartName", part), ("ContentType", media_type)]);
        }
    });
}

/// Writes relationships that were read from another package.
pub(crate) fn write_relations(xml: &mut XmlWriter<impl Write>, relations: &Relations) {
    xml.element("Relationships", &[("xmlns", PACKAGE_RELATIONSHIPS)], |xml| {
        for (id, row) in relations {
            let kind = full_kind(&row.kind);
            let attributes = [("Id", &**id), ("Type", &*kind), ("Target", &*row.target), ("TargetMode", "External")];
            xml.empty("Relationship", if row.external { &attributes } else { &attributes[..3] });
        }
    });
}

/// The full type of a relationship of which `kind` may be what follows [`RELATIONSHIPS`].
fn full_kind(kind: &str) -> String {
    if kind.contains(':') { kind.to_owned() } else { format!("{RELATIONSHIPS}/{kind}") }
}

/// The relationships of one part; each target is held once.
#[derive(Debug, Default)]
pub(crate) struct Relationships {
    rows: Vec<Relationship>,
    ids: BTreeMap<Relationship, String>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Relationship {
    kind: String,
    target: String,
    external: bool,
}

impl Relationships {
    /// The id of the relationship to another part; `kind` is a full type, or what follows
    /// [`RELATIONSHIPS`].
    pub(crate) fn part(&mut self, kind: &str, target: &str) -> String {
        self.add(kind, target, false)
    }

    /// The id of the relationship to a URI outside the package.
    pub(crate) fn external(&mut self, kind: &str, target: &str) -> String {
        self.add(kind, target, true)
    }

    fn add(&mut self, kind: &str, target: &str, external: bool) -> String {
        let row = Relationship { kind: full_kind(kind), target: target.to_owned(), external };
        if let Some(id) = self.ids.get(&row) {
            return id.clone();
        }
        let id = format!("rId{}", self.rows.len() + 1);
        self.rows.push(row.clone());
        self.ids.insert(row, id.clone());
        id
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Writes the relationship part.
    pub(crate) fn write(&self, xml: &mut XmlWriter<impl Write>) {
        xml.element("Relationships", &[("xmlns", PACKAGE_RELATIONSHIPS)], |xml| {
            for (number, row) in (1..).zip(&self.rows) {
                let id = format!("rId{number}");
                let attributes =
                    [("Id", &*id), ("Type", &*row.kind), ("Target", &*row.target), ("TargetMode", "External")];
                xml.empty("Relationship", if row.external { &attributes } else { &attributes[..3] });
            }
        });
    }
}

/// Writes `docProps/core.xml` (ECMA-376 part 2, clause 11). Without a date in the metadata there is
/// none: the clock must not change a result.
pub(crate) fn core_properties(xml: &mut XmlWriter<impl Write>, metadata: &Metadata) {
    let namespaces = [
        ("xmlns:cp", "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"),
        ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
        ("xmlns:dcterms", "http://purl.org/dc/terms/"),
        ("xmlns:dcmitype", "http://purl.org/dc/dcmitype/"),
        ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ];
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    xml.element("cp:coreProperties", &namespaces, |xml| {
        let rows = [
            ("dc:title", metadata.title.clone()),
            ("dc:subject", metadata.subject.clone()),
            ("dc:creator", some(&metadata.authors.join("; "))),
            ("cp:keywords", some(&metadata.keywords.join(", "))),
            ("dc:identifier", metadata.identifier.clone()),
            ("dc:language", metadata.language.clone()),
        ];
        for (name, text) in rows {
            if let Some(text) = text {
                xml.leaf(name, &[], &text);
            }
        }
        if let Some(date) = metadata.date.as_deref().and_then(date_time) {
            xml.leaf("dcterms:created", &[("xsi:type", "dcterms:W3CDTF")], &date);
        }
        if let Some(date) = metadata.modified.as_deref().and_then(date_time) {
            xml.leaf("dcterms:modified", &[("xsi:type", "dcterms:W3CDTF")], &date);
        }
    });
}

/// Writes `docProps/app.xml` (ECMA-376 part 1, 22.2).
pub(crate) fn app_properties(xml: &mut XmlWriter<impl Write>, metadata: &Metadata) {
    let namespace = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties";
    xml.element("Properties", &[("xmlns", namespace)], |xml| {
        xml.leaf("Application", &[], "Transvase");
        if let Some(publisher) = &metadata.publisher {
            xml.leaf("Company", &[], publisher);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_has_one_relationship() {
        let mut rows = Relationships::default();
        let first = rows.external("hyperlink", "https://example.org/");
        assert_eq!(rows.part("styles", "styles.xml"), "rId2");
        assert_eq!(rows.external("hyperlink", "https://example.org/"), first);
        let mut xml = XmlWriter::new(Vec::new());
        rows.write(&mut xml);
        let text = String::from_utf8(xml.finish().unwrap()).unwrap();
        assert_eq!(text.matches("<Relationship ").count(), 2);
        assert_eq!(text.matches("TargetMode=\"External\"").count(), 1);
    }
}
