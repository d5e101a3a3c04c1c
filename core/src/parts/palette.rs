//! Pictures of at most 256 colours: the ones there are, or those that suit the picture best.
//!
//! Colours are counted, each or in cells, parted at the median of their longest side (Heckbert, Color Image Quantization
//! for Frame Buffer Display, 1982), and moved to the mean of what is nearest to them (Lloyd's algorithm), by distances in
//! Oklab (Ottosson, A perceptual color space for image processing, 2020). What the picture loses by them is spread over
//! its neighbours (Floyd and Steinberg, 1976).

use std::collections::BTreeMap;

use crate::context::Context;
use crate::error::Result;
use crate::parts::light;

/// Opacity from which on a pixel is seen, where there are no degrees.
const SEEN: u8 = 128;

/// Rounds of Lloyd's algorithm.
const ROUNDS: usize = 10;

/// What the pixels of a colour count for: their number to this power. Wide even parts have few colours, which then leave
/// room for those of details. Measured on photographs: 1.0 loses some 2 points of SSIMULACRA 2 at the same size.
const CROWD: f32 = 0.7;

/// Different colours that are told apart; more are gathered in cells.
const MOST_TOLD: usize = 1 << 15;

/// How pixels become numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Wish {
    /// Colours at most, the transparent one among them.
    pub(crate) most: usize,
    /// Whether transparency has degrees.
    pub(crate) degrees: bool,
    /// Share of what a pixel loses that its neighbours get.
    pub(crate) spread: f32,
}

/// A picture by numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Indexed {
    /// A number for each pixel.
    pub(crate) indices: Vec<u8>,
    /// The colours by number: red, green, blue and alpha.
    pub(crate) colors: Vec<[u8; 4]>,
    /// The number of what is not seen, where there is something.
    pub(crate) clear: Option<u8>,
    /// Whether every pixel has kept its colour.
    pub(crate) is_exact: bool,
}

/// Whether a pixel of four bytes is seen where transparency has no degrees.
pub(crate) fn is_seen(pixel: &[u8]) -> bool {
    pixel.get(3).is_none_or(|alpha| *alpha >= SEEN)
}

impl Wish {
    /// The colour of a pixel; `None` where it is not seen.
    fn color(self, pixel: &[u8]) -> Option<[u8; 4]> {
        let color = [pixel[0], pixel[1], pixel[2], pixel[3]];
        match self.degrees {
            true => Some(color).filter(|color| color[3] > 0),
            false => is_seen(pixel).then_some([color[0], color[1], color[2], 255]),
        }
    }
}

/// Pixels of four bytes each by numbers.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
#[cfg(test)]
pub(crate) fn indexed(rgba: &[u8], width: usize, wish: Wish, context: &Context) -> Result<Indexed> {
    let mut colors = Colors::new(wish.degrees);
    colors.add(rgba, context)?;
    colors.palette(wish.most, colors.clears, context)?.indexed(rgba, width, wish, context)
}

/// The colours of a picture or several, counted once for any number of palettes.
#[derive(Debug)]
pub(crate) struct Colors {
    /// Whether transparency has degrees.
    degrees: bool,
    /// Whether something is not seen.
    clears: bool,
    /// Every colour, as long as there are not too many.
    told: BTreeMap<[u8; 4], Cell>,
    /// Then those that lie in cells of six bits a sample, and in cells of five of those that let through.
    opaque: Vec<Cell>,
    others: BTreeMap<usize, Cell>,
}

impl Colors {
    /// No colours yet; `degrees` says whether transparency has degrees.
    pub(crate) fn new(degrees: bool) -> Colors {
        Colors { degrees, clears: false, told: BTreeMap::new(), opaque: Vec::new(), others: BTreeMap::new() }
    }

    /// Whether something is not seen.
    pub(crate) fn clears(&self) -> bool {
        self.clears
    }

    /// Adds the colours of pixels of four bytes each.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub(crate) fn add(&mut self, rgba: &[u8], context: &Context) -> Result<()> {
        let wish = Wish { most: 0, degrees: self.degrees, spread: 0.0 };
        let (mut last, mut count) = ([0; 4], 0.0);
        for pixel in rgba.chunks_exact(4) {
            context.tick(1)?;
            match wish.color(pixel) {
                None => self.clears = true,
                Some(color) if color == last => count += 1.0,
                Some(color) => {
                    self.count(last, count);
                    (last, count) = (color, 1.0);
                }
            }
        }
        self.count(last, count);
        Ok(())
    }

    fn count(&mut self, color: [u8; 4], count: f32) {
        if count == 0.0 {
            return;
        }
        if !self.opaque.is_empty() {
            self.cell(color).count(color, count);
            return;
        }
        self.told.entry(color).or_default().count(color, count);
        if self.told.len() > MOST_TOLD {
            self.opaque = vec![Cell::default(); 1 << 18];
            for (color, cell) in std::mem::take(&mut self.told) {
                self.cell(color).add(&cell);
            }
        }
    }

    fn cell(&mut self, color: [u8; 4]) -> &mut Cell {
        match color[3] {
            255 => &mut self.opaque[packed(&color[..3], 6)],
            _ => self.others.entry(packed(&color, 5)).or_default(),
        }
    }

    /// At most so many colours, with room for what is not seen where that is wanted: all there are, or those that suit
    /// best.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub(crate) fn palette(&self, most: usize, clears: bool, context: &Context) -> Result<Palette> {
        let room = most.saturating_sub(usize::from(clears)).max(1);
        if self.opaque.is_empty() && self.told.len() <= room {
            return Ok(Palette { colors: self.told.keys().copied().collect(), clears, is_exact: true });
        }
        let eye = Eye::new();
        let cells = self.told.values().chain(&self.opaque).chain(self.others.values());
        let cells = cells.filter(|cell| cell.weight > 0.0).map(|cell| cell.weighed(&eye)).collect();
        Ok(Palette { colors: best(cells, room, context)?, clears, is_exact: false })
    }
}

/// Colours to tell pixels by.
#[derive(Debug)]
pub(crate) struct Palette {
    /// In their order.
    colors: Vec<[u8; 4]>,
    /// Whether there is a number for what is not seen, behind them.
    clears: bool,
    /// Whether these are all the colours there are.
    is_exact: bool,
}

impl Palette {
    /// Whether these are all the colours there are.
    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The colours by number.
    pub(crate) fn colors(&self) -> Vec<[u8; 4]> {
        let mut colors = self.colors.clone();
        if self.clears || colors.is_empty() {
            colors.push([0; 4]);
        }
        colors
    }

    /// The number of what is not seen.
    pub(crate) fn clear(&self) -> Option<u8> {
        self.clears.then_some(self.colors.len() as u8)
    }

    /// Pixels by numbers.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub(crate) fn indexed(&self, rgba: &[u8], width: usize, wish: Wish, context: &Context) -> Result<Indexed> {
        let indices = match self.is_exact {
            true => self.numbered(rgba, wish, context)?,
            false => self.dithered(rgba, width, wish, context)?,
        };
        Ok(Indexed { indices, colors: self.colors(), clear: self.clear(), is_exact: self.is_exact })
    }

    fn numbered(&self, rgba: &[u8], wish: Wish, context: &Context) -> Result<Vec<u8>> {
        let clear = self.clear().unwrap_or(0);
        let mut indices = Vec::new();
        let mut last: Option<([u8; 4], u8)> = None;
        for pixel in rgba.chunks_exact(4) {
            let index = match (wish.color(pixel), last) {
                (None, _) => clear,
                (Some(color), Some((known, index))) if known == color => index,
                (Some(color), _) => {
                    context.tick(1)?;
                    let index = self.colors.binary_search(&color).unwrap_or(0) as u8;
                    last = Some((color, index));
                    index
                }
            };
            indices.push(index);
        }
        Ok(indices)
    }

    /// How far each colour is from each other one, row by row; the number of what is not seen is far from all.
    pub(crate) fn distances(&self) -> Vec<f32> {
        let eye = Eye::new();
        let mut spots: Vec<Option<Spot>> =
            self.colors.iter().map(|color| Some(eye.spot(color.map(f32::from)))).collect();
        spots.resize(self.colors().len(), None);
        let apart = |a: &Option<Spot>, b: &Option<Spot>| match (a, b) {
            (Some(a), Some(b)) => libm::sqrtf(distance(a, b)),
            _ => f32::MAX,
        };
        spots.iter().flat_map(|a| spots.iter().map(move |b| apart(a, b))).collect()
    }
}

/// A place in the space that distances between colours are measured in: Oklab of what is seen on white, and how much
/// lighter that is than on black.
type Spot = [f32; 4];

/// Weight of a step of lightness that the ground shines through, beside one of the colour's own.
const THROUGH: f32 = 0.6;

/// Light of samples, and the place of colours.
struct Eye {
    linear: [f32; 256],
}

impl Eye {
    fn new() -> Eye {
        Eye { linear: light::table() }
    }

    fn spot(&self, [red, green, blue, alpha]: [f32; 4]) -> Spot {
        let share = alpha / 255.0;
        let on = |ground: f32| self.oklab([red, green, blue].map(|sample| sample * share + ground * (1.0 - share)));
        let [light, a, b] = on(255.0);
        let through = if alpha >= 255.0 { 0.0 } else { light - on(0.0)[0] };
        [light, a, b, THROUGH * through]
    }

    fn oklab(&self, color: [f32; 3]) -> [f32; 3] {
        let [red, green, blue] = color.map(|sample| self.light(sample));
        let long = libm::cbrtf(0.412_221_46 * red + 0.536_332_55 * green + 0.051_445_995 * blue);
        let medium = libm::cbrtf(0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue);
        let short = libm::cbrtf(0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_7 * blue);
        [
            0.210_454_26 * long + 0.793_617_8 * medium - 0.004_072_047 * short,
            1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short,
            0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short,
        ]
    }

    /// The light of a sample that may lie between two whole ones.
    fn light(&self, sample: f32) -> f32 {
        let low = sample.clamp(0.0, 254.0) as usize;
        let share = (sample - low as f32).clamp(0.0, 1.0);
        self.linear[low] + share * (self.linear[low + 1] - self.linear[low])
    }
}

fn distance(a: &Spot, b: &Spot) -> f32 {
    (0..4).map(|at| (a[at] - b[at]) * (a[at] - b[at])).sum()
}

fn nearest(spots: &[Spot], spot: &Spot) -> usize {
    let mut best = (0, f32::MAX);
    for (index, other) in spots.iter().enumerate() {
        let distance = distance(other, spot);
        if distance < best.1 {
            best = (index, distance);
        }
    }
    best.0
}

/// A colour of the picture, or several that are like one another.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    weight: f32,
    sum: [f32; 4],
    spot: Spot,
}

impl Cell {
    fn mean(&self) -> [f32; 4] {
        self.sum.map(|sum| sum / self.weight.max(f32::MIN_POSITIVE))
    }

    fn add(&mut self, other: &Cell) {
        self.weight += other.weight;
        (0..4).for_each(|at| self.sum[at] += other.sum[at]);
    }

    fn count(&mut self, color: [u8; 4], count: f32) {
        self.weight += count;
        (0..4).for_each(|at| self.sum[at] += count * f32::from(color[at]));
    }

    /// With its place, and the weight that its pixels have together.
    fn weighed(mut self, eye: &Eye) -> Cell {
        self.spot = eye.spot(self.mean());
        let share = libm::powf(self.weight, CROWD - 1.0);
        self.weight *= share;
        self.sum = self.sum.map(|sum| sum * share);
        self
    }
}

/// The samples of a colour in so many bits each, behind one another.
fn packed(samples: &[u8], bits: usize) -> usize {
    samples.iter().fold(0, |packed, sample| packed << bits | usize::from(*sample) >> (8 - bits))
}

/// The `most` colours that suit the picture best.
fn best(mut cells: Vec<Cell>, most: usize, context: &Context) -> Result<Vec<[u8; 4]>> {
    let eye = Eye::new();
    let mut means = parted(&mut cells, most);
    for _ in 0..ROUNDS {
        context.checkpoint()?;
        let spots: Vec<Spot> = means.iter().map(|mean| eye.spot(*mean)).collect();
        let mut sums = vec![Cell::default(); means.len()];
        for cell in &cells {
            context.tick(means.len() as u64 / 16)?;
            sums[nearest(&spots, &cell.spot)].add(cell);
        }
        for (mean, sum) in means.iter_mut().zip(&sums).filter(|(_, sum)| sum.weight > 0.0) {
            *mean = sum.mean();
        }
    }
    let mut colors: Vec<[u8; 4]> = means.into_iter().map(|mean| mean.map(|sample| (sample + 0.5) as u8)).collect();
    colors.sort_unstable();
    colors.dedup();
    Ok(colors)
}

/// Means of the boxes that the cells are parted into: always the one that is worst off, across its longest side.
fn parted(cells: &mut [Cell], most: usize) -> Vec<[f32; 4]> {
    let mut boxes: Vec<(&mut [Cell], f32, usize)> = vec![measured(cells)];
    while boxes.len() < most {
        let worst = (0..boxes.len()).max_by(|a, b| boxes[*a].1.total_cmp(&boxes[*b].1)).unwrap_or(0);
        if boxes[worst].1 <= 0.0 {
            break;
        }
        let (cells, _, axis) = boxes.swap_remove(worst);
        cells.sort_by(|a, b| a.spot[axis].total_cmp(&b.spot[axis]));
        let (left, right) = cells.split_at_mut(median(cells));
        boxes.push(measured(left));
        boxes.push(measured(right));
    }
    let sum = |cells: &[Cell]| {
        let mut whole = Cell::default();
        cells.iter().for_each(|cell| whole.add(cell));
        whole.mean()
    };
    boxes.iter().map(|(cells, _, _)| sum(cells)).collect()
}

/// Where half of the weight is passed, with a cell on either side.
fn median(cells: &[Cell]) -> usize {
    let half = cells.iter().map(|cell| cell.weight).sum::<f32>() / 2.0;
    let mut passed = 0.0;
    let at = cells.iter().position(|cell| {
        passed += cell.weight;
        passed >= half
    });
    (at.unwrap_or(0) + 1).min(cells.len() - 1).max(1)
}

/// A box with how badly off it is, and the axis along which it is longest.
fn measured(cells: &mut [Cell]) -> (&mut [Cell], f32, usize) {
    let weight: f32 = cells.iter().map(|cell| cell.weight).sum();
    let spread = |axis: usize| {
        let mean = cells.iter().map(|cell| cell.weight * cell.spot[axis]).sum::<f32>() / weight.max(f32::MIN_POSITIVE);
        let squares = cells.iter().map(|cell| cell.weight * (cell.spot[axis] - mean) * (cell.spot[axis] - mean));
        squares.sum::<f32>()
    };
    let spreads: [f32; 4] = std::array::from_fn(spread);
    let axis = (0..4).max_by(|a, b| spreads[*a].total_cmp(&spreads[*b])).unwrap_or(0);
    let badness = if cells.len() < 2 { 0.0 } else { spreads.iter().sum() };
    (cells, badness, axis)
}

/// A number that is none yet, among those that are known.
const UNKNOWN: u16 = u16::MAX;

/// The nearest colours, remembered for all that are the same in their first bits: seven of each sample, five where
/// something shines through.
struct Known<'e> {
    eye: &'e Eye,
    spots: Vec<Spot>,
    opaque: Vec<u16>,
    others: Vec<u16>,
}

impl Known<'_> {
    fn number(&mut self, color: [f32; 4]) -> u8 {
        let whole = color.map(|sample| (sample + 0.5) as u8);
        let (known, bits, samples) = match whole[3] {
            255 => (&mut self.opaque, 7, &whole[..3]),
            _ => (&mut self.others, 5, &whole[..]),
        };
        if known.is_empty() {
            known.resize(1 << (bits * samples.len()), UNKNOWN);
        }
        let known = &mut known[packed(samples, bits)];
        if *known == UNKNOWN {
            *known = nearest(&self.spots, &self.eye.spot(color)) as u16;
        }
        *known as u8
    }
}

impl Palette {
    /// The nearest colours, what is lost spread over the pixels to come.
    fn dithered(&self, rgba: &[u8], width: usize, wish: Wish, context: &Context) -> Result<Vec<u8>> {
        let eye = Eye::new();
        let means: Vec<[f32; 4]> = self.colors.iter().map(|color| color.map(f32::from)).collect();
        let spots = means.iter().map(|mean| eye.spot(*mean)).collect();
        let mut known = Known { eye: &eye, spots, opaque: Vec::new(), others: Vec::new() };
        let clear = self.clear().unwrap_or(0);
        let mut indices = Vec::new();
        let mut errors = [vec![[0.0_f32; 4]; width + 2], vec![[0.0_f32; 4]; width + 2]];
        for row in rgba.chunks(width * 4) {
            context.checkpoint()?;
            let [here, below] = &mut errors;
            below.fill([0.0; 4]);
            for (at, pixel) in row.chunks_exact(4).enumerate() {
                let Some(color) = wish.color(pixel) else {
                    indices.push(clear);
                    continue;
                };
                let wanted: [f32; 4] = std::array::from_fn(|channel| {
                    (f32::from(color[channel]) + here[at + 1][channel]).clamp(0.0, 255.0)
                });
                let index = known.number(wanted);
                indices.push(index);
                for channel in 0..4 {
                    let lost = wish.spread * (wanted[channel] - means[usize::from(index)][channel]) / 16.0;
                    here[at + 2][channel] += lost * 7.0;
                    below[at][channel] += lost * 3.0;
                    below[at + 1][channel] += lost * 5.0;
                    below[at + 2][channel] += lost;
                }
            }
            errors.swap(0, 1);
        }
        Ok(indices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WISH: Wish = Wish { most: 256, degrees: false, spread: 0.8 };

    #[test]
    fn few_colours_stay_as_they_are() {
        let rgba = [[9, 8, 7, 255], [1, 2, 3, 200], [9, 8, 7, 255], [5, 5, 5, 0]].concat();
        let few = indexed(&rgba, 2, WISH, &Context::default()).unwrap();
        assert_eq!(few.colors, [[1, 2, 3, 255], [9, 8, 7, 255], [0; 4]]);
        assert_eq!((few.indices, few.clear, few.is_exact), (vec![1, 0, 1, 2], Some(2), true));
        let degrees = indexed(&rgba, 2, Wish { degrees: true, ..WISH }, &Context::default()).unwrap();
        assert_eq!(degrees.colors, [[1, 2, 3, 200], [9, 8, 7, 255], [0; 4]]);
    }

    #[test]
    fn many_colours_come_near() {
        let rgba: Vec<u8> =
            (0..64 * 64_u32).flat_map(|at| [(at % 64 * 4) as u8, (at / 64 * 4) as u8, 128, 255]).collect();
        let many = indexed(&rgba, 64, WISH, &Context::default()).unwrap();
        assert_eq!((many.indices.len(), many.clear, many.is_exact), (64 * 64, None, false));
        assert!((200..=256).contains(&many.colors.len()));
        let pairs = many.indices.iter().zip(rgba.chunks_exact(4));
        let off = pairs.map(|(index, pixel)| {
            let color = many.colors[usize::from(*index)];
            (0..3).map(|channel| u32::from(color[channel].abs_diff(pixel[channel]))).sum::<u32>()
        });
        let off: u32 = off.sum();
        assert!(off < 64 * 64 * 24, "{off}");
        let few = indexed(&rgba, 64, Wish { most: 2, ..WISH }, &Context::default()).unwrap();
        assert_eq!(few.colors.len(), 2);
    }
}
