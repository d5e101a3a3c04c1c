//! EPUB 2 and 3, the open format of e-books: a zip archive of XHTML files, put in order by a package document.
//!
//! Read: text, styles, tables, images, links, notes, table of contents, metadata, cover, embedded fonts (those that are
//! obfuscated too). Lost: sound and video, scripts, positions of fixed layouts.
//!
//! Written: EPUB 3.3, a book of chapters, with a table of contents that older readers know too.

mod encryption;
mod files;
mod host;
mod metadata;
mod navigation;
mod package;
mod read;
mod sha1;
#[cfg(test)]
mod tests;
mod write;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::zip;
use transvase_format::package::Kind;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, repacking};
use transvase_markup::prose::{HIDDEN, RUNNING_HEADS};
use transvase_model::loss;

/// The record of EPUB.
pub static SPEC: FormatSpec = FormatSpec {
    id: "epub",
    name: "EPUB",
    extensions: &["epub"],
    media_types: &["application/epub+zip"],
    sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Flow(read::read) }],
    writers: &[Writer { cost: loss::LOOKS, options: &[&RUNNING_HEADS, &HIDDEN], write: Write::Flow(write::write) }],
    shrinker: Some(repacking!(Kind::Epub)),
    inspect: Some(inspect),
    notes: "Reading keeps text, styles, tables, images, links, notes, the table of contents, metadata, the cover and \
            fonts (obfuscated ones too). Audio, scripts and fixed layouts are lost. Books with DRM are refused. \
            Writing starts a file at each chapter heading, and keeps text, headings, lists, tables, images, drawings, \
            formulas, links, notes, the table of contents, cover, fonts, metadata, and where the pages of the source \
            begin. Formatting is kept except for the text size, which the reader chooses; columns, positions on paper \
            and comments are lost.",
};

/// The first entry, which is stored as it is, names the format at a fixed place (EPUB OCF 3.3, 4.3).
const SIGNATURE: (usize, &[u8]) = (30, b"mimetypeapplication/epub+zip");

fn sniff(bytes: &[u8]) -> Confidence {
    let named = bytes.get(SIGNATURE.0..).is_some_and(|rest| rest.starts_with(SIGNATURE.1));
    if bytes.starts_with(b"PK")
        && (named || zip::entry_names(bytes).any(|name| name.ends_with(files::CONTAINER.as_bytes())))
    {
        Confidence::Certain
    } else if zip::is_cut_after(bytes, &[files::CONTAINER.as_bytes()]) {
        Confidence::Likely
    } else {
        Confidence::No
    }
}

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let book = read::Book::open(bytes, context)?;
    Ok(Facts { metadata: book.package.metadata, ..Facts::default() })
}
