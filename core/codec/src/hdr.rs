//! The decoder of HDR, Radiance's pictures (Ward, Real Pixels, 1991): light as 8 bits.

use crate::Codec;
use crate::pixels;
use image::ImageFormat;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::media::MediaKind;
use transvase_model::raster::Raster;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Hdr, sniff, size, is_lossy: |_| false, decode: read };
/// The name is a line of its own: a text may speak of it.
fn sniff(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(b"#?RADIANCE").or_else(|| bytes.strip_prefix(b"#?RGBE"));
    rest.is_some_and(|rest| matches!(rest, [] | [b'\r' | b'\n', ..]))
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    pixels::dimensions(bytes, ImageFormat::Hdr).map(Some)
}

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    pixels::decode(bytes, ImageFormat::Hdr, context)
}
