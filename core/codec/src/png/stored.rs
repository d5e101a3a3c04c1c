//! The image data of a PNG as it is stored: filtered rows in a zlib stream. Other files, such as PDF, take it as it is (ISO
//! 32000-2, 7.4.4.4).

use flate2::{Decompress, FlushDecompress, Status};

use super::chunks::{self, chunks};
use super::filters::{self, Choice};
use super::forms::{self, Form, Kind};
use transvase_base::context::Context;
use transvase_base::deflate::{self, Level};
use transvase_base::error::Result;
use transvase_model::raster::Frame;

/// Filters of rows that there are (9.1).
const LAST_FILTER: u8 = filters::PAETH;

/// Bytes that are inflated at a time.
const PIECE: usize = 1 << 16;

/// Packed samples without opacity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Bits of a sample.
    pub depth: u8,
    /// Grey, colours, or numbers of a palette.
    pub kind: Kind,
    /// Red, green and blue of each number.
    pub palette: Vec<u8>,
    /// The packed rows.
    pub data: Vec<u8>,
}

impl Stored {
    /// The samples of a file as they are; `None` where they are interlaced, damaged or not opaque.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn of_file(png: &[u8], context: &Context) -> Result<Option<Stored>> {
        let Some(head) = Stored::head(png) else { return Ok(None) };
        let data = chunks(png).filter(|(kind, _)| *kind == b"IDAT").flat_map(|(_, data)| data).copied().collect();
        let stored = Stored { data, ..head };
        Ok(if stored.is_sound(context)? { Some(stored) } else { None })
    }

    /// What the chunks before the samples say.
    fn head(png: &[u8]) -> Option<Stored> {
        let find = |wanted: &[u8]| chunks(png).find(|(kind, _)| *kind == wanted).map(|(_, data)| data);
        let &[w0, w1, w2, w3, h0, h1, h2, h3, depth, kind, 0, 0, 0] = find(b"IHDR")? else { return None };
        let kind = Kind::of(kind).filter(|kind| !kind.has_alpha())?;
        let fits = match kind {
            Kind::Gray => matches!(depth, 1 | 2 | 4 | 8 | 16),
            Kind::Palette => matches!(depth, 1 | 2 | 4 | 8),
            _ => matches!(depth, 8 | 16),
        };
        let palette = if kind == Kind::Palette { find(b"PLTE")?.to_vec() } else { Vec::new() };
        let is_whole = fits && chunks::check(png).is_ok() && find(b"tRNS").is_none() && find(b"IEND").is_some();
        let (width, height) = (u32::from_be_bytes([w0, w1, w2, w3]), u32::from_be_bytes([h0, h1, h2, h3]));
        is_whole.then_some(Stored { width, height, depth, kind, palette, data: Vec::new() })
    }

    /// Whether the data inflates to all of the rows, each behind a filter that there is.
    fn is_sound(&self, context: &Context) -> Result<bool> {
        let row = 1 + (self.width as usize * self.channels() * usize::from(self.depth)).div_ceil(8);
        let mut inflater = Decompress::new(true);
        let mut piece = vec![0; PIECE];
        loop {
            context.tick(PIECE as u64 / 64)?;
            let (read, made) = (inflater.total_in() as usize, inflater.total_out() as usize);
            let status =
                inflater.decompress(self.data.get(read..).unwrap_or_default(), &mut piece, FlushDecompress::None);
            let end = inflater.total_out() as usize;
            let first = made.next_multiple_of(row);
            if (first..end).step_by(row).any(|at| piece[at - made] > LAST_FILTER) {
                return Ok(false);
            }
            match status {
                Ok(Status::StreamEnd) => return Ok(row.checked_mul(self.height as usize) == Some(end)),
                Ok(_) if end > made => {}
                _ => return Ok(false),
            }
        }
    }

    /// A frame without opacity in few bits, packed in little time.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn of_frame(frame: &Frame, context: &Context) -> Result<Stored> {
        let form = forms::narrowest(frame).unwrap_or_else(|| forms::whole(frame));
        Stored::of_form(&form, context)
    }

    /// A form, packed in little time.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn of_form(form: &Form, context: &Context) -> Result<Stored> {
        let is_smooth = form.kind != Kind::Palette && form.depth >= 8;
        let choice = if is_smooth { Choice::Smallest } else { Choice::Same(filters::NONE) };
        let rows = filters::filtered(&form.rows, form.row_bytes, form.pixel_bytes, choice, context)?;
        let data = deflate::at(&rows, deflate::Frame::Zlib, Level::Fair, context)?;
        let palette = form.colors.first().map(|(_, colors)| colors.clone()).unwrap_or_default();
        Ok(Stored { width: form.width, height: form.height, depth: form.depth, kind: form.kind, palette, data })
    }

    /// Samples of a pixel.
    pub fn channels(&self) -> usize {
        if self.kind == Kind::Rgb { 3 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::png_out;
    use transvase_model::raster::PixelFormat;

    fn frame(format: PixelFormat, sample: impl Fn(usize) -> u8) -> Frame {
        let samples = (0..50 * 40 * format.bytes_per_pixel()).map(sample).collect();
        Frame { width_px: 50, height_px: 40, format, samples, delay_ms: 0 }
    }

    /// The samples as a file that another program reads.
    fn read_elsewhere(stored: &Stored) -> image::DynamicImage {
        let mut png = chunks::SIGNATURE.to_vec();
        let mut header = [stored.width.to_be_bytes(), stored.height.to_be_bytes()].concat();
        header.extend([stored.depth, stored.kind as u8, 0, 0, 0]);
        chunks::put(*b"IHDR", &header, &mut png);
        if !stored.palette.is_empty() {
            chunks::put(*b"PLTE", &stored.palette, &mut png);
        }
        chunks::put(*b"IDAT", &stored.data, &mut png);
        chunks::put(*b"IEND", &[], &mut png);
        image::load_from_memory(&png).unwrap()
    }

    #[test]
    fn frames_keep_every_sample_in_few_bits() {
        let context = Context::default();
        let black_and_white = frame(PixelFormat::Gray8, |at| if at % 7 == 0 { 0 } else { 255 });
        let few = frame(PixelFormat::Rgb8, |at| [9, 100, 200][at % 3] + (at / 3 % 5) as u8);
        let many = frame(PixelFormat::Rgb8, |at| (at.wrapping_mul(2_654_435_761) >> 13) as u8);
        for (frame, depth, kind) in [(black_and_white, 1, Kind::Gray), (few, 4, Kind::Palette), (many, 8, Kind::Rgb)] {
            let stored = Stored::of_frame(&frame, &context).unwrap();
            assert_eq!((stored.depth, stored.kind), (depth, kind));
            assert!(stored.is_sound(&context).unwrap());
            let seen = read_elsewhere(&stored);
            let seen =
                if frame.format == PixelFormat::Rgb8 { seen.to_rgb8().into_raw() } else { seen.to_luma8().into_raw() };
            assert_eq!(seen, frame.samples);
        }
    }

    #[test]
    fn files_are_taken_as_they_are_or_not_at_all() {
        let context = Context::default();
        let opaque = frame(PixelFormat::Rgb8, |at| (at * at % 251) as u8);
        let png = png_out::encoded(&opaque, None, &context).unwrap();
        let stored = Stored::of_file(&png, &context).unwrap().expect("it is opaque and whole");
        assert_eq!(read_elsewhere(&stored).to_rgb8().into_raw(), opaque.samples);
        let clear = frame(PixelFormat::Rgba8, |at| (at * at % 251) as u8);
        let clear = png_out::encoded(&clear, None, &context).unwrap();
        assert_eq!(Stored::of_file(&clear, &context).unwrap(), None);
        for cut in 0..png.len() - 4 {
            assert_eq!(Stored::of_file(&png[..cut], &context).unwrap(), None, "{cut}");
        }
    }
}
