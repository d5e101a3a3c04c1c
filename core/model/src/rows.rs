//! Streamed rasters: pictures that come row by row, so that they need not be held whole.

use std::fmt;
use std::ops::Deref;

use crate::raster::{Frame, PixelFormat};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result, Stage};

/// Bytes of rows that are given together, about.
pub const STRIP_BYTES: usize = 256 << 10;

/// Where the rows of a picture come from.
pub trait Strips: Send {
    /// The next rows, at least one: a frame of the picture's width and format. `None` where there are no more.
    ///
    /// # Errors
    /// Whatever ends the making of rows.
    fn next(&mut self, context: &Context) -> Result<Option<Frame>>;

    /// Asks for the picture at a half, a quarter or an eighth of its size (`divisor` is 2, 4 or 8), before its first rows.
    /// Where that costs less than all of it, the size it has from now on, each side rounded up.
    fn reduce(&mut self, divisor: u32) -> Option<(u32, u32)> {
        let _ = divisor;
        None
    }
}

/// One picture as its rows, from the top down, some of them at a time.
pub struct Rows<'a> {
    /// Width in pixels.
    pub width_px: u32,
    /// Height in pixels.
    pub height_px: u32,
    /// Layout of the samples.
    pub format: PixelFormat,
    /// How long it is shown, in milliseconds, where it belongs to an animation.
    pub delay_ms: u32,
    /// Rows that have been given.
    given: u32,
    /// The format that it is read from.
    origin: Option<&'static str>,
    strips: Box<dyn Strips + 'a>,
}

impl<'a> Rows<'a> {
    /// A picture of this size and format whose rows come from `strips`.
    pub fn new((width_px, height_px): (u32, u32), format: PixelFormat, strips: impl Strips + 'a) -> Self {
        Rows { width_px, height_px, format, delay_ms: 0, given: 0, origin: None, strips: Box::new(strips) }
    }

    /// A picture of which `fill` puts one row after another into its place, from the top down. The place is all zero.
    pub fn filled(
        size: (u32, u32),
        format: PixelFormat,
        fill: impl FnMut(&mut [u8]) -> Result<()> + Send + 'a,
    ) -> Self {
        Rows::new(size, format, Filled { size, format, given: 0, fill })
    }

    /// The same, shown for so many milliseconds.
    #[must_use]
    pub fn lasting(mut self, delay_ms: u32) -> Self {
        self.delay_ms = delay_ms;
        self
    }

    /// Bytes of a row.
    pub fn row_bytes(&self) -> usize {
        self.width_px as usize * self.format.bytes_per_pixel()
    }

    /// Names the format that the picture is read from, for errors in its rows.
    pub(crate) fn read_from(&mut self, origin: &'static str) {
        self.origin = Some(origin);
    }

    /// The next rows as a frame of the same width; `None` after the last one.
    ///
    /// # Errors
    /// Whatever ends the making of rows, a cancel among it.
    pub fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        if self.given >= self.height_px {
            return Ok(None);
        }
        context.checkpoint()?;
        let strip = self.strips.next(context).and_then(|strip| strip.ok_or_else(|| Error::truncated("the picture")));
        let strip = strip.map_err(|error| match self.origin {
            Some(origin) => error.at(Stage::Read).in_format(origin),
            None => error,
        })?;
        let bytes = (strip.height_px as usize).checked_mul(self.row_bytes());
        let fits = strip.width_px == self.width_px && strip.format == self.format && strip.height_px > 0;
        if !fits || bytes != Some(strip.samples.len()) || strip.height_px > self.height_px - self.given {
            return Err(Error::new(ErrorCode::Internal, "the samples do not fill the picture"));
        }
        self.given += strip.height_px;
        Ok(Some(strip))
    }

    /// The whole picture, for those who need all of it at once.
    ///
    /// # Errors
    /// As [`Rows::next`], and `LimitExceeded` where there is no room for it.
    pub fn gathered(mut self, context: &Context) -> Result<Frame> {
        let shape = Frame {
            width_px: self.width_px,
            height_px: self.height_px,
            format: self.format,
            samples: Vec::new(),
            delay_ms: self.delay_ms,
        };
        let Some(first) = self.next(context)? else { return Ok(shape) };
        if first.height_px == self.height_px {
            return Ok(Frame { samples: first.samples, ..shape });
        }
        let bytes = (self.height_px as usize).saturating_mul(self.row_bytes());
        context.room(bytes)?;
        let mut samples = vec![0; bytes];
        let (mut next, mut at) = (Some(first), 0);
        while let Some(strip) = next {
            samples[at..at + strip.samples.len()].copy_from_slice(&strip.samples);
            at += strip.samples.len();
            next = self.next(context)?;
        }
        Ok(Frame { samples, ..shape })
    }

    /// The picture with each of its rows changed by `change`, which leaves their number and width as they are and gives
    /// them in `format`.
    #[must_use]
    pub fn mapped(
        self,
        format: PixelFormat,
        change: impl FnMut(Frame, &Context) -> Result<Frame> + Send + 'a,
    ) -> Rows<'a> {
        let (size, delay_ms) = ((self.width_px, self.height_px), self.delay_ms);
        Rows::new(size, format, Mapped { rows: self, change }).lasting(delay_ms)
    }

    /// Makes the picture smaller, to a half, a quarter or an eighth, where its source can do that for less than
    /// giving all of it, and both sides stay at least as long as these.
    pub fn reduce(&mut self, (width, height): (u32, u32)) {
        let stays = |divisor: &u32| self.width_px / divisor >= width && self.height_px / divisor >= height;
        if let Some(divisor) = [8, 4, 2].into_iter().find(stays) {
            self.reduce_by(divisor);
        }
    }

    /// Makes the picture smaller by this divisor, where its source can; its size then.
    pub fn reduce_by(&mut self, divisor: u32) -> Option<(u32, u32)> {
        let size = self.strips.reduce(divisor).filter(|_| self.given == 0)?;
        (self.width_px, self.height_px) = size;
        Some(size)
    }
}

/// Bytes of which those at the front go as they are used. They are moved only once half of them has gone: a picture
/// may come whole, and moving what is left of 300 MB for every eight rows took ten seconds.
#[derive(Debug, Default)]
pub struct Queue {
    bytes: Vec<u8>,
    gone: usize,
}

impl Queue {
    /// Lets so many bytes at the front go.
    pub fn drop_front(&mut self, count: usize) {
        self.gone = (self.gone + count).min(self.bytes.len());
        if self.gone > self.bytes.len() / 2 {
            self.bytes.drain(..self.gone);
            self.gone = 0;
        }
    }

    /// Puts bytes behind the others.
    pub fn push(&mut self, bytes: Vec<u8>) {
        match self.is_empty() {
            true => *self = Queue { bytes, gone: 0 },
            false => self.bytes.extend_from_slice(&bytes),
        }
    }
}

impl Deref for Queue {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.gone..]
    }
}

/// Rows a chosen number at a time.
#[derive(Debug)]
pub struct Bands<'a> {
    rows: Rows<'a>,
    /// Samples that have come, and how many of them have been given.
    held: Queue,
    given: usize,
}

impl<'a> Bands<'a> {
    /// The rows of a picture.
    pub fn of(rows: Rows<'a>) -> Self {
        Bands { rows, held: Queue::default(), given: 0 }
    }

    /// The samples of the next `height` rows, or of those that are left; `None` where there are none.
    ///
    /// # Errors
    /// As [`Rows::next`].
    pub fn next(&mut self, height: usize, context: &Context) -> Result<Option<&[u8]>> {
        self.held.drop_front(self.given);
        let wanted = height.saturating_mul(self.rows.row_bytes());
        while self.held.len() < wanted
            && let Some(strip) = self.rows.next(context)?
        {
            self.held.push(strip.samples);
        }
        self.given = wanted.min(self.held.len());
        Ok(Some(&self.held[..self.given]).filter(|band| !band.is_empty()))
    }
}

impl From<Frame> for Rows<'_> {
    fn from(frame: Frame) -> Self {
        let (size, format, delay_ms) = ((frame.width_px, frame.height_px), frame.format, frame.delay_ms);
        Rows::new(size, format, Whole(Some(frame))).lasting(delay_ms)
    }
}

impl fmt::Debug for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = (self.width_px, self.height_px);
        f.debug_struct("Rows").field("size", &size).field("format", &self.format).finish_non_exhaustive()
    }
}

/// A picture that is there already.
struct Whole(Option<Frame>);

impl Strips for Whole {
    fn next(&mut self, _context: &Context) -> Result<Option<Frame>> {
        Ok(self.0.take())
    }
}

/// Rows that are put into their places one by one.
struct Filled<F> {
    size: (u32, u32),
    format: PixelFormat,
    /// Rows that have been put.
    given: u32,
    fill: F,
}

impl<F: FnMut(&mut [u8]) -> Result<()> + Send> Strips for Filled<F> {
    fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        let (width_px, height) = self.size;
        let row_bytes = (width_px as usize * self.format.bytes_per_pixel()).max(1);
        let height_px = (height - self.given).min((STRIP_BYTES / row_bytes).max(1) as u32);
        let bytes = row_bytes * height_px as usize;
        context.room(bytes)?;
        let mut samples = vec![0; bytes];
        for row in samples.chunks_exact_mut(row_bytes) {
            context.tick(width_px.into())?;
            (self.fill)(row)?;
        }
        self.given += height_px;
        Ok((height_px > 0).then_some(Frame { width_px, height_px, format: self.format, samples, delay_ms: 0 }))
    }
}

struct Mapped<'a, F> {
    rows: Rows<'a>,
    change: F,
}

impl<F: FnMut(Frame, &Context) -> Result<Frame> + Send> Strips for Mapped<'_, F> {
    fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        let Some(strip) = self.rows.next(context)? else { return Ok(None) };
        (self.change)(strip, context).map(Some)
    }

    fn reduce(&mut self, divisor: u32) -> Option<(u32, u32)> {
        self.rows.reduce_by(divisor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_is_what_was_put_in_less_what_went() {
        let (mut queue, mut expected) = (Queue::default(), Vec::new());
        for round in 0..50_u8 {
            let bytes = vec![round; usize::from(round) * 3];
            expected.extend_from_slice(&bytes);
            queue.push(bytes);
            let count = (usize::from(round) * 7 % 40).min(expected.len());
            expected.drain(..count);
            queue.drop_front(count);
            assert_eq!(*queue, *expected, "{round}");
        }
        queue.drop_front(usize::MAX / 2);
        assert!(queue.is_empty());
    }

    /// Rows of two grey pixels that count up, some at a time.
    struct Counting {
        at: u8,
        end: u8,
        step: u8,
    }

    impl Strips for Counting {
        fn next(&mut self, _context: &Context) -> Result<Option<Frame>> {
            let rows = self.step.min(self.end - self.at);
            let samples: Vec<u8> = (self.at..self.at + rows).flat_map(|row| [row, row]).collect();
            self.at += rows;
            let format = PixelFormat::Gray8;
            Ok((rows > 0).then_some(Frame { width_px: 2, height_px: rows.into(), format, samples, delay_ms: 0 }))
        }
    }

    fn counting(height: u32, end: u8, step: u8) -> Rows<'static> {
        Rows::new((2, height), PixelFormat::Gray8, Counting { at: 0, end, step })
    }

    #[test]
    fn strips_make_the_picture_whatever_their_height() {
        let context = Context::default();
        let whole = counting(7, 7, 7).gathered(&context).unwrap();
        for step in 1..9 {
            assert_eq!(counting(7, 7, step).gathered(&context).unwrap(), whole, "{step}");
        }
        let doubled = counting(7, 7, 3).mapped(PixelFormat::Gray8, |mut strip, _| {
            strip.samples.iter_mut().for_each(|sample| *sample *= 2);
            Ok(strip)
        });
        assert_eq!(doubled.gathered(&context).unwrap().samples[12..], [12, 12]);
        assert_eq!(Rows::from(whole.clone()).gathered(&context).unwrap(), whole);
    }

    #[test]
    fn places_are_filled_from_the_top_down() {
        let context = Context::default();
        let (width, mut next) = (STRIP_BYTES as u32 / 3, 0);
        let rows = Rows::filled((width, 8), PixelFormat::Gray8, |row| {
            row.fill(next);
            next += 1;
            Ok(())
        });
        let whole = rows.gathered(&context).unwrap();
        assert!(
            (0..8).all(|row| whole.samples[row * width as usize..][..width as usize].iter().all(|at| *at == row as u8))
        );
    }

    #[test]
    fn bands_have_the_height_that_is_asked_for() {
        let context = Context::default();
        for step in [1, 3, 7] {
            let mut bands = Bands::of(counting(7, 7, step));
            let first = bands.next(4, &context).unwrap().map(<[u8]>::to_vec);
            assert_eq!(first.as_deref(), Some(&[0, 0, 1, 1, 2, 2, 3, 3][..]));
            assert_eq!(bands.next(4, &context).unwrap(), Some(&[4, 4, 5, 5, 6, 6][..]));
            assert_eq!(bands.next(4, &context).unwrap(), None);
        }
    }

    #[test]
    fn too_few_and_too_many_rows_are_errors() {
        let context = Context::default();
        assert_eq!(counting(7, 6, 4).gathered(&context).unwrap_err().code(), ErrorCode::Truncated);
        assert_eq!(counting(6, 7, 4).gathered(&context).unwrap_err().code(), ErrorCode::Internal);
        context.stop();
        assert_eq!(counting(7, 7, 2).gathered(&context).unwrap_err().code(), ErrorCode::Cancelled);
    }
}
