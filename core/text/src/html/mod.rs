//! HTML and XHTML, the language of web pages.
//!
//! Read: text, styles, tables, images, links, notes, forms as they are filled in, metadata. Lost: scripts, positions,
//! sound and video. Nothing outside of the file and of what lies beside it is fetched.
//!
//! Written: one file for a browser, well-formed XML too (HTML, 13; the polyglot subset).

mod metadata;
mod page;
mod read;
mod sniff;
#[cfg(test)]
mod tests;
mod write;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_format::{Facts, FormatSpec, Read, Reader, Write, Writer};
use transvase_markup::prose::{HIDDEN, IMAGES, PAGE_BREAKS, RUNNING_HEADS};
use transvase_model::loss;

/// The record of HTML.
pub static SPEC: FormatSpec = FormatSpec {
    id: "html",
    name: "HTML",
    extensions: &["html", "htm", "xhtml", "xht"],
    media_types: &["text/html", "application/xhtml+xml"],
    sniff: sniff::sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Flow(read::read) }],
    writers: &[Writer {
        cost: loss::LOOKS,
        options: &[&IMAGES, &PAGE_BREAKS, &RUNNING_HEADS, &HIDDEN],
        write: Write::Flow(write::write),
    }],
    shrinker: None,
    inspect: Some(inspect),
    notes: "Reading keeps text, styles, tables, images, links, notes, forms and metadata. Pictures and style sheets \
            come from the file itself and from what is handed in beside it; nothing is downloaded. Scripts, audio and \
            positions are lost. Where the target has pages, it looks as it does on paper: rules for print count, `@page` says \
            how large pages are and everything then has the size that it says, and boxes have their grounds, lines and \
            widths. Writing makes one page, with text, headings, lists, tables, images, drawings, \
            formulas, links, notes and the table of contents as elements, and formatting as CSS classes. Pages, \
            columns, positions on paper and comments are lost; headers and footers are left out unless asked for.",
};

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let tree = read::tree(bytes, context)?;
    Ok(Facts { metadata: metadata::read(&tree), ..Facts::default() })
}
