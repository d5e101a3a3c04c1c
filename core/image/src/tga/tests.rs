//! TGA of every kind, held against the decoder of another library.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use super::*;
use transvase_base::error::ErrorCode;
use transvase_codec::still_tests;
use transvase_model::raster::{Frame, PixelFormat};

/// Sides of the pictures.
const WIDTH: usize = 5;
const HEIGHT: usize = 4;

/// A file with pixels of so many bits, with as many bits of alpha and in the order that `flags` say. Packed ones have
/// packets that go on from row to row.
fn file(code: u8, bits: u8, map_bits: u8, flags: u8) -> Vec<u8> {
    let map = if map_bits > 0 { [1, code, 2, 0, 251, 0, map_bits] } else { [0, code, 0, 0, 0, 0, 0] };
    let head = [3, map[0], map[1], map[2], map[3], map[4], map[5], map[6], 0, 0, 0, 0, WIDTH as u8, 0, HEIGHT as u8, 0];
    let mut bytes = [&head[..], &[bits, flags], b"id."].concat();
    bytes.extend((0..usize::from(map_bits).div_ceil(8) * 251).map(|at| (at * 29 % 253) as u8));
    let pixel_bytes = usize::from(bits).div_ceil(8);
    // Numbers of colours stay below 256, those of one byte as of two.
    let sample = |at: usize| if map_bits > 0 && at % pixel_bytes == 1 { 0 } else { (at * 31 % 251 + 2) as u8 };
    let pixel = |at: usize| (at * pixel_bytes..(at + 1) * pixel_bytes).map(sample);
    if code < 8 {
        bytes.extend((0..WIDTH * HEIGHT).flat_map(pixel));
        return bytes;
    }
    for packet in 0..3 {
        bytes.push(0x80 | 3);
        bytes.extend(pixel(packet));
        bytes.push(2);
        bytes.extend((7 * packet..7 * packet + 3).flat_map(pixel));
    }
    bytes
}

fn rgba(bytes: &[u8]) -> Result<Vec<u8>> {
    let context = Context::default();
    Ok(holds::rgba(read(bytes, &context)?.frames.first(&context)?).samples)
}

/// Every kind of pixels: the code of the unpacked ones, their bits, those of the colours in a map, and those of alpha.
const KINDS: [(u8, u8, u8, u8); 13] = [
    (1, 8, 15, 0),
    (1, 8, 16, 1),
    (1, 8, 24, 0),
    (1, 8, 32, 8),
    (1, 16, 24, 0),
    (2, 15, 0, 0),
    (2, 16, 0, 0),
    (2, 16, 0, 1),
    (2, 24, 0, 0),
    (2, 32, 0, 0),
    (2, 32, 0, 8),
    (3, 8, 0, 0),
    (3, 16, 0, 8),
];

#[test]
fn pictures_come_back() {
    still_tests::comes_back(read, write, image::ImageFormat::Tga);
}

#[test]
fn every_kind_is_read_as_elsewhere() {
    for (code, bits, map_bits, alpha) in KINDS {
        for (code, order) in
            [0, 8].into_iter().flat_map(|packed| [0, 0x10, 0x20, 0x30].map(|order| (code + packed, order)))
        {
            let bytes = file(code, bits, map_bits, order | alpha);
            let elsewhere = image::load_from_memory_with_format(&bytes, image::ImageFormat::Tga).unwrap();
            assert_eq!(rgba(&bytes).unwrap(), elsewhere.to_rgba8().into_raw(), "{code} {bits} {map_bits} {order:#X}");
            assert_eq!((CODEC.size)(&bytes, &Context::default()).unwrap(), Some((WIDTH as u32, HEIGHT as u32)));
        }
    }
}

#[test]
fn what_is_cut_off_or_changed_is_an_error_or_a_picture() {
    for (code, bits, map_bits, alpha) in KINDS {
        for code in [code, code + 8] {
            let bytes = file(code, bits, map_bits, alpha);
            // The last packet is longer than what is left of the picture, by one pixel.
            let end = bytes.len() - if code > 8 { usize::from(bits).div_ceil(8) } else { 0 };
            for cut in 0..end {
                assert_eq!(rgba(&bytes[..cut]).unwrap_err().code(), ErrorCode::Truncated, "{code} {bits} {cut}");
                let mut damaged = bytes.clone();
                damaged[cut] ^= 0x55;
                let _ = rgba(&damaged);
            }
        }
    }
}

#[test]
fn a_colour_that_is_not_there_is_damage() {
    let mut bytes = file(1, 8, 24, 0);
    *bytes.last_mut().unwrap() = 1;
    assert_eq!(rgba(&bytes).unwrap_err().code(), ErrorCode::Malformed);
}

/// Bytes of a picture whose rows another program packs, each by itself since its packets go on from row to row.
fn packed_elsewhere(frame: &Frame) -> usize {
    const HEAD: usize = 18;
    let color = match frame.format.channels() {
        1 => image::ExtendedColorType::L8,
        3 => image::ExtendedColorType::Rgb8,
        _ => image::ExtendedColorType::Rgba8,
    };
    let row_bytes = frame.width_px as usize * frame.format.channels();
    let packed = |row: &[u8]| {
        let mut file = Vec::new();
        image::codecs::tga::TgaEncoder::new(&mut file).encode(row, frame.width_px, 1, color).unwrap();
        file.len() - HEAD
    };
    HEAD + frame.samples.chunks(row_bytes).map(packed).sum::<usize>()
}

/// Runs of every length, in every kind of pixels.
#[test]
fn no_file_is_longer_than_that_of_another_program() {
    let context = Context::default();
    for format in [PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8] {
        for step in [1, 2, 3, 5, 130, 1_000] {
            let samples = (0..1_600).flat_map(|at| vec![(at / step * 7 % 11 / 4) as u8; format.channels()]).collect();
            let frame = Frame { width_px: 40, height_px: 40, format, samples, delay_ms: 0 };
            let bytes = write(Raster::of(frame.clone()), &context).unwrap().alone();
            let elsewhere = packed_elsewhere(&frame);
            assert!(bytes.len() <= elsewhere, "{format:?} {step}: {} {elsewhere}", bytes.len());
            assert_eq!(rgba(&bytes).unwrap(), holds::rgba(frame).samples, "{format:?} {step}");
        }
    }
}

#[test]
fn noise_and_text_are_none() {
    assert_eq!((SPEC.sniff)(&[0x13; 18]), Confidence::No);
    assert_eq!((SPEC.sniff)(b"Some words that are long enough."), Confidence::No);
}
