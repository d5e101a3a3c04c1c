//! The segments of an image, decoded one after the other.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::bitmap::Bitmap;
use super::budget::Budget;
use super::huffman::Table;
use super::page::Page;
use super::reader::Reader;
use super::region;
use super::segment::{Region, Segment};
use super::symbol::Statistics;
use super::{Fault, Result, dictionary, halftone};

/// What a segment leaves for others to refer to.
pub(super) enum Stored {
    /// The symbols of a dictionary, and the statistics it hands on.
    Symbols(Vec<Rc<Bitmap>>, Option<Statistics>),
    /// The patterns of a dictionary.
    Patterns(Vec<Bitmap>),
    /// A Huffman table.
    Table(Rc<Table>),
    /// An intermediate region.
    Region(Bitmap),
}

/// The state between segments.
#[derive(Default)]
pub(super) struct Document {
    stored: BTreeMap<u32, Stored>,
    page: Option<Page>,
    ended: bool,
}

impl Document {
    /// Decodes segments until the page or the data ends.
    pub(super) fn read(&mut self, data: &[u8], budget: &mut Budget) -> Result<()> {
        let mut reader = Reader::new(data);
        while !self.ended && !reader.rest().is_empty() {
            let segment = Segment::read(&mut reader, budget)?;
            self.segment(&segment, budget)?;
        }
        Ok(())
    }

    /// The page as far as it got, if there is one.
    pub(super) fn finish(self) -> Option<Bitmap> {
        self.page.map(Page::finish)
    }

    /// Decodes a segment by its type (T.88 7.3); what has no part in the image is passed over.
    fn segment(&mut self, segment: &Segment, budget: &mut Budget) -> Result<()> {
        match segment.kind {
            0 => {
                let (symbols, statistics) = dictionary::read(segment.data, &self.referred(segment), budget)?;
                self.store(segment, Stored::Symbols(symbols, statistics));
            }
            4 | 6 | 7 | 20 | 22 | 23 | 36 | 38 | 39 | 40 | 42 | 43 => self.region(segment, budget)?,
            16 => self.store(segment, Stored::Patterns(halftone::patterns(segment.data, budget)?)),
            48 if self.page.is_none() => self.page = Some(Page::read(segment.data, budget)?),
            48 | 49 | 51 => self.ended = self.page.is_some(),
            50 => self.page()?.end_stripe(segment.data, budget)?,
            53 => self.store(segment, Stored::Table(Rc::new(Table::read(segment.data, budget)?))),
            _ => {}
        }
        Ok(())
    }

    /// Decodes a region, and draws it unless it is an intermediate one.
    fn region(&mut self, segment: &Segment, budget: &mut Budget) -> Result<()> {
        let mut reader = Reader::new(segment.data);
        let region = Region::read(&mut reader, budget)?;
        let referred = self.referred(segment);
        let bitmap = match segment.kind {
            4..8 => region::text(region, reader, &referred, budget)?,
            20..24 => region::halftone(region, reader, &referred, budget)?,
            36..40 => region::generic(region, reader, segment.rows, budget)?,
            _ => region::refinement(region, reader, &referred, self.page.as_ref(), budget)?,
        };
        if segment.kind.is_multiple_of(4) {
            self.store(segment, Stored::Region(bitmap));
            return Ok(());
        }
        self.page()?.draw(&bitmap, region, budget)
    }

    /// What the segments referred to left.
    fn referred(&self, segment: &Segment) -> Vec<&Stored> {
        segment.references.iter().filter_map(|number| self.stored.get(number)).collect()
    }

    /// Keeps what a segment leaves.
    fn store(&mut self, segment: &Segment, stored: Stored) {
        self.stored.insert(segment.number, stored);
    }

    /// The page.
    fn page(&mut self) -> Result<&mut Page> {
        self.page.as_mut().ok_or(Fault::Malformed)
    }
}

/// The symbols among what is referred to, in order.
pub(super) fn symbols(referred: &[&Stored], budget: &mut Budget) -> Result<Vec<Rc<Bitmap>>> {
    let mut all = Vec::new();
    for stored in referred {
        if let Stored::Symbols(symbols, _) = stored {
            budget.reserve(&mut all, symbols.len())?;
            all.extend(symbols.iter().cloned());
        }
    }
    Ok(all)
}

/// The Huffman tables among what is referred to, in order.
pub(super) fn tables<'a>(referred: &'a [&'a Stored]) -> impl Iterator<Item = Rc<Table>> + 'a {
    referred.iter().filter_map(|stored| if let Stored::Table(table) = stored { Some(Rc::clone(table)) } else { None })
}
