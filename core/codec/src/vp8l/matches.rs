//! The match finder of LZ77: where the pixels that follow have come before, by a hash chain.

use super::alphabets::{FARTHEST, LONGEST_COPY};

/// A copy of this length is taken without a look at others.
pub(super) const LONG_ENOUGH: usize = 128;

/// Pixels that start so many pixels before these are the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Match {
    pub(super) length: usize,
    pub(super) distance: usize,
}

/// Places of pairs of pixels by their hash, the latest first.
#[derive(Debug)]
pub(super) struct Finder<'a> {
    pixels: &'a [u32],
    width: usize,
    /// The latest place of each hash, plus one.
    latest: Vec<u32>,
    /// For each place, as far back as copies reach, the one before with the same hash, plus one.
    earlier: Vec<u32>,
    hash_bits: u32,
    /// How many places are looked at for one search.
    tries: usize,
}

impl<'a> Finder<'a> {
    pub(super) fn new(pixels: &'a [u32], width: usize, tries: usize) -> Self {
        let reach = pixels.len().clamp(1, FARTHEST).next_power_of_two();
        let hash_bits = reach.ilog2().clamp(8, 17);
        Finder { pixels, width, latest: vec![0; 1 << hash_bits], earlier: vec![0; reach], hash_bits, tries }
    }

    fn hash(&self, at: usize) -> usize {
        let pair =
            self.pixels[at].wrapping_mul(0x9E37_79B1) ^ self.pixels[at + 1].wrapping_mul(0x85EB_CA77).rotate_left(13);
        (pair.wrapping_mul(0xC2B2_AE3D) >> (32 - self.hash_bits)) as usize
    }

    /// Makes a place known to later searches.
    pub(super) fn insert(&mut self, at: usize) {
        let Some([a, b]) = self.pixels.get(at..at + 2) else { return };
        // Within a run of one colour the pixel before gives the same copies; the run's ends are enough.
        if a == b && at > 0 && self.pixels[at - 1] == *a {
            return;
        }
        let hash = self.hash(at);
        let slot = at & (self.earlier.len() - 1);
        self.earlier[slot] = self.latest[hash];
        self.latest[hash] = at as u32 + 1;
    }

    /// How many pixels are the same here and there; at most `most`.
    #[inline]
    fn common(&self, here: usize, there: usize, most: usize) -> usize {
        let (a, b) = (&self.pixels[here..here + most], &self.pixels[there..there + most]);
        a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(most)
    }

    /// Puts copies for what follows a place into `found`, each longer than the one before it.
    pub(super) fn find(&self, at: usize, found: &mut Vec<Match>) {
        found.clear();
        let most = (self.pixels.len() - at).min(LONGEST_COPY);
        if most < 2 {
            return;
        }
        let mut best = 1;
        // Near places have short codes.
        for distance in [self.width, 1, self.width + 1, self.width.saturating_sub(1)] {
            if (1..=at).contains(&distance) {
                self.look(at, at - distance, most, &mut best, found);
            }
        }
        let mut next = self.latest[self.hash(at)];
        for _ in 0..self.tries {
            let Some(place) = (next as usize).checked_sub(1) else { break };
            if best >= most || best >= LONG_ENOUGH || at - place > FARTHEST {
                break;
            }
            self.look(at, place, most, &mut best, found);
            next = self.earlier[place & (self.earlier.len() - 1)];
            if next as usize > place {
                break;
            }
        }
    }

    #[inline]
    fn look(&self, at: usize, place: usize, most: usize, best: &mut usize, found: &mut Vec<Match>) {
        if *best >= most || self.pixels[place + *best] != self.pixels[at + *best] {
            return;
        }
        let length = self.common(at, place, most);
        if length > *best {
            *best = length;
            found.push(Match { length, distance: at - place });
        }
    }
}
