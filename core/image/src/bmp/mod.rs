//! BMP, the bitmaps of Windows and OS/2: read in every version and coding, written in version 4.
//!
//! Kept: pixels of 8 bits, transparency, the density, the colour profile when read. Lost when written: 16-bit samples
//! and all metadata but the density; the colours become sRGB.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::bmp::{CODEC, HEAD, read};
use transvase_codec::holds::{self, Holds};
use transvase_codec::rewriting::Rewriting;
use transvase_codec::{dib, stills};
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use transvase_model::loss;
use transvase_model::raster::Raster;
use transvase_model::rows::Rows;

/// How its files are written anew.
const REWRITING: Rewriting = Rewriting { read, write };

/// The record of BMP.
pub static SPEC: FormatSpec = FormatSpec {
    id: "bmp",
    name: "BMP",
    extensions: &["bmp", "dib"],
    media_types: &["image/bmp", "image/x-ms-bmp", "image/x-bmp"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(REWRITING, "lossless, written anew", &[])),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Reads the bitmaps of Windows and OS/2: 1 to 32 bits, runs, fax rows, bit masks, JPEG and PNG inside. Keeps \
            transparency and the resolution; colours are written as sRGB, and other metadata are lost.",
};

const HOLDS: Holds = Holds { alpha: true, dpi: true, ..Holds::NOTHING };

fn write(raster: Raster, context: &Context) -> Result<Written> {
    stills::in_rows(holds::fitted(raster, HOLDS, context), "bmp", context, encode)
}

fn encode(rows: Rows<'_>, raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    // Grey with alpha is told in colours.
    let rows = if rows.format.channels() == 2 { holds::colored_rows(rows) } else { rows };
    let (mut bytes, pixels_at) = dib::write(rows, raster.dpi, HEAD, context)?;
    let fields = [bytes.len() as u32, 0, (HEAD + pixels_at) as u32].map(u32::to_le_bytes);
    bytes[..HEAD].copy_from_slice(&[b"BM", fields.as_flattened()].concat());
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::raster::{Frame, PixelFormat};

    fn sample(format: PixelFormat) -> (Frame, Vec<u8>) {
        let samples = (0..7 * 3 * format.channels()).map(|at| (at * 29 % 256) as u8).collect();
        let frame = Frame { width_px: 7, height_px: 3, format, samples, delay_ms: 0 };
        let raster = Raster { dpi: Some((300.0, 150.0)), ..Raster::of(frame.clone()) };
        (frame, write(raster, &Context::default()).unwrap().alone())
    }

    #[test]
    fn pictures_come_back_here_and_elsewhere() {
        let context = Context::default();
        for format in [PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8] {
            let (frame, bytes) = sample(format);
            let elsewhere = image::load_from_memory_with_format(&bytes, image::ImageFormat::Bmp).unwrap();
            assert_eq!(elsewhere.to_rgba8().into_raw(), holds::rgba(frame.clone()).samples, "{format:?}");
            let mut raster = read(&bytes, &context).unwrap();
            let dpi = raster.dpi.unwrap();
            assert!((dpi.0 - 300.0).abs() < 0.1 && (dpi.1 - 150.0).abs() < 0.1);
            assert_eq!(holds::rgba(raster.frames.first(&context).unwrap()).samples, holds::rgba(frame).samples);
        }
    }

    #[test]
    fn runs_are_followed() {
        // Four columns and two rows of numbers of 8 bits, from the bottom up: a run of three, a step, one by itself.
        let mut bytes = b"BM\0\0\0\0\0\0\0\0\x3E\0\0\0\x28\0\0\0\x04\0\0\0\x02\0\0\0\x01\0\x08\0\x01\0\0\0".to_vec();
        bytes.resize(46, 0);
        bytes.extend([2, 0, 0, 0, 0, 0, 0, 0]);
        bytes.extend([0, 0, 0, 0, 0x30, 0x20, 0x10, 0]);
        bytes.extend([3, 1, 0, 0, 0, 2, 1, 0, 1, 1, 0, 1]);
        let frame = read(&bytes, &Context::default()).unwrap().frames.first(&Context::default()).unwrap();
        let seen: Vec<u8> = frame.samples.chunks_exact(3).map(|pixel| pixel[0] / 16).collect();
        assert_eq!(seen, [0, 1, 0, 0, 1, 1, 1, 0]);
    }

    /// A bitmap of two columns and two rows of 32 bits, from the bottom up or from the top down.
    fn deep(height: i32, alpha: u32, pixels: [u32; 4]) -> Vec<u8> {
        let fields = [108, 2, height as u32, 1 | 32 << 16, 3, 0, 0, 0, 0, 0, 0x00FF_0000, 0xFF00, 0xFF, alpha];
        let mut bytes = b"BM\0\0\0\0\0\0\0\0\x7A\0\0\0".to_vec();
        bytes.extend(fields.into_iter().flat_map(u32::to_le_bytes));
        bytes.resize(0x7A, 0);
        bytes.extend(pixels.into_iter().flat_map(u32::to_le_bytes));
        bytes
    }

    #[test]
    fn rows_come_from_the_top_down() {
        let context = Context::default();
        let pixels = [0x0011_2233, 0x0044_5566, 0x0077_8899, 0x00AA_BBCC];
        let rows: [&[u8]; 2] = [&[0x11, 0x22, 0x33, 0x44, 0x55, 0x66], &[0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC]];
        // No pixel has any alpha: there is none.
        for alpha in [0, 0xFF00_0000] {
            let top_down = read(&deep(-2, alpha, pixels), &context).unwrap().frames.first(&context).unwrap();
            let bottom_up = read(&deep(2, alpha, pixels), &context).unwrap().frames.first(&context).unwrap();
            assert_eq!((top_down.samples, bottom_up.samples), (rows.concat(), [rows[1], rows[0]].concat()));
        }
        let clear = deep(-2, 0xFF00_0000, [0x0011_2233, 0, 0, 0x0144_5566]);
        let clear = read(&clear, &context).unwrap().frames.first(&context).unwrap();
        assert_eq!((clear.format, &clear.samples[12..]), (PixelFormat::Rgba8, &[0x44, 0x55, 0x66, 1][..]));
    }

    #[test]
    fn what_is_missing_is_black_and_told() {
        let context = Context::default();
        let bytes = deep(-2, 0, [0x00FF_FFFF; 4]);
        let frame = read(&bytes[..bytes.len() - 4], &context).unwrap().frames.first(&context).unwrap();
        assert_eq!(frame.samples, [[255; 9].as_slice(), &[0; 3]].concat());
        let codes: Vec<_> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
        assert_eq!(codes, [transvase_base::warning::WarningCode::InputRepaired]);
    }

    #[test]
    fn damage_ends_in_an_error_or_a_picture() {
        let (_, bytes) = sample(PixelFormat::Rgba8);
        for cut in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[cut] ^= 0x55;
            for bytes in [&bytes[..cut], &damaged] {
                let _ = read(bytes, &Context::default());
            }
        }
    }
}
