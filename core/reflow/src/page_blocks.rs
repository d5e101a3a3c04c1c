//! Pages as blocks in one or several columns.

use super::block::{Block, ColumnExtent};
use transvase_base::units::Size;

/// Inner margin at the sides of a cell whose table says none, in points: 0.075 inches, the default of office programs.
pub(super) const CELL_PADDING: f32 = 5.4;

/// The side of an open book a page lies on, where facing pages have mirrored margins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The right-hand side, with an odd number.
    Recto,
    /// The left-hand side, with an even number.
    Verso,
}

/// A page as blocks.
#[derive(Debug)]
pub(super) struct PageBlocks {
    /// Index of the page, from 0.
    pub index: usize,
    /// Size of the page.
    pub size: Size,
    /// The edges of the text on pages of this size.
    pub frame: ColumnExtent,
    /// The side it lies on, where the margins of facing pages mirror.
    pub side: Option<Side>,
    /// Its parts, top down.
    pub parts: Vec<ColumnSet>,
    /// Lower edge of the notes at its foot; 0 without any.
    pub foot: f32,
}

impl PageBlocks {
    /// All its blocks, in reading order.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> + Clone {
        self.parts.iter().flat_map(ColumnSet::blocks)
    }

    /// All its blocks, in reading order.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.parts.iter_mut().flat_map(ColumnSet::blocks_mut)
    }

    /// Lower edge of its lowest block; 0 without any.
    pub fn bottom(&self) -> f32 {
        self.parts.iter().map(ColumnSet::bottom).fold(0.0, f32::max)
    }
}

/// A stretch of a page with the same columns.
#[derive(Debug, Default)]
pub(super) struct ColumnSet {
    /// Edges of each column.
    pub frames: Vec<ColumnExtent>,
    /// Blocks of each column.
    pub columns: Vec<Vec<Block>>,
    /// Whether a column's text begins with the end of a paragraph that has been moved to where it
    /// began.
    pub joined: Vec<bool>,
}

impl ColumnSet {
    /// Its blocks, in reading order.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> + Clone {
        self.columns.iter().flatten()
    }

    /// Its blocks, in reading order.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.columns.iter_mut().flatten()
    }

    /// Lower edge of its lowest block; 0 without any.
    pub fn bottom(&self) -> f32 {
        self.blocks().map(|block| block.extent().1).fold(0.0, f32::max)
    }
}
