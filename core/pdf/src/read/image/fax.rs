//! Fax images (ISO 32000-1, 7.4.6). The decoder gets parameters that are made anew from what was understood of the
//! file's and checked, never the file's own.

use hayro_ccitt::{DecodeSettings, Decoder, DecoderContext, EncodingMode};
use hayro_syntax::object::Dict;

use super::pixels::Samples;
use super::{Header, gate};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::fence::fenced;
use transvase_codec::fax::blacken;

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
    let size = stride.saturating_mul(height as usize);
    context.charge_samples(size)?;
    context.room(size)?;
    let white = if black_is_one(parameters) { 0 } else { 0xFF };
    let mut rows = Rows { out: Vec::new(), width, height, stride, white, context, stopped: Ok(()) };
    let _ = fenced(|| hayro_ccitt::decode(bytes, &mut rows, &mut DecoderContext::new(settings)));
    rows.stopped?;
    let mut bytes = rows.out;
    if bytes.is_empty() {
        return Ok(None);
    }
    bytes.resize(size, white);
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
        blacken(self.out.get_mut(start..).unwrap_or_default(), changes, self.width);
    }
}
