//! CCITT Group 4 fax rows (ITU-T T.6), as `hayro-ccitt` gives them: by the places where the colour changes.

/// Turns the pixels around that such a row has black: from each first place up to the one after it, or to the end.
pub fn blacken(row: &mut [u8], changes: &[u32], width: u32) {
    for span in changes.chunks(2) {
        let from = span[0].min(width);
        let to = span.get(1).copied().unwrap_or(width).clamp(from, width);
        flip(row, from as usize, to as usize);
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

    #[test]
    fn a_row_may_end_black() {
        let mut row = [0; 2];
        blacken(&mut row, &[2, 5, 9], 11);
        assert_eq!(row, [0b0011_1000, 0b0110_0000]);
    }
}
