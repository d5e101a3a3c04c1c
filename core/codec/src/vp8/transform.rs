//! The transforms of residuals: the discrete cosine transform of 4x4 samples, whose inverse RFC 6386 defines in section
//! 14.3, and the Walsh-Hadamard transform of the mean values of a macroblock (section 14.3 too).
//!
//! Coefficients have twice the scale of the orthonormal transform: their squared errors are four times those of the
//! samples, and those of a second-order block sixteen times.

/// Coefficients or residuals of a block, row by row.
pub(crate) type Block = [i16; 16];

/// The square root of two times cos(pi/8) and sin(pi/8), in units of 1/4096.
const COS: i32 = 5352;
const SIN: i32 = 2217;

/// The square root of two times cos(pi/8), less one, and times sin(pi/8), in units of 1/65536 (section 14.3).
const COS_LESS_ONE: i32 = 20091;
const SIN_INVERSE: i32 = 35468;

/// Transforms residuals.
#[inline]
pub(crate) fn forward(residual: &Block) -> Block {
    let mut rows = [0i32; 16];
    for row in 0..4 {
        let at = row * 4;
        let [a, b, c, d] = [residual[at], residual[at + 1], residual[at + 2], residual[at + 3]].map(i32::from);
        let (outer, inner, inner_gap, outer_gap) = (a + d, b + c, b - c, a - d);
        rows[at] = (outer + inner) << 3;
        rows[at + 1] = (outer_gap * COS + inner_gap * SIN + 256) >> 9;
        rows[at + 2] = (outer - inner) << 3;
        rows[at + 3] = (outer_gap * SIN - inner_gap * COS + 256) >> 9;
    }
    let mut coefficients = [0i16; 16];
    for at in 0..4 {
        let [a, b, c, d] = [rows[at], rows[at + 4], rows[at + 8], rows[at + 12]];
        let (outer, inner, inner_gap, outer_gap) = (a + d, b + c, b - c, a - d);
        coefficients[at] = ((outer + inner + 8) >> 4) as i16;
        coefficients[at + 4] = ((outer_gap * COS + inner_gap * SIN + (1 << 15)) >> 16) as i16;
        coefficients[at + 8] = ((outer - inner + 8) >> 4) as i16;
        coefficients[at + 12] = ((outer_gap * SIN - inner_gap * COS + (1 << 15)) >> 16) as i16;
    }
    coefficients
}

/// The butterfly both passes of the inverse share.
#[inline]
fn inverse_step(a: i32, b: i32, c: i32, d: i32) -> [i32; 4] {
    let (even, odd) = (a + c, a - c);
    let fall = ((b * SIN_INVERSE) >> 16) - d - ((d * COS_LESS_ONE) >> 16);
    let rise = b + ((b * COS_LESS_ONE) >> 16) + ((d * SIN_INVERSE) >> 16);
    [even + rise, odd + fall, odd - fall, even - rise]
}

/// Turns coefficients back to residuals, as every decoder does.
#[inline]
pub(crate) fn inverse(coefficients: &Block) -> Block {
    let mut columns = [0i32; 16];
    for at in 0..4 {
        let [a, b, c, d] =
            [coefficients[at], coefficients[at + 4], coefficients[at + 8], coefficients[at + 12]].map(i32::from);
        let out = inverse_step(a, b, c, d);
        for row in 0..4 {
            columns[row * 4 + at] = out[row];
        }
    }
    let mut residual = [0i16; 16];
    for row in 0..4 {
        let at = row * 4;
        let out = inverse_step(columns[at], columns[at + 1], columns[at + 2], columns[at + 3]);
        for column in 0..4 {
            residual[at + column] = ((out[column] + 4) >> 3) as i16;
        }
    }
    residual
}

/// The butterfly of the Walsh-Hadamard transform, which is its own inverse but for its scale.
#[inline]
fn walsh(a: i32, b: i32, c: i32, d: i32) -> [i32; 4] {
    let (outer, inner, inner_gap, outer_gap) = (a + d, b + c, b - c, a - d);
    [outer + inner, inner_gap + outer_gap, outer - inner, outer_gap - inner_gap]
}

/// Both passes of the Walsh-Hadamard transform.
fn walsh_block(block: &Block) -> [i32; 16] {
    let mut columns = [0i32; 16];
    for at in 0..4 {
        let [a, b, c, d] = [block[at], block[at + 4], block[at + 8], block[at + 12]].map(i32::from);
        let out = walsh(a, b, c, d);
        for row in 0..4 {
            columns[row * 4 + at] = out[row];
        }
    }
    let mut both = [0i32; 16];
    for row in 0..4 {
        let at = row * 4;
        both[at..at + 4].copy_from_slice(&walsh(columns[at], columns[at + 1], columns[at + 2], columns[at + 3]));
    }
    both
}

/// Transforms the mean values of a macroblock.
pub(crate) fn forward_walsh(means: &Block) -> Block {
    walsh_block(means).map(|value| ((value + i32::from(value > 0)) >> 1) as i16)
}

/// Turns a second-order block back to mean values, as every decoder does.
pub(crate) fn inverse_walsh(block: &Block) -> Block {
    walsh_block(block).map(|value| ((value + 3) >> 3) as i16)
}

/// The sum of absolute values of the Walsh-Hadamard transform of residuals: a cheap guess of what they cost.
#[inline]
pub(crate) fn roughness(residual: &Block) -> u32 {
    let first = butterfly(residual, 8);
    let second = butterfly(&first, 4);
    let third = butterfly(&second, 2);
    // The last stage only adds and subtracts: |a + b| + |a - b| is twice the greater of |a| and |b|.
    let mut sum = 0;
    for pair in third.chunks_exact(2) {
        sum += u32::from(pair[0].unsigned_abs().max(pair[1].unsigned_abs()));
    }
    sum * 2
}

/// Sums of what is `gap` apart, then differences, within each group of twice that.
#[inline]
fn butterfly(block: &Block, gap: usize) -> Block {
    let mut out = [0; 16];
    for group in 0..16 / (2 * gap) {
        for lane in 0..gap {
            let at = group * 2 * gap + lane;
            out[at] = block[at] + block[at + gap];
            out[at + gap] = block[at] - block[at + gap];
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transforms_are_inverse_to_one_another() {
        let residual: Block = core::array::from_fn(|at| ((at * 37 + at * at * 11) % 301) as i16 - 150);
        let back = inverse(&forward(&residual));
        assert!(residual.iter().zip(&back).all(|(a, b)| (a - b).abs() <= 1), "{residual:?} {back:?}");
        let back = inverse_walsh(&forward_walsh(&residual));
        assert!(residual.iter().zip(&back).all(|(a, b)| (a - b).abs() <= 1), "{residual:?} {back:?}");
    }
}
