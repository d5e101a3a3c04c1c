//! The HTML writer: the page with its head, its style sheet, and the text.

#[cfg(test)]
mod tests;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::files::NamedFile;
use transvase_codec::held;
use transvase_container::xml::XmlWriter;
use transvase_format::Written;
use transvase_markup::html_out::{self, Body, Names, Shared, Source, Survey, Target};
use transvase_markup::prose::{self, Images, PAGE_BREAKS, Pictures};
use transvase_model::flow::{Block, Flow};
use transvase_model::metadata::Metadata;

/// Name of the page in an archive.
const NAME: &str = "document.html";

/// Writes the document as HTML.
pub(super) fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    prose::prepare(&mut flow, context);
    html_out::settle_headings(&mut flow);
    held::settle(&mut flow.media, &held::IN_BROWSERS, context)?;
    let images = Images::chosen(context, Images::Embed);
    let chapters: Vec<Vec<&Block>> = vec![flow.sections.iter().flat_map(|section| &section.blocks).collect()];
    let survey = Survey::of(&flow, context)?;
    let names = Names::of(&flow, &chapters, true);
    let mut shared = Shared::new(&flow, Pictures::new(images));
    let source = Source {
        flow: &flow,
        context,
        survey: &survey,
        names: &names,
        target: Target::Page,
        marks_pages: context.options().flag(&PAGE_BREAKS),
        files: &[],
    };
    let mut body = Body::new(source, &mut shared, 0);
    if let Some(cover) = flow.cover {
        body.cover(cover);
    }
    for blocks in &chapters {
        body.chapter(blocks, true)?;
    }
    let markup = body.finish()?;
    shared.dropped.warn(None, context);
    let sheet = survey.sheet(true) + &shared.classes.sheet();
    let page = page(&flow, &survey, &sheet, &markup.bytes)?;
    if images != Images::Zip {
        return Ok(Written::File(page));
    }
    let page = NamedFile { name: NAME.into(), bytes: page, packed: false };
    let mut files = vec![page];
    files.extend(shared.pictures.files(&flow.media));
    Ok(Written::Files(files))
}

fn page(flow: &Flow, survey: &Survey, sheet: &str, body: &[u8]) -> Result<Vec<u8>> {
    let mut xml = XmlWriter::part(Vec::new());
    xml.raw("<!DOCTYPE html>\n");
    let language = html_out::language(&flow.metadata);
    let direction = survey.backward.then_some(("dir", "rtl"));
    let attributes = language.map(|tag| ("lang", tag)).into_iter().chain(direction);
    xml.open("html", &attributes.collect::<Vec<_>>());
    xml.raw("\n");
    xml.open("head", &[]);
    xml.raw("\n<meta charset=\"utf-8\"/>\n");
    xml.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    xml.leaf("title", &[], &html_out::legal(&prose::title(flow)));
    metadata(&mut xml, &flow.metadata);
    xml.raw("\n<style>\n");
    // No declaration has a character that would end the element or be markup.
    xml.raw(sheet);
    xml.raw("</style>\n");
    xml.close("head");
    xml.raw("\n");
    xml.open("body", &[]);
    xml.raw("\n<main>\n");
    let mut bytes = xml.finish()?;
    bytes.extend_from_slice(body);
    bytes.extend_from_slice(b"</main>\n</body>\n</html>\n");
    Ok(bytes)
}

/// What the document says about itself: by the names that HTML has, and those of the Dublin Core.
fn metadata(xml: &mut XmlWriter<Vec<u8>>, metadata: &Metadata) {
    let keywords = metadata.keywords.join(", ");
    let authors = metadata.authors.iter().map(|author| ("author", author.as_str()));
    let others = [
        ("description", metadata.subject.as_deref()),
        ("keywords", Some(keywords.as_str())),
        ("dcterms.publisher", metadata.publisher.as_deref()),
        ("dcterms.identifier", metadata.identifier.as_deref()),
        ("dcterms.created", metadata.date.as_deref()),
        ("dcterms.modified", metadata.modified.as_deref()),
    ];
    let others = others.into_iter().filter_map(|(name, value)| Some((name, value?)));
    for (name, value) in authors.chain(others).filter(|(_, value)| !value.trim().is_empty()) {
        xml.raw("\n");
        xml.empty("meta", &[("name", name), ("content", &html_out::legal(value))]);
    }
}
