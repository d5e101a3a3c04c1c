//! Pictures whose headers tell of sizes that the rest does not bear out, and pictures of one colour that are as large as
//! their headers say.

use super::boxes::{image_file, jp2};
use super::make::{Bomb, bomb, chunk, flat_png, png_of, zlib_of};

/// Every bomb of these kinds.
pub fn all() -> Vec<Bomb> {
    FIELDS.iter().flat_map(lies).chain(text_headers()).chain(flats()).collect()
}

/// The order of a number's bytes.
#[derive(Clone, Copy)]
enum Order {
    Little,
    Big,
}
use Order::{Big, Little};

/// A field of a header: the extension, its name, the small file, where in it, how many bytes, in which order.
type Field = (&'static str, &'static str, fn() -> Vec<u8>, usize, usize, Order);

/// A bomb for each number that a field is given.
fn lies(field: &Field) -> Vec<Bomb> {
    let &(extension, name, make, at, width, order) = field;
    let lie = move |value: u64| {
        bomb(format!("{extension}-lie-{name}-{value}.{extension}"), move || {
            let mut file = make();
            let bytes = match order {
                Little => value.to_le_bytes()[..width].to_vec(),
                Big => value.to_be_bytes()[8 - width..].to_vec(),
            };
            file[at..at + width].copy_from_slice(&bytes);
            if extension == "png" { with_new_sums(&file) } else { file }
        })
    };
    let largest = if width == 8 { u64::MAX } else { (1 << (8 * width)) - 1 };
    let values = [0, 1, 9_999, 65_535, 1 << 31, 0xFFFF_FFFF, largest];
    let mut values: Vec<u64> = values.into_iter().filter(|value| *value <= largest).collect();
    values.dedup();
    values.into_iter().map(lie).collect()
}

/// A PNG whose chunks have the check sums of what they hold.
fn with_new_sums(file: &[u8]) -> Vec<u8> {
    let (mut fixed, mut rest) = (file[..8].to_vec(), &file[8..]);
    while let Some((head, tail)) = rest.split_first_chunk::<8>() {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let kind = [head[4], head[5], head[6], head[7]];
        let data = tail.get(..length).unwrap_or_default();
        fixed.extend(chunk(&kind, data));
        rest = tail.get(length + 4..).unwrap_or_default();
    }
    fixed
}

const FIELDS: &[Field] = &[
    ("png", "width", small_png, 16, 4, Big),
    ("png", "height", small_png, 20, 4, Big),
    ("gif", "screen-width", gif, 6, 2, Little),
    ("gif", "screen-height", gif, 8, 2, Little),
    ("gif", "frame-left", gif, 24, 2, Little),
    ("gif", "frame-width", gif, 28, 2, Little),
    ("gif", "frame-height", gif, 30, 2, Little),
    ("bmp", "pixels-at", bmp, 10, 4, Little),
    ("bmp", "header", bmp, 14, 4, Little),
    ("bmp", "width", bmp, 18, 4, Little),
    ("bmp", "height", bmp, 22, 4, Little),
    ("bmp", "size", bmp, 34, 4, Little),
    ("bmp", "colours", bmp, 46, 4, Little),
    ("ico", "count", ico, 4, 2, Little),
    ("ico", "bytes", ico, 14, 4, Little),
    ("ico", "at", ico, 18, 4, Little),
    ("ico", "width", ico, 26, 4, Little),
    ("ico", "height", ico, 30, 4, Little),
    ("tga", "colours", tga, 5, 2, Little),
    ("tga", "width", tga, 12, 2, Little),
    ("tga", "height", tga, 14, 2, Little),
    ("qoi", "width", qoi, 4, 4, Big),
    ("qoi", "height", qoi, 8, 4, Big),
    ("ff", "width", farbfeld, 8, 4, Big),
    ("ff", "height", farbfeld, 12, 4, Big),
    ("psd", "channels", psd, 12, 2, Big),
    ("psd", "height", psd, 14, 4, Big),
    ("psd", "width", psd, 18, 4, Big),
    ("psd", "colours", psd, 26, 4, Big),
    ("psd", "resources", psd, 30, 4, Big),
    ("psd", "layers", psd, 34, 4, Big),
    ("dds", "height", dds, 12, 4, Little),
    ("dds", "width", dds, 16, 4, Little),
    ("dds", "depth", dds, 24, 4, Little),
    ("dds", "maps", dds, 28, 4, Little),
    ("tiff", "first", tiff, 4, 4, Little),
    ("tiff", "entries", tiff, 8, 2, Little),
    ("tiff", "width", tiff, 18, 4, Little),
    ("tiff", "height", tiff, 30, 4, Little),
    ("tiff", "bits", tiff, 42, 4, Little),
    ("tiff", "strips", tiff, 74, 4, Little),
    ("tiff", "samples", tiff, 90, 4, Little),
    ("tiff", "rows", tiff, 102, 4, Little),
    ("tiff", "bytes", tiff, 114, 4, Little),
    ("jpg", "height", jpeg, 25, 2, Big),
    ("jpg", "width", jpeg, 27, 2, Big),
    ("jpg", "length", jpeg, 4, 2, Big),
    ("webp", "riff", webp, 4, 4, Little),
    ("webp", "chunk", webp, 16, 4, Little),
    ("webp", "size-bits", webp, 21, 4, Little),
    ("jp2", "width", small_jp2, 8, 4, Big),
    ("jp2", "height", small_jp2, 12, 4, Big),
    ("jp2", "left", small_jp2, 16, 4, Big),
    ("jp2", "tile-width", small_jp2, 24, 4, Big),
    ("jp2", "tile-height", small_jp2, 28, 4, Big),
    ("jp2", "tile-left", small_jp2, 32, 4, Big),
    ("jp2", "components", small_jp2, 40, 2, Big),
    ("heic", "box", heic, 28, 4, Big),
    ("avif", "box", avif, 28, 4, Big),
];

fn small_png() -> Vec<u8> {
    flat_png((9, 9), 8, 2)
}

/// A GIF of 9 by 9 pixels whose data ends at once.
fn gif() -> Vec<u8> {
    let mut file = b"GIF89a\x09\0\x09\0\x80\0\0\0\0\0\xFF\xFF\xFF".to_vec();
    // The palette ends at byte 19; a comment of none keeps the frame at a round place.
    file.extend([0x21, 0xFE, 0, 0x2C]);
    file.extend([0, 0, 0, 0, 9, 0, 9, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B]);
    file
}

fn bmp() -> Vec<u8> {
    bmp_of(9, 9, 8, 0, &[0; 108])
}

/// A bitmap (BITMAPINFOHEADER) with a palette of one colour.
fn bmp_of(width: u32, height: u32, bits: u16, packing: u32, pixels: &[u8]) -> Vec<u8> {
    let mut file = b"BM".to_vec();
    for number in [0, 0, 58, 40, width, height] {
        file.extend(number.to_le_bytes());
    }
    file.extend([1_u16.to_le_bytes(), bits.to_le_bytes()].concat());
    for number in [packing, pixels.len() as u32, 0, 0, 1, 0, 0] {
        file.extend(number.to_le_bytes());
    }
    file.extend(pixels);
    file
}

fn ico() -> Vec<u8> {
    let bitmap = bmp_of(9, 18, 8, 0, &[0; 144]);
    let mut file = vec![0, 0, 1, 0, 1, 0, 9, 9, 0, 0, 1, 0, 8, 0];
    file.extend([(bitmap.len() as u32 - 14).to_le_bytes(), 22_u32.to_le_bytes()].concat());
    file.extend(&bitmap[14..]);
    file
}

fn tga() -> Vec<u8> {
    tga_of(9, 9, &[0x88, 0, 0, 0].repeat(9))
}

/// A TGA of 24 bits, packed by runs.
fn tga_of(width: u16, height: u16, runs: &[u8]) -> Vec<u8> {
    let mut file = vec![0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    file.extend([width.to_le_bytes(), height.to_le_bytes(), [24, 0]].concat());
    file.extend(runs);
    file
}

fn qoi() -> Vec<u8> {
    qoi_of(9, 9)
}

/// A QOI of black runs of 62 pixels.
fn qoi_of(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"qoif".to_vec();
    file.extend([width.to_be_bytes(), height.to_be_bytes()].concat());
    file.extend([4, 0]);
    file.extend(vec![0xFD; (width as usize * height as usize).div_ceil(62)]);
    file.extend([0, 0, 0, 0, 0, 0, 0, 1]);
    file
}

fn farbfeld() -> Vec<u8> {
    [&b"farbfeld\0\0\0\x09\0\0\0\x09"[..], &[0; 648]].concat()
}

fn psd() -> Vec<u8> {
    psd_of(9, 9, 3)
}

/// A PSD of merged pixels packed by runs.
fn psd_of(width: u32, height: u32, channels: u16) -> Vec<u8> {
    let mut file = b"8BPS\0\x01\0\0\0\0\0\0".to_vec();
    file.extend(channels.to_be_bytes());
    file.extend([height.to_be_bytes(), width.to_be_bytes()].concat());
    file.extend([0, 8, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    let row = [0x81, 0].repeat((width as usize).div_ceil(128));
    let rows = height as usize * usize::from(channels);
    file.extend((row.len() as u16).to_be_bytes().repeat(rows));
    file.extend(row.repeat(rows));
    file
}

fn dds() -> Vec<u8> {
    dds_of(12, 12)
}

/// A DDS of DXT1 blocks.
fn dds_of(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"DDS ".to_vec();
    for number in [124, 0x1007, height, width, 0, 0, 0].into_iter().chain([0; 11]).chain([32, 4]) {
        file.extend(u32::to_le_bytes(number));
    }
    file.extend(*b"DXT1");
    file.extend([0; 20]);
    file.extend(0x1000_u32.to_le_bytes());
    file.extend([0; 16]);
    file.extend(vec![0; (width as usize / 4) * (height as usize / 4) * 8]);
    file
}

fn tiff() -> Vec<u8> {
    tiff_of(9, 9, 1, &[0; 81])
}

/// A grey TIFF of one strip; the fields lie every twelve bytes from byte 10, their values at 18.
fn tiff_of(width: u32, height: u32, packing: u32, strip: &[u8]) -> Vec<u8> {
    let fields = [
        (256, width),
        (257, height),
        (258, 8),
        (259, packing),
        (262, 1),
        (273, 134),
        (277, 1),
        (278, height),
        (279, strip.len() as u32),
    ];
    let mut file = b"II*\0\x08\0\0\0\x09\0".to_vec();
    for (tag, value) in fields {
        file.extend(u16::to_le_bytes(tag));
        file.extend([4, 0, 1, 0, 0, 0]);
        file.extend(u32::to_le_bytes(value));
    }
    file.resize(134, 0);
    file.extend(strip);
    file
}

fn jpeg() -> Vec<u8> {
    jpeg_of(9, 9, 4)
}

/// A grey baseline JPEG whose blocks are two bits each: no difference, no more coefficients.
pub fn jpeg_of(width: u16, height: u16, blocks: usize) -> Vec<u8> {
    let mut file = vec![0xFF, 0xD8, 0xFF, 0xFE, 0, 14];
    file.extend(*b"a comment   ");
    file.extend([0xFF, 0xC0, 0, 11, 8]);
    file.extend([height.to_be_bytes(), width.to_be_bytes()].concat());
    file.extend([1, 1, 0x11, 0, 0xFF, 0xDB, 0, 67, 0]);
    file.extend([1; 64]);
    file.extend(huffman_tables());
    file.extend([0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]);
    file.extend(vec![0; blocks / 4 + 1]);
    file.extend([0xFF, 0xD9]);
    file
}

/// Two tables whose only code is `0`, of the value 0 (T.81 B.2.4.2).
pub fn huffman_tables() -> Vec<u8> {
    let table = |class: u8| [&[0xFF, 0xC4, 0, 20, class, 1][..], &[0; 15], &[0]].concat();
    [table(0), table(0x10)].concat()
}

fn webp() -> Vec<u8> {
    webp_of(9, 9)
}

/// A lossless WebP of one colour: prefix codes of one symbol take no bits for a pixel (RFC 9649, 3.7.2.1.1).
pub fn webp_of(width: u32, height: u32) -> Vec<u8> {
    // Bits from the lowest: no transform, no colour cache, no further codes, then five simple codes of the symbol 0.
    let codes = 0x1_1111_u32 << 3;
    let head = (width - 1) | (height - 1) << 14;
    let body = [&[0x2F][..], &head.to_le_bytes(), &codes.to_le_bytes(), &[0; 5]].concat();
    let mut file = b"RIFF".to_vec();
    file.extend((body.len() as u32 + 12).to_le_bytes());
    file.extend(*b"WEBPVP8L");
    file.extend((body.len() as u32).to_le_bytes());
    file.extend(body);
    file
}

fn small_jp2() -> Vec<u8> {
    jp2((9, 9), (9, 9), 3, 5, 1)
}

fn heic() -> Vec<u8> {
    image_file(b"heic", b"hvc1", (9, 9))
}

fn avif() -> Vec<u8> {
    image_file(b"avif", b"av01", (9, 9))
}

/// Sizes that are written out.
fn text_headers() -> Vec<Bomb> {
    let sizes =
        ["0 0", "1 1", "65535 65535", "9999 9999", "2147483648 1", "4294967295 4294967295", "99999999999999999999 9"];
    let of = |size: &'static str| {
        let (width, height) = size.split_once(' ').unwrap_or_default();
        let name = size.replace(' ', "-by-");
        vec![
            bomb(format!("pnm-lie-raw-{name}.pnm"), move || format!("P6 {size} 255\n")),
            bomb(format!("pnm-lie-bits-{name}.pnm"), move || format!("P4 {size}\n")),
            bomb(format!("pnm-lie-plain-{name}.pnm"), move || format!("P3 {size} 65535\n1 2 3")),
            bomb(format!("pnm-lie-pam-{name}.pnm"), move || {
                format!("P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n")
            }),
            bomb(format!("hdr-lie-{name}.hdr"), move || {
                format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n")
            }),
        ]
    };
    sizes.into_iter().flat_map(of).collect()
}

/// Pictures of close to 100 million pixels of one colour, which is what one picture may have.
fn flats() -> Vec<Bomb> {
    const SIDE: u32 = 9_990;
    let side = SIDE as u16;
    let pixels = SIDE as usize * SIDE as usize;
    let interlaced = |bits, colour, bytes: usize| {
        png_of((SIDE, SIDE), bits, colour, true, &[chunk(b"IDAT", &zlib_of(&vec![0; 1 << 16], (bytes >> 16) + 1))])
    };
    vec![
        bomb("png-flat-bits.png", || flat_png((SIDE, SIDE), 1, 0)),
        bomb("png-flat-grey.png", || flat_png((SIDE, SIDE), 8, 0)),
        bomb("png-flat-colour.png", || flat_png((SIDE, SIDE), 8, 2)),
        bomb("png-flat-deep.png", || flat_png((5_700, 5_700), 16, 6)),
        bomb("png-flat-interlaced.png", move || interlaced(8, 0, pixels + 20_000)),
        bomb("png-flat-interlaced-deep.png", move || interlaced(16, 2, 240_000_000)),
        bomb("png-flat-strip.png", || flat_png((65_535, 1_500), 8, 2)),
        bomb("png-flat-column.png", || flat_png((1, 65_535), 8, 2)),
        bomb("bmp-flat-runs.bmp", move || {
            let row = [[0xFF, 0].repeat(SIDE as usize / 255 + 1), vec![0, 0]].concat();
            bmp_of(SIDE, SIDE, 8, 1, &row.repeat(SIDE as usize))
        }),
        bomb("bmp-flat-skips.bmp", || bmp_of(SIDE, SIDE, 8, 1, &[0, 1])),
        bomb("bmp-flat-bits.bmp", move || bmp_of(SIDE, SIDE, 1, 0, &vec![0; SIDE as usize * 1_252])),
        bomb("tga-flat.tga", move || tga_of(side, side, &[0xFF, 0, 0, 0].repeat(pixels / 128 + 1))),
        bomb("qoi-flat.qoi", || qoi_of(SIDE, SIDE)),
        bomb("psd-flat.psd", || psd_of(SIDE, SIDE, 3)),
        bomb("psd-flat-channels.psd", || psd_of(3_000, 3_000, 56)),
        bomb("dds-flat.dds", || dds_of(9_600, 9_600)),
        bomb("tiff-flat-zip.tiff", move || tiff_of(SIDE, SIDE, 8, &zlib_of(&vec![0; SIDE as usize], SIDE as usize))),
        bomb("tiff-flat-runs.tiff", move || tiff_of(SIDE, SIDE, 32_773, &[0x81, 0].repeat(pixels / 128 + 1))),
        bomb("jpg-flat.jpg", || jpeg_of(9_992, 9_992, 1_249 * 1_249)),
        bomb("webp-flat.webp", || webp_of(SIDE, SIDE)),
        bomb("pnm-flat.pnm", move || {
            [format!("P4 {SIDE} {SIDE}\n").into_bytes(), vec![0; SIDE as usize * 1_249]].concat()
        }),
        bomb("hdr-flat.hdr", || {
            // Four channels of 8,000 values, in runs of at most 127.
            let line = [vec![2, 2, 0x1F, 0x40], [[0xFF, 0].repeat(62), vec![0xFE, 0]].concat().repeat(4)].concat();
            [b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 8000 +X 8000\n".to_vec(), line.repeat(8_000)].concat()
        }),
        bomb("jp2-flat.jp2", || jp2((SIDE, SIDE), (SIDE, SIDE), 1, 5, 1)),
        bomb("jp2-flat-colour.jp2", || jp2((SIDE, SIDE), (SIDE, SIDE), 3, 5, 1)),
    ]
}
