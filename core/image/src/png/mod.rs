//! PNG (ISO/IEC 15948): read and written through the `image` crate.
//!
//! Kept: pixels at 8 or 16 bits, alpha, animations (at 8 bits), ICC profile, Exif, XMP, IPTC, remarks, density.

mod animate;
mod shrink;
mod strip;
#[cfg(test)]
mod tests;
mod write;

use transvase_base::options::{EFFORT, LOSSLESS};
use transvase_codec::png::{CODEC, play, read, text};
use transvase_codec::rewriting::Rewriting;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Shrinker, Write, Writer};
use transvase_model::loss;

/// How its files are written anew.
const REWRITING: Rewriting = Rewriting { read: read::read, write: write::write };

/// The record of PNG.
pub static SPEC: FormatSpec = FormatSpec {
    id: "png",
    name: "PNG",
    extensions: &["png"],
    media_types: &["image/png"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write::write) }],
    shrinker: Some(Shrinker {
        balanced: "lossless: the form with the fewest bits and the best of several filters, compressed well",
        options: &[&EFFORT, &LOSSLESS],
        compress: shrink::compress,
        ladder: shrink::ladder,
        redraw: Some(|raster, max_bytes, context| {
            shrink::ladder(&REWRITING.written(raster, context)?, max_bytes, context)
        }),
        strip: Some(strip::stripped),
        editor: None,
        weigh: None,
    }),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Keeps 8 and 16 bit samples, alpha, the colour profile, Exif, XMP, IPTC, comments and the resolution. \
            Animations are read and written, with 8 bits. Under a byte limit colours become fewer, chosen for the \
            picture and dithered.",
};
