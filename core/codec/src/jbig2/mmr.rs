//! MMR coding: that of fax images (T.88 6.2.6).

use hayro_ccitt::{DecodeSettings, DecoderContext, EncodingMode};

use super::Result;
use super::bitmap::Bitmap;
use super::budget::{Budget, ROW};
use crate::fax::blacken;
use transvase_base::fence::fenced;

/// A bitmap that takes the rows of a fax.
struct Rows<'b> {
    bitmap: &'b mut Bitmap,
    y: usize,
}

impl hayro_ccitt::Decoder for Rows<'_> {
    fn push_row(&mut self, changes: &[u32]) {
        let width = self.bitmap.width;
        blacken(self.bitmap.split(self.y).1, changes, width);
        self.y += 1;
    }
}

/// Decodes a bitmap, and tells how many bytes it took: all where they are damaged. From damage on, it stays white.
pub(super) fn decode(data: &[u8], width: u32, height: u32, budget: &mut Budget) -> Result<(Bitmap, usize)> {
    // The decoder is not to be stopped between rows.
    budget.work((u64::from(width) + ROW).saturating_mul(height.into()))?;
    let mut bitmap = Bitmap::new(width, height, budget)?;
    // It takes no rows for as many as there are.
    if width == 0 || height == 0 {
        return Ok((bitmap, 0));
    }
    let settings = DecodeSettings {
        columns: width,
        rows: height,
        end_of_block: true,
        end_of_line: false,
        rows_are_byte_aligned: false,
        encoding: EncodingMode::Group4,
        strict: false,
    };
    let mut rows = Rows { bitmap: &mut bitmap, y: 0 };
    let taken = fenced(|| hayro_ccitt::decode(data, &mut rows, &mut DecoderContext::new(settings)));
    let taken = taken.and_then(std::result::Result::ok).unwrap_or(data.len());
    Ok((bitmap, taken))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_decoded() {
        // Horizontal, white 2, black 3; vertical 0 to the end. Then vertical 0, right 1, 0. Then the end of block.
        let data = [0b0010_1111, 0b0110_1110, 0b0000_0000, 0b0010_0000, 0b0000_0010, 0xAA];
        let context = transvase_base::context::Context::default();
        let (bitmap, taken) = decode(&data, 8, 2, &mut Budget::new(&context)).expect("no fault");
        assert_eq!((bitmap.rows, taken), (vec![0b0011_1000, 0b0011_1100], 5));
    }
}
