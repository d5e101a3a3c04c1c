//! A macroblock's position: its source pixels, and its neighbours as they are coded.

use super::predict::{Around, Edge};
use super::yuv::Picture;

/// What is above the first row (RFC 6386, section 12.2).
const ABOVE_NONE: u8 = 127;

/// What is left of the first column.
const LEFT_NONE: u8 = 129;

/// Source samples of a macroblock.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// Brightness, 16 in a row.
    pub(crate) y: [u8; 256],
    /// The differences of blue and red, 8 in a row.
    pub(crate) chroma: [[u8; 64]; 2],
}

impl Source {
    /// Those of a macroblock of a picture.
    pub(crate) fn of(picture: &Picture, row: usize, column: usize) -> Self {
        let mut source = Source { y: [0; 256], chroma: [[0; 64]; 2] };
        copy_square(&picture.y, picture.columns * 16, row, column, 16, &mut source.y);
        copy_square(&picture.u, picture.columns * 8, row, column, 8, &mut source.chroma[0]);
        copy_square(&picture.v, picture.columns * 8, row, column, 8, &mut source.chroma[1]);
        source
    }
}

fn copy_square(plane: &[u8], stride: usize, row: usize, column: usize, side: usize, out: &mut [u8]) {
    let rows = plane[row * side * stride..].chunks(stride);
    for (to, from) in out.chunks_exact_mut(side).zip(rows) {
        to.copy_from_slice(&from[column * side..][..side]);
    }
}

/// Decoded samples along the lower edge of the row above and the right edge of the macroblock to the left, of one plane
/// whose macroblocks have a side of `N`. They are those before the loop filter.
#[derive(Debug)]
struct Border<const N: usize> {
    above: Vec<u8>,
    left: [u8; N],
    corner: u8,
}

impl<const N: usize> Border<N> {
    fn new(columns: usize) -> Self {
        Border { above: vec![ABOVE_NONE; columns * N], left: [LEFT_NONE; N], corner: ABOVE_NONE }
    }

    fn begin_row(&mut self, row: usize) {
        self.left = [LEFT_NONE; N];
        self.corner = if row == 0 { ABOVE_NONE } else { LEFT_NONE };
    }

    fn around(&self, row: usize, column: usize) -> Around<N> {
        let mut above = [0; N];
        above.copy_from_slice(&self.above[column * N..][..N]);
        Around { above, left: self.left, corner: self.corner, has_above: row > 0, has_left: column > 0 }
    }

    fn take(&mut self, column: usize, samples: &[u8]) {
        let above = &mut self.above[column * N..][..N];
        self.corner = above[N - 1];
        above.copy_from_slice(&samples[N * (N - 1)..]);
        self.left = core::array::from_fn(|row| samples[row * N + N - 1]);
    }
}

/// Decoded samples around the place that the encoder has come to.
#[derive(Debug)]
pub(crate) struct Borders {
    y: Border<16>,
    chroma: [Border<8>; 2],
    columns: usize,
}

impl Borders {
    /// At the top of a picture so many macroblocks wide.
    pub(crate) fn new(columns: usize) -> Self {
        Borders { y: Border::new(columns), chroma: [Border::new(columns), Border::new(columns)], columns }
    }

    /// Begins a row.
    pub(crate) fn begin_row(&mut self, row: usize) {
        self.y.begin_row(row);
        self.chroma.iter_mut().for_each(|border| border.begin_row(row));
    }

    /// What is around a macroblock's luma.
    pub(crate) fn around_luma(&self, row: usize, column: usize) -> Around<16> {
        self.y.around(row, column)
    }

    /// What is around a macroblock's chroma.
    pub(crate) fn around_chroma(&self, row: usize, column: usize) -> [Around<8>; 2] {
        [self.chroma[0].around(row, column), self.chroma[1].around(row, column)]
    }

    /// An empty canvas for the subblocks of a macroblock's luma.
    pub(crate) fn canvas(&self, row: usize, column: usize) -> Canvas {
        let around = self.around_luma(row, column);
        let last = around.above[15];
        let further = match self.y.above.get((column + 1) * 16..(column + 1) * 16 + 4) {
            Some(next) if column + 1 < self.columns => [next[0], next[1], next[2], next[3]],
            _ if row == 0 => [ABOVE_NONE; 4],
            _ => [last; 4],
        };
        Canvas::new(&around, further)
    }

    /// Takes a decoded macroblock.
    pub(crate) fn take(&mut self, column: usize, y: &[u8; 256], chroma: &[[u8; 64]; 2]) {
        self.y.take(column, y);
        self.chroma[0].take(column, &chroma[0]);
        self.chroma[1].take(column, &chroma[1]);
    }
}

/// Samples in a row of the canvas.
const STRIDE: usize = 24;

/// Where the macroblock's first column is.
const INDENT: usize = 1;

/// A macroblock's luma as it is decoded subblock by subblock, with what is around it.
#[derive(Debug, Clone)]
pub(crate) struct Canvas([u8; STRIDE * 17]);

impl Canvas {
    fn new(around: &Around<16>, further: [u8; 4]) -> Self {
        let mut canvas = Canvas([0; STRIDE * 17]);
        canvas.0[0] = around.corner;
        canvas.0[INDENT..][..16].copy_from_slice(&around.above);
        for (row, &left) in around.left.iter().enumerate() {
            canvas.0[(row + 1) * STRIDE] = left;
        }
        // Subblocks at the right edge have the row above the macroblock to their upper right (section 12.3).
        for row in [0, 4, 8, 12] {
            canvas.0[row * STRIDE + INDENT + 16..][..4].copy_from_slice(&further);
        }
        canvas
    }

    fn place(at: usize) -> usize {
        (at / 4 * 4 + 1) * STRIDE + INDENT + at % 4 * 4
    }

    /// What is around subblock `at`.
    #[inline]
    pub(crate) fn edge(&self, at: usize) -> Edge {
        let place = Self::place(at);
        let mut edge = [0; 13];
        for row in 0..4 {
            edge[3 - row] = self.0[place + row * STRIDE - 1];
        }
        edge[4..].copy_from_slice(&self.0[place - STRIDE - 1..][..9]);
        edge
    }

    /// Puts a decoded subblock in.
    #[inline]
    pub(crate) fn put(&mut self, at: usize, samples: &[u8; 16]) {
        let place = Self::place(at);
        for row in 0..4 {
            self.0[place + row * STRIDE..][..4].copy_from_slice(&samples[row * 4..row * 4 + 4]);
        }
    }

    /// All samples of the macroblock.
    pub(crate) fn samples(&self) -> [u8; 256] {
        let mut samples = [0; 256];
        for (to, from) in samples.chunks_exact_mut(16).zip(self.0[STRIDE..].chunks(STRIDE)) {
            to.copy_from_slice(&from[INDENT..][..16]);
        }
        samples
    }
}

/// Which of the blocks at an edge have coefficients: contexts of their neighbours' tokens (section 13.3).
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Filled {
    /// Four blocks of luma.
    pub(crate) y: [bool; 4],
    /// Two of each chroma plane.
    pub(crate) chroma: [[bool; 2]; 2],
    /// The last second-order block.
    pub(crate) second: bool,
}
