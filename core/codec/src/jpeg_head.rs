//! JPEG headers: the marker segments before the pixels (ITU-T T.81, B.1.1.4), for those who do not decode them.

mod restate;

pub use restate::{bare, with_orientation};

use crate::exif;

/// Start of the segments that hold a colour profile.
const PROFILE: &[u8] = b"ICC_PROFILE\0";

/// Marker and payload of each segment up to the pixels.
fn segments(jpeg: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut rest = jpeg.get(2..).unwrap_or_default();
    std::iter::from_fn(move || {
        loop {
            let (first, after) = rest.split_first()?;
            let marker = *after.first()?;
            match (*first, marker) {
                // Fill bytes, and markers that stand alone.
                (0xFF, 0xFF) => rest = after,
                (0xFF, 0x01 | 0xD0..=0xD8) => rest = &after[1..],
                (0xFF, 0xD9 | 0xDA) => return None,
                (0xFF, _) => {
                    let length = usize::from(u16::from_be_bytes([*after.get(1)?, *after.get(2)?]));
                    let payload = after.get(3..1 + length)?;
                    rest = after.get(1 + length..)?;
                    return Some((marker, payload));
                }
                _ => return None,
            }
        }
    })
}

/// Width and height in pixels as stored.
pub fn size(jpeg: &[u8]) -> Option<(u32, u32)> {
    let is_frame = |marker: u8| matches!(marker, 0xC0..=0xCF) && !matches!(marker, 0xC4 | 0xC8 | 0xCC);
    let (_, frame) = segments(jpeg).find(|(marker, _)| is_frame(*marker))?;
    let side = |at: usize| Some(u32::from(u16::from_be_bytes([*frame.get(at)?, *frame.get(at + 1)?])));
    Some((side(3)?, side(1)?)).filter(|(width, height)| *width > 0 && *height > 0)
}

/// Whether the picture is coded in one of the ways that every program knows: in 8 bits, with Huffman codes, in one pass or
/// several (T.81, table B.1).
pub fn is_common(jpeg: &[u8]) -> bool {
    let frame =
        segments(jpeg).find(|(marker, _)| matches!(marker, 0xC0..=0xCF) && !matches!(marker, 0xC4 | 0xC8 | 0xCC));
    frame.is_some_and(|(marker, frame)| marker <= 0xC2 && frame.first() == Some(&8))
}

/// The Exif block, a TIFF structure.
pub fn exif(jpeg: &[u8]) -> Option<&[u8]> {
    segments(jpeg).filter(|(marker, _)| *marker == 0xE1).find_map(|(_, payload)| payload.strip_prefix(b"Exif\0\0"))
}

/// Sets the orientation that the Exif block states to upright.
pub fn set_upright(jpeg: &mut [u8]) {
    set_orientation(jpeg, 1);
}

/// Sets the orientation where the Exif block states one, and tells whether it does.
fn set_orientation(jpeg: &mut [u8], orientation: u8) -> bool {
    let place = exif(jpeg).and_then(|block| {
        let (range, is_little) = exif::value(block, exif::ORIENTATION)?;
        let start = block.as_ptr().addr() - jpeg.as_ptr().addr();
        Some((start + range.start..start + range.end, is_little))
    });
    if let Some((range, is_little)) = place
        && let Some([first, second, ..]) = jpeg.get_mut(range)
    {
        (*first, *second) = if is_little { (orientation, 0) } else { (0, orientation) };
        return true;
    }
    false
}

/// Whether the file has a colour profile (ICC.1, annex B.4).
pub fn has_profile(jpeg: &[u8]) -> bool {
    segments(jpeg).any(|(marker, payload)| marker == 0xE2 && payload.starts_with(PROFILE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_walked() {
        let jpeg = b"\xFF\xD8\xFF\xE1\0\x0AExif\0\0II\xFF\xFF\xC2\0\x0B\x08\0\x14\x01\0\x01\0\0\xFF\xDA";
        assert_eq!(size(jpeg), Some((256, 20)));
        assert_eq!(exif(jpeg), Some(&b"II"[..]));
        for end in 0..jpeg.len() {
            let _ = (size(&jpeg[..end]), exif(&jpeg[..end]));
        }
    }
}
