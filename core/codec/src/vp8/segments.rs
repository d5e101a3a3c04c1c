//! Segments: macroblocks of one picture that have quantisers of their own (RFC 6386, section 9.3). What is smooth gets
//! finer steps than what is rough, where errors are seen less.

use super::bool_coder::likely;
use super::site::Source;
use super::transform;
use super::yuv::Picture;

/// How many segments a frame can have.
pub(crate) const COUNT: usize = 4;

/// Steps of the histogram of roughness, for a doubling of it.
const PER_OCTAVE: f64 = 8.0;

/// Roughness below which differences do not matter.
const FLOOR: f64 = 256.0;

/// Steps in all.
const STEPS: usize = 128;

/// Segments of a picture.
#[derive(Debug, Clone)]
pub(crate) struct Segments {
    /// The segment of each macroblock, row by row.
    pub(crate) of: Vec<u8>,
    /// How much rougher each segment is than the picture's mean, in octaves.
    pub(crate) roughness: [f64; COUNT],
}

impl Segments {
    /// Divides a picture by roughness. `on_row` is called before each row.
    ///
    /// # Errors
    /// What `on_row` fails with.
    pub(crate) fn of<E>(picture: &Picture, on_row: &mut dyn FnMut() -> Result<(), E>) -> Result<Self, E> {
        let mut steps = Vec::new();
        let mut counts = [0u32; STEPS];
        for row in 0..picture.rows {
            on_row()?;
            for column in 0..picture.columns {
                let step = step_of(&Source::of(picture, row, column));
                counts[usize::from(step)] += 1;
                steps.push(step);
            }
        }
        let (centres, segment_of) = cluster(&counts);
        let total: u32 = counts.iter().sum();
        let weighted: f64 = counts.iter().enumerate().map(|(step, &count)| step as f64 * f64::from(count)).sum();
        let mean = weighted / f64::from(total.max(1));
        let of = steps.iter().map(|&step| segment_of[usize::from(step)]).collect();
        Ok(Segments { of, roughness: centres.map(|centre| (centre - mean) / PER_OCTAVE) })
    }

    /// Probabilities of the nodes of the segment's tree (section 10).
    pub(crate) fn probs(&self) -> [u8; 3] {
        let mut counts = [0u64; COUNT];
        for &segment in &self.of {
            counts[usize::from(segment) % COUNT] += 1;
        }
        let [a, b, c, d] = counts;
        [likely(a + b, c + d), likely(a, b), likely(c, d)]
    }
}

/// The logarithm of a macroblock's roughness, its mean left out.
fn step_of(source: &Source) -> u8 {
    let mut sum = 0;
    for at in 0..16 {
        let place = at / 4 * 64 + at % 4 * 4;
        let block: [i16; 16] = core::array::from_fn(|n| i16::from(source.y[place + n / 4 * 16 + n % 4]));
        let mean: i16 = block.iter().sum::<i16>() >> 4;
        sum += transform::roughness(&block.map(|sample| sample - mean));
    }
    let octaves = libm::log2(1.0 + f64::from(sum) / FLOOR);
    (octaves * PER_OCTAVE).clamp(0.0, (STEPS - 1) as f64) as u8
}

/// Centres of four clusters of the histogram, and the cluster of each of its steps.
fn cluster(counts: &[u32; STEPS]) -> ([f64; COUNT], [u8; STEPS]) {
    let mut centres = quantiles(counts);
    let mut cluster_of = [0; STEPS];
    for _ in 0..8 {
        let mut sums = [0.0; COUNT];
        let mut totals = [0.0; COUNT];
        for (step, &count) in counts.iter().enumerate() {
            let nearest = nearest(&centres, step as f64);
            cluster_of[step] = nearest as u8;
            sums[nearest] += step as f64 * f64::from(count);
            totals[nearest] += f64::from(count);
        }
        for at in 0..COUNT {
            if totals[at] > 0.0 {
                centres[at] = sums[at] / totals[at];
            }
        }
    }
    (centres, cluster_of)
}

/// The middles of four equal parts of the histogram.
fn quantiles(counts: &[u32; STEPS]) -> [f64; COUNT] {
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    core::array::from_fn(|at| {
        let wanted = total * (2 * at as u64 + 1) / 8;
        let mut sum = 0;
        let step = counts.iter().position(|&count| {
            sum += u64::from(count);
            sum > wanted
        });
        step.unwrap_or(0) as f64
    })
}

fn nearest(centres: &[f64; COUNT], step: f64) -> usize {
    let distance = |at: usize| (centres[at] - step) * (centres[at] - step);
    (1..COUNT).fold(0, |best, at| if distance(at) < distance(best) { at } else { best })
}
