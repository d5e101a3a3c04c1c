//! Structural similarity (SSIM; Wang and others, 2004) of two pictures, on squares all over them.

use transvase_model::raster::Frame;

/// Pixels along the side of a square.
const SIDE: usize = 8;
/// Pixels from one square to the next.
const STEP: usize = 4;

/// What keeps quotients of dark squares in bounds (equation 12), for samples up to 255: (0.01 · 255)².
const C1: f64 = 6.5025;
/// The same for even squares (equation 13): (0.03 · 255)².
const C2: f64 = 58.5225;

/// From 1 for pictures that are the same down; 0 where their sizes differ.
pub(super) fn of(one: &Frame, other: &Frame) -> f64 {
    if (one.width_px, one.height_px) != (other.width_px, other.height_px) {
        return 0.0;
    }
    if one.format == other.format && one.samples == other.samples {
        return 1.0;
    }
    let (width, height) = (one.width_px as usize, one.height_px as usize);
    let (mut sum, mut squares) = (0.0, 0.0);
    for channel in 0..3 {
        let (one, other) = (plane(one, channel), plane(other, channel));
        for top in (0..height).step_by(STEP) {
            for left in (0..width).step_by(STEP) {
                sum += square(&one, &other, width, (left, top), (width.min(left + SIDE), height.min(top + SIDE)));
                squares += 1.0;
            }
        }
    }
    if squares > 0.0 { sum / squares } else { 1.0 }
}

/// Red, green or blue samples; gray is all three of them.
fn plane(frame: &Frame, channel: usize) -> Vec<u8> {
    let channels = frame.format.channels();
    let at = if channels < 3 { 0 } else { channel };
    frame.samples.chunks_exact(channels).filter_map(|pixel| pixel.get(at).copied()).collect()
}

/// The likeness of one square (equation 13).
fn square(one: &[u8], other: &[u8], width: usize, from: (usize, usize), to: (usize, usize)) -> f64 {
    let (mut a, mut b, mut aa, mut bb, mut ab, mut count) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    for row in from.1..to.1 {
        let span = row * width + from.0..row * width + to.0;
        let (Some(one), Some(other)) = (one.get(span.clone()), other.get(span)) else { continue };
        for (x, y) in one.iter().zip(other).map(|(x, y)| (u64::from(*x), u64::from(*y))) {
            (a, b, aa, bb, ab, count) = (a + x, b + y, aa + x * x, bb + y * y, ab + x * y, count + 1);
        }
    }
    let n = count.max(1) as f64;
    let (mean_a, mean_b) = (a as f64 / n, b as f64 / n);
    let (var_a, var_b) = (aa as f64 / n - mean_a * mean_a, bb as f64 / n - mean_b * mean_b);
    let covariance = ab as f64 / n - mean_a * mean_b;
    (2.0 * mean_a * mean_b + C1) * (2.0 * covariance + C2)
        / ((mean_a * mean_a + mean_b * mean_b + C1) * (var_a + var_b + C2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::raster::PixelFormat;

    fn frame(sample: impl Fn(usize) -> u8) -> Frame {
        let samples = (0..32 * 24).map(sample).collect();
        Frame { width_px: 32, height_px: 24, format: PixelFormat::Gray8, samples, delay_ms: 0 }
    }

    #[test]
    fn likeness_falls_with_what_differs() {
        let page = frame(|at| if at % 9 < 3 { 0 } else { 255 });
        let near = frame(|at| if at % 9 < 3 { 4 } else { 255 });
        let far = frame(|at| if at % 7 < 3 { 0 } else { 255 });
        assert_eq!(of(&page, &page), 1.0);
        assert!(of(&page, &near) > 0.995 && of(&page, &far) < 0.8);
        assert_eq!(of(&page, &Frame { width_px: 24, height_px: 32, ..frame(|_| 0) }), 0.0);
    }
}
