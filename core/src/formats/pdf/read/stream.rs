//! Streams, decoded within the limits.

use std::borrow::Cow;

use hayro_syntax::object::Stream;

use crate::context::{Context, Limit};
use crate::error::Result;

/// The decoded bytes of a stream that is no image; empty where they cannot be decoded.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn decode<'a>(stream: &Stream<'a>, context: &Context) -> Result<Cow<'a, [u8]>> {
    let decoded = stream.decoded_data().unwrap_or_default();
    context.check(Limit::stream_bytes, decoded.len() as u64)?;
    context.charge_unpacked(decoded.len())?;
    Ok(decoded)
}
