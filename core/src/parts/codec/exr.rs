//! The decoder of OpenEXR: the first layer with colours, in 8 bits.

use crate::context::Context;
use crate::error::Result;
use crate::model::media::MediaKind;
use crate::model::raster::Raster;
use crate::parts::codec::pixels;
use crate::parts::codec::table::Codec;
use image::ImageFormat;

/// The row of the table of codecs.
pub(crate) const CODEC: Codec = Codec { kind: MediaKind::Exr, sniff, size, is_lossy: |_| false, decode: read };
fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x76, 0x2F, 0x31, 0x01])
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    pixels::dimensions(bytes, ImageFormat::OpenExr).map(Some)
}

pub(crate) fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    pixels::decode(bytes, ImageFormat::OpenExr, context)
}
