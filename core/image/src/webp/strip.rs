//! WebP without what it says of its picture: chunks go, those of the pixels stay as they are.

use super::container::{FIRST, HAS_EXIF, HAS_ICC, HAS_XMP, chunk, chunks};
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_codec::strip::{self, Strip};

/// Chunks of pixels, and of what is to be known of them (RFC 9649, 2.7).
const OF_PIXELS: [&[u8; 4]; 6] = [b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF"];

/// The file with no other chunks, but for the profile and the orientation.
pub(super) fn stripped(bytes: &[u8], strip: Strip, context: &Context) -> Result<Option<Vec<u8>>> {
    let profile = chunks(bytes, FIRST).find(|(name, _)| name == b"ICCP").map(|(_, data)| data);
    if strip.recolors(profile) {
        return Ok(None);
    }
    context.room(bytes.len())?;
    let mut body = b"WEBP".to_vec();
    let mut there = 0;
    for (name, data) in chunks(bytes, FIRST) {
        context.checkpoint()?;
        match &name {
            b"ICCP" if strip == Strip::Private => {
                there |= HAS_ICC;
                body.extend(chunk(&name, data));
            }
            b"EXIF" => {
                if let Some(block) = strip::needed_exif(data.strip_prefix(b"Exif\0\0").unwrap_or(data)) {
                    there |= HAS_EXIF;
                    body.extend(chunk(&name, &block));
                }
            }
            pixels if OF_PIXELS.contains(&pixels) => body.extend(chunk(&name, data)),
            _ => {}
        }
    }
    state(&mut body, there)?;
    Ok(Some(chunk(b"RIFF", &body)))
}

/// Has the extended header, where there is one, state what is there. It is the first chunk.
fn state(body: &mut [u8], there: u8) -> Result<()> {
    if body.get(4..8) == Some(b"VP8X") {
        let flags = body.get_mut(12).ok_or_else(|| Error::truncated("the header of the WebP"))?;
        *flags = *flags & !(HAS_ICC | HAS_EXIF | HAS_XMP) | there;
    }
    Ok(())
}
