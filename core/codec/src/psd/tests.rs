use super::read;
use transvase_base::context::Context;
use transvase_model::raster::{Frame, PixelFormat};

/// A file of these sections.
fn file(channels: u16, bits: u16, mode: u16, size: (u32, u32), palette: &[u8], packed: (u16, &[u8])) -> Vec<u8> {
    let mut bytes = b"8BPS\0\x01\0\0\0\0\0\0".to_vec();
    bytes.extend(channels.to_be_bytes());
    bytes.extend([size.1.to_be_bytes(), size.0.to_be_bytes()].concat());
    bytes.extend([bits.to_be_bytes(), mode.to_be_bytes()].concat());
    bytes.extend((palette.len() as u32).to_be_bytes());
    bytes.extend(palette);
    // A resource with the density: 300 dots per inch.
    let data = [0x01, 0x2C, 0, 0, 0, 1, 0, 1, 0x01, 0x2C, 0, 0, 0, 1, 0, 1];
    let resources = [&b"8BIM\x03\xED\0\0\0\0\0\x10"[..], &data].concat();
    bytes.extend((resources.len() as u32).to_be_bytes());
    bytes.extend(resources);
    bytes.extend([0; 4]);
    bytes.extend(packed.0.to_be_bytes());
    bytes.extend(packed.1);
    bytes
}

fn frame(bytes: &[u8]) -> Frame {
    let context = Context::default();
    read::read(bytes, &context).unwrap().frames.first(&context).unwrap()
}

#[test]
fn planes_become_pixels() {
    let rgb = file(3, 8, 3, (2, 1), &[], (0, &[1, 2, 3, 4, 5, 6]));
    assert_eq!(frame(&rgb).samples, [1, 3, 5, 2, 4, 6]);
    assert_eq!(read::read(&rgb, &Context::default()).unwrap().dpi, Some((300.0, 300.0)));
    // Rows of 2 and 3 bytes: a run of two, and two by themselves.
    let runs = file(1, 8, 1, (2, 2), &[], (1, &[0, 2, 0, 3, 255, 9, 1, 7, 8]));
    let gray = frame(&runs);
    assert_eq!((gray.format, &gray.samples[..]), (PixelFormat::Gray8, &[9, 9, 7, 8][..]));
    let bits = file(1, 1, 0, (3, 1), &[], (0, &[0b0100_0000]));
    assert_eq!(frame(&bits).samples, [255, 0, 255]);
    let mut palette = vec![0; 768];
    (palette[1], palette[257], palette[513]) = (10, 20, 30);
    assert_eq!(frame(&file(1, 8, 2, (1, 1), &palette, (0, &[1]))).samples, [10, 20, 30]);
    let cmyk = file(4, 8, 4, (1, 1), &[], (0, &[0, 255, 255, 255]));
    assert_eq!(frame(&cmyk).samples, [0, 255, 255], "full cyan");
}

#[test]
fn damage_ends_in_an_error_or_a_picture() {
    let bytes = file(3, 16, 3, (2, 2), &[], (1, &[0, 5, 0, 5, 0, 5, 0, 5, 0, 5, 0, 5, 3, 1, 2, 3, 4, 253, 9]));
    for cut in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[cut] ^= 0x55;
        let _ = (read::read(&bytes[..cut], &Context::default()), read::read(&damaged, &Context::default()));
    }
}
