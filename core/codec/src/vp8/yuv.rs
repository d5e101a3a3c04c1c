//! Y'CbCr 4:2:0 pictures, as the codec has them: luma, and chroma of half the size, in the limited range of ITU-R
//! BT.601 (RFC 6386, section 9.2).

/// A picture whose planes are padded to whole macroblocks by repeating their last samples.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Width in pixels, 1 to 16383.
    pub(crate) width: u16,
    /// Height in pixels.
    pub(crate) height: u16,
    /// Macroblocks in a row.
    pub(crate) columns: usize,
    /// Rows of macroblocks.
    pub(crate) rows: usize,
    /// Brightness, `16 * columns` in a row.
    pub(crate) y: Vec<u8>,
    /// Difference of blue, `8 * columns` in a row.
    pub(crate) u: Vec<u8>,
    /// Difference of red.
    pub(crate) v: Vec<u8>,
}

/// The greatest width and height there are (section 9.1).
pub(crate) const SIDE_MAX: usize = 16383;

/// Fractional bits of the conversion's coefficients.
const BITS: u32 = 16;

impl Picture {
    /// Converts rows of pixels of `channels` samples: grey, or red, green and blue. One more, of opacity, is passed over.
    ///
    /// None where the size is not possible or samples are missing.
    pub fn from_samples(width: usize, height: usize, channels: usize, samples: &[u8]) -> Option<Self> {
        let fits = (1..=SIDE_MAX).contains(&width) && (1..=SIDE_MAX).contains(&height) && (1..=4).contains(&channels);
        if !fits || samples.len() < width * height * channels {
            return None;
        }
        let (columns, rows) = (width.div_ceil(16), height.div_ceil(16));
        let mut picture = Picture {
            width: width as u16,
            height: height as u16,
            columns,
            rows,
            y: vec![0; columns * rows * 256],
            u: vec![0; columns * rows * 64],
            v: vec![0; columns * rows * 64],
        };
        let linear = Linear::new();
        let row = |at: usize| &samples[at.min(height - 1) * width * channels..][..width * channels];
        for pair in 0..rows * 8 {
            let (upper, lower) = (row(pair * 2), row(pair * 2 + 1));
            picture.fill_luma(pair * 2, upper, channels);
            picture.fill_luma(pair * 2 + 1, lower, channels);
            picture.fill_chroma(pair, upper, lower, channels, &linear);
        }
        Some(picture)
    }

    /// Rows of macroblocks of this picture as a picture of their own.
    pub(crate) fn bands(&self, rows: &[usize]) -> Picture {
        let cut = |plane: &[u8], side: usize| -> Vec<u8> {
            let size = self.columns * side * side;
            rows.iter().flat_map(|row| &plane[row * size..(row + 1) * size]).copied().collect()
        };
        Picture {
            width: self.width,
            height: (rows.len() * 16).min(SIDE_MAX) as u16,
            columns: self.columns,
            rows: rows.len(),
            y: cut(&self.y, 16),
            u: cut(&self.u, 8),
            v: cut(&self.v, 8),
        }
    }

    fn fill_luma(&mut self, at: usize, pixels: &[u8], channels: usize) {
        let stride = self.columns * 16;
        let row = &mut self.y[at * stride..][..stride];
        for (sample, pixel) in row.iter_mut().zip(pixels.chunks_exact(channels)) {
            *sample = brightness(colors_of(channels).map(|at| pixel[at]));
        }
        extend(row, pixels.len() / channels);
    }

    fn fill_chroma(&mut self, at: usize, upper: &[u8], lower: &[u8], channels: usize, linear: &Linear) {
        let stride = self.columns * 8;
        let (us, vs) = (&mut self.u[at * stride..][..stride], &mut self.v[at * stride..][..stride]);
        let pairs = upper.chunks(2 * channels).zip(lower.chunks(2 * channels));
        for ((u, v), (upper, lower)) in us.iter_mut().zip(vs.iter_mut()).zip(pairs) {
            let right = if upper.len() > channels { channels } else { 0 };
            let rgb = colors_of(channels).map(|channel| {
                linear.mean([upper[channel], upper[right + channel], lower[channel], lower[right + channel]])
            });
            (*u, *v) = differences(rgb);
        }
        let filled = (upper.len() / channels).div_ceil(2);
        extend(us, filled);
        extend(vs, filled);
    }
}

/// Repeats the last of the samples that are filled.
fn extend(row: &mut [u8], filled: usize) {
    if let Some(&last) = filled.checked_sub(1).and_then(|at| row.get(at)) {
        row[filled..].fill(last);
    }
}

/// Places of red, green and blue in a pixel of so many samples.
fn colors_of(channels: usize) -> [usize; 3] {
    if channels < 3 { [0; 3] } else { [0, 1, 2] }
}

/// Brightness of red, green and blue.
fn brightness(pixel: [u8; 3]) -> u8 {
    let [r, g, b] = pixel.map(u32::from);
    ((16839 * r + 33059 * g + 6420 * b + (16 << BITS) + (1 << (BITS - 1))) >> BITS) as u8
}

/// Differences of blue and red of a mean of pixels in four times the scale.
fn differences([r, g, b]: [i32; 3]) -> (u8, u8) {
    let scaled = |sum: i32| ((sum + (128 << (BITS + 2)) + (1 << (BITS + 1))) >> (BITS + 2)).clamp(0, 255) as u8;
    (scaled(-9719 * r - 19081 * g + 28800 * b), scaled(28800 * r - 24116 * g - 4684 * b))
}

/// Means of samples by light: four dark and bright pixels look as their mean light does.
#[derive(Debug)]
struct Linear {
    /// Light of each sample.
    light: Vec<u16>,
    /// Four times the sample of each light.
    sample: Vec<u16>,
}

/// The exponent between samples and what is averaged; between none and that of light, as a decoder interpolates samples.
const GAMMA: f64 = 1.25;

/// Steps of light.
const STEPS: usize = 4096;

impl Linear {
    fn new() -> Self {
        let light = |at: usize| libm::round(libm::pow(at as f64 / 255.0, GAMMA) * (STEPS - 1) as f64) as u16;
        let sample = |at: usize| libm::round(libm::pow(at as f64 / (STEPS - 1) as f64, 1.0 / GAMMA) * 1020.0) as u16;
        Linear { light: (0..256).map(light).collect(), sample: (0..STEPS).map(sample).collect() }
    }

    /// Four times the mean of four samples.
    #[inline]
    fn mean(&self, samples: [u8; 4]) -> i32 {
        if samples.iter().all(|&sample| sample == samples[0]) {
            return i32::from(samples[0]) * 4;
        }
        let sum: usize = samples.iter().map(|&sample| usize::from(self.light[usize::from(sample)])).sum();
        i32::from(self.sample[(sum + 2) / 4])
    }
}
