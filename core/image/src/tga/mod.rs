//! TGA, Truevision's bitmaps (Truevision TGA File Format Specification 2.0): read and written.
//!
//! Kept: pixels of 8 bits and transparency. Lost when written: 16-bit samples and all metadata; the colours become sRGB.

mod write;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::holds::{self, Holds};
use transvase_codec::rewriting::Rewriting;
use transvase_codec::stills;
use transvase_codec::tga::{CODEC, has_footer, read::read, runs};
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use transvase_model::loss;
use transvase_model::raster::Raster;

/// How its files are written anew.
const REWRITING: Rewriting = Rewriting { read, write };

/// The record of TGA.
pub static SPEC: FormatSpec = FormatSpec {
    id: "tga",
    name: "TGA",
    extensions: &["tga", "icb", "vda", "vst"],
    media_types: &["image/x-tga", "image/x-targa"],
    sniff,
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(REWRITING, "lossless, written anew", &[])),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Keeps 8-bit colours and transparency, as sRGB, run-length encoded; metadata are lost.",
};

const HOLDS: Holds = Holds { alpha: true, ..Holds::NOTHING };

/// A header that makes sense could begin other files, too.
fn sniff(bytes: &[u8]) -> Confidence {
    match (CODEC.sniff)(bytes) {
        true if has_footer(bytes) => Confidence::Certain,
        true => Confidence::Maybe,
        false => Confidence::No,
    }
}

fn write(raster: Raster, context: &Context) -> Result<Written> {
    stills::in_rows(holds::fitted(raster, HOLDS, context), "tga", context, |rows, _, context| {
        // Grey with alpha is known to few.
        let rows = if rows.format.has_alpha() { holds::colored_rows(rows) } else { rows };
        write::encode(rows, context)
    })
}

#[cfg(test)]
mod tests;
