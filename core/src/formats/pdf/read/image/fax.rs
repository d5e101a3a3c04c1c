//! Fax images (ISO 32000-1, 7.4.6). The decoder gets parameters that are made anew from what was understood of the
//! file's and checked, never the file's own.

use hayro_ccitt::{DecodeSettings, Decoder, DecoderContext, EncodingMode};
use hayro_syntax::object::Dict;

use super::pixels::Samples;
use super::{Header, gate};
use crate::context::Context;
use crate::error::Result;
use crate::parts::fence::fenced;

/// Columns of an image that names none (table 11).
const COLUMNS: i32 = 1_728;

/// What the decoder needs to know; `None` where the file says what no image can have.
pub(super) fn settings(parameters: &Dict<'_>, header: &Header<'_>) -> Option<DecodeSettings> {
    let flag = |key: &[u8], default| parameters.get::<bool>(key).unwrap_or(default);
    let number = |key: &[u8], default| parameters.get::<i32>(key).unwrap_or(default);
    let encoding = match number(b"K", 0) {
        ..0 => EncodingMode::Group4,
        0 => EncodingMode::Group3_1D,
        1.. => EncodingMode::Group3_2D,
    };
    // The height of the image goes before the rows of its packing, as with other programs.
    let rows = if header.height > 0 { header.height } else { u32::try_from(number(b"Rows", 0)).ok()? };
    Some(DecodeSettings {
        columns: u32::try_from(number(b"Columns", COLUMNS)).ok().filter(|columns| *columns > 0)?,
        rows: Some(rows).filter(|rows| *rows > 0)?,
        end_of_block: flag(b"EndOfBlock", true),
        end_of_line: flag(b"EndOfLine", false),
        rows_are_byte_aligned: flag(b"EncodedByteAlign", false),
        encoding,
        strict: false,
    })
}

/// Whether black is written as one.
pub(super) fn black_is_one(parameters: &Dict<'_>) -> bool {
    parameters.get::<bool>(b"BlackIs1").unwrap_or(false)
}

/// The samples of an image, one bit each; `None` where not a row of it can be read. What is read before any damage
/// counts, the rest is white.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn samples(
    bytes: &[u8],
    parameters: &Dict<'_>,
    header: &Header<'_>,
    context: &Context,
) -> Result<Option<Samples>> {
    let Some(settings) = settings(parameters, header) else { return Ok(None) };
    let (width, height) = (settings.columns, settings.rows);
    gate::charge((width, height), context)?;
    let stride = (width as usize).div_ceil(8);
    context.charge_unpacked(stride.saturating_mul(height as usize))?;
    context.room(stride.saturating_mul(height as usize))?;
    let white = if black_is_one(parameters) { 0 } else { 0xFF };
    let mut rows = Rows { out: Vec::new(), width, height, stride, white, context, stopped: Ok(()) };
    let _ = fenced(|| hayro_ccitt::decode(bytes, &mut rows, &mut DecoderContext::new(settings)));
    rows.stopped?;
    let mut bytes = rows.out;
    if bytes.is_empty() {
        return Ok(None);
    }
    bytes.resize(stride * height as usize, white);
    Ok(Some(Samples::of_bits(width, height, bytes)))
}

/// Gathers rows, filled up to bytes.
struct Rows<'c> {
    out: Vec<u8>,
    width: u32,
    height: u32,
    stride: usize,
    white: u8,
    context: &'c Context,
    /// What ended it early.
    stopped: Result<()>,
}

impl Decoder for Rows<'_> {
    fn push_row(&mut self, changes: &[u32]) {
        let start = self.out.len();
        if self.stopped.is_err() || start >= self.stride * self.height as usize {
            return;
        }
        self.stopped = self.context.tick(u64::from(self.width) / 64 + changes.len() as u64 + 1);
        self.out.resize(start + self.stride, self.white);
        let row = self.out.get_mut(start..).unwrap_or_default();
        for span in changes.chunks(2) {
            let from = span[0].min(self.width);
            let to = span.get(1).copied().unwrap_or(self.width).clamp(from, self.width);
            flip(row, from as usize, to as usize);
        }
    }
}

/// Turns the bits of a stretch around.
fn flip(row: &mut [u8], from: usize, to: usize) {
    let mut at = from;
    while at < to {
        let end = (at / 8 * 8 + 8).min(to);
        let bits = (0xFF_u16 >> (at % 8)) as u8 & (0xFF_u16 << (8 - (end - 1) % 8 - 1)) as u8;
        if let Some(byte) = row.get_mut(at / 8) {
            *byte ^= bits;
        }
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_of_bits_are_turned_around() {
        let mut row = [0xFF, 0xFF, 0xFF];
        flip(&mut row, 3, 18);
        assert_eq!(row, [0b1110_0000, 0, 0b0011_1111]);
        flip(&mut row, 9, 12);
        assert_eq!(row, [0b1110_0000, 0b0111_0000, 0b0011_1111]);
        flip(&mut row, 5, 5);
        assert_eq!(row[0], 0b1110_0000);
    }
}
