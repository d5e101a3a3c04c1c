//! Text regions (T.88 6.4).

use std::rc::Rc;

use super::arithmetic::Contexts;
use super::bitmap::{Bitmap, Operator, side};
use super::budget::Budget;
use super::coding::{Coding, Quantity};
use super::refinement::Refinement;
use super::template::Template;
use super::{Fault, Result};

/// The corner of a symbol that its coordinates are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corner {
    /// Whether it is a right one.
    pub(super) right: bool,
    /// Whether it is a bottom one.
    pub(super) bottom: bool,
}

/// What is needed to decode a text region (T.88 Table 9).
pub(super) struct Text<'a> {
    /// Pixels in a row.
    pub(super) width: u32,
    /// Rows.
    pub(super) height: u32,
    /// Whether pixels are black where no symbol is.
    pub(super) black: bool,
    /// How many symbol instances there are.
    pub(super) instances: u32,
    /// The logarithm of the height of a strip.
    pub(super) strip_bits: u32,
    /// The symbols.
    pub(super) symbols: &'a [Rc<Bitmap>],
    /// How symbols are drawn.
    pub(super) operator: Operator,
    /// Whether lines run downward.
    pub(super) transposed: bool,
    /// The reference corner.
    pub(super) corner: Corner,
    /// Added to the distance of every two symbols.
    pub(super) offset: i32,
    /// The template of refinements, if symbols may be refined.
    pub(super) refinement: Option<&'a Template>,
}

/// Where the next symbol goes: along the line, across it, and where the line before began.
#[derive(Default)]
struct Cursor {
    s: i64,
    strip: i64,
    first: i64,
}

impl Text<'_> {
    /// Decodes the region (T.88 6.4.5); `contexts` are those of refinements.
    pub(super) fn decode(&self, coding: &mut Coding, contexts: &mut Contexts, budget: &mut Budget) -> Result<Bitmap> {
        let mut region = Bitmap::filled(self.width, self.height, self.black, budget)?;
        let mut cursor = Cursor { strip: -self.strip_delta(coding, budget)?, ..Cursor::default() };
        let mut left = self.instances;
        while left > 0 {
            cursor.strip += self.strip_delta(coding, budget)?;
            left = self.strip(&mut region, &mut cursor, left, coding, contexts, budget)?;
        }
        Ok(region)
    }

    /// Decodes how far down the next strip is (T.88 6.4.6).
    fn strip_delta(&self, coding: &mut Coding, budget: &mut Budget) -> Result<i64> {
        Ok(i64::from(coding.integer(Quantity::Strip, budget)?) << self.strip_bits)
    }

    /// Decodes one strip, and tells how many instances are left after it.
    fn strip(
        &self,
        region: &mut Bitmap,
        cursor: &mut Cursor,
        mut left: u32,
        coding: &mut Coding,
        contexts: &mut Contexts,
        budget: &mut Budget,
    ) -> Result<u32> {
        cursor.first += i64::from(coding.integer(Quantity::FirstS, budget)?);
        cursor.s = cursor.first;
        loop {
            let across = cursor.strip + self.within_strip(coding, budget)?;
            let symbol = self.symbol(coding, contexts, budget)?;
            self.place(region, cursor, across, &symbol, budget)?;
            left -= 1;
            match coding.value(Quantity::NextS, budget)? {
                Some(distance) if left > 0 => cursor.s += i64::from(distance) + i64::from(self.offset),
                _ => return Ok(left),
            }
        }
    }

    /// Decodes where in its strip a symbol is (T.88 6.4.9).
    fn within_strip(&self, coding: &mut Coding, budget: &mut Budget) -> Result<i64> {
        if self.strip_bits == 0 { Ok(0) } else { coding.bits(Quantity::T, self.strip_bits, budget).map(i64::from) }
    }

    /// Decodes the symbol of an instance (T.88 6.4.11).
    fn symbol(&self, coding: &mut Coding, contexts: &mut Contexts, budget: &mut Budget) -> Result<Rc<Bitmap>> {
        let number = coding.symbol_number()?;
        let symbol = self.symbols.get(number).ok_or(Fault::Malformed)?;
        match self.refinement {
            Some(template) if coding.bits(Quantity::Refined, 1, budget)? != 0 => {
                refine(symbol, template, coding, contexts, budget).map(Rc::new)
            }
            _ => Ok(Rc::clone(symbol)),
        }
    }

    /// Draws a symbol and moves on past it (T.88 6.4.5, step 3c).
    fn place(
        &self,
        region: &mut Bitmap,
        cursor: &mut Cursor,
        across: i64,
        symbol: &Bitmap,
        budget: &mut Budget,
    ) -> Result<()> {
        let (right, down) = (i64::from(symbol.width) - 1, i64::from(symbol.height) - 1);
        let Corner { right: at_right, bottom: at_bottom } = self.corner;
        let (length, at_end) = if self.transposed { (down, at_bottom) } else { (right, at_right) };
        if at_end {
            cursor.s += length;
        }
        let (x, y) = if self.transposed { (across, cursor.s) } else { (cursor.s, across) };
        let x = if at_right { x - right } else { x };
        let y = if at_bottom { y - down } else { y };
        if !at_end {
            cursor.s += length;
        }
        region.combine(symbol, x, y, self.operator, budget)
    }
}

/// Decodes a refined form of a symbol.
fn refine(
    symbol: &Bitmap,
    template: &Template,
    coding: &mut Coding,
    contexts: &mut Contexts,
    budget: &mut Budget,
) -> Result<Bitmap> {
    let wider = coding.integer(Quantity::RefinedWidth, budget)?;
    let higher = coding.integer(Quantity::RefinedHeight, budget)?;
    let x = coding.integer(Quantity::RefinedX, budget)?;
    let y = coding.integer(Quantity::RefinedY, budget)?;
    let refinement = Refinement {
        width: changed(symbol.width, wider)?,
        height: changed(symbol.height, higher)?,
        template,
        typical: false,
        reference: symbol,
        dx: (wider >> 1).saturating_add(x),
        dy: (higher >> 1).saturating_add(y),
    };
    coding.refine(&refinement, contexts, budget)
}

/// A side that is longer or shorter by a difference.
pub(super) fn changed(length: u32, difference: i32) -> Result<u32> {
    side(length.checked_add_signed(difference).ok_or(Fault::Malformed)?)
}
