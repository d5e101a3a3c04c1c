//! FB2 (FictionBook 2), the XML format of e-books: one file with the text, its description and its pictures, alone or
//! in a zip archive.
//!
//! Read: text, styles, poems, tables, images, links, notes, metadata, cover. Lost: style sheets.
//!
//! Written: one file, as the schema of FictionBook 2.1 has it. Lost: looks that are no emphasis, drawings, remarks.

mod book;
mod host;
mod markup;
mod metadata;
mod read;
#[cfg(test)]
mod tests;
mod write;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::about;
use transvase_container::xml::decode;
use transvase_container::zip;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer};
use transvase_markup::prose::{HIDDEN, RUNNING_HEADS};
use transvase_model::loss;

/// The record of FictionBook.
pub static SPEC: FormatSpec = FormatSpec {
    id: "fb2",
    name: "FictionBook",
    extensions: &["fb2", "fbz", "fb2.zip"],
    media_types: &["application/x-fictionbook+xml", "application/x-zip-compressed-fb2"],
    sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Flow(read::read) }],
    writers: &[Writer { cost: loss::LOOKS, options: &[&RUNNING_HEADS, &HIDDEN], write: Write::Flow(write::write) }],
    shrinker: None,
    inspect: Some(inspect),
    notes: "Reading keeps text, styles, poems, tables, images, links, notes, metadata and the cover, also of files in \
            a zip archive. Style sheets are lost. Writing makes sections from headings, and keeps text, emphasis, \
            quotes, tables, images, links, notes, metadata and the cover. Lists become paragraphs with their labels, \
            and formulas one line of text. Formatting, drawings and comments are lost; pictures other than JPEG and \
            PNG become PNG.",
};

/// What books say that they are.
const NAMESPACE: &str = "http://www.gribuser.ru/xml/fictionbook/";

/// Bytes in which the first element stands.
const HEAD_BYTES: usize = 2_048;

fn sniff(bytes: &[u8]) -> Confidence {
    let head = decode(bytes.get(..HEAD_BYTES.min(bytes.len())).unwrap_or_default());
    let is_tag = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
    // A text may speak of the element.
    let is_markup = head.trim_start_matches('\u{FEFF}').trim_start().starts_with('<');
    let book = head.split_once("<FictionBook").filter(|_| is_markup);
    // Behind the name come attributes, or nothing.
    let is_whole =
        |rest: &str| rest.split(['>', '<']).next().is_some_and(|rest| rest.trim().is_empty() || rest.contains('='));
    let is_book = book.is_some_and(|(before, rest)| is_whole(rest) && !before.split('<').skip(1).any(is_tag));
    match is_book || is_packed(bytes) {
        true => Confidence::Certain,
        // What stands before its first tag is damage, or a text that speaks of books.
        false if head.contains(NAMESPACE) && head.contains("<FictionBook") && about::ends_with(bytes, b'>') => {
            Confidence::Likely
        }
        false => Confidence::No,
    }
}

/// Whether an archive holds one book and nothing else but its description.
fn is_packed(bytes: &[u8]) -> bool {
    let is_book = |name: &&[u8]| name.len() > 4 && name[name.len() - 4..].eq_ignore_ascii_case(b".fb2");
    let names: Vec<&[u8]> = zip::entry_names(bytes).take(4).collect();
    names.iter().filter(|name| is_book(name)).count() == 1 && names.len() <= 2
}

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let text = read::text(bytes, context)?;
    let description = book::Book::description(&text, context)?;
    Ok(Facts { metadata: metadata::read(&description), ..Facts::default() })
}
