//! EPUB 3.3: a book of chapters, with a table of contents that older readers know too.

mod chapters;
mod contents;
mod dates;
mod fonts;
mod package;
#[cfg(test)]
mod tests;
mod write;

use crate::format::{Confidence, FormatSpec, Write, Writer};
use crate::model::loss;
use crate::parts::prose::RUNNING_HEADS;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "epub",
    name: "EPUB",
    extensions: &["epub"],
    media_types: &["application/epub+zip"],
    sniff: |_| Confidence::No,
    readers: &[],
    writers: &[Writer { cost: loss::LOOKS, options: &[&RUNNING_HEADS], write: Write::Flow(write::write) }],
    shrinker: None,
    inspect: None,
    notes: "Chapters are cut at headings. Keeps text, headings, lists, tables, images, drawings, formulas, links, notes, \
            contents, cover, fonts, metadata, and where the pages of the source begin. Looks are kept but for the size of \
            the text, which is the reader's; columns and places on paper are gone, remarks are left out.",
};
