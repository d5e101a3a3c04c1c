//! Between brightness with two differences of colour, and red, green and blue (ITU-T H.273, 8.3).

use crate::isobmff::Codes;

/// Shares of red and blue in brightness (ITU-T H.273, table 4).
const BT601: (f32, f32) = (0.299, 0.114);
const BT709: (f32, f32) = (0.2126, 0.0722);
const BT2020: (f32, f32) = (0.2627, 0.0593);
const FCC: (f32, f32) = (0.30, 0.11);
const SMPTE240: (f32, f32) = (0.212, 0.087);

/// How the three samples of a pixel become a colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Matrix {
    /// They are green, blue and red.
    Identity,
    /// Brightness and sums of differences.
    YCgCo,
    /// Brightness with these shares of red and blue.
    Shares(f32, f32),
}

impl Matrix {
    /// The matrix of a number; those that nobody uses are taken for the most common one.
    pub(crate) fn of(codes: Codes) -> Self {
        let (red, blue) = match codes.matrix {
            0 => return Matrix::Identity,
            8 => return Matrix::YCgCo,
            1 => BT709,
            4 => FCC,
            7 => SMPTE240,
            9 | 10 => BT2020,
            // By the primaries.
            12 | 13 if codes.primaries == 1 => BT709,
            12 | 13 if codes.primaries == 9 => BT2020,
            _ => BT601,
        };
        Matrix::Shares(red, blue)
    }
}

/// From samples of a depth to numbers from 0 to 1, differences around 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale {
    black: f32,
    range: f32,
    middle: f32,
    chroma: f32,
}

impl Scale {
    /// Samples of so many bits (ITU-T H.273, equations 19 to 32).
    pub(crate) fn new(depth: u8, is_full_range: bool) -> Self {
        let (unit, most) = ((1_u32 << (depth - 8)) as f32, ((1_u32 << depth) - 1) as f32);
        let middle = 128.0 * unit;
        if is_full_range {
            return Scale { black: 0.0, range: most, middle, chroma: most };
        }
        Scale { black: 16.0 * unit, range: 219.0 * unit, middle, chroma: 224.0 * unit }
    }

    /// Brightness.
    pub(crate) fn luma(self, sample: f32) -> f32 {
        (sample - self.black) / self.range
    }

    fn difference(self, sample: f32) -> f32 {
        (sample - self.middle) / self.chroma
    }

    /// The colour of a pixel.
    pub(crate) fn rgb(self, [y, u, v]: [f32; 3], matrix: Matrix) -> [f32; 3] {
        match matrix {
            Matrix::Identity => [self.luma(v), self.luma(y), self.luma(u)],
            Matrix::YCgCo => {
                let (y, green, orange) = (self.luma(y), self.difference(u), self.difference(v));
                let rest = y - green;
                [rest + orange, y + green, rest - orange]
            }
            Matrix::Shares(red, blue) => {
                let (y, u, v) = (self.luma(y), self.difference(u), self.difference(v));
                let green = 1.0 - red - blue;
                let (r, b) = (y + 2.0 * (1.0 - red) * v, y + 2.0 * (1.0 - blue) * u);
                [r, (y - red * r - blue * b) / green, b]
            }
        }
    }
}

/// Brightness and differences of a colour of numbers from 0 to `most`, as samples of the same range
/// (ITU-R BT.601, full range).
pub fn yuv([r, g, b]: [f32; 3], most: f32) -> [f32; 3] {
    let (red, blue) = BT601;
    let y = red * r + (1.0 - red - blue) * g + blue * b;
    let middle = libm::ceilf(most / 2.0);
    [y, middle + (b - y) / (2.0 * (1.0 - blue)), middle + (r - y) / (2.0 * (1.0 - red))]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: [f32; 3], expected: [f32; 3]) -> bool {
        found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.004)
    }

    #[test]
    fn colours_of_bt709_are_those_of_its_bars() {
        // 75 % bars of ITU-R BT.709 with 8 bits, as in SMPTE RP 219: yellow, red, blue.
        let scale = Scale::new(8, false);
        let matrix = Matrix::Shares(BT709.0, BT709.1);
        assert!(near(scale.rgb([168.0, 44.0, 136.0], matrix), [0.75, 0.75, 0.0]));
        assert!(near(scale.rgb([51.0, 109.0, 212.0], matrix), [0.75, 0.0, 0.0]));
        assert!(near(scale.rgb([28.0, 212.0, 120.0], matrix), [0.0, 0.0, 0.75]));
    }

    #[test]
    fn every_matrix_has_white_and_black() {
        for (depth, full) in [(8, true), (8, false), (10, true), (12, false)] {
            let scale = Scale::new(depth, full);
            for matrix in [Matrix::YCgCo, Matrix::Shares(BT601.0, BT601.1)] {
                assert!(near(scale.rgb([scale.black, scale.middle, scale.middle], matrix), [0.0; 3]));
                assert!(near(scale.rgb([scale.black + scale.range, scale.middle, scale.middle], matrix), [1.0; 3]));
            }
            let [g, b, r] = [0.25, 0.5, 0.75].map(|light| scale.black + light * scale.range);
            assert!(near(scale.rgb([g, b, r], Matrix::Identity), [0.75, 0.25, 0.5]));
        }
    }

    #[test]
    fn colours_come_back() {
        let scale = Scale::new(8, true);
        for rgb in [[255.0, 0.0, 0.0], [12.0, 200.0, 99.0], [255.0, 255.0, 255.0]] {
            let back = scale.rgb(yuv(rgb, 255.0), Matrix::Shares(BT601.0, BT601.1));
            assert!(near(back, rgb.map(|sample| sample / 255.0)), "{rgb:?}: {back:?}");
        }
    }
}
