//! The page, onto which regions are drawn (T.88 7.4.8).

use super::bitmap::{Bitmap, side};
use super::budget::Budget;
use super::reader::Reader;
use super::segment::Region;
use super::{Fault, Result};

/// The height that stands for an unknown one (T.88 7.4.8.2).
const UNKNOWN_HEIGHT: u32 = u32::MAX;

/// The page.
pub(super) struct Page {
    bitmap: Bitmap,
    /// Whether it grows with what is drawn.
    grows: bool,
    /// Whether it is black where nothing is drawn.
    black: bool,
}

impl Page {
    /// Reads a page information segment.
    pub(super) fn read(data: &[u8], budget: &mut Budget) -> Result<Self> {
        let mut reader = Reader::new(data);
        let (width, height) = (reader.u32()?, reader.u32()?);
        let _resolution = (reader.u32()?, reader.u32()?);
        let black = reader.u8()? >> 2 & 1 == 1;
        let grows = height == UNKNOWN_HEIGHT;
        let height = if grows { 0 } else { height };
        budget.check(width, height)?;
        let (width, height) = (side(width)?, side(height)?);
        Ok(Page { bitmap: Bitmap::filled(width, height, black, budget)?, grows, black })
    }

    /// Draws a region.
    pub(super) fn draw(&mut self, bitmap: &Bitmap, region: Region, budget: &mut Budget) -> Result<()> {
        self.reach(region.y.saturating_add(bitmap.height), budget)?;
        self.bitmap.combine(bitmap, region.x.into(), region.y.into(), region.operator, budget)
    }

    /// What is where a region will be drawn.
    pub(super) fn part(&self, region: Region, budget: &mut Budget) -> Result<Bitmap> {
        self.bitmap.cut(region.x.into(), region.y.into(), region.width, region.height, budget)
    }

    /// Reads an end of stripe segment (T.88 7.4.10), which tells the stripe's last row.
    pub(super) fn end_stripe(&mut self, data: &[u8], budget: &mut Budget) -> Result<()> {
        let last = Reader::new(data).u32()?;
        self.reach(last.checked_add(1).ok_or(Fault::Malformed)?, budget)
    }

    /// Makes a page of unknown height reach down so far.
    fn reach(&mut self, height: u32, budget: &mut Budget) -> Result<()> {
        if self.grows && height > self.bitmap.height {
            budget.check(self.bitmap.width, side(height)?)?;
            self.bitmap.grow(height, self.black, budget)?;
        }
        Ok(())
    }

    /// The page as far as it got.
    pub(super) fn finish(self) -> Bitmap {
        self.bitmap
    }
}
