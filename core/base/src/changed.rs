//! Bytes changed for tests: cut, and with others in places that a seed decides.

/// The bytes with one to `most` others, and every third time cut at a place.
pub fn changed(bytes: &[u8], seed: u64, most: u64) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    // Numbers by a linear congruence modulo 2^64 (Knuth, The Art of Computer Programming 2, 3.3.4, MMIX).
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
    for _ in 0..=seed % most {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = (state >> 33) as usize % changed.len();
        changed[at] = (state >> 20) as u8;
    }
    if seed.is_multiple_of(3) {
        changed.truncate((state >> 33) as usize % changed.len());
    }
    changed
}
