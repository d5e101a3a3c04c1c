//! What a WebP is made of: chunks, one within the other (RFC 9649, 2).

use transvase_base::le;

/// Where the first chunk of a file stands, behind the head of the one around all (2.4).
pub const FIRST: usize = 12;

/// Bytes of a chunk before its data: its name and its length (2.3).
pub(crate) const CHUNK_HEAD: usize = 8;

/// Largest side (3.4: 14 bits, for one less); with loss it is one pixel shorter.
pub const MOST_PX: u32 = 16_384;

/// Flags of the extended header (RFC 9649, 2.7).
pub const HAS_ICC: u8 = 0x20;
/// A flag: some pixel is not opaque.
pub const HAS_ALPHA: u8 = 0x10;
/// A flag: there is a chunk of Exif.
pub const HAS_EXIF: u8 = 0x08;
/// A flag: there is a chunk of XMP.
pub const HAS_XMP: u8 = 0x04;
/// A flag: there are several frames.
pub const IS_ANIMATED: u8 = 0x02;

/// A chunk, padded to an even length (2.3).
pub fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let pad = if data.len() % 2 == 1 { &[0][..] } else { &[] };
    [&name[..], &(data.len() as u32).to_le_bytes(), data, pad].concat()
}

/// The low three bytes of a number.
pub fn three(number: u32) -> [u8; 3] {
    let [low, middle, high, _] = number.to_le_bytes();
    [low, middle, high]
}

/// The chunk that makes a file one of the extended form (2.7).
pub fn extension(flags: u8, (width, height): (u32, u32)) -> Vec<u8> {
    let sides = [three(width.saturating_sub(1)), three(height.saturating_sub(1))].concat();
    chunk(b"VP8X", &[&[flags, 0, 0, 0][..], &sides].concat())
}

/// Name and data of each chunk from `at` on; the last may be cut.
pub fn chunks(bytes: &[u8], mut at: usize) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    std::iter::from_fn(move || {
        let name = *bytes.get(at..)?.first_chunk::<4>()?;
        let length = le::u32(bytes, at + 4)? as usize;
        let start = at + CHUNK_HEAD;
        let end = start.saturating_add(length).min(bytes.len());
        at = end.saturating_add(length % 2);
        Some((name, &bytes[start..end]))
    })
}

/// Whether the picture, or a frame, is coded as VP8 (2.5), which loses something.
pub(crate) fn is_lossy(file: &[u8]) -> bool {
    chunks(file, FIRST).any(|(name, _)| name == *b"VP8 ")
}
