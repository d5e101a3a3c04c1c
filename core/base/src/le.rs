//! Little-endian integers read from bytes; `None` where the bytes end before the number does.

/// The byte at a place.
pub fn u8(bytes: &[u8], at: usize) -> Option<u8> {
    bytes.get(at).copied()
}

/// The two bytes at a place.
pub fn u16(bytes: &[u8], at: usize) -> Option<u16> {
    array(bytes, at).map(u16::from_le_bytes)
}

/// The two bytes at a place, as a number with a sign.
pub fn i16(bytes: &[u8], at: usize) -> Option<i16> {
    array(bytes, at).map(i16::from_le_bytes)
}

/// The three bytes at a place.
pub fn u24(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(|[low, middle, high]| u32::from_le_bytes([low, middle, high, 0]))
}

/// The four bytes at a place.
pub fn u32(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u32::from_le_bytes)
}

/// The four bytes at a place, as a number with a sign.
pub fn i32(bytes: &[u8], at: usize) -> Option<i32> {
    array(bytes, at).map(i32::from_le_bytes)
}

/// The eight bytes at a place.
pub fn u64(bytes: &[u8], at: usize) -> Option<u64> {
    array(bytes, at).map(u64::from_le_bytes)
}

/// So many bytes from a place on.
pub fn slice(bytes: &[u8], at: usize, len: usize) -> Option<&[u8]> {
    bytes.get(at..at.checked_add(len)?)
}

/// So many characters of sixteen bits from a place on; halves of pairs become replacement characters.
pub fn text(bytes: &[u8], at: usize, units: usize) -> Option<String> {
    let bytes = slice(bytes, at, units.checked_mul(2)?)?;
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    Some(String::from_utf16_lossy(&units))
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    slice(bytes, at, N)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_end_with_their_bytes() {
        let bytes = [1, 2, 0xFF, 0xFF, 0x41, 0, 0, 0xD8];
        assert_eq!((u16(&bytes, 0), i16(&bytes, 2), u32(&bytes, 4)), (Some(0x201), Some(-1), Some(0xD800_0041)));
        assert_eq!((u16(&bytes, 7), u32(&bytes, usize::MAX), u64(&bytes, 1)), (None, None, None));
        assert_eq!(text(&bytes, 4, 2).as_deref(), Some("A\u{FFFD}"));
        assert_eq!(text(&bytes, 4, usize::MAX), None);
    }
}
