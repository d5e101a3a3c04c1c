//! Pictures of at most 256 colours: the ones there are, or those that suit the picture best.
//!
//! Colours are counted in cells, parted at the median of their longest side (Heckbert, Color Image Quantization for Frame
//! Buffer Display, 1982), and moved to the mean of what is nearest to them (Lloyd's algorithm), by distances in Oklab
//! (Ottosson, A perceptual color space for image processing, 2020). What the picture loses by them is spread over its
//! neighbours (Floyd and Steinberg, 1976).

use std::collections::BTreeSet;

use crate::context::Context;
use crate::error::Result;
use crate::parts::light;

/// Opacity from which on a pixel is seen, where there are no degrees.
const SEEN: u8 = 128;

/// Rounds of Lloyd's algorithm.
const ROUNDS: usize = 5;

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
pub(crate) fn indexed(rgba: &[u8], width: usize, wish: Wish, context: &Context) -> Result<Indexed> {
    let clears = rgba.chunks_exact(4).any(|pixel| wish.color(pixel).is_none());
    let room = wish.most.saturating_sub(usize::from(clears)).max(1);
    match exact(rgba, room, wish, context)? {
        Some(colors) => numbered(rgba, colors, clears, wish, context),
        None => {
            let colors = best(rgba, room, wish, context)?;
            dithered(rgba, width, colors, clears, wish, context)
        }
    }
}

/// The colours that are seen, in order; `None` where there are more than `most`.
fn exact(rgba: &[u8], most: usize, wish: Wish, context: &Context) -> Result<Option<Vec<[u8; 4]>>> {
    let mut colors = BTreeSet::new();
    let mut last = None;
    for color in rgba.chunks_exact(4).filter_map(|pixel| wish.color(pixel)) {
        if last == Some(color) {
            continue;
        }
        context.tick(1)?;
        last = Some(color);
        colors.insert(color);
        if colors.len() > most {
            return Ok(None);
        }
    }
    Ok(Some(colors.into_iter().collect()))
}

fn numbered(rgba: &[u8], mut colors: Vec<[u8; 4]>, clears: bool, wish: Wish, context: &Context) -> Result<Indexed> {
    let clear = clears.then_some(colors.len() as u8);
    let mut indices = Vec::new();
    let mut last: Option<([u8; 4], u8)> = None;
    for pixel in rgba.chunks_exact(4) {
        let index = match (wish.color(pixel), last) {
            (None, _) => clear.unwrap_or(0),
            (Some(color), Some((known, index))) if known == color => index,
            (Some(color), _) => {
                context.tick(1)?;
                let index = colors.binary_search(&color).unwrap_or(0) as u8;
                last = Some((color, index));
                index
            }
        };
        indices.push(index);
    }
    if clears || colors.is_empty() {
        colors.push([0; 4]);
    }
    Ok(Indexed { indices, colors, clear, is_exact: true })
}

/// A colour as distances between colours are measured: Oklab, as seen through its alpha, and the alpha.
type Spot = [f32; 4];

/// Weight of a step of alpha beside one of brightness.
const ALPHA: f32 = 0.6;

/// Light of samples, and the place of colours in Oklab.
struct Eye {
    linear: [f32; 256],
}

impl Eye {
    fn new() -> Eye {
        Eye { linear: light::table() }
    }

    fn spot(&self, color: [f32; 4]) -> Spot {
        let [red, green, blue] = [color[0], color[1], color[2]].map(|sample| self.light(sample));
        let long = libm::cbrtf(0.412_221_46 * red + 0.536_332_55 * green + 0.051_445_995 * blue);
        let medium = libm::cbrtf(0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue);
        let short = libm::cbrtf(0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_7 * blue);
        let alpha = color[3] / 255.0;
        [
            alpha * (0.210_454_26 * long + 0.793_617_8 * medium - 0.004_072_047 * short),
            alpha * (1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short),
            alpha * (0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short),
            ALPHA * alpha,
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

/// A cell of the colour space, and what of the picture lies in it.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    weight: f32,
    sum: [f32; 4],
    spot: Spot,
}

impl Cell {
    fn mean(&self) -> [f32; 4] {
        self.sum.map(|sum| sum / self.weight.max(1.0))
    }

    fn add(&mut self, other: &Cell) {
        self.weight += other.weight;
        (0..4).for_each(|at| self.sum[at] += other.sum[at]);
    }
}

/// The cell a colour lies in: five bits for each colour, three for alpha.
fn cell_of(color: [u8; 4]) -> usize {
    let [red, green, blue, alpha] = color.map(usize::from);
    (alpha >> 5) << 15 | (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
}

fn cells(rgba: &[u8], wish: Wish, eye: &Eye, context: &Context) -> Result<Vec<Cell>> {
    let mut cells = vec![Cell::default(); 1 << 18];
    for color in rgba.chunks_exact(4).filter_map(|pixel| wish.color(pixel)) {
        context.tick(1)?;
        let cell = &mut cells[cell_of(color)];
        cell.weight += 1.0;
        (0..4).for_each(|at| cell.sum[at] += f32::from(color[at]));
    }
    cells.retain(|cell| cell.weight > 0.0);
    for cell in &mut cells {
        cell.spot = eye.spot(cell.mean());
    }
    Ok(cells)
}

/// The `most` colours that suit the picture best.
fn best(rgba: &[u8], most: usize, wish: Wish, context: &Context) -> Result<Vec<[u8; 4]>> {
    let eye = Eye::new();
    let mut cells = cells(rgba, wish, &eye, context)?;
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
        let mean = cells.iter().map(|cell| cell.weight * cell.spot[axis]).sum::<f32>() / weight.max(1.0);
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

/// The nearest colours, remembered for all that are the same in their first bits.
struct Known<'e> {
    eye: &'e Eye,
    spots: Vec<Spot>,
    known: Vec<u16>,
}

impl Known<'_> {
    fn number(&mut self, color: [f32; 4]) -> u8 {
        let [red, green, blue, alpha] = color.map(|sample| sample as usize);
        let slot = (alpha >> 4) << 18 | (red >> 2) << 12 | (green >> 2) << 6 | blue >> 2;
        if self.known[slot] == UNKNOWN {
            self.known[slot] = nearest(&self.spots, &self.eye.spot(color)) as u16;
        }
        self.known[slot] as u8
    }
}

/// The picture by the nearest colours, what is lost spread over the pixels to come.
fn dithered(
    rgba: &[u8],
    width: usize,
    mut colors: Vec<[u8; 4]>,
    clears: bool,
    wish: Wish,
    context: &Context,
) -> Result<Indexed> {
    let eye = Eye::new();
    let means: Vec<[f32; 4]> = colors.iter().map(|color| color.map(f32::from)).collect();
    let spots = means.iter().map(|mean| eye.spot(*mean)).collect();
    let mut known = Known { eye: &eye, spots, known: vec![UNKNOWN; 1 << 22] };
    let clear = clears.then_some(colors.len() as u8);
    let mut indices = Vec::new();
    let mut errors = [vec![[0.0_f32; 4]; width + 2], vec![[0.0_f32; 4]; width + 2]];
    for row in rgba.chunks(width * 4) {
        context.checkpoint()?;
        let [here, below] = &mut errors;
        below.fill([0.0; 4]);
        for (at, pixel) in row.chunks_exact(4).enumerate() {
            let Some(color) = wish.color(pixel) else {
                indices.push(clear.unwrap_or(0));
                continue;
            };
            let wanted: [f32; 4] =
                std::array::from_fn(|channel| (f32::from(color[channel]) + here[at + 1][channel]).clamp(0.0, 255.0));
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
    if clears {
        colors.push([0; 4]);
    }
    Ok(Indexed { indices, colors, clear, is_exact: false })
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
