//! The decoder of PSD and PSB (Adobe, Photoshop File Formats Specification): the flattened picture.

mod layers;
mod matte;
mod planes;
pub(crate) mod read;

use crate::Codec;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Psd, sniff, size, is_lossy: |_| false, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    matches!(bytes, [b'8', b'B', b'P', b'S', 0, 1 | 2, ..])
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    let head = read::Head::read(bytes)?;
    Ok(Some((head.width, head.height)))
}

#[cfg(test)]
mod tests;
