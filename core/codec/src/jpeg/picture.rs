//! A JPEG as quantised DCT coefficients: what the reader gives and what is made smaller.

use std::sync::Arc;

use super::packed::Packed;

/// Coefficients of one 8x8 block, in zigzag order.
pub(crate) type Block = [i16; 64];

/// How the components make up colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Color {
    /// One component.
    Gray,
    /// Luminance and two colour differences (BT.601, full range).
    YCbCr,
    /// Components that are all equally visible: RGB, CMYK and whatever is not known better.
    Direct,
    /// Colour differences with a fourth component: inverted CMYK turned into `YCbCr` plus black.
    Ycck,
}

impl Color {
    /// Whether the component at `index` is a colour difference.
    pub(crate) fn is_chroma(self, index: usize) -> bool {
        matches!(self, Color::YCbCr | Color::Ycck) && (index == 1 || index == 2)
    }
}

/// One component.
#[derive(Debug, Clone)]
pub struct Plane {
    /// Identifier in the file.
    pub(crate) id: u8,
    /// Blocks in a row, without padding to whole minimum coded units.
    pub(crate) columns: usize,
    /// Rows of blocks, without padding.
    pub(crate) rows: usize,
    /// What one unit of a coefficient stands for, in zigzag order.
    pub(crate) steps: [u16; 64],
    /// The finest quantisation worth keeping: the source's.
    pub(crate) floor: [u16; 64],
    /// The coefficients.
    pub(crate) packed: Arc<Packed>,
}

impl Plane {
    /// The number of the block in `row` and `column`, or of the nearest there is.
    pub(crate) fn nearest(&self, row: usize, column: usize) -> usize {
        row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)
    }
}

impl From<Grid> for Plane {
    fn from(grid: Grid) -> Self {
        let Grid { id, columns, rows, steps, floor, blocks, masks } = grid;
        let mut packed = Packed::new(columns);
        blocks.iter().zip(masks).for_each(|(block, mask)| packed.block(block, mask));
        Plane { id, columns, rows, steps, floor, packed: Arc::new(packed) }
    }
}

/// Blocks of one component whose coefficients are at their places, as decoding wants them.
#[derive(Debug, Clone)]
pub(crate) struct Grid {
    /// Identifier in the file.
    pub(crate) id: u8,
    /// Blocks in a row, without padding to whole minimum coded units.
    pub(crate) columns: usize,
    /// Rows of blocks, without padding.
    pub(crate) rows: usize,
    /// What one unit of a coefficient stands for, in zigzag order.
    pub(crate) steps: [u16; 64],
    /// The finest quantisation worth keeping: the source's.
    pub(crate) floor: [u16; 64],
    /// Row by row.
    pub(crate) blocks: Vec<Block>,
    /// For each block, bit `k` set where coefficient `k` is not zero. Bit 0 is not kept up.
    pub(crate) masks: Vec<u64>,
}

impl Grid {
    /// From samples of 12 bits to those of 8: coefficients stand for a sixteenth of what they did, and are rounded where their
    /// steps cannot become as much finer.
    pub(crate) fn become_eight_bits(&mut self) {
        const TIMES: i32 = 16;
        let deep = self.steps;
        self.steps = deep.map(|step| ((i32::from(step) + TIMES / 2) / TIMES).max(1) as u16);
        self.floor = self.steps;
        for (block, mask) in self.blocks.iter_mut().zip(&mut self.masks) {
            for (k, value) in block.iter_mut().enumerate() {
                let (whole, part) = (i32::from(*value) * i32::from(deep[k]), TIMES * i32::from(self.steps[k]));
                *value = ((whole.abs() + part / 2) / part * whole.signum()) as i16;
                *mask &= !(u64::from(*value == 0) << k);
            }
        }
    }

    /// Fills in the blocks from the row `row` of a component on; where it has none, they are zero.
    pub(crate) fn unpack(&mut self, plane: &Plane, row: usize) {
        let mut walk = plane.packed.walk_from(row);
        for (block, mask) in self.blocks.iter_mut().zip(&mut self.masks) {
            (*block, *mask) = ([0; 64], 0);
            let Some((dc, levels)) = walk.next() else { continue };
            block[0] = dc;
            for level in levels {
                block[usize::from(level.k & 63)] = level.value;
                *mask |= 1 << (level.k & 63);
            }
        }
    }
}

/// A picture.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Width in pixels.
    pub width_px: u16,
    /// Height in pixels.
    pub height_px: u16,
    /// Meaning of the components.
    pub(crate) color: Color,
    /// Sampling factors of each component, horizontal and vertical.
    pub(crate) sampling: Vec<(u8, u8)>,
    /// 1 to 4 components, shared with pictures made from this one.
    pub planes: Vec<Arc<Plane>>,
}

impl Picture {
    /// Largest sampling factors, horizontal and vertical.
    pub(crate) fn max_sampling(&self) -> (u8, u8) {
        let across = self.sampling.iter().map(|sampling| sampling.0).max().unwrap_or(1);
        let down = self.sampling.iter().map(|sampling| sampling.1).max().unwrap_or(1);
        (across, down)
    }

    /// Blocks of all components.
    pub(crate) fn block_count(&self) -> usize {
        self.planes.iter().map(|plane| plane.packed.len()).sum()
    }
}

/// Blocks a component has in one direction (T.81, A.1.1 and A.2.4): its samples are
/// `pixels * factor / largest`, rounded up.
pub(crate) fn blocks_along(pixels: u16, factor: u8, largest: u8) -> usize {
    (usize::from(pixels) * usize::from(factor)).div_ceil(usize::from(largest)).div_ceil(8)
}
