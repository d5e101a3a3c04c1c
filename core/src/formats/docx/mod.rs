//! DOCX: Office Open XML text documents, transitional (ECMA-376 part 1, clause 17, and part 4).
//!
//! Written by an emitter of our own: the document streams into the archive as its blocks are
//! walked, styles carry what most paragraphs look like, and direct formatting only what differs.
//!
//! Kept: all the model holds but the points under [`SPEC`]'s notes.

mod bucket;
mod changes;
mod comments;
mod control;
mod document;
mod drawing;
mod field;
mod fonts;
mod frame;
mod gradient;
mod grid;
mod image;
mod links;
mod list;
mod look;
mod math;
mod notes;
mod numbering;
mod outline;
mod package;
mod paragraph;
mod properties;
mod ruby;
mod run;
mod running;
mod section;
mod settings;
mod styles;
mod survey;
mod table;
mod tally;
#[cfg(test)]
mod tests;
mod votes;
mod watermark;

use crate::context::Context;
use crate::error::Result;
use crate::format::{Confidence, Facts, FormatSpec, Write, Writer};
use crate::model::loss;
use crate::parts::{ooxml, zip};

/// Nesting of quotes, lists, tables and links beyond which text is written without it.
const MAX_DEPTH: usize = 40;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "docx",
    name: "DOCX",
    extensions: &["docx"],
    media_types: &["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    sniff,
    readers: &[],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Flow(package::write) }],
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
