//! MOBI and AZW3, the formats of Kindle books: a Palm database whose records hold packed HTML,
//! images and indices. MOBI6 is one stretch of old HTML with byte offsets for links; KF8 is a set of
//! XHTML files cut into a skeleton and fragments. Plain `PalmDOC` text files are read as well.
//!
//! Kept: text, styles, tables, images, links, notes, table of contents, metadata, cover. Lost:
//! sound and video, positions of fixed layouts.

mod book;
mod exth;
mod font;
mod header;
mod huffcdic;
mod index;
mod kf8;
mod marks;
mod mobi6;
mod ncx;
mod palmdoc;
mod plain;
mod read;
mod resources;
#[cfg(test)]
mod tests;
mod text;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader};
use transvase_model::loss;

/// The record of MOBI / Kindle.
pub static SPEC: FormatSpec = FormatSpec {
    id: "mobi",
    name: "MOBI / Kindle",
    extensions: &["mobi", "azw3", "azw", "prc", "kf8", "pdb"],
    media_types: &["application/x-mobipocket-ebook", "application/vnd.amazon.ebook", "application/x-mobi8-ebook"],
    sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Flow(read::read) }],
    writers: &[],
    shrinker: None,
    inspect: Some(inspect),
    notes: "Keeps text, styles, tables, images, links, notes, the table of contents, metadata and the cover. Audio and \
            fixed layouts are lost. Books with DRM are refused.",
};

fn sniff(bytes: &[u8]) -> Confidence {
    let is_there = matches!(bytes.get(60..68), Some(b"BOOKMOBI" | b"TEXtREAd"));
    Confidence::certain_of_binary(is_there, bytes)
}

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let book = book::Book::open(bytes, context)?;
    Ok(Facts { metadata: book.metadata(), encrypted: book.header.encrypted, ..Facts::default() })
}
