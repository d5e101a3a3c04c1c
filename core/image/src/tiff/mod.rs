//! TIFF (TIFF 6.0, its technical notes, BigTIFF): pages read and written, row by row.
//!
//! Kept: pixels of 8 and 16 bits, transparency, pages, the colour profile, Exif, XMP, IPTC, the density. Changed when
//! read: CMYK, Lab and luminance become RGB, samples of more than 16 bits and floating point become 16 bits, LogL and
//! LogLuv 8 bits: light brighter than white is lost. Made smaller, a file keeps all of them.

mod forms;
mod loss;
mod repack;
mod shrink;
mod strip;
mod strips;
fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let pages = directory::pages(bytes, context)?.len() as u32;
    Ok(Facts { pages: Some(pages), ..Facts::of_picture(&CODEC, bytes, context)? })
}

#[cfg(test)]
mod tests;
mod write;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::{LOSSLESS, PAGES};
use transvase_codec::rewriting::Rewriting;
use transvase_codec::tiff::{CODEC, chunks, directory, layout, predict, read, unpack};
use transvase_format::{Confidence, Facts, FormatSpec, OneRung, Read, Reader, Shrinker, Write, Writer};
use transvase_model::loss::NOTHING;

/// How its files are written anew.
const REWRITING: Rewriting = Rewriting { read: read::read, write: write::write_small };

/// The record of TIFF.
pub static SPEC: FormatSpec = FormatSpec {
    id: "tiff",
    name: "TIFF",
    extensions: &["tif", "tiff"],
    media_types: &["image/tiff"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: NOTHING, options: &[&PAGES], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: NOTHING, options: &[], write: Write::Raster(write::write) }],
    shrinker: Some(Shrinker {
        balanced: "lossless: each page in the form with the fewest bits, compressed by Deflate; where a page has \
                   samples or fields that such a form cannot hold, everything is kept and only strips and tiles are \
                   recompressed",
        options: &[&LOSSLESS],
        compress: shrink::compress,
        ladder: shrink::ladder,
        redraw: Some(|raster, _, context| Ok(Box::new(OneRung(REWRITING.written(raster, context)?)))),
        strip: Some(strip::stripped),
        editor: None,
        weigh: None,
    }),
    inspect: Some(inspect),
    notes: "Reads pages in strips and tiles, of 1 to 32 bits, whole numbers and floating point, grey, palettes, RGB, \
            CMYK, YCbCr, Lab, LogL and LogLuv, whose HDR samples are reduced to 8 bits; compressed by PackBits, LZW, \
            Deflate, LZMA, Zstandard, fax codes, JPEG or WebP. Writes every page with 8 or 16 bits, compressed by Deflate. Keeps \
            transparency, the colour profile, Exif, XMP, IPTC and the resolution.",
};
