//! Predictors of `FlateDecode` and `LZWDecode` (ISO 32000-1, 7.4.4.4; PNG, 9.2; TIFF 6.0, 14).

use hayro_syntax::object::Dict;

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_codec::png::filters;

/// How samples lie in a row, and how they were predicted.
pub(crate) struct Rows {
    /// Whether by TIFF's predictor, not by those of PNG.
    tiff: bool,
    colors: usize,
    bits: usize,
    /// Bytes of a row.
    row: usize,
    /// Bytes of a pixel, at least 1.
    pixel: usize,
}

/// Undoes the predictor `parameters` name; without one, `bytes` as they are.
///
/// # Errors
/// A limit where a row is out of proportion.
pub(super) fn undo(bytes: Vec<u8>, parameters: &Dict<'_>, context: &Context) -> Result<Vec<u8>> {
    let predictor = parameters.get::<i32>(b"Predictor").unwrap_or(1);
    if predictor < 2 {
        return Ok(bytes);
    }
    let entry = |key: &[u8], default: usize| parameters.get::<usize>(key).unwrap_or(default);
    let columns = entry(b"Columns", 1);
    context.check(Limit::image_pixels, columns as u64)?;
    let rows = Rows::new(predictor == 2, entry(b"Colors", 1), entry(b"BitsPerComponent", 8), columns);
    Ok(undo_rows(bytes, &rows))
}

impl Rows {
    /// Rows of so many columns, the other figures brought into the range the standard has.
    pub fn new(tiff: bool, colors: usize, bits: usize, columns: usize) -> Rows {
        let (colors, bits) = (colors.clamp(1, 32), bits.clamp(1, 16));
        let row = (columns.max(1) * colors * bits).div_ceil(8);
        Rows { tiff, colors, bits, row, pixel: (colors * bits).div_ceil(8) }
    }
}

/// Undoes the predictor of `rows`.
pub(crate) fn undo_rows(bytes: Vec<u8>, rows: &Rows) -> Vec<u8> {
    if rows.tiff { undo_tiff(bytes, rows) } else { undo_png(&bytes, rows) }
}

/// Each row begins with a byte that says how it was predicted.
fn undo_png(bytes: &[u8], rows: &Rows) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    for row in bytes.chunks(rows.row + 1) {
        let Some((kind, samples)) = row.split_first() else { break };
        let start = out.len();
        out.extend_from_slice(samples);
        let (above, line) = out.split_at_mut(start);
        let above = above.get(start.saturating_sub(rows.row)..).unwrap_or_default();
        filters::undo(*kind, line, above, rows.pixel);
    }
    out
}

/// Each sample is the difference to the one of the pixel before.
fn undo_tiff(mut bytes: Vec<u8>, rows: &Rows) -> Vec<u8> {
    for row in bytes.chunks_mut(rows.row) {
        match rows.bits {
            8 => {
                for at in rows.colors..row.len() {
                    row[at] = row[at].wrapping_add(row[at - rows.colors]);
                }
            }
            16 => {
                for at in (rows.pixel..row.len().saturating_sub(1)).step_by(2) {
                    let before = u16::from_be_bytes([row[at - rows.pixel], row[at - rows.pixel + 1]]);
                    let sum = u16::from_be_bytes([row[at], row[at + 1]]).wrapping_add(before);
                    row[at..at + 2].copy_from_slice(&sum.to_be_bytes());
                }
            }
            bits => undo_tiff_bits(row, rows.colors, bits),
        }
    }
    bytes
}

/// Samples narrower than a byte, packed from the high bits on.
fn undo_tiff_bits(row: &mut [u8], colors: usize, bits: usize) {
    if !matches!(bits, 1 | 2 | 4) {
        return;
    }
    let per_byte = 8 / bits;
    let mask = (1_u8 << bits) - 1;
    let shift = |index: usize| 8 - bits * (index % per_byte + 1);
    for index in colors..row.len() * per_byte {
        let before = row[(index - colors) / per_byte] >> shift(index - colors) & mask;
        let at = index / per_byte;
        let sum = (row[at] >> shift(index)).wrapping_add(before) & mask;
        row[at] = row[at] & !(mask << shift(index)) | sum << shift(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(colors: usize, bits: usize, columns: usize) -> Rows {
        Rows::new(false, colors, bits, columns)
    }

    #[test]
    fn png_rows_add_up() {
        // Three pixels a row: none, sub, up, average, Paeth.
        let rows = rows(1, 8, 3);
        let packed = [0, 1, 2, 3, 1, 10, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 4, 1, 1, 1];
        let plain = undo_png(&packed, &rows);
        assert_eq!(plain[..9], [1, 2, 3, 10, 11, 12, 11, 12, 13]);
        // Average: 1 + 11/2 = 6; 1 + (6 + 12)/2 = 10; 1 + (10 + 13)/2 = 12.
        assert_eq!(plain[9..12], [6, 10, 12]);
        // Paeth: the neighbours above, each nearest: 7, then 11, then 13.
        assert_eq!(plain[12..], [7, 11, 13]);
    }

    #[test]
    fn tiff_differences_add_up_in_every_depth() {
        assert_eq!(undo_tiff(vec![1, 2, 3, 1, 1, 1], &rows(3, 8, 2)), [1, 2, 3, 2, 3, 4]);
        assert_eq!(undo_tiff(vec![0, 255, 0, 2], &rows(1, 16, 2)), [0, 255, 1, 1]);
        assert_eq!(undo_tiff(vec![0b1100_0001], &rows(1, 1, 8)), [0b1000_0001]);
        assert_eq!(undo_tiff(vec![0x12, 0x3F], &rows(1, 4, 4)), [0x13, 0x65]);
    }
}
