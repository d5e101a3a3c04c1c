//! Bytes made hostile: cut short, and changed in the ways that break parsers. Fixed seeds.

use std::collections::BTreeSet;
use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Marsaglia's xorshift64 (Journal of Statistical Software 8, 14): small and the same everywhere.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// A sequence of its own for every seed.
    pub fn new(seed: u64) -> Self {
        // Spread small seeds over all bits; the state must not be 0.
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.next() % end as u64) as usize }
    }
}

/// `bytes` cut at `count` points: some in the header, the rest all over the file.
pub fn truncated(bytes: &[u8], count: usize) -> Vec<Vec<u8>> {
    let near = count / 4;
    let in_header = (1..=near).map(|index| index * 97 / near.max(1));
    let all_over = (1..=count - near).map(|index| bytes.len() * index / (count - near + 1));
    in_header.chain(all_over).map(|end| bytes[..end.min(bytes.len())].to_vec()).collect()
}

/// `bytes` with one to eight changes, by a seed.
pub fn mutated(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut changed = bytes.to_vec();
    for _ in 0..=random.below(8) {
        change(&mut changed, &mut random);
    }
    changed
}

/// Of so many changed packages one is changed as a whole, in its directory and sums; the others in what it holds.
const AS_A_WHOLE: u64 = 4;

/// A package of which no more is unpacked, in bytes.
const LARGEST_PACKAGE: u64 = 4 << 20;

/// A file that can be changed, also in the parts of a package, where a change of packed bytes would only break their sums.
#[derive(Debug)]
pub struct Changeable {
    bytes: Vec<u8>,
    parts: Vec<(String, Vec<u8>)>,
}

impl Changeable {
    /// Takes a package apart.
    pub fn of(bytes: Vec<u8>) -> Self {
        let parts = unpacked(&bytes).unwrap_or_default();
        Changeable { bytes, parts }
    }

    /// The file with one to eight changes, by a seed.
    pub fn mutated(&self, seed: u64) -> Vec<u8> {
        if self.parts.is_empty() || seed.is_multiple_of(AS_A_WHOLE) {
            return mutated(&self.bytes, seed);
        }
        let changed = Random::new(seed).below(self.parts.len());
        let parts = self.parts.iter().enumerate().map(|(at, (name, bytes))| {
            let bytes = if at == changed { mutated(bytes, seed) } else { bytes.clone() };
            (name.as_str(), bytes)
        });
        packed(parts)
    }
}

/// What a zip archive holds; `None` for anything else.
fn unpacked(bytes: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut parts = Vec::new();
    let mut left = LARGEST_PACKAGE;
    for at in 0..archive.len() {
        let file = archive.by_index(at).ok()?;
        let (name, mut bytes) = (file.name().to_owned(), Vec::new());
        left -= file.take(left).read_to_end(&mut bytes).ok()? as u64;
        parts.push((name, bytes));
    }
    let names: BTreeSet<&String> = parts.iter().map(|(name, _)| name).collect();
    (left > 0 && names.len() == parts.len()).then_some(parts)
}

fn packed<'a>(parts: impl Iterator<Item = (&'a str, Vec<u8>)>) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in parts {
        archive.start_file(name, stored).expect("a file in memory can be written");
        archive.write_all(&bytes).expect("a file in memory can be written");
    }
    archive.finish().expect("a file in memory can be written").into_inner()
}

/// How often a piece is repeated at most: 64 bytes become a quarter of a megabyte.
const MOST_REPEATS: usize = 4_096;

fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = place(bytes, random);
    match random.below(7) {
        0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
        1 => extreme_word(bytes, at, random),
        2 => {
            let end = (at + 1 + random.below(64)).min(bytes.len());
            bytes.drain(at.min(end)..end);
        }
        3 => repeat(bytes, at, 1, random),
        4 => extreme_number(bytes, at, random),
        5 => repeat(bytes, at, 1 << random.below(MOST_REPEATS.ilog2() as usize + 1), random),
        _ => bytes.iter_mut().skip(at).take(16).for_each(|byte| *byte = random.next() as u8),
    }
}

/// So many copies of the next bytes, before them.
fn repeat(bytes: &mut Vec<u8>, at: usize, times: usize, random: &mut Random) {
    let end = (at + 1 + random.below(64)).min(bytes.len());
    let copies = bytes[at.min(end)..end].repeat(times);
    bytes.splice(at..at, copies);
}

/// Half of the changes hit the first kilobyte, where the headers are.
fn place(bytes: &[u8], random: &mut Random) -> usize {
    let end = if random.below(2) == 0 { bytes.len().min(1_024) } else { bytes.len() };
    random.below(end)
}

/// A length field that is nought, huge, or negative.
fn extreme_word(bytes: &mut [u8], at: usize, random: &mut Random) {
    const WORDS: [[u8; 4]; 5] = [[0; 4], [0xFF; 4], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 0, 0xFF, 0xFF]];
    let word = WORDS[random.below(WORDS.len())];
    bytes.iter_mut().skip(at).zip(word).for_each(|(byte, value)| *byte = value);
}

/// The next number written in digits, replaced by an extreme one.
fn extreme_number(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    const NUMBERS: [&str; 5] = ["0", "-1", "99999999999", "2147483648", "1e38"];
    let Some(start) = bytes.iter().skip(at).position(u8::is_ascii_digit).map(|offset| at + offset) else { return };
    let len = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    bytes.splice(start..start + len, NUMBERS[random.below(NUMBERS.len())].bytes());
}
