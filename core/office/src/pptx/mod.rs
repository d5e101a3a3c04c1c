//! PPTX: Office Open XML presentations (ECMA-376 part 1, clause 19).
//!
//! They are made smaller, and not converted.

use crate::ooxml;
use transvase_format::package::Kind;
use transvase_format::{Confidence, FormatSpec, repacking};

/// The record of PPTX.
pub static SPEC: FormatSpec = FormatSpec {
    id: "pptx",
    name: "PPTX",
    extensions: &["pptx", "pptm", "potx", "potm", "ppsx", "ppsm"],
    media_types: &[
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.ms-powerpoint.presentation.macroenabled.12",
        "application/vnd.openxmlformats-officedocument.presentationml.template",
        "application/vnd.ms-powerpoint.template.macroenabled.12",
        "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
        "application/vnd.ms-powerpoint.slideshow.macroenabled.12",
    ],
    sniff,
    readers: &[],
    writers: &[],
    shrinker: Some(repacking!(Kind::Ooxml)),
    inspect: Some(ooxml::facts),
    notes: "Can only be compressed: text, shapes, animations and audio stay as they are, pictures become smaller.",
};

/// The presentation, by the name that every program gives it.
const MAIN_PARTS: [&[u8]; 1] = [b"ppt/presentation.xml"];

fn sniff(bytes: &[u8]) -> Confidence {
    ooxml::sniff(bytes, &MAIN_PARTS)
}
