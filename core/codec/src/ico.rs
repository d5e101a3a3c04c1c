//! The decoder of ICO and CUR, the icons and cursors of Windows: the largest picture.

use std::cmp::Reverse;

use crate::Codec;
use crate::{dib, png};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::le;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::media::MediaKind;
use transvase_model::raster::Raster;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Ico, sniff, size, is_lossy: |_| false, decode: read };

/// Bytes of the header and of each entry.
pub const HEAD: usize = 6;
/// Bytes of an entry of the directory.
pub const ENTRY: usize = 16;

/// What a picture that is a whole PNG begins with.
pub const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The first bytes are numbers that much may begin with: an entry has to hold a picture.
fn sniff(bytes: &[u8]) -> bool {
    let is_icon = matches!(bytes, [0, 0, 1 | 2, 0, ..]);
    let is_picture = |data: &[u8]| data.starts_with(PNG) || matches!(le::u32(data, 0), Some(12 | 40 | 108 | 124));
    is_icon && entries(bytes).iter().take(4).any(|data| is_picture(data))
}

/// What the entries hold, as far as it is there.
pub fn entries(bytes: &[u8]) -> Vec<&[u8]> {
    let count = le::u16(bytes, 4).map_or(0, usize::from);
    let entry = |index: usize| {
        let at = HEAD + index * ENTRY;
        let (length, start) = (le::u32(bytes, at + 8)? as usize, le::u32(bytes, at + 12)? as usize);
        let data = bytes.get(start..)?;
        // Lengths are often wrong: the picture knows its own.
        Some(if length == 0 { data } else { data.get(..length).unwrap_or(data) })
    };
    (0..count.min(1_000))
        .map_while(|index| le::slice(bytes, HEAD + index * ENTRY, ENTRY).map(|_| entry(index)))
        .flatten()
        .collect()
}

/// Sides of the picture in an entry, and its bits.
pub fn entry_size(data: &[u8]) -> Option<(u32, u32, u16)> {
    if data.starts_with(PNG) {
        let field = |at: usize| le::u32(data, at).map(u32::swap_bytes);
        return Some((field(16)?, field(20)?, 32));
    }
    let (width, height) = dib::size(data, true)?;
    Some((width, height, le::u16(data, 14).unwrap_or(0)))
}

/// The entries with what they hold, the largest first.
fn ranked(bytes: &[u8]) -> Vec<((u32, u32, u16), &[u8])> {
    let mut sized: Vec<_> =
        entries(bytes).into_iter().filter_map(|data| entry_size(data).map(|size| (size, data))).collect();
    sized.sort_by_key(|((width, height, bits), _)| Reverse((u64::from(*width) * u64::from(*height), *bits)));
    sized
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    Ok(ranked(bytes).first().map(|((width, height, _), _)| (*width, *height)))
}

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let mut first = None;
    for (_, data) in ranked(bytes) {
        context.charge(Limit::archive_entries, 1)?;
        match picture(data, context) {
            Ok(raster) => {
                if first.is_some() {
                    let message = "the largest picture of the icon is damaged: a smaller one was read";
                    context.warn(Warning::new(WarningCode::InputRepaired, message));
                }
                return Ok(raster);
            }
            Err(error) if !matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => return Err(error),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| Error::malformed("the icon holds no picture")))
}

fn picture<'a>(data: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    if data.starts_with(PNG) {
        return png::read::read(data, context);
    }
    let dib = dib::read_icon(data, context)?;
    Ok(Raster { icc: dib.icc, ..Raster::pages(dib.rows) })
}
