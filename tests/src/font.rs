//! A font made for tests: one black square for each of its characters, by the OpenType specification.

/// Units of the em.
const EM: u16 = 1_000;

/// A TrueType file of the family named, with a square for each of `characters`.
pub fn squares(family: &str, characters: &str) -> Vec<u8> {
    let mut codes: Vec<u32> = characters.chars().map(u32::from).collect();
    codes.sort_unstable();
    codes.dedup();
    let glyphs = codes.len() as u16 + 1;
    let square = square();
    let glyf: Vec<u8> = square.repeat(usize::from(glyphs));
    let loca = (0..=u32::from(glyphs)).flat_map(|glyph| (glyph * square.len() as u32).to_be_bytes()).collect();
    let hmtx = (0..glyphs).flat_map(|_| words(&[EM, 0])).collect();
    file(&[
        (b"OS/2", os2()),
        (b"cmap", cmap(&codes)),
        (b"glyf", glyf),
        (b"head", head()),
        (b"hhea", words(&[1, 0, 800, 200_u16.wrapping_neg(), 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, glyphs])),
        (b"hmtx", hmtx),
        (b"loca", loca),
        (b"maxp", words(&[1, 0, glyphs, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])),
        (b"name", name(family)),
        (b"post", [words(&[3, 0]), vec![0; 28]].concat()),
    ])
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// A table directory and its tables, each at a multiple of four bytes.
fn file(tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let count = tables.len() as u16;
    let mut bytes = words(&[1, 0, count, 128, 3, count * 16 - 128]);
    let mut offset = 12 + 16 * tables.len();
    for (tag, table) in tables {
        bytes.extend(*tag);
        for number in [0, offset as u32, table.len() as u32] {
            bytes.extend(number.to_be_bytes());
        }
        offset += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        bytes.extend(table);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    bytes
}

/// A glyph of one contour of four points, all on the curve.
fn square() -> Vec<u8> {
    let mut glyph = words(&[1, 100, 0, 900, 700, 3, 0]);
    glyph.extend([1; 4]);
    glyph.extend(words(&[100, 800, 0, 800_u16.wrapping_neg()]));
    glyph.extend(words(&[0, 0, 700, 0]));
    glyph.resize(glyph.len().next_multiple_of(4), 0);
    glyph
}

fn head() -> Vec<u8> {
    let mut head = words(&[1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, EM]);
    head.extend([0; 16]);
    head.extend(words(&[0, 0, EM, 800, 0, 8, 2, 1, 0]));
    head
}

fn os2() -> Vec<u8> {
    let mut os2 = words(&[4, EM, 400, 5, 0]);
    os2.resize(96, 0);
    os2
}

/// The family and, without spaces, the PostScript name, in English, for Windows.
fn name(family: &str) -> Vec<u8> {
    let utf16 = |text: &str| words(&text.encode_utf16().collect::<Vec<_>>());
    let (name, post_script) = (utf16(family), utf16(&family.replace(' ', "")));
    let (end, length) = (name.len() as u16, post_script.len() as u16);
    let head = words(&[0, 2, 30, 3, 1, 0x409, 1, end, 0, 3, 1, 0x409, 6, length, end]);
    [head, name, post_script].concat()
}

/// A map of single characters (format 12).
fn cmap(codes: &[u32]) -> Vec<u8> {
    let mut cmap = words(&[0, 1, 3, 10, 0, 12, 12, 0]);
    for number in [16 + 12 * codes.len() as u32, 0, codes.len() as u32] {
        cmap.extend(number.to_be_bytes());
    }
    for (index, code) in codes.iter().enumerate() {
        for number in [*code, *code, index as u32 + 1] {
            cmap.extend(number.to_be_bytes());
        }
    }
    cmap
}
