//! The package: its parts, and how they refer to one another.

use std::io::Write;

use super::document::{self, Written};
use super::image::MEDIA_TYPES;
use super::look::TextLook;
use super::properties::val;
use super::styles::{self, W};
use super::survey::Survey;
use crate::context::Context;
use crate::error::Result;
use crate::model::flow::Flow;
use crate::model::metadata::Metadata;
use crate::parts::ooxml::{self, Relationships};
use crate::parts::xml::XmlWriter;
use crate::parts::zip::{self, Archive, Entry};

/// Parts with a media type of their own, by name.
const PARTS: &[(&str, &str)] = &[
    ("/word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"),
    ("/word/styles.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"),
    ("/word/settings.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"),
    ("/word/fontTable.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml"),
    ("/word/numbering.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"),
    ("/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"),
    ("/docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml"),
];

/// Writes the document as DOCX.
pub(super) fn write(flow: Flow, context: &Context) -> Result<Vec<u8>> {
    let survey = Survey::of(&flow, context)?;
    let metadata = flow.metadata.clone();
    let mut archive = Archive::new();
    part(&mut archive, "[Content_Types].xml", content_types)?;
    part(&mut archive, "_rels/.rels", |xml| package_relationships().write(xml))?;
    part(&mut archive, "docProps/core.xml", |xml| ooxml::core_properties(xml, &metadata))?;
    part(&mut archive, "docProps/app.xml", |xml| ooxml::app_properties(xml, &metadata))?;
    part(&mut archive, "word/styles.xml", |xml| styles::write(xml, &survey))?;
    part(&mut archive, "word/settings.xml", |xml| settings(xml, &metadata, &survey))?;
    part(&mut archive, "word/fontTable.xml", |xml| font_table(xml, &survey))?;
    let entry = archive.deflated("word/document.xml")?;
    let (entry, written) = document::write(entry, flow, &survey, document_relationships(), context)?;
    zip::finish(entry)?;
    let Written { relationships, numbering, pictures } = written;
    part(&mut archive, "word/numbering.xml", |xml| numbering.write(xml))?;
    part(&mut archive, "word/_rels/document.xml.rels", |xml| relationships.write(xml))?;
    pictures.store(&mut archive, context)?;
    archive.finish()
}

fn part(archive: &mut Archive, name: &str, content: impl FnOnce(&mut XmlWriter<Entry<'_>>)) -> Result<()> {
    let mut xml = XmlWriter::new(archive.deflated(name)?);
    content(&mut xml);
    zip::finish(xml.finish()?)
}

fn content_types(xml: &mut XmlWriter<Entry<'_>>) {
    let mut by_extension =
        vec![("rels", "application/vnd.openxmlformats-package.relationships+xml"), ("xml", "application/xml")];
    by_extension.extend(MEDIA_TYPES);
    ooxml::content_types(xml, &by_extension, PARTS);
}

fn package_relationships() -> Relationships {
    let mut rows = Relationships::default();
    rows.part("officeDocument", "word/document.xml");
    rows.part(ooxml::CORE_PROPERTIES, "docProps/core.xml");
    rows.part("extended-properties", "docProps/app.xml");
    rows
}

fn document_relationships() -> Relationships {
    let mut rows = Relationships::default();
    for name in ["styles", "settings", "fontTable", "numbering"] {
        rows.part(name, &format!("{name}.xml"));
    }
    rows
}

/// `word/settings.xml` (ECMA-376 part 1, 17.15.1.78). Compatibility mode 15 is the layout of Word
/// 2013 and later ([MS-DOCX] 2.3.1).
fn settings<X: Write>(xml: &mut XmlWriter<X>, metadata: &Metadata, survey: &Survey) {
    xml.element("w:settings", &[("xmlns:w", W)], |xml| {
        xml.empty("w:zoom", &[("w:percent", "100")]);
        val(xml, "w:defaultTabStop", "720");
        val(xml, "w:evenAndOddHeaders", "0");
        val(xml, "w:characterSpacingControl", "doNotCompress");
        xml.element("w:compat", &[], |xml| {
            let uri = ("w:uri", "http://schemas.microsoft.com/office/word");
            for (name, value) in [
                ("compatibilityMode", "15"),
                ("overrideTableStyleFontSizeAndJustification", "1"),
                ("enableOpenTypeFeatures", "1"),
                ("doNotFlipMirrorIndents", "1"),
                ("differentiateMultirowTableHeaders", "1"),
            ] {
                xml.empty("w:compatSetting", &[("w:name", name), uri, ("w:val", value)]);
            }
        });
        if metadata.language.is_some() {
            xml.empty("w:themeFontLang", &[("w:val", &survey.base.language)]);
        }
        val(xml, "w:decimalSymbol", ".");
        val(xml, "w:listSeparator", ",");
    });
}

/// `word/fontTable.xml`: what a program without a family should look for instead.
fn font_table<X: Write>(xml: &mut XmlWriter<X>, survey: &Survey) {
    let styles = survey.looks.values().map(|look| &look.text);
    let mut families = survey.families.clone();
    families.extend(styles.map(|look: &TextLook| look.family.clone()));
    xml.element("w:fonts", &[("xmlns:w", W)], |xml| {
        for family in &families {
            let (class, pitch) = font_class(family);
            xml.element("w:font", &[("w:name", family)], |xml| {
                val(xml, "w:family", class);
                val(xml, "w:pitch", pitch);
            });
        }
    });
}

/// Class and pitch of the families office programs come with (ECMA-376 part 1, 17.18.30).
fn font_class(family: &str) -> (&'static str, &'static str) {
    let name = family.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["mono", "courier", "consol", "typewriter"]) {
        ("modern", "fixed")
    } else if has(&[
        "times",
        "serif",
        "cambria",
        "georgia",
        "garamond",
        "palatino",
        "antiqua",
        "bookman",
        "century schoolbook",
    ]) && !has(&["sans"])
    {
        ("roman", "variable")
    } else if has(&[
        "sans",
        "arial",
        "helvetica",
        "calibri",
        "verdana",
        "tahoma",
        "segoe",
        "trebuchet",
        "gothic",
        "aptos",
    ]) {
        ("swiss", "variable")
    } else {
        ("auto", "variable")
    }
}
