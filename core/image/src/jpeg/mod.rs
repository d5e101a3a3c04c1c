//! JPEG (ITU-T T.81): read and made smaller on its coefficients.

mod metadata;
mod shrink;
mod strip;
#[cfg(test)]
mod tests;
mod write;

use transvase_base::options::{LOSSLESS, QUALITY};
use transvase_codec::jpeg::{CODEC, carry, further, xmp};
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Shrinker, Write, Writer};
use transvase_model::loss;

/// The record of JPEG.
pub static SPEC: FormatSpec = FormatSpec {
    id: "jpeg",
    name: "JPEG",
    extensions: &["jpg", "jpeg", "jpe", "jfif"],
    media_types: &["image/jpeg"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::LOOKS, options: &[&QUALITY], write: Write::Raster(write::write) }],
    shrinker: Some(Shrinker {
        balanced: "at most the equivalent of quality 80; files of that quality or less are recompressed without loss",
        options: &[&QUALITY, &LOSSLESS],
        compress: shrink::compress,
        ladder: shrink::ladder,
        redraw: Some(|raster, max_bytes, context| shrink::ladder(&write::finest(raster, context)?, max_bytes, context)),
        strip: Some(strip::stripped),
        editor: None,
        weigh: None,
    }),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Lossy. Reads baseline, progressive and arithmetic coding; samples of 12 bits become samples of 8. Keeps \
            the colour profile, Exif, XMP, IPTC, comments and the resolution; from pixels the orientation is applied. \
            When a JPEG is compressed, further pictures in the file, such as gain maps, are kept; under a byte limit \
            they are dropped first, with a warning, if the picture itself would otherwise become coarser than at the \
            balanced level.",
};
