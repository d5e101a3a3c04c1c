//! The HTML reader: a page to flowing text.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_markup::html::{Builder, Dialect, Host, Tree, charset, headings, links, notes, parse, settle};
use transvase_model::flow::{Flow, Section};
use transvase_model::text::misread;

use super::metadata;
use super::page::Page;

/// Media whose rules count.
const MEDIA: &[&str] = &["screen"];

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
    let mut page = Page::new(&tree);
    let mut builder = Builder::new(SHEET, MEDIA, context);
    builder.place(page.anchor(""));
    builder.add(&tree, &mut page)?;
    let (fonts, marks) = (builder.take_fonts(), builder.take_noted());
    let sections = vec![Section { blocks: builder.finish(), ..Section::default() }];
    page.warn_of_losses(context);
    let metadata = metadata::read(&tree);
    let mut flow = Flow { metadata, sections, media: page.gallery.store, fonts, ..Flow::default() };
    misread::settle(&mut flow, context);
    flow.outline = headings::outline(&mut flow.sections, context)?;
    notes::fold(&mut flow, &marks, context)?;
    links::resolve(&mut flow, context)?;
    settle::settle(&mut flow, context)?;
    Ok(flow)
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
