//! Bilevel images as JBIG2 (ISO 32000-1, 7.4.7), the same in every sample.

use hayro_ccitt::{DecodeSettings, Decoder, DecoderContext, EncodingMode};

use super::super::document::Document;
use super::super::filter;
use super::super::object::{Dictionary, Object, Stream};
use super::samples::{self, Shape};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::fence::fenced;
use transvase_codec::{fax, jbig2};

/// Columns of a fax image that names none (table 11).
const COLUMNS: i64 = 1_728;

/// A picture as JBIG2; `None` where it is of another kind.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(in super::super) fn smaller(document: &Document, stream: &Stream, context: &Context) -> Result<Option<Stream>> {
    let Some(rows) = rows(document, stream, context)? else { return Ok(None) };
    let bitmap = jbig2::Bitmap { width: rows.width as u32, height: rows.height as u32, rows: inverted(&rows) };
    let data = jbig2::encode(&bitmap, context)?;
    // What is not read as it was written is not written.
    if jbig2::decode(&data, &[], context)? != Some(bitmap) {
        return Ok(None);
    }
    let mut smaller = stream.clone();
    smaller.set_packed(data, "JBIG2Decode", None);
    Ok(Some(smaller))
}

/// The samples of a picture.
struct Rows {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

/// Samples with 0 and 1 changed, since 1 is black in JBIG2; what fills up rows is white.
fn inverted(rows: &Rows) -> Vec<u8> {
    let mut bytes: Vec<u8> = rows.bytes.iter().map(|byte| !byte).collect();
    let filling = (0xFF_u16 << ((8 - rows.width % 8) % 8)) as u8;
    bytes.chunks_mut(rows.width.div_ceil(8)).filter_map(<[u8]>::last_mut).for_each(|last| *last &= filling);
    bytes
}

fn rows(document: &Document, stream: &Stream, context: &Context) -> Result<Option<Rows>> {
    let entries = &stream.dictionary;
    let is_wanted = |shape: &Shape| shape.bits == 1 && shape.colors == 1 && shape.width.max(shape.height) < 65_536;
    let Some(shape) = shape(document, entries).filter(is_wanted) else { return Ok(None) };
    let Some(decoded) = filter::decode_to_image(document, stream, context)? else { return Ok(None) };
    let bytes = match &decoded.left[..] {
        [] => samples::plain(document, stream, shape, context)?,
        [(name, parameters)] if name == b"CCITTFaxDecode" => fax(document, &decoded.bytes, parameters, shape, context)?,
        _ => None,
    };
    Ok(bytes.map(|bytes| Rows { width: shape.width, height: shape.height, bytes }))
}

/// The shape of a picture, also of one whose samples are indexes: what they mean stays.
fn shape(document: &Document, entries: &Dictionary) -> Option<Shape> {
    let parts = document.get(entries, "ColorSpace").as_array();
    let is_indexed =
        parts.and_then(|parts| parts.first()).is_some_and(|name| document.resolve(name).is_name("Indexed"));
    if !is_indexed {
        return Shape::of(document, entries);
    }
    let gray = entries.clone().with("ColorSpace", Object::name("DeviceGray"));
    Shape::of(document, &gray)
}

/// The samples of a fax image; `None` where not all of its rows are sound, since readers mend them differently.
fn fax(
    document: &Document,
    bytes: &[u8],
    parameters: &Dictionary,
    shape: Shape,
    context: &Context,
) -> Result<Option<Vec<u8>>> {
    context.check(Limit::image_pixels, shape.width as u64 * shape.height as u64)?;
    let number = |key: &str, default| document.get(parameters, key).as_integer().unwrap_or(default);
    let flag = |key: &str, default| match document.get(parameters, key) {
        Object::Boolean(value) => *value,
        _ => default,
    };
    if number("Columns", COLUMNS) != shape.width as i64 || number("K", 0) > 0 {
        return Ok(None);
    }
    let settings = DecodeSettings {
        columns: shape.width as u32,
        rows: shape.height as u32,
        end_of_block: flag("EndOfBlock", true),
        end_of_line: flag("EndOfLine", false),
        rows_are_byte_aligned: flag("EncodedByteAlign", false),
        encoding: if number("K", 0) < 0 { EncodingMode::Group4 } else { EncodingMode::Group3_1D },
        strict: true,
    };
    let white = if flag("BlackIs1", false) { 0 } else { 0xFF };
    context.charge_samples(shape.row() * shape.height)?;
    let mut rows = FaxRows { out: Vec::new(), shape, white, context, stopped: Ok(()) };
    let done = fenced(|| hayro_ccitt::decode(bytes, &mut rows, &mut DecoderContext::new(settings)));
    rows.stopped?;
    let is_whole = matches!(done, Some(Ok(_))) && rows.out.len() == shape.row() * shape.height;
    Ok(is_whole.then_some(rows.out))
}

/// Gathers rows, filled up to bytes.
struct FaxRows<'c> {
    out: Vec<u8>,
    shape: Shape,
    white: u8,
    context: &'c Context,
    /// What ended it early.
    stopped: Result<()>,
}

impl Decoder for FaxRows<'_> {
    fn push_row(&mut self, changes: &[u32]) {
        let start = self.out.len();
        if self.stopped.is_err() || start >= self.shape.row() * self.shape.height {
            return;
        }
        self.stopped = self.context.tick(self.shape.width as u64 / 64 + changes.len() as u64 + 1);
        self.out.resize(start + self.shape.row(), self.white);
        fax::blacken(self.out.get_mut(start..).unwrap_or_default(), changes, self.shape.width as u32);
    }
}
