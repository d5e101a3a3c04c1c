use super::read;
use transvase_base::context::Context;
use transvase_model::raster::{Frame, PixelFormat};

/// A file of these sections, without layers.
fn file(channels: u16, bits: u16, mode: u16, size: (u32, u32), palette: &[u8], packed: (u16, &[u8])) -> Vec<u8> {
    layered((channels, bits, mode), size, palette, &[], packed)
}

/// A file of these sections.
fn layered(
    (channels, bits, mode): (u16, u16, u16),
    size: (u32, u32),
    palette: &[u8],
    layers: &[u8],
    packed: (u16, &[u8]),
) -> Vec<u8> {
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
    bytes.extend((layers.len() as u32).to_be_bytes());
    bytes.extend(layers);
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

/// A count of layers of -1, and room for their records.
const SEEN_THROUGH: &[u8] = &[0, 0, 0, 2, 0xFF, 0xFF];

#[test]
fn transparent_pictures_are_taken_off_the_white_they_lie_on() {
    // Red of half and of no opacity on white, and red that is opaque.
    let planes = [255, 255, 255, 127, 255, 0, 127, 255, 0, 128, 0, 255];
    let red = frame(&layered((4, 8, 3), (3, 1), &[], SEEN_THROUGH, (0, &planes)));
    assert_eq!(red.samples, [255, 0, 0, 128, 255, 255, 255, 0, 255, 0, 0, 255]);
    // Grey of 16 bits, whose layers are told in a block: black of a quarter of opacity.
    let deep = [&[0; 8][..], b"8BIMLr16\0\0\0\x02\xFF\xFF\0\0"].concat();
    let gray = frame(&layered((2, 16, 1), (1, 1), &[], &deep, (0, &[0xC0, 0, 0x40, 0])));
    assert_eq!(gray.format, PixelFormat::GrayAlpha16);
    assert_eq!(u16::from_ne_bytes([gray.samples[0], gray.samples[1]]) >> 8, 0);
    // Light of 32 bits: the block alone says that it is seen through.
    let light = [&[0; 8][..], b"8BIMMt32\0\0\0\0"].concat();
    let planes: Vec<u8> = [0.75, 0.75, 0.75, 0.25_f32].iter().flat_map(|share| share.to_be_bytes()).collect();
    let light = frame(&layered((4, 32, 3), (1, 1), &[], &light, (0, &planes)));
    assert_eq!(light.samples[..6], [0; 6]);
}

#[test]
fn pictures_that_do_not_lie_on_white_stay_as_they_are() {
    let planes = [10, 200, 20, 200, 30, 200, 128, 255];
    let kept = frame(&layered((4, 8, 3), (2, 1), &[], SEEN_THROUGH, (0, &planes)));
    assert_eq!(kept.samples, [10, 20, 30, 128, 200, 200, 200, 255]);
    let aside = frame(&file(4, 8, 3, (1, 1), &[], (0, &[10, 20, 30, 40])));
    assert_eq!(aside.samples, [10, 20, 30], "a mask that is kept aside");
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
