//! PNM, the portable maps of Netpbm (pbm(5), pgm(5), ppm(5), pam(5)): read, and written as the one that suits.
//!
//! Kept: pixels of 8 and 16 bits, transparency (PAM). Lost when written: all metadata; the colours become sRGB.

use image::ImageFormat;

use crate::context::Context;
use crate::error::Result;
use crate::format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use crate::model::loss;
use crate::model::raster::Raster;
use crate::model::rows::Rows;
use crate::parts::holds::{self, Holds};
use crate::parts::rewriting::Codec;
use crate::parts::{pixels, stills};

/// How its files are written anew.
const CODEC: Codec = Codec { read, write };

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "pnm",
    name: "PNM",
    extensions: &["pnm", "ppm", "pgm", "pbm", "pam"],
    media_types: &[
        "image/x-portable-anymap",
        "image/x-portable-pixmap",
        "image/x-portable-graymap",
        "image/x-portable-bitmap",
    ],
    sniff,
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(CODEC, "without loss, written anew", &[])),
    inspect: Some(inspect),
    notes: "Reads PBM, PGM, PPM and PAM, in letters and in bytes. Writes PGM for grey, PPM for colours, PAM where there is \
            transparency, with 8 or 16 bits, as sRGB; metadata have no place.",
};

const HOLDS: Holds = Holds { alpha: true, deep: true, ..Holds::NOTHING };

/// A letter and a digit may begin a text: a number, a remark or a keyword has to follow.
fn sniff(bytes: &[u8]) -> Confidence {
    let [b'P', kind @ b'1'..=b'7', space, rest @ ..] = bytes else { return Confidence::No };
    if !space.is_ascii_whitespace() {
        return Confidence::No;
    }
    let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
    match (kind, next) {
        (b'7', _) if rest.windows(5).take(200).any(|word| word == b"WIDTH") => Confidence::Certain,
        (b'1'..=b'6', Some(b'#' | b'0'..=b'9')) => Confidence::Certain,
        _ => Confidence::No,
    }
}

fn inspect(bytes: &[u8], _context: &Context) -> Result<Facts> {
    Ok(Facts { pixels: Some(pixels::dimensions(bytes, ImageFormat::Pnm)?), ..Facts::default() })
}

fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    pixels::decode(bytes, ImageFormat::Pnm, context)
}

fn write(raster: Raster, context: &Context) -> Result<Written> {
    stills::in_rows(holds::fitted(raster, HOLDS, context), "pnm", context, encode)
}

fn encode(mut rows: Rows<'_>, _raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    let mut bytes = header(&rows).into_bytes();
    while let Some(strip) = rows.next(context)? {
        match strip.format.is_deep() {
            true => {
                let pairs = strip.samples.as_chunks::<2>().0;
                bytes.extend(pairs.iter().flat_map(|pair| u16::from_ne_bytes(*pair).to_be_bytes()));
            }
            false => bytes.extend_from_slice(&strip.samples),
        }
    }
    Ok(bytes)
}

fn header(frame: &Rows<'_>) -> String {
    let (width, height, most) = (frame.width_px, frame.height_px, if frame.format.is_deep() { 65_535 } else { 255 });
    let pam = |depth: u32, kind: &str| {
        format!("P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {depth}\nMAXVAL {most}\nTUPLTYPE {kind}\nENDHDR\n")
    };
    match frame.format.channels() {
        1 => format!("P5\n{width} {height}\n{most}\n"),
        3 => format!("P6\n{width} {height}\n{most}\n"),
        2 => pam(2, "GRAYSCALE_ALPHA"),
        _ => pam(4, "RGB_ALPHA"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::still_tests;

    #[test]
    fn pictures_come_back() {
        still_tests::comes_back(read, write, ImageFormat::Pnm);
    }

    #[test]
    fn texts_are_none() {
        assert_eq!(sniff(b"P1 is the first player"), Confidence::No);
        assert_eq!(sniff(b"P5\n# a remark\n2 2\n255\n"), Confidence::Certain);
    }
}
