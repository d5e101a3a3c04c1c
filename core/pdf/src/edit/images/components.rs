//! Pictures as components of eight bits, as a JPEG holds them: colour spaces stay, samples of 16 bits lose the lower
//! half, indexes of a palette become its colours, and JPEG 2000 is decoded.

use super::super::document::Document;
use super::super::filter;
use super::super::object::{Object, Stream};
use super::samples::{self, Shape};
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_codec::{holds, jp2};
use transvase_model::raster::{Frame, PixelFormat};

/// Bits that a pixel of a photograph takes at least, packed without loss: for each three samples of eight bits.
const PHOTO_BITS: usize = 6;

/// A picture taken apart.
pub(super) struct Components {
    /// One, three or four samples of eight bits to the pixel; four are inks in the places of colours and opacity.
    pub(super) frame: Frame,
    /// Whether three samples are red, green and blue, which a JPEG holds as colour differences.
    pub(super) is_rgb: bool,
    /// What the samples mean, where it is something else now.
    pub(super) space: Option<Object>,
    /// Bytes that a photograph takes at least: what has fewer is a drawing.
    pub(super) photo_bytes: usize,
}

impl Components {
    /// A picture whose filter, if any, is undone without loss, or JPEG 2000; `None` where it is of another kind.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn of(document: &Document, stream: &Stream, context: &Context) -> Result<Option<Components>> {
        let Some(decoded) = filter::decode_to_image(document, stream, context)? else { return Ok(None) };
        match decoded.left.as_slice() {
            [] => of_samples(document, stream, context),
            [(name, _)] if name == b"JPXDecode" => of_jpx(document, stream, &decoded.bytes, context),
            _ => Ok(None),
        }
    }
}

/// What samples mean (ISO 32000-1, 8.6).
pub(super) struct Space {
    /// Components of a sample.
    pub(super) colors: usize,
    is_rgb: bool,
    palette: Option<Palette>,
}

/// The colours that indexes stand for (8.6.6.3).
struct Palette {
    base: Object,
    /// As many bytes each as the base has components.
    colors: Vec<u8>,
}

impl Space {
    /// The space of an object; `None` where it is not known, or its samples are no components of a JPEG.
    ///
    /// # Errors
    /// A limit on unpacked bytes.
    pub(super) fn of(document: &Document, object: &Object, context: &Context) -> Result<Option<Space>> {
        if let Some((colors, is_rgb)) = direct(document, object) {
            return Ok(matches!(colors, 1 | 3 | 4).then_some(Space { colors, is_rgb, palette: None }));
        }
        let Some([kind, base, _, table]) = object.as_array() else { return Ok(None) };
        let is_indexed = matches!(document.resolve(kind).as_name(), Some(b"Indexed" | b"I"));
        let base = document.resolve(base);
        let Some((colors, is_rgb)) = direct(document, base).filter(|(colors, _)| matches!(colors, 1 | 3 | 4)) else {
            return Ok(None);
        };
        let table = match document.resolve(table) {
            Object::Stream(stream) => filter::decode(document, stream, context)?,
            table => table.as_string().map(<[u8]>::to_vec),
        };
        let palette = table.filter(|_| is_indexed).map(|table| Palette { base: base.clone(), colors: table });
        Ok(palette.map(|palette| Space { colors, is_rgb, palette: Some(palette) }))
    }

    /// Samples of a pixel as it is stored.
    fn stored(&self) -> usize {
        if self.palette.is_some() { 1 } else { self.colors }
    }
}

/// Components of a space that is no palette, and whether they are red, green and blue.
fn direct(document: &Document, object: &Object) -> Option<(usize, bool)> {
    if let Some(colors) = samples::components(document, object) {
        return Some((colors, colors == 3));
    }
    let parts = object.as_array()?;
    match document.resolve(parts.first()?).as_name()? {
        b"Lab" => Some((3, false)),
        b"Separation" => Some((1, false)),
        b"DeviceN" => Some((document.resolve(parts.get(1)?).as_array()?.len(), false)),
        _ => None,
    }
}

fn of_samples(document: &Document, stream: &Stream, context: &Context) -> Result<Option<Components>> {
    let entries = &stream.dictionary;
    let Some(space) = Space::of(document, document.get(entries, "ColorSpace"), context)? else { return Ok(None) };
    let Some(shape) = Shape::with(document, entries, space.stored()) else { return Ok(None) };
    let is_known = matches!((shape.bits, &space.palette), (1 | 2 | 4 | 8, Some(_)) | (2 | 4 | 8 | 16, None));
    if !is_known || space.palette.is_some() && !document.get(entries, "Decode").is_null() {
        return Ok(None);
    }
    let Some(bytes) = samples::plain(document, stream, shape, context)? else { return Ok(None) };
    let samples = match &space.palette {
        None => shares(&bytes, shape),
        Some(palette) => {
            let colors: Vec<&[u8]> = palette.colors.chunks_exact(space.colors).collect();
            let last = colors.last().copied().unwrap_or(&[0; 4][..space.colors]);
            let color = |index: u32| colors.get(index as usize).copied().unwrap_or(last);
            numbers(&bytes, shape).flat_map(color).copied().collect()
        }
    };
    context.tick(samples.len() as u64 / 16 + 1)?;
    let format = if space.colors == 1 { PixelFormat::Gray8 } else { PixelFormat::of(space.colors, false) };
    let frame = Frame { width_px: shape.width as u32, height_px: shape.height as u32, format, samples, delay_ms: 0 };
    let bits = shape.width.saturating_mul(shape.height).saturating_mul(PHOTO_BITS * shape.colors) / 3;
    let photo_bytes = bits / 8 * shape.bits.max(8) / 8;
    let (is_rgb, space) = (space.is_rgb, space.palette.map(|palette| palette.base));
    Ok(Some(Components { frame, is_rgb, space, photo_bytes }))
}

/// Samples of any number of bits, in rows filled up to bytes.
fn numbers(bytes: &[u8], shape: Shape) -> impl Iterator<Item = u32> {
    let (bits, count) = (shape.bits, shape.width * shape.colors);
    let number = move |row: &[u8], at: usize| match bits {
        16 => u32::from(row[2 * at]) << 8 | u32::from(row[2 * at + 1]),
        _ => u32::from(row[at * bits / 8] >> (8 - bits - at * bits % 8)) & ((1 << bits) - 1),
    };
    bytes.chunks_exact(shape.row().max(1)).flat_map(move |row| (0..count).map(move |at| number(row, at)))
}

/// Samples as shares of 255.
fn shares(bytes: &[u8], shape: Shape) -> Vec<u8> {
    if shape.bits == 8 {
        return bytes.to_vec();
    }
    let most = (1_u32 << shape.bits) - 1;
    numbers(bytes, shape).map(|sample| ((sample * 255 + most / 2) / most) as u8).collect()
}

/// A JPEG 2000, which says itself what its samples are; `None` where it is damaged, or opacity comes with it.
fn of_jpx(document: &Document, stream: &Stream, file: &[u8], context: &Context) -> Result<Option<Components>> {
    let entries = &stream.dictionary;
    let has_opacity = document.get(entries, "SMaskInData").as_integer().is_some_and(|kind| kind != 0);
    if has_opacity || !document.get(entries, "Decode").is_null() {
        return Ok(None);
    }
    let told = document.get(entries, "ColorSpace");
    let told = if told.is_null() { None } else { Some(direct(document, told)) };
    // What is said of colours that are few or inks on the way to a JPEG is said of no result.
    let frame = match context.aside(|| (jp2::CODEC.decode)(file, context)?.frames.first(context)) {
        Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => return Ok(None),
        frame => frame?.0,
    };
    let frame = if frame.format.is_deep() { context.aside(|| holds::shallow(frame, context))?.0 } else { frame };
    let frame = without_opacity(frame);
    let colors = frame.format.channels();
    let space = match told {
        // Four inks were decoded to colours.
        None | Some(Some((4, _))) => Some(Object::name(if colors == 1 { "DeviceGray" } else { "DeviceRGB" })),
        Some(Some((told, _))) if told == colors => None,
        _ => return Ok(None),
    };
    Ok(Some(Components { frame, is_rgb: colors == 3, space, photo_bytes: 0 }))
}

/// The colours alone: an opacity that the dictionary does not speak of is none.
fn without_opacity(frame: Frame) -> Frame {
    let channels = frame.format.channels();
    if !frame.format.has_alpha() {
        return frame;
    }
    let samples = frame.samples.chunks_exact(channels).flat_map(|pixel| &pixel[..channels - 1]).copied().collect();
    let format = if channels == 2 { PixelFormat::Gray8 } else { PixelFormat::Rgb8 };
    Frame { format, samples, ..frame }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_all_depths_become_eight_bits() {
        let shape = |bits| Shape { width: 2, height: 2, colors: 1, bits };
        assert_eq!(shares(&[0x1F, 0xF0], shape(4)), [17, 255, 255, 0]);
        assert_eq!(shares(&[0x00, 0x80, 0xFF, 0xFF, 0, 1, 0x80, 0x80], shape(16)), [0, 255, 0, 128]);
        assert_eq!(shares(&[0b0110_0000, 0b1100_0000], shape(2)), [85, 170, 255, 0]);
        assert_eq!(numbers(&[0b0100_0000, 0b1000_0000], shape(1)).collect::<Vec<_>>(), [0, 1, 1, 0]);
    }
}
