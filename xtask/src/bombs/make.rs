//! What the makers of bombs share: repetition, packing, archives, pictures of one colour.

use std::io::Write as _;

use flate2::write::{DeflateEncoder, ZlibEncoder};
use flate2::{Compression, Crc};

/// A hostile file.
pub struct Bomb {
    /// File name; its extension says which format it is.
    pub name: String,
    /// Makes its bytes.
    pub make: Box<dyn Fn() -> Vec<u8> + Send + Sync>,
}

impl Bomb {
    /// The extension, without the dot.
    pub fn extension(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or_default()
    }
}

/// A bomb by name.
pub fn bomb<T: Into<Vec<u8>>>(name: impl Into<String>, make: impl Fn() -> T + Send + Sync + 'static) -> Bomb {
    Bomb { name: name.into(), make: Box::new(move || make().into()) }
}

/// Bombs of one family: each has a name, what is repeated (`{n}` is its number), and how often.
pub type Wide = (&'static str, &'static str, usize);

/// Bombs of one family: each has a name, what opens, what lies inside, what closes, and how deep.
pub type Deep = (&'static str, &'static str, &'static str, &'static str, usize);

/// A bomb for each row, its text made a file by `wrap`.
pub fn wide(extension: &'static str, rows: &'static [Wide], wrap: fn(&str) -> Vec<u8>) -> Vec<Bomb> {
    let bomb_of = |&(name, unit, count): &Wide| {
        bomb(format!("{extension}-{name}.{extension}"), move || wrap(&repeat(unit, count)))
    };
    rows.iter().map(bomb_of).collect()
}

/// A bomb for each row, its text made a file by `wrap`.
pub fn deep(extension: &'static str, rows: &'static [Deep], wrap: fn(&str) -> Vec<u8>) -> Vec<Bomb> {
    let bomb_of = |&(name, open, inner, close, depth): &Deep| {
        bomb(format!("{extension}-{name}.{extension}"), move || wrap(&nest(open, inner, close, depth)))
    };
    rows.iter().map(bomb_of).collect()
}

/// A text so many times over, with the number of each in the place of `{n}`.
pub fn repeat(unit: &str, count: usize) -> String {
    if unit.contains("{n}") {
        (0..count).map(|number| unit.replace("{n}", &number.to_string())).collect()
    } else {
        unit.repeat(count)
    }
}

/// Something within so many openings and closings.
pub fn nest(open: &str, inner: &str, close: &str, depth: usize) -> String {
    repeat(open, depth) + inner + &close.repeat(depth)
}

/// Bytes without a pattern, the same in every run (xorshift64, Marsaglia 2003).
pub fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// Packed by zlib.
pub fn zlib(bytes: &[u8]) -> Vec<u8> {
    zlib_of(bytes, 1)
}

/// A unit so many times over, packed by zlib, never held unpacked.
pub fn zlib_of(unit: &[u8], count: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    in_blocks(unit, count, |block| encoder.write_all(block).expect("a vector takes all"));
    encoder.finish().expect("a vector takes all")
}

/// Gives out a unit so many times over, in blocks of about a megabyte.
fn in_blocks(unit: &[u8], count: usize, mut give: impl FnMut(&[u8])) {
    let each = (1 << 20) / unit.len().max(1) + 1;
    let block = unit.repeat(each.min(count));
    for _ in 0..count / each {
        give(&block);
    }
    give(&block[..unit.len() * (count % each)]);
}

/// An entry of an archive: what its headers say and what it holds.
pub struct Entry {
    name: String,
    packed: Vec<u8>,
    method: u16,
    unpacked_bytes: u32,
    crc: u32,
}

/// A packed entry.
pub fn entry(name: impl Into<String>, bytes: impl AsRef<[u8]>) -> Entry {
    entry_of(name, bytes.as_ref(), 1)
}

/// A packed entry that holds a unit so many times over.
pub fn entry_of(name: impl Into<String>, unit: &[u8], count: usize) -> Entry {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let mut crc = Crc::new();
    in_blocks(unit, count, |block| {
        crc.update(block);
        encoder.write_all(block).expect("a vector takes all");
    });
    let packed = encoder.finish().expect("a vector takes all");
    Entry { name: name.into(), packed, method: 8, unpacked_bytes: (unit.len() * count) as u32, crc: crc.sum() }
}

/// An entry as it is.
pub fn stored(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Entry {
    let packed: Vec<u8> = bytes.into();
    let crc = crc32(&packed);
    Entry { name: name.into(), method: 0, unpacked_bytes: packed.len() as u32, packed, crc }
}

impl Entry {
    /// The entry with another size written in its headers.
    pub fn that_says(mut self, unpacked_bytes: u32) -> Entry {
        self.unpacked_bytes = unpacked_bytes;
        self
    }

    /// What the local and the central header share (APPNOTE 4.3.7, 4.3.12).
    fn header(&self) -> Vec<u8> {
        let mut header = vec![20, 0, 0, 0];
        header.extend(self.method.to_le_bytes());
        header.extend([0; 4]);
        for number in [self.crc, self.packed.len() as u32, self.unpacked_bytes] {
            header.extend(number.to_le_bytes());
        }
        header.extend((self.name.len() as u16).to_le_bytes());
        header.extend([0; 2]);
        header
    }
}

/// An archive of entries.
pub fn zip(entries: &[Entry]) -> Vec<u8> {
    zip_named(entries, 1)
}

/// An archive whose list names each entry so many times, so that all of them overlap.
pub fn zip_named(entries: &[Entry], times: usize) -> Vec<u8> {
    let (mut file, mut list) = (Vec::new(), Vec::new());
    for entry in entries {
        let at = file.len() as u32;
        file.extend(*b"PK\x03\x04");
        file.extend(entry.header());
        file.extend(entry.name.as_bytes());
        file.extend(&entry.packed);
        for time in 0..times {
            let name = if time == 0 { entry.name.clone() } else { format!("{time}-{}", entry.name) };
            let named = Entry { name: name.clone(), packed: Vec::new(), ..*entry };
            let mut header = named.header();
            header[14..18].copy_from_slice(&(entry.packed.len() as u32).to_le_bytes());
            list.extend(*b"PK\x01\x02\x14\0");
            list.extend(header);
            list.extend([0; 10]);
            list.extend(at.to_le_bytes());
            list.extend(name.as_bytes());
        }
    }
    let count = ((entries.len() * times).min(0xFFFF) as u16).to_le_bytes();
    let (start, length) = ((file.len() as u32).to_le_bytes(), (list.len() as u32).to_le_bytes());
    file.extend(list);
    file.extend(*b"PK\x05\x06\0\0\0\0");
    [&count[..], &count, &length, &start, &[0, 0]].iter().for_each(|part| file.extend(*part));
    file
}

/// The CRC-32 of zip and PNG.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// A chunk of a PNG (W3C PNG 5.3).
pub fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&kind[..], data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &body, &crc32(&body).to_be_bytes()].concat()
}

/// A PNG of chunks, after its header: size, bits, colour type, whether interlaced.
pub fn png_of(size: (u32, u32), bits: u8, colour: u8, interlaced: bool, chunks: &[Vec<u8>]) -> Vec<u8> {
    let header = [&size.0.to_be_bytes()[..], &size.1.to_be_bytes(), &[bits, colour, 0, 0, u8::from(interlaced)]];
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    file.extend(chunk(b"IHDR", &header.concat()));
    chunks.iter().for_each(|chunk| file.extend(chunk));
    file.extend(chunk(b"IEND", &[]));
    file
}

/// A black PNG.
pub fn flat_png(size: (u32, u32), bits: u8, colour: u8) -> Vec<u8> {
    let samples = match colour {
        2 => 3,
        4 => 2,
        6 => 4,
        _ => 1,
    };
    let row = 1 + (size.0 as usize * samples * usize::from(bits)).div_ceil(8);
    png_of(size, bits, colour, false, &[chunk(b"IDAT", &zlib_of(&vec![0; row], size.1 as usize))])
}

/// In Base64 (RFC 4648).
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let number = group.iter().chain(&[0; 2]).take(3).fold(0_usize, |number, byte| number << 8 | usize::from(*byte));
        for at in 0..4 {
            let letter = char::from(LETTERS[number >> (18 - 6 * at) & 63]);
            text.push(if at <= group.len() { letter } else { '=' });
        }
    }
    text
}

/// A picture of 100 million pixels as a `data:` address.
pub fn data_address(size: (u32, u32)) -> String {
    format!("data:image/png;base64,{}", base64(&flat_png(size, 8, 0)))
}
