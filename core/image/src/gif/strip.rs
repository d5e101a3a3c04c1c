//! GIF without what it says of its picture: extensions go, frames stay as they are coded.

use super::outline::{self, APPLICATION, COMMENT, EXTENSION, IMAGE};
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::le;
use transvase_codec::strip::Strip;

/// What a file ends with (GIF89a, section 27).
const TRAILER: u8 = 0x3B;

/// The file without comments, and with no other extensions of programs than those that say how it is played or what its
/// colours are. One with something else between its blocks is to be written anew.
pub(super) fn stripped(bytes: &[u8], strip: Strip, context: &Context) -> Result<Option<Vec<u8>>> {
    if strip.recolors(outline::of(bytes, context)?.icc.as_deref()) {
        return Ok(None);
    }
    context.room(bytes.len())?;
    let mut at = outline::start(bytes).ok_or_else(|| Error::truncated("the head of the GIF"))?;
    let mut out = bytes.get(..at).ok_or_else(|| Error::truncated("the colours of the GIF"))?.to_vec();
    while let Some(next) = outline::behind(bytes, at) {
        context.checkpoint()?;
        let block = bytes.get(at..next).unwrap_or_default();
        if is_kept(block, strip) {
            out.extend_from_slice(block);
        }
        at = next;
    }
    match bytes.get(at) {
        Some(&TRAILER) | None => out.push(TRAILER),
        // The last frame is cut.
        Some(&IMAGE) => out.extend_from_slice(&bytes[at..]),
        Some(_) => return Ok(None),
    }
    Ok(Some(out))
}

fn is_kept(block: &[u8], strip: Strip) -> bool {
    match (block.first(), block.get(1)) {
        (Some(&EXTENSION), Some(&COMMENT)) => false,
        (Some(&EXTENSION), Some(&APPLICATION)) => {
            let length = le::u8(block, 2).unwrap_or(0).into();
            match block.get(3..).and_then(|rest| rest.get(..length)) {
                Some(b"NETSCAPE2.0" | b"ANIMEXTS1.0") => true,
                Some(b"ICCRGBG1012") => strip == Strip::Private,
                _ => false,
            }
        }
        _ => true,
    }
}
