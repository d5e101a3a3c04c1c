//! The EPUB writer: chapters, and the files around them (EPUB 3.3, 4).

mod chapters;
mod contents;
mod fonts;
mod package;
#[cfg(test)]
mod tests;

use contents::Places;
use package::{About, Item};
use transvase_base::context::Context;
use transvase_base::error::{Result, Stage};
use transvase_base::files::NamedFile;
use transvase_base::hash;
use transvase_codec::held;
use transvase_container::xml::XmlWriter;
use transvase_container::zip::Archive;
use transvase_format::Written;
use transvase_markup::html_out::{self, Body, Markup, Names, Shared, Source, Survey, Target};
use transvase_markup::prose::{self, Images, Pictures};
use transvase_model::flow::{Block, Flow};
use transvase_model::media::{MediaId, MediaKind};

/// Namespace of XHTML.
const XHTML: &str = "http://www.w3.org/1999/xhtml";
/// Namespace of what EPUB adds to it.
const OPS: &str = "http://www.idpf.org/2007/ops";
/// Media type of chapters.
const CHAPTER: &str = "application/xhtml+xml";
/// The folder of the book's files.
const FOLDER: &str = "EPUB/";
/// Name of the cover's page.
const COVER: &str = "cover.xhtml";
/// The language of a text nobody knows the language of (BCP 47).
const UNKNOWN: &str = "und";
/// Where the package document is.
const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n\
<rootfiles><rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>\n\
</container>\n";

/// Writes the document as EPUB.
pub(super) fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    prose::prepare(&mut flow, context);
    html_out::settle_headings(&mut flow);
    held::settle(&mut flow.media, &held::IN_BOOKS, context)?;
    let chapters = chapters::cut(&flow);
    let files: Vec<String> = (1..=chapters.len()).map(|number| format!("chapter-{number:03}.xhtml")).collect();
    let survey = Survey::of(&flow, context)?;
    let names = Names::of(&flow, &chapters, false);
    let mut shared = Shared::new(&flow, Pictures::new(Images::Zip));
    let source = Source {
        flow: &flow,
        context,
        survey: &survey,
        names: &names,
        target: Target::Book,
        marks_pages: !flow.pages.is_empty(),
        files: &files,
    };
    let markups = write_chapters(source, &chapters, &mut shared)?;
    shared.dropped.warn(None, context);
    let cover = flow.cover.and_then(|id| Some((id, shared.file(id, &flow.media)?)));
    let mut book = Book {
        archive: Archive::new(),
        items: Vec::new(),
        title: html_out::legal(&prose::title(&flow)).into_owned(),
        language: html_out::language(&flow.metadata).unwrap_or(UNKNOWN).to_owned(),
    };
    book.archive.store("mimetype", b"application/epub+zip")?;
    book.archive.deflate("META-INF/container.xml", CONTAINER.as_bytes())?;
    let identifier = identifier(&book.title, &markups);
    book.texts(source, &markups, cover.as_ref().map(|(_, file)| file.as_str()))?;
    book.contents(source, &shared, cover.is_some(), &identifier)?;
    book.sheet(&flow, &survey, &shared)?;
    let has_formulas = markups.iter().any(|markup| markup.has_mathml);
    let has_pages = !shared.pages.is_empty();
    let pictures = shared.pictures.files(&flow.media);
    let has_images = !pictures.is_empty() || markups.iter().any(|markup| markup.has_svg);
    let cover = book.pictures(&flow, pictures, cover)?;
    let about = About {
        title: &book.title.clone(),
        language: &book.language.clone(),
        identifier: &identifier,
        cover: cover.as_deref(),
        has_images,
        has_formulas,
        has_pages,
        backward: survey.backward,
    };
    book.finish(&about, &flow).map(Written::File)
}

fn write_chapters(source: Source<'_>, chapters: &[Vec<&Block>], shared: &mut Shared) -> Result<Vec<Markup>> {
    let mut markups = Vec::new();
    for (number, blocks) in chapters.iter().enumerate() {
        source.context.report(Stage::Write, number as u64, chapters.len() as u64);
        source.context.checkpoint()?;
        let mut body = Body::new(source, shared, number);
        body.chapter(blocks, number + 1 == chapters.len())?;
        markups.push(body.finish()?);
    }
    Ok(markups)
}

/// An identifier that depends on the text alone (RFC 9562, 5.8).
fn identifier(title: &str, markups: &[Markup]) -> String {
    let hash = hash::fnv1a(title.as_bytes().iter().chain(markups.iter().flat_map(|markup| &markup.bytes)));
    let (version, variant) = (0x8_u128 << 76, 0x8_u128 << 60);
    let hash = hash & !(0xF << 76) & !(0xC << 60) | version | variant;
    format!("urn:uuid:{}", hash::grouped(hash))
}

/// The beginning of a page, up to its text.
pub(super) fn head(xml: &mut XmlWriter<Vec<u8>>, language: &str, title: &str, direction: Option<&str>) {
    xml.raw("\n<!DOCTYPE html>\n");
    let mut attributes = vec![("xmlns", XHTML), ("xmlns:epub", OPS), ("lang", language), ("xml:lang", language)];
    attributes.extend(direction.map(|direction| ("dir", direction)));
    xml.open("html", &attributes);
    xml.raw("\n");
    xml.open("head", &[]);
    xml.leaf("title", &[], title);
    xml.empty("link", &[("rel", "stylesheet"), ("type", "text/css"), ("href", "style.css")]);
    xml.close("head");
    xml.raw("\n");
    xml.open("body", &[]);
    xml.raw("\n");
}

struct Book {
    archive: Archive,
    items: Vec<Item>,
    title: String,
    language: String,
}

impl Book {
    fn add(&mut self, item: Item, bytes: &[u8], packed: bool) -> Result<()> {
        let name = format!("{FOLDER}{}", item.href);
        self.items.push(item);
        if packed { self.archive.store(&name, bytes) } else { self.archive.deflate(&name, bytes) }
    }

    /// The cover's page and the chapters.
    fn texts(&mut self, source: Source<'_>, markups: &[Markup], cover: Option<&str>) -> Result<()> {
        if let Some(file) = cover {
            let mut xml = XmlWriter::new(Vec::new());
            head(&mut xml, &self.language, &self.title, None);
            xml.open("section", &[("epub:type", "cover")]);
            xml.element("p", &[("class", "cover")], |xml| xml.empty("img", &[("src", file), ("alt", "Cover")]));
            ["section", "body", "html"].into_iter().for_each(|name| xml.close(name));
            let item = Item { in_spine: true, ..Item::new("cover", COVER, CHAPTER) };
            self.add(item, &xml.finish()?, false)?;
        }
        let direction = source.survey.backward.then_some("rtl");
        for (number, (markup, file)) in markups.iter().zip(source.files).enumerate() {
            let first =
                source.names.headings.iter().find(|heading| heading.chapter == number && !heading.title.is_empty());
            let title = first.map_or(self.title.as_str(), |heading| heading.title.as_str());
            let mut xml = XmlWriter::new(Vec::new());
            head(&mut xml, &self.language, &html_out::legal(title), direction);
            let mut bytes = xml.finish()?;
            bytes.extend_from_slice(&markup.bytes);
            bytes.extend_from_slice(b"</body>\n</html>\n");
            let properties = [("mathml", markup.has_mathml), ("svg", markup.has_svg)];
            let properties: Vec<&str> = properties.iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect();
            let item = Item::new(format!("c{}", number + 1), file, CHAPTER);
            self.add(Item { properties: properties.join(" "), in_spine: true, ..item }, &bytes, false)?;
        }
        Ok(())
    }

    fn contents(&mut self, source: Source<'_>, shared: &Shared, has_cover: bool, identifier: &str) -> Result<()> {
        let entries = contents::entries(source.flow, source.names, source.files, &self.title);
        let file = |chapter: usize| source.files.get(chapter).map(String::as_str);
        let places = Places {
            title: &self.title,
            language: &self.language,
            cover: has_cover.then_some(COVER),
            start: file(0).unwrap_or_default(),
            pages: shared.pages.iter().filter_map(|(page, chapter)| Some((*page, file(*chapter)?))).collect(),
        };
        let mut xml = XmlWriter::new(Vec::new());
        contents::navigation(&mut xml, &entries, &places);
        let item = Item { properties: "nav".into(), ..Item::new("nav", "nav.xhtml", CHAPTER) };
        let navigation = xml.finish()?;
        let mut xml = XmlWriter::new(Vec::new());
        contents::ncx(&mut xml, &entries, &self.title, identifier);
        self.add(item, &navigation, false)?;
        self.add(Item::new("ncx", "toc.ncx", "application/x-dtbncx+xml"), &xml.finish()?, false)
    }

    fn sheet(&mut self, flow: &Flow, survey: &Survey, shared: &Shared) -> Result<()> {
        let fonts = fonts::of(&flow.fonts);
        let sheet = fonts::sheet(&fonts) + &survey.sheet(false) + &shared.classes.sheet();
        self.add(Item::new("style", "style.css", "text/css"), sheet.as_bytes(), false)?;
        for (number, font) in fonts.iter().enumerate() {
            let item = Item::new(format!("font{}", number + 1), font.name.clone(), font.media_type);
            self.add(item, font.bytes(), false)?;
        }
        Ok(())
    }

    /// The pictures; returns the id of the cover's.
    fn pictures(
        &mut self,
        flow: &Flow,
        files: Vec<NamedFile>,
        cover: Option<(MediaId, String)>,
    ) -> Result<Option<String>> {
        let mut cover_id = None;
        let kinds: Vec<MediaKind> = flow.media.iter().map(|(_, media)| media.kind).collect();
        for (number, file) in files.into_iter().enumerate() {
            let kind = kinds.iter().find(|kind| file.name.ends_with(kind.extension()));
            let media_type = kind.map_or("image/png", |kind| kind.media_type());
            let is_cover = cover.as_ref().is_some_and(|(_, name)| *name == file.name);
            let mut item = Item::new(format!("image{}", number + 1), file.name, media_type);
            if is_cover {
                item.properties = "cover-image".into();
                cover_id = Some(item.id.clone());
            }
            self.add(item, &file.bytes, file.packed)?;
        }
        Ok(cover_id)
    }

    fn finish(mut self, about: &About<'_>, flow: &Flow) -> Result<Vec<u8>> {
        let mut xml = XmlWriter::new(Vec::new());
        package::write(&mut xml, about, &flow.metadata, &self.items);
        self.archive.deflate(&format!("{FOLDER}package.opf"), &xml.finish()?)?;
        self.archive.finish()
    }
}
