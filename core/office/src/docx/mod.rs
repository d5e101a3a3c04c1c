//! DOCX: Office Open XML text documents, transitional (ECMA-376 part 1, clause 17, and part 4).
//!
//! Kept: all the model holds but the points under [`SPEC`]'s notes.

mod read;
mod write;

use crate::ooxml;
use transvase_container::zip;
use transvase_format::package::Kind;
use transvase_format::{Confidence, FormatSpec, Read, Reader, Write, Writer, repacking};
use transvase_model::loss;

/// The record of DOCX.
pub static SPEC: FormatSpec = FormatSpec {
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
    shrinker: Some(repacking!(Kind::Ooxml)),
    inspect: Some(ooxml::facts),
    notes: "Reading keeps text, formatting, named styles, numbered headings and lists, tables, links, fields, notes, \
            comments, tracked changes, form fields, headers and footers, sections, embedded fonts and embedded \
            documents. Charts become drawings, or tables where a target has none. Hidden text is left out; themes and \
            macros are lost. Writing keeps text, styles, numbered headings, lists, tables, images, drawings, links, notes, \
            comments, form fields, headers and footers, and sections; SVG images are lost.",
};

/// A zip with the main part that Word programs write, or with parts of the text under another name; one that has been cut
/// off is told by the parts that are left, and one XML text with all parts by the name of one. What is encrypted may be a file of another Office program as well.
fn sniff(bytes: &[u8]) -> Confidence {
    let (mut has_types, mut has_text) = (false, false);
    for name in zip::entry_names(bytes).map(ooxml::part_name) {
        if name == MAIN_PART {
            return Confidence::Certain;
        }
        has_types |= name == "[content_types].xml";
        has_text |= name.starts_with(FOLDER);
    }
    if ooxml::is_flat(bytes, FOLDER) {
        return Confidence::Certain;
    }
    let is_cut = || zip::is_cut_after(bytes, &[MAIN_PART.as_bytes()]);
    let is_likely = has_types && has_text || is_cut() || ooxml::is_encrypted(bytes);
    if is_likely { Confidence::Likely } else { Confidence::No }
}

/// The folder of the parts that Word programs write, and the name of the main one.
const FOLDER: &str = "word/";
const MAIN_PART: &str = "word/document.xml";
