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

fn check((width, height): (u32, u32), context: &Context) -> Result<()> {
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
        context.charge_unpacked(pixels.saturating_mul(u64::from(components)) as usize)?;
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

/// Whether the regions of a JBIG2 stream are in proportion (ITU-T T.88, 7.2 and 7.4). Segments in
/// PDF have no file header and follow each other.
///
/// # Errors
/// `LimitExceeded` for the sides or pixels of a page or region.
pub(super) fn jbig2_is_modest(bytes: &[u8], context: &Context) -> Result<bool> {
    let mut at = 0;
    while at < bytes.len() {
        context.tick(1)?;
        let Some(segment) = Jbig2Segment::read(bytes, at) else { return Ok(true) };
        if segment.has_size() {
            let (Some(width), Some(height)) = (be32(bytes, segment.data), be32(bytes, segment.data + 4)) else {
                return Ok(true);
            };
            // A page of unknown height grows with its stripes.
            let height = if segment.kind == 48 && height == u32::MAX { 1 } else { height };
            check((width, height), context)?;
            context.charge_unpacked((u64::from(width) * u64::from(height) / 8) as usize)?;
        }
        let len = segment.len.or_else(|| unknown_length(bytes.get(segment.data..)?));
        let Some(next) = len.and_then(|len| segment.data.checked_add(len)) else { return Ok(true) };
        at = next;
    }
    Ok(true)
}

/// Length of the data of a generic region that does not say it (7.2.7): its end is marked, and the number of its rows
/// follows. `None` where it has no end, as a decoder sees it.
fn unknown_length(data: &[u8]) -> Option<usize> {
    /// Where the flags of the region stand.
    const FLAGS: usize = 17;
    let flags = *data.get(FLAGS)?;
    let is_mmr = flags & 1 != 0;
    // The places of adaptive pixels (7.4.6.3) may look like an end.
    let places = match (is_mmr, flags >> 1 & 3, flags & 0x10 != 0) {
        (true, ..) => 0,
        (false, 0, false) => 8,
        (false, 0, true) => 24,
        (false, ..) => 2,
    };
    let end: [u8; 2] = if is_mmr { [0, 0] } else { [0xFF, 0xAC] };
    let body = FLAGS + 1 + places;
    let found = data.get(body..)?.windows(6).position(|window| window.starts_with(&end))?;
    Some(body + found + 6)
}

struct Jbig2Segment {
    kind: u8,
    /// Where its data begins.
    data: usize,
    len: Option<usize>,
}

impl Jbig2Segment {
    fn read(bytes: &[u8], at: usize) -> Option<Jbig2Segment> {
        let number = be32(bytes, at)?;
        let flags = *bytes.get(at + 4)?;
        let count = *bytes.get(at + 5)? >> 5;
        let (count, mut next) = if count == 7 {
            let count = (be32(bytes, at + 5)? & 0x1FFF_FFFF) as usize;
            (count, at + 9 + count.div_ceil(8) + 1)
        } else {
            (count as usize, at + 6)
        };
        let reference = if number <= 256 {
            1
        } else if number <= 65_536 {
            2
        } else {
            4
        };
        next = next.checked_add(count.checked_mul(reference)?)?;
        next = next.checked_add(if flags & 0x40 != 0 { 4 } else { 1 })?;
        let len = be32(bytes, next)?;
        let len = (len != u32::MAX).then_some(len as usize);
        Some(Jbig2Segment { kind: flags & 0x3F, data: next + 4, len })
    }

    /// Whether the data begins with a width and a height: regions and the page.
    fn has_size(&self) -> bool {
        matches!(self.kind, 4 | 6 | 7 | 20 | 22 | 23 | 36 | 38 | 39 | 40 | 42 | 43 | 48)
    }
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
        // A page segment of 4,000,000,000 pixels a side.
        let jbig2 =
            [&[0, 0, 0, 0, 48, 0, 1, 0, 0, 0, 19][..], &[0xEE, 0x6B, 0x28, 0, 0xEE, 0x6B, 0x28, 0], &[0; 11]].concat();
        let error = jbig2_is_modest(&jbig2, &Context::default()).unwrap_err();
        assert_eq!(error.code(), ErrorCode::LimitExceeded);
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

    #[test]
    fn what_follows_a_region_of_unknown_length_is_seen() {
        let segment =
            |kind: u8, len: u32, data: &[u8]| [&[0, 0, 0, 0, kind, 0, 1][..], &len.to_be_bytes(), data].concat();
        let sized = |side: u32, rest: &[u8]| [&side.to_be_bytes()[..], &side.to_be_bytes(), rest].concat();
        // Eight bytes of places that look like an end, then one.
        let region =
            sized(8, &[&[0; 10][..], &[0xFF, 0xAC, 0, 0, 0, 0, 0, 0], &[1, 2, 0xFF, 0xAC, 0, 0, 0, 8]].concat());
        let page = |side| segment(48, 19, &sized(side, &[0; 11]));
        let small = [segment(38, u32::MAX, &region), page(8)].concat();
        assert!(jbig2_is_modest(&small, &Context::default()).unwrap());
        let large = [segment(38, u32::MAX, &region), page(1 << 31)].concat();
        assert_eq!(jbig2_is_modest(&large, &Context::default()).unwrap_err().code(), ErrorCode::LimitExceeded);
    }
}
