//! Windows metafiles ([MS-EMF], [MS-WMF]) as drawings: another library plays their records as SVG, whose shapes, words and
//! pictures are put on the model's drawing.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::GzDecoder;

use crate::canvas::{Scene, render};
use crate::html::{data_uri, from_xml};
use crate::svg;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::fence::fenced;
use transvase_base::units::{Rect, Size};
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::table;
use transvase_model::flow::Drawing;
use transvase_model::media::{Media, MediaId, MediaStore};

/// Bytes of a metafile that is played; larger ones hold little but a bitmap.
const MAX_BYTES: usize = 32 << 20;
/// The longer side of a painted picture in pixels.
const LONG_SIDE_PX: f32 = 2_000.0;
/// Share of the longer side that an image may leave at the edges and still be all of a drawing.
const SLACK: f32 = 0.02;

/// Whether bytes are a metafile, packed or not.
pub fn is_metafile(bytes: &[u8]) -> bool {
    match bytes {
        // With a header for its place (MS-WMF 2.3.2.3), or a plain one (2.3.2.2).
        [0xD7, 0xCD, 0xC6, 0x9A, ..] | [1 | 2, 0, 9, 0, 0, 1 | 3, ..] => true,
        // The first record is a header with a signature (MS-EMF 2.3.4.2).
        [1, 0, 0, 0, ..] => bytes.get(40..44) == Some(b" EMF"),
        // gzip, as `.emz` and `.wmz` are.
        [0x1F, 0x8B, 8, ..] => true,
        _ => false,
    }
}

/// A metafile as a drawing of a size in points; `None`, with a warning, where it cannot be read.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn draw(bytes: &[u8], size: Size, media: &mut MediaStore, context: &Context) -> Result<Option<Drawing>> {
    let bytes = unpacked(bytes, context)?;
    let drawing = match played(&bytes, context)? {
        Some(drawing) => placed(drawing, size, media, context)?,
        None => None,
    };
    if drawing.is_none() {
        context.warn(Warning::new(WarningCode::ImageDropped, "a Windows metafile could not be drawn"));
    }
    Ok(drawing)
}

/// The image that is all of a drawing; `None` where it shows more, or leaves room beside it.
pub fn only_image(drawing: &Drawing) -> Option<MediaId> {
    let [image] = drawing.images.as_slice() else { return None };
    let Rect { left, top, right, bottom } = image.rect;
    let Size { width, height } = drawing.size;
    let slack = SLACK * width.max(height);
    let is_all = left.max(top) <= slack && right >= width - slack && bottom >= height - slack;
    (is_all && drawing.shapes.is_empty() && drawing.texts.is_empty()).then_some(image.media)
}

fn unpacked<'b>(bytes: &'b [u8], context: &Context) -> Result<Cow<'b, [u8]>> {
    if !bytes.starts_with(&[0x1F, 0x8B]) {
        return Ok(bytes.into());
    }
    let mut unpacked = Vec::new();
    // What is cut off still holds a beginning.
    let _ = GzDecoder::new(bytes).take(MAX_BYTES as u64 + 1).read_to_end(&mut unpacked);
    context.charge_unpacked(unpacked.len())?;
    Ok(unpacked.into())
}

/// What the records draw, as SVG has it.
fn played(bytes: &[u8], context: &Context) -> Result<Option<svg::Drawing>> {
    if bytes.len() > MAX_BYTES {
        return Ok(None);
    }
    context.checkpoint()?;
    // The records are no longer than the file, and what one draws no larger than it and its bitmap are.
    let markup = fenced(|| emf_core::converter::convert_to_svg(bytes)).and_then(std::result::Result::ok);
    context.checkpoint()?;
    let Some(markup) = markup.and_then(|markup| String::from_utf8(markup).ok()) else { return Ok(None) };
    context.charge_unpacked(markup.len())?;
    let (tree, _) = from_xml(&markup, context)?;
    match tree.first("svg") {
        Some(root) => svg::read(&tree, root, context),
        None => Ok(None),
    }
}

/// The drawing in a size.
fn placed(drawn: svg::Drawing, size: Size, media: &mut MediaStore, context: &Context) -> Result<Option<Drawing>> {
    let mut pictures = Vec::new();
    for picture in &drawn.pictures {
        context.checkpoint()?;
        pictures.push(data_uri(&picture.reference).and_then(|bytes| stored(bytes, media, context)));
    }
    let painted = if drawn.is_crowded() { painted(&drawn, media, context)? } else { None };
    let size = Some(size).filter(|size| size.width > 0.0 && size.height > 0.0);
    Ok(drawn.placed(size, &pictures, painted))
}

/// Paints all shapes as one picture that lies over the others.
fn painted(drawn: &svg::Drawing, media: &mut MediaStore, context: &Context) -> Result<Option<MediaId>> {
    let Size { width, height } = drawn.page.size;
    let region = Rect { left: 0.0, top: 0.0, right: width, bottom: height };
    let scene = Scene { page: &drawn.page, fonts: &[], media: &MediaStore::default() };
    let picture = render(scene, region, LONG_SIDE_PX / width.max(height), context)?;
    Ok(picture.map(|picture| media.add(picture)))
}

/// A picture of a metafile in the store; `None` of a kind nobody reads.
fn stored(bytes: Vec<u8>, media: &mut MediaStore, context: &Context) -> Option<MediaId> {
    let kind = table::kind(&bytes)?;
    let size = table::size(&bytes, context);
    let (width_px, height_px) = size.filter(|(width, height)| *width > 0 && *height > 0)?;
    Some(media.add(Media { bytes: bytes.into(), kind, width_px, height_px }))
}

#[cfg(any(test, feature = "test-support"))]
mod sample;
#[cfg(test)]
mod tests;
#[cfg(any(test, feature = "test-support"))]
pub use sample::sample;
