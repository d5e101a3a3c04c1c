//! ODS: OpenDocument spreadsheets (OASIS ODF 1.3).
//!
//! They are made smaller, and not converted.

use crate::odf::{self, package};
use transvase_format::package::Kind;
use transvase_format::{Confidence, FormatSpec, repacking};

/// The record of ODS.
pub static SPEC: FormatSpec = FormatSpec {
    id: "ods",
    name: "ODS",
    extensions: &["ods", "ots"],
    media_types: &[
        "application/vnd.oasis.opendocument.spreadsheet",
        "application/vnd.oasis.opendocument.spreadsheet-template",
    ],
    sniff,
    readers: &[],
    writers: &[],
    shrinker: Some(repacking!(Kind::Odf)),
    inspect: Some(odf::facts),
    notes: "Can only be compressed: cells, formulas, charts and macros stay as they are, pictures become smaller.",
};

fn sniff(bytes: &[u8]) -> Confidence {
    let is_one = package::kind(bytes).is_some_and(|kind| matches!(&*kind, "spreadsheet" | "spreadsheet-template"));
    Confidence::certain_if(is_one)
}
