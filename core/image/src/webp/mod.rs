//! WebP (RFC 9649): read and written with and without loss; animations too.
//!
//! Kept: pixels of 8 bits, transparency, frames with their times, the colour profile, Exif, XMP. Lost when written: 16-bit
//! samples, IPTC, remarks, the density outside Exif.

mod animation;
mod lossy;
mod shrink;
mod strip;
#[cfg(test)]
mod tests;
mod write;

use transvase_base::options::{EFFORT, LOSSLESS, QUALITY};
use transvase_codec::webp::{CODEC, container, read};
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Shrinker, Write, Writer};
use transvase_model::loss;

/// The record of WebP.
pub static SPEC: FormatSpec = FormatSpec {
    id: "webp",
    name: "WebP",
    extensions: &["webp"],
    media_types: &["image/webp"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer {
        cost: loss::NOTHING,
        options: &[&QUALITY, &LOSSLESS, &EFFORT],
        write: Write::Raster(write::write),
    }],
    shrinker: Some(Shrinker {
        balanced: "lossless photographs become lossy, at quality 80; other pictures stay lossless; what is lossy \
                   already stays as it is",
        options: &[&QUALITY, &LOSSLESS, &EFFORT],
        compress: shrink::compress,
        ladder: shrink::ladder,
        redraw: Some(shrink::redraw),
        strip: Some(strip::stripped),
        editor: None,
        weigh: None,
    }),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Photographs are written lossy, at quality 80 unless one is given; other pictures and animations are \
            written lossless unless a quality or a byte limit asks for less. Pictures with a side of 16,384 pixels are \
            always lossless, since VP8 cannot hold them. Keeps transparency (lossless), the colour profile, Exif and \
            XMP; 16-bit samples are reduced to 8 bits.",
};
