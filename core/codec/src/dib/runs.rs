//! Compressed bitmaps: rows coded as runs (RLE4, RLE8, RLE24) or as those of a fax.

use super::header::{Coding, Header};
use crate::fax;
use crate::fax_rows;
use crate::fax_rows::Coding as Fax;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};

/// The rows as they would lie in a file that is not coded.
pub(super) fn unpacked(header: &Header, data: &[u8], context: &Context) -> Result<Vec<u8>> {
    let bytes = header.stride().saturating_mul(header.height as usize);
    context.charge_samples(bytes)?;
    context.room(bytes)?;
    let mut rows = vec![0; bytes];
    match header.coding {
        Coding::Huffman => faxed(header, data, &mut rows, context)?,
        _ => Runs { header, rows: &mut rows, column: 0, row: 0 }.run(data, context)?,
    }
    Ok(rows)
}

/// Rows of T.4 in one dimension, as the 1-bit bitmaps of OS/2 2.x have them.
fn faxed(header: &Header, data: &[u8], rows: &mut [u8], context: &Context) -> Result<()> {
    let stride = header.stride();
    let size = (header.width, header.height);
    let decoded = fax_rows::decode(data, size, Fax::OneDimension, context, |at, changes| {
        if let Some(row) = rows.get_mut(at * stride..(at + 1) * stride) {
            fax::blacken(row, changes, header.width);
        }
    })?;
    if decoded == 0 { Err(Error::malformed("the bitmap's fax rows cannot be read")) } else { Ok(()) }
}

/// A pen that runs over the rows.
struct Runs<'a> {
    header: &'a Header,
    rows: &'a mut [u8],
    column: usize,
    row: usize,
}

impl Runs<'_> {
    /// Follows the codes (Microsoft's "Bitmap Compression"; for 24 bits, those of OS/2) up to their end or that of the
    /// data.
    fn run(&mut self, data: &[u8], context: &Context) -> Result<()> {
        let mut data = data;
        let pixel_bytes = if self.header.coding == Coding::Runs24 { 3 } else { 1 };
        while let [count, code, rest @ ..] = data {
            context.tick(1)?;
            if *count > 0 {
                let Some(colors) = data.get(1..1 + pixel_bytes) else { return Ok(()) };
                self.repeat(usize::from(*count), colors);
                data = data.get(1 + pixel_bytes..).unwrap_or_default();
                continue;
            }
            data = rest;
            match code {
                0 => (self.column, self.row) = (0, self.row + 1),
                1 => return Ok(()),
                2 => {
                    let [across, down, rest @ ..] = rest else { return Ok(()) };
                    self.column = self.column.saturating_add(usize::from(*across));
                    self.row = self.row.saturating_add(usize::from(*down));
                    data = rest;
                }
                count => {
                    let count = usize::from(*count);
                    let bytes = (count * self.header.bits as usize).div_ceil(8);
                    self.copy(count, rest.get(..bytes).unwrap_or(rest));
                    data = rest.get(bytes.next_multiple_of(2)..).unwrap_or_default();
                }
            }
        }
        Ok(())
    }

    fn repeat(&mut self, count: usize, colors: &[u8]) {
        for at in 0..count {
            match self.header.coding {
                Coding::Runs4 => self.put(&[if at % 2 == 0 { colors[0] >> 4 } else { colors[0] & 15 }]),
                _ => self.put(colors),
            }
        }
    }

    fn copy(&mut self, count: usize, source: &[u8]) {
        for at in 0..count {
            let pixel = match self.header.coding {
                Coding::Runs4 => {
                    let Some(byte) = source.get(at / 2) else { return };
                    self.put(&[if at % 2 == 0 { byte >> 4 } else { byte & 15 }]);
                    continue;
                }
                Coding::Runs24 => source.get(at * 3..at * 3 + 3),
                _ => source.get(at..=at),
            };
            let Some(pixel) = pixel else { return };
            self.put(pixel);
        }
    }

    /// Puts a pixel and goes on; beyond the picture nothing is put.
    fn put(&mut self, pixel: &[u8]) {
        let (width, stride) = (self.header.width as usize, self.header.stride());
        let (column, row) = (self.column, self.row);
        self.column = self.column.saturating_add(1);
        if column >= width || row >= self.header.height as usize {
            return;
        }
        match self.header.coding {
            Coding::Runs4 => {
                let shift = if column % 2 == 0 { 4 } else { 0 };
                let byte = &mut self.rows[row * stride + column / 2];
                *byte = *byte & !(15 << shift) | pixel[0] << shift;
            }
            Coding::Runs24 => self.rows[row * stride + column * 3..][..3].copy_from_slice(pixel),
            _ => self.rows[row * stride + column] = pixel[0],
        }
    }
}
