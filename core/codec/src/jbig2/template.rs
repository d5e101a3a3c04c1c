//! Contexts: the already known pixels around the one being decoded.

use super::bitmap::{Bitmap, pixel, row};

/// A pixel of the context, relative to the one being decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Neighbour {
    /// Whether it is a pixel of the reference bitmap of a refinement.
    pub(super) reference: bool,
    /// To the right.
    pub(super) x: i8,
    /// Downward.
    pub(super) y: i8,
}

/// What is known when a row is decoded.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    /// The rows above.
    pub(super) above: &'a [u8],
    /// Bytes in a row.
    pub(super) stride: usize,
    /// The number of the row.
    pub(super) y: i32,
    /// The bitmap a refinement refines, and where that lies.
    pub(super) reference: Option<(&'a Bitmap, i32, i32)>,
}

impl<'a> Known<'a> {
    /// The row a neighbour is in.
    fn line(&self, bit: usize, neighbour: Neighbour) -> Line<'a> {
        let (x, y) = (i32::from(neighbour.x), self.y + i32::from(neighbour.y));
        match self.reference {
            Some((bitmap, dx, dy)) if neighbour.reference => {
                Line { bit, x: x - dx, pixels: Some(row(&bitmap.rows, bitmap.stride(), y - dy)) }
            }
            _ if neighbour.y == 0 => Line { bit, x, pixels: None },
            _ => Line { bit, x, pixels: Some(row(self.above, self.stride, y)) },
        }
    }
}

/// Where one bit of the contexts of a row comes from.
pub(super) struct Line<'a> {
    bit: usize,
    x: i32,
    /// The row; `None` is the one being decoded.
    pixels: Option<&'a [u8]>,
}

impl Line<'_> {
    /// The bit in the context of the pixel at `x`.
    #[inline]
    fn at(&self, current: &[u8], x: i32) -> usize {
        pixel(self.pixels.unwrap_or(current), x + self.x) << self.bit
    }
}

/// The pixels of a context, bit 0 first, which is always the pixel to the left.
///
/// Stepping right, most pixels become the next bit's: those are shifted, and only the others, the fresh ones, read.
pub(super) struct Template {
    neighbours: Vec<Neighbour>,
    fresh: Vec<(usize, Neighbour)>,
    shifted: usize,
    /// The context that tells whether a row is typical.
    pub(super) typical: usize,
}

impl Template {
    /// A template of the given pixels.
    pub(super) fn new(neighbours: Vec<Neighbour>, typical: usize) -> Self {
        let mut template = Template { neighbours, fresh: Vec::new(), shifted: 0, typical };
        let pairs = template.neighbours.iter().zip(template.neighbours.iter().skip(1));
        for (bit, (&before, &neighbour)) in (1..).zip(pairs) {
            if neighbour.x.checked_add(1).is_some_and(|x| before == Neighbour { x, ..neighbour }) {
                template.shifted |= 1 << bit;
            } else {
                template.fresh.push((bit, neighbour));
            }
        }
        template
    }

    /// How many bits its contexts have.
    pub(super) fn bits(&self) -> u32 {
        self.neighbours.iter().map(|_| 1).sum()
    }

    /// Where the fresh pixels of a row come from.
    pub(super) fn lines<'a>(&self, known: Known<'a>) -> Vec<Line<'a>> {
        self.fresh.iter().map(|&(bit, neighbour)| known.line(bit, neighbour)).collect()
    }

    /// The context of the first pixel of a row.
    pub(super) fn start(&self, known: Known) -> usize {
        (0..).zip(&self.neighbours).map(|(bit, &neighbour)| known.line(bit, neighbour).at(&[], 0)).sum()
    }

    /// The context of the pixel at `x`, given that of the pixel to its left, and that pixel.
    #[inline]
    pub(super) fn step(&self, context: usize, left: usize, lines: &[Line], current: &[u8], x: i32) -> usize {
        let shifted = context << 1 & self.shifted | left;
        lines.iter().fold(shifted, |context, line| context | line.at(current, x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stepping_gives_what_reading_every_pixel_would() {
        let (above, current) = ([0b1011_0010, 0b0111_0101], [0b1110_0110, 0b1001_0110]);
        let near = [(-1, 0), (-2, 0), (3, -1), (2, -1), (1, -1), (-5, -1), (-6, -1), (-7, 0)];
        let neighbours = near.map(|(x, y)| Neighbour { reference: false, x, y });
        let template = Template::new(neighbours.to_vec(), 0);
        assert_eq!(template.fresh.len(), 3);
        let known = Known { above: &above, stride: 2, y: 1, reference: None };
        let lines = template.lines(known);
        let mut context = template.start(known);
        for x in 1..16 {
            context = template.step(context, pixel(&current, x - 1), &lines, &current, x);
            let expected: usize = (0..).zip(neighbours).map(|(bit, n)| known.line(bit, n).at(&current, x)).sum();
            assert_eq!(context, expected);
        }
    }
}
