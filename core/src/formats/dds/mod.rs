//! DDS, the textures of DirectX: read (Microsoft's "Programming Guide for DDS").

mod blocks;
mod header;
mod masks;
mod read;
#[cfg(test)]
mod tests;

use crate::format::{Confidence, FormatSpec, Read, Reader};
use crate::model::loss;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "dds",
    name: "DDS",
    extensions: &["dds"],
    media_types: &["image/vnd.ms-dds"],
    sniff: |bytes| Confidence::certain_if(bytes.starts_with(b"DDS \x7C\0\0\0")),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(read::read) }],
    writers: &[],
    shrinker: None,
    inspect: Some(read::inspect),
    notes: "Reads the largest picture of a texture: blocks (BC1 to BC7, also known as DXT1 to DXT5, ATI1 and ATI2) and \
            pixels of 8 to 64 bits; of cubes, arrays and volumes the first picture.",
};
