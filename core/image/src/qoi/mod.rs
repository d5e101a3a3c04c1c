//! QOI, the Quite OK Image Format (specification 1.0): read and written.
//!
//! Kept: pixels of 8 bits and transparency. Lost when written: 16-bit samples and all metadata; the colours become sRGB.

mod write;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::holds::{self, Holds};
use transvase_codec::qoi::{
    CODEC, DIFF, END, INDEX, LONGEST_RUN, LUMA, MAGIC, Pixel, RGB, RGBA, RUN, Seen, place, read::read,
};
use transvase_codec::rewriting::Rewriting;
use transvase_codec::stills;
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use transvase_model::loss;
use transvase_model::raster::Raster;

/// How its files are written anew.
const REWRITING: Rewriting = Rewriting { read, write };

/// The record of QOI.
pub static SPEC: FormatSpec = FormatSpec {
    id: "qoi",
    name: "QOI",
    extensions: &["qoi"],
    media_types: &["image/qoi"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(REWRITING, "lossless, written anew", &[])),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Keeps 8-bit colours and transparency, as sRGB; metadata are lost.",
};

const HOLDS: Holds = Holds { alpha: true, ..Holds::NOTHING };

fn write(raster: Raster, context: &Context) -> Result<Written> {
    // There is no grey.
    stills::in_rows(holds::fitted(raster, HOLDS, context), "qoi", context, |rows, _, context| {
        write::encode(holds::colored_rows(rows), context)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::error::ErrorCode;
    use transvase_codec::still_tests;
    use transvase_model::raster::{Frame, PixelFormat};

    /// Every chunk of the specification: two pixels as they are, one that differs little, one more, one seen before, the
    /// last one three times more.
    #[rustfmt::skip]
    const CHUNKS: &[u8] = &[
        0xFF, 10, 20, 30, 40, // 10 20 30 40
        0xFE, 200, 100, 50, // 200 100 50 40
        0x78, // +1 0 -2: 201 100 48 40
        0xAA, 0xB4, // +13 +10 +6: 214 110 54 40
        12, // (10 * 3 + 20 * 5 + 30 * 7 + 40 * 11) % 64: 10 20 30 40
        0xC2,
    ];

    fn file(width: u8, height: u8, chunks: &[u8]) -> Vec<u8> {
        [MAGIC, &[0, 0, 0, width, 0, 0, 0, height, 4, 0], chunks, END].concat()
    }

    fn pixels(bytes: &[u8]) -> Result<Vec<u8>> {
        let context = Context::default();
        Ok(read(bytes, &context)?.frames.first(&context)?.samples)
    }

    #[test]
    fn pictures_come_back() {
        still_tests::comes_back(read, write, image::ImageFormat::Qoi);
    }

    #[test]
    fn every_chunk_is_followed() {
        let (seen, differs, more) = ([10, 20, 30, 40], [201, 100, 48, 40], [214, 110, 54, 40]);
        let expected = [seen, [200, 100, 50, 40], differs, more, seen, seen, seen, seen];
        let bytes = file(2, 4, CHUNKS);
        assert_eq!(pixels(&bytes).unwrap(), expected.concat());
        assert_eq!((CODEC.size)(&bytes, &Context::default()).unwrap(), Some((2, 4)));
        for cut in 0..bytes.len() {
            let code = pixels(&bytes[..cut]).unwrap_err().code();
            assert_eq!(code, ErrorCode::Truncated, "{cut}");
        }
        assert_eq!(pixels(&file(2, 2, CHUNKS)).unwrap_err().code(), ErrorCode::Malformed, "more than the picture");
    }

    /// Runs, pixels seen before, and small and large differences.
    #[test]
    fn no_file_is_longer_than_that_of_another_program() {
        let context = Context::default();
        for (step, most) in [(1, 2), (3, 9), (7, 200), (31, 251)] {
            let samples: Vec<u8> = (0..400_u32 * 4).map(|at| (at / 40 * at * step % most) as u8).collect();
            let frame = Frame { width_px: 20, height_px: 20, format: PixelFormat::Rgba8, samples, delay_ms: 0 };
            let bytes = write(Raster::of(frame.clone()), &context).unwrap().alone();
            let picture = image::RgbaImage::from_raw(20, 20, frame.samples.clone()).unwrap();
            let mut elsewhere = std::io::Cursor::new(Vec::new());
            picture.write_to(&mut elsewhere, image::ImageFormat::Qoi).unwrap();
            assert!(bytes.len() <= elsewhere.get_ref().len(), "{step}");
            assert_eq!(pixels(&bytes).unwrap(), frame.samples, "{step}");
            assert_eq!(pixels(elsewhere.get_ref()).unwrap(), frame.samples, "{step}");
        }
    }
}
