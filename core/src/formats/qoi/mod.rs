//! QOI, the Quite OK Image Format (specification 1.0): read and written.
//!
//! Kept: pixels of 8 bits and transparency. Lost when written: 16-bit samples and all metadata; the colours become sRGB.

mod read;
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
    id: "qoi",
    name: "QOI",
    extensions: &["qoi"],
    media_types: &["image/qoi"],
    sniff: |bytes| Confidence::certain_of_binary(bytes.starts_with(MAGIC), bytes),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(CODEC, "without loss, written anew", &[])),
    inspect: Some(inspect),
    notes: "Keeps 8-bit colours and transparency, as sRGB; metadata have no place.",
};

const HOLDS: Holds = Holds { alpha: true, ..Holds::NOTHING };

/// The beginning of the header, its bytes, and where it says how many samples a pixel has.
const MAGIC: &[u8] = b"qoif";
const HEAD: usize = 14;
const CHANNELS_AT: usize = 12;

/// What stands behind the last pixel.
const END: &[u8] = &[0, 0, 0, 0, 0, 0, 0, 1];

/// Kinds of chunks: of the first four, where the bits of each kind begin; the last two take what would be the longest runs.
const INDEX: u8 = 0x00;
const DIFF: u8 = 0x40;
const LUMA: u8 = 0x80;
const RUN: u8 = 0xC0;
const RGB: u8 = 0xFE;
const RGBA: u8 = 0xFF;

const LONGEST_RUN: u8 = 62;

/// Red, green, blue and alpha.
type Pixel = [u8; 4];

/// The pixels that chunks refer to.
struct Seen {
    last: Pixel,
    places: [Pixel; 64],
}

impl Default for Seen {
    fn default() -> Self {
        Seen { last: [0, 0, 0, 255], places: [[0; 4]; 64] }
    }
}

impl Seen {
    fn put(&mut self, pixel: Pixel) {
        self.last = pixel;
        self.places[place(pixel)] = pixel;
    }
}

/// Where a pixel is kept (specification 1.0, the running array).
fn place(pixel: Pixel) -> usize {
    let weighted = pixel.into_iter().zip([3, 5, 7, 11]);
    weighted.map(|(sample, weight)| usize::from(sample) * weight).sum::<usize>() % 64
}

fn inspect(bytes: &[u8], _context: &Context) -> Result<Facts> {
    Ok(Facts { pixels: Some(read::head(bytes)?.0), ..Facts::default() })
}

fn write(raster: Raster, context: &Context) -> Result<Written> {
    // There is no grey.
    stills::in_rows(holds::fitted(raster, HOLDS, context), "qoi", context, |rows, _, context| {
        write::encode(holds::colored_rows(rows), context)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;
    use crate::model::raster::{Frame, PixelFormat};
    use crate::parts::codec::still_tests;

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
        assert_eq!(inspect(&bytes, &Context::default()).unwrap().pixels, Some((2, 4)));
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
