//! The 8x8 discrete cosine transform (T.81, A.3.3), and halving a picture without leaving it.

use super::tables::ZIGZAG;

/// An 8x8 matrix, row-major.
pub(crate) type Matrix = [[f32; 8]; 8];

/// cos(n pi / 16) / 2 for n = 0 to 8.
const HALF_COSINES: [f64; 9] = [
    0.5,
    0.490_392_640_201_615_2,
    0.461_939_766_255_643_4,
    0.415_734_806_151_272_6,
    0.353_553_390_593_273_8,
    0.277_785_116_509_801_1,
    0.191_341_716_182_544_9,
    0.097_545_161_008_064_1,
    0.0,
];

/// cos(n pi / 16) / 2 for any n, by the symmetries of the cosine.
pub(crate) const fn half_cosine(n: usize) -> f64 {
    match n % 32 {
        n @ 0..=8 => HALF_COSINES[n],
        n @ 9..=16 => -HALF_COSINES[16 - n],
        n @ 17..=24 => -HALF_COSINES[n - 16],
        n => HALF_COSINES[32 - n],
    }
}

/// Orthonormal basis: row `u` holds the samples of frequency `u`.
const BASIS: Matrix = {
    let mut rows = [[0.0; 8]; 8];
    let mut u = 0;
    while u < 8 {
        let mut x = 0;
        while x < 8 {
            let value = if u == 0 { half_cosine(4) } else { half_cosine((2 * x + 1) * u) };
            rows[u][x] = value as f32;
            x += 1;
        }
        u += 1;
    }
    rows
};

const fn transposed(matrix: &Matrix) -> Matrix {
    let mut out = [[0.0; 8]; 8];
    let mut row = 0;
    while row < 8 {
        let mut column = 0;
        while column < 8 {
            out[column][row] = matrix[row][column];
            column += 1;
        }
        row += 1;
    }
    out
}

const BASIS_TRANSPOSED: Matrix = transposed(&BASIS);

const fn product(left: &Matrix, right: &Matrix) -> Matrix {
    let mut out = [[0.0; 8]; 8];
    let mut row = 0;
    while row < 8 {
        let mut column = 0;
        while column < 8 {
            let mut k = 0;
            while k < 8 {
                out[row][column] += left[row][k] * right[k][column];
                k += 1;
            }
            column += 1;
        }
        row += 1;
    }
    out
}

/// `left * right`.
fn multiply(left: &Matrix, right: &Matrix) -> Matrix {
    let mut out = [[0.0; 8]; 8];
    for (sums, factors) in out.iter_mut().zip(left) {
        for (factor, row) in factors.iter().zip(right) {
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += factor * value;
            }
        }
    }
    out
}

/// Coefficients of 8x8 samples (centred on 0).
pub(crate) fn forward(samples: &Matrix) -> Matrix {
    multiply(&multiply(&BASIS, samples), &BASIS_TRANSPOSED)
}

/// Samples of coefficients.
#[cfg(test)]
pub(crate) fn inverse(coefficients: &Matrix) -> Matrix {
    multiply(&multiply(&BASIS_TRANSPOSED, coefficients), &BASIS)
}

/// For each of two neighbouring blocks: the map from its coefficients to its share of the
/// coefficients of the block that holds both at half size. It is `C S C'`, where `C` is the
/// transform and `S` averages pairs of samples into the upper or lower half.
const HALVES: [Matrix; 2] = {
    let mut shares = [[[0.0; 8]; 8]; 2];
    let mut half = 0;
    while half < 2 {
        let mut averaging = [[0.0; 8]; 8];
        let mut x = 0;
        while x < 8 {
            averaging[half * 4 + x / 2][x] = 0.5;
            x += 1;
        }
        shares[half] = product(&product(&BASIS, &averaging), &BASIS_TRANSPOSED);
        half += 1;
    }
    shares
};

/// [`HALVES`], transposed: the same map applied from the right.
const HALVES_TRANSPOSED: [Matrix; 2] = [transposed(&HALVES[0]), transposed(&HALVES[1])];

/// Adds up the blocks that become one when a picture is halved.
#[derive(Debug)]
pub(crate) struct Halving {
    /// Whether width and height are halved.
    across: bool,
    down: bool,
    /// Blocks so far, already halved across: upper and lower.
    upper: Matrix,
    lower: Matrix,
}

impl Halving {
    /// A sum without blocks.
    pub(crate) fn new(across: bool, down: bool) -> Self {
        Halving { across, down, upper: [[0.0; 8]; 8], lower: [[0.0; 8]; 8] }
    }

    /// Adds a coefficient of the block in column `x` and row `y` (0 or 1) by its zigzag index.
    #[inline]
    pub(crate) fn add(&mut self, x: usize, y: usize, zigzag: usize, value: f32) {
        let place = usize::from(ZIGZAG[zigzag]);
        let sums = if y == 0 { &mut self.upper[place / 8] } else { &mut self.lower[place / 8] };
        if self.across {
            for (sum, share) in sums.iter_mut().zip(&HALVES_TRANSPOSED[x][place % 8]) {
                *sum += value * share;
            }
        } else {
            sums[place % 8] += value;
        }
    }

    /// The coefficients at half size.
    pub(crate) fn finish(&self) -> Matrix {
        if !self.down {
            return self.upper;
        }
        let (mut sum, lower) = (multiply(&HALVES[0], &self.upper), multiply(&HALVES[1], &self.lower));
        for (sum, value) in sum.iter_mut().flatten().zip(lower.iter().flatten()) {
            *sum += value;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(seed: u32) -> Matrix {
        let mut state = seed;
        std::array::from_fn(|_| {
            std::array::from_fn(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as f32 - 128.0
            })
        })
    }

    /// The defining double sum of T.81, A.3.3.
    fn by_definition(samples: &Matrix, u: usize, v: usize) -> f64 {
        let scale = |n: usize| if n == 0 { 0.5f64.sqrt() } else { 1.0 };
        let mut sum = 0.0;
        for (y, row) in samples.iter().enumerate() {
            for (x, sample) in row.iter().enumerate() {
                let across = libm::cos((2 * x + 1) as f64 * u as f64 * std::f64::consts::PI / 16.0);
                let down = libm::cos((2 * y + 1) as f64 * v as f64 * std::f64::consts::PI / 16.0);
                sum += f64::from(*sample) * across * down;
            }
        }
        sum * scale(u) * scale(v) / 4.0
    }

    #[test]
    fn the_transform_is_the_one_of_the_standard() {
        let samples = samples(1);
        let coefficients = forward(&samples);
        for v in 0..8 {
            for u in 0..8 {
                assert!((f64::from(coefficients[v][u]) - by_definition(&samples, u, v)).abs() < 1e-2);
            }
        }
        let back = inverse(&coefficients);
        for (a, b) in back.iter().flatten().zip(samples.iter().flatten()) {
            assert!((a - b).abs() < 1e-2);
        }
    }

    #[test]
    fn halving_equals_averaging_the_samples() {
        let parts: Vec<Matrix> = (0..4).map(samples).collect();
        let mut halving = Halving::new(true, true);
        for (index, part) in parts.iter().enumerate() {
            let coefficients = forward(part);
            for (zigzag, place) in ZIGZAG.iter().enumerate() {
                let place = usize::from(*place);
                halving.add(index % 2, index / 2, zigzag, coefficients[place / 8][place % 8]);
            }
        }
        let halved = inverse(&halving.finish());
        for (y, row) in halved.iter().enumerate() {
            for (x, value) in row.iter().enumerate() {
                let part = &parts[x / 4 + y / 4 * 2];
                let (x, y) = (x % 4 * 2, y % 4 * 2);
                let mean = (part[y][x] + part[y][x + 1] + part[y + 1][x] + part[y + 1][x + 1]) / 4.0;
                assert!((value - mean).abs() < 1e-2);
            }
        }
    }
}
