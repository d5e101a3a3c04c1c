//! A check of image headers before anything is decoded: what would not fit, or would take out of all proportion, is
//! refused here.

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
pub(super) use transvase_codec::gates::jpx::is_modest as jpx_is_modest;

/// Charges the pixels of an image.
///
/// # Errors
/// `LimitExceeded` for its sides, its pixels or those of the whole conversion.
pub(super) fn charge((width, height): (u32, u32), context: &Context) -> Result<()> {
    check((width, height), context)?;
    context.charge(Limit::job_pixels, u64::from(width) * u64::from(height))
}

pub(super) fn check((width, height): (u32, u32), context: &Context) -> Result<()> {
    context.check(Limit::image_side, u64::from(width.max(height)))?;
    context.check(Limit::image_pixels, u64::from(width) * u64::from(height))
}

/// What the frame header of a JPEG says (ITU-T T.81, B.2.2).
pub(super) struct JpegFrame {
    pub width: u32,
    pub height: u32,
    pub components: u8,
}

/// The frame header of a JPEG of 8 bits a sample; `None` where there is none.
pub(super) fn jpeg_frame(bytes: &[u8]) -> Option<JpegFrame> {
    let mut at = 2;
    bytes.get(..2).filter(|start| *start == [0xFF, 0xD8])?;
    loop {
        let marker = *bytes.get(at + 1).filter(|_| bytes[at] == 0xFF)?;
        match marker {
            0xFF => at += 1,
            0x01 | 0xD0..=0xD8 => at += 2,
            0xC4 | 0xC8 | 0xCC | 0x00..=0xBF | 0xE0..=0xFE | 0xDB..=0xDF => at += 2 + be16(bytes, at + 2)? as usize,
            0xC0..=0xCF => {
                let eight_bits = *bytes.get(at + 4)? == 8;
                let (height, width) = (be16(bytes, at + 5)?, be16(bytes, at + 7)?);
                let components = *bytes.get(at + 9)?;
                return eight_bits.then_some(JpegFrame { width, height, components });
            }
            0xD9 | 0xDA => return None,
        }
    }
}

fn be16(bytes: &[u8], at: usize) -> Option<u32> {
    let pair = bytes.get(at..at + 2)?;
    Some(u32::from(pair[0]) << 8 | u32::from(pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_found_behind_other_segments() {
        let jpeg = [
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 17, 8, 0, 100, 0, 200, 3, 1, 0x22, 0, 2, 0x11, 1, 3,
            0x11, 1,
        ];
        let frame = jpeg_frame(&jpeg).unwrap();
        assert_eq!((frame.width, frame.height, frame.components), (200, 100, 3));
        assert!(jpeg_frame(&jpeg[..14]).is_none());
        assert!(jpeg_frame(b"no picture").is_none());
    }
}
