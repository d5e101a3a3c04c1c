//! The decoder of WebP (RFC 9649), animations too.

pub mod container;
mod play;
pub mod read;

use crate::Codec;
use crate::exif;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::about;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec =
    Codec { kind: MediaKind::Webp, sniff, size, is_lossy: container::is_lossy, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    matches!(bytes, [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..]) && !about::is_prose(bytes)
}

fn size(bytes: &[u8], context: &Context) -> Result<Option<(u32, u32)>> {
    let mut decoder = read::opened(bytes, context)?;
    let (width, height) = decoder.dimensions();
    let block = decoder.exif_metadata().ok().flatten();
    let is_on_its_side = block.is_some_and(|block| exif::orientation(&block) > 4);
    Ok(Some(if is_on_its_side { (height, width) } else { (width, height) }))
}
