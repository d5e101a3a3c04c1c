//! How deep the alpha of a codestream is. The encoder stores the alpha of 16-bit pictures with 16 bits but declares the
//! channel by its default, which is 8 bits (ISO/IEC 18181-1, ExtraChannelInfo): what it wrote is set right here.

/// Bits of each side by its selector, in the size header.
const SIDE_BITS: [usize; 4] = [9, 13, 18, 30];

/// The selector of a side, and its bits behind it.
pub(super) fn side(length: usize) -> (u64, u32) {
    let fits = |bits: &usize| length.saturating_sub(1) < 1 << bits;
    let selector = SIDE_BITS.iter().position(fits).unwrap_or(SIDE_BITS.len() - 1);
    (selector as u64, SIDE_BITS[selector] as u32)
}

/// Bits of a side of this length and of its selector.
pub(super) fn side_bits_of(length: usize) -> usize {
    2 + side(length).1 as usize
}

/// Bits between the sides and the declaration of alpha: that nothing is by default, no extra fields, whole numbers of
/// 16 bits (1 + 2 + 6), buffers of more than 16 bits, one extra channel (2).
const BETWEEN: usize = 1 + 1 + 9 + 1 + 2;

/// The declaration that replaces the one bit of the default, from the lowest bit on: not the default (1), alpha (2), whole
/// numbers (1) of as many bits as are told (2), less one (6), at every pixel (2), no name (2), not multiplied in (1).
const DEEP: u32 = (3 << 4) | (15 << 6);

/// The codestream of a 16-bit picture with alpha, as the encoder writes it, with alpha declared as deep as it is. The
/// declaration takes 16 bits more, so that what stands behind it keeps its place within bytes.
pub(super) fn declared_deep(mut stream: Vec<u8>) -> Vec<u8> {
    let place = place(&stream);
    let (at, bit) = (place / 8, place % 8);
    if let Some(byte) = stream.get(at).copied() {
        let behind = (u32::from(byte) >> (bit + 1)) << (bit + 17);
        let before = u32::from(byte) & ((1 << bit) - 1);
        let [first, second, third, _] = (before | (DEEP << bit) | behind).to_le_bytes();
        stream.splice(at..=at, [first, second, third]);
    }
    stream
}

/// The bit that declares alpha by its default: behind the signature, a bit for small pictures, the height, three
/// bits for a ratio, and the width.
fn place(stream: &[u8]) -> usize {
    let height = 16 + 1;
    let width = height + side_bits(stream, height) + 3;
    width + side_bits(stream, width) + BETWEEN
}

/// Bits of a side and of its selector.
fn side_bits(stream: &[u8], place: usize) -> usize {
    let bit = |place: usize| stream.get(place / 8).map_or(0, |byte| usize::from((byte >> (place % 8)) & 1));
    2 + SIDE_BITS[bit(place) + 2 * bit(place + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_stands_behind_sides_of_every_length() {
        // Signature, not small, then sides of 9 and of 13 bits.
        let stream = |selector: u8| [0xFF, 0x0A, selector << 1, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(place(&stream(0)), 17 + 11 + 3 + 11 + 14);
        assert_eq!(place(&stream(1)), 17 + 15 + 3 + 11 + 14);
    }

    #[test]
    fn one_bit_becomes_seventeen() {
        // The bit is the first of byte 7; all that follows it is set.
        let stream = vec![0xFF, 0x0A, 0, 0, 0, 0, 0, 0xFF, 0x55];
        assert_eq!(place(&stream), 56);
        assert_eq!(declared_deep(stream), [0xFF, 0x0A, 0, 0, 0, 0, 0, 0xF0, 0x03, 0xFE, 0x55]);
    }
}
