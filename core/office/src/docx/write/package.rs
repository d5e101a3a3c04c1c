//! The package: its parts, and how they refer to one another.

use super::document::{Document, Source, Story};
use super::fonts::{FONT_TYPE, Fonts};
use super::image::MEDIA_TYPES;
use super::main_part::Content;
use super::notes;
use super::page::{default_page, measure};
use super::running::Running;
use super::settings::Settings;
use super::shared::Shared;
use super::styles;
use super::survey::Survey;
use super::template::{Copy, Template, warn_of_running_text};
use crate::ooxml::{self, Relationships};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_container::xml::XmlWriter;
use transvase_container::zip::{self, Archive, Entry};
use transvase_format::Written;
use transvase_model::flow::Flow;
use transvase_model::text::hidden_words;

/// Name of the part of remarks, and of its relationship.
const COMMENTS: &str = "comments";
/// Parts about the document.
const PROPERTIES: [(&str, &str); 2] = [
    ("/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"),
    ("/docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml"),
];
/// Start of the media type of most parts.
const WORDPROCESSING: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";
/// Main parts, by name, which is the end of their media type too.
const PARTS: [&str; 5] = ["document", "styles", "settings", FONT_TABLE, "numbering"];
/// Name of the part of fonts, and of its relationship.
const FONT_TABLE: &str = "fontTable";

/// Writes the document as DOCX.
pub(in super::super) fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    // What belongs together is said by nothing but the looks of the parts.
    flow.ungroup();
    // Word has letters that are not shown, but what they are for is another thing: here all text is text.
    hidden_words::warn(&flow.unhide(), context);
    let template = Template::load(context)?;
    if let Some(template) = &template {
        give_way(&mut flow, template, context);
    }
    let survey = Survey::of(&flow, template.is_some(), context)?.with(template);
    let mut relationships = document_relationships(&survey);
    let mut running = Running::take(&mut flow.sections, &mut relationships, context)?;
    if let Some(template) = survey.template.as_ref().filter(|template| template.has_running_text()) {
        running.begin_with(template.references(&mut relationships));
    }
    let Flow { metadata, sections, media, cover, notes, comments, changes, background, hyphenation, fonts, .. } = flow;
    let fonts = Fonts::of(fonts);
    let mut archive = Archive::new();
    let mut parts = part_names(&survey, &running);
    let copies = survey.template.as_ref().map_or(&[][..], Template::copies);
    parts.extend(copies.iter().map(|copy| (format!("/{}", copy.name), copy.media_type.clone())));
    part(&mut archive, "[Content_Types].xml", |xml| content_types(xml, &parts))?;
    part(&mut archive, "_rels/.rels", |xml| package_relationships().write(xml))?;
    part(&mut archive, "docProps/core.xml", |xml| ooxml::core_properties(xml, &metadata))?;
    part(&mut archive, "docProps/app.xml", |xml| ooxml::app_properties(xml, &metadata))?;
    match &survey.template {
        Some(template) => {
            archive.deflate("word/styles.xml", template.styles.with(&styles::added(&survey)?).as_bytes())?;
        }
        None => part(&mut archive, "word/styles.xml", |xml| styles::write(xml, &survey))?,
    }
    copies.iter().try_for_each(|copy| put(&mut archive, copy))?;
    let settings = Settings {
        survey: &survey,
        running: &running,
        has_background: background.is_some(),
        has_fonts: !fonts.is_empty(),
        is_mirrored: sections.iter().filter_map(|section| section.page.as_ref()).any(|page| page.mirrored),
        hyphenation,
    };
    part(&mut archive, "word/settings.xml", |xml| match &survey.template {
        Some(template) => settings.write_as(xml, template),
        None => settings.write(xml, &metadata),
    })?;
    if !has_fonts_of_template(&survey) {
        part(&mut archive, "word/fontTable.xml", |xml| fonts.write(xml, &survey))?;
    }
    if !fonts.is_empty() && survey.template.is_none() {
        part(&mut archive, "word/_rels/fontTable.xml.rels", |xml| fonts.relationships.write(xml))?;
        fonts.store(&mut archive)?;
    }
    let mut shared = Shared::of(&survey, notes, comments, changes);
    let mut texts = Texts { archive, source: Source { survey: &survey, context, media: &media }, shared: &mut shared };
    let room = measure(&sections.first().and_then(|section| section.page.clone()).unwrap_or_else(default_page));
    let content = Content { sections, cover, background, running: &running };
    texts.write("document", relationships, Story::Main, |document| document.main(content))?;
    texts.beside(&running, room)?;
    let mut archive = texts.archive;
    warn_of_lost_links(shared.lost_links, context);
    match survey.template.as_ref().and_then(|template| template.numbering.as_ref()) {
        Some((text, ..)) => archive.deflate("word/numbering.xml", shared.numbering.added_to(text)?.as_bytes())?,
        None => part(&mut archive, "word/numbering.xml", |xml| shared.numbering.write(xml))?,
    }
    shared.pictures.store(&mut archive, context)?;
    archive.finish().map(Written::File)
}

/// What of a document gives way to its template: its pages and, where that has any, its running text.
fn give_way(flow: &mut Flow, template: &Template, context: &Context) {
    let mut gone = false;
    for section in &mut flow.sections {
        section.page = Some(template.page.clone());
        if template.has_running_text() {
            gone |= section.header.take().is_some();
            gone |= section.footer.take().is_some();
        }
    }
    if gone {
        warn_of_running_text(context);
    }
}

/// Whether the table of fonts is that of the template.
fn has_fonts_of_template(survey: &Survey) -> bool {
    survey.template.as_ref().is_some_and(Template::has_fonts)
}

/// Puts a part of the template into the package.
fn put(archive: &mut Archive, copy: &Copy) -> Result<()> {
    archive.deflate(&copy.name, &copy.bytes)?;
    if copy.relations.is_empty() {
        return Ok(());
    }
    let (folder, file) = copy.name.rsplit_once('/').unwrap_or(("", &copy.name));
    part(archive, &format!("{folder}/_rels/{file}.rels"), |xml| ooxml::write_relations(xml, &copy.relations))
}

/// The parts with text, written one after the other.
struct Texts<'a> {
    archive: Archive,
    source: Source<'a>,
    shared: &'a mut Shared,
}

impl Texts<'_> {
    /// Writes a part and its relationships.
    fn write(
        &mut self,
        name: &str,
        relationships: Relationships,
        story: Story,
        content: impl FnOnce(&mut Document<'_, Entry<'_>>) -> Result<()>,
    ) -> Result<()> {
        let entry = self.archive.deflated(&format!("word/{name}.xml"))?;
        let mut document = Document::new(entry, self.source, self.shared, relationships, story);
        content(&mut document)?;
        let (entry, relationships) = document.finish()?;
        zip::finish(entry)?;
        if relationships.is_empty() {
            return Ok(());
        }
        part(&mut self.archive, &format!("word/_rels/{name}.xml.rels"), |xml| relationships.write(xml))
    }

    /// Writes the parts beside the main one: running text, notes, remarks.
    fn beside(&mut self, running: &Running, room: (f32, f32)) -> Result<()> {
        for text in &running.parts {
            self.write(&text.name, Relationships::default(), Story::Beside, |document| text.write(document))?;
        }
        for kind in &self.source.survey.notes {
            let name = notes::names(*kind).part;
            self.write(name, Relationships::default(), Story::Beside, |document| document.notes(*kind, room))?;
        }
        if self.source.survey.has_comments {
            self.write(COMMENTS, Relationships::default(), Story::Beside, |document| document.comments(room))?;
        }
        Ok(())
    }
}

fn warn_of_lost_links(count: usize, context: &Context) {
    if count > 0 {
        let message = counted(count, "[link|links] with no target became plain text");
        context.warn(Warning::new(WarningCode::LinkDropped, message));
    }
}

/// Names of the parts that stand beside the main one but for running text.
fn asides(survey: &Survey) -> impl Iterator<Item = &'static str> {
    let notes = survey.notes.iter().map(|kind| notes::names(*kind).part);
    notes.chain(survey.has_comments.then_some(COMMENTS))
}

/// Name and media type of every part with a type of its own.
fn part_names(survey: &Survey, running: &Running) -> Vec<(String, String)> {
    let row = |name: &str, kind: &str| (format!("/word/{name}.xml"), format!("{WORDPROCESSING}.{kind}+xml"));
    let own = PARTS.iter().filter(|name| **name != FONT_TABLE || !has_fonts_of_template(survey));
    let mut rows: Vec<_> =
        own.map(|name| row(name, if *name == "document" { "document.main" } else { name })).collect();
    rows.extend(running.parts.iter().map(|part| row(&part.name, part.kind.names().0)));
    rows.extend(asides(survey).map(|name| row(name, name)));
    for (name, media_type) in PROPERTIES {
        rows.push((name.to_owned(), media_type.to_owned()));
    }
    rows
}

fn part(archive: &mut Archive, name: &str, content: impl FnOnce(&mut XmlWriter<Entry<'_>>)) -> Result<()> {
    let mut xml = XmlWriter::new(archive.deflated(name)?);
    content(&mut xml);
    zip::finish(xml.finish()?)
}

fn content_types(xml: &mut XmlWriter<Entry<'_>>, parts: &[(String, String)]) {
    let mut by_extension =
        vec![("rels", "application/vnd.openxmlformats-package.relationships+xml"), ("xml", "application/xml")];
    by_extension.extend(MEDIA_TYPES);
    by_extension.push(FONT_TYPE);
    let parts: Vec<(&str, &str)> = parts.iter().map(|(name, kind)| (&**name, &**kind)).collect();
    ooxml::content_types(xml, &by_extension, &parts);
}

fn package_relationships() -> Relationships {
    let mut rows = Relationships::default();
    rows.part("officeDocument", "word/document.xml");
    rows.part(ooxml::CORE_PROPERTIES, "docProps/core.xml");
    rows.part("extended-properties", "docProps/app.xml");
    rows
}

fn document_relationships(survey: &Survey) -> Relationships {
    let mut rows = Relationships::default();
    let own = PARTS.into_iter().skip(1).filter(|name| *name != FONT_TABLE || !has_fonts_of_template(survey));
    for name in own.chain(asides(survey)) {
        rows.part(name, &format!("{name}.xml"));
    }
    if let Some(template) = &survey.template {
        template.relate(&mut rows);
    }
    rows
}
