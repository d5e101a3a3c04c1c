//! The decoder of GIF (GIF89a), animations too.

pub mod outline;
pub mod read;

use crate::Codec;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::about;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Gif, sniff, size, is_lossy: |_| false, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    matches!(bytes, [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', rest @ ..] if !about::is_prose(rest))
}

fn size(bytes: &[u8], context: &Context) -> Result<Option<(u32, u32)>> {
    let outline = outline::of(bytes, context)?;
    Ok(Some((outline.width, outline.height)))
}
