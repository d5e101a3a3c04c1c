//! Of each frame of an animation what changes.

use std::borrow::Cow;

use crate::context::Context;
use crate::error::Result;
use crate::model::raster::{Frame, Frames};
use crate::parts::film::{self, Area};
use crate::parts::{holds, palette};

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
        Ok(Changes { frames, held: Some(first), shown, tolerance })
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
        let clears = self.held.as_ref().is_some_and(|next| uncovers(&frame, next));
        let whole = Area { left: 0, top: 0, width: frame.width_px as usize, height: frame.height_px as usize };
        let pixels = self.draw(&frame.samples, is_same);
        // What is cleared away is all that is seen, drawn for this frame or before it.
        let extent = if clears { Cow::Owned(seen(&frame.samples)) } else { Cow::Borrowed(&pixels) };
        let area = match film::changed(&vec![0; pixels.len()], &extent, whole.width, 4) {
            Some(area) => area,
            None => Area { width: 1.min(whole.width), height: 1.min(whole.height), ..whole },
        };
        if clears {
            self.shown.fill(0);
        }
        let pixels = film::cropped(&pixels, whole.width, 4, area);
        Ok(Some(Part { area, pixels, delay_ms: frame.delay_ms, clears }))
    }

    /// The pixels that are not seen yet as they are in a frame; they then are.
    fn draw(&mut self, samples: &[u8], mut is_same: impl FnMut(&[u8], &[u8]) -> bool) -> Vec<u8> {
        let mut pixels = vec![0; samples.len()];
        let tolerance = self.tolerance;
        let places = samples.chunks_exact(4).zip(self.shown.chunks_exact_mut(4)).zip(pixels.chunks_exact_mut(4));
        for ((new, old), drawn) in places {
            let is_near = new.iter().zip(&*old).all(|(new, old)| new.abs_diff(*old) <= tolerance);
            if palette::is_seen(new) && !is_near && !(palette::is_seen(old) && is_same(new, old)) {
                drawn.copy_from_slice(new);
                drawn[3] = 255;
                old.copy_from_slice(new);
            }
        }
        pixels
    }
}

/// Pixels that are seen, and nothing where there are none.
fn seen(samples: &[u8]) -> Vec<u8> {
    let pixel = |pixel: &[u8]| if palette::is_seen(pixel) { [pixel[0], pixel[1], pixel[2], 255] } else { [0; 4] };
    samples.chunks_exact(4).flat_map(pixel).collect()
}

/// Whether something that one frame shows is transparent in the next one.
fn uncovers(frame: &Frame, next: &Frame) -> bool {
    let pairs = frame.samples.chunks_exact(4).zip(next.samples.chunks_exact(4));
    pairs.into_iter().any(|(old, new)| palette::is_seen(old) && !palette::is_seen(new))
}
