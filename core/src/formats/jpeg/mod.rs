//! JPEG (ITU-T T.81): pixels through the `image` crate, compression on the coefficients.

mod bits;
mod capture;
mod dct;
mod decode;
mod encode;
mod fold;
mod huffman;
mod levels;
mod markers;
mod metadata;
mod picture;
mod quantize;
mod read;
mod sample;
mod scan;
mod shrink;
mod study;
mod tables;
#[cfg(test)]
mod tests;
mod tokens;
mod trellis;
mod write;

use crate::error::Result;
use crate::format::{Confidence, Facts, FormatSpec, Read, Reader, Shrinker, Write, Writer};
use crate::options::{LOSSLESS, QUALITY};
use crate::parts::pixels;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "jpeg",
    name: "JPEG",
    extensions: &["jpg", "jpeg", "jpe", "jfif"],
    media_types: &["image/jpeg"],
    sniff: |bytes| if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) { Confidence::Certain } else { Confidence::No },
    readers: &[Reader { cost: 0, options: &[], read: Read::Raster(read::read) }],
    writers: &[Writer { cost: 10, options: &[&QUALITY], write: Write::Raster(write::write) }],
    shrinker: Some(Shrinker {
        balanced: "at most the equivalent of quality 80; pictures already there are recoded without loss",
        options: &[&QUALITY, &LOSSLESS],
        compress: shrink::compress,
        ladder: shrink::ladder,
    }),
    inspect: Some(inspect),
    notes: "Lossy. Keeps the colour profile and Exif; the orientation is applied to the pixels.",
};

fn inspect(bytes: &[u8], _context: &crate::context::Context) -> Result<Facts> {
    Ok(Facts { pixels: Some(pixels::dimensions(bytes, image::ImageFormat::Jpeg)?), ..Facts::default() })
}
