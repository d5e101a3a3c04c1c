//! Resources: the image records behind the text.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::context::{Context, Limit};
use crate::error::Result;
use crate::model::media::{Media, MediaKind, MediaStore};
use crate::parts::html::Picture;
use crate::parts::image_size;
use crate::parts::pdb::Pdb;
use crate::warning::{Warning, WarningCode};

/// Marks records of embedded fonts.
const FONT: &[u8] = b"FONT";

/// The images of a book, read on first use.
#[derive(Debug)]
pub(super) struct Resources<'a> {
    pdb: &'a Pdb<'a>,
    /// Record of resource 1.
    first: usize,
    pub store: MediaStore,
    known: BTreeMap<usize, Option<Picture>>,
    missing: usize,
}

impl<'a> Resources<'a> {
    /// The resources from record `first` on.
    pub fn new(pdb: &'a Pdb<'a>, first: usize) -> Resources<'a> {
        Resources { pdb, first, store: MediaStore::default(), known: BTreeMap::new(), missing: 0 }
    }

    /// The record of a resource, counted from 1.
    fn record(&self, number: usize) -> Option<&'a [u8]> {
        self.pdb.record(self.first.checked_add(number.checked_sub(1)?)?)
    }

    /// The image of a resource, counted from 1.
    ///
    /// # Errors
    /// Limits of images.
    pub fn picture(&mut self, number: usize, context: &Context) -> Result<Option<Picture>> {
        if let Some(known) = self.known.get(&number) {
            return Ok(*known);
        }
        let picture = match self.record(number) {
            Some(record) => self.add(record, context)?,
            None => None,
        };
        self.missing += usize::from(picture.is_none());
        self.known.insert(number, picture);
        Ok(picture)
    }

    /// Stores an encoded image; `None` where it is none.
    ///
    /// # Errors
    /// Limits of images.
    pub fn add(&mut self, bytes: &[u8], context: &Context) -> Result<Option<Picture>> {
        let Some(kind) = MediaKind::sniff(bytes) else { return Ok(None) };
        let (width_px, height_px) = image_size::of(bytes, kind).unwrap_or((0, 0));
        context.check(Limit::image_pixels, u64::from(width_px) * u64::from(height_px))?;
        let media = self.store.add(Media { bytes: Arc::from(bytes), kind, width_px, height_px });
        Ok(Some(Picture { media, width_px, height_px }))
    }

    /// Warns of images that are not there, and of fonts, which are not used.
    pub fn warn_of_losses(&self, context: &Context) {
        if self.missing > 0 {
            let message = format!("{} images the text refers to are missing or of no known kind", self.missing);
            context.warn(Warning::new(WarningCode::ImageDropped, message));
        }
        let records = (self.first..self.pdb.len()).map_while(|index| self.pdb.record(index));
        let fonts = records.filter(|record| record.starts_with(FONT)).count();
        if fonts > 0 {
            let message = format!("{fonts} fonts embedded in the book were not used");
            context.warn(Warning::new(WarningCode::StyleDropped, message));
        }
    }
}
