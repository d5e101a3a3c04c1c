//! Frame compositing of animations: frames that say only what changes are blended into whole pictures (blend and
//! disposal), and whole pictures are cut down to what changes.

use crate::holds;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_model::raster::{Frame, PixelFormat, Raster};

/// Bytes of a pixel on the film: red, green, blue and straight alpha.
const PIXEL: usize = 4;

/// The first frame of an animation as its writers take them all: 8-bit colours with alpha.
///
/// # Errors
/// As [`transvase_model::raster::Frames::first`].
pub fn first_of(raster: &mut Raster, context: &Context) -> Result<Frame> {
    whole(raster.frames.first(context)?, context)
}

/// The next frame, as large as the first; none where frames turn out not to be there, which has been told: the last one
/// stays as long as they would.
///
/// # Errors
/// As [`transvase_model::raster::Frames::next`].
pub fn next_of(raster: &mut Raster, size: (u32, u32), context: &Context) -> Result<Option<Frame>> {
    let next = raster.frames.next(context)?.map(|frame| whole(frame, context)).transpose()?;
    Ok(next.filter(|frame| (frame.width_px, frame.height_px) == size))
}

fn whole(frame: Frame, context: &Context) -> Result<Frame> {
    let frame = if frame.format.is_deep() { holds::shallow(frame, context)? } else { frame };
    Ok(holds::rgba(frame))
}

/// A rectangle of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Dots from the left.
    pub left: usize,
    /// Dots from the top.
    pub top: usize,
    /// Dots across.
    pub width: usize,
    /// Dots down.
    pub height: usize,
}

/// How a patch is laid on what is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Laid {
    /// Blended by its alpha.
    Over,
    /// In its place.
    Instead,
}

/// What a patch leaves behind for the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// Itself.
    Picture,
    /// Its area, transparent.
    Nothing,
    /// What was there before it.
    Before,
}

/// Everything a file says of a patch but its pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patch {
    /// Where it lies; parts beyond the picture are not seen.
    pub(crate) area: Area,
    pub(crate) laid: Laid,
    pub(crate) leaves: Leaves,
    pub(crate) delay_ms: u32,
}

/// The picture as it is between two frames.
pub(crate) struct Film {
    width: usize,
    height: usize,
    canvas: Vec<u8>,
}

impl Film {
    /// A transparent picture. The caller has charged its pixels.
    pub(crate) fn new(width: u32, height: u32, context: &Context) -> Result<Film> {
        let (width, height) = (width as usize, height as usize);
        let bytes = width.saturating_mul(height).saturating_mul(PIXEL);
        context.room(bytes)?;
        Ok(Film { width, height, canvas: vec![0; bytes] })
    }

    /// Lays a patch, whose pixels have four bytes each, on the picture and gives the whole frame.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`; `Malformed` where the patch has fewer pixels than its area.
    pub(crate) fn show(&mut self, pixels: &[u8], patch: &Patch, context: &Context) -> Result<Frame> {
        let seen = self.visible(patch.area);
        let before = match patch.leaves {
            Leaves::Before => self.cut(seen),
            _ => Vec::new(),
        };
        for row in 0..seen.height {
            context.tick(seen.width as u64)?;
            let from = row * patch.area.width * PIXEL;
            let source = pixels.get(from..from + seen.width * PIXEL);
            let source = source.ok_or_else(|| Error::malformed("a frame of the animation is cut off"))?;
            lay(source, self.row(seen, row), patch.laid);
        }
        let (width_px, height_px) = (self.width as u32, self.height as u32);
        context.room(self.canvas.len())?;
        let samples = self.canvas.clone();
        for row in 0..seen.height {
            match patch.leaves {
                Leaves::Picture => break,
                Leaves::Nothing => self.row(seen, row).fill(0),
                Leaves::Before => {
                    let from = row * seen.width * PIXEL;
                    self.row(seen, row).copy_from_slice(&before[from..from + seen.width * PIXEL]);
                }
            }
        }
        Ok(Frame { width_px, height_px, format: PixelFormat::Rgba8, samples, delay_ms: patch.delay_ms })
    }

    /// The part of an area that lies on the picture.
    fn visible(&self, area: Area) -> Area {
        let (left, top) = (area.left.min(self.width), area.top.min(self.height));
        let (width, height) = (area.width.min(self.width - left), area.height.min(self.height - top));
        Area { left, top, width, height }
    }

    /// A row of a visible area.
    fn row(&mut self, area: Area, row: usize) -> &mut [u8] {
        let from = ((area.top + row) * self.width + area.left) * PIXEL;
        &mut self.canvas[from..from + area.width * PIXEL]
    }

    /// The pixels of a visible area.
    fn cut(&mut self, area: Area) -> Vec<u8> {
        let mut pixels = Vec::new();
        for row in 0..area.height {
            pixels.extend_from_slice(self.row(area, row));
        }
        pixels
    }
}

/// Lays a row of pixels on another.
fn lay(source: &[u8], target: &mut [u8], laid: Laid) {
    if laid == Laid::Instead {
        target.copy_from_slice(source);
        return;
    }
    for (new, old) in source.chunks_exact(PIXEL).zip(target.chunks_exact_mut(PIXEL)) {
        match new[3] {
            0 => {}
            255 => old.copy_from_slice(new),
            _ => blend(new, old),
        }
    }
}

/// Lays a pixel that lets through on another: PNG 3rd edition, 11.3.6.2, and the formulas it names.
fn blend(new: &[u8], old: &mut [u8]) {
    let (over, under) = (u32::from(new[3]) * 255, u32::from(old[3]) * (255 - u32::from(new[3])));
    let alpha = over + under;
    for channel in 0..3 {
        let sum = u32::from(new[channel]) * over + u32::from(old[channel]) * under;
        old[channel] = ((sum + alpha / 2) / alpha) as u8;
    }
    old[3] = ((alpha + 127) / 255) as u8;
}

/// The smallest area around the pixels that differ between two pictures of one size, whose pixels have `pixel` bytes;
/// `None` where they are the same.
pub fn changed(before: &[u8], after: &[u8], width: usize, pixel: usize) -> Option<Area> {
    let row_bytes = (width * pixel).max(1);
    let differs = |(old, new): (&[u8], &[u8])| old != new;
    let rows = || before.chunks(row_bytes).zip(after.chunks(row_bytes));
    let top = rows().position(differs)?;
    let bottom = top + rows().skip(top).collect::<Vec<_>>().into_iter().rposition(differs)?;
    let (mut left, mut right) = (width, 0);
    for (old, new) in rows().skip(top).take(bottom - top + 1) {
        let columns = || old.chunks(pixel).zip(new.chunks(pixel));
        if let Some(first) = columns().position(differs) {
            left = left.min(first);
            right = right.max(columns().rposition(differs)?);
        }
    }
    Some(Area { left, top, width: right + 1 - left, height: bottom + 1 - top })
}

/// The pixels of an area of a picture.
pub fn cropped(samples: &[u8], width: usize, pixel: usize, area: Area) -> Vec<u8> {
    let rows = samples.chunks((width * pixel).max(1)).skip(area.top).take(area.height);
    rows.flat_map(|row| &row[area.left * pixel..(area.left + area.width) * pixel]).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [255, 0, 0, 255];
    const HALF: [u8; 4] = [0, 0, 255, 128];

    fn patch(left: usize, leaves: Leaves) -> Patch {
        Patch { area: Area { left, top: 0, width: 1, height: 1 }, laid: Laid::Over, leaves, delay_ms: 7 }
    }

    #[test]
    fn patches_leave_what_they_say() {
        let context = Context::default();
        let mut film = Film::new(2, 1, &context).unwrap();
        let first = film.show(&RED, &patch(0, Leaves::Picture), &context).unwrap();
        assert_eq!((first.samples, first.delay_ms), ([RED, [0; 4]].concat(), 7));
        let second = film.show(&HALF, &patch(1, Leaves::Before), &context).unwrap();
        assert_eq!(second.samples, [RED, HALF].concat());
        let third = film.show(&HALF, &patch(0, Leaves::Nothing), &context).unwrap();
        assert_eq!(third.samples, [[127, 0, 128, 255], [0; 4]].concat());
        let last = film.show(&RED, &patch(5, Leaves::Picture), &context).unwrap();
        assert_eq!(last.samples, [0; 8], "beyond the picture nothing is seen");
    }

    #[test]
    fn what_changed_is_a_rectangle() {
        let before = [0; 12];
        let mut after = before;
        (after[5], after[10]) = (1, 1);
        let area = Area { left: 1, top: 1, width: 2, height: 2 };
        assert_eq!(changed(&before, &after, 4, 1), Some(area));
        assert_eq!(cropped(&after, 4, 1, area), [1, 0, 0, 1]);
        assert_eq!(changed(&before, &before, 4, 1), None);
    }
}
