//! Streams (ISO 32000-1, 7.4), decoded here rather than in the object layer so that every byte a
//! filter gives is charged as it comes.

pub(crate) mod ascii;
mod flate;
pub(crate) mod lzw;
pub(crate) mod predictor;

use std::borrow::Cow;

use hayro_syntax::object::{Array, Dict, Name, Object, Stream};

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;

/// Filters of one stream that are followed; honest streams have one or two.
const MAX_FILTERS: usize = 8;

/// Bytes between two charges.
const CHARGE_STEP: usize = 1 << 16;

/// A filter whose result are pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ImageFilter {
    /// `DCTDecode`: JPEG.
    Dct,
    /// `JPXDecode`: JPEG 2000.
    Jpx,
    /// `JBIG2Decode`.
    Jbig2,
    /// `CCITTFaxDecode`.
    Ccitt,
}

impl ImageFilter {
    /// The filter of this name.
    fn of(name: &[u8]) -> Option<ImageFilter> {
        Some(match name {
            b"DCTDecode" | b"DCT" => ImageFilter::Dct,
            b"JPXDecode" => ImageFilter::Jpx,
            b"JBIG2Decode" => ImageFilter::Jbig2,
            b"CCITTFaxDecode" | b"CCF" => ImageFilter::Ccitt,
            _ => return None,
        })
    }
}

/// A stream decoded up to the filter that gives pixels, if it has one.
pub(super) struct Decoded<'a> {
    /// The bytes.
    pub bytes: Cow<'a, [u8]>,
    /// What they still are encoded with, and its parameters.
    pub image: Option<(ImageFilter, Dict<'a>)>,
}

/// The decoded bytes of a stream that is no image; empty where they cannot be decoded.
///
/// # Errors
/// A limit on unpacked bytes.
pub(crate) fn decode<'a>(stream: &Stream<'a>, context: &Context) -> Result<Cow<'a, [u8]>> {
    let decoded = decode_to_image(stream, context)?;
    Ok(if decoded.image.is_some() { Cow::Borrowed(&[]) } else { decoded.bytes })
}

/// Decodes a stream up to a filter that gives pixels. What a damaged filter gave before the damage
/// counts.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn decode_to_image<'a>(stream: &Stream<'a>, context: &Context) -> Result<Decoded<'a>> {
    let dict = stream.dict();
    let mut bytes = if is_external(dict) { Cow::Borrowed(&[][..]) } else { stream.raw_data() };
    for (filter, parameters) in filters(dict) {
        context.checkpoint()?;
        bytes = match filter.as_slice() {
            b"FlateDecode" | b"Fl" => {
                let inflated = flate::inflate(&bytes, context)?;
                Cow::Owned(predictor::undo(inflated, &parameters, context)?)
            }
            b"LZWDecode" | b"LZW" => {
                let early = parameters.get::<i32>(b"EarlyChange") != Some(0);
                let unpacked = lzw::unpack(&bytes, early, context)?;
                Cow::Owned(predictor::undo(unpacked, &parameters, context)?)
            }
            b"ASCIIHexDecode" | b"AHx" => Cow::Owned(ascii::from_hex(&bytes)),
            b"ASCII85Decode" | b"A85" => Cow::Owned(ascii::from_base85(&bytes)),
            b"RunLengthDecode" | b"RL" => Cow::Owned(run_lengths(&bytes, context)?),
            b"Crypt" => bytes,
            name => match ImageFilter::of(name) {
                Some(filter) => return Ok(Decoded { bytes, image: Some((filter, parameters)) }),
                None => Cow::Borrowed(&[][..]),
            },
        };
    }
    Ok(Decoded { bytes, image: None })
}

/// Unpacks `data` as `dict` says, for the sake of the limits alone, and counts its bytes; nothing is kept that need not be.
/// Filters may be out of reach where the dictionary was read without its document: then they are
/// guessed.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn measure(data: &[u8], dict: &Dict<'_>, context: &Context) -> Result<u64> {
    let data = data.strip_prefix(b"\r").unwrap_or(data);
    let data = data.strip_prefix(b"\n").unwrap_or(data);
    let known: Vec<Vec<u8>> = filters(dict).into_iter().map(|(name, _)| name).collect();
    let names = if known.is_empty() { vec![b"FlateDecode".to_vec(); MAX_FILTERS] } else { known };
    let mut bytes = Cow::Borrowed(data);
    for (index, filter) in names.iter().enumerate() {
        bytes = match filter.as_slice() {
            b"FlateDecode" | b"Fl" if index + 1 == names.len() => return flate::measure(&bytes, context),
            b"FlateDecode" | b"Fl" => Cow::Owned(flate::inflate(&bytes, context)?),
            b"LZWDecode" | b"LZW" => Cow::Owned(lzw::unpack(&bytes, true, context)?),
            b"ASCIIHexDecode" | b"AHx" => Cow::Owned(ascii::from_hex(&bytes)),
            b"ASCII85Decode" | b"A85" => Cow::Owned(ascii::from_base85(&bytes)),
            b"RunLengthDecode" | b"RL" => Cow::Owned(run_lengths(&bytes, context)?),
            _ => break,
        };
        if bytes.is_empty() {
            break;
        }
    }
    Ok(bytes.len() as u64)
}

/// Number of filters a dictionary names; `None` where it does not say within itself.
pub(super) fn filter_count(dict: &Dict<'_>) -> Option<usize> {
    let named = dict.contains_key(b"Filter") || dict.contains_key(b"F");
    let count = filters(dict).len();
    (count > 0 || !named).then_some(count)
}

/// The filter of a stream that gives pixels, if it has one.
#[cfg(feature = "render")]
pub(super) fn image_filter(dict: &Dict<'_>) -> Option<ImageFilter> {
    filters(dict).iter().find_map(|(name, _)| ImageFilter::of(name))
}

/// Whether the data lies in another file, which is never opened.
fn is_external(dict: &Dict<'_>) -> bool {
    matches!(dict.get::<Object<'_>>(b"F"), Some(Object::String(_) | Object::Dict(_)))
}

/// The filters with their parameters, in the order they are undone.
fn filters<'a>(dict: &Dict<'a>) -> Vec<(Vec<u8>, Dict<'a>)> {
    let entry = |short: &[u8], long: &[u8]| {
        let short = dict.get::<Object<'a>>(short).filter(|object| !matches!(object, Object::Null(_)));
        short.or_else(|| dict.get::<Object<'a>>(long))
    };
    let names: Vec<Name<'a>> = match entry(b"F", b"Filter") {
        Some(Object::Name(name)) => vec![name],
        Some(Object::Array(names)) => names.iter::<Name<'a>>().take(MAX_FILTERS).collect(),
        _ => Vec::new(),
    };
    let parameters: Vec<Option<Dict<'a>>> = match entry(b"DP", b"DecodeParms") {
        Some(Object::Dict(dict)) => vec![Some(dict)],
        Some(Object::Array(dicts)) => {
            Array::iter::<Object<'a>>(&dicts).take(MAX_FILTERS).map(Object::into_dict).collect()
        }
        _ => Vec::new(),
    };
    let parameters = parameters.into_iter().chain(std::iter::repeat(None));
    names.iter().zip(parameters).map(|(name, dict)| (name.as_ref().to_vec(), dict.unwrap_or_default())).collect()
}

/// Bytes as a filter gives them, charged while they grow.
struct Output<'c> {
    bytes: Vec<u8>,
    /// How many of `bytes` have been charged.
    charged: usize,
    /// Bytes that were charged and not kept.
    dropped: usize,
    keep: bool,
    context: &'c Context,
}

impl<'c> Output<'c> {
    fn new(context: &'c Context) -> Self {
        Output { bytes: Vec::new(), charged: 0, dropped: 0, keep: true, context }
    }

    /// Charges what has grown since the last time, once it is worth it.
    fn look(&mut self) -> Result<()> {
        if self.bytes.len() - self.charged >= CHARGE_STEP { self.charge() } else { Ok(()) }
    }

    fn charge(&mut self) -> Result<()> {
        let grown = self.bytes.len() - self.charged;
        self.charged = self.bytes.len();
        self.context.check(Limit::stream_bytes, (self.dropped + self.charged) as u64)?;
        self.context.charge_unpacked(grown)?;
        if !self.keep {
            self.dropped += self.charged;
            self.charged = 0;
            self.bytes.clear();
        }
        self.context.tick(grown as u64 / 64)
    }

    fn finish(mut self) -> Result<Vec<u8>> {
        self.charge()?;
        Ok(self.bytes)
    }
}

/// `RunLengthDecode` (ISO 32000-1, 7.4.5).
pub(crate) fn run_lengths(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let mut out = Output::new(context);
    let mut rest = bytes;
    while let Some((&length, after)) = rest.split_first() {
        out.look()?;
        let length = length as usize;
        match (length, after.first()) {
            (0..=127, _) => {
                let literal = after.get(..=length).unwrap_or(after);
                out.bytes.extend_from_slice(literal);
                rest = after.get(literal.len()..).unwrap_or_default();
            }
            (129..=255, Some(byte)) => {
                out.bytes.extend(std::iter::repeat_n(*byte, 257 - length));
                rest = after.get(1..).unwrap_or_default();
            }
            _ => break,
        }
    }
    out.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_lengths_follow_the_standard() {
        let unpacked = run_lengths(&[2, b'a', b'b', b'c', 254, b'x', 128, 9, 9], &Context::default()).unwrap();
        assert_eq!(unpacked, b"abcxxx");
        assert_eq!(run_lengths(&[5, b'a'], &Context::default()).unwrap(), b"a");
    }
}
