//! Sparse quantised coefficients: of each block only what is not zero, ready to be coded.

use std::sync::Arc;

use super::packed::Packed;
use super::picture::{Color, Picture, Plane};

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
    /// The levels.
    pub(crate) packed: Arc<Packed>,
}

impl Levels {
    /// The blocks of `plane` as they become by a quantisation table.
    pub(crate) fn new(plane: &Plane, (across, down): (u8, u8), table: [u16; 64], packed: Arc<Packed>) -> Self {
        let Plane { id, columns, rows, .. } = *plane;
        Levels { id, across, down, columns, rows, table, packed }
    }
}

/// A picture as levels.
#[derive(Debug, Clone)]
pub struct Quantized {
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
    pub fn exact(picture: &Picture) -> Self {
        let exact = |(plane, sampling): (&Arc<Plane>, &(u8, u8))| {
            Levels::new(plane, *sampling, plane.steps, plane.packed.clone())
        };
        let planes = picture.planes.iter().zip(&picture.sampling).map(exact).collect();
        Quantized { width_px: picture.width_px, height_px: picture.height_px, color: picture.color, planes }
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
