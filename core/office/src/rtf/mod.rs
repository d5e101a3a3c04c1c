//! RTF: the Rich Text Format, version 1.9.1.
//!
//! Read: text, looks, styles, lists, tables, pictures, text boxes, notes, remarks, changes, links, running heads and
//! sections; of mail that was HTML the page within. Lost: charts and what programs keep beside the
//! text.

mod read;
#[cfg(test)]
mod tests;
mod write;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::about;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer};
use transvase_markup::prose::HIDDEN;
use transvase_model::loss;

/// The record of RTF.
pub static SPEC: FormatSpec = FormatSpec {
    id: "rtf",
    name: "RTF",
    extensions: &["rtf"],
    media_types: &["application/rtf", "text/rtf"],
    sniff,
    readers: &[Reader { cost: loss::NOTHING, options: &[&HIDDEN], read: Read::Flow(read::read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Flow(write::write) }],
    shrinker: None,
    inspect: Some(inspect),
    notes: "Reading keeps text, formatting, styles, lists, tables, pictures, text boxes, notes, comments, tracked \
            changes, links, page-number fields, headers and footers, sections and metadata; e-mail that was HTML is \
            read as the page it holds. Charts and objects without a picture are lost. Writing keeps the same, in 7-bit \
            text; pictures are PNG or JPEG.",
};

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    Ok(Facts { metadata: read::metadata(bytes, context)?, ..Facts::default() })
}

fn sniff(bytes: &[u8]) -> Confidence {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    match text.starts_with(b"{\\rtf") {
        true if about::ends_with(bytes, b'}') => Confidence::Certain,
        // It is cut, or a text about such documents.
        true => Confidence::Maybe,
        false => Confidence::No,
    }
}
