//! What looks at results: how like the original a picture is, when it is shown in its place and at its size.
//!
//! Large pictures are looked at through windows spread over them. Of ten photographs, JPEG takes as many bytes for nine
//! windows of 160 pixels as for their share of the area, within 10 percent on average and 22 at most: what is tried on
//! windows under the same share of a limit holds for the whole.

use super::source::Source;
use crate::formats::Format;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::EFFORT;
use transvase_base::units::vec_with_room;
use transvase_codec::film::{self, Area};
use transvase_codec::holds::{self, Ground};
use transvase_codec::likeness::Original;
use transvase_codec::resize::{self, Filter};
use transvase_model::raster::Frame;

/// The longer side at which pictures are compared at most, in pixels.
const COMPARED_PX: u32 = 1_600;

/// Side of a window at the size at which pictures are compared, in pixels.
const WINDOW_PX: u32 = 128;

/// Edge of a window that is not compared: what is beside it there is not beside it in the picture.
const EDGE_PX: u32 = 16;

/// Windows across and down.
const WINDOWS: u32 = 3;

/// Pixels of all windows at most: those of a very large picture are larger, and fewer.
const MOST_PIXELS: u32 = 1_500_000;

/// From this effort on whole pictures are looked at, however large they are.
const WHOLE_FROM: u64 = 8;

/// Windows spread evenly over a picture: across and down, and the side of one in its pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Windows {
    columns: u32,
    rows: u32,
    side: u32,
}

impl Windows {
    /// Those of a picture of this size; `None` where they would be most of it, or `effort` is for all of it.
    pub(super) fn of(size: (u32, u32), context: &Context) -> Option<Windows> {
        let effort = context.options().integer(&EFFORT).unwrap_or_default();
        // Whole blocks of any format, where none begins in the middle of one.
        let side = (f64::from(WINDOW_PX) * reduction(size) / 16.0).round() as u32 * 16;
        let most = MOST_PIXELS.isqrt() / side.max(1);
        let count = |length: u32| WINDOWS.min(most.max(2)).min(length / side.max(1));
        let windows = Windows { columns: count(size.0), rows: count(size.1), side };
        (effort < WHOLE_FROM && windows.columns * windows.rows > 0 && windows.share(size) < 0.5).then_some(windows)
    }

    /// Their share of a picture of this size.
    pub(super) fn share(self, (width, height): (u32, u32)) -> f64 {
        let side = f64::from(self.side);
        f64::from(self.columns * self.rows) * side * side / (f64::from(width) * f64::from(height)).max(1.0)
    }

    /// What is seen through them, side by side as one picture.
    pub(super) fn cut(self, frame: &Frame) -> Frame {
        let size = (frame.width_px, frame.height_px);
        let side = self.side as usize;
        joined(frame, self, side, |column, row| {
            (start(column, self.columns, size.0, self.side), start(row, self.rows, size.1, self.side))
        })
    }

    /// Their middles, of a cut at the size at which pictures are compared.
    fn middles(self, cut: &Frame) -> Frame {
        let place = |index: u32| (index * WINDOW_PX + EDGE_PX) as usize;
        joined(cut, self, (WINDOW_PX - 2 * EDGE_PX) as usize, |column, row| (place(column), place(row)))
    }
}

/// Squares of a picture side by side, from the places that are said of each window.
fn joined(frame: &Frame, windows: Windows, side: usize, place: impl Fn(u32, u32) -> (usize, usize)) -> Frame {
    let (width, pixel) = (frame.width_px as usize, frame.format.bytes_per_pixel());
    let mut samples = vec_with_room((windows.columns * windows.rows) as usize * side * side * pixel);
    for row in 0..windows.rows {
        let square = |column| {
            let (left, top) = place(column, row);
            film::cropped(&frame.samples, width, pixel, Area { left, top, width: side, height: side })
        };
        let squares: Vec<Vec<u8>> = (0..windows.columns).map(square).collect();
        for line in 0..side {
            let line = line * side * pixel..(line + 1) * side * pixel;
            squares.iter().for_each(|square| samples.extend_from_slice(&square[line.clone()]));
        }
    }
    let side = side as u32;
    Frame {
        width_px: windows.columns * side,
        height_px: windows.rows * side,
        samples,
        format: frame.format,
        delay_ms: frame.delay_ms,
    }
}

/// Where the window at `index` of `count` begins along a side of `length`: in the middle of its part, at a whole block.
fn start(index: u32, count: u32, length: u32, side: u32) -> usize {
    let part = f64::from(length) / f64::from(count);
    let middle = (f64::from(index) + 0.5) * part - f64::from(side) / 2.0;
    (middle / 16.0) as usize * 16
}

/// By how much a picture is larger than it is compared.
fn reduction((width, height): (u32, u32)) -> f64 {
    (f64::from(width.max(height)) / f64::from(COMPARED_PX)).max(1.0)
}

/// What looks at results as they are shown in the place of the original.
pub(super) struct Eye {
    format: Format,
    windows: Option<Windows>,
    /// Size at which pictures are compared.
    size: (u32, u32),
    original: Original,
}

impl Eye {
    /// An eye for results in the place of `frame`, through the windows that there are.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn of(frame: &Frame, format: Format, windows: Option<Windows>, context: &Context) -> Result<Eye> {
        let size = match windows {
            Some(windows) => (windows.columns * WINDOW_PX, windows.rows * WINDOW_PX),
            None => resize::fitted((frame.width_px, frame.height_px), (COMPARED_PX, COMPARED_PX)),
        };
        let cut = windows.map(|windows| windows.cut(frame));
        let seen = seen(cut.as_ref().unwrap_or(frame), windows, size, context)?;
        Ok(Eye { format, windows, size, original: Original::new(&seen, context)? })
    }

    /// How like the original a file of its size is.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn likeness(&self, file: &[u8], context: &Context) -> Result<f64> {
        let frame = Source::of(file, self.format).first_frame(context)?;
        let cut = self.windows.map(|windows| windows.cut(&frame));
        self.likeness_to(cut.as_ref().unwrap_or(&frame), context)
    }

    /// How like what is seen of the original a file is that holds that alone, of whatever size.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn likeness_of_seen(&self, file: &[u8], context: &Context) -> Result<f64> {
        self.likeness_to(&Source::of(file, self.format).first_frame(context)?, context)
    }

    fn likeness_to(&self, frame: &Frame, context: &Context) -> Result<f64> {
        self.original.likeness(&seen(frame, self.windows, self.size, context)?, context)
    }
}

/// What is compared of a picture, or of a cut of one.
fn seen(frame: &Frame, windows: Option<Windows>, size: (u32, u32), context: &Context) -> Result<Frame> {
    let frame = comparable(frame, size, context)?;
    Ok(match windows {
        Some(windows) => windows.middles(&frame),
        None => frame,
    })
}

/// A frame as it is compared: opaque, of 8 bits, at a size. What that takes from it is no loss of any result.
fn comparable(frame: &Frame, size: (u32, u32), context: &Context) -> Result<Frame> {
    let look = || {
        let mut frame = resize::resized(frame, size, Filter::CatmullRom, context)?;
        if frame.format.is_deep() {
            frame = holds::shallow(frame, context)?;
        }
        if frame.format.has_alpha() {
            frame = holds::flat(frame, Ground::WHITE, context)?;
        }
        Ok(frame)
    };
    Ok(context.aside(look)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::raster::PixelFormat;

    #[test]
    fn windows_lie_evenly_within_the_picture() {
        let context = Context::default();
        for (size, columns, rows, side) in [
            ((1_600, 1_200), 3, 3, 128),
            ((6_400, 4_800), 2, 2, 512),
            ((9_000, 400), 2, 0, 720),
            ((700, 500), 3, 3, 128),
        ] {
            let found = Windows::of(size, &context);
            assert_eq!(found, (rows > 0).then_some(Windows { columns, rows, side }), "{size:?}");
        }
        assert_eq!(Windows::of((500, 500), &context), None, "most of it would be seen");
        assert_eq!([start(0, 4, 1_600, 96), start(3, 4, 1_600, 96)], [144, 1_344]);
    }

    #[test]
    fn a_cut_holds_the_windows_side_by_side() {
        let samples = (0..64_u32 * 64).map(|at| (at % 64 / 32 + at / 64 / 32 * 2) as u8).collect();
        let frame = Frame { width_px: 64, height_px: 64, format: PixelFormat::Gray8, samples, delay_ms: 0 };
        let cut = Windows { columns: 2, rows: 2, side: 16 }.cut(&frame);
        assert_eq!((cut.width_px, cut.height_px, cut.samples.len()), (32, 32, 1_024));
        assert_eq!([0, 31, 31 * 32, 31 * 32 + 31].map(|at| cut.samples[at]), [0, 1, 2, 3]);
    }
}
