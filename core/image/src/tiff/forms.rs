//! The forms in which a TIFF can store a picture without changing a pixel.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::holds;
use transvase_codec::png::few;
use transvase_codec::png::forms::{self, Form, Kind};
use transvase_model::raster::Frame;

/// Bits of a number of a palette at least (TIFF 6.0, section 5): many readers know no fewer.
const LEAST_PALETTE_BITS: u8 = 4;

/// Forms that hold exactly the picture; the smallest is among them, and there is always one.
///
/// # Errors
/// `TimedOut`, `Cancelled` or a limit.
pub(super) fn exact(frame: Frame, context: &Context) -> Result<Vec<Form>> {
    let frame = holds::simplest(frame);
    // Palettes have no opacities here.
    if frame.format.has_alpha() {
        return Ok(vec![forms::whole(&frame)]);
    }
    let forms = forms::exact(frame, context)?;
    let is_narrow = forms.iter().any(|form| form.kind == Kind::Gray && form.depth < LEAST_PALETTE_BITS);
    // Fewer bits of grey need no list of colours.
    let forms = forms.into_iter().filter(|form| !is_narrow || form.kind == Kind::Gray);
    forms.map(|form| widened(form, context)).collect()
}

/// The form with as many bits as numbers of a palette have at least.
fn widened(form: Form, context: &Context) -> Result<Form> {
    if form.kind != Kind::Palette || form.depth >= LEAST_PALETTE_BITS {
        return Ok(form);
    }
    let (bits, width) = (usize::from(form.depth), form.width as usize);
    context.room(width.saturating_mul(form.height as usize))?;
    let mask = (1 << bits) - 1;
    let number = |row: &[u8], at: usize| row[at * bits / 8] >> (8 - bits - at * bits % 8) & mask;
    let rows = form.rows.chunks_exact(form.row_bytes.max(1));
    let numbers: Vec<u8> = rows.flat_map(|row| (0..width).map(move |at| number(row, at))).collect();
    let rows = few::packed(&numbers, width, usize::from(LEAST_PALETTE_BITS), |number| number);
    Ok(Form { depth: LEAST_PALETTE_BITS, row_bytes: width.div_ceil(2), rows, ..form })
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::raster::PixelFormat;

    /// The forms of a row of pixels: what they are, their bits, and their rows.
    fn forms_of(format: PixelFormat, samples: &[u8]) -> Vec<(Kind, u8, Vec<u8>)> {
        let width_px = (samples.len() / format.bytes_per_pixel()) as u32;
        let frame = Frame { width_px, height_px: 1, format, samples: samples.into(), delay_ms: 0 };
        let forms = exact(frame, &Context::default()).unwrap();
        forms.into_iter().map(|form| (form.kind, form.depth, form.rows)).collect()
    }

    #[test]
    fn black_and_white_is_grey_of_one_bit() {
        assert_eq!(forms_of(PixelFormat::Gray8, &[255, 0, 0]), [(Kind::Gray, 1, vec![0b1000_0000])]);
        assert_eq!(forms_of(PixelFormat::Rgb8, &[255, 255, 255, 0, 0, 0]), [(Kind::Gray, 1, vec![0b1000_0000])]);
    }

    #[test]
    fn other_colours_have_numbers_of_four_bits_at_least() {
        let forms = forms_of(PixelFormat::Rgb8, &[200, 0, 0, 200, 0, 0, 0, 0, 99]);
        assert!(forms.iter().all(|(kind, bits, _)| (*kind, *bits) == (Kind::Palette, 4)), "{forms:?}");
        // The most frequent colour first, and in their order.
        assert!(
            forms.iter().any(|(.., rows)| *rows == [0x00, 0x10])
                && forms.iter().any(|(.., rows)| *rows == [0x11, 0x00])
        );
        // Four colours have two bits each elsewhere.
        let four: Vec<u8> = (0..4).flat_map(|at| [at, 7, 9]).collect();
        assert!(forms_of(PixelFormat::Rgb8, &four).contains(&(Kind::Palette, 4, vec![0x01, 0x23])));
    }

    #[test]
    fn what_lets_through_keeps_its_opacities() {
        let samples = [200, 0, 0, 255, 0, 0, 0, 0];
        assert_eq!(forms_of(PixelFormat::Rgba8, &samples), [(Kind::RgbAlpha, 8, samples.to_vec())]);
        assert_eq!(forms_of(PixelFormat::GrayAlpha8, &[9, 0]), [(Kind::GrayAlpha, 8, vec![9, 0])]);
    }
}
