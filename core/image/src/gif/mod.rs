//! GIF (GIF89a): read and written, animations too.
//!
//! Kept: frames with their times and what they leave behind, how often they are played, the colour profile, XMP,
//! comments. Lost when written: colours beyond 256 in a frame, degrees of transparency, Exif, IPTC, the density.

mod changes;
mod shrink;
mod strip;
#[cfg(test)]
mod tests;
mod tolerant;
mod write;

use transvase_base::options::LOSSLESS;
use transvase_codec::gif::{CODEC, outline, read};
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Shrinker, Write, Writer};
use transvase_model::loss;

/// The record of GIF.
pub static SPEC: FormatSpec = FormatSpec {
    id: "gif",
    name: "GIF",
    extensions: &["gif"],
    media_types: &["image/gif"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::LOOKS, options: &[], write: Write::Raster(write::write) }],
    shrinker: Some(Shrinker {
        balanced: "lossless: each frame stores only what changes",
        options: &[&LOSSLESS],
        compress: shrink::compress,
        ladder: shrink::ladder,
        redraw: Some(shrink::redraw),
        strip: Some(strip::stripped),
        editor: None,
        weigh: None,
    }),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Animations are read and written, with times, repetition and transparency. A frame has at most 256 colours: \
            frames with more are reduced to the colours that suit them best, with dithering. Reading keeps the colour \
            profile, XMP and comments; writing keeps comments and XMP, with colours as sRGB.",
};
