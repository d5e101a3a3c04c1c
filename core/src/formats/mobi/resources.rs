//! Resources: the records of images and fonts behind the text.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::context::{Context, Limit};
use crate::error::Result;
use crate::model::media::{Media, MediaKind, MediaStore};
use crate::parts::fonts::{Unfit, check_document_font};
use crate::parts::html::{Dialect, NodeId, Picture, Tree, parse};
use crate::parts::pdb::Pdb;
use crate::parts::{image_size, svg};
use crate::warning::{Warning, WarningCode};

use super::{font, kf8};

/// The images and fonts of a book, read on first use.
#[derive(Debug)]
pub(super) struct Resources<'a> {
    pdb: &'a Pdb<'a>,
    /// Record of resource 1.
    first: usize,
    pub store: MediaStore,
    known: BTreeMap<usize, Option<Picture>>,
    fonts: BTreeMap<usize, Option<Arc<[u8]>>>,
    /// Font files that are damaged, and those whose licence keeps them out of documents.
    damaged_fonts: usize,
    forbidden_fonts: usize,
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
            fonts: BTreeMap::new(),
            damaged_fonts: 0,
            forbidden_fonts: 0,
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
        let unfit = file.as_deref().map_or(Err(Unfit::Damaged), check_document_font).err();
        self.damaged_fonts += usize::from(unfit == Some(Unfit::Damaged));
        self.forbidden_fonts += usize::from(unfit == Some(Unfit::Forbidden));
        let font = file.filter(|_| unfit.is_none());
        self.fonts.insert(number, font.clone());
        Ok(font)
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

    /// Warns of images and fonts that are not there or cannot be used.
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
        for (count, why) in [
            (self.damaged_fonts, "are missing, damaged or of no known kind"),
            (self.forbidden_fonts, "must not go on with the text, as their licence bits say"),
        ] {
            if count > 0 {
                let message = format!("{count} of the book's fonts {why}; others stand for them");
                context.warn(Warning::new(WarningCode::FontSubstituted, message));
            }
        }
    }
}
