//! Generic regions (T.88 6.2).

use super::Result;
use super::arithmetic::{Contexts, Decoder};
use super::bitmap::{Bitmap, blacken};
use super::budget::{Budget, DECODED, ROW};
use super::reader::Reader;
use super::template::{Known, Neighbour, Template};

/// An adaptive pixel, right and down of the pixel being decoded.
pub(super) type Adaptive = (i8, i8);

/// Reads the places of adaptive pixels.
pub(super) fn read_adaptive(reader: &mut Reader, count: usize) -> Result<Vec<Adaptive>> {
    (0..count).map(|_| Ok((reader.i8()?, reader.i8()?))).collect()
}

/// Reads the adaptive pixels of a template, if it is used, and makes it.
pub(super) fn read_template(reader: &mut Reader, number: u32, used: bool) -> Result<Template> {
    let count = if number == 0 { 4 } else { 1 };
    Ok(template(number, &read_adaptive(reader, if used { count } else { 0 })?))
}

/// The adaptive pixels of which only the first has a place of its own; the others are where they usually are (T.88
/// Figure 3).
pub(super) fn adaptive_from(first: Adaptive) -> [Adaptive; 4] {
    [first, (-3, -1), (2, -2), (-2, -2)]
}

/// The template of a number (T.88 6.2.5.3), with the contexts of its typical rows (Figures 8 to 11).
pub(super) fn template(number: u32, adaptive: &[Adaptive]) -> Template {
    let at = |index: usize| adaptive.get(index).copied().unwrap_or_default();
    let row = |y: i8, from: i8, to: i8| (to..=from).rev().map(move |x| (x, y));
    let current = |to| row(0, -1, to);
    let pixels: Vec<Adaptive> = match number {
        0 => {
            let above = [at(0)].into_iter().chain(row(-1, 2, -2)).chain([at(1)]);
            current(-4).chain(above).chain([at(2)]).chain(row(-2, 1, -1)).chain([at(3)]).collect()
        }
        1 => current(-3).chain([at(0)]).chain(row(-1, 2, -2)).chain(row(-2, 2, -1)).collect(),
        2 => current(-2).chain([at(0)]).chain(row(-1, 1, -2)).chain(row(-2, 1, -1)).collect(),
        _ => current(-4).chain([at(0)]).chain(row(-1, 1, -3)).collect(),
    };
    let typical = match number {
        0 => 0x9B25,
        1 => 0x0795,
        2 => 0x00E5,
        _ => 0x0195,
    };
    let neighbour = |(x, y)| Neighbour { reference: false, x, y };
    Template::new(pixels.into_iter().map(neighbour).collect(), typical)
}

/// What is needed to decode a generic region by arithmetic coding.
pub(super) struct Generic<'a> {
    /// Pixels in a row.
    pub(super) width: u32,
    /// Rows.
    pub(super) height: u32,
    /// The pixels of the contexts.
    pub(super) template: &'a Template,
    /// Whether rows may be coded as equal to the one above.
    pub(super) typical: bool,
    /// Pixels that are not coded but white.
    pub(super) skip: Option<&'a Bitmap>,
}

impl Generic<'_> {
    /// Decodes the region (T.88 6.2.5.7).
    pub(super) fn decode(&self, decoder: &mut Decoder, contexts: &mut Contexts, budget: &mut Budget) -> Result<Bitmap> {
        let mut bitmap = Bitmap::new(self.width, self.height, budget)?;
        let mut repeats = false;
        for y in 0..self.height {
            budget.work(DECODED * u64::from(self.width) + ROW)?;
            repeats ^= self.typical && decoder.bit(contexts, self.template.typical) == 1;
            if repeats {
                bitmap.repeat_row(y as usize);
            } else {
                self.row(&mut bitmap, y, decoder, contexts);
            }
        }
        Ok(bitmap)
    }

    /// Decodes one row pixel by pixel.
    fn row(&self, bitmap: &mut Bitmap, y: u32, decoder: &mut Decoder, contexts: &mut Contexts) {
        let stride = bitmap.stride();
        let (above, current) = bitmap.split(y as usize);
        let known = Known { above, stride, y: y.cast_signed(), reference: None };
        let lines = self.template.lines(known);
        let mut context = self.template.start(known);
        for x in 0..self.width.cast_signed() {
            let skipped = self.skip.is_some_and(|skip| skip.pixel(x, known.y) == 1);
            let bit = if skipped { 0 } else { decoder.bit(contexts, context) };
            if bit == 1 {
                blacken(current, x);
            }
            context = self.template.step(context, bit, &lines, current, x + 1);
        }
    }
}
