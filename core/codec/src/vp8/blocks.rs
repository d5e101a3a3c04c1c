//! Blocks of 4x4 samples within the samples of a macroblock.

use super::transform::{self, Block};

/// Place of the first sample of block `at`, of `across` in a row.
pub(crate) fn corner(at: usize, across: usize, stride: usize) -> usize {
    at / across * 4 * stride + at % across * 4
}

/// A block's samples.
#[inline]
pub(crate) fn square(samples: &[u8], stride: usize, place: usize) -> [u8; 16] {
    let mut square = [0; 16];
    for row in 0..4 {
        square[row * 4..row * 4 + 4].copy_from_slice(&samples[place + row * stride..][..4]);
    }
    square
}

#[inline]
pub(crate) fn difference(source: &[u8; 16], prediction: &[u8; 16]) -> Block {
    core::array::from_fn(|at| i16::from(source[at]) - i16::from(prediction[at]))
}

#[inline]
pub(crate) fn residual(source: &[u8], prediction: &[u8], stride: usize, place: usize) -> Block {
    difference(&square(source, stride, place), &square(prediction, stride, place))
}

#[inline]
pub(crate) fn add_residual(prediction: &[u8], residual: &Block, stride: usize, place: usize, out: &mut [u8]) {
    for row in 0..4 {
        let at = place + row * stride;
        let (from, to) = (&prediction[at..at + 4], &mut out[at..at + 4]);
        for column in 0..4 {
            to[column] = (i16::from(from[column]) + residual[row * 4 + column]).clamp(0, 255) as u8;
        }
    }
}

pub(crate) fn roughness_of(source: &[u8], prediction: &[u8], side: usize) -> u32 {
    let across = side / 4;
    (0..across * across)
        .map(|at| transform::roughness(&residual(source, prediction, side, corner(at, across, side))))
        .sum()
}
