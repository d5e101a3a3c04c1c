//! The decoder of TGA, Truevision's bitmaps (Truevision TGA File Format Specification 2.0).

mod head;
pub mod read;
pub mod runs;

use crate::Codec;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Tga, sniff, size, is_lossy: |_| false, decode: read::read };
/// Only files of the second version say at their end what they are: of others the header has to make sense.
fn sniff(bytes: &[u8]) -> bool {
    has_footer(bytes) || has_sound_header(bytes)
}

/// Whether the end of a file is that of the second version.
pub fn has_footer(bytes: &[u8]) -> bool {
    bytes.ends_with(b"TRUEVISION-XFILE.\0")
}

fn has_sound_header(bytes: &[u8]) -> bool {
    let [_, map, kind, first0, first1, count0, count1, map_bits, _, _, _, _, w0, w1, h0, h1, bits, flags, ..] = *bytes
    else {
        return false;
    };
    let has_size = w0 | w1 > 0 && h0 | h1 > 0;
    let fits = match (map, kind) {
        (1, 1 | 9) => bits == 8 && count0 | count1 > 0 && matches!(map_bits, 15 | 16 | 24 | 32),
        (0, 2 | 10) => matches!(bits, 15 | 16 | 24 | 32) && first0 | first1 | count0 | count1 | map_bits == 0,
        (0, 3 | 11) => matches!(bits, 8 | 16) && first0 | first1 | count0 | count1 | map_bits == 0,
        _ => false,
    };
    fits && has_size && flags & 0xC0 == 0
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    Ok(Some(head::Head::read(bytes)?.size))
}
