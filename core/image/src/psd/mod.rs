//! PSD and PSB (Adobe, Photoshop File Formats Specification): the flattened picture is read.
//!
//! Kept: pixels of 8 and 16 bits, transparency, the colour profile, Exif, XMP, IPTC, the density. Changed: CMYK and Lab
//! become RGB. Lost: layers, and files that were saved without the flattened picture.

use transvase_codec::psd::CODEC;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader};
use transvase_model::loss;

/// The record of Photoshop.
pub static SPEC: FormatSpec = FormatSpec {
    id: "psd",
    name: "Photoshop",
    extensions: &["psd", "psb"],
    media_types: &["image/vnd.adobe.photoshop", "image/x-photoshop"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[],
    shrinker: None,
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Reads the flattened picture that Photoshop stores beside the layers: 1 to 32 bits, grey, palettes, \
            duotones, RGB, CMYK and Lab. Keeps transparency, the colour profile, Exif, XMP, IPTC and the resolution.",
};
