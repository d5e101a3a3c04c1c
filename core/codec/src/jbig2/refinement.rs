//! Generic refinement regions (T.88 6.3).

use super::arithmetic::{Contexts, Decoder};
use super::bitmap::{Bitmap, blacken};
use super::budget::{Budget, DECODED, ROW};
use super::generic::{Adaptive, read_adaptive};
use super::reader::Reader;
use super::template::{Known, Neighbour, Template};
use super::{Fault, Result};

/// The farthest a reference may lie from the bitmap that refines it; no overlap is left long before.
const MAX_SHIFT: i32 = 1 << 20;

/// Reads the adaptive pixels of a template, if it is used, and makes it.
pub(super) fn read_template(reader: &mut Reader, number: u32, used: bool) -> Result<Template> {
    let count = if used && number == 0 { 2 } else { 0 };
    Ok(template(number, &read_adaptive(reader, count)?))
}

/// The template of a number (T.88 6.3.5.3), with the contexts of its typical rows (Figures 14 and 15).
fn template(number: u32, adaptive: &[Adaptive]) -> Template {
    let at = |index: usize| adaptive.get(index).copied().unwrap_or((-1, -1));
    let decoded = [(-1, 0), (1, -1), (0, -1)];
    let (last, reference, typical) = if number == 0 {
        (at(0), vec![(1, 1), (0, 1), (-1, 1), (1, 0), (0, 0), (-1, 0), (1, -1), (0, -1), at(1)], 0x0100)
    } else {
        ((-1, -1), vec![(1, 1), (0, 1), (1, 0), (0, 0), (-1, 0), (0, -1)], 0x0080)
    };
    let of = |reference| move |(x, y)| Neighbour { reference, x, y };
    let decoded = decoded.into_iter().chain([last]).map(of(false));
    Template::new(decoded.chain(reference.into_iter().map(of(true))).collect(), typical)
}

/// What is needed to decode a refinement.
pub(super) struct Refinement<'a> {
    /// Pixels in a row.
    pub(super) width: u32,
    /// Rows.
    pub(super) height: u32,
    /// The pixels of the contexts.
    pub(super) template: &'a Template,
    /// Whether pixels amid equal ones may be left out.
    pub(super) typical: bool,
    /// The bitmap refined.
    pub(super) reference: &'a Bitmap,
    /// How far the reference lies to the right.
    pub(super) dx: i32,
    /// How far the reference lies down.
    pub(super) dy: i32,
}

impl Refinement<'_> {
    /// Decodes the refined bitmap (T.88 6.3.5.6).
    pub(super) fn decode(&self, decoder: &mut Decoder, contexts: &mut Contexts, budget: &mut Budget) -> Result<Bitmap> {
        if self.dx.saturating_abs() > MAX_SHIFT || self.dy.saturating_abs() > MAX_SHIFT {
            return Err(Fault::Malformed);
        }
        let mut bitmap = Bitmap::new(self.width, self.height, budget)?;
        let mut typical = false;
        for y in 0..self.height {
            budget.work(DECODED * u64::from(self.width) + ROW)?;
            typical ^= self.typical && decoder.bit(contexts, self.template.typical) == 1;
            self.row(&mut bitmap, y, typical, decoder, contexts);
        }
        Ok(bitmap)
    }

    /// Decodes one row; in a typical one, pixels whose surroundings agree are not coded.
    fn row(&self, bitmap: &mut Bitmap, y: u32, typical: bool, decoder: &mut Decoder, contexts: &mut Contexts) {
        let stride = bitmap.stride();
        let (above, current) = bitmap.split(y as usize);
        let known = Known { above, stride, y: y.cast_signed(), reference: Some((self.reference, self.dx, self.dy)) };
        let lines = self.template.lines(known);
        let mut context = self.template.start(known);
        for x in 0..self.width.cast_signed() {
            let predicted = if typical { self.surroundings(x, known.y) } else { None };
            let bit = predicted.unwrap_or_else(|| decoder.bit(contexts, context));
            if bit == 1 {
                blacken(current, x);
            }
            context = self.template.step(context, bit, &lines, current, x + 1);
        }
    }

    /// The colour of the nine reference pixels around a position, if they agree.
    fn surroundings(&self, x: i32, y: i32) -> Option<usize> {
        let (x, y) = (x - self.dx, y - self.dy);
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (right, down)));
        let black: usize = around.map(|(right, down)| self.reference.pixel(x + right, y + down)).sum();
        match black {
            0 => Some(0),
            9 => Some(1),
            _ => None,
        }
    }
}
