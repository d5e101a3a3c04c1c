//! Rows of samples as a PNG that is as small as the time that is given allows: filters are tried, the best is packed
//! well.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};

/// Samples in the form that a PNG stores.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub width: u32,
    pub height: u32,
    /// Bits of a sample.
    pub depth: u8,
    /// Colour type (PNG 3rd edition, 11.2.1).
    pub kind: u8,
    /// Bytes of a row, and of a pixel or 1.
    pub row_bytes: usize,
    pub pixel_bytes: usize,
    /// Chunks that go with the form: a palette and its opacities.
    pub colors: Vec<([u8; 4], Vec<u8>)>,
    /// Rows without filters.
    pub rows: Vec<u8>,
}

/// How the filter of a row is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// The same one for all.
    Same(u8),
    /// The one whose bytes, as numbers with a sign, are smallest (PNG 3rd edition, 12.7).
    Smallest,
    /// The one with the fewest different pairs of bytes.
    Plainest,
}

/// Filters that are tried, by the time that is given.
fn choices(effort: u64, is_palette: bool) -> &'static [Choice] {
    const NONE: Choice = Choice::Same(0);
    const UP: Choice = Choice::Same(2);
    const PAETH: Choice = Choice::Same(4);
    match (effort, is_palette) {
        (..=1, true) => &[NONE],
        (..=1, false) => &[Choice::Smallest],
        (..=4, true) => &[NONE, Choice::Smallest],
        (..=4, false) => &[NONE, Choice::Smallest, Choice::Plainest],
        (_, true) => &[NONE, UP, Choice::Plainest],
        (_, false) => &[NONE, UP, PAETH, Choice::Smallest, Choice::Plainest],
    }
}

/// Effort from which on the slowest packer is used.
const SLOW: u64 = 8;

/// The file of a form, with chunks between the header and the palette, and behind it.
pub(super) fn packed(form: &Form, before: &[u8], behind: &[u8], effort: u64, context: &Context) -> Result<Vec<u8>> {
    let choices = choices(effort, form.kind == 3 || form.depth < 8);
    let mut best: Option<(usize, Vec<u8>)> = None;
    for choice in choices {
        let filtered = filtered(form, *choice, context)?;
        if choices.len() == 1 {
            best = Some((0, filtered));
            break;
        }
        let size = deflated(&filtered, Compression::new(5), context)?.len();
        if best.as_ref().is_none_or(|(smallest, _)| size < *smallest) {
            best = Some((size, filtered));
        }
    }
    let rows = best.map(|(_, rows)| rows).unwrap_or_default();
    let data = match effort {
        SLOW.. => squeezed(&rows, effort, context)?,
        _ => deflated(&rows, Compression::best(), context)?,
    };
    Ok(file(form, before, behind, &data))
}

/// The file of a form whose rows are packed in a hurry, to see how large it may be.
pub(super) fn quick(form: &Form, before: &[u8], behind: &[u8], context: &Context) -> Result<Vec<u8>> {
    let rows = filtered(form, Choice::Same(0), context)?;
    Ok(file(form, before, behind, &deflated(&rows, Compression::best(), context)?))
}

fn file(form: &Form, before: &[u8], behind: &[u8], data: &[u8]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = [form.width.to_be_bytes(), form.height.to_be_bytes()].concat();
    header.extend([form.depth, form.kind, 0, 0, 0]);
    chunk(*b"IHDR", &header, &mut out);
    out.extend_from_slice(before);
    for (kind, data) in &form.colors {
        chunk(*kind, data, &mut out);
    }
    out.extend_from_slice(behind);
    chunk(*b"IDAT", data, &mut out);
    chunk(*b"IEND", &[], &mut out);
    out
}

/// Appends a chunk (5.3).
pub(super) fn chunk(kind: [u8; 4], data: &[u8], out: &mut Vec<u8>) {
    let mut crc = Crc::new();
    crc.update(&kind);
    crc.update(data);
    out.extend((data.len() as u32).to_be_bytes());
    out.extend(kind);
    out.extend_from_slice(data);
    out.extend(crc.sum().to_be_bytes());
}

fn deflated(rows: &[u8], level: Compression, context: &Context) -> Result<Vec<u8>> {
    const PIECE: usize = 1 << 18;
    let mut encoder = ZlibEncoder::new(Vec::new(), level);
    for piece in rows.chunks(PIECE) {
        context.checkpoint()?;
        encoder.write_all(piece).map_err(failed)?;
    }
    encoder.finish().map_err(failed)
}

/// Packed by Zopfli, which takes a hundred times as long.
fn squeezed(rows: &[u8], effort: u64, context: &Context) -> Result<Vec<u8>> {
    context.checkpoint()?;
    let rounds = if effort > SLOW { 15 } else { 5 };
    let options = zopfli::Options {
        iteration_count: std::num::NonZeroU64::new(rounds).unwrap_or(std::num::NonZeroU64::MIN),
        ..zopfli::Options::default()
    };
    let mut data = Vec::new();
    zopfli::compress(options, zopfli::Format::Zlib, rows, &mut data).map_err(failed)?;
    context.checkpoint()?;
    Ok(data)
}

fn failed(error: std::io::Error) -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be packed").caused_by(error)
}

/// The rows, each behind the number of its filter.
fn filtered(form: &Form, choice: Choice, context: &Context) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    context.room(form.rows.len())?;
    let blank = vec![0; form.row_bytes];
    let mut above: &[u8] = &blank;
    let mut tried: [Vec<u8>; 5] = Default::default();
    for row in form.rows.chunks_exact(form.row_bytes.max(1)) {
        context.tick(form.row_bytes as u64 / 8 + 1)?;
        let filter = match choice {
            Choice::Same(filter) => {
                apply(filter, row, above, form.pixel_bytes, &mut tried[usize::from(filter)]);
                filter
            }
            Choice::Smallest => least(row, above, form.pixel_bytes, &mut tried, magnitude),
            Choice::Plainest => least(row, above, form.pixel_bytes, &mut tried, pairs),
        };
        out.push(filter);
        out.extend_from_slice(&tried[usize::from(filter)]);
        above = row;
    }
    Ok(out)
}

/// Tries every filter on a row, and tells which one is least by a measure.
fn least(row: &[u8], above: &[u8], pixel: usize, tried: &mut [Vec<u8>; 5], measure: fn(&[u8]) -> u64) -> u8 {
    let mut best = (u64::MAX, 0);
    for filter in 0..5_u8 {
        let bytes = &mut tried[usize::from(filter)];
        apply(filter, row, above, pixel, bytes);
        let size = measure(bytes);
        if size < best.0 {
            best = (size, filter);
        }
    }
    best.1
}

fn magnitude(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(byte.cast_signed().unsigned_abs())).sum()
}

/// How many different pairs of neighbours there are.
fn pairs(bytes: &[u8]) -> u64 {
    let mut seen = [0_u64; 1 << 10];
    for pair in bytes.windows(2) {
        let pair = usize::from(pair[0]) << 8 | usize::from(pair[1]);
        seen[pair >> 6] |= 1 << (pair & 63);
    }
    seen.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// A row as differences to what a filter expects (PNG 3rd edition, 9.2).
fn apply(filter: u8, row: &[u8], above: &[u8], pixel: usize, out: &mut Vec<u8>) {
    out.clear();
    let left = |at: usize| if at >= pixel { row[at - pixel] } else { 0 };
    let corner = |at: usize| if at >= pixel { above[at - pixel] } else { 0 };
    match filter {
        0 => out.extend_from_slice(row),
        1 => out.extend((0..row.len()).map(|at| row[at].wrapping_sub(left(at)))),
        2 => out.extend(row.iter().zip(above).map(|(byte, above)| byte.wrapping_sub(*above))),
        3 => out.extend((0..row.len()).map(|at| {
            let mean = u16::midpoint(left(at).into(), above[at].into());
            row[at].wrapping_sub(mean as u8)
        })),
        _ => out.extend((0..row.len()).map(|at| row[at].wrapping_sub(paeth(left(at), above[at], corner(at))))),
    }
}

/// The neighbour that is nearest to what a plane through all three would give.
fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let (a, b, c) = (i16::from(left), i16::from(above), i16::from(corner));
    let (to_left, to_above, to_corner) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    if to_left <= to_above && to_left <= to_corner {
        left
    } else if to_above <= to_corner {
        above
    } else {
        corner
    }
}
