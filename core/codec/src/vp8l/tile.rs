//! Tiles: the square blocks that a picture is divided into.

use std::ops::Range;

/// A square of pixels, cut off at the edges.
#[derive(Debug, Clone)]
pub(super) struct Tile {
    pub(super) columns: Range<usize>,
    pub(super) lines: Range<usize>,
    /// Of the whole picture.
    pub(super) width: usize,
}

impl Tile {
    /// Where each of its rows stands in the picture.
    pub(super) fn rows(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let Tile { columns, lines, width } = self.clone();
        lines.map(move |line| line * width + columns.start..line * width + columns.end)
    }
}

/// The number of the tile that a pixel lies in.
#[inline]
pub(super) fn tile_of(at: usize, width: usize, bits: u32) -> usize {
    let (row, column) = (at / width, at % width);
    let columns = ((width - 1) >> bits) + 1;
    (row >> bits) * columns + (column >> bits)
}

/// The tiles of 2 to the power of `bits` pixels on a side, from the left and from the top.
pub(super) fn tiles(width: usize, height: usize, bits: u32) -> impl Iterator<Item = Tile> {
    let side = 1 << bits;
    let starts = move |from: usize, end: usize| (from..end).step_by(side);
    starts(0, height).flat_map(move |top| {
        starts(0, width).map(move |left| Tile {
            columns: left..(left + side).min(width),
            lines: top..(top + side).min(height),
            width,
        })
    })
}
