//! The HTML reader: a page to flowing text.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::pt_from_mm;
use transvase_format::paper::{MARGIN, PAGE_SIZE, paper};
use transvase_markup::html::{Builder, Dialect, Host, Tree, charset, headings, links, notes, parse, settle};
use transvase_model::flow::{Edges, Flow, PageSetup, Section};
use transvase_model::text::misread;

use super::metadata;
use super::page::Page;

/// Media whose rules count, and those that count on pages.
const MEDIA: &[&str] = &["screen"];
const MEDIA_OF_PAGES: &[&str] = &["print"];

/// How pages differ from books: links look like links, forms show what is filled in, and what stands for things that
/// cannot be shown is shown.
const SHEET: &str = "
a:link { color: #0563c1; text-decoration: underline }
dialog { display: none }
dialog[open] { display: block }
input, select, textarea, iframe, embed { display: inline }
";

/// Reads a page.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let tree = tree(bytes, context)?;
    let mut host = Page::new(&tree);
    let media = if context.is_for_pages() { MEDIA_OF_PAGES } else { MEDIA };
    let mut builder = Builder::new(SHEET, media, context);
    if context.is_for_pages() {
        builder.lay_out_on(usual_page(context));
    }
    builder.place(host.anchor(""));
    builder.add(&tree, &mut host)?;
    let (fonts, marks, page) = (builder.take_fonts(), builder.take_noted(), builder.take_pages());
    let has_pages = page.is_some();
    let sections = vec![Section { blocks: builder.finish(), page, ..Section::default() }];
    host.warn_of_losses(context);
    let metadata = metadata::read(&tree);
    let mut flow = Flow { metadata, sections, media: host.gallery.store, fonts, ..Flow::default() };
    misread::settle(&mut flow, context);
    flow.outline = headings::outline(&mut flow.sections, context)?;
    notes::fold(&mut flow, &marks, context)?;
    links::resolve(&mut flow, context)?;
    if has_pages {
        settle::settle_on_pages(&mut flow, context)?;
    } else {
        settle::settle(&mut flow, context)?;
    }
    Ok(flow)
}

/// The page that text is laid out on where nobody but the caller says how it looks.
fn usual_page(context: &Context) -> PageSetup {
    let margin = pt_from_mm(context.options().number(&MARGIN).unwrap_or_default() as f32);
    PageSetup {
        size: paper(context.options().choice(&PAGE_SIZE).unwrap_or("a4")),
        margins: Edges { top: margin, right: margin, bottom: margin, left: margin },
        ..PageSetup::default()
    }
}

/// The tree of a page.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn tree(bytes: &[u8], context: &Context) -> Result<Tree> {
    let text = charset::decode(bytes);
    context.charge_unpacked(text.len())?;
    let is_xml = text.trim_start_matches('\u{FEFF}').trim_start().starts_with("<?xml");
    parse(&text, Dialect { xhtml: is_xml || is_xhtml(&text), is_xml, ..Dialect::default() }, context)
}

/// Whether the first element of a page says that it is of XML.
fn is_xhtml(text: &str) -> bool {
    let root = || text.split_once("<html")?.1.split_once('>').map(|(root, _)| root);
    root().is_some_and(|root| root.contains("http://www.w3.org/1999/xhtml"))
}
