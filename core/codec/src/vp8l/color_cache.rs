//! The color cache: colours seen lately, by a hash of them (RFC 9649, 5.2.3).

/// Spreads colours over the places.
const FACTOR: u32 = 0x1E35_A7BD;

/// A cache of colours; of no bits it holds none.
#[derive(Debug)]
pub(super) struct ColorCache {
    bits: u32,
    colors: Vec<u32>,
}

impl ColorCache {
    pub(super) fn new(bits: u32) -> Self {
        ColorCache { bits, colors: vec![0; 1 << bits] }
    }

    /// Where a colour stands, if it does; from now on it does.
    #[inline]
    pub(super) fn find(&mut self, color: u32) -> Option<usize> {
        if self.bits == 0 {
            return None;
        }
        let place = (color.wrapping_mul(FACTOR) >> (32 - self.bits)) as usize;
        let before = std::mem::replace(&mut self.colors[place], color);
        (before == color).then_some(place)
    }
}
