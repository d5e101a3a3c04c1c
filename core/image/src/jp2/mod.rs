//! JPEG 2000 (ISO/IEC 15444-1), files and bare codestreams: read.
//!
//! Kept: pixels of 8 and 16 bits, transparency, the colour profile. Changed: CMYK becomes RGB.

use transvase_codec::jp2::CODEC;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader};
use transvase_model::loss;

/// The record of JPEG 2000.
pub static SPEC: FormatSpec = FormatSpec {
    id: "jp2",
    name: "JPEG 2000",
    extensions: &["jp2", "j2k", "j2c", "jpc", "jpf", "jpx", "jpg2"],
    media_types: &["image/jp2", "image/jpx", "image/j2k"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[],
    shrinker: None,
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Reads files and bare codestreams with 8 and 16 bits, transparency and the colour profile; CMYK becomes RGB.",
};
