//! The decoder of BMP, the bitmaps of Windows and OS/2, in every version and coding.

use crate::Codec;
use crate::dib;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::le;
use transvase_model::media::MediaKind;
use transvase_model::raster::Raster;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Bmp, sniff, size, is_lossy: |_| false, decode: read };

/// Bytes before the bitmap.
pub const HEAD: usize = 14;

/// The two letters alone could begin a text.
fn sniff(bytes: &[u8]) -> bool {
    let is_header = |length: u32| matches!(length, 12 | 16..=124);
    bytes.starts_with(b"BM") && le::u32(bytes, HEAD).is_some_and(is_header)
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    Ok(dib::size(bytes.get(HEAD..).unwrap_or_default(), false))
}

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let bitmap = bytes.get(HEAD..).ok_or_else(|| Error::new(ErrorCode::Truncated, "the BMP ends in its header"))?;
    let pixels_at = le::u32(bytes, 10).and_then(|at| (at as usize).checked_sub(HEAD));
    let dib::Dib { rows, dpi, icc } = dib::read(bitmap, pixels_at, context)?;
    Ok(Raster { dpi, icc, ..Raster::pages(rows) })
}
