//! The pictures of an archive as pages, as a document, or as pixels.

use std::sync::Arc;

use image::ImageFormat;

use super::members;
use crate::context::{Context, Limit};
use crate::error::{Error, ErrorCode, Result};
use crate::model::flow::{Block, Flow, Inline, InlineImage, Paragraph, Section};
use crate::model::media::{Media, MediaKind};
use crate::model::pages::Pages;
use crate::model::raster::{Frame, Frames, Raster};
use crate::parts::codec::{exif, image_size, jpeg_head, pixels, profiles};
use crate::parts::container::zip::Package;
use crate::parts::page::sheet::{self, Sheet};
use crate::warning::{Warning, WarningCode};

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
    /// The file as it is, where documents and pages hold its format.
    fn held(&self) -> Option<Media> {
        let kind = MediaKind::sniff(&self.bytes)?;
        let (width_px, height_px) = match kind {
            MediaKind::Jpeg => jpeg_head::size(&self.bytes)?,
            MediaKind::Webp => pixels::dimensions(&self.bytes, ImageFormat::WebP).ok()?,
            MediaKind::Tiff | MediaKind::Svg => return None,
            _ => image_size::of(&self.bytes, kind)?,
        };
        Some(Media { bytes: Arc::clone(&self.bytes), kind, width_px, height_px })
    }

    /// The picture as documents and pages hold it.
    fn media(&self, context: &Context) -> Result<Option<Media>> {
        if let Some(held) = self.held() {
            return Ok(Some(held));
        }
        let Some(png) = context.as_png(&self.name, &self.bytes)? else { return Ok(None) };
        let message = "pictures of formats that documents have no place for were written as PNG";
        context.warn(Warning::new(WarningCode::ImageRecoded, message));
        Ok(Picture { bytes: png.into(), name: String::new() }.held())
    }

    /// The pixels, in sRGB.
    fn frame(&self, context: &Context) -> Result<Option<Frame>> {
        let held = self.held().and_then(|media| Some((format(media.kind)?, media.bytes)));
        let (format, bytes) = match held {
            Some(held) => held,
            None => match context.as_png(&self.name, &self.bytes)? {
                Some(png) => (ImageFormat::Png, png.into()),
                None => return Ok(None),
            },
        };
        let mut raster = pixels::decode(&bytes, format, context)?;
        let rows = raster.frames.first_rows(context)?;
        let rows = match &raster.icc {
            Some(profile) => profiles::rows_to_srgb(rows, profile, context),
            None => rows,
        };
        rows.gathered(context).map(Some)
    }

    fn warn(&self, context: &Context) {
        let message = format!("{} is no picture that can be read", self.name);
        context.warn(Warning::new(WarningCode::ImageDropped, message));
    }
}

fn format(kind: MediaKind) -> Option<ImageFormat> {
    Some(match kind {
        MediaKind::Jpeg => ImageFormat::Jpeg,
        MediaKind::Png => ImageFormat::Png,
        MediaKind::Gif => ImageFormat::Gif,
        MediaKind::Webp => ImageFormat::WebP,
        MediaKind::Bmp => ImageFormat::Bmp,
        MediaKind::Tiff | MediaKind::Svg => return None,
    })
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

/// Hands each picture that can be read to `take`, as documents and pages hold it.
fn each_media(bytes: &[u8], context: &Context, mut take: impl FnMut(Media) -> Result<()>) -> Result<()> {
    let mut found = false;
    each(bytes, context, |picture| {
        let Some(media) = readable(picture.media(context))?.flatten() else {
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
