//! The decoder of HDR, Radiance's pictures (Ward, Real Pixels, 1991): light as 8 bits.

use crate::context::Context;
use crate::error::Result;
use crate::model::media::MediaKind;
use crate::model::raster::Raster;
use crate::parts::codec::Codec;
use crate::parts::codec::pixels;
use image::ImageFormat;

/// The row of the table of codecs.
pub(crate) const CODEC: Codec = Codec { kind: MediaKind::Hdr, sniff, size, is_lossy: |_| false, decode: read };
/// The name is a line of its own: a text may speak of it.
fn sniff(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(b"#?RADIANCE").or_else(|| bytes.strip_prefix(b"#?RGBE"));
    rest.is_some_and(|rest| matches!(rest, [] | [b'\r' | b'\n', ..]))
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    pixels::dimensions(bytes, ImageFormat::Hdr).map(Some)
}

pub(crate) fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    pixels::decode(bytes, ImageFormat::Hdr, context)
}
