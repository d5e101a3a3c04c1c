//! Bombs of pictures made of boxes or of code streams with many parts: HEIC, AVIF, JPEG 2000, JPEG XL.

use super::make::{Bomb, bomb, repeat};

/// Every bomb of these formats.
pub fn all() -> Vec<Bomb> {
    jp2s().into_iter().chain(items()).chain(jxls()).collect()
}

/// A JPEG 2000 code stream (T.800 Annex A) without data: size of the picture and of a tile, components, levels of
/// decomposition, layers.
pub fn jp2(size: (u32, u32), tile: (u32, u32), components: u16, levels: u8, layers: u16) -> Vec<u8> {
    let mut sizes = vec![0, 0];
    for number in [size.0, size.1, 0, 0, tile.0, tile.1, 0, 0] {
        sizes.extend(number.to_be_bytes());
    }
    sizes.extend(components.to_be_bytes());
    sizes.extend([7, 1, 1].repeat(usize::from(components)));
    let style = [&[0, 0][..], &layers.to_be_bytes(), &[1, levels, 4, 4, 0, 1]].concat();
    let quantities = [vec![0x40], vec![0x40; 3 * usize::from(levels) + 1]].concat();
    let mut file = vec![0xFF, 0x4F];
    for (marker, body) in [(0x51, sizes), (0x52, style), (0x5C, quantities)] {
        file.extend([0xFF, marker]);
        file.extend((body.len() as u16 + 2).to_be_bytes());
        file.extend(body);
    }
    file.extend([0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0x93]);
    file.extend([0; 200]);
    file.extend([0xFF, 0xD9]);
    file
}

fn jp2s() -> Vec<Bomb> {
    let boxed = |more: Vec<u8>, stream: Vec<u8>| {
        let header =
            boxes(*b"ihdr", &[&4_000_u32.to_be_bytes()[..], &4_000_u32.to_be_bytes(), &[0, 1, 7, 7, 0, 0]].concat());
        let colour = boxes(*b"colr", &[1, 0, 0, 0, 0, 0, 16]);
        [
            boxes(*b"jP  ", &[0x0D, 0x0A, 0x87, 0x0A]),
            boxes(*b"ftyp", b"jp2 \0\0\0\0jp2 "),
            boxes(*b"jp2h", &[header, more, colour].concat()),
            boxes(*b"jp2c", &stream),
        ]
        .concat()
    };
    let palette = |columns: u8| {
        let entries =
            [&[0, 255, columns][..], &vec![7; usize::from(columns)], &vec![9; 255 * usize::from(columns)]].concat();
        let map: Vec<u8> = (0..columns).flat_map(|column| [0, 0, 1, column]).collect();
        [boxes(*b"pclr", &entries), boxes(*b"cmap", &map)].concat()
    };
    vec![
        bomb("jp2-tiles.jp2", || jp2((9_000, 9_000), (1, 1), 3, 1, 1)),
        bomb("jp2-tiles-64k.jp2", || jp2((9_000, 9_000), (36, 36), 3, 5, 1)),
        bomb("jp2-tiles-empty.jp2", || {
            let mut file = jp2((9_000, 9_000), (90, 90), 3, 5, 1);
            file.truncate(file.len() - 216);
            for tile in 0..10_000_u16 {
                file.extend([&[0xFF, 0x90, 0, 10][..], &tile.to_be_bytes(), &[0, 0, 0, 14, 0, 1, 0xFF, 0x93]].concat());
            }
            file
        }),
        bomb("jp2-components.jp2", || jp2((90, 90), (90, 90), 16_000, 1, 1)),
        bomb("jp2-components-large.jp2", || jp2((3_000, 3_000), (3_000, 3_000), 100, 5, 1)),
        bomb("jp2-layers.jp2", || jp2((900, 900), (900, 900), 3, 32, 65_535)),
        bomb("jp2-strip.jp2", || jp2((u32::MAX, 1), (u32::MAX, 1), 3, 5, 1)),
        bomb("jp2-palette.jp2", move || boxed(palette(4), jp2((9_000, 9_000), (9_000, 9_000), 1, 5, 1))),
        bomb("jp2-palette-columns.jp2", move || boxed(palette(255), jp2((4_000, 4_000), (4_000, 4_000), 1, 5, 1))),
        bomb("jp2-boxes-deep.jp2", move || {
            boxed((0..20_000).fold(Vec::new(), |inner, _| boxes(*b"jp2h", &inner)), jp2((9, 9), (9, 9), 1, 5, 1))
        }),
        bomb("jp2-boxes-wide.jp2", move || boxed(boxes(*b"xml ", b"").repeat(500_000), jp2((9, 9), (9, 9), 1, 5, 1))),
    ]
}

/// A box of ISO base media (ISO 14496-12, 4.2).
fn boxes(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
    [&(body.len() as u32 + 8).to_be_bytes()[..], &kind, body].concat()
}

/// A box with a version and flags.
fn full(kind: [u8; 4], version: u8, body: &[u8]) -> Vec<u8> {
    boxes(kind, &[&[version, 0, 0, 0][..], body].concat())
}

/// A still picture of one item, by brand and kind of item, without data.
pub fn image_file(brand: &[u8; 4], kind: &[u8; 4], size: (u32, u32)) -> Vec<u8> {
    items_of(brand, &[(1, *kind)], size, &[(1, vec![(0, 4)])], &[], &[])
}

/// A file of items: their kinds, the size of all, where each lies (extents), what refers to what, and the data.
fn items_of(
    brand: &[u8; 4],
    kinds: &[(u16, [u8; 4])],
    size: (u32, u32),
    places: &[(u16, Vec<(u32, u32)>)],
    references: &[Vec<u8>],
    data: &[u8],
) -> Vec<u8> {
    let entry = |(id, kind): &(u16, [u8; 4])| full(*b"infe", 2, &[&id.to_be_bytes()[..], &[0, 0], kind, &[0]].concat());
    let entries: Vec<u8> = kinds.iter().flat_map(entry).collect();
    let of_all: Vec<u8> = kinds.iter().flat_map(|(id, _)| [&id.to_be_bytes()[..], &[2, 0x81, 0x82]].concat()).collect();
    let properties = boxes(
        *b"ipco",
        &[full(*b"ispe", 0, &[size.0.to_be_bytes(), size.1.to_be_bytes()].concat()), boxes(*b"hvcC", &[1; 23])]
            .concat(),
    );
    let associations = full(*b"ipma", 0, &[&(kinds.len() as u32).to_be_bytes()[..], &of_all].concat());
    let meta = [
        full(*b"hdlr", 0, b"\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0"),
        full(*b"pitm", 0, &[0, 1]),
        full(*b"iinf", 0, &[&(kinds.len() as u16).to_be_bytes()[..], &entries].concat()),
        full(*b"iloc", 1, &[&[0x44, 0][..], &(places.len() as u16).to_be_bytes(), &places_of(places)].concat()),
        full(*b"iref", 0, &references.concat()),
        boxes(*b"iprp", &[properties, associations].concat()),
        boxes(*b"idat", data),
    ];
    [
        boxes(*b"ftyp", &[&brand[..], &[0; 4], b"mif1", brand].concat()),
        full(*b"meta", 0, &meta.concat()),
        boxes(*b"mdat", &[0; 64]),
    ]
    .concat()
}

/// The places of items in the box `idat` (construction method 1).
fn places_of(places: &[(u16, Vec<(u32, u32)>)]) -> Vec<u8> {
    let place = |(id, extents): &(u16, Vec<(u32, u32)>)| {
        let extents_bytes = extents.iter().flat_map(|(at, length)| [at.to_be_bytes(), length.to_be_bytes()].concat());
        let mut bytes = [id.to_be_bytes(), [0, 1], [0, 0], (extents.len() as u16).to_be_bytes()].concat();
        bytes.extend(extents_bytes);
        bytes
    };
    places.iter().flat_map(place).collect()
}

/// One item that is made of others.
fn made_of(kind: [u8; 4], from: u16, to: &[u16]) -> Vec<u8> {
    let ids: Vec<u8> = to.iter().flat_map(|id| id.to_be_bytes()).collect();
    boxes(kind, &[&from.to_be_bytes()[..], &(to.len() as u16).to_be_bytes(), &ids].concat())
}

/// Items that overlap or are made of one another.
fn items() -> Vec<Bomb> {
    let of = |extension: &'static str| {
        let (brand, kind) = if extension == "avif" { (b"avif", *b"av01") } else { (b"heic", *b"hvc1") };
        let named = move |name: &str| format!("{extension}-{name}.{extension}");
        let grid = move |rows: u8, columns: u8, side: u32, tiles: Vec<u16>| {
            let data = [&[0, 1, rows - 1, columns - 1][..], &side.to_be_bytes(), &side.to_be_bytes()].concat();
            items_of(
                brand,
                &[(1, *b"grid"), (2, kind)],
                (side, side),
                &[(1, vec![(0, 12)]), (2, vec![(0, 12)])],
                &[made_of(*b"dimg", 1, &tiles)],
                &data,
            )
        };
        vec![
            bomb(named("extents"), move || {
                items_of(brand, &[(1, kind)], (9, 9), &[(1, vec![(0, 1 << 20); 4_000])], &[], &vec![0; 1 << 20])
            }),
            bomb(named("extents-items"), move || {
                let ids = 1..=2_000_u16;
                let kinds: Vec<_> = ids.clone().map(|id| (id, kind)).collect();
                items_of(
                    brand,
                    &kinds,
                    (9, 9),
                    &ids.map(|id| (id, vec![(0, 1 << 20)])).collect::<Vec<_>>(),
                    &[],
                    &vec![0; 1 << 20],
                )
            }),
            bomb(named("items"), move || {
                items_of(brand, &(1..60_000).map(|id| (id, kind)).collect::<Vec<_>>(), (9, 9), &[], &[], &[])
            }),
            bomb(named("grid-65536"), move || grid(255, 255, 9_990, vec![2; 65_025])),
            bomb(named("grid-itself"), move || grid(255, 255, 9_990, vec![1; 65_025])),
            bomb(named("grid-2g"), move || grid(2, 2, 0x7FFF_FFFF, vec![2; 4])),
            bomb(named("derived-circle"), move || {
                items_of(
                    brand,
                    &[(1, *b"iden"), (2, *b"iden")],
                    (9, 9),
                    &[(1, vec![]), (2, vec![])],
                    &[made_of(*b"dimg", 1, &[2]), made_of(*b"dimg", 2, &[1])],
                    &[],
                )
            }),
            bomb(named("derived-tree"), move || {
                let kinds: Vec<_> = (1..30).map(|id| (id, *b"iovl")).collect();
                let references: Vec<_> = (1..29).map(|id| made_of(*b"dimg", id, &[id + 1; 2])).collect();
                items_of(
                    brand,
                    &kinds,
                    (9_990, 9_990),
                    &(1..30).map(|id| (id, vec![(0, 40)])).collect::<Vec<_>>(),
                    &references,
                    &[0; 40],
                )
            }),
            bomb(named("size-10k"), move || image_file(brand, &kind, (9_990, 9_990))),
            bomb(named("size-4g"), move || image_file(brand, &kind, (u32::MAX, u32::MAX))),
            bomb(named("boxes-deep"), move || {
                [
                    boxes(*b"ftyp", &[&brand[..], &[0; 4]].concat()),
                    (0..20_000).fold(Vec::new(), |inner, _| full(*b"meta", 0, &inner)),
                ]
                .concat()
            }),
            bomb(named("boxes-empty"), move || {
                [boxes(*b"ftyp", &[&brand[..], &[0; 4]].concat()), boxes(*b"free", &[]).repeat(2_000_000)].concat()
            }),
        ]
    };
    ["heic", "avif"].into_iter().flat_map(of).collect()
}

/// JPEG XL, of which only the head is made: its size comes first (ISO 18181-1, D.2).
fn jxls() -> Vec<Bomb> {
    let head = |bits: u64| [&[0xFF, 0x0A][..], &bits.to_le_bytes(), &[0; 40]].concat();
    let container = |body: Vec<u8>| {
        [boxes(*b"JXL ", &[0x0D, 0x0A, 0x87, 0x0A]), boxes(*b"ftyp", b"jxl \0\0\0\0jxl "), body].concat()
    };
    vec![
        // Not of small sides, the height in 30 bits, the ratio of one to one.
        bomb("jxl-size-1g.jxl", move || head(0b110 | (0x3FFF_FFFF << 3) | 1 << 33)),
        bomb("jxl-size-10k.jxl", move || head(0b010 | (9_989 << 3) | 1 << 16)),
        bomb("jxl-zeros.jxl", move || head(0)),
        bomb("jxl-ones.jxl", || [vec![0xFF, 0x0A], vec![0xFF; 100_000]].concat()),
        bomb("jxl-parts.jxl", move || container(boxes(*b"jxlp", &[0, 0, 0, 0]).repeat(300_000))),
        bomb("jxl-boxes.jxl", move || container(repeat("\0\0\0\u{8}free", 500_000).into_bytes())),
        bomb("jxl-brotli.jxl", move || {
            container(
                [
                    boxes(*b"brob", &[b"Exif".to_vec(), vec![0x1B; 100_000]].concat()),
                    boxes(*b"jxlc", &[0xFF, 0x0A, 0, 0]),
                ]
                .concat(),
            )
        }),
    ]
}
