//! DDS, the textures of DirectX: read (Microsoft's "Programming Guide for DDS").

use transvase_codec::dds::CODEC;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader};
use transvase_model::loss;

/// The record of DDS.
pub static SPEC: FormatSpec = FormatSpec {
    id: "dds",
    name: "DDS",
    extensions: &["dds"],
    media_types: &["image/vnd.ms-dds"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[],
    shrinker: None,
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Reads the largest picture of a texture: blocks (BC1 to BC7, also known as DXT1 to DXT5, ATI1 and ATI2) and \
            pixels of 8 to 64 bits; of cubes, arrays and volumes the first picture.",
};
