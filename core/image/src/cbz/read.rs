//! The pictures of an archive as pages, as a document, or as pixels.

use std::sync::Arc;

use super::members;
use crate::sheet::{self, Sheet};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::{exif, held, jpeg_head, pixels, table};
use transvase_container::zip::Package;
use transvase_markup::drawings;
use transvase_model::flow::{Block, Flow, Inline, InlineImage, Paragraph, Section};
use transvase_model::media::{Media, MediaKind};
use transvase_model::pages::Pages;
use transvase_model::raster::{Frame, Frames, Raster};

/// What is said of an archive without pictures.
const NOTHING: &str = "the archive holds no picture that can be read";

/// Each picture on a page of its size.
pub(super) fn pages(bytes: &[u8], context: &Context) -> Result<Pages> {
    let mut pages = Pages::default();
    each_media(bytes, context, |media| {
        let orientation = orientation(&media);
        sheet::add(&mut pages, Sheet { media, dpi: None, orientation }, context)
    })?;
    Ok(pages)
}

/// Each picture as the content of a section.
pub(super) fn flow(bytes: &[u8], context: &Context) -> Result<Flow> {
    let mut flow = Flow::default();
    each_media(bytes, context, |media| {
        context.charge(Limit::pages, 1)?;
        let image = InlineImage::new(flow.media.add(media));
        let paragraph = Paragraph { content: vec![Inline::Image(image)], ..Paragraph::default() };
        let blocks = vec![Block::Paragraph(paragraph)];
        flow.sections.push(Section { new_page: true, blocks, ..Section::default() });
        Ok(())
    })?;
    Ok(flow)
}

/// Each picture decoded when it is asked for.
pub(super) fn raster<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let mut pictures = Vec::new();
    each(bytes, context, |picture| {
        context.charge(Limit::pages, 1)?;
        pictures.push(picture);
        Ok(())
    })?;
    let count = pictures.len();
    let mut pictures = pictures.into_iter();
    Ok(Raster::pages(Frames::drawn(count, move |context| {
        for picture in pictures.by_ref() {
            context.checkpoint()?;
            match readable(picture.frame(context))?.flatten() {
                None => picture.warn(context),
                drawn => return Ok(drawn),
            }
        }
        Ok(None)
    })))
}

/// A file that is called a picture.
struct Picture {
    name: String,
    bytes: Arc<[u8]>,
}

impl Picture {
    /// The file as a medium of a document, a drawing as pixels; `None` where it is no picture.
    fn stored(&self, context: &Context) -> Result<Option<Media>> {
        let kind = table::kind(&self.bytes);
        if kind == Some(MediaKind::Svg) || self.bytes.starts_with(&drawings::GZIP) {
            return self.drawn(context).map(Some);
        }
        let size = table::size(&self.bytes, context);
        Ok(kind.zip(size).map(|(kind, (width_px, height_px))| Media {
            bytes: Arc::clone(&self.bytes),
            kind,
            width_px,
            height_px,
        }))
    }

    fn drawn(&self, context: &Context) -> Result<Media> {
        let tree = drawings::tree(&drawings::text(&self.bytes, context)?, context)?;
        let size = tree.size().to_int_size();
        pixels::charge_pixels((size.width(), size.height()), context)?;
        let frame = drawings::painted(&tree, 1.0, (size.width(), size.height()), context)?;
        held::packed(frame, None, false, context)
    }

    /// The pixels, in sRGB.
    fn frame(&self, context: &Context) -> Result<Option<Frame>> {
        self.stored(context)?.map(|media| held::frame(&media, context)).transpose()
    }

    fn warn(&self, context: &Context) {
        let message = format!("{} is not a picture that can be read", self.name);
        context.warn(Warning::new(WarningCode::ImageDropped, message));
    }
}

/// How a picture has to be turned to stand upright.
fn orientation(media: &Media) -> u8 {
    match media.kind {
        MediaKind::Jpeg => jpeg_head::exif(&media.bytes).map_or(1, exif::orientation),
        _ => 1,
    }
}

/// What was read; `None` where it is damaged, which costs one picture.
fn readable<T>(read: Result<T>) -> Result<Option<T>> {
    const DAMAGES: [ErrorCode; 3] = [ErrorCode::Malformed, ErrorCode::Truncated, ErrorCode::UnsupportedRoute];
    match read {
        Err(error) if DAMAGES.contains(&error.code()) => Ok(None),
        read => read.map(Some),
    }
}

/// Hands each picture to `take`.
fn each_media(bytes: &[u8], context: &Context, mut take: impl FnMut(Media) -> Result<()>) -> Result<()> {
    let mut found = false;
    each(bytes, context, |picture| {
        let Some(media) = readable(picture.stored(context))?.flatten() else {
            picture.warn(context);
            return Ok(());
        };
        found = true;
        take(media)
    })?;
    if found { Ok(()) } else { Err(Error::malformed(NOTHING)) }
}

/// Hands each file that is called a picture to `take`, in their order. Others are left out with a warning.
fn each(bytes: &[u8], context: &Context, mut take: impl FnMut(Picture) -> Result<()>) -> Result<()> {
    let mut package = Package::open(bytes, context)?;
    members::warn_of_strangers(&package, context);
    let names = members::sorted(&package);
    if names.is_empty() {
        return Err(Error::malformed(NOTHING));
    }
    for name in names {
        context.checkpoint()?;
        let bytes = readable(package.read(&name, context))?.flatten();
        let picture = Picture { name, bytes: bytes.unwrap_or_default().into() };
        if picture.bytes.is_empty() { picture.warn(context) } else { take(picture)? }
    }
    Ok(())
}
