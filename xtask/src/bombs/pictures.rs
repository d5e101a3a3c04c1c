//! Pictures of many parts: frames, chunks, directories, scans; and profiles and texts that unpack to far more.

use super::make::{Bomb, bomb, chunk, flat_png, noise, png_of, zlib_of};
use super::pixels::{huffman_tables, jpeg_of, webp_of};

/// Every bomb of these kinds.
pub fn all() -> Vec<Bomb> {
    [pngs(), gifs(), webps(), tiffs(), icos(), jpegs(), exrs(), others()].into_iter().flatten().collect()
}

fn pngs() -> Vec<Bomb> {
    let with = |chunks: Vec<Vec<u8>>| {
        let mut all = chunks;
        all.push(chunk(b"IDAT", &zlib_of(&[0; 10], 9)));
        png_of((9, 9), 8, 0, false, &all)
    };
    let packed = |kind: &'static [u8; 4], head: &'static [u8]| {
        move |bytes: usize| chunk(kind, &[head, &zlib_of(&[0; 1 << 10], bytes >> 10)].concat())
    };
    let profile = packed(b"iCCP", b"a\0\0");
    let text = packed(b"zTXt", b"a\0\0");
    let text_worldwide = packed(b"iTXt", b"a\0\x01\0\0\0");
    let animated = |frames: u32, side: u32| {
        let number = |number: u32| number.to_be_bytes();
        let mut chunks = vec![chunk(b"acTL", &[number(frames), number(0)].concat())];
        let data = zlib_of(&vec![0; side as usize + 1], side as usize);
        for frame in 0..frames {
            let control =
                [number(2 * frame), number(side), number(side), number(0), number(0), [0, 1, 0, 1], [0, 1, 0, 0]]
                    .concat();
            chunks.push(chunk(b"fcTL", &control[..26]));
            let sequence = [&number(2 * frame + 1)[..], &data].concat();
            chunks.push(if frame == 0 { chunk(b"IDAT", &data) } else { chunk(b"fdAT", &sequence) });
        }
        png_of((side, side), 8, 0, false, &chunks)
    };
    vec![
        bomb("png-profile-1g.png", move || with(vec![profile(1 << 30)])),
        bomb("png-text-1g.png", move || with(vec![text(1 << 30)])),
        bomb("png-text-worldwide-1g.png", move || with(vec![text_worldwide(1 << 30)])),
        bomb("png-texts.png", move || with(vec![text(1 << 20); 1_000])),
        bomb("png-chunks.png", move || with(vec![chunk(b"tEXt", b"a\0b"); 300_000])),
        bomb("png-data-empty.png", move || with(vec![chunk(b"IDAT", &[]); 500_000])),
        bomb("png-data-too-much.png", || {
            png_of((9, 9), 8, 0, false, &[chunk(b"IDAT", &zlib_of(&[0; 1 << 10], 1 << 20))])
        }),
        bomb("png-frames.png", move || animated(10_000, 9)),
        bomb("png-frames-large.png", move || animated(90, 3_000)),
        bomb("png-frames-999.png", move || animated(999, 900)),
        bomb("png-noise.png", || {
            png_of((3_000, 3_000), 8, 6, false, &[chunk(b"IDAT", &zlib_of(&noise(12_003), 3_000))])
        }),
        bomb("png-palette.png", || {
            png_of(
                (9_990, 9_990),
                1,
                3,
                false,
                &[chunk(b"PLTE", &[9; 6]), chunk(b"IDAT", &zlib_of(&[0; 1_250], 9_990))],
            )
        }),
    ]
}

/// Blocks of a GIF's data that say black for `pixels` pixels: codes of 3 bits, clear and black in turn.
fn gif_data(pixels: usize) -> Vec<u8> {
    let packed: Vec<u8> = (0..=pixels * 6 / 8).map(|at| [0b0010_0000, 0b1000_0010, 0b0000_1000][at % 3]).collect();
    let blocks = packed.chunks(255).flat_map(|block| [&[block.len() as u8][..], block].concat());
    [vec![2], blocks.collect(), vec![0]].concat()
}

fn gif_of(side: u16, frames: &[u8]) -> Vec<u8> {
    let mut file = b"GIF89a".to_vec();
    file.extend([side.to_le_bytes(), side.to_le_bytes()].concat());
    file.extend(*b"\x80\0\0\0\0\0\xFF\xFF\xFF");
    file.extend(frames);
    file.push(0x3B);
    file
}

/// A frame, with its way of disposal.
fn gif_frame(disposal: u8, left: u16, side: u16, data: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x21, 0xF9, 4, disposal << 2, 1, 0, 0, 0, 0x2C];
    frame.extend([left.to_le_bytes(), left.to_le_bytes(), side.to_le_bytes(), side.to_le_bytes()].concat());
    frame.push(0);
    frame.extend(data);
    frame
}

fn gifs() -> Vec<Bomb> {
    let many = |name: &str, disposal: u8, screen: u16, left: u16, side: u16, count: usize, pixels: usize| {
        bomb(format!("gif-{name}.gif"), move || {
            gif_of(screen, &gif_frame(disposal, left, side, &gif_data(pixels)).repeat(count))
        })
    };
    vec![
        many("frames-100k", 0, 9, 0, 9, 100_000, 1),
        many("frames-999", 1, 3_000, 0, 9, 999, 81),
        many("frames-restored", 3, 3_000, 0, 9, 999, 81),
        many("frames-cleared", 2, 3_000, 0, 3_000, 900, 1),
        many("frames-large", 1, 9_990, 0, 9_990, 9, 1_000_000),
        many("frames-empty", 1, 9_990, 0, 9_990, 999, 1),
        many("frames-outside", 1, 9, 60_000, 5_000, 999, 9),
        many("frame-100mp", 0, 9_990, 0, 9_990, 1, 9_990 * 9_990),
        bomb("gif-comments.gif", || gif_of(9, &b"\x21\xFE\x01a\0".repeat(1_000_000))),
        bomb("gif-blocks.gif", || gif_of(9, &[gif_frame(0, 0, 9, &[2]), vec![1, 0]].concat().repeat(300_000))),
        bomb("gif-data-endless.gif", || gif_of(9, &gif_frame(0, 0, 9, &gif_data(60_000_000)))),
    ]
}

fn webps() -> Vec<Bomb> {
    let part = |kind: &[u8; 4], body: &[u8]| {
        [&kind[..], &(body.len() as u32).to_le_bytes(), body, &vec![0; body.len() % 2]].concat()
    };
    let extended = move |flags: u8, side: u32, parts: Vec<u8>| {
        let canvas = [(side - 1).to_le_bytes()[..3].to_vec(), (side - 1).to_le_bytes()[..3].to_vec()].concat();
        let body = [b"WEBP".to_vec(), part(b"VP8X", &[vec![flags, 0, 0, 0], canvas].concat()), parts].concat();
        [&b"RIFF"[..], &(body.len() as u32).to_le_bytes(), &body].concat()
    };
    let frame = move |side: u32| {
        let size = (side - 1).to_le_bytes()[..3].repeat(2);
        part(b"ANMF", &[vec![0; 6], size, vec![1, 0, 0, 2], webp_of(side, side)[12..].to_vec()].concat())
    };
    let loops = move || part(b"ANIM", &[0; 6]);
    vec![
        bomb("webp-frames.webp", move || extended(2, 9, [loops(), frame(9).repeat(60_000)].concat())),
        bomb("webp-frames-999.webp", move || extended(2, 3_000, [loops(), frame(3_000).repeat(999)].concat())),
        bomb("webp-frames-small.webp", move || extended(2, 9_990, [loops(), frame(9).repeat(999)].concat())),
        bomb("webp-canvas.webp", move || extended(0, 1 << 24, webp_of(9, 9)[12..].to_vec())),
        bomb("webp-parts.webp", move || {
            extended(0, 9, [part(b"ABCD", b"").repeat(1_000_000), webp_of(9, 9)[12..].to_vec()].concat())
        }),
        bomb("webp-side.webp", || webp_of(16_383, 6_000)),
    ]
}

/// A TIFF of directories: each of fields (tag, type, count, value), leading to the next.
fn tiff_of(directories: &[Vec<(u16, u16, u32, u32)>], is_circle: bool, more: &[u8]) -> Vec<u8> {
    let mut file = b"II*\0\x08\0\0\0".to_vec();
    for (at, fields) in directories.iter().enumerate() {
        file.extend((fields.len() as u16).to_le_bytes());
        for (tag, kind, count, value) in fields {
            file.extend([tag.to_le_bytes(), kind.to_le_bytes()].concat());
            file.extend([count.to_le_bytes(), value.to_le_bytes()].concat());
        }
        let next = match (at + 1 == directories.len(), is_circle) {
            (true, true) => 8,
            (true, false) => 0,
            _ => file.len() as u32 + 4,
        };
        file.extend(next.to_le_bytes());
    }
    file.extend(more);
    file
}

fn tiffs() -> Vec<Bomb> {
    // Strips that all lie at byte 8.
    let picture = |width: u32, height: u32, strips: u32, list_at: u32| {
        let one = |tag: u16, value: u32| (tag, 4, 1, value);
        vec![
            one(256, width),
            one(257, height),
            one(258, 8),
            one(259, 1),
            one(262, 1),
            (273, 4, strips, list_at),
            one(277, 1),
            one(278, 1),
            (279, 4, strips, list_at),
        ]
    };
    vec![
        bomb("tiff-circle.tiff", move || tiff_of(&[picture(9, 1, 1, 8)], true, &[])),
        bomb("tiff-pages.tiff", move || tiff_of(&vec![picture(9, 1, 1, 8); 60_000], false, &[])),
        bomb("tiff-pages-large.tiff", move || tiff_of(&vec![picture(9_990, 1, 1, 8); 900], false, &[0; 9_990])),
        bomb("tiff-strips.tiff", move || {
            tiff_of(&[picture(9, 65_535, 65_535, 122)], false, &8_u32.to_le_bytes().repeat(65_535))
        }),
        bomb("tiff-strips-overlap.tiff", move || {
            tiff_of(&[picture(1_000, 65_535, 65_535, 122)], false, &1_000_u32.to_le_bytes().repeat(65_535))
        }),
        bomb("tiff-count.tiff", move || {
            tiff_of(&[vec![(256, 4, u32::MAX, 8), (257, 4, 1, 9), (258, 3, u32::MAX, 8)]], false, &[])
        }),
        bomb("tiff-fields.tiff", || {
            tiff_of(&[(0..65_535).map(|tag| (tag, 12, 9_999, 8)).collect()], false, &vec![0; 99_999])
        }),
        bomb("tiff-tiles.tiff", || {
            let one = |tag: u16, value: u32| (tag, 4, 1, value);
            tiff_of(
                &[vec![
                    one(256, 9_990),
                    one(257, 9_990),
                    one(258, 8),
                    one(262, 1),
                    one(322, 16),
                    one(323, 16),
                    (324, 4, 390_625, 106),
                    (325, 4, 390_625, 106),
                ]],
                false,
                &8_u32.to_le_bytes().repeat(390_625),
            )
        }),
        bomb("tiff-tile-4g.tiff", || {
            let one = |tag: u16, value: u32| (tag, 4, 1, value);
            tiff_of(
                &[vec![
                    one(256, 9),
                    one(257, 9),
                    one(258, 8),
                    one(259, 8),
                    one(262, 1),
                    one(322, 0xFFFF_FFF0),
                    one(323, 0xFFFF_FFF0),
                    one(324, 8),
                    one(325, 9),
                ]],
                false,
                &[],
            )
        }),
        bomb("tiff-samples.tiff", || {
            let one = |tag: u16, value: u32| (tag, 4, 1, value);
            tiff_of(
                &[vec![
                    one(256, 9_000),
                    one(257, 9_000),
                    one(258, 64),
                    one(259, 8),
                    one(262, 1),
                    one(273, 8),
                    one(277, 65_535),
                    one(278, 9_000),
                    one(279, 9_999),
                ]],
                false,
                &[0; 99],
            )
        }),
    ]
}

fn icos() -> Vec<Bomb> {
    let of = |count: u16, picture: Vec<u8>| {
        let entry = [
            &[0, 0, 0, 0, 1, 0, 32, 0][..],
            &(picture.len() as u32).to_le_bytes(),
            &(6 + 16 * u32::from(count)).to_le_bytes(),
        ]
        .concat();
        [vec![0, 0, 1, 0], count.to_le_bytes().to_vec(), entry.repeat(usize::from(count)), picture].concat()
    };
    vec![
        bomb("ico-entries.ico", move || of(65_535, flat_png((9, 9), 8, 6))),
        bomb("ico-entries-large.ico", move || of(65_535, flat_png((3_000, 3_000), 8, 6))),
        bomb("ico-picture-100mp.ico", move || of(1, flat_png((9_990, 9_990), 8, 0))),
        bomb("ico-in-itself.ico", move || (0..100).fold(flat_png((9, 9), 8, 6), |inner, _| of(1, inner))),
    ]
}

fn jpegs() -> Vec<Bomb> {
    let progressive = |side: u16, scans: Vec<u8>| {
        let mut file = vec![0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0];
        file.extend([1; 64]);
        file.extend([0xFF, 0xC2, 0, 11, 8]);
        file.extend([side.to_be_bytes(), side.to_be_bytes()].concat());
        file.extend([1, 1, 0x11, 0]);
        file.extend(huffman_tables());
        // The alternating codes: 0 is the end of 2^14 blocks and more (T.81 G.1.2.2).
        file.extend([&[0xFF, 0xC4, 0, 20, 0x11, 1][..], &[0; 15], &[0xE0]].concat());
        file.extend(scans);
        file.extend([0xFF, 0xD9]);
        file
    };
    let scan = |from: u8, to: u8, height: u8, data: usize| {
        [&[0xFF, 0xDA, 0, 8, 1, 1, 1, from, to, height][..], &vec![0; data]].concat()
    };
    let before_data = |more: Vec<u8>| {
        let file = jpeg_of(9, 9, 4);
        [file[..2].to_vec(), more, file[2..].to_vec()].concat()
    };
    let segment =
        |marker: u8, body: &[u8]| [&[0xFF, marker][..], &(body.len() as u16 + 2).to_be_bytes(), body].concat();
    vec![
        bomb("jpg-scans.jpg", move || {
            progressive(9_992, (0..5_000).flat_map(|at| scan(1 + at as u8 % 63, 1 + at as u8 % 63, 0, 180)).collect())
        }),
        bomb("jpg-scans-99.jpg", move || {
            progressive(9_992, (0..98).flat_map(|at| scan(1 + at % 63, 63, 0x10, 180)).collect())
        }),
        bomb("jpg-scans-refined.jpg", move || {
            progressive(
                9_992,
                (0..98).flat_map(|at| scan(1, 63, ((13 - at % 13) << 4) | (12 - at % 13), 180)).collect(),
            )
        }),
        bomb("jpg-tables.jpg", move || before_data(huffman_tables().repeat(100_000))),
        bomb("jpg-comments.jpg", move || before_data(segment(0xFE, b"").repeat(1_000_000))),
        bomb("jpg-profile-parts.jpg", move || before_data(segment(0xE2, b"ICC_PROFILE\0\x01\xFFabcd").repeat(100_000))),
        bomb("jpg-exif-circle.jpg", move || {
            before_data(segment(0xE1, b"Exif\0\0II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0\x08\0\0\0"))
        }),
        bomb("jpg-xmp.jpg", move || {
            before_data(
                segment(0xE1, &[b"http://ns.adobe.com/xap/1.0/\0".to_vec(), b"<a>".repeat(20_000)].concat())
                    .repeat(200),
            )
        }),
        bomb("jpg-restarts.jpg", move || before_data(segment(0xDD, &[0, 1]))),
        bomb("jpg-fill.jpg", move || before_data(vec![0xFF; 10 << 20])),
        bomb("jpg-cut.jpg", || jpeg_of(9_992, 9_992, 4)),
        bomb("jpg-frames.jpg", || jpeg_of(99, 99, 400).repeat(10_000)),
    ]
}

/// An OpenEXR of attributes and what follows them.
fn exr_of(attributes: &[(&str, &str, Vec<u8>)], rest: &[u8]) -> Vec<u8> {
    let mut file = vec![0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0];
    for (name, kind, value) in attributes {
        file.extend([name.as_bytes(), &[0], kind.as_bytes(), &[0]].concat());
        file.extend((value.len() as u32).to_le_bytes());
        file.extend(value);
    }
    file.push(0);
    file.extend(rest);
    file
}

fn exrs() -> Vec<Bomb> {
    let channel = |name: &str| [name.as_bytes(), &[0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]].concat();
    let of = move |names: Vec<String>, side: (i32, i32), rest: Vec<u8>| {
        let window: Vec<u8> = [0, 0, side.0, side.1].iter().flat_map(|number| number.to_le_bytes()).collect();
        let channels = [names.iter().flat_map(|name| channel(name)).collect(), vec![0]].concat();
        exr_of(
            &[
                ("channels", "chlist", channels),
                ("compression", "compression", vec![3]),
                ("dataWindow", "box2i", window.clone()),
                ("displayWindow", "box2i", window),
                ("lineOrder", "lineOrder", vec![0]),
                ("pixelAspectRatio", "float", vec![0, 0, 0x80, 0x3F]),
                ("screenWindowCenter", "v2f", vec![0; 8]),
                ("screenWindowWidth", "float", vec![0, 0, 0x80, 0x3F]),
            ],
            &rest,
        )
    };
    let colours = || ["B", "G", "R"].map(str::to_owned).to_vec();
    let sides = [
        ("0", (0, 0)),
        ("9989", (9_989, 9_989)),
        ("65534", (65_534, 65_534)),
        ("2g", (i32::MAX, i32::MAX)),
        ("negative", (-9, -9)),
        ("strip", (i32::MAX - 1, 0)),
    ];
    let lies =
        sides.map(|(name, side)| bomb(format!("exr-size-{name}.exr"), move || of(colours(), side, vec![0; 900])));
    let others = vec![
        bomb("exr-channels.exr", move || {
            of((0..20_000).map(|at| format!("a{at:05}")).collect(), (99, 99), vec![0; 900])
        }),
        bomb("exr-flat.exr", move || {
            let (rows, blocks) = (5_000_usize, 313_usize);
            let packed = zlib_of(&[0; 3 * 2 * 16], rows);
            let head = of(colours(), (4_999, 4_999), Vec::new()).len() + 8 * blocks;
            let table = (0..blocks).flat_map(|at| ((head + at * (8 + packed.len())) as u64).to_le_bytes());
            let block = |at: usize| {
                [&((at * 16) as u32).to_le_bytes()[..], &(packed.len() as u32).to_le_bytes(), &packed].concat()
            };
            of(colours(), (4_999, 4_999), table.chain((0..blocks).flat_map(block)).collect())
        }),
        bomb("exr-attributes.exr", || exr_of(&vec![("a", "string", vec![b'a']); 500_000], &[])),
        bomb("exr-attribute-2g.exr", || exr_of(&[("a", "string\0a", Vec::new())], &[0xFF; 99])),
    ];
    lies.into_iter().chain(others).collect()
}

fn others() -> Vec<Bomb> {
    vec![
        bomb("pnm-comments.pnm", || format!("P6\n{}9 9 255\n", "#a\n".repeat(2_000_000))),
        bomb("pnm-digits.pnm", || format!("P6 {} 9 255\n", "0".repeat(10 << 20))),
        bomb("pnm-plain.pnm", || format!("P2 3000 3000 65535\n{}", "1 ".repeat(9_000_000))),
        bomb("hdr-lines.hdr", || {
            format!("#?RADIANCE\n{}FORMAT=32-bit_rle_rgbe\n\n-Y 9 +X 9\n", "A=b\n".repeat(1_000_000))
        }),
        bomb("bmp-zeros.bmp", || [&b"BM"[..], &vec![0; 1 << 20]].concat()),
    ]
}
