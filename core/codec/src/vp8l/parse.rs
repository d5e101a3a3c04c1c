//! LZ77 optimal parse: which pixels are copied, by the cheapest way through the picture.

use super::alphabets::{DistanceCodes, FIRST_LENGTH, FIRST_PLACE, number};
use super::color_cache::ColorCache;
use super::counts::Counts;
use super::matches::{Finder, LONG_ENOUGH, Match};
use super::tokens::Repeat;

/// Pixels whose ways are held against each other together.
const STRETCH: usize = 1 << 14;

/// Bits of each token, by how often the symbols have come.
#[derive(Debug)]
pub(super) struct Prices {
    /// Of green, red, blue and alpha.
    literals: [Vec<f32>; 4],
    places: Vec<f32>,
    /// By length, up to one that is taken unasked.
    lengths: Vec<f32>,
    distances: Vec<f32>,
}

impl Prices {
    /// Prices where symbols come so often.
    pub(super) fn of(counts: &Counts) -> Self {
        let [green, red, blue, alpha, distances] = counts.costs();
        let length = |length| {
            let number = number(length);
            green[FIRST_LENGTH + number.symbol] + number.extra as f32
        };
        Prices {
            lengths: (0..=LONG_ENOUGH).map(|pixels| length(pixels.max(1))).collect(),
            places: green[FIRST_PLACE..].to_vec(),
            literals: [green[..FIRST_LENGTH].to_vec(), red, blue, alpha],
            distances,
        }
    }

    fn distance(&self, code: usize) -> f32 {
        let number = number(code);
        self.distances[number.symbol] + number.extra as f32
    }

    fn color(&self, color: u32, cached: Option<usize>) -> f32 {
        if let Some(place) = cached {
            return self.places[place];
        }
        let [blue, green, red, alpha] = color.to_le_bytes().map(usize::from);
        self.literals[0][green] + self.literals[1][red] + self.literals[2][blue] + self.literals[3][alpha]
    }
}

/// A step of a way: so many pixels from so far back, 0 for a colour of its own.
#[derive(Debug, Clone, Copy)]
struct Step {
    price: f32,
    length: u32,
    distance: u32,
}

const UNKNOWN: Step = Step { price: f32::INFINITY, length: 0, distance: 0 };

/// A search through one picture.
struct Search<'a> {
    pixels: &'a [u32],
    prices: &'a Prices,
    codes: DistanceCodes,
    finder: Finder<'a>,
    cache: ColorCache,
    steps: Vec<Step>,
    repeats: Vec<Repeat>,
}

/// What to copy at these prices. `on_stretch` is called before each stretch of pixels.
///
/// # Errors
/// What `on_stretch` fails with.
pub(super) fn cheapest<E>(
    (pixels, width): (&[u32], usize),
    (prices, cache_bits): (&Prices, u32),
    tries: usize,
    on_stretch: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<Repeat>, E> {
    let mut search = Search {
        pixels,
        prices,
        codes: DistanceCodes::new(width),
        finder: Finder::new(pixels, width, tries),
        cache: ColorCache::new(cache_bits),
        steps: Vec::new(),
        repeats: Vec::new(),
    };
    let mut at = 0;
    while at < pixels.len() {
        on_stretch()?;
        at = search.stretch(at);
    }
    Ok(search.repeats)
}

impl Search<'_> {
    /// Goes on from a pixel, to the end of a stretch or of the first long copy, and gives where that is.
    fn stretch(&mut self, start: usize) -> usize {
        let end = (start + STRETCH).min(self.pixels.len());
        self.steps.clear();
        self.steps.resize(end - start + 1, UNKNOWN);
        self.steps[0].price = 0.0;
        let mut found = Vec::new();
        for at in start..end {
            self.finder.find(at, &mut found);
            if let Some(long) = found.last().filter(|found| found.length >= LONG_ENOUGH) {
                return self.take(start, at, *long);
            }
            self.finder.insert(at);
            self.consider(at - start, at, &found);
        }
        self.retrace(start, end);
        end
    }

    /// What can follow a pixel.
    fn consider(&mut self, index: usize, at: usize, found: &[Match]) {
        let here = self.steps[index].price;
        let color = self.pixels[at];
        let price = here + self.prices.color(color, self.cache.find(color));
        if price < self.steps[index + 1].price {
            self.steps[index + 1] = Step { price, length: 1, distance: 0 };
        }
        let (mut known, mut cheapest) = (1, f32::INFINITY);
        for found in found {
            let distance = self.prices.distance(self.codes.code(found.distance));
            let from = if distance < cheapest { 2 } else { known + 1 };
            cheapest = cheapest.min(distance);
            known = found.length;
            let to = found.length.min(self.steps.len() - 1 - index);
            for length in from..=to {
                let price = here + distance + self.prices.lengths[length];
                if price < self.steps[index + length].price {
                    self.steps[index + length] = Step { price, length: length as u32, distance: found.distance as u32 };
                }
            }
        }
    }

    /// Goes to a long copy, and past it.
    fn take(&mut self, start: usize, at: usize, long: Match) -> usize {
        self.retrace(start, at);
        self.repeats.push(Repeat { at: at as u32, length: long.length as u32, distance: long.distance as u32 });
        for place in at..at + long.length {
            self.finder.insert(place);
            self.cache.find(self.pixels[place]);
        }
        at + long.length
    }

    /// Takes the copies of the cheapest way from `start` to `end`.
    fn retrace(&mut self, start: usize, end: usize) {
        let before = self.repeats.len();
        let mut index = end - start;
        while index > 0 {
            let step = self.steps[index];
            index -= step.length as usize;
            if step.distance > 0 {
                self.repeats.push(Repeat { at: (start + index) as u32, length: step.length, distance: step.distance });
            }
        }
        self.repeats[before..].reverse();
    }
}
