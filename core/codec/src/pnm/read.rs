//! PNM to pixels, row by row.

use super::head::{Coding, Head};
use super::letters::{Letters, ended};
use crate::pixels;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_model::raster::Raster;
use transvase_model::rows::Rows;

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let head = Head::read(bytes)?;
    pixels::charge_pixels(head.size, context)?;
    let rows = match head.coding {
        Coding::Numbers | Coding::PlainBits => in_letters(&head),
        Coding::Bits | Coding::Bytes => in_bytes(&head)?,
    };
    Ok(Raster::pages(rows))
}

fn in_letters<'a>(head: &Head<'a>) -> Rows<'a> {
    let (mut letters, most) = (Letters { rest: head.samples }, head.most);
    let (are_bits, is_deep) = (head.coding == Coding::PlainBits, head.format.is_deep());
    Rows::filled(head.size, head.format, move |row| {
        for place in row.chunks_exact_mut(if is_deep { 2 } else { 1 }) {
            let number = if are_bits { u32::from(!letters.bit()?) } else { letters.number()? };
            put(place, number)?;
        }
        stretch(row, most, is_deep);
        Ok(())
    })
}

/// A sample in its place.
fn put(place: &mut [u8], number: u32) -> Result<()> {
    let too_large = |_| Error::malformed("a sample of the PNM is larger than its maximum value");
    match place {
        [place] => *place = u8::try_from(number).map_err(too_large)?,
        place => place.copy_from_slice(&u16::try_from(number).map_err(too_large)?.to_ne_bytes()),
    }
    Ok(())
}

/// # Errors
/// `Truncated` where not all of the rows are there.
fn in_bytes<'a>(head: &Head<'a>) -> Result<Rows<'a>> {
    let (width, height) = (head.size.0 as usize, head.size.1 as usize);
    let (are_bits, is_deep, most) = (head.coding == Coding::Bits, head.format.is_deep(), head.most);
    let row_bytes = if are_bits { width.div_ceil(8) } else { width.saturating_mul(head.format.bytes_per_pixel()) };
    let bytes = row_bytes.saturating_mul(height);
    let mut stored = head.samples.get(..bytes).ok_or_else(ended)?.chunks_exact(row_bytes);
    Ok(Rows::filled(head.size, head.format, move |row| {
        let source = stored.next().ok_or_else(ended)?;
        match (are_bits, is_deep) {
            (true, _) => spread(source, row),
            (_, true) => in_native_order(source, row),
            (_, false) => row.copy_from_slice(source),
        }
        stretch(row, most, is_deep);
        Ok(())
    }))
}

/// The bits of a row as samples of which 1 is white.
fn spread(bits: &[u8], row: &mut [u8]) {
    for (at, place) in row.iter_mut().enumerate() {
        *place = !bits[at / 8] >> (7 - at % 8) & 1;
    }
}

fn in_native_order(source: &[u8], row: &mut [u8]) {
    for (place, pair) in row.as_chunks_mut::<2>().0.iter_mut().zip(source.as_chunks::<2>().0) {
        *place = u16::from_be_bytes(*pair).to_ne_bytes();
    }
}

/// Samples of which `most` is white as those of which the largest number is.
fn stretch(row: &mut [u8], most: u32, is_deep: bool) {
    let full = if is_deep { 65_535 } else { 255 };
    let stretched = |sample: u32| (sample.min(most) * full + most / 2) / most;
    if most == full {
        return;
    }
    if is_deep {
        for pair in row.as_chunks_mut::<2>().0 {
            *pair = (stretched(u16::from_ne_bytes(*pair).into()) as u16).to_ne_bytes();
        }
    } else {
        row.iter_mut().for_each(|sample| *sample = stretched((*sample).into()) as u8);
    }
}
