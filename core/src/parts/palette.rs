//! Pictures of at most 256 colours: the ones there are, or those that suit the picture best.
//!
//! Colours are counted in cells of five bits a channel, parted at the median of their longest side (Heckbert, Color
//! Image Quantization for Frame Buffer Display, 1982), and moved to the mean of what is nearest to them (Lloyd's
//! algorithm). What the picture loses by them is spread over its neighbours (Floyd and Steinberg, 1976).

use std::collections::BTreeSet;

use crate::context::Context;
use crate::error::Result;

/// Opacity from which on a pixel is seen, where there are no degrees.
const SEEN: u8 = 128;

/// Rounds of Lloyd's algorithm.
const ROUNDS: usize = 4;

/// Share of the error that is spread: all of it makes flat areas restless.
const SPREAD: f32 = 0.8;

/// A picture by numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Indexed {
    /// A number for each pixel.
    pub(crate) indices: Vec<u8>,
    /// The colours by number.
    pub(crate) colors: Vec<[u8; 3]>,
    /// The number of what is not seen, where there is something.
    pub(crate) clear: Option<u8>,
}

/// Whether a pixel of four bytes is seen where transparency has no degrees.
pub(crate) fn is_seen(pixel: &[u8]) -> bool {
    pixel.get(3).is_none_or(|alpha| *alpha >= SEEN)
}

/// Pixels of four bytes each by numbers of at most `most` colours, the transparent one among them.
pub(crate) fn indexed(rgba: &[u8], width: usize, most: usize, context: &Context) -> Result<Indexed> {
    let clears = rgba.chunks_exact(4).any(|pixel| !is_seen(pixel));
    let room = most.saturating_sub(usize::from(clears)).max(1);
    match exact(rgba, room, context)? {
        Some(colors) => numbered(rgba, colors, clears, context),
        None => {
            let colors = best(rgba, room, context)?;
            dithered(rgba, width, colors, clears, context)
        }
    }
}

/// The colours that are seen, in order; `None` where there are more than `most`.
fn exact(rgba: &[u8], most: usize, context: &Context) -> Result<Option<Vec<[u8; 3]>>> {
    let mut colors = BTreeSet::new();
    let mut last = None;
    for pixel in rgba.chunks_exact(4).filter(|pixel| is_seen(pixel)) {
        let color = [pixel[0], pixel[1], pixel[2]];
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

fn numbered(rgba: &[u8], mut colors: Vec<[u8; 3]>, clears: bool, context: &Context) -> Result<Indexed> {
    let clear = clears.then_some(colors.len() as u8);
    let mut indices = Vec::new();
    let mut last: Option<(&[u8], u8)> = None;
    for pixel in rgba.chunks_exact(4) {
        let index = match (last, clear) {
            (_, Some(clear)) if !is_seen(pixel) => clear,
            (Some((known, index)), _) if known == pixel => index,
            _ => {
                context.tick(1)?;
                let color = [pixel[0], pixel[1], pixel[2]];
                colors.binary_search(&color).unwrap_or(0) as u8
            }
        };
        last = Some((pixel, index));
        indices.push(index);
    }
    if clears || colors.is_empty() {
        colors.push([0; 3]);
    }
    Ok(Indexed { indices, colors, clear })
}

/// A cell of the colour space and what of the picture lies in it.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    weight: f32,
    sum: [f32; 3],
}

impl Cell {
    fn mean(&self) -> [f32; 3] {
        self.sum.map(|sum| sum / self.weight.max(1.0))
    }
}

/// The cell a colour lies in.
fn cell_of(color: [u8; 3]) -> usize {
    let [red, green, blue] = color.map(|sample| usize::from(sample >> 3));
    red << 10 | green << 5 | blue
}

fn cells(rgba: &[u8], context: &Context) -> Result<Vec<Cell>> {
    let mut cells = vec![Cell::default(); 1 << 15];
    for pixel in rgba.chunks_exact(4).filter(|pixel| is_seen(pixel)) {
        context.tick(1)?;
        let cell = &mut cells[cell_of([pixel[0], pixel[1], pixel[2]])];
        cell.weight += 1.0;
        for channel in 0..3 {
            cell.sum[channel] += f32::from(pixel[channel]);
        }
    }
    cells.retain(|cell| cell.weight > 0.0);
    Ok(cells)
}

/// The `most` colours that suit the picture best.
fn best(rgba: &[u8], most: usize, context: &Context) -> Result<Vec<[u8; 3]>> {
    let mut cells = cells(rgba, context)?;
    let mut means = parted(&mut cells, most);
    for _ in 0..ROUNDS {
        context.checkpoint()?;
        let mut sums = vec![Cell::default(); means.len()];
        for cell in &cells {
            context.tick(means.len() as u64 / 16)?;
            let sum = &mut sums[nearest(&means, cell.mean())];
            sum.weight += cell.weight;
            (0..3).for_each(|channel| sum.sum[channel] += cell.sum[channel]);
        }
        for (mean, sum) in means.iter_mut().zip(&sums).filter(|(_, sum)| sum.weight > 0.0) {
            *mean = sum.mean();
        }
    }
    Ok(means.into_iter().map(|mean| mean.map(|sample| (sample + 0.5) as u8)).collect())
}

/// Weights of the channels in distances between colours: about what they add to brightness.
const WEIGHTS: [f32; 3] = [0.30, 0.55, 0.15];

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|channel| WEIGHTS[channel] * (a[channel] - b[channel]) * (a[channel] - b[channel])).sum()
}

fn nearest(means: &[[f32; 3]], color: [f32; 3]) -> usize {
    let mut best = (0, f32::MAX);
    for (index, mean) in means.iter().enumerate() {
        let distance = distance(*mean, color);
        if distance < best.1 {
            best = (index, distance);
        }
    }
    best.0
}

/// Means of the boxes that the cells are parted into: always the one that is worst off, across its longest side.
fn parted(cells: &mut [Cell], most: usize) -> Vec<[f32; 3]> {
    let mut boxes: Vec<(&mut [Cell], f32, usize)> = vec![measured(cells)];
    while boxes.len() < most {
        let worst = (0..boxes.len()).max_by(|a, b| boxes[*a].1.total_cmp(&boxes[*b].1)).unwrap_or(0);
        if boxes[worst].1 <= 0.0 {
            break;
        }
        let (cells, _, channel) = boxes.swap_remove(worst);
        cells.sort_by(|a, b| a.mean()[channel].total_cmp(&b.mean()[channel]));
        let (left, right) = cells.split_at_mut(median(cells));
        boxes.push(measured(left));
        boxes.push(measured(right));
    }
    let sum = |cells: &[Cell]| {
        let mut whole = Cell::default();
        for cell in cells {
            whole.weight += cell.weight;
            (0..3).for_each(|channel| whole.sum[channel] += cell.sum[channel]);
        }
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

/// A box with how badly off it is, and the channel in which it is longest.
fn measured(cells: &mut [Cell]) -> (&mut [Cell], f32, usize) {
    let weight: f32 = cells.iter().map(|cell| cell.weight).sum();
    let spread = |channel: usize| {
        let mean = cells.iter().map(|cell| cell.sum[channel]).sum::<f32>() / weight.max(1.0);
        let squares = cells.iter().map(|cell| {
            let off = cell.mean()[channel] - mean;
            cell.weight * off * off
        });
        WEIGHTS[channel] * squares.sum::<f32>()
    };
    let spreads = [spread(0), spread(1), spread(2)];
    let channel = (0..3).max_by(|a, b| spreads[*a].total_cmp(&spreads[*b])).unwrap_or(0);
    let badness = if cells.len() < 2 { 0.0 } else { spreads.iter().sum() };
    (cells, badness, channel)
}

/// The picture by the nearest colours, what is lost spread over the pixels to come.
fn dithered(rgba: &[u8], width: usize, mut colors: Vec<[u8; 3]>, clears: bool, context: &Context) -> Result<Indexed> {
    let means: Vec<[f32; 3]> = colors.iter().map(|color| color.map(f32::from)).collect();
    let clear = clears.then_some(colors.len() as u8);
    let mut known: Vec<Option<u8>> = vec![None; 1 << 18];
    let mut indices = Vec::new();
    let mut errors = [vec![[0.0_f32; 3]; width + 2], vec![[0.0_f32; 3]; width + 2]];
    for row in rgba.chunks(width * 4) {
        context.checkpoint()?;
        let [here, below] = &mut errors;
        below.fill([0.0; 3]);
        for (at, pixel) in row.chunks_exact(4).enumerate() {
            if let (Some(clear), false) = (clear, is_seen(pixel)) {
                indices.push(clear);
                continue;
            }
            let wanted: [f32; 3] =
                std::array::from_fn(|channel| (f32::from(pixel[channel]) + here[at + 1][channel]).clamp(0.0, 255.0));
            let index = looked_up(&mut known, &means, wanted);
            indices.push(index);
            for channel in 0..3 {
                let lost = SPREAD * (wanted[channel] - means[usize::from(index)][channel]) / 16.0;
                here[at + 2][channel] += lost * 7.0;
                below[at][channel] += lost * 3.0;
                below[at + 1][channel] += lost * 5.0;
                below[at + 2][channel] += lost;
            }
        }
        errors.swap(0, 1);
    }
    if clears {
        colors.push([0; 3]);
    }
    Ok(Indexed { indices, colors, clear })
}

/// The nearest colour, remembered for all of six bits a channel that are the same.
fn looked_up(known: &mut [Option<u8>], means: &[[f32; 3]], color: [f32; 3]) -> u8 {
    let [red, green, blue] = color.map(|sample| sample as usize >> 2);
    let slot = &mut known[red << 12 | green << 6 | blue];
    *slot.get_or_insert_with(|| nearest(means, color) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_as_they_are() {
        let rgba = [[9, 8, 7, 255], [1, 2, 3, 200], [9, 8, 7, 255], [5, 5, 5, 0]].concat();
        let few = indexed(&rgba, 2, 256, &Context::default()).unwrap();
        assert_eq!(few.colors, [[1, 2, 3], [9, 8, 7], [0, 0, 0]]);
        assert_eq!((few.indices, few.clear), (vec![1, 0, 1, 2], Some(2)));
    }

    #[test]
    fn many_colours_come_near() {
        let rgba: Vec<u8> =
            (0..64 * 64_u32).flat_map(|at| [(at % 64 * 4) as u8, (at / 64 * 4) as u8, 128, 255]).collect();
        let Indexed { indices, colors, clear } = indexed(&rgba, 64, 256, &Context::default()).unwrap();
        assert_eq!((indices.len(), colors.len(), clear), (64 * 64, 256, None));
        let off: u32 = indices
            .iter()
            .zip(rgba.chunks_exact(4))
            .map(|(index, pixel)| {
                let color = colors[usize::from(*index)];
                (0..3).map(|channel| u32::from(color[channel].abs_diff(pixel[channel]))).sum::<u32>()
            })
            .sum();
        assert!(off < 64 * 64 * 24, "{off}");
        let few = indexed(&rgba, 64, 2, &Context::default()).unwrap();
        assert_eq!(few.colors.len(), 2);
    }
}
