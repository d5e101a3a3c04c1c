//! Scanline filters of PNG (9.2), which PDF calls predictors (ISO 32000-2, 7.4.4.4): each sample less what those around
//! it foretell.

use transvase_base::context::Context;
use transvase_base::error::Result;

/// Filters by the byte that stands before a row.
pub(crate) const NONE: u8 = 0;
const SUB: u8 = 1;
/// Less the byte above.
pub const UP: u8 = 2;
const AVERAGE: u8 = 3;
pub(crate) const PAETH: u8 = 4;

/// How many filters there are.
const FILTERS: usize = 5;

/// How the filter of a row is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The same one for all.
    Same(u8),
    /// The one whose bytes, as numbers with a sign, are smallest (12.7).
    Smallest,
    /// The one with the fewest different pairs of bytes.
    Plainest,
}

/// The rows, each behind the number of its filter. `pixel` is the bytes of a pixel, at least 1.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn filtered(bytes: &[u8], row: usize, pixel: usize, choice: Choice, context: &Context) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    context.room(bytes.len())?;
    let blank = vec![0; row];
    let mut above: &[u8] = &blank;
    let mut tried: [Vec<u8>; FILTERS] = Default::default();
    for samples in bytes.chunks(row.max(1)) {
        context.tick(samples.len() as u64 / 16 + 1)?;
        let filter = match choice {
            Choice::Same(filter) => {
                apply(filter, samples, above, pixel, &mut tried[usize::from(filter)]);
                filter
            }
            Choice::Smallest => least(samples, above, pixel, &mut tried, magnitude),
            Choice::Plainest => least(samples, above, pixel, &mut tried, pairs),
        };
        out.push(filter);
        out.extend_from_slice(&tried[usize::from(filter)]);
        above = samples;
    }
    Ok(out)
}

/// Tries every filter on a row, and tells which one is least by a measure.
fn least(row: &[u8], above: &[u8], pixel: usize, tried: &mut [Vec<u8>; FILTERS], measure: fn(&[u8]) -> u64) -> u8 {
    let mut best = (u64::MAX, NONE);
    for (filter, bytes) in (NONE..).zip(tried) {
        apply(filter, row, above, pixel, bytes);
        let size = measure(bytes);
        if size < best.0 {
            best = (size, filter);
        }
    }
    best.1
}

fn magnitude(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(byte.cast_signed().unsigned_abs())).sum()
}

/// How many different pairs of neighbours there are.
fn pairs(bytes: &[u8]) -> u64 {
    let mut seen = [0_u64; 1 << 10];
    for pair in bytes.windows(2) {
        let pair = usize::from(pair[0]) << 8 | usize::from(pair[1]);
        seen[pair >> 6] |= 1 << (pair & 63);
    }
    seen.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// A row as differences to what a filter expects of the row above, which is as long.
fn apply(filter: u8, row: &[u8], above: &[u8], pixel: usize, out: &mut Vec<u8>) {
    out.clear();
    let (head, rest) = row.split_at(pixel.min(row.len()));
    let (head_above, rest_above) = above.split_at(head.len().min(above.len()));
    let ups = || rest.iter().zip(row).zip(rest_above);
    match filter {
        SUB => {
            out.extend_from_slice(head);
            out.extend(rest.iter().zip(row).map(|(byte, left)| byte.wrapping_sub(*left)));
        }
        UP => out.extend(row.iter().zip(above).map(|(byte, up)| byte.wrapping_sub(*up))),
        AVERAGE => {
            out.extend(head.iter().zip(head_above).map(|(byte, up)| byte.wrapping_sub(up / 2)));
            out.extend(ups().map(|((byte, left), up)| byte.wrapping_sub(u8::midpoint(*left, *up))));
        }
        PAETH => {
            out.extend(head.iter().zip(head_above).map(|(byte, up)| byte.wrapping_sub(*up)));
            let all = ups().zip(above);
            out.extend(all.map(|(((byte, left), up), corner)| byte.wrapping_sub(paeth(*left, *up, *corner))));
        }
        _ => out.extend_from_slice(row),
    }
}

/// Undoes the filter of a row, given the one above, which is as long, or empty where there is none.
pub fn undo(kind: u8, line: &mut [u8], above: &[u8], pixel: usize) {
    let up = |at: usize| above.get(at).copied().unwrap_or(0);
    match kind {
        SUB => {
            for at in pixel..line.len() {
                line[at] = line[at].wrapping_add(line[at - pixel]);
            }
        }
        UP => line.iter_mut().zip(above).for_each(|(sample, up)| *sample = sample.wrapping_add(*up)),
        AVERAGE => {
            for at in 0..line.len() {
                let left = if at >= pixel { line[at - pixel] } else { 0 };
                line[at] = line[at].wrapping_add(u8::midpoint(left, up(at)));
            }
        }
        PAETH => {
            for at in 0..line.len() {
                let (left, corner) = if at >= pixel { (line[at - pixel], up(at - pixel)) } else { (0, 0) };
                line[at] = line[at].wrapping_add(paeth(left, up(at), corner));
            }
        }
        _ => {}
    }
}

/// The neighbour nearest to `left + above - corner` (9.4).
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
        let same = [NONE, SUB, UP, AVERAGE, PAETH].map(Choice::Same);
        for choice in same.into_iter().chain([Choice::Smallest, Choice::Plainest]) {
            let predicted = filtered(&samples, 12, 3, choice, &Context::default()).unwrap();
            assert_eq!(undone(&predicted), samples, "{choice:?}");
            // A last row that is cut.
            let cut = filtered(&samples[..31], 12, 3, choice, &Context::default()).unwrap();
            assert_eq!(undone(&cut), samples[..31], "{choice:?}");
        }
    }

    #[test]
    fn filters_are_those_of_the_specification() {
        let mut out = Vec::new();
        let (above, row) = ([10, 20, 30, 40], [11, 22, 35, 49]);
        // By hand from 9.2 to 9.4, of one byte a pixel.
        let expected = [[11, 22, 35, 49], [11, 11, 13, 14], [1, 2, 5, 9], [6, 7, 9, 12], [1, 2, 5, 9]];
        for (filter, expected) in (0..).zip(expected) {
            apply(filter, &row, &above, 1, &mut out);
            assert_eq!(out, expected, "{filter}");
        }
    }
}
