//! Resources of a document: the pictures and fonts that its HTML names, and what was lost of them.

use std::sync::Arc;

use crate::{drawings, svg};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_codec::table;
use transvase_font::fonts::{Unfit, check_document_font};
use transvase_model::media::{Media, MediaKind, MediaStore};

use super::build::Picture;
use super::data::data_uri;
use super::parse::{Dialect, parse};
use super::tree::{NodeId, Tree};
use super::woff;

/// Pictures as they come, with a count of what could not be kept.
#[derive(Debug, Default)]
pub struct Gallery {
    /// The pictures.
    pub store: MediaStore,
    missing: usize,
    first_missing: Option<String>,
    /// Font files that are damaged, and those whose licence keeps them out of documents.
    damaged_fonts: usize,
    forbidden_fonts: usize,
}

impl Gallery {
    /// Stores an encoded image; `None` where it is none, or a drawing.
    ///
    /// # Errors
    /// Limits of images.
    pub fn add(&mut self, bytes: &[u8], context: &Context) -> Result<Option<Picture>> {
        let kind = table::kind(bytes).filter(|kind| *kind != MediaKind::Svg);
        let Some(kind) = kind else { return Ok(None) };
        let (width_px, height_px) = table::size(bytes, context).unwrap_or((0, 0));
        context.check(Limit::image_pixels, u64::from(width_px) * u64::from(height_px))?;
        let media = self.store.add(Media { bytes: Arc::from(bytes), kind, width_px, height_px });
        Ok(Some(Picture { media, width_px, height_px, rescaled: false }))
    }

    /// Stores a file that is an image or a drawing. A drawing that only wraps an image within it is that image.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn file(&mut self, bytes: &[u8], context: &Context) -> Result<Option<Picture>> {
        if table::kind(bytes) != Some(MediaKind::Svg) {
            return self.add(bytes, context);
        }
        let tree = svg_tree(bytes, context)?;
        if let Some(bytes) = wrapped_image(&tree).and_then(data_uri) {
            return self.add(&bytes, context);
        }
        tree.first("svg").map_or(Ok(None), |svg| self.drawing(&tree, svg, context))
    }

    /// Stores an `svg` element, without its words, as a file of its own; `None` where nothing in it is drawn.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn drawing(&mut self, tree: &Tree, svg: NodeId, context: &Context) -> Result<Option<Picture>> {
        let markup = svg::file::markup(tree, svg, context)?;
        let drawn = match drawings::tree(&markup, context) {
            Ok(drawn) => drawn,
            Err(error) if error.ends_conversion() => return Err(error),
            Err(_) => return Ok(None),
        };
        if drawn.root().children().is_empty() {
            return Ok(None);
        }
        let side = |length: f32| length.round().clamp(1.0, 65_535.0) as u32;
        let (width_px, height_px) = (side(drawn.size().width()), side(drawn.size().height()));
        let media = self.store.add(Media { bytes: markup.into(), kind: MediaKind::Svg, width_px, height_px });
        Ok(Some(Picture { media, width_px, height_px, rescaled: true }))
    }

    /// Notes a picture that is not there or of no known kind.
    pub fn miss(&mut self, name: &str) {
        self.missing += 1;
        if self.first_missing.is_none() {
            self.first_missing = Some(name.chars().take(80).collect());
        }
    }

    /// A font file, where text can be set in it; unpacked where it is packed.
    ///
    /// # Errors
    /// Limits on unpacked bytes.
    pub fn font(&mut self, file: Option<Arc<[u8]>>, context: &Context) -> Result<Option<Arc<[u8]>>> {
        let unpacked = file.as_deref().map_or(Ok(None), |file| woff::unpacked(file, context))?;
        let file = unpacked.map(Arc::from).or(file);
        let unfit = file.as_deref().map_or(Err(Unfit::Damaged), check_document_font).err();
        self.damaged_fonts += usize::from(unfit == Some(Unfit::Damaged));
        self.forbidden_fonts += usize::from(unfit == Some(Unfit::Forbidden));
        Ok(file.filter(|_| unfit.is_none()))
    }

    /// Warns of images and fonts that are not there or cannot be used.
    pub fn warn_of_losses(&self, context: &Context) {
        if let Some(first) = &self.first_missing {
            let message = counted(self.missing, "[image is|images are] missing or of an unknown format");
            let message = format!("{message}; the first is {first:?}");
            context.warn(Warning::new(WarningCode::ImageDropped, message));
        }
        for (count, why) in [
            (self.damaged_fonts, "[is|are] missing, damaged or of an unknown format"),
            (self.forbidden_fonts, "[has|have] a licence that forbids embedding"),
        ] {
            if count > 0 {
                let message = counted(count, &format!("of the document's fonts {why}; other fonts were used"));
                context.warn(Warning::new(WarningCode::FontSubstituted, message));
            }
        }
    }
}

/// The tree of an SVG file.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn svg_tree(file: &[u8], context: &Context) -> Result<Tree> {
    let text = String::from_utf8_lossy(file);
    parse(&text, Dialect { xhtml: true, ..Dialect::default() }, context)
}

/// What the first image in a drawing refers to: many drawings only wrap one.
pub fn wrapped_image(tree: &Tree) -> Option<&str> {
    tree.first("image").and_then(|id| tree.element(id)).and_then(|image| image.attribute("href"))
}
