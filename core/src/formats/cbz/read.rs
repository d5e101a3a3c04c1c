//! The pictures of an archive as pages, as a document, or as pixels.

use image::ImageFormat;

use super::members;
use crate::context::{Context, Limit};
use crate::error::{Error, ErrorCode, Result};
use crate::model::flow::{Block, Flow, Inline, InlineImage, Paragraph, Section};
use crate::model::media::{Media, MediaKind};
use crate::model::pages::Pages;
use crate::model::raster::{Frame, Frames, Raster};
use crate::parts::sheet::{self, Sheet};
use crate::parts::zip::Package;
use crate::parts::{exif, image_size, jpeg_head, pixels};
use crate::warning::{Warning, WarningCode};

/// Each picture on a page of its size.
pub(super) fn pages(bytes: &[u8], context: &Context) -> Result<Pages> {
    let mut pages = Pages::default();
    each(bytes, context, |media| {
        let orientation = orientation(&media);
        sheet::add(&mut pages, Sheet { media, dpi: None, orientation }, context)
    })?;
    Ok(pages)
}

/// Each picture as the content of a section.
pub(super) fn flow(bytes: &[u8], context: &Context) -> Result<Flow> {
    let mut flow = Flow::default();
    each(bytes, context, |media| {
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
    each(bytes, context, |media| {
        context.charge(Limit::pages, 1)?;
        pictures.push(media);
        Ok(())
    })?;
    let count = pictures.len();
    let mut pictures = pictures.into_iter();
    Ok(Raster::pages(Frames::drawn(count, move |context| {
        pictures.next().map(|media| decoded(&media, context)).transpose()
    })))
}

fn decoded(media: &Media, context: &Context) -> Result<Frame> {
    let format = format(media.kind).ok_or_else(|| Error::malformed("a picture of the archive is of another kind"))?;
    let frame = pixels::decode(&media.bytes, format, context)?.frames.first(context)?;
    context.checkpoint()?;
    Ok(frame)
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

/// Hands each picture to `take`, in their order. Files that are none are left out with a warning.
fn each(bytes: &[u8], context: &Context, mut take: impl FnMut(Media) -> Result<()>) -> Result<()> {
    let mut package = Package::open(bytes, context)?;
    let names = members::sorted(&package);
    let mut found = false;
    for name in names {
        context.checkpoint()?;
        let picture = match package.read(&name, context) {
            Ok(bytes) => bytes.and_then(media),
            Err(error) if error.code() == ErrorCode::Malformed => None,
            Err(error) => return Err(error),
        };
        match picture {
            Some(media) => {
                take(media)?;
                found = true;
            }
            None => {
                let message = format!("{name} is no picture that can be read");
                context.warn(Warning::new(WarningCode::ImageDropped, message));
            }
        }
    }
    if found { Ok(()) } else { Err(Error::malformed("the archive holds no picture that can be read")) }
}

/// A file as a picture, where its first bytes say that it is one.
fn media(bytes: Vec<u8>) -> Option<Media> {
    let kind = MediaKind::sniff(&bytes)?;
    let (width_px, height_px) = match kind {
        MediaKind::Jpeg => jpeg_head::size(&bytes)?,
        MediaKind::Webp => pixels::dimensions(&bytes, ImageFormat::WebP).ok()?,
        MediaKind::Tiff | MediaKind::Svg => return None,
        _ => image_size::of(&bytes, kind)?,
    };
    Some(Media { bytes: bytes.into(), kind, width_px, height_px })
}
