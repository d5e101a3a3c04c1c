//! JPEG XL (ISO/IEC 18181): read, and written without loss.
//!
//! Kept: pixels of 8 and 16 bits, transparency, animations (written with 8 bits), Exif, XMP. Changed: the colours become
//! sRGB.

mod alpha;
mod animate;
#[cfg(test)]
mod tests;
mod write;

use transvase_codec::jxl::{CODEC, CONTAINER, read};
use transvase_codec::rewriting::Rewriting;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, rewriting};
use transvase_model::loss;

/// How its files are written anew.
const REWRITING: Rewriting = Rewriting { read: read::read, write: write::write };

/// The record of JPEG XL.
pub static SPEC: FormatSpec = FormatSpec {
    id: "jxl",
    name: "JPEG XL",
    extensions: &["jxl"],
    media_types: &["image/jxl"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write::write) }],
    shrinker: Some(rewriting!(REWRITING, "lossless, written anew", &[])),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Reads pictures and animations of every coding as sRGB, with 8 or 16 bits and transparency. Writes lossless \
            files, animations of 8 bits. Keeps Exif and XMP.",
};
