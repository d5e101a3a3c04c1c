//! Samples told by their difference to the one before (TIFF 6.0, section 14; technical note 3).

use super::directory::Order;
use super::layout::Layout;

/// Undoes the differences in the rows of a chunk, whose rows have so many bytes.
pub(crate) fn undo(rows: &mut [u8], row_bytes: usize, layout: &Layout, order: Order) {
    let samples = layout.chunk_samples();
    for row in rows.chunks_exact_mut(row_bytes.max(1)) {
        match (layout.predictor, layout.bits) {
            (2, 8) => bytes(row, samples),
            (2, 16 | 32 | 64) => words(row, samples, layout.bits as usize / 8, order),
            (3, 16 | 24 | 32 | 64) => floats(row, samples, layout.bits as usize / 8, order),
            _ => {}
        }
    }
}

/// Tells the samples in the rows of a chunk by a predictor that suits them, as [`undo`] undoes it.
pub fn apply(rows: &mut [u8], predictor: u16, layout: &Layout, order: Order) {
    let (samples, width) = (layout.chunk_samples(), layout.bits as usize / 8);
    for row in rows.chunks_exact_mut(layout.row_bytes().max(1)) {
        match predictor {
            2 => word_differences(row, samples, width, order),
            3 => float_differences(row, samples, width, order),
            _ => {}
        }
    }
}

fn word_differences(row: &mut [u8], samples: usize, width: usize, order: Order) {
    for at in (samples..row.len() / width).rev() {
        let sample = |row: &[u8], at: usize| order.number(&row[at * width..(at + 1) * width]);
        let difference = sample(row, at).wrapping_sub(sample(row, at - samples));
        put(&mut row[at * width..(at + 1) * width], difference, order.is_little);
    }
}

fn float_differences(row: &mut [u8], samples: usize, width: usize, order: Order) {
    let whole = row.to_vec();
    let count = row.len() / width;
    for at in 0..count {
        for byte in 0..width {
            let place = if order.is_little { width - 1 - byte } else { byte };
            row[byte * count + at] = whole[at * width + place];
        }
    }
    word_differences(row, samples, 1, order);
}

fn bytes(row: &mut [u8], samples: usize) {
    for at in samples..row.len() {
        row[at] = row[at].wrapping_add(row[at - samples]);
    }
}

fn words(row: &mut [u8], samples: usize, width: usize, order: Order) {
    let count = row.len() / width;
    for at in samples..count {
        let sample = |row: &[u8], at: usize| order.number(&row[at * width..(at + 1) * width]);
        let sum = sample(row, at).wrapping_add(sample(row, at - samples));
        put(&mut row[at * width..(at + 1) * width], sum, order.is_little);
    }
}

fn put(bytes: &mut [u8], number: u64, is_little: bool) {
    let width = bytes.len();
    match is_little {
        true => bytes.copy_from_slice(&number.to_le_bytes()[..width]),
        false => bytes.copy_from_slice(&number.to_be_bytes()[8 - width..]),
    }
}

/// All first bytes of a row stand together, then all second ones, from the highest down.
fn floats(row: &mut [u8], samples: usize, width: usize, order: Order) {
    bytes(row, samples);
    let parted = row.to_vec();
    let count = row.len() / width;
    for at in 0..count {
        for byte in 0..width {
            let place = if order.is_little { width - 1 - byte } else { byte };
            row[at * width + place] = parted[byte * count + at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_those_of_the_specifications() {
        let order = Order { is_little: true, is_big_tiff: false };
        // 258 and 513: bytes are carried.
        let mut row = [2, 1, 1, 2];
        word_differences(&mut row, 1, 2, order);
        assert_eq!(row, [2, 1, 0xFF, 0]);
        // 1.0 and 2.0, the highest bytes first: 3F 40, 80 00, 00 00, 00 00, each by its difference.
        let mut row = [0, 0, 0x80, 0x3F, 0, 0, 0, 0x40];
        float_differences(&mut row, 1, 4, order);
        assert_eq!(row, [0x3F, 0x01, 0x40, 0x80, 0, 0, 0, 0]);
        floats(&mut row, 1, 4, order);
        assert_eq!(row, [0, 0, 0x80, 0x3F, 0, 0, 0, 0x40]);
    }
}
