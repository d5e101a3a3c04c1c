//! DDS, the textures of DirectX, packed as BC1 to BC3: read.

use image::ImageFormat;

use crate::context::Context;
use crate::error::Result;
use crate::format::{Confidence, Facts, FormatSpec, Read, Reader};
use crate::model::loss;
use crate::model::raster::Raster;
use crate::parts::pixels;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "dds",
    name: "DDS",
    extensions: &["dds"],
    media_types: &["image/vnd.ms-dds"],
    sniff: |bytes| Confidence::certain_if(bytes.starts_with(b"DDS \x7C\0\0\0")),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(read) }],
    writers: &[],
    shrinker: None,
    inspect: Some(inspect),
    notes: "Reads the largest picture of textures that are packed as BC1, BC2 or BC3 (DXT1 to DXT5).",
};

fn inspect(bytes: &[u8], _context: &Context) -> Result<Facts> {
    Ok(Facts { pixels: Some(pixels::dimensions(bytes, ImageFormat::Dds)?), ..Facts::default() })
}

fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    pixels::decode(bytes, ImageFormat::Dds, context)
}
