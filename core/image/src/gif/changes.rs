//! Of each frame of an animation what changes.

use std::borrow::Cow;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::film::{self, Area};
use transvase_codec::{holds, palette};
use transvase_model::raster::{Frame, Frames};

/// What is drawn for a frame.
pub(super) struct Part {
    pub area: Area,
    /// The pixels of the area, four bytes each; what need not be drawn is not seen.
    pub pixels: Vec<u8>,
    pub delay_ms: u32,
    /// Whether all of it is cleared away before the next frame.
    pub clears: bool,
}

/// The parts of frames one after another. Whether a frame has to be cleared away is known once the next one is there.
pub(super) struct Changes<'f, 's> {
    frames: &'f mut Frames<'s>,
    /// The frame that comes next.
    held: Option<Frame>,
    /// Whether nothing is drawn yet.
    is_first: bool,
    /// What is seen, as it was in the frames it was drawn for.
    shown: Vec<u8>,
    /// How much samples may differ from those that are seen without being drawn anew.
    tolerance: u8,
}

impl<'f, 's> Changes<'f, 's> {
    /// The changes of frames that all have one size.
    ///
    /// # Errors
    /// What ends the making of a frame.
    pub(super) fn of(frames: &'f mut Frames<'s>, tolerance: u8, context: &Context) -> Result<Changes<'f, 's>> {
        let first = holds::rgba(frames.first(context)?);
        let shown = vec![0; first.samples.len()];
        Ok(Changes { frames, held: Some(first), is_first: true, shown, tolerance })
    }

    /// Size of the frames in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        self.held.as_ref().map_or((0, 0), |frame| (frame.width_px, frame.height_px))
    }

    /// The next part, without pixels that `is_same` takes for those that are seen.
    ///
    /// # Errors
    /// What ends the making of a frame.
    pub(super) fn next(
        &mut self,
        is_same: impl FnMut(&[u8], &[u8]) -> bool,
        context: &Context,
    ) -> Result<Option<Part>> {
        context.checkpoint()?;
        let Some(frame) = self.held.take() else { return Ok(None) };
        let next = self.frames.next(context)?.map(holds::rgba);
        self.held = next.filter(|next| next.samples.len() == self.shown.len());
        let clears = match &self.held {
            Some(next) => uncovers(&frame, next, context)?,
            None => false,
        };
        let pixels = self.draw(&frame, is_same, context)?;
        let area = self.area(&frame, &pixels, clears, context)?;
        if clears {
            self.shown.fill(0);
        }
        let pixels = film::cropped(&pixels, frame.width_px as usize, 4, area);
        Ok(Some(Part { area, pixels, delay_ms: frame.delay_ms, clears }))
    }

    /// The part of the screen that is drawn. The first frame covers all of it: many programs show what it leaves bare as
    /// opaque, and take a file for transparent only where that frame has a transparent colour.
    fn area(&mut self, frame: &Frame, pixels: &[u8], clears: bool, context: &Context) -> Result<Area> {
        let (width, height) = (frame.width_px as usize, frame.height_px as usize);
        let whole = Area { left: 0, top: 0, width, height };
        if std::mem::take(&mut self.is_first) {
            return Ok(whole);
        }
        // What is cleared away is all that is seen, drawn for this frame or before it.
        let extent = if clears { Cow::Owned(seen(frame, context)?) } else { Cow::Borrowed(pixels) };
        context.room(extent.len())?;
        let point = Area { width: 1.min(width), height: 1.min(height), ..whole };
        Ok(film::changed(&vec![0; extent.len()], &extent, width, 4).unwrap_or(point))
    }

    /// The pixels that are not seen yet as they are in a frame; they then are.
    fn draw(
        &mut self,
        frame: &Frame,
        mut is_same: impl FnMut(&[u8], &[u8]) -> bool,
        context: &Context,
    ) -> Result<Vec<u8>> {
        context.room(frame.samples.len())?;
        let mut pixels = vec![0; frame.samples.len()];
        let row_bytes = row_bytes(frame);
        let rows = frame.samples.chunks(row_bytes).zip(self.shown.chunks_mut(row_bytes));
        for ((new, old), drawn) in rows.zip(pixels.chunks_mut(row_bytes)) {
            context.tick(frame.width_px.into())?;
            draw_row(new, old, drawn, self.tolerance, &mut is_same);
        }
        Ok(pixels)
    }
}

/// Draws what of a row is not seen yet as it is, to a tolerance.
fn draw_row(
    new: &[u8],
    old: &mut [u8],
    drawn: &mut [u8],
    tolerance: u8,
    is_same: &mut impl FnMut(&[u8], &[u8]) -> bool,
) {
    let places = new.chunks_exact(4).zip(old.chunks_exact_mut(4)).zip(drawn.chunks_exact_mut(4));
    for ((new, old), drawn) in places {
        let is_near = new.iter().zip(&*old).all(|(new, old)| new.abs_diff(*old) <= tolerance);
        if palette::is_seen(new) && !is_near && !(palette::is_seen(old) && is_same(new, old)) {
            drawn.copy_from_slice(new);
            drawn[3] = 255;
            old.copy_from_slice(new);
        }
    }
}

/// Bytes of a row of a frame, at least one.
fn row_bytes(frame: &Frame) -> usize {
    (frame.width_px as usize * 4).max(1)
}

/// Pixels that are seen, and nothing where there are none.
fn seen(frame: &Frame, context: &Context) -> Result<Vec<u8>> {
    context.room(frame.samples.len())?;
    let mut pixels = vec![0; frame.samples.len()];
    let row_bytes = row_bytes(frame);
    for (row, seen) in frame.samples.chunks(row_bytes).zip(pixels.chunks_mut(row_bytes)) {
        context.tick(frame.width_px.into())?;
        for (pixel, seen) in row.chunks_exact(4).zip(seen.chunks_exact_mut(4)) {
            if palette::is_seen(pixel) {
                seen.copy_from_slice(&[pixel[0], pixel[1], pixel[2], 255]);
            }
        }
    }
    Ok(pixels)
}

/// Whether something that one frame shows is transparent in the next one.
fn uncovers(frame: &Frame, next: &Frame, context: &Context) -> Result<bool> {
    let row_bytes = row_bytes(frame);
    for (old, new) in frame.samples.chunks(row_bytes).zip(next.samples.chunks(row_bytes)) {
        context.tick(frame.width_px.into())?;
        let mut pairs = old.chunks_exact(4).zip(new.chunks_exact(4));
        if pairs.any(|(old, new)| palette::is_seen(old) && !palette::is_seen(new)) {
            return Ok(true);
        }
    }
    Ok(false)
}
