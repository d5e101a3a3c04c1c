//! DOCX: Office Open XML text documents, transitional (ECMA-376 part 1, clause 17, and part 4).
//!
//! Kept: all the model holds but the points under [`SPEC`]'s notes.

mod read;
mod write;

use crate::context::Context;
use crate::error::Result;
use crate::format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer};
use crate::model::loss;
use crate::parts::{ooxml, zip};

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "docx",
    name: "DOCX",
    extensions: &["docx", "docm", "dotx", "dotm"],
    media_types: &[
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.ms-word.document.macroenabled.12",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
        "application/vnd.ms-word.template.macroenabled.12",
    ],
    sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Flow(read::read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[&write::TEMPLATE], write: Write::Flow(write::write) }],
    shrinker: None,
    inspect: Some(inspect),
    notes: "Keeps text, styles, numbered headings, lists, tables, images, drawings, links, notes, remarks, \
            form parts, running heads and feet, and sections; SVG images are dropped.",
};

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let said = ooxml::properties(bytes, context)?;
    Ok(Facts { pages: said.pages, metadata: said.metadata, ..Facts::default() })
}

/// A zip that holds the main part every Word program writes.
fn sniff(bytes: &[u8]) -> Confidence {
    if zip::entry_names(bytes).any(|name| name == b"word/document.xml") { Confidence::Certain } else { Confidence::No }
}
