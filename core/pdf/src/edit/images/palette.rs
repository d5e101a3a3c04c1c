//! Indexed colour: pictures of few colours as indexes of a palette (ISO 32000-1, 8.6.6.3), and gray ones of few shades
//! in fewer bits, with the same colours in every pixel.

use super::super::document::Document;
use super::super::filter::{Packer, Samples};
use super::super::object::{Object, Stream};
use super::samples::{self, Shape};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::png::few::{self, Numbered};

/// A picture in fewer bits; `None` where it has too many colours, or is of another kind.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn smaller(
    document: &Document,
    stream: &Stream,
    packer: Packer,
    context: &Context,
) -> Result<Option<Stream>> {
    let entries = &stream.dictionary;
    let is_wanted = |shape: &Shape| shape.bits == 8 && (matches!(shape.colors, 1 | 3 | 4));
    let Some(shape) = Shape::of(document, entries).filter(is_wanted) else { return Ok(None) };
    if samples::is_stencil(document, entries) || !samples::is_unmapped(document, entries) {
        return Ok(None);
    }
    let Some(bytes) = samples::plain(document, stream, shape, context)? else { return Ok(None) };
    context.tick(bytes.len() as u64 / 16 + 1)?;
    let packed = match shape.colors {
        1 => few::shades(&bytes, shape.width).map(|(bits, rows)| (bits, rows, None)),
        colors => few::numbered(&bytes, colors).map(|Numbered { numbers, palette }| {
            let bits = few::bits(palette.len() / colors);
            (bits, few::packed(&numbers, shape.width, bits, |number| number), Some(palette))
        }),
    };
    let Some((bits, bytes, palette)) = packed else { return Ok(None) };
    let mut smaller = stream.clone();
    smaller.dictionary.set("BitsPerComponent", bits as i64);
    if let Some(palette) = palette {
        let last = palette.len() / shape.colors - 1;
        let base = entries.get("ColorSpace").clone();
        let space = vec![Object::name("Indexed"), base, Object::Integer(last as i64), Object::String(palette)];
        smaller.dictionary.set("ColorSpace", space);
    }
    smaller.set_plain(bytes);
    let rows = Samples { columns: shape.width, colors: 1, bits, is_smooth: false };
    packer.samples(smaller, &rows, context).map(Some)
}
