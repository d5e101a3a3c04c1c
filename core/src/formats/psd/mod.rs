//! PSD and PSB (Adobe, Photoshop File Formats Specification): the flattened picture is read.
//!
//! Kept: pixels of 8 and 16 bits, transparency, the colour profile, Exif, XMP, IPTC, the density. Changed: CMYK and Lab
//! become RGB. Lost: layers, and files that were saved without the flattened picture.

mod planes;
mod read;
#[cfg(test)]
mod tests;

use crate::context::Context;
use crate::error::Result;
use crate::format::{Confidence, Facts, FormatSpec, Read, Reader};
use crate::model::loss;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "psd",
    name: "Photoshop",
    extensions: &["psd", "psb"],
    media_types: &["image/vnd.adobe.photoshop", "image/x-photoshop"],
    sniff: |bytes| match bytes {
        [b'8', b'B', b'P', b'S', 0, 1 | 2, ..] => Confidence::Certain,
        _ => Confidence::No,
    },
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Raster(read::read) }],
    writers: &[],
    shrinker: None,
    inspect: Some(inspect),
    notes: "Reads the flattened picture that Photoshop stores beside the layers: 1 to 32 bits, grey, palettes, duotones, RGB, \
            CMYK and Lab. Keeps transparency, the colour profile, Exif, XMP, IPTC and the density.",
};

fn inspect(bytes: &[u8], _context: &Context) -> Result<Facts> {
    let head = read::Head::read(bytes)?;
    Ok(Facts { pixels: Some((head.width, head.height)), ..Facts::default() })
}
