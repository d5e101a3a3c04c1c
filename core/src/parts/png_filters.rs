//! Rows of samples told by their differences to those around them, by the filters of PNG (9.2), which PDF calls
//! predictors (ISO 32000-2, 7.4.4.4).

use crate::context::Context;
use crate::error::Result;

/// Filters by the byte that stands before a row.
const NONE: u8 = 0;
const SUB: u8 = 1;
const UP: u8 = 2;
const AVERAGE: u8 = 3;
const PAETH: u8 = 4;

/// Every row by its difference to the one above.
pub(crate) fn by_above(bytes: &[u8], row: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut above: &[u8] = &[];
    for samples in bytes.chunks(row.max(1)) {
        filtered(UP, samples, above, 1, &mut out);
        above = samples;
    }
    out
}

/// Each row by the filter whose differences are the smallest (PNG, 12.8). `pixel` is the bytes of a pixel, at least 1.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn by_row(bytes: &[u8], row: usize, pixel: usize, context: &Context) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut candidate = Vec::new();
    let mut above: &[u8] = &[];
    for samples in bytes.chunks(row.max(1)) {
        context.tick(samples.len() as u64 / 16 + 1)?;
        let mut least = u64::MAX;
        let start = out.len();
        for filter in [NONE, SUB, UP, AVERAGE, PAETH] {
            candidate.clear();
            filtered(filter, samples, above, pixel, &mut candidate);
            let sum = candidate[1..].iter().map(|byte| u64::from(byte.cast_signed().unsigned_abs())).sum();
            if sum < least {
                least = sum;
                out.truncate(start);
                out.extend_from_slice(&candidate);
            }
        }
        above = samples;
    }
    Ok(out)
}

/// A row by one filter, behind the byte that names it. Without a row above there are zeros.
fn filtered(filter: u8, row: &[u8], above: &[u8], pixel: usize, out: &mut Vec<u8>) {
    out.push(filter);
    let left = std::iter::repeat_n(&0, pixel).chain(row);
    let up = || above.iter().chain(std::iter::repeat(&0));
    let corner = std::iter::repeat_n(&0, pixel).chain(up());
    match filter {
        SUB => out.extend(row.iter().zip(left).map(|(byte, left)| byte.wrapping_sub(*left))),
        UP => out.extend(row.iter().zip(up()).map(|(byte, up)| byte.wrapping_sub(*up))),
        AVERAGE => {
            let average = left.zip(up()).map(|(left, up)| u8::midpoint(*left, *up));
            out.extend(row.iter().zip(average).map(|(byte, average)| byte.wrapping_sub(average)));
        }
        PAETH => {
            let nearest = left.zip(up()).zip(corner).map(|((left, up), corner)| paeth(*left, *up, *corner));
            out.extend(row.iter().zip(nearest).map(|(byte, nearest)| byte.wrapping_sub(nearest)));
        }
        _ => out.extend_from_slice(row),
    }
}

/// Undoes the filter of a row, given the one above, which is as long, or empty where there is none.
pub(crate) fn undo(kind: u8, line: &mut [u8], above: &[u8], pixel: usize) {
    let up = |at: usize| above.get(at).copied().unwrap_or(0);
    match kind {
        1 => {
            for at in pixel..line.len() {
                line[at] = line[at].wrapping_add(line[at - pixel]);
            }
        }
        2 => line.iter_mut().zip(above).for_each(|(sample, up)| *sample = sample.wrapping_add(*up)),
        3 => {
            for at in 0..line.len() {
                let left = if at >= pixel { line[at - pixel] } else { 0 };
                line[at] = line[at].wrapping_add(u8::midpoint(left, up(at)));
            }
        }
        4 => {
            for at in 0..line.len() {
                let (left, corner) = if at >= pixel { (line[at - pixel], up(at - pixel)) } else { (0, 0) };
                line[at] = line[at].wrapping_add(paeth(left, up(at), corner));
            }
        }
        _ => {}
    }
}

/// The neighbour nearest to `left + above - corner` (PNG, 9.4).
fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let (a, b, c) = (i16::from(left), i16::from(above), i16::from(corner));
    let (to_left, to_above, to_corner) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    if to_left <= to_above && to_left <= to_corner {
        left
    } else if to_above <= to_corner {
        above
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of 12 bytes without their filters.
    fn undone(predicted: &[u8]) -> Vec<u8> {
        let (mut out, mut above) = (Vec::new(), Vec::new());
        for row in predicted.chunks(13) {
            let mut line = row[1..].to_vec();
            undo(row[0], &mut line, &above, 3);
            out.extend(&line);
            above = line;
        }
        out
    }

    #[test]
    fn what_is_predicted_comes_back() {
        let samples: Vec<u8> = (0..12 * 40_u32).map(|at| (at * at / 7 + at % 12 * 30) as u8).collect();
        for predicted in [by_above(&samples, 12), by_row(&samples, 12, 3, &Context::default()).unwrap()] {
            assert_eq!(undone(&predicted), samples);
        }
        let mut out = Vec::new();
        for filter in [NONE, SUB, UP, AVERAGE, PAETH] {
            out.clear();
            filtered(filter, &samples[..12], &[], 3, &mut out);
            assert_eq!(undone(&out), samples[..12], "{filter}");
        }
    }
}
