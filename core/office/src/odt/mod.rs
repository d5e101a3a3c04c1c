//! ODT: OpenDocument texts, packed or as one XML file (OASIS ODF 1.3).

mod read;
mod write;

use crate::odf::{self, package};
use transvase_format::package::Kind;
use transvase_format::{Confidence, FormatSpec, Read, Reader, Write, Writer, repacking};
use transvase_model::loss;

/// The record of ODT.
pub static SPEC: FormatSpec = FormatSpec {
    id: "odt",
    name: "ODT",
    extensions: &["odt", "ott", "fodt"],
    media_types: &[
        "application/vnd.oasis.opendocument.text",
        "application/vnd.oasis.opendocument.text-template",
        "application/vnd.oasis.opendocument.text-flat-xml",
    ],
    sniff,
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Flow(read::read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Flow(write::write) }],
    shrinker: Some(repacking!(Kind::Odf)),
    inspect: Some(odf::facts),
    notes: "Keeps text, styles, numbered headings, lists, tables, images, shapes, formulas, links, notes, comments, \
            tracked changes, headers and footers, and sections; charts and other embedded objects are read as their \
            preview pictures, and macros are lost. Encrypted documents cannot be read.",
};

fn sniff(bytes: &[u8]) -> Confidence {
    let kind = package::kind(bytes);
    let is_text = kind.is_some_and(|kind| matches!(&*kind, "text" | "text-template" | "text-master" | "text-web"));
    Confidence::certain_if(is_text)
}
