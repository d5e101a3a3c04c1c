//! Inflate: whole zlib streams (RFC 1950) inside other formats, decompressed within the limits.

use std::io::Read;

use flate2::read::ZlibDecoder;

use crate::context::{Context, Limit};
use crate::error::Result;

/// What `packed` inflates to; `None` where it is damaged.
///
/// # Errors
/// Limits on unpacked bytes.
pub fn zlib(packed: &[u8], context: &Context) -> Result<Option<Vec<u8>>> {
    let most = context.limits().stream_bytes;
    let mut bytes = Vec::new();
    if ZlibDecoder::new(packed).take(most.saturating_add(1)).read_to_end(&mut bytes).is_err() {
        return Ok(None);
    }
    context.check(Limit::stream_bytes, bytes.len() as u64)?;
    context.charge_unpacked(bytes.len())?;
    Ok(Some(bytes))
}
