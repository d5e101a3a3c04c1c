//! ODP: OpenDocument presentations (OASIS ODF 1.3).
//!
//! They are made smaller, and not converted.

use crate::context::Context;
use crate::error::Result;
use crate::format::{Confidence, Facts, FormatSpec, repacking};
use crate::parts::odf::{metadata, package as odf};
use crate::parts::package::Kind;

pub(crate) static SPEC: FormatSpec = FormatSpec {
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
    inspect: Some(inspect),
    notes: "Made smaller: text, shapes, animations and sounds stay as they are, pictures become smaller. It is neither read nor written.",
};

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let (metadata, pages) = metadata::read(&odf::meta(bytes, context)?);
    Ok(Facts { pages, metadata, ..Facts::default() })
}

fn sniff(bytes: &[u8]) -> Confidence {
    let is_one = odf::kind(bytes).is_some_and(|kind| matches!(&*kind, "presentation" | "presentation-template"));
    if is_one { Confidence::Certain } else { Confidence::No }
}
