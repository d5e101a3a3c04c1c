//! QOI to pixels, row by row.

use super::{CHANNELS_AT, DIFF, END, HEAD, INDEX, LUMA, MAGIC, Pixel, RGB, RGBA, RUN, Seen};
use crate::pixels;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_model::raster::{PixelFormat, Raster};
use transvase_model::rows::Rows;

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let (size, format) = head(bytes)?;
    pixels::charge_pixels(size, context)?;
    let mut chunks = Chunks { data: &bytes[HEAD..], seen: Seen::default(), run: 0 };
    let (channels, mut rows_left) = (format.channels(), size.1);
    let rows = Rows::filled(size, format, move |row| {
        for place in row.chunks_exact_mut(channels) {
            place.copy_from_slice(&chunks.next()?[..channels]);
        }
        rows_left -= 1;
        if rows_left == 0 { chunks.end() } else { Ok(()) }
    });
    Ok(Raster::pages(rows))
}

/// Size and kind of the pixels.
///
/// # Errors
/// `Truncated`, `Malformed`.
pub(crate) fn head(bytes: &[u8]) -> Result<((u32, u32), PixelFormat)> {
    let head = bytes.get(..HEAD).ok_or_else(ended)?;
    let long = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let format = match head[CHANNELS_AT] {
        3 => PixelFormat::Rgb8,
        4 => PixelFormat::Rgba8,
        _ => return Err(Error::malformed("the QOI has neither 3 nor 4 channels")),
    };
    let (width, height) = (long(4), long(8));
    if !head.starts_with(MAGIC) || width == 0 || height == 0 {
        return Err(Error::malformed("the QOI has no signature, or a width or height of 0"));
    }
    Ok(((width, height), format))
}

fn ended() -> Error {
    Error::truncated("the picture")
}

/// What is still to be read.
struct Chunks<'a> {
    data: &'a [u8],
    seen: Seen,
    /// How often the last pixel is still to come again.
    run: u8,
}

impl Chunks<'_> {
    /// The next pixel (specification 1.0, from `QOI_OP_RGB` on).
    fn next(&mut self) -> Result<Pixel> {
        if self.run > 0 {
            self.run -= 1;
            return Ok(self.seen.last);
        }
        let [red, green, blue, alpha] = self.seen.last;
        let by = |sample: u8, more: u8, less: u8| sample.wrapping_add(more).wrapping_sub(less);
        let (pixel, rest) = match *self.data {
            [RGB, red, green, blue, ref rest @ ..] => ([red, green, blue, alpha], rest),
            [RGBA, red, green, blue, alpha, ref rest @ ..] => ([red, green, blue, alpha], rest),
            [code @ INDEX..DIFF, ref rest @ ..] => (self.seen.places[usize::from(code)], rest),
            [code @ DIFF..LUMA, ref rest @ ..] => {
                ([by(red, code >> 4 & 3, 2), by(green, code >> 2 & 3, 2), by(blue, code & 3, 2), alpha], rest)
            }
            [code @ LUMA..RUN, others, ref rest @ ..] => {
                let most = code & 63;
                let other = |sample: u8, bits: u8| by(sample, most + bits, 32 + 8);
                ([other(red, others >> 4), by(green, most, 32), other(blue, others & 15), alpha], rest)
            }
            [code @ RUN..RGB, ref rest @ ..] => {
                self.run = code & 63;
                (self.seen.last, rest)
            }
            _ => return Err(ended()),
        };
        self.data = rest;
        self.seen.put(pixel);
        Ok(pixel)
    }

    /// Looks for the mark behind the last pixel.
    fn end(&self) -> Result<()> {
        match self.data.get(..END.len()) {
            Some(END) => Ok(()),
            Some(_) => Err(Error::malformed("the QOI has no end marker after its last pixel")),
            None => Err(ended()),
        }
    }
}
