//! Resources: the image records behind the text.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::context::{Context, Limit};
use crate::error::Result;
use crate::model::media::{Media, MediaKind, MediaStore};
use crate::parts::html::{Dialect, NodeId, Picture, Tree, parse};
use crate::parts::pdb::Pdb;
use crate::parts::{image_size, svg};
use crate::warning::{Warning, WarningCode};

use super::kf8;

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
    /// Drawings that became pixels, and whether one of them had text.
    drawings: usize,
    lost_text: bool,
}

impl<'a> Resources<'a> {
    /// The resources from record `first` on.
    pub fn new(pdb: &'a Pdb<'a>, first: usize) -> Resources<'a> {
        Resources {
            pdb,
            first,
            store: MediaStore::default(),
            known: BTreeMap::new(),
            missing: 0,
            drawings: 0,
            lost_text: false,
        }
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
    fn add(&mut self, bytes: &[u8], context: &Context) -> Result<Option<Picture>> {
        let Some(kind) = MediaKind::sniff(bytes) else { return Ok(None) };
        if kind == MediaKind::Svg {
            return self.svg_file(bytes, context);
        }
        let (width_px, height_px) = image_size::of(bytes, kind).unwrap_or((0, 0));
        context.check(Limit::image_pixels, u64::from(width_px) * u64::from(height_px))?;
        let media = self.store.add(Media { bytes: Arc::from(bytes), kind, width_px, height_px });
        Ok(Some(Picture { media, width_px, height_px, rescaled: false }))
    }

    /// The image of a resource inside a drawing, which cannot be a drawing again.
    fn bitmap(&mut self, number: usize, context: &Context) -> Result<Option<Picture>> {
        match self.record(number) {
            Some(record) if MediaKind::sniff(record) != Some(MediaKind::Svg) => self.picture(number, context),
            _ => Ok(None),
        }
    }

    /// Reads an SVG file and stores it as a picture. One that only wraps an image is that image.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn svg_file(&mut self, file: &[u8], context: &Context) -> Result<Option<Picture>> {
        let text = String::from_utf8_lossy(file);
        let tree = parse(&text, Dialect { xhtml: true, ..Dialect::default() }, context)?;
        let image = tree.first("image").and_then(|id| tree.element(id)).and_then(|image| image.attribute("href"));
        if let Some(number) = image.and_then(|reference| kf8::reference(reference, "embed")) {
            return self.bitmap(number, context);
        }
        tree.first("svg").map_or(Ok(None), |svg| self.drawing(&tree, svg, context))
    }

    /// Stores an `svg` element as a picture of its shapes.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn drawing(&mut self, tree: &Tree, svg: NodeId, context: &Context) -> Result<Option<Picture>> {
        let Some(drawing) = svg::read(tree, svg, context)? else { return Ok(None) };
        let Some(media) = drawing.picture(context)? else { return Ok(None) };
        self.drawings += 1;
        self.lost_text |= drawing.has_text;
        let side = |length: f32| length.round().clamp(1.0, 65_535.0) as u32;
        let (width_px, height_px) = (side(drawing.page.size.width), side(drawing.page.size.height));
        Ok(Some(Picture { media: self.store.add(media), width_px, height_px, rescaled: true }))
    }

    /// Warns of images that are not there, and of fonts, which are not used.
    pub fn warn_of_losses(&self, context: &Context) {
        if self.missing > 0 {
            let message = format!("{} images the text refers to are missing or of no known kind", self.missing);
            context.warn(Warning::new(WarningCode::ImageDropped, message));
        }
        if self.drawings > 0 {
            let message = format!("{} drawings (SVG) were turned into pictures", self.drawings);
            context.warn(Warning::new(WarningCode::ImageRecoded, message));
        }
        if self.lost_text {
            let message = "text inside drawings (SVG) was left out";
            context.warn(Warning::new(WarningCode::DrawingDropped, message));
        }
        let records = (self.first..self.pdb.len()).map_while(|index| self.pdb.record(index));
        let fonts = records.filter(|record| record.starts_with(FONT)).count();
        if fonts > 0 {
            let message = format!("{fonts} fonts embedded in the book were not used");
            context.warn(Warning::new(WarningCode::StyleDropped, message));
        }
    }
}
