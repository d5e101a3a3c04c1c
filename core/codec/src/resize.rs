//! Resampling: pictures at another size.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::{Frame, PixelFormat};
use transvase_model::rows::{Queue, Rows, Strips};

/// How pixels between pixels are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// The nearest pixel, for line art.
    Nearest,
    /// The mean of what falls together.
    Box,
    /// A triangle of one pixel.
    Bilinear,
    /// The cubic of Catmull and Rom.
    CatmullRom,
    /// A windowed sinc of three lobes.
    Lanczos3,
}

impl Filter {
    /// As the library calls it.
    fn algorithm(self) -> ResizeAlg {
        match self {
            Filter::Nearest => ResizeAlg::Nearest,
            Filter::Box => ResizeAlg::Convolution(FilterType::Box),
            Filter::Bilinear => ResizeAlg::Convolution(FilterType::Bilinear),
            Filter::CatmullRom => ResizeAlg::Convolution(FilterType::CatmullRom),
            Filter::Lanczos3 => ResizeAlg::Convolution(FilterType::Lanczos3),
        }
    }

    /// How far a pixel looks, in pixels of the smaller picture.
    fn reach(self) -> f64 {
        match self {
            Filter::Nearest | Filter::Box => 0.5,
            Filter::Bilinear => 1.0,
            Filter::CatmullRom => 2.0,
            Filter::Lanczos3 => 3.0,
        }
    }
}

/// The frame at another size, which is charged. Colours are weighted by their alpha.
///
/// # Errors
/// A limit; `Internal` where samples and size of the frame disagree.
pub fn resized(frame: &Frame, (width, height): (u32, u32), filter: Filter, context: &Context) -> Result<Frame> {
    if (width, height) == (frame.width_px, frame.height_px) {
        return Ok(frame.clone());
    }
    context.checkpoint()?;
    context.room((width as usize).saturating_mul(height as usize).saturating_mul(frame.format.bytes_per_pixel()))?;
    let whole = (0.0, f64::from(frame.height_px));
    let samples =
        drawn(&frame.samples, (frame.width_px, frame.height_px), frame.format, whole, (width, height), filter)?;
    Ok(Frame { width_px: width, height_px: height, samples, ..*frame })
}

/// The rows of a picture at another size. A source that can be read smaller for less is, as long as twice the size is
/// left to bring it to its size well.
pub fn resized_rows(mut rows: Rows<'_>, size: (u32, u32), filter: Filter) -> Rows<'_> {
    if size == (rows.width_px, rows.height_px) {
        return rows;
    }
    if filter != Filter::Nearest {
        rows.reduce((size.0.saturating_mul(2), size.1.saturating_mul(2)));
    }
    let (format, delay_ms) = (rows.format, rows.delay_ms);
    let strips = Resized { rows, size, filter, window: Queue::default(), first: 0, done: 0 };
    Rows::new(size, format, strips).lasting(delay_ms)
}

/// Rows of the smaller picture that are made together: few windows over its source, each of which shares rows with the
/// one before, and none large.
const ROWS_TOGETHER: u32 = 16;

/// A picture that is made smaller as its rows come.
struct Resized<'a> {
    rows: Rows<'a>,
    size: (u32, u32),
    filter: Filter,
    /// The rows of the source that are looked at, and the number of the first of them.
    window: Queue,
    first: u32,
    /// Rows that have been made.
    done: u32,
}

impl Resized<'_> {
    /// Leaves the window with the rows of the source from one to another.
    fn look_at(&mut self, from: u32, to: u32, context: &Context) -> Result<()> {
        let bytes = self.rows.row_bytes();
        self.window.drop_front(from.saturating_sub(self.first) as usize * bytes);
        self.first = from;
        while self.window.len() < (to - from) as usize * bytes {
            let strip = self.rows.next(context)?.ok_or_else(|| Error::truncated("the picture"))?;
            self.window.push(strip.samples);
        }
        Ok(())
    }
}

impl Strips for Resized<'_> {
    fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        let (width, height) = self.size;
        let rows = ROWS_TOGETHER.min(height - self.done);
        let scale = f64::from(self.rows.height_px) / f64::from(height);
        let source = f64::from(self.rows.height_px);
        let place = |row: u32| (f64::from(row) * scale).min(source);
        let (top, bottom) = (place(self.done), place(self.done + rows));
        let reach = self.filter.reach() * scale.max(1.0) + 1.0;
        let (from, to) = ((top - reach).max(0.0) as u32, (bottom + reach).min(source) as u32);
        self.look_at(from, to, context)?;
        let there = (self.window.len() / self.rows.row_bytes().max(1)) as u32;
        let part = (top - f64::from(from), bottom - f64::from(from));
        let (format, shape) = (self.rows.format, (self.rows.width_px, there));
        let samples = drawn(&self.window, shape, format, part, (width, rows), self.filter)?;
        self.done += rows;
        Ok(Some(Frame { width_px: width, height_px: rows, format, samples, delay_ms: 0 }))
    }
}

/// The rows of a picture between two heights at another size; those around them are looked at.
fn drawn(
    samples: &[u8],
    (width, height): (u32, u32),
    format: PixelFormat,
    (top, bottom): (f64, f64),
    size: (u32, u32),
    filter: Filter,
) -> Result<Vec<u8>> {
    let kind = kind(format);
    let mut target = Image::new(size.0, size.1, kind);
    let options = ResizeOptions::new().resize_alg(filter.algorithm()).use_alpha(true);
    let options = options.crop(0.0, top, f64::from(width), bottom - top);
    let mut resizer = Resizer::new();
    let resized = match format.is_deep() {
        true => resizer.resize(&aligned(samples, (width, height), kind)?, &mut target, &options),
        false => resizer.resize(&ImageRef::new(width, height, samples, kind).map_err(failed)?, &mut target, &options),
    };
    resized.map_err(failed)?;
    Ok(target.into_vec())
}

/// The samples where the library wants them: 16-bit ones at even addresses.
fn aligned(samples: &[u8], (width, height): (u32, u32), kind: PixelType) -> Result<Image<'static>> {
    let mut image = Image::new(width, height, kind);
    let room = image.buffer_mut();
    if room.len() != samples.len() {
        return Err(Error::new(ErrorCode::Internal, "the samples do not fill the picture"));
    }
    room.copy_from_slice(samples);
    Ok(image)
}

/// The frame so that its longer side has at most `side` pixels.
///
/// # Errors
/// As [`resized`].
pub fn within(frame: &Frame, side: u32, context: &Context) -> Result<Frame> {
    resized(frame, fitted((frame.width_px, frame.height_px), (side, side)), Filter::Lanczos3, context)
}

/// The largest size of the same shape that lies in a box; the size itself, where it does already.
pub fn fitted((width, height): (u32, u32), (most_width, most_height): (u32, u32)) -> (u32, u32) {
    if width <= most_width && height <= most_height {
        return (width, height);
    }
    let (wide, high) = (u64::from(width), u64::from(height));
    let rounded = |side: u64, by: u64, of: u64| ((side * by * 2 + of) / (of * 2)).max(1) as u32;
    if wide * u64::from(most_height) > high * u64::from(most_width) {
        (most_width, rounded(high, most_width.into(), wide).min(most_height))
    } else {
        (rounded(wide, most_height.into(), high).min(most_width), most_height)
    }
}

fn kind(format: PixelFormat) -> PixelType {
    match format {
        PixelFormat::Gray8 => PixelType::U8,
        PixelFormat::GrayAlpha8 => PixelType::U8x2,
        PixelFormat::Rgb8 => PixelType::U8x3,
        PixelFormat::Rgba8 => PixelType::U8x4,
        PixelFormat::Gray16 => PixelType::U16,
        PixelFormat::GrayAlpha16 => PixelType::U16x2,
        PixelFormat::Rgb16 => PixelType::U16x3,
        PixelFormat::Rgba16 => PixelType::U16x4,
    }
}

fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be resized").caused_by(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_stay() {
        assert_eq!(fitted((4_000, 3_000), (1_000, 1_000)), (1_000, 750));
        assert_eq!(fitted((3_000, 4_000), (1_000, 1_000)), (750, 1_000));
        assert_eq!(fitted((300, 200), (1_000, 1_000)), (300, 200), "nothing is made larger");
        assert_eq!(fitted((10_000, 1), (100, 100)), (100, 1));
    }

    #[test]
    fn rows_become_what_the_whole_picture_becomes() {
        let context = Context::default();
        for format in [PixelFormat::Rgb8, PixelFormat::Rgba8, PixelFormat::GrayAlpha16] {
            let bytes = 131 * 250 * format.bytes_per_pixel();
            let samples = (0..bytes).map(|at| (at * at / 7 % 251) as u8).collect();
            let frame = Frame { width_px: 131, height_px: 250, format, samples, delay_ms: 0 };
            for (size, filter) in [((40, 77), Filter::Lanczos3), ((130, 249), Filter::Box), ((9, 16), Filter::Nearest)]
            {
                let whole = resized(&frame, size, filter, &context).unwrap();
                let rows = resized_rows(Rows::from(frame.clone()), size, filter).gathered(&context).unwrap();
                assert!(rows == whole, "{format:?} {size:?}");
            }
        }
    }

    #[test]
    fn clear_pixels_give_no_colour() {
        let samples = [[255, 0, 0, 255], [0, 255, 0, 0]].concat();
        let frame = Frame { width_px: 2, height_px: 1, format: PixelFormat::Rgba8, samples, delay_ms: 0 };
        let small = resized(&frame, (1, 1), Filter::Box, &Context::default()).unwrap();
        assert_eq!((small.samples[0], small.samples[1]), (255, 0));
    }
}
