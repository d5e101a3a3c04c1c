//! A check of JPEG 2000 headers before anything is decoded: what would not fit, or would take out of all proportion, is
//! refused here.

use memchr::memmem;

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;

/// Samples of a JPEG 2000 image that are decoded; each takes about eight bytes while it is.
const MAX_JPX_SAMPLES: u64 = 100_000_000;

/// Channels of a picture: four inks and alpha.
const MAX_CHANNELS: u32 = 5;

/// Tiles and precincts of a JPEG 2000 image; real ones have a few thousand.
const MAX_JPX_PARTS: u64 = 1 << 16;

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
pub fn is_modest(bytes: &[u8], context: &Context) -> Result<bool> {
    let channels = boxed_channels(bytes);
    let mut found = 0;
    for at in memmem::find_iter(bytes, &CODESTREAM) {
        found += 1;
        if found > MAX_CODESTREAMS || !codestream_is_modest(bytes, at + CODESTREAM.len(), channels, context)? {
            return Ok(false);
        }
    }
    Ok(found > 0)
}

/// Channels that palettes and mappings of the file's boxes make of its components (ISO 15444-1, I.5.3.4 and I.5.3.5),
/// each a plane as large as the picture. They are looked for in all of the file, since a decoder takes boxes in any order.
fn boxed_channels(bytes: &[u8]) -> u32 {
    let bodies = |name: &'static [u8]| memmem::find_iter(bytes, name).filter_map(|at| bytes.get(at + name.len()..));
    bodies(b"pclr").map(columns).chain(bodies(b"cmap").map(mappings)).max().unwrap_or(0)
}

/// Columns of a palette: their number follows that of the rows; then the depth of each, which has a sign that decoders
/// refuse.
fn columns(palette: &[u8]) -> u32 {
    let [_, _, count, depths @ ..] = palette else { return 0 };
    let named = depths.iter().take((*count).into());
    if named.clone().all(|depth| depth & 0x80 == 0) { named.count() as u32 } else { 0 }
}

/// Mappings up to the first that is none: a component in two bytes, a kind that is 0 or 1, a column.
fn mappings(list: &[u8]) -> u32 {
    list.chunks_exact(4).take_while(|mapping| mapping[2] <= 1).count() as u32
}

/// Whether the codestream is in proportion whose size segment has its length at `siz`.
fn codestream_is_modest(bytes: &[u8], siz: usize, channels: u32, context: &Context) -> Result<bool> {
    let field = |index: usize| be32(bytes, siz + 4 + 4 * index);
    let fields: Option<Vec<u32>> = (0..8).map(field).collect();
    let (Some(fields), Some(components)) = (fields, be16(bytes, siz + 36)) else { return Ok(false) };
    // Components, then what a palette makes of them: both are held at a time.
    let components = if channels > components { channels.saturating_add(components) } else { components };
    let size = (fields[0].saturating_sub(fields[2]), fields[1].saturating_sub(fields[3]));
    let tiles = |size: u32, tile: u32| u64::from(size.div_ceil(tile.max(1)));
    context.check(Limit::image_side, u64::from(size.0.max(size.1)))?;
    context.check(Limit::image_pixels, u64::from(size.0) * u64::from(size.1))?;
    let pixels = u64::from(size.0) * u64::from(size.1);
    let parts = tiles(fields[0], fields[4]).saturating_mul(tiles(fields[1], fields[5]));
    let modest = pixels.saturating_mul(u64::from(components)) <= MAX_JPX_SAMPLES
        && components <= MAX_CHANNELS
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
    use transvase_base::error::ErrorCode;

    #[test]
    fn giant_images_are_refused_by_their_headers() {
        assert!(!is_modest(&codestream(10_000, 1), &Context::default()).unwrap(), "a hundred million tiles");
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
    fn planes_of_palettes_are_counted() {
        let boxed = |name: &[u8; 4], body: &[u8]| [&(8 + body.len() as u32).to_be_bytes()[..], name, body].concat();
        let refused = |head: &[u8], side: u32| {
            let file = [head, &codestream(side, side), b"\xFF\xD9"].concat();
            !is_modest(&file, &Context::default()).unwrap()
                && !is_modest(&[&file, head].concat(), &Context::default()).unwrap()
        };
        let palette = |columns: usize| boxed(b"pclr", &[&[0, 1, columns as u8][..], &vec![7; columns * 2]].concat());
        assert!(!refused(&palette(3), 2_000));
        assert!(refused(&palette(255), 10) && refused(&palette(4), 5_000));
        let mapped = |count: usize| boxed(b"cmap", &[0, 0, 1, 0].repeat(count));
        assert!(!refused(&mapped(4), 2_000));
        assert!(refused(&mapped(9_990), 10) && refused(&mapped(5), 5_000));
    }

    #[test]
    fn a_large_image_behind_a_small_one_is_seen() {
        assert!(is_modest(&codestream(8, 8), &Context::default()).unwrap());
        let hidden = [codestream(8, 8), codestream(u32::MAX, u32::MAX)].concat();
        assert_eq!(is_modest(&hidden, &Context::default()).unwrap_err().code(), ErrorCode::LimitExceeded);
    }
}
