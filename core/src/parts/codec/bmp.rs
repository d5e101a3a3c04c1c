//! The decoder of BMP, the bitmaps of Windows and OS/2, in every version and coding.

use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::model::media::MediaKind;
use crate::model::raster::Raster;
use crate::parts::base::le;
use crate::parts::codec::Codec;
use crate::parts::codec::dib;

/// The row of the table of codecs.
pub(crate) const CODEC: Codec = Codec { kind: MediaKind::Bmp, sniff, size, is_lossy: |_| false, decode: read };

/// Bytes before the bitmap.
pub(crate) const HEAD: usize = 14;

/// The two letters alone could begin a text.
fn sniff(bytes: &[u8]) -> bool {
    let is_header = |length: u32| matches!(length, 12 | 16..=124);
    bytes.starts_with(b"BM") && le::u32(bytes, HEAD).is_some_and(is_header)
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    Ok(dib::size(bytes.get(HEAD..).unwrap_or_default(), false))
}

pub(crate) fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let bitmap = bytes.get(HEAD..).ok_or_else(|| Error::new(ErrorCode::Truncated, "the BMP ends in its header"))?;
    let pixels_at = le::u32(bytes, 10).and_then(|at| (at as usize).checked_sub(HEAD));
    let dib::Dib { rows, dpi, icc } = dib::read(bitmap, pixels_at, context)?;
    Ok(Raster { dpi, icc, ..Raster::pages(rows) })
}
