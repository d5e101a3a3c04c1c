//! The decoder of GIF (GIF89a), animations too.

pub(crate) mod outline;
pub(crate) mod read;

use crate::context::Context;
use crate::error::Result;
use crate::model::media::MediaKind;
use crate::parts::codec::Codec;
use crate::parts::container::about;

/// The row of the table of codecs.
pub(crate) const CODEC: Codec = Codec { kind: MediaKind::Gif, sniff, size, is_lossy: |_| false, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    matches!(bytes, [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', rest @ ..] if !about::is_prose(rest))
}

fn size(bytes: &[u8], context: &Context) -> Result<Option<(u32, u32)>> {
    let outline = outline::of(bytes, context)?;
    Ok(Some((outline.width, outline.height)))
}
