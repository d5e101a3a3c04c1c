//! Image dictionaries (ISO 32000-1, 8.9.5): what they say of the samples, and the samples.

use super::super::document::Document;
use super::super::filter;
use super::super::object::{Dictionary, Object, Stream};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;

/// How samples lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) colors: usize,
    pub(super) bits: usize,
}

impl Shape {
    /// The shape of a picture; `None` where the dictionary does not tell.
    pub(super) fn of(document: &Document, entries: &Dictionary) -> Option<Shape> {
        if is_stencil(document, entries) {
            let (width, height) = sides(document, entries)?;
            return Some(Shape { width, height, colors: 1, bits: 1 });
        }
        Shape::with(document, entries, components(document, document.get(entries, "ColorSpace"))?)
    }

    /// The shape of a picture that is no stencil, with so many samples to the pixel.
    pub(super) fn with(document: &Document, entries: &Dictionary, colors: usize) -> Option<Shape> {
        let (width, height) = sides(document, entries)?;
        let bits = document.get(entries, "BitsPerComponent").as_integer()?;
        Some(Shape { width, height, colors, bits: usize::try_from(bits).ok()? })
    }

    /// Bytes of a row.
    pub(super) fn row(&self) -> usize {
        (self.width * self.colors * self.bits).div_ceil(8)
    }
}

/// Width and height of a picture in samples.
pub(super) fn sides(document: &Document, entries: &Dictionary) -> Option<(usize, usize)> {
    let side = |key: &str| document.get(entries, key).as_integer().and_then(|side| usize::try_from(side).ok());
    side("Width").zip(side("Height")).filter(|(width, height)| *width > 0 && *height > 0)
}

/// Whether a picture is a stencil (8.9.6.2).
pub(super) fn is_stencil(document: &Document, entries: &Dictionary) -> bool {
    document.get(entries, "ImageMask") == &Object::Boolean(true)
}

/// The samples of a picture without a filter of its own kind, as long as its shape says; `None` where it has one or is
/// not so long.
///
/// # Errors
/// A limit on pixels or unpacked bytes.
pub(super) fn plain(document: &Document, stream: &Stream, shape: Shape, context: &Context) -> Result<Option<Vec<u8>>> {
    context.check(Limit::image_pixels, shape.width as u64 * shape.height as u64)?;
    let bytes = filter::decode(document, stream, context)?;
    let length = shape.row().saturating_mul(shape.height);
    Ok(bytes.filter(|bytes| bytes.len() >= length).map(|mut bytes| {
        bytes.truncate(length);
        bytes
    }))
}

/// Whether nothing but the colour space says what samples mean: no mask by colours, no mapping of values.
pub(super) fn is_unmapped(document: &Document, entries: &Dictionary) -> bool {
    document.get(entries, "Decode").is_null() && may_change(document, entries)
}

/// Whether samples may become others that look like them: no mask asks for their very values.
pub(super) fn may_change(document: &Document, entries: &Dictionary) -> bool {
    document.get(entries, "Mask").as_array().is_none() && !has_matte(document, entries)
}

/// Whether samples were mixed with the colour of the ground that their mask names (11.6.5.3).
pub(super) fn has_matte(document: &Document, entries: &Dictionary) -> bool {
    let mask = document.get(entries, "SMask").as_dictionary();
    mask.is_some_and(|mask| mask.has("Matte")) || entries.has("Matte")
}

/// Components of a colour space that is told by samples as they are; `None` of palettes and what is not known.
pub(super) fn components(document: &Document, space: &Object) -> Option<usize> {
    if let Some(name) = space.as_name() {
        return match name {
            b"DeviceGray" | b"G" => Some(1),
            b"DeviceRGB" | b"RGB" => Some(3),
            b"DeviceCMYK" | b"CMYK" => Some(4),
            _ => None,
        };
    }
    let parts = space.as_array()?;
    match document.resolve(parts.first()?).as_name()? {
        b"CalGray" => Some(1),
        b"CalRGB" => Some(3),
        b"ICCBased" => {
            let profile = document.resolve(parts.get(1)?).as_dictionary()?;
            document.get(profile, "N").as_integer()?.try_into().ok()
        }
        _ => None,
    }
}
