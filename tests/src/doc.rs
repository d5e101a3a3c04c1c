//! A small document of old Word, as [MS-DOC] and [MS-CFB] have it: text in one piece, and nothing else.

/// Bytes of a sector of a compound file of version 3.
const SECTOR: usize = 512;
/// Streams that are shorter lie in a stream of their own; these do not.
const LONG: usize = 4_096;
/// Where the text lies in its stream.
const TEXT_AT: usize = 2_048;
/// Sector numbers with a meaning ([MS-CFB], 2.1).
const END_OF_CHAIN: u32 = 0xFFFF_FFFE;
const FAT_SECTOR: u32 = 0xFFFF_FFFD;
const FREE: u32 = 0xFFFF_FFFF;

/// The document.
pub fn doc() -> Vec<u8> {
    let text = "A letter\rIt has some words.\rAnd an end.\r";
    let (table, clx) = table(text.len());
    compound(&[("1Table", table), ("WordDocument", words(text, clx))])
}

/// The stream with the file information block ([MS-DOC], 2.5) and the text.
fn words(text: &str, clx: usize) -> Vec<u8> {
    let mut fib = Vec::new();
    // FibBase: the signature, Word 97, English, the table in `1Table`, characters of two bytes are allowed.
    for word in [0xA5EC_u16, 0x00C1, 0, 0x0409, 0, 0x1200, 0x00BF] {
        fib.extend(word.to_le_bytes());
    }
    fib.resize(32, 0);
    fib.extend(14_u16.to_le_bytes());
    fib.resize(fib.len() + 28, 0);
    fib.extend(22_u16.to_le_bytes());
    let mut lengths = [0_u32; 22];
    lengths[3] = text.len() as u32;
    fib.extend(lengths.iter().flat_map(|length| length.to_le_bytes()));
    fib.extend(93_u16.to_le_bytes());
    let mut places = [(0_u32, 0_u32); 93];
    places[33] = (0, clx as u32);
    fib.extend(places.iter().flat_map(|(at, length)| [at.to_le_bytes(), length.to_le_bytes()]).flatten());
    fib.extend(0_u16.to_le_bytes());
    fib.resize(TEXT_AT, 0);
    fib.extend(text.as_bytes());
    fib.resize(fib.len().max(LONG), 0);
    fib
}

/// The stream with the table of pieces ([MS-DOC], 2.9.38), and its length.
fn table(length: usize) -> (Vec<u8>, usize) {
    let mut clx = vec![2];
    clx.extend(16_u32.to_le_bytes());
    clx.extend(0_u32.to_le_bytes());
    clx.extend((length as u32).to_le_bytes());
    // The piece is of characters of one byte, so its place counts twice.
    clx.extend([0, 0]);
    clx.extend((0x4000_0000 | (TEXT_AT as u32 * 2)).to_le_bytes());
    clx.extend([0, 0]);
    let used = clx.len();
    clx.resize(LONG, 0);
    (clx, used)
}

/// A compound file of streams that are no shorter than [`LONG`], in the order of the lengths of their names.
fn compound(streams: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut fat = vec![FAT_SECTOR, END_OF_CHAIN];
    let mut entries = vec![entry("Root Entry", 5, 1, END_OF_CHAIN, 0)];
    let mut data = Vec::new();
    for (index, (name, bytes)) in streams.iter().enumerate() {
        let (first, count) = (fat.len() as u32, bytes.len().div_ceil(SECTOR) as u32);
        fat.extend((first + 1..first + count).chain([END_OF_CHAIN]));
        let right = if index + 1 < streams.len() { index as u32 + 2 } else { FREE };
        let mut one = entry(name, 2, FREE, first, bytes.len());
        one[72..76].copy_from_slice(&right.to_le_bytes());
        entries.push(one);
        data.extend(bytes);
        data.resize(data.len().next_multiple_of(SECTOR), 0);
    }
    fat.resize(SECTOR / 4, FREE);
    let mut file = header();
    file.extend(fat.iter().flat_map(|next| next.to_le_bytes()));
    file.extend(entries.concat());
    file.resize(3 * SECTOR, 0);
    file.extend(data);
    file
}

/// The header: one sector of the allocation table, the first; the directory in the second.
fn header() -> Vec<u8> {
    let mut header = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    header.resize(24, 0);
    for word in [0x3E_u16, 3, 0xFFFE, 9, 6] {
        header.extend(word.to_le_bytes());
    }
    header.resize(44, 0);
    for number in [1, 1, 0, LONG as u32, END_OF_CHAIN, 0, END_OF_CHAIN, 0, 0] {
        header.extend(number.to_le_bytes());
    }
    header.resize(SECTOR, 0xFF);
    header
}

/// An entry of the directory ([MS-CFB], 2.6.1).
fn entry(name: &str, kind: u8, child: u32, first: u32, length: usize) -> Vec<u8> {
    let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let name_bytes = entry.len() as u16 + 2;
    entry.resize(64, 0);
    entry.extend(name_bytes.to_le_bytes());
    entry.extend([kind, 1]);
    entry.extend([FREE, FREE, child].iter().flat_map(|number| number.to_le_bytes()));
    entry.resize(116, 0);
    entry.extend(first.to_le_bytes());
    entry.extend((length as u64).to_le_bytes());
    entry
}
