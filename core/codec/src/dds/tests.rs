//! Textures made by hand, after the documentation.

use super::read::read;
use transvase_base::context::Context;
use transvase_base::error::ErrorCode;
use transvase_base::warning::WarningCode;
use transvase_model::raster::{Frame, PixelFormat};

/// A texture of 4 by 4 pixels: flags, letters, bits and masks of its pixel format, what else follows the header, and data.
fn texture(format: [u32; 7], extended: &[u32], data: &[u8]) -> Vec<u8> {
    let head =
        [124, 0x1007, 4, 4, 0, 0, 1].into_iter().chain([0; 11]).chain([32]).chain(format).chain([0x1000, 0, 0, 0, 0]);
    let words = head.chain(extended.iter().copied()).flat_map(u32::to_le_bytes);
    b"DDS ".iter().copied().chain(words).chain(data.iter().copied()).collect()
}

fn of_letters(letters: &[u8; 4], data: &[u8]) -> Vec<u8> {
    texture([4, u32::from_le_bytes(*letters), 0, 0, 0, 0, 0], &[], data)
}

fn of_dxgi(number: u32, data: &[u8]) -> Vec<u8> {
    texture([4, u32::from_le_bytes(*b"DX10"), 0, 0, 0, 0, 0], &[number, 3, 0, 1, 0], data)
}

fn frame(bytes: &[u8]) -> Frame {
    let context = Context::default();
    read(bytes, &context).unwrap().frames.first(&context).unwrap()
}

#[test]
fn blocks_are_unpacked() {
    // Two ends of red and blue: numbers 0, 1, and the two thirds between them, a row each.
    let bc1 = [0x00, 0xF8, 0x1F, 0x00, 0x00, 0x55, 0xAA, 0xFF];
    let colors = frame(&of_letters(b"DXT1", &bc1));
    assert_eq!(colors.format, PixelFormat::Rgb8);
    let rows: Vec<&[u8]> = colors.samples.chunks_exact(12).map(|row| &row[..3]).collect();
    assert_eq!(rows, [[255, 0, 0], [0, 0, 255], [170, 0, 85], [85, 0, 170]]);
    // Opacity of 4 bits, all of them 8 of 15.
    let bc2 = [&[0x88; 8][..], &bc1].concat();
    assert_eq!(frame(&of_letters(b"DXT3", &bc2)).samples[..4], [255, 0, 0, 136]);
    // The same, multiplied with it.
    assert_eq!(frame(&of_letters(b"DXT2", &bc2)).samples[..4], [255, 0, 0, 136]);
    // Grey between 200 and 100: the second of the ends, then the first.
    let bc4 = [200, 100, 0b001, 0, 0, 0, 0, 0];
    let gray = frame(&of_letters(b"ATI1", &bc4));
    assert_eq!((gray.format, &gray.samples[..2]), (PixelFormat::Gray8, &[100, 200][..]));
    let two = frame(&of_letters(b"ATI2", &[bc4, bc4].concat()));
    assert_eq!(two.samples[..6], [100, 100, 0, 200, 200, 0]);
    // Mode 6 with ends that are all ones.
    let mut bc7 = [0; 16];
    (bc7[0], bc7[8]) = (0xC0, 1);
    bc7[1..8].fill(0xFF);
    assert_eq!(frame(&of_dxgi(98, &bc7)).samples, [255; 48]);
    // A mode that is reserved is black.
    assert_eq!(frame(&of_dxgi(95, &[0x13; 16])).samples, [0; 48]);
}

#[test]
fn numbers_have_samples_by_their_masks() {
    let pixels = |format: [u32; 7], pixel: &[u8]| frame(&texture(format, &[], &pixel.repeat(16)));
    let five = pixels([0x41, 0, 16, 0x7C00, 0x3E0, 0x1F, 0x8000], &0x7C10_u16.to_le_bytes());
    assert_eq!((five.format, &five.samples[..4]), (PixelFormat::Rgba8, &[255, 0, 132, 0][..]));
    let bgr = pixels([0x40, 0, 24, 0xFF_0000, 0xFF00, 0xFF, 0], &[1, 2, 3]);
    assert_eq!((bgr.format, &bgr.samples[..3]), (PixelFormat::Rgb8, &[3, 2, 1][..]));
    let gray = pixels([0x2_0001, 0, 16, 0xFF, 0, 0, 0xFF00], &[9, 99]);
    assert_eq!((gray.format, &gray.samples[..2]), (PixelFormat::GrayAlpha8, &[9, 99][..]));
    let ten = frame(&of_dxgi(24, &0xC00F_FC00_u32.to_le_bytes().repeat(16)));
    assert_eq!(ten.samples[..3], [0, 255, 0]);
    // Half of the light is no half of the samples (IEC 61966-2-1).
    let light = frame(&of_dxgi(10, &[0x00, 0x38, 0x00, 0x3C, 0x00, 0x00, 0x00, 0x3C].repeat(16)));
    assert_eq!(light.samples[..3], [188, 255, 0]);
}

#[test]
fn what_is_missing_is_told() {
    let context = Context::default();
    let whole = of_letters(b"DXT1", &[0x00, 0xF8, 0x1F, 0x00, 0, 0, 0, 0]);
    for end in 0..whole.len() {
        let code = read(&whole[..end], &context).map(|_| ()).map_err(|error| error.code());
        assert!(matches!(code, Ok(()) | Err(ErrorCode::Truncated | ErrorCode::Malformed)), "{end}: {code:?}");
    }
    assert!(context.take_warnings().iter().all(|warning| warning.code == WarningCode::InputRepaired));
    let unknown = read(&of_letters(b"UYVY", &[0; 64]), &context).map(|_| ());
    assert_eq!(unknown.unwrap_err().code(), ErrorCode::UnsupportedRoute);
    let cube = texture([4, u32::from_le_bytes(*b"DXT1"), 0, 0, 0, 0, 0], &[], &[0; 8]);
    let cube: Vec<u8> = cube.iter().enumerate().map(|(at, byte)| if at == 113 { 2 } else { *byte }).collect();
    read(&cube, &context).unwrap();
    assert_eq!(context.take_warnings()[0].code, WarningCode::FramesDropped);
}
