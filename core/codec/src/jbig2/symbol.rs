//! Symbol dictionaries (T.88 6.5).

use std::rc::Rc;

use super::arithmetic::Contexts;
use super::bitmap::{Bitmap, Operator};
use super::budget::Budget;
use super::coding::{Coding, Quantity};
use super::generic::Generic;
use super::mmr;
use super::refinement::Refinement;
use super::template::Template;
use super::text::{Corner, Text, changed};
use super::{Fault, Result};

/// The statistics of bitmaps, which one dictionary may hand on to the next (T.88 7.4.2.2).
pub(super) struct Statistics {
    /// Of generic regions.
    pub(super) generic: Contexts,
    /// Of refinements.
    pub(super) refinement: Contexts,
}

impl Statistics {
    /// A copy to go on with.
    pub(super) fn copy(&self, budget: &mut Budget) -> Result<Self> {
        Ok(Statistics { generic: self.generic.copy(budget)?, refinement: self.refinement.copy(budget)? })
    }
}

/// A dictionary being decoded.
pub(super) struct Dictionary<'a> {
    /// How it is coded.
    pub(super) coding: Coding<'a>,
    /// The statistics so far.
    pub(super) statistics: Statistics,
    /// The template of symbols coded directly.
    pub(super) generic: Template,
    /// The template of refinements.
    pub(super) refinement: Template,
    /// Whether symbols are made of others.
    pub(super) aggregates: bool,
    /// The symbols of the dictionaries referred to, and those decoded so far.
    pub(super) symbols: Vec<Rc<Bitmap>>,
    /// How many symbols there are to be.
    pub(super) total: usize,
}

impl Dictionary<'_> {
    /// Decodes the symbols, and picks those exported (T.88 6.5.5).
    pub(super) fn decode(&mut self, budget: &mut Budget) -> Result<Vec<Rc<Bitmap>>> {
        let mut height = 0;
        while self.symbols.len() < self.total {
            height = changed(height, self.coding.integer(Quantity::ClassHeight, budget)?)?;
            if matches!(self.coding, Coding::Huffman(_)) && !self.aggregates {
                self.collective_class(height, budget)?;
            } else {
                self.class(height, budget)?;
            }
        }
        self.exported(budget)
    }

    /// Decodes the width of the next symbol of a height class of which `decoded` are known; `None` ends the class.
    fn width(&mut self, before: u32, decoded: usize, budget: &mut Budget) -> Result<Option<u32>> {
        let Some(wider) = self.coding.value(Quantity::Width, budget)? else { return Ok(None) };
        if self.symbols.len() + decoded >= self.total {
            return Err(Fault::Malformed);
        }
        changed(before, wider).map(Some)
    }

    /// Decodes a height class of symbols coded one by one.
    fn class(&mut self, height: u32, budget: &mut Budget) -> Result<()> {
        let mut before = 0;
        while let Some(width) = self.width(before, 0, budget)? {
            let symbol = if self.aggregates {
                self.aggregate(width, height, budget)?
            } else {
                self.direct(width, height, budget)?
            };
            budget.push(&mut self.symbols, Rc::new(symbol))?;
            before = width;
        }
        Ok(())
    }

    /// Decodes a symbol coded as a generic region (T.88 6.5.8.1).
    fn direct(&mut self, width: u32, height: u32, budget: &mut Budget) -> Result<Bitmap> {
        let Coding::Arithmetic(coding) = &mut self.coding else { return Err(Fault::Malformed) };
        let generic = Generic { width, height, template: &self.generic, typical: false, skip: None };
        generic.decode(&mut coding.decoder, &mut self.statistics.generic, budget)
    }

    /// Decodes a symbol made of others (T.88 6.5.8.2).
    fn aggregate(&mut self, width: u32, height: u32, budget: &mut Budget) -> Result<Bitmap> {
        let instances = self.coding.integer(Quantity::Instances, budget)?;
        if instances == 1 {
            return self.refined(width, height, budget);
        }
        let text = Text {
            width,
            height,
            black: false,
            instances: u32::try_from(instances).map_err(|_| Fault::Malformed)?,
            strip_bits: 0,
            symbols: &self.symbols,
            operator: Operator::Or,
            transposed: false,
            corner: Corner { right: false, bottom: false },
            offset: 0,
            refinement: Some(&self.refinement),
        };
        text.decode(&mut self.coding, &mut self.statistics.refinement, budget)
    }

    /// Decodes a symbol that refines another (T.88 6.5.8.2.2).
    fn refined(&mut self, width: u32, height: u32, budget: &mut Budget) -> Result<Bitmap> {
        let number = self.coding.symbol_number()?;
        let dx = self.coding.integer(Quantity::RefinedX, budget)?;
        let dy = self.coding.integer(Quantity::RefinedY, budget)?;
        let reference = self.symbols.get(number).ok_or(Fault::Malformed)?;
        let refinement = Refinement { width, height, template: &self.refinement, typical: false, reference, dx, dy };
        self.coding.refine(&refinement, &mut self.statistics.refinement, budget)
    }

    /// Decodes a height class of symbols side by side in one bitmap (T.88 6.5.9).
    fn collective_class(&mut self, height: u32, budget: &mut Budget) -> Result<()> {
        let mut widths = Vec::new();
        let (mut before, mut total) = (0, 0u32);
        while let Some(width) = self.width(before, widths.len(), budget)? {
            budget.push(&mut widths, width)?;
            total = total.saturating_add(width);
            before = width;
        }
        let collective = self.collective(total, height, budget)?;
        let mut x = 0;
        for width in widths {
            let symbol = collective.cut(x, 0, width, height, budget)?;
            budget.push(&mut self.symbols, Rc::new(symbol))?;
            x += i64::from(width);
        }
        Ok(())
    }

    /// Decodes the bitmap of a whole height class; a size of 0 means it is not compressed.
    fn collective(&mut self, width: u32, height: u32, budget: &mut Budget) -> Result<Bitmap> {
        let size = self.coding.integer(Quantity::CollectiveSize, budget)?;
        let Coding::Huffman(coding) = &mut self.coding else { return Err(Fault::Malformed) };
        let size = usize::try_from(size).map_err(|_| Fault::Malformed)?;
        if size > 0 {
            return Ok(mmr::decode(coding.reader.take(size)?, width, height, budget)?.0);
        }
        let mut bitmap = Bitmap::new(width, height, budget)?;
        let rows = coding.reader.take(bitmap.rows.len())?;
        bitmap.rows.copy_from_slice(rows);
        Ok(bitmap)
    }

    /// Decodes which symbols are exported (T.88 6.5.10): runs of those that are not and those that are, by turns.
    fn exported(&mut self, budget: &mut Budget) -> Result<Vec<Rc<Bitmap>>> {
        let mut exported = Vec::new();
        let mut rest = self.symbols.as_slice();
        let mut exports = false;
        while !rest.is_empty() {
            let run = usize::try_from(self.coding.integer(Quantity::ExportRun, budget)?).ok();
            let (symbols, after) = run.and_then(|run| rest.split_at_checked(run)).ok_or(Fault::Malformed)?;
            for symbol in symbols.iter().filter(|_| exports) {
                budget.push(&mut exported, Rc::clone(symbol))?;
            }
            rest = after;
            exports = !exports;
        }
        Ok(exported)
    }
}
