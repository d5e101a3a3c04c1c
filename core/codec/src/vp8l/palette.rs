//! Color indexing transform: places in a table instead of colours, several to a pixel where colours are few (RFC 9649,
//! 4.4).

use super::predict::difference;

/// Most colours of a table.
const MOST: usize = 256;

/// Slots for colours by their hash, several times as many as there are colours.
const SLOTS: usize = 1_024;

/// A table of colours.
#[derive(Debug)]
pub(super) struct Palette {
    /// From the lowest number up.
    colors: Vec<u32>,
    /// Of each slot the colour and its place.
    slots: Vec<Option<(u32, u8)>>,
}

fn slot(color: u32) -> usize {
    (color.wrapping_mul(0x9E37_79B1) >> 22) as usize % SLOTS
}

/// The slot of a colour, or the free one it can go to.
fn slot_of(slots: &[Option<(u32, u8)>], color: u32) -> usize {
    let mut at = slot(color);
    while slots[at].is_some_and(|(other, _)| other != color) {
        at = (at + 1) % SLOTS;
    }
    at
}

impl Palette {
    /// The colours of a picture, where there are few.
    pub(super) fn of(pixels: &[u32]) -> Option<Self> {
        let mut palette = Palette { colors: Vec::new(), slots: vec![None; SLOTS] };
        let mut last = None;
        for color in pixels {
            if last == Some(*color) {
                continue;
            }
            last = Some(*color);
            let slot = slot_of(&palette.slots, *color);
            if palette.slots[slot].is_none() {
                if palette.colors.len() == MOST {
                    return None;
                }
                palette.slots[slot] = Some((*color, 0));
                palette.colors.push(*color);
            }
        }
        palette.colors.sort_unstable();
        for (place, color) in (0u8..=255).zip(&palette.colors) {
            let slot = slot_of(&palette.slots, *color);
            palette.slots[slot] = Some((*color, place));
        }
        Some(palette)
    }

    pub(super) fn len(&self) -> usize {
        self.colors.len()
    }

    /// The table as it is told: of each colour the difference from the one before it.
    pub(super) fn differences(&self) -> Vec<u32> {
        let before = [0].iter().chain(&self.colors);
        self.colors.iter().zip(before).map(|(color, before)| difference(*color, *before)).collect()
    }

    /// The place of a colour of the picture.
    #[inline]
    pub(super) fn place(&self, color: u32) -> u32 {
        self.slots[slot_of(&self.slots, color)].map_or(0, |(_, place)| u32::from(place))
    }

    /// Binary logarithm of how many places share a pixel.
    fn shared_bits(&self) -> u32 {
        match self.colors.len() {
            ..=2 => 3,
            3..=4 => 2,
            5..=16 => 1,
            _ => 0,
        }
    }

    /// Whether colours are so few that several places share a pixel.
    pub(super) fn shares_pixels(&self) -> bool {
        self.shared_bits() > 0
    }

    /// The picture of places, and its width.
    pub(super) fn places(&self, pixels: &[u32], width: usize) -> (Vec<u32>, usize) {
        let shared = self.shared_bits();
        let bits = 8 >> shared;
        let packed = |pixels: &[u32]| {
            let places = pixels.iter().enumerate();
            let green = places.fold(0, |green, (index, color)| green | self.place(*color) << (index as u32 * bits));
            0xFF00_0000 | green << 8
        };
        let rows = pixels.chunks_exact(width);
        (rows.flat_map(|row| row.chunks(1 << shared).map(packed)).collect(), width.div_ceil(1 << shared))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_few_colours_share_pixels() {
        let pixels = [7, 7, 9, 7, 9];
        let palette = Palette::of(&pixels).unwrap();
        assert_eq!(palette.differences(), [7, 2]);
        assert_eq!(palette.places(&pixels, 5), (vec![0xFF00_1400], 1));
        assert_eq!(palette.places(&[9; 18], 9), (vec![0xFF00_FF00, 0xFF00_0100, 0xFF00_FF00, 0xFF00_0100], 2));
    }

    #[test]
    fn there_are_256_colours_at_most() {
        let pixels: Vec<u32> = (0..256u32).map(|color| color.wrapping_mul(0x0101_0107)).collect();
        assert_eq!(Palette::of(&pixels).unwrap().len(), 256);
        assert!(Palette::of(&[&pixels[..], &[1]].concat()).is_none());
    }
}
