//! FNV-1a hashes: numbers that stand for bytes, the same on every machine.

/// FNV-1a of 128 bits (Fowler, Noll, Vo; RFC 9923).
pub fn fnv1a<'b>(bytes: impl IntoIterator<Item = &'b u8>) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.into_iter().fold(BASIS, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME))
}

/// A number as groups of hexadecimal digits, as identifiers have them (RFC 9562, 4).
pub fn grouped(number: u128) -> String {
    let hex = format!("{number:032x}");
    let pieces = [0..8, 8..12, 12..16, 16..20, 20..32].map(|piece| hex.get(piece).unwrap_or_default());
    pieces.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_others() {
        // The test vectors of the algorithm's authors.
        assert_eq!(fnv1a(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(fnv1a(b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
        assert_eq!(grouped(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF), "00112233-4455-6677-8899-aabbccddeeff");
    }
}
