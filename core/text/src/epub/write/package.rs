//! The package document (OPF): what the book says about itself, its files, and their order (EPUB 3.3, 5).

use transvase_container::xml::XmlWriter;
use transvase_markup::html_out::legal;
use transvase_model::metadata::Metadata;
use transvase_model::text::dates;

/// Namespace of package documents.
const OPF: &str = "http://www.idpf.org/2007/opf";
/// Namespace of the Dublin Core.
const DC: &str = "http://purl.org/dc/elements/1.1/";

/// A file of the book.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub id: String,
    pub href: String,
    pub media_type: &'static str,
    pub properties: String,
    /// Whether it is read in its turn.
    pub in_spine: bool,
}

impl Item {
    pub(super) fn new(id: impl Into<String>, href: impl Into<String>, media_type: &'static str) -> Item {
        Item { id: id.into(), href: href.into(), media_type, properties: String::new(), in_spine: false }
    }
}

/// What the package says of the book beside its metadata.
#[derive(Debug)]
pub(super) struct About<'a> {
    pub title: &'a str,
    pub language: &'a str,
    pub identifier: &'a str,
    /// Id of the cover image.
    pub cover: Option<&'a str>,
    pub has_images: bool,
    pub has_formulas: bool,
    pub has_pages: bool,
    /// From right to left.
    pub backward: bool,
}

/// Writes the package document.
pub(super) fn write(xml: &mut XmlWriter<Vec<u8>>, about: &About<'_>, metadata: &Metadata, items: &[Item]) {
    let attributes = [("xmlns", OPF), ("version", "3.0"), ("unique-identifier", "id"), ("xml:lang", about.language)];
    xml.open("package", &attributes);
    xml.open("metadata", &[("xmlns:dc", DC)]);
    describe(xml, about, metadata);
    access(xml, about);
    xml.raw("\n");
    xml.close("metadata");
    xml.open("manifest", &[]);
    for item in items {
        xml.raw("\n");
        let attributes = [
            ("id", &*item.id),
            ("href", &item.href),
            ("media-type", item.media_type),
            ("properties", &item.properties),
        ];
        xml.empty("item", if item.properties.is_empty() { &attributes[..3] } else { &attributes });
    }
    xml.close("manifest");
    let direction = [("toc", "ncx"), ("page-progression-direction", "rtl")];
    xml.open("spine", if about.backward { &direction } else { &direction[..1] });
    for item in items.iter().filter(|item| item.in_spine) {
        xml.empty("itemref", &[("idref", &item.id)]);
    }
    xml.close("spine");
    xml.close("package");
}

fn describe(xml: &mut XmlWriter<Vec<u8>>, about: &About<'_>, metadata: &Metadata) {
    let mut leaf = |name: &str, attributes: &[(&str, &str)], text: &str| {
        let text = legal(text.trim());
        if !text.is_empty() {
            xml.raw("\n");
            xml.leaf(name, attributes, &text);
        }
    };
    leaf("dc:identifier", &[("id", "id")], about.identifier);
    leaf("dc:title", &[], about.title);
    leaf("dc:language", &[], about.language);
    metadata.authors.iter().for_each(|author| leaf("dc:creator", &[], author));
    let optional = [
        ("dc:identifier", &metadata.identifier),
        ("dc:publisher", &metadata.publisher),
        ("dc:description", &metadata.subject),
    ];
    for (name, value) in optional {
        leaf(name, &[], value.as_deref().unwrap_or_default());
    }
    metadata.keywords.iter().for_each(|keyword| leaf("dc:subject", &[], keyword));
    let date = metadata.date.as_deref().map(|date| date.trim().get(..10).unwrap_or(date.trim()));
    leaf("dc:date", &[], date.filter(|date| dates::is_sound(date)).unwrap_or_default());
    let modified = dates::modified([&metadata.modified, &metadata.date].into_iter().filter_map(|date| date.as_deref()));
    leaf("meta", &[("property", "dcterms:modified")], &modified);
    if let Some(cover) = about.cover {
        xml.raw("\n");
        xml.empty("meta", &[("name", "cover"), ("content", cover)]);
    }
}

/// How the book can be read (EPUB Accessibility 1.1, 2).
fn access(xml: &mut XmlWriter<Vec<u8>>, about: &About<'_>) {
    let mut say = |property: &str, value: &str| {
        xml.raw("\n");
        xml.leaf("meta", &[("property", &format!("schema:{property}"))], value);
    };
    say("accessMode", "textual");
    if about.has_images {
        say("accessMode", "visual");
    }
    say("accessModeSufficient", if about.has_images { "textual,visual" } else { "textual" });
    for feature in ["tableOfContents", "readingOrder", "structuralNavigation", "displayTransformability"] {
        say("accessibilityFeature", feature);
    }
    if about.has_formulas {
        say("accessibilityFeature", "MathML");
    }
    if about.has_pages {
        say("accessibilityFeature", "pageNavigation");
        say("accessibilityFeature", "pageBreakMarkers");
    }
    say("accessibilityHazard", "none");
}
