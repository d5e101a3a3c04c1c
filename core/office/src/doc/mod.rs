//! DOC: the binary format of Word 97 to 2007 ([MS-DOC]).
//!
//! Read: text, looks, styles, lists, tables, pictures, text boxes, notes, remarks, changes, links, running heads and
//! sections. Lost: charts, drawings without text, macros and what programs keep beside the text.

mod read;
#[cfg(test)]
mod tests;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::cfb::{self, Container};
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader};
use transvase_markup::prose::HIDDEN;
use transvase_model::loss;

/// The record of DOC.
pub static SPEC: FormatSpec = FormatSpec {
    id: "doc",
    name: "DOC",
    extensions: &["doc", "dot"],
    media_types: &["application/msword"],
    sniff,
    readers: &[Reader { cost: loss::NOTHING, options: &[&HIDDEN], read: Read::Flow(read::read) }],
    writers: &[],
    shrinker: None,
    inspect: Some(inspect),
    notes: "Reading keeps text, formatting, styles, lists, tables, pictures, text boxes, notes, comments, tracked \
            changes, links, page-number fields, headers and footers, sections and metadata of documents of Word 97 to \
            2007. Charts and drawings without text are lost; documents of Word 95 and older, and documents with a \
            password, cannot be read.",
};

/// The stream of the text ([MS-DOC], 2.1.1).
const DOCUMENT: &str = "WordDocument";
/// The stream of a package with a password ([MS-OFFCRYPTO], 2.3.4.4).
/// Some programs put an empty stream of text beside it.
const ENCRYPTED: &str = "EncryptedPackage";

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let container = Container::open(bytes)?;
    let metadata = cfb::properties::summary(&container, context)?;
    let encrypted = read::is_encrypted(&container, context)?;
    Ok(Facts { metadata, encrypted, ..Facts::default() })
}

fn sniff(bytes: &[u8]) -> Confidence {
    match cfb::is_container(bytes) {
        // Some programs put an empty document beside what they encrypt ([MS-OFFCRYPTO], 2.3.4.4).
        true if cfb::holds(bytes, DOCUMENT) && !cfb::holds(bytes, ENCRYPTED) => Confidence::Certain,
        // What is cut before its directory may be one.
        true if Container::open(bytes).is_err() => Confidence::Unlikely,
        _ => Confidence::No,
    }
}
