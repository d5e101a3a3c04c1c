//! Sampling for estimates: a small picture made of pieces from all over a large one.

use std::sync::Arc;

use super::packed::Packed;
use super::picture::{Picture, Plane};

/// Blocks of a sample at least; a picture up to one and a half times this size stands for itself.
const SAMPLE_BLOCKS: usize = 4_500;

/// Of very large pictures, one block in so many: they are often plain over wide parts, and what is
/// in them is rare.
const SAMPLE_SHARE: usize = 48;

/// Units in a piece: long enough for runs and DC differences to look real.
const PIECE_UNITS: usize = 4;

/// A sample, and how many bits of the whole one bit of it stands for.
#[derive(Debug)]
pub struct Sample {
    /// The part.
    pub picture: Picture,
    /// How many times its bytes the whole has.
    pub scale: f64,
}

/// The sample of a picture: all of it where it is small.
pub fn of(picture: &Picture) -> Sample {
    take(picture).unwrap_or_else(|| Sample { picture: picture.clone(), scale: 1.0 })
}

/// Takes a sample; `None` where the picture is small enough, or too narrow.
fn take(picture: &Picture) -> Option<Sample> {
    let unit = unit(picture);
    let (units_across, units_down) = whole_units(picture, unit);
    let (pieces_across, blocks) = (units_across / PIECE_UNITS, picture.block_count());
    if blocks <= SAMPLE_BLOCKS * 3 / 2 || pieces_across == 0 || units_down == 0 {
        return None;
    }
    let total = pieces_across * units_down;
    let wanted = SAMPLE_BLOCKS.max(blocks / SAMPLE_SHARE);
    let count = (total * wanted / blocks).clamp(1, total);
    let places: Vec<(usize, usize)> =
        spread(total, count).map(|piece| (piece % pieces_across, piece / pieces_across)).collect();
    let pairs = picture.planes.iter().zip(&picture.sampling);
    let planes: Vec<_> = pairs.map(|(plane, sampling)| Arc::new(pieces(plane, *sampling, unit, &places))).collect();
    let scale = activity(&picture.planes) / activity(&planes);
    let width_px = (PIECE_UNITS * unit.0 * 8 * usize::from(picture.max_sampling().0)) as u16;
    let height_px = (count * unit.1 * 8 * usize::from(picture.max_sampling().1)) as u16;
    Some(Sample {
        picture: Picture { width_px, height_px, color: picture.color, sampling: picture.sampling.clone(), planes },
        scale,
    })
}

/// Minimum coded units of a unit of sampling, across and down: such that colour differences can
/// still be halved.
fn unit(picture: &Picture) -> (usize, usize) {
    let (across, down) = picture.max_sampling();
    (if across == 1 { 2 } else { 1 }, if down == 1 { 2 } else { 1 })
}

/// Units that all components cover in full.
fn whole_units(picture: &Picture, unit: (usize, usize)) -> (usize, usize) {
    let pairs = || picture.planes.iter().zip(&picture.sampling);
    let across = pairs().map(|(plane, sampling)| plane.columns / (unit.0 * usize::from(sampling.0))).min();
    let down = pairs().map(|(plane, sampling)| plane.rows / (unit.1 * usize::from(sampling.1))).min();
    (across.unwrap_or(0), down.unwrap_or(0))
}

/// `count` of `total` numbers, one from each of equal strata, at a place that follows no pattern of
/// the picture's but is the same every time.
fn spread(total: usize, count: usize) -> impl Iterator<Item = usize> {
    let mut state = 0x9E37_79B9u64;
    (0..count).map(move |index| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (first, end) = (index * total / count, (index + 1) * total / count);
        first + (state >> 33) as usize % (end - first).max(1)
    })
}

/// The blocks of the pieces at `places`, one below the other.
fn pieces(plane: &Plane, sampling: (u8, u8), unit: (usize, usize), places: &[(usize, usize)]) -> Plane {
    let (columns, down) = (PIECE_UNITS * unit.0 * usize::from(sampling.0), unit.1 * usize::from(sampling.1));
    let mut packed = Packed::new(columns);
    for (x, y) in places {
        let place = (y * down, x * columns);
        let shift = joint(plane, place, down, packed.dc.last().copied());
        for row in y * down..(y + 1) * down {
            let mut walk = plane.packed.walk_from(row);
            walk.skip(place.1);
            for _ in 0..columns {
                let Some((dc, levels)) = walk.next() else { break };
                levels.iter().for_each(|level| packed.push(level.k, level.value));
                packed.end_block(dc.saturating_add(shift));
            }
        }
    }
    Plane { columns, rows: down * places.len(), packed: Arc::new(packed), ..*plane }
}

/// What the DC values of the piece at `place` (row, column) are moved by, so that it differs from
/// the piece before it as it does from its neighbour on the left: DC values are coded as differences,
/// and in a plain picture leaps between distant places would be most of the bits.
fn joint(plane: &Plane, (row, column): (usize, usize), down: usize, last: Option<i16>) -> i16 {
    let Some(last) = last else { return 0 };
    let left = plane.nearest(row + down - 1, column.saturating_sub(1));
    let shift = last.saturating_sub(plane.packed.dc[left]);
    if shift.unsigned_abs() < MOST_SHIFT { shift } else { 0 }
}

/// Largest move of DC values; beyond it they start over.
const MOST_SHIFT: u16 = 8_000;

/// What the bits of a picture grow with, about: coefficients, and something for each block.
fn activity(planes: &[Arc<Plane>]) -> f64 {
    planes.iter().map(|plane| plane.packed.count() + 2 * plane.packed.len() as u64).sum::<u64>() as f64
}
