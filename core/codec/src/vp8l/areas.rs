//! Meta prefix codes: areas of a picture that have prefix codes of their own (RFC 9649, 6.2.2).

use super::alphabets::RED;
use super::counts::Counts;
use super::entropy;
use super::tile::tile_of;
use super::tokens::Tokens;

/// Most tiles a picture is divided into.
const MOST_TILES: usize = 6_600;

/// Rounds in which tiles go to the codes that suit them.
const ROUNDS: usize = 4;

/// Which codes hold where.
#[derive(Debug)]
pub(super) struct Areas {
    /// A tile has 2 to this power pixels on a side.
    pub(super) bits: u32,
    /// The group of codes of each tile.
    pub(super) group_of: Vec<u16>,
    /// What comes in each group.
    pub(super) groups: Vec<Counts>,
}

impl Areas {
    /// The group of a pixel.
    #[inline]
    pub(super) fn group(&self, at: usize, width: usize) -> usize {
        usize::from(self.group_of[tile_of(at, width, self.bits)])
    }

    /// One group for all.
    ///
    /// # Errors
    /// What `tick` fails with.
    pub(super) fn whole<E>(tokens: &Tokens, tick: &mut dyn FnMut() -> Result<(), E>) -> Result<Self, E> {
        Ok(Areas { bits: 9, group_of: Vec::new(), groups: vec![Counts::of(tokens, tick)?] })
    }

    /// The division with the fewest bits that `seeds` groups lead to, or none.
    ///
    /// # Errors
    /// What `tick` fails with.
    pub(super) fn best<E>(
        tokens: &Tokens,
        finest: u32,
        seeds: usize,
        tick: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let whole = Self::whole(tokens, tick)?;
        let mut tiles = Tiles::of(tokens, finest, tick)?;
        let seeds = seeds.min(tiles.starts.len() - 1);
        if seeds < 2 {
            return Ok(whole);
        }
        tiles.seed(&whole.groups[0], seeds);
        let mut groups = tiles.grouped(seeds);
        for _ in 0..ROUNDS {
            tick()?;
            groups = tiles.settle(&groups);
        }
        merge(&mut groups);
        groups = tiles.settle(&groups);
        let divided: f32 = groups.iter().map(Counts::bits).sum::<f32>() + tiles.telling(groups.len());
        if groups.len() < 2 || divided >= whole.groups[0].bits() {
            return Ok(whole);
        }
        Ok(Areas { bits: tiles.bits, group_of: tiles.group_of, groups })
    }
}

/// What comes in each tile.
struct Tiles {
    bits: u32,
    /// Symbols, by their place in a row of all alphabets, and how often they come.
    symbols: Vec<(u16, u32)>,
    /// Where those of each tile start, and an end.
    starts: Vec<usize>,
    group_of: Vec<u16>,
    none: Counts,
}

impl Tiles {
    fn of<E>(tokens: &Tokens, finest: u32, tick: &mut dyn FnMut() -> Result<(), E>) -> Result<Self, E> {
        let (width, height) = (tokens.width, tokens.pixels.len() / tokens.width.max(1));
        let tiles_at = |bits: u32| width.div_ceil(1 << bits) * height.div_ceil(1 << bits);
        let bits = (finest..9).find(|bits| tiles_at(*bits) <= MOST_TILES).unwrap_or(9);
        let columns = width.div_ceil(1 << bits);
        let none = Counts::none(tokens.cache_bits);
        let mut tiles = Tiles { bits, symbols: Vec::new(), starts: vec![0], group_of: Vec::new(), none: none.clone() };
        let mut row = vec![none; columns];
        let mut shown = 0;
        tokens.each(tick, |at, symbols| {
            let (y, x) = (at / width, at % width);
            if y >> bits != shown {
                tiles.end_row(&mut row, (y >> bits) - shown);
                shown = y >> bits;
            }
            row[x >> bits].count(symbols);
        })?;
        tiles.end_row(&mut row, height.div_ceil(1 << bits) - shown);
        Ok(tiles)
    }

    /// Takes what has come in a row of tiles; where a copy went over several rows, the others are empty.
    fn end_row(&mut self, row: &mut [Counts], rows: usize) {
        for _ in 0..rows {
            for counts in &mut *row {
                let used = counts.of.iter_mut().enumerate().filter(|(_, count)| **count > 0);
                self.symbols.extend(used.map(|(symbol, count)| (symbol as u16, std::mem::take(count))));
                self.starts.push(self.symbols.len());
            }
        }
    }

    fn each(&self) -> impl Iterator<Item = &[(u16, u32)]> {
        self.starts.windows(2).map(|ends| &self.symbols[ends[0]..ends[1]])
    }

    /// Gives tiles to as many groups, by what their green and what the rest of them takes in the codes of the whole.
    fn seed(&mut self, whole: &Counts, seeds: usize) {
        let prices = whole.costs().concat();
        let first_red = whole.index(RED, 0);
        let mut tiles: Vec<(f32, f32, usize)> = self
            .each()
            .enumerate()
            .map(|(index, symbols)| {
                let price = |is_green: bool| {
                    let those = symbols.iter().filter(|(symbol, _)| (usize::from(*symbol) < first_red) == is_green);
                    those.map(|(symbol, count)| prices[usize::from(*symbol)] * *count as f32).sum::<f32>()
                };
                (price(true), price(false), index)
            })
            .collect();
        self.group_of = vec![0; tiles.len()];
        let bands = (libm::sqrtf(seeds as f32) as usize).max(1);
        let columns = seeds / bands;
        tiles.sort_by(|a, b| a.0.total_cmp(&b.0));
        let band_size = tiles.len().div_ceil(bands);
        for (band, tiles) in tiles.chunks_mut(band_size).enumerate() {
            tiles.sort_by(|a, b| a.1.total_cmp(&b.1));
            let size = tiles.len().div_ceil(columns);
            for (place, (_, _, tile)) in tiles.iter().enumerate() {
                self.group_of[*tile] = (band * columns + place / size) as u16;
            }
        }
    }

    /// What comes in each group; groups without tiles are left out.
    fn grouped(&mut self, groups: usize) -> Vec<Counts> {
        let mut counts = vec![self.none.clone(); groups];
        let mut is_used = vec![false; groups];
        for (tile, group) in self.starts.windows(2).zip(&self.group_of) {
            is_used[usize::from(*group)] = true;
            for (symbol, count) in &self.symbols[tile[0]..tile[1]] {
                counts[usize::from(*group)].of[usize::from(*symbol)] += count;
            }
        }
        let mut new_index = vec![0; groups];
        let mut next = 0;
        for (index, is_used) in is_used.iter().enumerate() {
            new_index[index] = next;
            next += u16::from(*is_used);
        }
        for group in &mut self.group_of {
            *group = new_index[usize::from(*group)];
        }
        let mut is_used = is_used.iter();
        counts.retain(|_| is_used.next() == Some(&true));
        counts
    }

    /// Gives each tile to the group whose codes suit it best.
    fn settle(&mut self, groups: &[Counts]) -> Vec<Counts> {
        let count = groups.len();
        let mut prices = vec![0.0; self.none.of.len() * count];
        for (group, counts) in groups.iter().enumerate() {
            for (symbol, cost) in counts.costs().concat().into_iter().enumerate() {
                prices[symbol * count + group] = cost;
            }
        }
        let mut sums = vec![0.0f32; count];
        let (mut group_of, mut last) = (std::mem::take(&mut self.group_of), 0);
        for (symbols, group) in self.each().zip(&mut group_of) {
            sums.fill(0.0);
            for (symbol, times) in symbols {
                let start = usize::from(*symbol) * count;
                for (sum, price) in sums.iter_mut().zip(&prices[start..start + count]) {
                    *sum += price * *times as f32;
                }
            }
            if !symbols.is_empty() {
                let best = sums.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
                last = best.map_or(0, |(index, _)| index as u16);
            }
            // An empty tile goes with the one before it, which takes no bits to tell.
            *group = last;
        }
        self.group_of = group_of;
        self.grouped(count)
    }

    /// Bits of telling which group each tile has, about.
    fn telling(&self, groups: usize) -> f32 {
        let mut counts = vec![0; groups + 1];
        for (index, group) in self.group_of.iter().enumerate() {
            let is_as_before = index > 0 && self.group_of[index - 1] == *group;
            counts[if is_as_before { groups } else { usize::from(*group) }] += 1;
        }
        entropy::bits(&counts) + entropy::telling(&counts)
    }
}

/// Joins groups as long as fewer bits come of it.
fn merge(groups: &mut Vec<Counts>) {
    let mut bits: Vec<f32> = groups.iter().map(Counts::bits).collect();
    let gain = |groups: &[Counts], bits: &[f32], a: usize, b: usize| {
        let mut both = groups[a].clone();
        both.add(&groups[b]);
        (bits[a] + bits[b] - both.bits(), a, b)
    };
    let mut gains: Vec<(f32, usize, usize)> = Vec::new();
    for b in 0..groups.len() {
        gains.extend((0..b).map(|a| gain(groups, &bits, a, b)));
    }
    let mut left: Vec<usize> = (0..groups.len()).collect();
    while let Some(&(best, a, b)) = gains.iter().max_by(|x, y| x.0.total_cmp(&y.0)).filter(|best| best.0 > 0.0) {
        let other = groups[b].clone();
        groups[a].add(&other);
        bits[a] += bits[b] - best;
        left.retain(|group| *group != b);
        gains.retain(|(_, x, y)| ![*x, *y].iter().any(|group| [a, b].contains(group)));
        gains.extend(left.iter().filter(|group| **group != a).map(|group| gain(groups, &bits, a, *group)));
    }
    *groups = left.into_iter().map(|group| groups[group].clone()).collect();
}
