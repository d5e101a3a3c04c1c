//! farbfeld (farbfeld(5)): read and written.
//!
//! Kept: pixels of 16 bits and transparency. Lost when written: all metadata; the colours become sRGB.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::farbfeld::{CODEC, MAGIC, PIXEL, read};
use transvase_codec::holds::{self, Holds};
use transvase_codec::rewriting::Rewriting;
use transvase_codec::stills;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use transvase_model::loss;
use transvase_model::raster::{Frame, Raster};
use transvase_model::rows::Rows;

/// How its files are written anew.
const REWRITING: Rewriting = Rewriting { read, write };

/// The record of farbfeld.
pub static SPEC: FormatSpec = FormatSpec {
    id: "farbfeld",
    name: "farbfeld",
    extensions: &["ff"],
    media_types: &["image/x-farbfeld"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(REWRITING, "lossless, written anew", &[])),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Keeps 16-bit colours and transparency, as sRGB; metadata are lost.",
};

const HOLDS: Holds = Holds { alpha: true, deep: true, ..Holds::NOTHING };

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
    use transvase_base::error::ErrorCode;
    use transvase_codec::still_tests;
    use transvase_model::raster::PixelFormat;

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
