//! Predictor transform (RFC 9649, 4.1): each pixel less what its neighbours foretell.

use std::ops::Range;

use super::entropy::costs;
use super::tile::{Tile, tile_of, tiles};

/// What stands for a pixel without neighbours.
const BLACK: u32 = 0xFF00_0000;

/// Bits that it takes to tell another mode than that of the tile before.
const CHANGE_BITS: f32 = 4.0;

/// The neighbours of a pixel.
#[derive(Debug, Clone, Copy)]
struct Around {
    left: u32,
    above: u32,
    above_left: u32,
    above_right: u32,
}

impl Around {
    /// Those of a pixel that is neither in the first row nor in the first column. To the right above the last pixel of a row
    /// is the first one of its own row.
    #[inline]
    fn at(pixels: &[u32], at: usize, width: usize) -> Self {
        let row = &pixels[at - width - 1..at];
        Around { left: row[width], above_left: row[0], above: row[1], above_right: row[2] }
    }

    /// What a mode makes of them.
    #[inline]
    fn told(self, mode: u32) -> u32 {
        let Around { left, above, above_left, above_right } = self;
        match mode {
            0 => BLACK,
            1 => left,
            2 => above,
            3 => above_right,
            4 => above_left,
            5 => average(average(left, above_right), above),
            6 => average(left, above_left),
            7 => average(left, above),
            8 => average(above_left, above),
            9 => average(above, above_right),
            10 => average(average(left, above_left), average(above, above_right)),
            11 => nearer(left, above, above_left),
            12 => each([left, above, above_left], |[left, above, corner]| left + above - corner),
            _ => each([average(left, above), above_left, 0], |[middle, corner, _]| middle + (middle - corner) / 2),
        }
    }
}

/// The mean of each sample, rounded down.
#[inline]
fn average(a: u32, b: u32) -> u32 {
    (a & b) + (((a ^ b) & 0xFEFE_FEFE) >> 1)
}

#[inline]
fn each(colors: [u32; 3], of: impl Fn([i32; 3]) -> i32) -> u32 {
    let bytes = colors.map(u32::to_le_bytes);
    u32::from_le_bytes(std::array::from_fn(|channel| {
        of(bytes.map(|bytes| i32::from(bytes[channel]))).clamp(0, 255) as u8
    }))
}

/// Of left and above the one that a plane through the neighbours comes nearer to.
#[inline]
fn nearer(left: u32, above: u32, above_left: u32) -> u32 {
    let apart = |a: u32, b: u32| -> u32 {
        a.to_le_bytes().into_iter().zip(b.to_le_bytes()).map(|(a, b)| u32::from(a.abs_diff(b))).sum()
    };
    if apart(above, above_left) < apart(left, above_left) { left } else { above }
}

/// The difference of each sample.
#[inline]
pub(super) fn difference(color: u32, told: u32) -> u32 {
    // What lies between two samples takes up what is borrowed.
    let odd = 0x00FF_00FFu32.wrapping_add(color & 0xFF00_FF00).wrapping_sub(told & 0xFF00_FF00);
    let even = 0xFF00_FF00u32.wrapping_add(color & 0x00FF_00FF).wrapping_sub(told & 0x00FF_00FF);
    odd & 0xFF00_FF00 | even & 0x00FF_00FF
}

/// Bits of each difference, by what has come so far.
struct Model {
    counts: [Vec<u32>; 4],
    prices: [[f32; 256]; 4],
}

impl Model {
    /// Small differences are likely.
    fn new() -> Self {
        let likely = |sample: usize| 400 / (1 + sample.min(256 - sample) as u32).pow(2) + 1;
        let mut model =
            Model { counts: std::array::from_fn(|_| (0..256).map(likely).collect()), prices: [[0.0; 256]; 4] };
        model.refresh();
        model
    }

    fn refresh(&mut self) {
        for (prices, counts) in self.prices.iter_mut().zip(&self.counts) {
            prices.copy_from_slice(&costs(counts));
        }
    }

    #[inline]
    fn price(&self, difference: u32) -> f32 {
        let [blue, green, red, alpha] = difference.to_le_bytes().map(usize::from);
        (self.prices[0][blue] + self.prices[1][green]) + (self.prices[2][red] + self.prices[3][alpha])
    }

    fn add(&mut self, difference: u32) {
        for (counts, sample) in self.counts.iter_mut().zip(difference.to_le_bytes()) {
            counts[usize::from(sample)] += 1;
        }
    }
}

/// Puts differences in the place of pixels and gives the picture of modes. `on_row` is called for each row of tiles.
///
/// # Errors
/// What `on_row` fails with.
pub(super) fn predict<E>(
    pixels: &mut [u32],
    width: usize,
    bits: u32,
    on_row: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    let mut model = Model::new();
    let mut modes: Vec<u32> = Vec::new();
    let columns = width.div_ceil(1 << bits);
    for tile in tiles(width, pixels.len() / width, bits) {
        if tile.columns.start == 0 {
            on_row()?;
            model.refresh();
        }
        let beside = [modes.len().checked_sub(1), modes.len().checked_sub(columns)].map(|at| at.map(|at| modes[at]));
        let mode = best_mode(pixels, &tile, &model, beside);
        for at in inner_rows(&tile).flatten() {
            model.add(difference(pixels[at], Around::at(pixels, at, width).told(mode)));
        }
        modes.push(mode);
    }
    apply(pixels, width, |at| modes[tile_of(at, width, bits)]);
    Ok(modes.into_iter().map(|mode| BLACK | mode << 8).collect())
}

/// The pixels of a tile that have all neighbours.
fn inner_rows(tile: &Tile) -> impl Iterator<Item = Range<usize>> + use<> {
    let (first, is_top) = (usize::from(tile.columns.start == 0), tile.lines.start == 0);
    tile.rows().skip(usize::from(is_top)).map(move |row| row.start + first..row.end)
}

fn best_mode(pixels: &[u32], tile: &Tile, model: &Model, beside: [Option<u32>; 2]) -> u32 {
    let (mut best, mut least) = (0, f32::INFINITY);
    for (mode, price_of) in (0u32..).zip(PRICE_OF) {
        let change = if beside.contains(&Some(mode)) { 0.0 } else { CHANGE_BITS };
        let price = change + price_of(pixels, tile, model, least - change);
        if price < least {
            (best, least) = (mode, price);
        }
    }
    best
}

/// Prices of tiles in each mode, functions of their own so that modes are told apart outside of loops.
const PRICE_OF: [fn(&[u32], &Tile, &Model, f32) -> f32; 14] = [
    price::<0>,
    price::<1>,
    price::<2>,
    price::<3>,
    price::<4>,
    price::<5>,
    price::<6>,
    price::<7>,
    price::<8>,
    price::<9>,
    price::<10>,
    price::<11>,
    price::<12>,
    price::<13>,
];

/// Bits of a tile in a mode; not of all its rows where there are more than `most`.
fn price<const MODE: u32>(pixels: &[u32], tile: &Tile, model: &Model, most: f32) -> f32 {
    let mut sum = 0.0;
    for row in inner_rows(tile) {
        if sum >= most {
            break;
        }
        for at in row {
            sum += model.price(difference(pixels[at], Around::at(pixels, at, tile.width).told(MODE)));
        }
    }
    sum
}

/// From the last pixel to the first, so that neighbours are still what they were.
fn apply(pixels: &mut [u32], width: usize, mode_at: impl Fn(usize) -> u32) {
    for at in (0..pixels.len()).rev() {
        let told = match (at / width, at % width) {
            (0, 0) => BLACK,
            (0, _) => pixels[at - 1],
            (_, 0) => pixels[at - width],
            _ => Around::at(pixels, at, width).told(mode_at(at)),
        };
        pixels[at] = difference(pixels[at], told);
    }
}
