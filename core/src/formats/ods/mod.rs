//! ODS: OpenDocument spreadsheets (OASIS ODF 1.3).
//!
//! They are made smaller, and not converted.

use crate::format::{Confidence, FormatSpec, odf_facts, repacking};
use crate::parts::office::odf::package;
use crate::parts::office::package::Kind;

pub(crate) static SPEC: FormatSpec = FormatSpec {
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
    inspect: Some(odf_facts),
    notes: "Can only be compressed: cells, formulas, charts and macros stay as they are, pictures become smaller.",
};

fn sniff(bytes: &[u8]) -> Confidence {
    let is_one = package::kind(bytes).is_some_and(|kind| matches!(&*kind, "spreadsheet" | "spreadsheet-template"));
    Confidence::certain_if(is_one)
}
