//! A look at the headers of image codecs before anything is decoded: what would not fit, or would
//! take out of all proportion, is refused here.

use memchr::memmem;

use crate::context::{Context, Limit};
use crate::error::Result;

/// Samples of a JPEG 2000 image that are decoded; each takes about eight bytes while it is.
const MAX_JPX_SAMPLES: u64 = 100_000_000;

/// Tiles and precincts of a JPEG 2000 image; real ones have a few thousand.
const MAX_JPX_PARTS: u64 = 1 << 16;

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

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The start of a codestream and of its first segment, the image's size (ISO 15444-1, A.4.1 and A.5.1): a decoder reads
/// none that begins otherwise.
const CODESTREAM: [u8; 4] = [0xFF, 0x4F, 0xFF, 0x51];

/// Codestreams that a file may seem to have; one has one.
const MAX_CODESTREAMS: usize = 8;

/// Whether every codestream of a JPEG 2000 file is in proportion (ISO 15444-1, A.5.1 and A.6.1), wherever in it a decoder
/// may find one.
///
/// # Errors
/// `LimitExceeded` for its sides or pixels.
pub(super) fn jpx_is_modest(bytes: &[u8], context: &Context) -> Result<bool> {
    let mut found = 0;
    for at in memmem::find_iter(bytes, &CODESTREAM) {
        found += 1;
        if found > MAX_CODESTREAMS || !codestream_is_modest(bytes, at + CODESTREAM.len(), context)? {
            return Ok(false);
        }
    }
    Ok(found > 0)
}

/// Whether the codestream is in proportion whose size segment has its length at `siz`.
fn codestream_is_modest(bytes: &[u8], siz: usize, context: &Context) -> Result<bool> {
    let field = |index: usize| be32(bytes, siz + 4 + 4 * index);
    let fields: Option<Vec<u32>> = (0..8).map(field).collect();
    let (Some(fields), Some(components)) = (fields, be16(bytes, siz + 36)) else { return Ok(false) };
    let size = (fields[0].saturating_sub(fields[2]), fields[1].saturating_sub(fields[3]));
    let tiles = |size: u32, tile: u32| u64::from(size.div_ceil(tile.max(1)));
    check(size, context)?;
    let pixels = u64::from(size.0) * u64::from(size.1);
    let parts = tiles(fields[0], fields[4]).saturating_mul(tiles(fields[1], fields[5]));
    let modest = pixels.saturating_mul(u64::from(components)) <= MAX_JPX_SAMPLES
        && components <= 5
        && parts.saturating_mul(u64::from(components)) <= MAX_JPX_PARTS
        && smallest_precinct(bytes.get(siz..).unwrap_or_default(), pixels);
    if modest {
        context.charge_samples(pixels.saturating_mul(u64::from(components)) as usize)?;
    }
    Ok(modest)
}

/// Whether the precincts that coding styles name are not too many for so many pixels.
fn smallest_precinct(codestream: &[u8], pixels: u64) -> bool {
    let mut rest = codestream;
    // COD and COC: the precinct sizes, where bit 0 of the style says so, end the segment.
    while let Some(at) = rest.windows(2).position(|pair| matches!(pair, [0xFF, 0x52 | 0x53])) {
        let style = rest.get(at..).unwrap_or_default();
        let is_cod = style.get(1) == Some(&0x52);
        let len = be16(style, 2).unwrap_or(0) as usize;
        let fixed = if is_cod { 14 } else { 11 };
        let has_sizes = style.get(if is_cod { 4 } else { 5 }).is_some_and(|style| style & 1 == 1) && len < 64;
        let sizes = if has_sizes { style.get(fixed..2 + len).unwrap_or_default() } else { &[] };
        let area = |size: &u8| 1_u64 << (size & 15) << (size >> 4);
        if sizes.iter().skip(1).any(|size| pixels / area(size) > MAX_JPX_PARTS) {
            return false;
        }
        rest = style.get(2..).unwrap_or_default();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

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

    #[test]
    fn giant_images_are_refused_by_their_headers() {
        assert!(!jpx_is_modest(&codestream(10_000, 1), &Context::default()).unwrap(), "a hundred million tiles");
    }

    /// The beginning of a codestream of so many pixels a side, in tiles of so many.
    fn codestream(side: u32, tile: u32) -> Vec<u8> {
        let mut bytes = vec![0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0];
        for field in [side, side, 0, 0, tile, tile, 0, 0] {
            bytes.extend(field.to_be_bytes());
        }
        bytes.extend([0, 1, 7, 1, 1]);
        bytes
    }

    #[test]
    fn a_large_image_behind_a_small_one_is_seen() {
        assert!(jpx_is_modest(&codestream(8, 8), &Context::default()).unwrap());
        let hidden = [codestream(8, 8), codestream(u32::MAX, u32::MAX)].concat();
        assert_eq!(jpx_is_modest(&hidden, &Context::default()).unwrap_err().code(), ErrorCode::LimitExceeded);
    }
}
