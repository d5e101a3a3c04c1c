//! Color transform and subtract-green transform: red and blue less what green foretells, blue less what red does (RFC
//! 9649, 4.2 and 4.3).

use super::tile::{Tile, tiles};

/// Green is taken off red and blue.
pub(super) fn subtract_green(pixels: &mut [u32]) {
    for color in pixels {
        *color = without_green(*color);
    }
}

#[inline]
pub(super) fn without_green(color: u32) -> u32 {
    let [blue, green, red, alpha] = color.to_le_bytes();
    u32::from_le_bytes([blue.wrapping_sub(green), green, red.wrapping_sub(green), alpha])
}

/// What is taken of one colour off another, in thirty-seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Shares {
    green_of_red: i8,
    green_of_blue: i8,
    red_of_blue: i8,
}

impl Shares {
    /// As a pixel of the picture of shares.
    fn color(self) -> u32 {
        let bytes = [self.green_of_red, self.green_of_blue, self.red_of_blue, -1];
        u32::from_le_bytes(bytes.map(i8::cast_unsigned))
    }

    #[inline]
    fn red(self, [_, green, red, _]: [u8; 4]) -> u8 {
        red.wrapping_sub(share(self.green_of_red, green))
    }

    #[inline]
    fn blue(self, [blue, green, red, _]: [u8; 4]) -> u8 {
        blue.wrapping_sub(share(self.green_of_blue, green)).wrapping_sub(share(self.red_of_blue, red))
    }
}

#[inline]
fn share(of: i8, sample: u8) -> u8 {
    ((i32::from(of) * i32::from(sample.cast_signed())) >> 5) as u8
}

/// Takes off red and blue, in each tile, what makes them take the fewest bits, and gives the picture of the shares;
/// none where nothing is taken anywhere. `on_row` is called for each row of tiles.
///
/// # Errors
/// What `on_row` fails with.
pub(super) fn decorrelate<E>(
    pixels: &mut [u32],
    width: usize,
    bits: u32,
    on_row: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Option<Vec<u32>>, E> {
    let (reds, blues) = (prices(pixels, 2), prices(pixels, 0));
    let mut shares = Vec::new();
    let mut last = Shares::default();
    for tile in tiles(width, pixels.len() / width, bits) {
        if tile.columns.start == 0 {
            on_row()?;
        }
        last = best(pixels, &tile, last, (&reds, &blues));
        for row in tile.rows() {
            for color in &mut pixels[row] {
                let bytes = color.to_le_bytes();
                *color = u32::from_le_bytes([last.blue(bytes), bytes[1], last.red(bytes), bytes[3]]);
            }
        }
        shares.push(last.color());
    }
    Ok(shares.iter().any(|shares| *shares != Shares::default().color()).then_some(shares))
}

/// Bits of each value of a channel, by how often all values come now.
fn prices(pixels: &[u32], channel: usize) -> Vec<f32> {
    let mut counts = vec![1; 256];
    for color in pixels {
        counts[usize::from(color.to_le_bytes()[channel])] += 1;
    }
    super::entropy::costs(&counts)
}

/// The shares of a tile: none, those of the tile before, or those of the smallest squares.
fn best(pixels: &[u32], tile: &Tile, last: Shares, (reds, blues): (&[f32], &[f32])) -> Shares {
    let sums = Sums::of(pixels, tile);
    let (green_of_blue, red_of_blue) = sums.of_blue();
    let fitted = Shares { green_of_red: thirty_seconds(sums.green_red, sums.green_green), green_of_blue, red_of_blue };
    let single = Shares { green_of_blue: thirty_seconds(sums.green_blue, sums.green_green), red_of_blue: 0, ..fitted };
    let bits = |of: &dyn Fn([u8; 4]) -> f32| -> f32 {
        tile.rows().flat_map(|row| &pixels[row]).map(|color| of(color.to_le_bytes())).sum()
    };
    // Telling a change takes some bits.
    let price = |shares: Shares, bits: f32, is_last: bool| {
        bits + if is_last || shares == Shares::default() { 0.0 } else { 8.0 }
    };
    let candidates = [Shares::default(), last, fitted, single];
    let red = candidates.map(|shares| {
        price(shares, bits(&|bytes| reds[usize::from(shares.red(bytes))]), shares.green_of_red == last.green_of_red)
    });
    let blue = candidates.map(|shares| {
        let is_last = (shares.green_of_blue, shares.red_of_blue) == (last.green_of_blue, last.red_of_blue);
        price(shares, bits(&|bytes| blues[usize::from(shares.blue(bytes))]), is_last)
    });
    let least = |bits: [f32; 4]| (0..4).min_by(|a, b| bits[*a].total_cmp(&bits[*b])).unwrap_or(0);
    Shares { green_of_red: candidates[least(red)].green_of_red, ..candidates[least(blue)] }
}

/// Sums of products of samples.
#[derive(Debug, Default)]
struct Sums {
    green_green: i64,
    green_red: i64,
    green_blue: i64,
    red_red: i64,
    red_blue: i64,
}

impl Sums {
    fn of(pixels: &[u32], tile: &Tile) -> Self {
        let mut sums = Sums::default();
        for color in tile.rows().flat_map(|row| &pixels[row]) {
            let [blue, green, red, _] = color.to_le_bytes().map(|sample| i64::from(sample.cast_signed()));
            sums.green_green += green * green;
            sums.green_red += green * red;
            sums.green_blue += green * blue;
            sums.red_red += red * red;
            sums.red_blue += red * blue;
        }
        sums
    }

    /// What of green and of red blue is told by.
    fn of_blue(&self) -> (i8, i8) {
        let determinant = self.green_green * self.red_red - self.green_red * self.green_red;
        let green = self.green_blue * self.red_red - self.red_blue * self.green_red;
        let red = self.red_blue * self.green_green - self.green_blue * self.green_red;
        (thirty_seconds(green, determinant), thirty_seconds(red, determinant))
    }
}

fn thirty_seconds(part: i64, whole: i64) -> i8 {
    if whole <= 0 {
        return 0;
    }
    (part as f64 / whole as f64 * 32.0).round().clamp(-128.0, 127.0) as i8
}
