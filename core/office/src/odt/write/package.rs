//! The package (OASIS ODF 1.3 part 2): its files, and the manifest that lists them.

use super::document::{Document, Source};
use super::list_styles::Outline;
use super::pages::{Pages, measure};
use super::shared::Shared;
use super::styles::{self, NAMESPACES};
use super::survey::Survey;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_container::zip::Archive;
use transvase_format::Written;
use transvase_markup::prose;
use transvase_model::flow::{Block, Flow, Inline, InlineImage, Paragraph};
use transvase_model::metadata::Metadata;
use transvase_model::text::dates::date_time;
use transvase_model::text::hidden_words;

/// Media type of the document.
const MEDIA_TYPE: &str = "application/vnd.oasis.opendocument.text";
/// Version of the format.
const VERSION: (&str, &str) = ("office:version", "1.3");

/// Writes the document as ODT.
pub(in super::super) fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    // What belongs together is said by nothing but the looks of the parts.
    flow.ungroup();
    // A group of shapes and words that stands in the line gets too little room from LibreOffice, which cuts charts off.
    prose::settle_charts(&mut flow, context);
    hidden_words::warn(&flow.unhide(), context);
    if let (Some(cover), Some(first)) = (flow.cover, flow.sections.first_mut()) {
        let content = vec![Inline::Image(InlineImage::new(cover))];
        first.blocks.splice(0..0, [Block::Paragraph(Paragraph { content, ..Paragraph::default() }), Block::PageBreak]);
    }
    let outline = Outline::of(&flow);
    let mut survey = Survey::of(&flow, context)?;
    let Flow { metadata, mut sections, media, notes, comments, changes, first_notes, background, .. } = flow;
    let pages = Pages::of(&mut sections, background);
    survey.measure = measure(&pages.setup(0));
    let source = Source { survey: &survey, context, media: &media, notes: &notes, comments: &comments };
    let mut shared = Shared::default();
    shared.changes.all = changes;
    let mut text = Document::new(source, &mut shared, "", false);
    text.list_styles.outline = outline.clone();
    text.sections(&sections, &pages)?;
    if sections.iter().all(|section| section.blocks.is_empty()) {
        text.xml.empty("text:p", &[("text:style-name", "Standard")]);
    }
    let Document { xml: body, automatic, .. } = text;
    let content = content(&survey, &shared, &automatic, &body.finish()?)?;
    let masters = pages.masters(source, &mut shared)?;
    let Document { xml: masters, automatic, .. } = masters;
    let masters = masters.finish()?;
    let layouts = pages.layouts()?;
    let styles = file("office:document-styles", |xml| {
        styles::fonts(xml, &survey);
        styles::named(xml, &survey, &outline, first_notes);
        automatic.write(xml, |inside| inside.push_str(&layouts));
        xml.raw(&String::from_utf8_lossy(&masters));
    })?;
    shared.warn(context);
    let mut archive = Archive::new();
    // The media type goes first and as it is, so that it stands at a fixed place (part 2, 3.3).
    archive.store("mimetype", MEDIA_TYPE.as_bytes())?;
    archive.deflate("content.xml", &content)?;
    archive.deflate("styles.xml", &styles)?;
    archive.deflate("meta.xml", &file("office:document-meta", |xml| meta(xml, &metadata))?)?;
    archive.deflate("settings.xml", &file("office:document-settings", settings)?)?;
    shared.files.store(&mut archive, context)?;
    archive.deflate("META-INF/manifest.xml", &manifest(&shared)?)?;
    archive.finish().map(Written::File)
}

/// A file with a root of a name.
fn file(root: &str, content: impl FnOnce(&mut XmlWriter<Vec<u8>>)) -> Result<Vec<u8>> {
    let mut xml = XmlWriter::new(Vec::new());
    xml.element(root, &[&NAMESPACES[..], &[VERSION]].concat(), content);
    xml.finish()
}

fn content(survey: &Survey, shared: &Shared, automatic: &super::automatic::Automatic, body: &[u8]) -> Result<Vec<u8>> {
    file("office:document-content", |xml| {
        styles::fonts(xml, survey);
        automatic.write(xml, |_| {});
        xml.open("office:body", &[]);
        xml.open("office:text", &[]);
        shared.changes.write(xml);
        xml.raw(&String::from_utf8_lossy(body));
        xml.close("office:text");
        xml.close("office:body");
    })
}

/// What the document says about itself (part 3, 4.3).
fn meta(xml: &mut XmlWriter<Vec<u8>>, metadata: &Metadata) {
    let some = |text: &str| (!text.trim().is_empty()).then(|| text.to_owned());
    let date = |date: &Option<String>| date.as_deref().and_then(date_time);
    xml.element("office:meta", &[], |xml| {
        xml.leaf("meta:generator", &[], "Transvase");
        let authors = some(&metadata.authors.join("; "));
        let rows = [
            ("dc:title", metadata.title.clone()),
            ("dc:subject", metadata.subject.clone()),
            ("meta:initial-creator", authors.clone()),
            ("dc:creator", authors),
            ("dc:language", metadata.language.clone().filter(|tag| super::look::is_tag(tag))),
            ("meta:creation-date", date(&metadata.date)),
            ("dc:date", date(&metadata.modified)),
        ];
        for (name, text) in rows {
            if let Some(text) = text.as_deref().and_then(some) {
                xml.leaf(name, &[], &text);
            }
        }
        for keyword in &metadata.keywords {
            xml.leaf("meta:keyword", &[], keyword);
        }
        let defined = [("Publisher", &metadata.publisher), ("Identifier", &metadata.identifier)];
        for (name, text) in defined {
            if let Some(text) = text {
                xml.leaf("meta:user-defined", &[("meta:name", name), ("meta:value-type", "string")], text);
            }
        }
    });
}

/// How the text was meant: spaces between paragraphs do not add up.
fn settings(xml: &mut XmlWriter<Vec<u8>>) {
    let rows = [
        ("AddParaTableSpacing", "false"),
        ("AddParaTableSpacingAtStart", "true"),
        ("AddParaSpacingToTableCells", "true"),
        ("TabsRelativeToIndent", "true"),
        ("PrinterIndependentLayout", "high-resolution"),
    ];
    xml.open("office:settings", &[]);
    xml.element("config:config-item-set", &[("config:name", "ooo:configuration-settings")], |xml| {
        for (name, value) in rows {
            let kind = if value == "high-resolution" { "string" } else { "boolean" };
            xml.leaf("config:config-item", &[("config:name", name), ("config:type", kind)], value);
        }
    });
    xml.close("office:settings");
}

/// The list of all entries (part 2, 4).
fn manifest(shared: &Shared) -> Result<Vec<u8>> {
    let mut xml = XmlWriter::new(Vec::new());
    let root = [("xmlns:manifest", "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"), ("manifest:version", "1.3")];
    xml.element("manifest:manifest", &root, |xml| {
        let mut entry = |path: &str, kind: &str| {
            xml.empty("manifest:file-entry", &[("manifest:full-path", path), ("manifest:media-type", kind)]);
        };
        entry("/", MEDIA_TYPE);
        ["content.xml", "styles.xml", "meta.xml", "settings.xml"].into_iter().for_each(|name| entry(name, "text/xml"));
        shared.files.entries().iter().for_each(|(name, kind)| entry(name, kind));
    });
    xml.finish()
}
