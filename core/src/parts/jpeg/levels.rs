//! Quantised coefficients ready to be coded: of each block only what is not zero.

use super::picture::{Color, Picture, Plane};
use crate::context::Context;
use crate::error::Result;

/// One coefficient that is not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Level {
    /// Zigzag index, 1 to 63.
    pub(crate) k: u8,
    /// Value in steps of the quantisation table.
    pub(crate) value: i16,
}

/// The blocks of one component.
#[derive(Debug, Clone)]
pub(crate) struct Levels {
    /// Identifier in the file.
    pub(crate) id: u8,
    /// Sampling factors, horizontal and vertical.
    pub(crate) across: u8,
    pub(crate) down: u8,
    /// Blocks in a row, and rows, without padding.
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Quantisation table in zigzag order.
    pub(crate) table: [u16; 64],
    /// The DC value of each block.
    pub(crate) dc: Vec<i16>,
    /// For each block: where its levels end in `ac`; they start where the block before ends.
    ends: Vec<u32>,
    /// The levels of all blocks, by rising index within each.
    ac: Vec<Level>,
}

impl Levels {
    /// A plane like `plane`, without blocks yet.
    pub(crate) fn like(plane: &Plane, (across, down): (u8, u8), table: [u16; 64]) -> Self {
        let Plane { id, columns, rows, .. } = *plane;
        Levels { id, across, down, columns, rows, table, dc: Vec::new(), ends: Vec::new(), ac: Vec::new() }
    }

    /// Appends a level to the block that [`Levels::end_block`] will end.
    #[inline]
    pub(crate) fn push(&mut self, k: u8, value: i16) {
        self.ac.push(Level { k, value });
    }

    /// Ends a block.
    #[inline]
    pub(crate) fn end_block(&mut self, dc: i16) {
        self.dc.push(dc);
        self.ends.push(self.ac.len() as u32);
    }

    /// The levels of a block.
    #[inline]
    pub(crate) fn block(&self, index: usize) -> &[Level] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.ac[start..self.ends[index] as usize]
    }

    /// The levels of every block, in order.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &[Level]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let range = start..*end as usize;
            start = range.end;
            &self.ac[range]
        })
    }
}

/// A picture as levels.
#[derive(Debug, Clone)]
pub(crate) struct Quantized {
    /// Size in pixels.
    pub(crate) width_px: u16,
    pub(crate) height_px: u16,
    /// Meaning of the components.
    pub(crate) color: Color,
    /// 1 to 4 components.
    pub(crate) planes: Vec<Levels>,
}

impl Quantized {
    /// The coefficients of `picture` as they are.
    pub(crate) fn exact(picture: &Picture, context: &Context) -> Result<Self> {
        let pairs = picture.planes.iter().zip(&picture.sampling);
        let planes = pairs.map(|(plane, sampling)| exact_plane(plane, *sampling, context)).collect::<Result<_>>()?;
        Ok(Quantized { width_px: picture.width_px, height_px: picture.height_px, color: picture.color, planes })
    }

    /// Whether the blocks of a minimum coded unit may share a scan: at most ten (T.81, B.2.3).
    pub(crate) fn interleaves(&self) -> bool {
        let blocks = |plane: &Levels| u32::from(plane.across) * u32::from(plane.down);
        self.planes.iter().map(blocks).sum::<u32>() <= 10
    }

    /// Minimum coded units across and down.
    pub(crate) fn mcus(&self) -> (usize, usize) {
        let across = self.planes.iter().map(|plane| plane.across).max().unwrap_or(1);
        let down = self.planes.iter().map(|plane| plane.down).max().unwrap_or(1);
        let units = |pixels: u16, factor: u8| usize::from(pixels).div_ceil(8 * usize::from(factor));
        (units(self.width_px, across), units(self.height_px, down))
    }
}

fn exact_plane(plane: &Plane, sampling: (u8, u8), context: &Context) -> Result<Levels> {
    let mut levels = Levels::like(plane, sampling, plane.steps);
    for (block, mask) in plane.blocks.iter().zip(&plane.masks) {
        let mut mask = mask & !1;
        while mask != 0 {
            let k = mask.trailing_zeros();
            mask &= mask - 1;
            levels.push(k as u8, block[k as usize]);
        }
        levels.end_block(block[0]);
    }
    context.tick(plane.blocks.len() as u64 / 16)?;
    Ok(levels)
}
