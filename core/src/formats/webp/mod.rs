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

use crate::format::{Confidence, Facts, FormatSpec, Read, Reader, Shrinker, Write, Writer};
use crate::model::loss;
use crate::options::{EFFORT, LOSSLESS, QUALITY};
use crate::parts::codec::webp::{CODEC, container, read};

pub(crate) static SPEC: FormatSpec = FormatSpec {
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
        balanced: "photographs that were packed without loss at quality 80, other pictures without loss; what was packed \
                   with loss stays as it is",
        options: &[&QUALITY, &LOSSLESS, &EFFORT],
        compress: shrink::compress,
        ladder: shrink::ladder,
        redraw: Some(shrink::redraw),
        strip: Some(strip::stripped),
        editor: None,
    }),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Photographs are written with loss, at quality 80 where none is named, other pictures and animations without \
            loss where neither a quality nor a byte limit asks for it; so are pictures with a side of 16,384 pixels, for \
            which VP8 has no room. Keeps transparency, without loss, the colour profile, Exif and XMP; 16-bit \
            samples are reduced to 8 bits.",
};
