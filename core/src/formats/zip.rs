//! ZIP archives (PKWARE APPNOTE 6.3): what a conversion gives that has several results, such as a text and its pictures.
//!
//! No conversion takes it as its target: the files in it are of the target's format.

use transvase_format::{Confidence, FormatSpec};

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "zip",
    name: "ZIP",
    extensions: &["zip"],
    media_types: &["application/zip", "application/x-zip-compressed"],
    // What an archive holds is for the formats that are such archives to say.
    sniff: |_| Confidence::No,
    readers: &[],
    writers: &[],
    shrinker: None,
    inspect: None,
    notes: "Holds the files of a conversion with several results; it cannot be read or asked for as a target.",
};
