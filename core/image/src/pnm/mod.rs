//! PNM, the portable maps of Netpbm (pbm(5), pgm(5), ppm(5), pam(5)): read, and written as the one that suits.
//!
//! Kept: pixels of 8 and 16 bits, transparency (PAM). Lost when written: all metadata; the colours become sRGB.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::holds::{self, Holds};
use transvase_codec::pnm::{CODEC, read::read};
use transvase_codec::rewriting::Rewriting;
use transvase_codec::stills;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use transvase_model::loss;
use transvase_model::raster::Raster;
use transvase_model::rows::Rows;

/// How its files are written anew.
const REWRITING: Rewriting = Rewriting { read, write };

/// The record of PNM.
pub static SPEC: FormatSpec = FormatSpec {
    id: "pnm",
    name: "PNM",
    extensions: &["pnm", "ppm", "pgm", "pbm", "pam"],
    media_types: &[
        "image/x-portable-anymap",
        "image/x-portable-pixmap",
        "image/x-portable-graymap",
        "image/x-portable-bitmap",
    ],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(REWRITING, "lossless, written anew", &[])),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Reads PBM, PGM, PPM and PAM, as text and as binary. Writes PGM for grey, PPM for colours, PAM where there \
            is transparency, with 8 or 16 bits, as sRGB; metadata are lost.",
};

const HOLDS: Holds = Holds { alpha: true, deep: true, ..Holds::NOTHING };

fn write(raster: Raster, context: &Context) -> Result<Written> {
    stills::in_rows(holds::fitted(raster, HOLDS, context), "pnm", context, encode)
}

fn encode(mut rows: Rows<'_>, _raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    let mut bytes = header(&rows).into_bytes();
    let samples = rows.row_bytes().saturating_mul(rows.height_px as usize);
    context.room(samples)?;
    bytes.reserve_exact(samples);
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
    use transvase_base::error::ErrorCode;
    use transvase_codec::still_tests;

    fn pixels(bytes: &[u8]) -> Result<Vec<u8>> {
        let context = Context::default();
        Ok(read(bytes, &context)?.frames.first(&context)?.samples)
    }

    /// A file of three columns and two rows.
    fn file(kind: u8, most: u32, samples: &[u8]) -> Vec<u8> {
        let most = if matches!(kind, 1 | 4) { String::new() } else { format!(" {most}") };
        [format!("P{kind} # of a kind\n3 2{most}\n").as_bytes(), samples].concat()
    }

    fn with_words(kind: &str, depth: u8, most: u32, samples: &[u8]) -> Vec<u8> {
        let head = format!("P7\nWIDTH 3\n# a remark\nHEIGHT 2\nDEPTH {depth}\nMAXVAL {most}\n{kind}ENDHDR\n");
        [head.as_bytes(), samples].concat()
    }

    /// Every kind, with samples of one and two bytes.
    fn files() -> Vec<Vec<u8>> {
        let numbers = "0 1 2 3\n4 5 6 7 8\t9 10 11 12 13 14 15 15 15 ".as_bytes();
        let samples: Vec<u8> = (0..48).map(|at| at % 15).collect();
        let bits = [0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0];
        let mut files = vec![file(1, 1, b"101\n0 1 0"), file(4, 1, &[0b1010_0000, 0b0101_1111])];
        for most in [15, 255, 4_095, 65_535] {
            files.extend([2, 3].map(|kind| file(kind, most, numbers)));
            files.extend([5, 6].map(|kind| file(kind, most, &samples)));
            files.push(with_words("TUPLTYPE GRAYSCALE\n", 1, most, &samples));
            files.push(with_words("TUPLTYPE GRAYSCALE_ALPHA\n", 2, most, &samples));
            files.push(with_words("TUPLTYPE RGB\n", 3, most, &samples));
            files.push(with_words("TUPLTYPE RGB_ALPHA\n", 4, most, &samples));
        }
        files.push(with_words("TUPLTYPE BLACKANDWHITE\n", 1, 1, &bits));
        files.push(with_words("TUPLTYPE BLACKANDWHITE_ALPHA\n", 2, 1, &bits));
        files.extend([1, 2, 3, 4].map(|depth| with_words("", depth, 100, &samples)));
        files
    }

    #[test]
    fn every_kind_is_read_as_elsewhere() {
        for bytes in files() {
            let elsewhere = image::load_from_memory_with_format(&bytes, image::ImageFormat::Pnm).unwrap();
            let name = String::from_utf8_lossy(&bytes[..40.min(bytes.len())]).into_owned();
            assert_eq!(pixels(&bytes).unwrap(), elsewhere.into_bytes(), "{name}");
            assert_eq!((CODEC.size)(&bytes, &Context::default()).unwrap(), Some((3, 2)), "{name}");
        }
    }

    #[test]
    fn what_is_cut_off_or_changed_is_an_error_or_a_picture() {
        for bytes in files() {
            for cut in 0..bytes.len() {
                let mut damaged = bytes.clone();
                damaged[cut] ^= 0x55;
                let _ = (pixels(&bytes[..cut]), pixels(&damaged));
            }
        }
        for kind in [2, 3, 5, 6] {
            assert_eq!(pixels(&file(kind, 255, b"1 2")).unwrap_err().code(), ErrorCode::Truncated, "{kind}");
        }
    }

    #[test]
    fn what_cannot_be_is_an_error() {
        let wrong: [&[u8]; 4] =
            [b"P2 3 2 255 1 2 3 4 5 256", b"P5 3 2 0 123456", b"P5 0 2 255 ", b"P6 3 2 70000 123456"];
        for bytes in wrong.into_iter().chain([&with_words("TUPLTYPE CMYK\n", 4, 255, &[0; 24])[..]]) {
            assert_eq!(pixels(bytes).unwrap_err().code(), ErrorCode::Malformed);
        }
    }

    #[test]
    fn pictures_come_back() {
        still_tests::comes_back(read, write, image::ImageFormat::Pnm);
    }

    #[test]
    fn texts_are_none() {
        assert_eq!((SPEC.sniff)(b"P1 is the first player"), Confidence::No);
        assert_eq!((SPEC.sniff)(b"P5\n# a remark\n2 2\n255\n"), Confidence::Certain);
    }
}
