//! The decoder of farbfeld (farbfeld(5)).

use crate::Codec;
use crate::pixels;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_container::about;
use transvase_model::media::MediaKind;
use transvase_model::raster::{PixelFormat, Raster};
use transvase_model::rows::Rows;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Farbfeld, sniff, size, is_lossy: |_| false, decode: read };
/// What a file begins with.
pub const MAGIC: &[u8] = b"farbfeld";

/// Bytes of the header, and of a pixel.
const HEAD: usize = 16;
/// Bytes of a pixel: four channels of 16 bits.
pub const PIXEL: usize = 8;

fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && !about::is_prose(bytes)
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    dimensions(bytes).map(Some)
}

fn dimensions(bytes: &[u8]) -> Result<(u32, u32)> {
    let head = bytes.get(..HEAD).ok_or_else(|| Error::truncated("the header"))?;
    let side = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    match (side(8), side(12)) {
        (width, height) if head.starts_with(MAGIC) && width > 0 && height > 0 => Ok((width, height)),
        _ => Err(Error::malformed("the farbfeld file has no signature, or a width or height of 0")),
    }
}

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let size = dimensions(bytes)?;
    pixels::charge_pixels(size, context)?;
    let row_bytes = (size.0 as usize).saturating_mul(PIXEL);
    let samples = bytes[HEAD..].get(..row_bytes.saturating_mul(size.1 as usize));
    let mut samples = samples.ok_or_else(|| Error::truncated("the picture"))?.as_chunks::<2>().0.iter();
    let rows = Rows::filled(size, PixelFormat::Rgba16, move |row| {
        for (place, pair) in row.as_chunks_mut::<2>().0.iter_mut().zip(&mut samples) {
            *place = u16::from_be_bytes(*pair).to_ne_bytes();
        }
        Ok(())
    });
    Ok(Raster::pages(rows))
}
