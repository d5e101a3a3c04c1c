//! The plain text reader: to flowing text.

use transvase_base::charset;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::{foreign, mail};
use transvase_format::Confidence;
use transvase_markup::plain;
use transvase_model::flow::{Flow, Section};
use transvase_model::text::misread;

/// Whatever can be read as text may be plain text; what is clearly text for programs is only where the caller says so.
pub(super) fn sniff(bytes: &[u8]) -> Confidence {
    match charset::beginning(bytes) {
        Some(_) if mail::is_coded(bytes) => Confidence::No,
        Some(_) if foreign::name(bytes).is_some() => Confidence::Unlikely,
        Some(_) => Confidence::Maybe,
        None => Confidence::No,
    }
}

/// Reads a text file.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let text = charset::decode(bytes, context)?;
    let blocks = plain::blocks(&text, context)?;
    let mut flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
    misread::settle(&mut flow, context);
    Ok(flow)
}
