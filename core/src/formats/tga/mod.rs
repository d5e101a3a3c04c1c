//! TGA, Truevision's bitmaps (Truevision TGA File Format Specification 2.0): read and written.
//!
//! Kept: pixels of 8 bits and transparency. Lost when written: 16-bit samples and all metadata; the colours become sRGB.

mod head;
mod read;
mod runs;
mod write;

use crate::context::Context;
use crate::error::Result;
use crate::format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use crate::model::loss;
use crate::model::raster::Raster;
use crate::parts::codec::holds::{self, Holds};
use crate::parts::codec::rewriting::Codec;
use crate::parts::codec::stills;
use read::read;

/// How its files are written anew.
const CODEC: Codec = Codec { read, write };

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "tga",
    name: "TGA",
    extensions: &["tga", "icb", "vda", "vst"],
    media_types: &["image/x-tga", "image/x-targa"],
    sniff,
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(CODEC, "without loss, written anew", &[])),
    inspect: Some(inspect),
    notes: "Keeps 8-bit colours and transparency, as sRGB, packed in runs; metadata have no place.",
};

const HOLDS: Holds = Holds { alpha: true, ..Holds::NOTHING };

/// Only files of the second version say at their end what they are: of others the header has to make sense.
fn sniff(bytes: &[u8]) -> Confidence {
    if bytes.ends_with(b"TRUEVISION-XFILE.\0") {
        return Confidence::Certain;
    }
    let [_, map, kind, first0, first1, count0, count1, map_bits, _, _, _, _, w0, w1, h0, h1, bits, flags, ..] = *bytes
    else {
        return Confidence::No;
    };
    let has_size = w0 | w1 > 0 && h0 | h1 > 0;
    let fits = match (map, kind) {
        (1, 1 | 9) => bits == 8 && count0 | count1 > 0 && matches!(map_bits, 15 | 16 | 24 | 32),
        (0, 2 | 10) => matches!(bits, 15 | 16 | 24 | 32) && first0 | first1 | count0 | count1 | map_bits == 0,
        (0, 3 | 11) => matches!(bits, 8 | 16) && first0 | first1 | count0 | count1 | map_bits == 0,
        _ => false,
    };
    if fits && has_size && flags & 0xC0 == 0 { Confidence::Maybe } else { Confidence::No }
}

fn inspect(bytes: &[u8], _context: &Context) -> Result<Facts> {
    Ok(Facts { pixels: Some(head::Head::read(bytes)?.size), ..Facts::default() })
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
