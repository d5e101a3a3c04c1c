//! HEIC and HEIF (ISO/IEC 23008-12) with pictures of HEVC: read.
//!
//! Kept: pixels of 8 and 16 bits, transparency, the orientation, the colour profile, Exif, XMP. Lost: further pictures,
//! moving ones and depth. HEVC is covered by patents in some countries: whoever builds this in looks after that.

use transvase_codec::heic::CODEC;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader};
use transvase_model::loss;

/// The record of HEIC.
pub static SPEC: FormatSpec = FormatSpec {
    id: "heic",
    name: "HEIC",
    extensions: &["heic", "heif", "hif"],
    media_types: &["image/heic", "image/heif"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[],
    shrinker: None,
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Reads the main picture, upright, with transparency, the colour profile, Exif and XMP. HEVC is covered by \
            patents in some countries: builds without the feature heic do not have its decoder.",
};
