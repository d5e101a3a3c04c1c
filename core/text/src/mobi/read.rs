//! The MOBI reader: a book to flowing text.

use std::rc::Rc;
use std::sync::Arc;

use transvase_base::context::Context;
use transvase_base::error::{Result, Stage};
use transvase_base::warning::{Warning, WarningCode};
use transvase_markup::html::{Builder, Dialect, Host, NodeId, Picture, Sheet, Tree, headings, links, parse, settle};
use transvase_model::flow::{Anchor, Block, Flow, LinkTarget, OutlineItem, Section};
use transvase_model::media::MediaId;

use super::book::Book;
use super::exth::kind;
use super::index::Index;
use super::kf8::{self, Assembly};
use super::ncx::{self, NcxEntry, Position};
use super::resources::Resources;
use super::{marks, mobi6, plain, text};

/// Reads a MOBI, AZW3 or `PalmDOC` file.
///
/// # Errors
/// `DrmProtected`, `Truncated`, `Malformed`, limits, `TimedOut`, `Cancelled`.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let book = Book::open(bytes, context)?;
    let raw = text::raw(&book.pdb, book.base, &book.header, context)?;
    let resources = Resources::new(&book.pdb, book.first_resource);
    let mut flow = if book.is_kf8() {
        read_kf8(&book, &raw, resources, context)?
    } else if book.header.is_mobi() {
        read_mobi6(&book, &raw, resources, context)?
    } else {
        read_palmdoc(&book, &raw, resources, context)?
    };
    flow.metadata = book.metadata();
    if flow.outline.is_empty() {
        flow.outline = headings::outline(&mut flow.sections, context)?;
    }
    links::resolve(&mut flow, context)?;
    settle::settle(&mut flow, context)?;
    Ok(flow)
}

fn read_mobi6(book: &Book, raw: &[u8], resources: Resources, context: &Context) -> Result<Flow> {
    let entries = ncx_entries(book, context);
    let mut places = mobi6::places(raw, context)?;
    places.extend(entries.iter().filter_map(|entry| byte_position(entry.position)));
    let toc = mobi6::guide_toc(raw);
    places.extend(toc);
    let marked = marks::insert(raw, 0, &places, book.encoding() == encoding_rs::UTF_8, context)?;
    let html = book.encoding().decode_with_bom_removal(&marked).0;
    let mut host = BookHost::new(resources, None);
    let mut builder = Builder::new(mobi6::SHEET, mobi6::MEDIA, context);
    builder.set_usual_direction(book.usually_right_to_left());
    add_part(&mut builder, &mut host, &html, mobi6::DIALECT, context)?;
    let mut blocks = builder.finish();
    let mut outline = outline(&entries, byte_position);
    if outline.is_empty()
        && let Some(toc) = toc
    {
        outline = headings::linked_contents(&mut blocks, &marks::id(toc), context)?;
    }
    headings::promote(&mut blocks, &outline, context)?;
    finish(book, blocks, outline, host, context)
}

fn read_kf8(book: &Book, raw: &[u8], resources: Resources, context: &Context) -> Result<Flow> {
    let assembly = Assembly::new(raw, &book.pdb, book.base, &book.header, context)?;
    let entries = ncx_entries(book, context);
    let position = |position| match position {
        Position::Fragment(fragment, offset) => assembly.position(fragment, offset),
        Position::Byte(byte) => Some(byte as usize),
    };
    let mut places = assembly.places(context)?;
    places.extend(entries.iter().filter_map(|entry| position(entry.position)));
    let utf8 = book.encoding() == encoding_rs::UTF_8;
    let mut host = BookHost::new(resources, Some(&assembly));
    let mut builder = Builder::new(kf8::SHEET, kf8::MEDIA, context);
    builder.set_usual_direction(book.usually_right_to_left());
    for (index, file) in assembly.files.iter().enumerate() {
        context.report(Stage::Read, index as u64, assembly.files.len() as u64);
        let marked = marks::insert(&assembly.text[file.clone()], file.start, &places, utf8, context)?;
        let html = book.encoding().decode_with_bom_removal(&marked).0;
        builder.page_break();
        host.part += 1;
        add_part(&mut builder, &mut host, &html, kf8::DIALECT, context)?;
    }
    let fonts = builder.take_fonts();
    let mut blocks = builder.finish();
    let outline = outline(&entries, position);
    headings::promote(&mut blocks, &outline, context)?;
    let flow = finish(book, blocks, outline, host, context)?;
    Ok(Flow { fonts, ..flow })
}

/// Plain `PalmDOC`: HTML or plain text, by its look; the encoding is not stated.
fn read_palmdoc(book: &Book, raw: &[u8], resources: Resources, context: &Context) -> Result<Flow> {
    let text = match std::str::from_utf8(raw) {
        Ok(text) => text.into(),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(raw).0,
    };
    let mut host = BookHost::new(resources, None);
    let blocks = if plain::is_html(&text) {
        let mut builder = Builder::new(mobi6::SHEET, mobi6::MEDIA, context);
        add_part(&mut builder, &mut host, &text, mobi6::DIALECT, context)?;
        builder.finish()
    } else {
        transvase_markup::plain::blocks(&text, context)?
    };
    finish(book, blocks, Vec::new(), host, context)
}

fn add_part(builder: &mut Builder, host: &mut BookHost, html: &str, dialect: Dialect, context: &Context) -> Result<()> {
    context.charge_unpacked(html.len())?;
    let tree = parse(html, dialect, context)?;
    builder.add(&tree, host)
}

/// The entries of the NCX; a damaged one is none, with a warning.
fn ncx_entries(book: &Book, context: &Context) -> Vec<NcxEntry> {
    let Some(at) = book.header.ncx() else { return Vec::new() };
    match Index::parse(&book.pdb, book.base.saturating_add(at), context) {
        Ok(index) => ncx::entries(&index, book.encoding()),
        Err(_) => {
            let message = "the table of contents is damaged; it was made from the headings instead";
            context.warn(Warning::new(WarningCode::InputRepaired, message));
            Vec::new()
        }
    }
}

fn byte_position(position: Position) -> Option<usize> {
    match position {
        Position::Byte(byte) => Some(byte as usize),
        Position::Fragment(..) => None,
    }
}

fn outline(entries: &[NcxEntry], position: impl Fn(Position) -> Option<usize>) -> Vec<OutlineItem> {
    let item = |entry: &NcxEntry| {
        let target = Anchor::from(marks::id(position(entry.position)?));
        Some(OutlineItem { level: entry.level, title: entry.title.clone(), target })
    };
    entries.iter().filter(|entry| !entry.title.is_empty()).filter_map(item).collect()
}

fn finish(
    book: &Book,
    blocks: Vec<Block>,
    outline: Vec<OutlineItem>,
    mut host: BookHost,
    context: &Context,
) -> Result<Flow> {
    let cover = cover(book, &mut host.resources, context)?.filter(|cover| !headings::begins_with(&blocks, *cover));
    host.resources.gallery.warn_of_losses(context);
    let section = Section { blocks, ..Section::default() };
    Ok(Flow { sections: vec![section], outline, media: host.resources.gallery.store, cover, ..Flow::default() })
}

/// The cover EXTH names, or its small copy.
fn cover(book: &Book, resources: &mut Resources, context: &Context) -> Result<Option<MediaId>> {
    for kind in [kind::COVER, kind::THUMBNAIL] {
        let Some(number) = book.exth.number(kind) else { continue };
        if let Some(picture) = resources.picture(number.saturating_add(1), context)? {
            return Ok(Some(picture.media));
        }
    }
    Ok(None)
}

/// What references of a book mean.
struct BookHost<'a> {
    resources: Resources<'a>,
    /// The flows of a KF8 book.
    assembly: Option<&'a Assembly>,
    /// Number of the file being read: ids are unique in their file.
    part: usize,
}

impl<'a> BookHost<'a> {
    fn new(resources: Resources<'a>, assembly: Option<&'a Assembly>) -> BookHost<'a> {
        BookHost { resources, assembly, part: 0 }
    }

    fn flow(&self, reference: &str) -> Option<&'a [u8]> {
        let flows = &self.assembly?.flows;
        flows.get(kf8::reference(reference, "flow")?).map(Vec::as_slice)
    }
}

impl Host for BookHost<'_> {
    fn picture(&mut self, reference: &str, context: &Context) -> Result<Option<Picture>> {
        if let Some(drawing) = self.flow(reference) {
            return self.resources.svg_file(drawing, context);
        }
        let number = kf8::reference(reference, "embed").or_else(|| mobi6::position(reference));
        match number {
            Some(number) => self.resources.picture(number, context),
            None => self.resources.picture_beside(reference, context),
        }
    }

    fn drawing(&mut self, tree: &Tree, svg: NodeId, context: &Context) -> Result<Option<Picture>> {
        self.resources.drawing(tree, svg, context)
    }

    fn sheet(&mut self, reference: &str, _: &Context) -> Result<Option<Sheet>> {
        let text = self.flow(reference).map(String::from_utf8_lossy);
        Ok(text.map(|text| Sheet { text: Rc::from(text), base: None }))
    }

    fn font(&mut self, reference: &str, context: &Context) -> Result<Option<Arc<[u8]>>> {
        let number = kf8::reference(reference, "embed");
        number.map_or(Ok(None), |number| self.resources.font(number, context))
    }

    fn link(&mut self, reference: &str) -> Option<LinkTarget> {
        let reference = reference.trim();
        if let Some(position) = mobi6::position(reference) {
            return Some(LinkTarget::Internal(marks::id(position).into()));
        }
        if let Some((fragment, offset)) = kf8::link(reference) {
            // A position beyond the text is a link to nowhere, which is told about later.
            let position = self.assembly?.position(fragment, offset).unwrap_or(usize::MAX);
            return Some(LinkTarget::Internal(marks::id(position).into()));
        }
        if let Some(id) = reference.strip_prefix('#') {
            return Some(LinkTarget::Internal(self.anchor(id)));
        }
        links::external(reference)
    }

    fn anchor(&mut self, id: &str) -> Anchor {
        if marks::is_mark(id) { id.into() } else { format!("{}#{id}", self.part).into() }
    }
}
