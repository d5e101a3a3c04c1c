//! The plain text reader: to flowing text.

use crate::context::Context;
use crate::error::Result;
use crate::format::Confidence;
use crate::model::flow::{Flow, Section};
use crate::parts::{
    base::charset,
    container::{foreign, mail},
    markup::plain,
    text::misread,
};

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
