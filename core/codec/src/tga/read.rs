//! TGA to pixels, row by row, from whichever end and side they begin.

use super::head::{Head, Kind, color};
use super::runs::{Packed, Place};
use crate::{blue_first, pixels};
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_model::raster::{PixelFormat, Raster};
use transvase_model::rows::Rows;

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let mut head = Head::read(bytes)?;
    let size = head.size;
    pixels::charge_pixels(size, context)?;
    let data = bytes.get(head.pixels_at..).unwrap_or_default();
    let stored = Stored::new(data, &head, context)?;
    let mut raw = vec![0; size.0 as usize * head.pixel_bytes];
    if head.denies_alpha && stored.is_unseen(size.1 as usize, &mut raw, context)? {
        head.format = PixelFormat::Rgb8;
    }
    let format = head.format;
    let mut given = 0;
    let rows = Rows::filled(size, format, move |row| {
        stored.row(if head.is_top_down { given } else { size.1 as usize - 1 - given }, &mut raw);
        given += 1;
        fill(row, &raw, &head)
    });
    Ok(Raster::pages(rows))
}

/// The rows of a file, the first of them first.
enum Stored<'a> {
    Plain(&'a [u8]),
    Packed(Packed<'a>, Vec<Place>),
}

impl<'a> Stored<'a> {
    /// # Errors
    /// `Truncated` where not all of them are there, a cancel.
    fn new(data: &'a [u8], head: &Head, context: &Context) -> Result<Self> {
        let pixel_bytes = head.pixel_bytes;
        if head.is_packed {
            let packed = Packed { data, pixel_bytes };
            return Ok(Stored::Packed(packed, packed.places(head.size, context)?));
        }
        let bytes = (head.size.0 as usize * head.size.1 as usize).saturating_mul(pixel_bytes);
        data.get(..bytes).map(Stored::Plain).ok_or_else(|| Error::truncated("the picture"))
    }

    /// Whether every pixel of four bytes has an alpha of 0.
    fn is_unseen(&self, rows: usize, row: &mut [u8], context: &Context) -> Result<bool> {
        for at in 0..rows {
            context.tick(row.len() as u64 / 4 + 1)?;
            self.row(at, row);
            if row.chunks_exact(4).any(|pixel| pixel[3] != 0) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn row(&self, at: usize, row: &mut [u8]) {
        match self {
            Stored::Plain(data) => row.copy_from_slice(&data[at * row.len()..][..row.len()]),
            Stored::Packed(packed, places) => packed.unpack(places[at], row),
        }
    }
}

/// Makes samples of the pixels of a row.
fn fill(row: &mut [u8], raw: &[u8], head: &Head) -> Result<()> {
    let channels = head.format.channels();
    let pixels = row.chunks_exact_mut(channels).zip(raw.chunks_exact(head.pixel_bytes));
    match &head.kind {
        Kind::Gray => row.copy_from_slice(raw),
        Kind::Color if head.pixel_bytes == channels => blue_first::put(raw, row, channels),
        Kind::Color => pixels.for_each(|(place, source)| place.copy_from_slice(&color(source)[..channels])),
        Kind::Mapped { first, colors } => {
            for (place, source) in pixels {
                let number = source.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte));
                let color = number.checked_sub(*first).and_then(|number| colors.get(number));
                let unknown =
                    || Error::malformed("a pixel of the TGA refers to a colour that is not in its colour map");
                place.copy_from_slice(&color.ok_or_else(unknown)?[..channels]);
            }
        }
    }
    if head.is_leftward {
        mirror(row, channels);
    }
    Ok(())
}

/// Turns the pixels of a row around.
fn mirror(row: &mut [u8], channels: usize) {
    row.reverse();
    row.chunks_exact_mut(channels).for_each(<[u8]>::reverse);
}
