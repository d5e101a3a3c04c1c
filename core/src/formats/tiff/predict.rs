//! Samples told by their difference to the one before (TIFF 6.0, section 14; technical note 3).

use super::directory::Order;
use super::layout::Layout;

/// Undoes the differences in the rows of a chunk, whose rows have so many bytes.
pub(super) fn undo(rows: &mut [u8], row_bytes: usize, layout: &Layout, order: Order) {
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
