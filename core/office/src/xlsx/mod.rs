//! XLSX: Office Open XML workbooks, also with macros and in binary parts (ECMA-376 part 1, clause 18).
//!
//! They are made smaller, and not converted.

use crate::ooxml;
use transvase_format::package::Kind;
use transvase_format::{Confidence, FormatSpec, repacking};

/// The record of XLSX.
pub static SPEC: FormatSpec = FormatSpec {
    id: "xlsx",
    name: "XLSX",
    extensions: &["xlsx", "xlsm", "xltx", "xltm", "xlsb"],
    media_types: &[
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.ms-excel.sheet.macroenabled.12",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
        "application/vnd.ms-excel.template.macroenabled.12",
        "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    ],
    sniff,
    readers: &[],
    writers: &[],
    shrinker: Some(repacking!(Kind::Ooxml)),
    inspect: Some(ooxml::facts),
    notes: "Can only be compressed: cells, formulas, charts and macros stay as they are, pictures become smaller.",
};

/// The workbook, as XML or in binary records, by the name that every program gives it.
const MAIN_PARTS: [&[u8]; 2] = [b"xl/workbook.xml", b"xl/workbook.bin"];

fn sniff(bytes: &[u8]) -> Confidence {
    ooxml::sniff(bytes, &MAIN_PARTS)
}
