//! WebP made smaller: packed anew without loss.

use super::{read, write};
use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::format::{Ladder, Rung};

/// Packs the pixels anew. What was packed with loss becomes larger by that, and then stays as it is.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    write::whole(read::read(bytes, context)?, context)
}

/// Opens the ladder, which has one rung.
pub(super) fn ladder(bytes: &[u8], _max_bytes: u64, _context: &Context) -> Result<Box<dyn Ladder>> {
    Ok(Box::new(WebpLadder { bytes: bytes.to_vec() }))
}

struct WebpLadder {
    bytes: Vec<u8>,
}

impl Ladder for WebpLadder {
    fn is_lossy(&self) -> bool {
        false
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        let anew = compress(&self.bytes, context)?;
        Ok(Some(if anew.len() < self.bytes.len() { anew } else { self.bytes.clone() }))
    }

    fn estimate(&mut self, _rung: Rung, _context: &Context) -> Result<u64> {
        Err(Error::new(ErrorCode::Internal, "there is nothing to estimate without loss"))
    }

    fn encode(&mut self, _rung: Rung, context: &Context) -> Result<Vec<u8>> {
        Ok(self.lossless(context)?.unwrap_or_default())
    }
}
