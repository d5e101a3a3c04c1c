//! Tokens of the stream: literal colours, color cache indices and LZ77 copies (RFC 9649, 5.2).

use super::TICK;
use super::alphabets::{ALPHA, BLUE, DISTANCE, DistanceCodes, FIRST_LENGTH, FIRST_PLACE, GREEN, Number, RED, number};
use super::color_cache::ColorCache;

/// Pixels that are the same as some before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Repeat {
    /// The first of them.
    pub(super) at: u32,
    pub(super) length: u32,
    /// How many pixels before it the same ones start.
    pub(super) distance: u32,
}

/// A symbol of an alphabet, and bits that follow it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Symbol {
    pub(super) alphabet: usize,
    pub(super) symbol: usize,
    pub(super) extra: u32,
    pub(super) bits: u32,
}

impl Symbol {
    fn plain(alphabet: usize, symbol: usize) -> Self {
        Symbol { alphabet, symbol, extra: 0, bits: 0 }
    }

    /// A colour that stands in the cache.
    pub(super) fn of_place(place: usize) -> Self {
        Symbol::plain(GREEN, FIRST_PLACE + place)
    }

    fn of_number(alphabet: usize, first: usize, number: Number) -> Self {
        Symbol { alphabet, symbol: first + number.symbol, extra: number.extra, bits: number.bits }
    }
}

/// Pixels, what is copied of them, and how large the cache for the others is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tokens<'a> {
    pub(super) pixels: &'a [u32],
    pub(super) width: usize,
    pub(super) repeats: &'a [Repeat],
    pub(super) cache_bits: u32,
}

impl Tokens<'_> {
    /// Gives each token's place and symbols to `take`, in the order of the stream.
    ///
    /// # Errors
    /// What `tick` fails with.
    pub(super) fn each<E>(
        &self,
        tick: &mut dyn FnMut() -> Result<(), E>,
        mut take: impl FnMut(usize, &[Symbol]),
    ) -> Result<(), E> {
        let codes = DistanceCodes::new(self.width);
        let mut cache = ColorCache::new(self.cache_bits);
        let mut at = 0;
        let end = Repeat { at: self.pixels.len() as u32, length: 0, distance: 0 };
        for repeat in self.repeats.iter().chain([&end]) {
            for (at, color) in (at..).zip(&self.pixels[at..repeat.at as usize]) {
                if at % TICK == 0 {
                    tick()?;
                }
                match cache.find(*color) {
                    Some(place) => take(at, &[Symbol::of_place(place)]),
                    None => take(at, &literal(*color)),
                }
            }
            at = repeat.at as usize;
            if repeat.length > 0 {
                let distance = codes.code(repeat.distance as usize);
                let length = Symbol::of_number(GREEN, FIRST_LENGTH, number(repeat.length as usize));
                take(at, &[length, Symbol::of_number(DISTANCE, 0, number(distance))]);
                for color in &self.pixels[at..at + repeat.length as usize] {
                    cache.find(*color);
                }
                at += repeat.length as usize;
            }
        }
        Ok(())
    }
}

/// The symbols of a colour of its own.
#[inline]
pub(super) fn literal(color: u32) -> [Symbol; 4] {
    let [blue, green, red, alpha] = color.to_le_bytes().map(usize::from);
    [(GREEN, green), (RED, red), (BLUE, blue), (ALPHA, alpha)].map(|(alphabet, symbol)| Symbol::plain(alphabet, symbol))
}
