//! Histograms: how often each symbol comes.

use std::ops::Range;

use super::TICK;
use super::alphabets::{ALPHABETS, DISTANCE, FIRST_LENGTH, GREEN, ranges};
use super::color_cache::ColorCache;
use super::entropy;
use super::tokens::{Repeat, Symbol, Tokens, literal};

/// Counts of all alphabets, one behind the other.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    pub(super) of: Vec<u32>,
    ranges: [Range<usize>; ALPHABETS],
}

impl Counts {
    pub(super) fn none(cache_bits: u32) -> Self {
        let ranges = ranges(cache_bits);
        Counts { of: vec![0; ranges[DISTANCE].end], ranges }
    }

    /// Those of a stream.
    ///
    /// # Errors
    /// What `tick` fails with.
    pub(super) fn of<E>(tokens: &Tokens, tick: &mut dyn FnMut() -> Result<(), E>) -> Result<Self, E> {
        let mut counts = Self::none(tokens.cache_bits);
        tokens.each(tick, |_, symbols| counts.count(symbols))?;
        Ok(counts)
    }

    /// What a stream may come to hold before anything is known of its copies: pixels that are not as their neighbours are
    /// colours, and copies are of all sorts.
    pub(super) fn expected(pixels: &[u32], width: usize) -> Self {
        let mut counts = Self::none(0);
        let mut fresh = 0;
        for (at, color) in pixels.iter().enumerate() {
            let is_like = |distance: usize| at >= distance && pixels[at - distance] == *color;
            if !is_like(1) && !is_like(width) {
                fresh += 1;
                counts.count(&literal(*color));
            }
        }
        let copies = fresh / 256 + 1;
        let (green, distances) = (counts.ranges[GREEN].clone(), counts.ranges[DISTANCE].clone());
        counts.of[green.start + FIRST_LENGTH..green.end].fill(copies);
        counts.of[distances].fill(copies);
        counts
    }

    /// Counts symbols.
    #[inline]
    pub(super) fn count(&mut self, symbols: &[Symbol]) {
        for symbol in symbols {
            let index = self.index(symbol.alphabet, symbol.symbol);
            self.of[index] += 1;
        }
    }

    /// Where a symbol of an alphabet stands.
    #[inline]
    pub(super) fn index(&self, alphabet: usize, symbol: usize) -> usize {
        self.ranges[alphabet].start + symbol
    }

    /// The counts of each alphabet.
    pub(super) fn alphabets(&self) -> impl Iterator<Item = &[u32]> {
        self.ranges.iter().map(|range| &self.of[range.clone()])
    }

    /// Bits of all symbols, by codes made for them, and of these codes.
    pub(super) fn bits(&self) -> f32 {
        self.alphabets().map(|counts| entropy::bits(counts) + entropy::telling(counts)).sum()
    }

    /// Bits of a symbol each.
    pub(super) fn costs(&self) -> [Vec<f32>; ALPHABETS] {
        self.ranges.each_ref().map(|range| entropy::costs(&self.of[range.clone()]))
    }

    pub(super) fn add(&mut self, other: &Counts) {
        for (count, more) in self.of.iter_mut().zip(&other.of) {
            *count += more;
        }
    }
}

/// The size of the cache that gives the fewest bits beside these copies.
///
/// # Errors
/// What `tick` fails with.
pub(super) fn best_cache_bits<E>(
    pixels: &[u32],
    repeats: &[Repeat],
    sizes: &[u32],
    tick: &mut dyn FnMut() -> Result<(), E>,
) -> Result<u32, E> {
    let mut caches: Vec<(u32, ColorCache, Counts)> =
        sizes.iter().map(|bits| (*bits, ColorCache::new(*bits), Counts::none(*bits))).collect();
    let (mut repeats, mut copied) = (repeats.iter().peekable(), 0);
    for (at, color) in pixels.iter().enumerate() {
        if at % TICK == 0 {
            tick()?;
        }
        if let Some(repeat) = repeats.next_if(|repeat| repeat.at as usize == at) {
            copied = repeat.length;
        }
        for (_, cache, counts) in &mut caches {
            let hit = cache.find(*color);
            if copied > 0 {
                continue;
            }
            match hit {
                Some(place) => counts.count(&[Symbol::of_place(place)]),
                None => counts.count(&literal(*color)),
            }
        }
        copied = copied.saturating_sub(1);
    }
    let priced = caches.iter().map(|(bits, _, counts)| (*bits, counts.bits()));
    Ok(priced.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(bits, _)| bits))
}
