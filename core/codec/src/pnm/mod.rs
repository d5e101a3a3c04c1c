//! The decoder of PNM, the portable maps of Netpbm (pbm(5), pgm(5), ppm(5), pam(5)).

mod head;
mod letters;
pub mod read;

use crate::Codec;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Pnm, sniff, size, is_lossy: |_| false, decode: read::read };
/// A letter and a digit may begin a text: a number, a remark or a keyword has to follow.
fn sniff(bytes: &[u8]) -> bool {
    let [b'P', kind @ b'1'..=b'7', space, rest @ ..] = bytes else { return false };
    if !space.is_ascii_whitespace() {
        return false;
    }
    let is_pam = || rest.windows(5).take(200).any(|word| word == b"WIDTH");
    if *kind == b'7' { is_pam() } else { head::has_numbers(*kind, rest) }
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    Ok(Some(head::Head::read(bytes)?.size))
}
