//! JPEG XL (ISO/IEC 18181): read, and written without loss.
//!
//! Kept: pixels of 8 and 16 bits, transparency, animations when read, Exif, XMP. Changed: the colours become sRGB.

mod alpha;
mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::format::{Confidence, FormatSpec, Read, Reader, Write, Writer, rewriting};
use crate::model::loss;
use crate::parts::codec::rewriting::Codec;

/// How its files are written anew.
const CODEC: Codec = Codec { read: read::read, write: write::write };

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "jxl",
    name: "JPEG XL",
    extensions: &["jxl"],
    media_types: &["image/jxl"],
    sniff: |bytes| match bytes.starts_with(&[0xFF, 0x0A]) || bytes.starts_with(CONTAINER) {
        true => Confidence::Certain,
        false => Confidence::No,
    },
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(read::read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write::write) }],
    shrinker: Some(rewriting!(CODEC, "without loss, written anew", &[])),
    inspect: Some(read::inspect),
    notes: "Reads pictures and animations of every coding as sRGB, with 8 or 16 bits and transparency. Writes without loss. \
            Keeps Exif and XMP.",
};

/// How a file in a container begins (ISO/IEC 18181-2, 9.1).
const CONTAINER: &[u8] = b"\0\0\0\x0CJXL \r\n\x87\n";
