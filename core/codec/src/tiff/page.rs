//! A page as rows.

use super::bands::Bands;
use super::color::Colors;
use super::directory::Directory;
use super::layout::{ICC, Layout};
use crate::pixels;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::raster::Frame;
use transvase_model::rows::{Rows, STRIP_BYTES, Strips};

/// The rows of a page, upright. What is missing or damaged is zero, with a warning, where there is anything at all.
///
/// # Errors
/// `Malformed` or `Truncated` where nothing can be read; a limit.
pub(crate) fn rows<'a>(file: &'a [u8], page: &Directory, context: &Context) -> Result<Rows<'a>> {
    let layout = Layout::read(page, file)?;
    let (size, orientation) = ((layout.width, layout.height), layout.orientation);
    pixels::charge_pixels(size, context)?;
    let profile = Some(page.bytes(file, ICC)).filter(|profile| !profile.is_empty());
    let bands = Bands::begun(file, layout, page.order, context)?;
    let colors = Colors::of(&bands.layout, profile, context)?;
    let rows = Rows::new(size, colors.format, Page { bands, colors, given: 0 });
    Ok(pixels::turned_rows(rows, orientation))
}

/// A page whose rows are read.
struct Page<'a> {
    bands: Bands<'a>,
    colors: Colors,
    /// Rows that have been given.
    given: u32,
}

impl Strips for Page<'_> {
    fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        let row_bytes = (self.bands.layout.width as usize).saturating_mul(self.colors.format.bytes_per_pixel());
        let height = (STRIP_BYTES / row_bytes.max(1)).max(1) as u32;
        let canvas = self.bands.canvas(self.given, height, context)?;
        self.given += canvas.height;
        self.colors.frame(canvas, &self.bands.layout, context).map(Some)
    }
}
