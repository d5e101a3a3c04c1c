//! Coefficients to samples: the inverse transform (T.81, A.3.3) in whole numbers, after C. Loeffler,
//! A. Ligtenberg and G. Moschytz ("Practical fast 1-D DCT algorithms with 11 multiplications", 1989),
//! scaled and rounded as most decoders do it, so that samples are the same as theirs.

use super::dct;
use super::picture::Block;
use super::tables::ZIGZAG;

/// Fractional bits of the constants, and those kept between the two passes.
const CONSTANT_BITS: u32 = 13;
const BETWEEN_BITS: u32 = 2;

/// A constant with [`CONSTANT_BITS`] fractional bits.
const fn fixed(value: f64) -> i32 {
    (value * (1 << CONSTANT_BITS) as f64 + if value < 0.0 { -0.5 } else { 0.5 }) as i32
}

/// Factors of the even part: `cos(6 pi / 16) sqrt 2`, and what it takes to the other two outputs.
const EVEN_TURN: i32 = fixed(0.541_196_100);
const EVEN_LESS: i32 = fixed(1.847_759_065);
const EVEN_MORE: i32 = fixed(0.765_366_865);

/// Factors of the odd part, each for one input, and those for sums of two and of all.
const ODD: [i32; 4] = [fixed(0.298_631_336), fixed(2.053_119_869), fixed(3.072_711_026), fixed(1.501_321_110)];
const ODD_OUTER: i32 = fixed(0.899_976_223);
const ODD_INNER: i32 = fixed(2.562_915_447);
const ODD_LOW: i32 = fixed(1.961_570_560);
const ODD_HIGH: i32 = fixed(0.390_180_644);
const ODD_ALL: i32 = fixed(1.175_875_602);

/// Magnitude that values are held below before each pass: twice what 8-bit samples can lead to, and so
/// small that sums stay in 32 bits.
const LARGEST: i32 = 8_191;

/// The 8x8 samples of a block, row by row; `steps` are its quantisation table.
pub(crate) fn samples(block: &Block, mask: u64, steps: &[u16; 64]) -> [u8; 64] {
    if mask & !1 == 0 {
        return [flat(block[0], steps[0]); 64];
    }
    let mut values = [0; 64];
    for (k, place) in ZIGZAG.iter().enumerate() {
        let value = i32::from(block[k]).saturating_mul(i32::from(steps[k]));
        values[usize::from(*place)] = value.clamp(-LARGEST, LARGEST);
    }
    for column in 0..8 {
        let inputs = std::array::from_fn(|row| values[row * 8 + column]);
        for (row, value) in transform(&inputs, CONSTANT_BITS - BETWEEN_BITS).into_iter().enumerate() {
            values[row * 8 + column] = value.clamp(-LARGEST, LARGEST);
        }
    }
    let mut out = [0; 64];
    for (row, samples) in values.as_chunks::<8>().0.iter().zip(out.as_chunks_mut::<8>().0) {
        *samples = transform(row, CONSTANT_BITS + BETWEEN_BITS + 3).map(|value| (value + 128).clamp(0, 255) as u8);
    }
    out
}

/// A block at a half or a quarter of its size: what its lowest `SIDE` frequencies in each direction show in as many
/// samples. `COUNT` is the square of `SIDE`.
pub(crate) fn fewer<const SIDE: usize, const COUNT: usize>(block: &Block, mask: u64, steps: &[u16; 64]) -> [u8; COUNT] {
    if mask & ((1 << LOWEST[SIDE]) - 1) & !1 == 0 {
        return [flat(block[0], steps[0]); COUNT];
    }
    let basis = const { basis::<SIDE>() };
    let mut values = [[0; SIDE]; SIDE];
    for (k, place) in ZIGZAG.iter().enumerate().take(LOWEST[SIDE]) {
        let (row, column) = (usize::from(*place) / 8, usize::from(*place) % 8);
        if row < SIDE && column < SIDE {
            let value = i32::from(block[k]).saturating_mul(i32::from(steps[k])).clamp(-LARGEST, LARGEST);
            for (sum, share) in values[row].iter_mut().zip(basis[column]) {
                *sum += value * share;
            }
        }
    }
    std::array::from_fn(|at| {
        let sum: i64 = (0..SIDE).map(|row| i64::from(values[row][at % SIDE]) * i64::from(basis[row][at / SIDE])).sum();
        ((sum + (1 << (2 * CONSTANT_BITS - 1))) >> (2 * CONSTANT_BITS)).saturating_add(128).clamp(0, 255) as u8
    })
}

/// Row `u`: the samples of frequency `u`, of so many that a block of 8 has the same mean.
const fn basis<const SIDE: usize>() -> [[i32; SIDE]; SIDE] {
    let mut rows = [[0; SIDE]; SIDE];
    let mut at = 0;
    while at < SIDE * SIDE {
        let (u, x) = (at / SIDE, at % SIDE);
        rows[u][x] = fixed(dct::half_cosine(if u == 0 { 4 } else { (2 * x + 1) * u * (8 / SIDE) }));
        at += 1;
    }
    rows
}

/// One past the zigzag index of the last coefficient among the lowest in both directions, by their number.
const LOWEST: [usize; 5] = [0, 1, 5, 13, 25];

/// The sample of a block without other coefficients than its DC value, rounded as the transform does.
pub(crate) fn flat(dc: i16, step: u16) -> u8 {
    let value = i32::from(dc).saturating_mul(i32::from(step)).clamp(-LARGEST, LARGEST) << BETWEEN_BITS;
    ((value + (1 << (BETWEEN_BITS + 2))) >> (BETWEEN_BITS + 3)).wrapping_add(128).clamp(0, 255) as u8
}

/// One row or column, `shift` bits taken off the results with rounding.
#[inline]
fn transform(inputs: &[i32; 8], shift: u32) -> [i32; 8] {
    let (even, odd) = (even_part(inputs), odd_part(inputs));
    let rounded = |value: i32| (value + (1 << (shift - 1))) >> shift;
    std::array::from_fn(|index| match index {
        0..4 => rounded(even[index] + odd[index]),
        _ => rounded(even[7 - index] - odd[7 - index]),
    })
}

#[inline]
fn even_part(inputs: &[i32; 8]) -> [i32; 4] {
    let turned = (inputs[2] + inputs[6]) * EVEN_TURN;
    let (inner, outer) = (turned - inputs[6] * EVEN_LESS, turned + inputs[2] * EVEN_MORE);
    let (sum, difference) = ((inputs[0] + inputs[4]) << CONSTANT_BITS, (inputs[0] - inputs[4]) << CONSTANT_BITS);
    [sum + outer, difference + inner, difference - inner, sum - outer]
}

#[inline]
fn odd_part(inputs: &[i32; 8]) -> [i32; 4] {
    let [a, b, c, d] = [inputs[7], inputs[5], inputs[3], inputs[1]];
    let all = (a + b + c + d) * ODD_ALL;
    let (outer, inner) = ((a + d) * -ODD_OUTER, (b + c) * -ODD_INNER);
    let (low, high) = (all - (a + c) * ODD_LOW, all - (b + d) * ODD_HIGH);
    [d * ODD[3] + outer + high, c * ODD[2] + inner + low, b * ODD[1] + inner + high, a * ODD[0] + outer + low]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_samples_are_the_means_of_smooth_blocks() {
        let mut block = [0; 64];
        (block[0], block[1], block[2]) = (40, -25, 11);
        let means = |side: usize| -> Vec<f32> {
            let whole = samples(&block, 7, &[4; 64]);
            let step = 8 / side;
            let mean = |at: usize| {
                let (left, top) = (at % side * step, at / side * step);
                let sum: u32 = (0..step * step).map(|n| u32::from(whole[(top + n / step) * 8 + left + n % step])).sum();
                sum as f32 / (step * step) as f32
            };
            (0..side * side).map(mean).collect()
        };
        let near = |ours: &[u8], means: &[f32]| ours.iter().zip(means).all(|(a, b)| (f32::from(*a) - b).abs() < 6.0);
        assert!(near(&fewer::<4, 16>(&block, 7, &[4; 64]), &means(4)));
        assert!(near(&fewer::<2, 4>(&block, 7, &[4; 64]), &means(2)));
        assert!(near(&[flat(40, 4)], &means(1)));
    }

    #[test]
    fn samples_are_those_of_the_exact_transform() {
        let mut state = 7u32;
        for round in 0..200 {
            let mut block = [0i16; 64];
            let mut mask = 0;
            for (k, value) in block.iter_mut().enumerate().take(1 + round % 64) {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *value = ((state >> 20) as i16 - 2_048) / (8 + k as i16 * 4);
                mask |= u64::from(*value != 0) << k;
            }
            let mut exact = [[0.0; 8]; 8];
            for (k, place) in ZIGZAG.iter().enumerate() {
                exact[usize::from(*place) / 8][usize::from(*place) % 8] = f32::from(block[k]) * 3.0;
            }
            let exact = dct::inverse(&exact);
            for (ours, exact) in samples(&block, mask, &[3; 64]).iter().zip(exact.iter().flatten()) {
                let exact = (exact + 128.0).clamp(0.0, 255.0);
                assert!((f32::from(*ours) - exact).abs() < 1.01, "{ours} {exact}");
            }
        }
    }

    #[test]
    fn the_largest_coefficients_do_no_harm() {
        for sign in [1, -1] {
            samples(&[i16::MAX * sign; 64], u64::MAX, &[u16::MAX; 64]);
            samples(&std::array::from_fn(|k| if k % 2 == 0 { i16::MAX } else { i16::MIN }), u64::MAX, &[u16::MAX; 64]);
        }
    }
}
