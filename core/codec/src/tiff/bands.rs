//! The bands of a page: some rows of strips or tiles at a time.

use super::canvas::Canvas;
use super::chunks::{self, BAND_BYTES, Chunk, Place};
use super::directory::Order;
use super::layout::Layout;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};

/// The chunks of a page from the top down. What is missing or damaged is zero, with a warning.
pub(crate) struct Bands<'a> {
    file: &'a [u8],
    pub layout: Layout,
    order: Order,
    /// The chunks at hand, and the row of the page that they reach to.
    chunks: Vec<Chunk>,
    end: u32,
    /// The first damage, until it has been told.
    damage: Option<Error>,
    is_told: bool,
}

impl<'a> Bands<'a> {
    /// The bands of a page, read up to the first chunk that is there: a page without one is known before it is promised.
    ///
    /// # Errors
    /// What is wrong with a page of which nothing can be read; a limit.
    pub fn begun(file: &'a [u8], layout: Layout, order: Order, context: &Context) -> Result<Self> {
        let layout = chunks::arranged(file, layout);
        let mut bands = Bands { file, layout, order, chunks: Vec::new(), end: 0, damage: None, is_told: false };
        while bands.chunks.is_empty() {
            if bands.end == bands.layout.height {
                return Err(bands.damage.unwrap_or_else(|| Error::truncated("the page of the TIFF")));
            }
            bands.advance(context)?;
        }
        Ok(bands)
    }

    /// Up to `height` rows of samples from a row on, which is where those before have ended.
    pub fn canvas(&mut self, top: u32, height: u32, context: &Context) -> Result<Canvas> {
        if top == self.end {
            self.advance(context)?;
        }
        self.tell(context);
        let mut canvas = Canvas::new(&self.layout, (top, height.min(self.end - top)), context)?;
        // Rows above the first chunk that was there stay empty.
        for chunk in &self.chunks {
            canvas.put(chunk, &self.layout, self.order);
        }
        Ok(canvas)
    }

    /// Goes on to the next band.
    fn advance(&mut self, context: &Context) -> Result<()> {
        self.chunks.clear();
        let (across, down) = self.layout.grid();
        let first = self.end / self.layout.chunk.1;
        let last = first.saturating_add(self.rows_together()).min(down);
        let planes = if self.layout.is_planar { self.layout.kept() } else { 1 };
        for row in first..last {
            let places = (0..planes).flat_map(|plane| (0..across).map(move |column| Place { plane, row, column }));
            for place in places {
                context.checkpoint()?;
                self.read(place, context)?;
            }
        }
        self.end = last.saturating_mul(self.layout.chunk.1).min(self.layout.height);
        Ok(())
    }

    /// Rows of chunks that make a band.
    fn rows_together(&self) -> u32 {
        let bytes = self.layout.row_bytes().saturating_mul(self.layout.chunk.1 as usize);
        (BAND_BYTES / bytes.max(1)).max(1) as u32
    }

    /// Adds a chunk to those at hand, where it is there.
    fn read(&mut self, place: Place, context: &Context) -> Result<()> {
        match chunks::chunk(self.file, &self.layout, self.order, place, context) {
            Ok(chunk) => {
                if !chunk.is_whole {
                    let missing = || Error::new(ErrorCode::Truncated, "pixels of the TIFF are missing");
                    self.damage.get_or_insert_with(missing);
                }
                self.chunks.push(chunk);
            }
            Err(why) if matches!(why.code(), ErrorCode::Malformed | ErrorCode::Truncated) => {
                self.damage.get_or_insert(why);
            }
            Err(why) => return Err(why),
        }
        Ok(())
    }

    /// Tells of the first damage.
    fn tell(&mut self, context: &Context) {
        if let Some(damage) = self.damage.take().filter(|_| !self.is_told) {
            let message = format!("parts of a page are damaged or missing: {damage}");
            context.warn(Warning::new(WarningCode::InputRepaired, message));
            self.is_told = true;
        }
    }
}
