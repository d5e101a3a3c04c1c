//! The EPUB reader: a book to flowing text.

use std::borrow::Cow;

use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result, Stage};
use transvase_base::warning::{Warning, WarningCode};
use transvase_container::about;
use transvase_container::zip;
use transvase_markup::html::{Builder, Dialect, charset, gallery, headings, links, notes, parse, settle};
use transvase_model::flow::{Flow, Inline, InlineImage, OutlineItem, Paragraph, Section};

use super::encryption::{self, Encryption};
use super::files::Files;
use super::host::{self, BookHost};
use super::navigation;
use super::package::{self, Item, PackageDocument};

/// How books differ from pages: their tables of contents are lists without numbers.
const SHEET: &str = "nav ol, nav ul { list-style-type: none } input, select, textarea { display: inline }";

/// Media whose rules count.
const MEDIA: &[&str] = &["screen"];

const DIALECT: Dialect = Dialect { xhtml: true, is_xml: true, void: &[], elements: &[], attributes: &[] };

/// A book whose parts are known.
pub(super) struct Book<'b> {
    files: Files<'b>,
    pub package: PackageDocument,
}

impl<'b> Book<'b> {
    /// Opens a book.
    ///
    /// # Errors
    /// `DrmProtected`, `Truncated`, `Malformed`, limits, `TimedOut`, `Cancelled`.
    pub fn open(bytes: &'b [u8], context: &Context) -> Result<Book<'b>> {
        let mut files = Files::open(bytes, context)?;
        if files.find("", encryption::FAIRPLAY).is_some() {
            return Err(encryption::protected());
        }
        if let Some(list) = files.find("", encryption::PATH)
            && let Some(list) = files.read(&list.path, context)?
        {
            files.encryption = Encryption::parse(&list, context)?;
        }
        let package = package::read(&mut files, context)?;
        Ok(Book { files, package })
    }
}

/// Reads an EPUB book.
///
/// # Errors
/// As [`Book::open`].
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let whole = whole(bytes, context)?;
    let opened = Book::open(&whole, context);
    let Book { files, package } = opened.map_err(|error| match (&whole, error.code()) {
        (Cow::Owned(_), ErrorCode::Malformed) => Error::truncated("the directory of the archive"),
        _ => error,
    })?;
    if package.fixed_layout {
        let message =
            "the book has a fixed layout, which was not kept: the content of its pages follows one after another";
        context.warn(Warning::new(WarningCode::StyleDropped, message));
    }
    let mut host = BookHost::new(files, &package.spine);
    let mut builder = Builder::new(SHEET, MEDIA, context);
    builder.set_usual_direction(package.right_to_left);
    add_parts(&mut builder, &mut host, &package, context)?;
    let fonts = builder.take_fonts();
    let marks = builder.take_noted();
    let mut blocks = builder.finish();
    if blocks.is_empty() && !package.spine.is_empty() {
        let message = "the book has no text and no pictures";
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
    let outline = outline(&mut host, &package, context)?;
    headings::promote(&mut blocks, &outline, context)?;
    let cover = match &package.cover {
        Some(path) => host.picture_file(path, 1, context)?.map(|picture| picture.media),
        None => None,
    };
    let cover = cover.filter(|cover| !headings::begins_with(&blocks, *cover));
    host.warn_of_losses(context);
    let section = Section { blocks, ..Section::default() };
    let metadata = package.metadata;
    let media = host.gallery.store;
    let mut flow = Flow { metadata, sections: vec![section], outline, media, cover, fonts, ..Flow::default() };
    if flow.outline.is_empty() {
        flow.outline = headings::outline(&mut flow.sections, context)?;
    }
    notes::fold(&mut flow, &marks, context)?;
    links::resolve(&mut flow, context)?;
    settle::settle(&mut flow, context)?;
    Ok(flow)
}

/// The archive, or what is whole of one that has been cut off.
fn whole<'b>(bytes: &'b [u8], context: &Context) -> Result<Cow<'b, [u8]>> {
    let salvaged = if zip::is_cut(bytes) { zip::salvaged(bytes, context)? } else { None };
    let Some(salvaged) = salvaged else { return Ok(Cow::Borrowed(bytes)) };
    let message = "the file is cut off; what there is of it was read";
    context.warn(Warning::new(WarningCode::InputRepaired, message));
    Ok(Cow::Owned(salvaged))
}

/// Appends the parts of the text in their order.
fn add_parts(builder: &mut Builder, host: &mut BookHost, package: &PackageDocument, context: &Context) -> Result<()> {
    let spine = &package.spine;
    let mut missing = 0_usize;
    for (index, item) in spine.iter().enumerate() {
        context.report(Stage::Read, index as u64, spine.len() as u64);
        // The table of contents of EPUB 2 is there for programs. That of EPUB 3 is text, in its turn or not.
        if package.ncx.as_ref().is_some_and(|ncx| ncx.path == item.path) {
            continue;
        }
        host.begin(index, &item.path);
        builder.page_break();
        builder.place(host::anchor(index, ""));
        missing += usize::from(!add_part(builder, host, item, context)?);
    }
    if missing == spine.len() {
        return Err(Error::malformed("none of the chapters of the book can be read"));
    }
    if missing > 0 {
        let message = format!("{missing} of {} chapters cannot be read", spine.len());
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
    Ok(())
}

/// Appends a part; returns whether there is one.
fn add_part(builder: &mut Builder, host: &mut BookHost, item: &Item, context: &Context) -> Result<bool> {
    if item.media_type == "image/svg+xml"
        && let Some(file) = host.files.read(&item.path, context)?
    {
        let tree = gallery::svg_tree(&file, context)?;
        if tree.first("svg").is_some() {
            builder.add(&tree, host)?;
            return Ok(true);
        }
    }
    if item.media_type.starts_with("image/") && !is_page(host, item, context)? {
        let Some(picture) = host.picture_file(&item.path, 2, context)? else { return Ok(false) };
        builder.push_paragraph(Paragraph {
            content: vec![Inline::Image(InlineImage::new(picture.media))],
            ..Paragraph::default()
        });
        return Ok(true);
    }
    let Some(bytes) = host.files.read(&item.path, context)? else { return Ok(false) };
    let text = charset::decode(&bytes);
    let tree = parse(&text, DIALECT, context)?;
    builder.add(&tree, host)?;
    Ok(true)
}

/// Whether a file is text of the book, whatever the book says that it is.
fn is_page(host: &mut BookHost, item: &Item, context: &Context) -> Result<bool> {
    let file = host.files.read(&item.path, context)?.unwrap_or_default();
    Ok(about::is_text(&file) && file.windows(5).any(|tag| tag.eq_ignore_ascii_case(b"<html")))
}

/// The table of contents: that of EPUB 3, or else that of EPUB 2.
fn outline(host: &mut BookHost, package: &PackageDocument, context: &Context) -> Result<Vec<OutlineItem>> {
    for (item, read) in [
        (&package.navigation, navigation::of_document as fn(&[u8], &Context) -> Result<Vec<navigation::Entry>>),
        (&package.ncx, navigation::of_ncx),
    ] {
        let Some(item) = item else { continue };
        let Some(bytes) = host.files.read(&item.path, context)? else { continue };
        let mut items = Vec::new();
        for entry in read(&bytes, context)? {
            context.tick(1)?;
            if let Some(target) = host.place(&item.path, &entry.reference) {
                items.push(OutlineItem { level: entry.level, title: entry.title, target });
            }
        }
        if !items.is_empty() {
            return Ok(items);
        }
    }
    Ok(Vec::new())
}
