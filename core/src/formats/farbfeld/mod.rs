//! farbfeld (farbfeld(5)): read and written.
//!
//! Kept: pixels of 16 bits and transparency. Lost when written: all metadata; the colours become sRGB.

use crate::context::Context;
use crate::error::{Error, Result};
use crate::format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use crate::model::loss;
use crate::model::raster::{Frame, PixelFormat, Raster};
use crate::model::rows::Rows;
use crate::parts::codec::holds::{self, Holds};
use crate::parts::codec::rewriting::Codec;
use crate::parts::codec::{pixels, stills};

/// How its files are written anew.
const CODEC: Codec = Codec { read, write };

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "farbfeld",
    name: "farbfeld",
    extensions: &["ff"],
    media_types: &["image/x-farbfeld"],
    sniff: |bytes| Confidence::certain_of_binary(bytes.starts_with(MAGIC), bytes),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(CODEC, "without loss, written anew", &[])),
    inspect: Some(inspect),
    notes: "Keeps colours and transparency at 16 bits, as sRGB; metadata have no place.",
};

const MAGIC: &[u8] = b"farbfeld";

const HOLDS: Holds = Holds { alpha: true, deep: true, ..Holds::NOTHING };

/// Bytes of the header, and of a pixel.
const HEAD: usize = 16;
const PIXEL: usize = 8;

fn inspect(bytes: &[u8], _context: &Context) -> Result<Facts> {
    Ok(Facts { pixels: Some(size(bytes)?), ..Facts::default() })
}

fn size(bytes: &[u8]) -> Result<(u32, u32)> {
    let head = bytes.get(..HEAD).ok_or_else(|| Error::truncated("the header"))?;
    let side = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    match (side(8), side(12)) {
        (width, height) if head.starts_with(MAGIC) && width > 0 && height > 0 => Ok((width, height)),
        _ => Err(Error::malformed("the farbfeld file has no picture that can be")),
    }
}

fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let size = size(bytes)?;
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

fn write(raster: Raster, context: &Context) -> Result<Written> {
    stills::in_rows(holds::fitted(raster, HOLDS, context), "ff", context, encode)
}

fn encode(rows: Rows<'_>, _raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    let (mut rows, mut bytes) = (holds::colored_rows(rows), MAGIC.to_vec());
    bytes.extend(rows.width_px.to_be_bytes());
    bytes.extend(rows.height_px.to_be_bytes());
    let samples = (rows.width_px as usize).saturating_mul(rows.height_px as usize).saturating_mul(PIXEL);
    context.room(samples)?;
    bytes.reserve_exact(samples);
    while let Some(strip) = rows.next(context)? {
        put(&strip, &mut bytes, context)?;
    }
    Ok(bytes)
}

/// The pixels of a strip, each with four samples of 16 bits.
fn put(strip: &Frame, bytes: &mut Vec<u8>, context: &Context) -> Result<()> {
    for pixel in strip.samples.chunks_exact(strip.format.bytes_per_pixel()) {
        context.tick(1)?;
        if strip.format.is_deep() {
            let pairs = pixel.as_chunks::<2>().0;
            bytes.extend(pairs.iter().flat_map(|pair| u16::from_ne_bytes(*pair).to_be_bytes()));
        } else {
            bytes.extend(pixel.iter().flat_map(|sample| [*sample, *sample]));
        }
        if !strip.format.has_alpha() {
            bytes.extend([0xFF, 0xFF]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;
    use crate::parts::codec::still_tests;

    #[test]
    fn pictures_come_back() {
        still_tests::comes_back(read, write, image::ImageFormat::Farbfeld);
    }

    #[test]
    fn a_picture_that_is_cut_off_is_an_error() {
        let bytes = write(Raster::of(still_tests::picture(PixelFormat::Rgba8)), &Context::default()).unwrap().alone();
        let code = |cut: usize| read(&bytes[..cut], &Context::default()).map(|_| ()).unwrap_err().code();
        assert_eq!([code(8), code(bytes.len() - 1)], [ErrorCode::Truncated; 2]);
    }
}
