//! Bitmaps and how they are combined.

use super::budget::{Budget, STEP};
use super::{Fault, Result};

/// A bilevel image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bitmap {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The rows, each filled up with white to whole bytes, most significant bit first, 1 = black.
    pub rows: Vec<u8>,
}

/// The longest side an image in the data may have.
const MAX_SIDE: u32 = 65_535;

/// The longest side of a bitmap that only gathers others side by side; coordinates stay far from overflow.
const MAX_GATHERED: u32 = 1 << 28;

/// Checks one side of a page, region or symbol.
pub(super) fn side(length: u32) -> Result<u32> {
    if length <= MAX_SIDE { Ok(length) } else { Err(Fault::Malformed) }
}

/// How a bitmap is drawn onto another (T.88 7.4.1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Xor,
    Xnor,
    Replace,
}

impl Operator {
    /// The operator a field names.
    pub(super) fn from_bits(bits: u32) -> Result<Self> {
        match bits {
            0 => Ok(Operator::Or),
            1 => Ok(Operator::And),
            2 => Ok(Operator::Xor),
            3 => Ok(Operator::Xnor),
            4 => Ok(Operator::Replace),
            _ => Err(Fault::Malformed),
        }
    }

    /// Combines eight pixels.
    fn apply(self, below: u8, above: u8) -> u8 {
        match self {
            Operator::Or => below | above,
            Operator::And => below & above,
            Operator::Xor => below ^ above,
            Operator::Xnor => !(below ^ above),
            Operator::Replace => above,
        }
    }
}

/// One of some rows; empty outside.
#[inline]
pub(super) fn row(rows: &[u8], stride: usize, y: i32) -> &[u8] {
    let start = usize::try_from(y).ok().and_then(|y| stride.checked_mul(y));
    start.and_then(|start| rows.get(start..)?.get(..stride)).unwrap_or_default()
}

/// The pixel of a row, 1 for black; white outside.
#[inline]
pub(super) fn pixel(row: &[u8], x: i32) -> usize {
    let byte = row.get((x >> 3).cast_unsigned() as usize);
    byte.map_or(0, |byte| usize::from(byte >> (!x & 7)) & 1)
}

/// Makes the pixel of a row black.
#[inline]
pub(super) fn blacken(row: &mut [u8], x: i32) {
    if let Some(byte) = row.get_mut((x >> 3).cast_unsigned() as usize) {
        *byte |= 0x80 >> (x & 7);
    }
}

/// Eight pixels of a row from any position on; white outside.
fn octet(row: &[u8], x: i64) -> u8 {
    let byte = |index: i64| usize::try_from(index).ok().and_then(|index| row.get(index)).copied().unwrap_or(0);
    let pair = u16::from_be_bytes([byte(x >> 3), byte((x >> 3) + 1)]);
    let [aligned, _] = (pair << (x & 7)).to_be_bytes();
    aligned
}

/// The bits of the byte holding pixels `x..x + 8` that lie in `from..to`.
fn mask(x: i64, from: i64, to: i64) -> u8 {
    let left = 0xFFu16 >> (from - x).clamp(0, 8);
    let right = 0xFFu16 >> (to - x).clamp(0, 8);
    let [_, mask] = (left & !right).to_be_bytes();
    mask
}

impl Bitmap {
    /// A bitmap all white.
    pub(super) fn new(width: u32, height: u32, budget: &mut Budget) -> Result<Self> {
        Bitmap::filled(width, height, false, budget)
    }

    /// A bitmap of one colour.
    pub(super) fn filled(width: u32, height: u32, black: bool, budget: &mut Budget) -> Result<Self> {
        if width > MAX_GATHERED || height > MAX_GATHERED {
            return Err(Fault::Malformed);
        }
        let mut bitmap = Bitmap { width, height: 0, rows: Vec::new() };
        bitmap.grow(height, black, budget)?;
        Ok(bitmap)
    }

    /// Adds rows at the bottom, up to `height`.
    pub(super) fn grow(&mut self, height: u32, black: bool, budget: &mut Budget) -> Result<()> {
        let before = self.rows.len();
        let bytes = self.stride().checked_mul(height as usize).ok_or(Fault::Malformed)?;
        budget.reserve(&mut self.rows, bytes.saturating_sub(before))?;
        self.rows.resize(bytes, if black { 0xFF } else { 0 });
        self.height = height;
        // What fills a row up stays white: contexts reach beyond the edge.
        let filling = mask(0, i64::from(self.width % 8), 8);
        if black && filling != 0xFF {
            let stride = self.stride();
            let added = self.rows.get_mut(before..).unwrap_or_default().chunks_exact_mut(stride);
            added.filter_map(<[u8]>::last_mut).for_each(|byte| *byte &= !filling);
        }
        Ok(())
    }

    /// Bytes in a row.
    pub(super) fn stride(&self) -> usize {
        self.width.div_ceil(8) as usize
    }

    /// The rows above row `y`, and that row to be changed.
    pub(super) fn split(&mut self, y: usize) -> (&[u8], &mut [u8]) {
        let stride = self.stride();
        let (above, below) = self.rows.split_at_mut_checked(stride.saturating_mul(y)).unwrap_or_default();
        (above, below.get_mut(..stride).unwrap_or_default())
    }

    /// The pixel at a position, 1 for black; white outside.
    #[inline]
    pub(super) fn pixel(&self, x: i32, y: i32) -> usize {
        pixel(row(&self.rows, self.stride(), y), x)
    }

    /// Copies the row above onto row `y`; above the first row all is white.
    pub(super) fn repeat_row(&mut self, y: usize) {
        let stride = self.stride();
        let start = stride * y;
        if let Some(above) = start.checked_sub(stride)
            && start + stride <= self.rows.len()
        {
            self.rows.copy_within(above..start, start);
        }
    }

    /// Draws `above` with its upper left corner at a position; what lies outside is cut off.
    pub(super) fn combine(
        &mut self,
        above: &Bitmap,
        x: i64,
        y: i64,
        operator: Operator,
        budget: &mut Budget,
    ) -> Result<()> {
        let (from, to) = (x.max(0), x.saturating_add(above.width.into()).min(self.width.into()));
        let (top, bottom) = (y.max(0), y.saturating_add(above.height.into()).min(self.height.into()));
        budget.work(STEP)?;
        if from >= to {
            return Ok(());
        }
        for row in top..bottom {
            budget.work((to - from).unsigned_abs() + STEP)?;
            let (Ok(at), Ok(source)) = (usize::try_from(row), i32::try_from(row - y)) else { continue };
            let source = self::row(&above.rows, above.stride(), source);
            combine_row(self.split(at).1, source, x, from..to, operator);
        }
        Ok(())
    }

    /// The part of the bitmap at a position; white outside.
    pub(super) fn cut(&self, x: i64, y: i64, width: u32, height: u32, budget: &mut Budget) -> Result<Bitmap> {
        let mut part = Bitmap::new(width, height, budget)?;
        part.combine(self, -x, -y, Operator::Replace, budget)?;
        Ok(part)
    }
}

/// Draws the pixels `span` of one row; the source row starts at `x`.
fn combine_row(below: &mut [u8], above: &[u8], x: i64, span: std::ops::Range<i64>, operator: Operator) {
    for start in (span.start & !7..span.end).step_by(8) {
        let Some(byte) = usize::try_from(start >> 3).ok().and_then(|index| below.get_mut(index)) else { return };
        let mask = mask(start, span.start, span.end);
        *byte = *byte & !mask | operator.apply(*byte, octet(above, start - x)) & mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unlimited<T>(test: impl FnOnce(&mut Budget) -> Result<T>) -> T {
        test(&mut Budget::new(&transvase_base::context::Context::default())).expect("no fault")
    }

    #[test]
    fn combining_is_what_each_pixel_would_do() {
        let operators = [Operator::Or, Operator::And, Operator::Xor, Operator::Xnor, Operator::Replace];
        let above = Bitmap { width: 11, height: 2, rows: vec![0b1010_0110, 0b1110_0000, 0b0101_1001, 0b0100_0000] };
        for (x, operator) in (-13..23).flat_map(|x| operators.map(|operator| (x, operator))) {
            let before = Bitmap { width: 19, height: 2, rows: vec![0xCC, 0x3A, 0xA0, 0x55, 0xF0, 0x60] };
            let mut below = before.clone();
            unlimited(|budget| below.combine(&above, x.into(), 1, operator, budget));
            for column in 0..19 {
                let old = u8::try_from(before.pixel(column, 1)).expect("a bit");
                let new = u8::try_from(above.pixel(column - x, 0)).expect("a bit");
                let inside = (0..11).contains(&(column - x));
                let expected = if inside { operator.apply(old, new) & 1 } else { old };
                assert_eq!(below.pixel(column, 1), usize::from(expected), "{operator:?} at {x}, column {column}");
                assert_eq!(below.pixel(column, 0), before.pixel(column, 0));
            }
        }
    }

    #[test]
    fn outside_is_white() {
        let black = unlimited(|budget| Bitmap::filled(3, 3, true, budget));
        assert_eq!([black.pixel(2, 2), black.pixel(3, 2), black.pixel(-1, 0), black.pixel(0, 3)], [1, 0, 0, 0]);
        assert_eq!(black.rows, [0b1110_0000; 3]);
        let part = unlimited(|budget| black.cut(2, -1, 2, 3, budget));
        assert_eq!(part.rows, [0, 0x80, 0x80]);
    }
}
