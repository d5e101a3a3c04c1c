//! farbfeld (farbfeld(5)): read and written.
//!
//! Kept: pixels of 16 bits and transparency. Lost when written: all metadata; the colours become sRGB.

use image::ImageFormat;

use crate::context::Context;
use crate::error::Result;
use crate::format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use crate::model::loss;
use crate::model::raster::{Frame, Raster};
use crate::parts::holds::{self, Holds};
use crate::parts::rewriting::Codec;
use crate::parts::{pixels, stills};

/// How its files are written anew.
const CODEC: Codec = Codec { read, write };

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "farbfeld",
    name: "farbfeld",
    extensions: &["ff"],
    media_types: &["image/x-farbfeld"],
    sniff: |bytes| Confidence::certain_if(bytes.starts_with(MAGIC)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(CODEC, "without loss, written anew", &[])),
    inspect: Some(inspect),
    notes: "Keeps colours and transparency at 16 bits, as sRGB; metadata have no place.",
};

const MAGIC: &[u8] = b"farbfeld";

const HOLDS: Holds = Holds { alpha: true, deep: true, ..Holds::NOTHING };

fn inspect(bytes: &[u8], _context: &Context) -> Result<Facts> {
    Ok(Facts { pixels: Some(pixels::dimensions(bytes, ImageFormat::Farbfeld)?), ..Facts::default() })
}

fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    pixels::decode(bytes, ImageFormat::Farbfeld, context)
}

fn write(raster: Raster, context: &Context) -> Result<Written> {
    stills::written(holds::fitted(raster, HOLDS, context), "ff", context, encode)
}

fn encode(frame: Frame, _raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    let frame = holds::colored(frame);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(frame.width_px.to_be_bytes());
    bytes.extend(frame.height_px.to_be_bytes());
    context.room((frame.width_px as usize).saturating_mul(frame.height_px as usize).saturating_mul(8))?;
    for pixel in frame.samples.chunks_exact(frame.format.bytes_per_pixel()) {
        context.tick(1)?;
        match frame.format.is_deep() {
            true => bytes
                .extend(pixel.chunks_exact(2).flat_map(|pair| u16::from_ne_bytes([pair[0], pair[1]]).to_be_bytes())),
            false => bytes.extend(pixel.iter().flat_map(|sample| [*sample, *sample])),
        }
        if !frame.format.has_alpha() {
            bytes.extend([0xFF, 0xFF]);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::still_tests;

    #[test]
    fn pictures_come_back() {
        still_tests::comes_back(read, write, ImageFormat::Farbfeld);
    }
}
