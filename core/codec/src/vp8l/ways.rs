//! Transform selection: which transforms a picture gets before it is coded, and which of them are likely to pay.

use super::TICK;
use super::bits::BitWriter;
use super::care::Care;
use super::color::{decorrelate, subtract_green, without_green};
use super::entropy::{self, Channels};
use super::palette::Palette;
use super::predict::{difference, predict};
use super::stream::{put_aside, put_picture};

/// Numbers of the transforms in the stream (RFC 9649, 4).
const PREDICT: u32 = 0;
const DECORRELATE: u32 = 1;
const SUBTRACT_GREEN: u32 = 2;
const PALETTE: u32 = 3;

/// The transforms that a picture gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Color indexing: colours become places in a table.
    Palette,
    /// Colours stay. Green is subtracted where that pays, and the predictor transform is used where that pays.
    Colors { less_green: bool, predicted: bool },
}

const OF_COLORS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

/// All ways, the one with the fewest bits first: by how often samples, differences and places come where a pixel is neither
/// as the one to its left nor as the one above, which copies will tell.
///
/// # Errors
/// What `tick` fails with.
pub(super) fn by_likelihood<E>(
    pixels: &[u32],
    width: usize,
    palette: Option<&Palette>,
    tick: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<Way>, E> {
    let mut counts = vec![Channels::none(); OF_COLORS.len()];
    let mut places = [0u32; 256];
    for (at, &color) in pixels.iter().enumerate().skip(1) {
        if at % TICK == 0 {
            tick()?;
        }
        let left = pixels[at - 1];
        if color == left || at >= width && pixels[at - width] == color {
            continue;
        }
        for ((less_green, predicted), counts) in OF_COLORS.into_iter().zip(&mut counts) {
            let of = |color| if less_green { without_green(color) } else { color };
            let told = if predicted { of(left) } else { 0 };
            counts.count(difference(of(color), told));
        }
        if let Some(palette) = palette {
            places[palette.place(color) as usize] += 1;
        }
    }
    let of_colors = OF_COLORS
        .into_iter()
        .zip(&counts)
        .map(|((less_green, predicted), counts)| (counts.bits(), Way::Colors { less_green, predicted }));
    let table = palette.map(|palette| {
        let bits = entropy::bits(&places) + 8.0 * palette.len() as f32;
        (if palette.shares_pixels() { 0.0 } else { bits }, Way::Palette)
    });
    let mut ways: Vec<(f32, Way)> = table.into_iter().chain(of_colors).collect();
    ways.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut ways: Vec<Way> = ways.into_iter().map(|(_, way)| way).collect();
    if let Some(Way::Colors { predicted: true, .. }) = ways.first() {
        let less_green = has_fewer_bits_without_green(pixels, width, tick)?;
        ways.sort_by_key(|way| *way != Way::Colors { less_green, predicted: true });
    }
    Ok(ways)
}

/// Pixels by which it is seen whether green is to be taken off, and rows of them that stay together.
const SAMPLE: usize = 1 << 17;
const BAND: usize = 32;

/// Binary logarithm of the side of the sample's tiles.
const SAMPLE_TILE: u32 = 4;

/// Whether what neighbours leave to be told has fewer bits where green is taken off first: seen on bands of the picture,
/// since the left neighbour alone misleads.
fn has_fewer_bits_without_green<E>(
    pixels: &[u32],
    width: usize,
    tick: &mut dyn FnMut() -> Result<(), E>,
) -> Result<bool, E> {
    let step = pixels.len().div_ceil(SAMPLE);
    let bands: Vec<u32> = pixels.chunks(width * BAND).step_by(step).flatten().copied().collect();
    let mut bits = [0.0; 2];
    for (less_green, bits) in [false, true].into_iter().zip(&mut bits) {
        let mut left = bands.clone();
        if less_green {
            subtract_green(&mut left);
        }
        predict(&mut left, width, SAMPLE_TILE, tick)?;
        decorrelate(&mut left, width, SAMPLE_TILE, tick)?;
        let mut counts = Channels::none();
        left.iter().for_each(|color| counts.count(*color));
        *bits = counts.bits();
    }
    Ok(bits[1] <= bits[0])
}

/// Goes a way to its end.
///
/// # Errors
/// What `tick` fails with.
pub(super) fn go<E>(
    way: Way,
    (pixels, width): (&[u32], usize),
    palette: Option<&Palette>,
    care: &Care,
    tick: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let mut writer = BitWriter::default();
    match (way, palette) {
        (Way::Palette, Some(palette)) => {
            mark(PALETTE, &mut writer);
            writer.put(palette.len() as u32 - 1, 8);
            put_aside((&palette.differences(), palette.len()), &mut writer, tick)?;
            let (places, width) = palette.places(pixels, width);
            writer.flag(false);
            put_picture((&places, width), care.finest_area + 1, care, &mut writer, tick)?;
        }
        (Way::Colors { less_green, predicted }, _) => {
            let mut pixels = pixels.to_vec();
            if less_green {
                mark(SUBTRACT_GREEN, &mut writer);
                subtract_green(&mut pixels);
            }
            if predicted {
                told_by_neighbours(&mut pixels, width, care, &mut writer, tick)?;
            }
            writer.flag(false);
            put_picture((&pixels, width), care.finest_area, care, &mut writer, tick)?;
        }
        (Way::Palette, None) => {}
    }
    Ok(writer.finish())
}

fn mark(what: u32, writer: &mut BitWriter) {
    writer.flag(true);
    writer.put(what, 2);
}

fn told_by_neighbours<E>(
    pixels: &mut [u32],
    width: usize,
    care: &Care,
    writer: &mut BitWriter,
    tick: &mut dyn FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let bits = care.tile;
    let columns = width.div_ceil(1 << bits);
    let modes = predict(pixels, width, bits, tick)?;
    mark(PREDICT, writer);
    writer.put(bits - 2, 3);
    put_aside((&modes, columns), writer, tick)?;
    if let Some(shares) = decorrelate(pixels, width, bits, tick)? {
        mark(DECORRELATE, writer);
        writer.put(bits - 2, 3);
        put_aside((&shares, columns), writer, tick)?;
    }
    Ok(())
}
