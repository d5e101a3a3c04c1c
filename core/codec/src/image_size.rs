//! Width and height of an encoded image, from its first bytes.

use transvase_model::media::MediaKind;

/// Width and height in pixels, without any orientation applied; `None` where the header does not
/// say, or the kind has none (SVG).
pub(crate) fn of(bytes: &[u8], kind: MediaKind) -> Option<(u32, u32)> {
    match kind {
        MediaKind::Png => Some((be32(bytes, 16)?, be32(bytes, 20)?)),
        MediaKind::Gif => Some((le16(bytes, 6)?, le16(bytes, 8)?)),
        MediaKind::Bmp => bmp(bytes),
        MediaKind::Jpeg => jpeg(bytes),
        MediaKind::Webp => webp(bytes),
        _ => None,
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

/// The first chunk (RFC 9649): that of the canvas (section 2.7), of a lossless picture (3.4), or of a lossy one, whose
/// frame header gives 14 bits to each side (RFC 6386, 9.1).
fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    const SIDE: u32 = 0x3FFF;
    match bytes.get(12..16)? {
        b"VP8X" => Some(((le32(bytes, 24)? & 0xFF_FFFF) + 1, (le32(bytes, 26)? >> 8) + 1)),
        b"VP8L" => {
            let sides = le32(bytes, 21)?;
            Some(((sides & SIDE) + 1, (sides >> 14 & SIDE) + 1))
        }
        b"VP8 " => Some((le16(bytes, 26)? & SIDE, le16(bytes, 28)? & SIDE)),
        _ => None,
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
    fn headers_of_webp_are_read() {
        let file = |chunk: &[u8; 4], data: &[u8]| [b"RIFF\0\0\0\0WEBP", &chunk[..], &[0; 4], data].concat();
        let canvas = file(b"VP8X", &[0, 0, 0, 0, 0x3F, 0, 0, 0x27, 1, 0]);
        assert_eq!(of(&canvas, MediaKind::Webp), Some((64, 296)));
        // 300 x 200: 299 and, from the fifteenth bit on, 199.
        let lossless = file(b"VP8L", &[0x2F, 0x2B, 0xC1, 0x31, 0]);
        assert_eq!(of(&lossless, MediaKind::Webp), Some((300, 200)));
        let lossy = file(b"VP8 ", &[0, 0, 0, 0x9D, 1, 0x2A, 0x2C, 1, 0xC8, 0]);
        assert_eq!(of(&lossy, MediaKind::Webp), Some((300, 200)));
        assert_eq!(of(&lossy[..20], MediaKind::Webp), None);
    }

    #[test]
    fn short_headers_say_nothing() {
        for kind in [MediaKind::Png, MediaKind::Gif, MediaKind::Bmp, MediaKind::Webp, MediaKind::Jpeg, MediaKind::Svg] {
            for length in 0..8 {
                assert_eq!(of(&[0xFF; 8][..length], kind), None);
            }
        }
    }
}
