//! Median cut and k-means: a palette by cells that are split at the median of their longest side (Heckbert, Color Image
//! Quantization for Frame Buffer Display, 1982), then moved to the mean of what is nearest to them (Lloyd's algorithm).

use super::eye::{Eye, Spot, nearest};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Rounds of Lloyd's algorithm.
const ROUNDS: usize = 10;

/// What the pixels of a colour count for: their number to this power. Wide even parts have few colours, which then leave
/// room for those of details. Measured on photographs: 1.0 loses some 2 points of SSIMULACRA 2 at the same size.
const CROWD: f32 = 0.7;

/// A colour of the picture, or several that are like one another.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cell {
    pub(super) weight: f32,
    sum: [f32; 4],
    spot: Spot,
}

impl Cell {
    fn mean(&self) -> [f32; 4] {
        self.sum.map(|sum| sum / self.weight.max(f32::MIN_POSITIVE))
    }

    pub(super) fn add(&mut self, other: &Cell) {
        self.weight += other.weight;
        (0..4).for_each(|at| self.sum[at] += other.sum[at]);
    }

    pub(super) fn count(&mut self, color: [u8; 4], count: f32) {
        self.weight += count;
        (0..4).for_each(|at| self.sum[at] += count * f32::from(color[at]));
    }

    /// With its place, and the weight that its pixels have together.
    pub(super) fn weighed(mut self, eye: &Eye) -> Cell {
        self.spot = eye.spot(self.mean());
        let share = libm::powf(self.weight, CROWD - 1.0);
        self.weight *= share;
        self.sum = self.sum.map(|sum| sum * share);
        self
    }
}

/// The samples of a colour in so many bits each, behind one another.
pub(super) fn packed(samples: &[u8], bits: usize) -> usize {
    samples.iter().fold(0, |packed, sample| packed << bits | usize::from(*sample) >> (8 - bits))
}

/// The `most` colours that suit the picture best.
pub(super) fn best(mut cells: Vec<Cell>, most: usize, context: &Context) -> Result<Vec<[u8; 4]>> {
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
