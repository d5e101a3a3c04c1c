//! AVIF (AV1 Image File Format 1.2): read and written, animations too.
//!
//! Kept: pixels of 8, 10 and 12 bits, transparency, grids of pictures, the orientation, the colour profile, Exif, XMP.
//! Changed when read: brightness of HDR (PQ and HLG, ITU-R BT.2100) becomes that of an ordinary screen. Changed when
//! written: there is always loss. Lost: further pictures, depth, gain maps.
//!
//! Neither the decoder nor the encoder builds for wasm32: there this format does not exist.

mod animate;
mod encode;
mod shrink;
mod strip;
#[cfg(test)]
mod tests;
mod write;

use transvase_base::options::{EFFORT, QUALITY};
use transvase_codec::avif::{CODEC, colors, read};
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Shrinker, Write, Writer};
use transvase_model::loss;

/// The record of AVIF.
pub static SPEC: FormatSpec = FormatSpec {
    id: "avif",
    name: "AVIF",
    extensions: &["avif", "avifs"],
    media_types: &["image/avif"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[&QUALITY, &EFFORT], write: Write::Raster(write::write) }],
    shrinker: Some(Shrinker {
        balanced: "AVIF files stay as they are, since most are lossy already",
        options: &[&QUALITY, &EFFORT],
        compress: shrink::compress,
        ladder: shrink::ladder,
        redraw: Some(shrink::redraw),
        strip: Some(strip::stripped),
        editor: None,
        weigh: None,
    }),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Reads pictures of 8 to 12 bits, grids and animations, upright, with transparency, the colour profile, Exif \
            and XMP; HDR is mapped to what an ordinary screen shows. Writes lossy, at quality 65 unless one is given, \
            with 10 bits where there are more than 8, and animations with all their frames.",
};
