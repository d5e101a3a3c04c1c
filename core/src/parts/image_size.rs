//! Width and height of an encoded image, from its first bytes.

use crate::model::media::MediaKind;

/// Width and height in pixels, without any orientation applied; `None` where the header does not
/// say, or the kind has none (SVG).
pub(crate) fn of(bytes: &[u8], kind: MediaKind) -> Option<(u32, u32)> {
    match kind {
        MediaKind::Png => Some((be32(bytes, 16)?, be32(bytes, 20)?)),
        MediaKind::Gif => Some((le16(bytes, 6)?, le16(bytes, 8)?)),
        MediaKind::Bmp => bmp(bytes),
        MediaKind::Jpeg => jpeg(bytes),
        MediaKind::Webp | MediaKind::Tiff | MediaKind::Svg => None,
    }
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4).map(|field| u32::from_be_bytes([field[0], field[1], field[2], field[3]]))
}

fn le32(bytes: &[u8], at: usize) -> Option<u32> {
    be32(bytes, at).map(u32::swap_bytes)
}

fn be16(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 2).map(|field| u32::from(u16::from_be_bytes([field[0], field[1]])))
}

fn le16(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 2).map(|field| u32::from(u16::from_le_bytes([field[0], field[1]])))
}

/// The information header; a negative height means rows from the top. The first version of the
/// format (12 bytes) has 16-bit fields.
fn bmp(bytes: &[u8]) -> Option<(u32, u32)> {
    match le32(bytes, 14)? {
        12 => Some((le16(bytes, 18)?, le16(bytes, 20)?)),
        _ => Some((le32(bytes, 18)?, le32(bytes, 22)?.cast_signed().unsigned_abs())),
    }
}

/// The frame header (ITU-T T.81, B.2.2): markers are walked by their lengths until it comes.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let marker = *bytes.get(at + 1).filter(|_| bytes[at] == 0xFF)?;
        match marker {
            0xFF => at += 1,
            0xC0..=0xCF if !matches!(marker, 0xC4 | 0xC8 | 0xCC) => {
                return Some((be16(bytes, at + 7)?, be16(bytes, at + 5)?));
            }
            0x01 | 0xD0..=0xD8 => at += 2,
            _ => at += 2 + be16(bytes, at + 2)? as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read() {
        let gif = b"GIF89a\x03\x00\x02\x01";
        assert_eq!(of(gif, MediaKind::Gif), Some((3, 258)));
        let mut bmp = vec![0; 26];
        (bmp[14], bmp[18]) = (40, 5);
        bmp[22..26].copy_from_slice(&(-7_i32).to_le_bytes());
        assert_eq!(of(&bmp, MediaKind::Bmp), Some((5, 7)));
        let jpeg = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 20, 1, 0];
        assert_eq!(of(&jpeg, MediaKind::Jpeg), Some((256, 20)));
    }

    #[test]
    fn short_headers_say_nothing() {
        for kind in [MediaKind::Png, MediaKind::Gif, MediaKind::Bmp, MediaKind::Jpeg, MediaKind::Svg] {
            for length in 0..8 {
                assert_eq!(of(&[0xFF; 8][..length], kind), None);
            }
        }
    }
}
