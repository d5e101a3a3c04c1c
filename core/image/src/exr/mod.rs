//! OpenEXR: read into 8 bits.
//!
//! Kept: colours up to white, transparency. Lost: light brighter than white, further layers, metadata.

use transvase_codec::exr::CODEC;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader};
use transvase_model::loss;

/// The record of OpenEXR.
pub static SPEC: FormatSpec = FormatSpec {
    id: "exr",
    name: "OpenEXR",
    extensions: &["exr"],
    media_types: &["image/x-exr", "image/aces"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[],
    shrinker: None,
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "The first layer with colours is read as 8-bit sRGB: what is brighter than white becomes white.",
};
