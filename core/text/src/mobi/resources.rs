//! Resources: the records of images and fonts behind the text.

use std::collections::BTreeMap;
use std::sync::Arc;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::table;
use transvase_container::pdb::Pdb;
use transvase_markup::html::{Gallery, NodeId, Picture, Tree, gallery};
use transvase_model::media::MediaKind;

use super::{font, kf8};

/// The images and fonts of a book, read on first use.
#[derive(Debug)]
pub(super) struct Resources<'a> {
    pdb: &'a Pdb<'a>,
    /// Record of resource 1.
    first: usize,
    pub gallery: Gallery,
    known: BTreeMap<usize, Option<Picture>>,
    fonts: BTreeMap<usize, Option<Arc<[u8]>>>,
}

impl<'a> Resources<'a> {
    /// The resources from record `first` on.
    pub fn new(pdb: &'a Pdb<'a>, first: usize) -> Resources<'a> {
        Resources { pdb, first, gallery: Gallery::default(), known: BTreeMap::new(), fonts: BTreeMap::new() }
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
        if picture.is_none() {
            self.gallery.miss(&number.to_string());
        }
        self.known.insert(number, picture);
        Ok(picture)
    }

    /// The image that a reference names which is none of a book: old books were made from HTML whose pictures lay
    /// beside it, and some still name them so.
    ///
    /// # Errors
    /// Limits of images.
    pub fn picture_beside(&mut self, reference: &str, context: &Context) -> Result<Option<Picture>> {
        context.resource(reference)?.map_or(Ok(None), |file| self.add(&file, context))
    }

    /// The font file of a resource, counted from 1; `None` where text cannot be set in it.
    ///
    /// # Errors
    /// Limits on unpacked bytes.
    pub fn font(&mut self, number: usize, context: &Context) -> Result<Option<Arc<[u8]>>> {
        if let Some(known) = self.fonts.get(&number) {
            return Ok(known.clone());
        }
        let file = match self.record(number) {
            Some(record) if record.starts_with(font::MARK) => font::read(record, context)?,
            Some(record) => Some(Arc::from(record)),
            None => None,
        };
        let font = self.gallery.font(file, context)?;
        self.fonts.insert(number, font.clone());
        Ok(font)
    }

    fn add(&mut self, bytes: &[u8], context: &Context) -> Result<Option<Picture>> {
        match table::kind(bytes) {
            Some(MediaKind::Svg) => self.svg_file(bytes, context),
            _ => self.gallery.add(bytes, context),
        }
    }

    /// The image of a resource inside a drawing, which cannot be a drawing again.
    fn bitmap(&mut self, number: usize, context: &Context) -> Result<Option<Picture>> {
        match self.record(number) {
            Some(record) if table::kind(record) != Some(MediaKind::Svg) => self.picture(number, context),
            _ => Ok(None),
        }
    }

    /// Reads an SVG file and stores it as a picture. One that only wraps an image is that image.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn svg_file(&mut self, file: &[u8], context: &Context) -> Result<Option<Picture>> {
        let tree = gallery::svg_tree(file, context)?;
        if let Some(number) = gallery::wrapped_image(&tree).and_then(|reference| kf8::reference(reference, "embed")) {
            return self.bitmap(number, context);
        }
        tree.first("svg").map_or(Ok(None), |svg| self.drawing(&tree, svg, context))
    }

    /// Stores an `svg` element as a picture of its shapes.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn drawing(&mut self, tree: &Tree, svg: NodeId, context: &Context) -> Result<Option<Picture>> {
        self.gallery.drawing(tree, svg, context)
    }
}
