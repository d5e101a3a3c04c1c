//! ODP: OpenDocument presentations (OASIS ODF 1.3).
//!
//! They are made smaller, and not converted.

use crate::odf::{self, package};
use transvase_format::package::Kind;
use transvase_format::{Confidence, FormatSpec, repacking};

/// The record of ODP.
pub static SPEC: FormatSpec = FormatSpec {
    id: "odp",
    name: "ODP",
    extensions: &["odp", "otp"],
    media_types: &[
        "application/vnd.oasis.opendocument.presentation",
        "application/vnd.oasis.opendocument.presentation-template",
    ],
    sniff,
    readers: &[],
    writers: &[],
    shrinker: Some(repacking!(Kind::Odf)),
    inspect: Some(odf::facts),
    notes: "Can only be compressed: text, shapes, animations and audio stay as they are, pictures become smaller.",
};

fn sniff(bytes: &[u8]) -> Confidence {
    let is_one = package::kind(bytes).is_some_and(|kind| matches!(&*kind, "presentation" | "presentation-template"));
    Confidence::certain_if(is_one)
}
