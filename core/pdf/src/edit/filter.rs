//! Stream filters (ISO 32000-2, 7.4), undone only where nothing is lost by it, and `FlateDecode` put on.
//!
//! The reader takes from a damaged stream what it can get. Here a stream that is damaged stays as it is: another reader
//! may get more.

use flate2::{Decompress, FlushDecompress, Status};

use super::document::Document;
use super::object::{Dictionary, Object, Stream};
use crate::read::stream::predictor::{self, Rows};
use crate::read::stream::{ascii, lzw, run_lengths};
use transvase_base::context::{Context, Limit};
use transvase_base::deflate::{self, Frame};
use transvase_base::error::Result;
use transvase_codec::png::filters::{self, Choice};

/// Filters of one stream that are followed; honest streams have one or two.
const MAX_FILTERS: usize = 8;

/// Bytes inflated between two charges.
const CHUNK: usize = 1 << 16;

/// Every row by its difference to the one above.
const BY_ABOVE: Choice = Choice::Same(filters::UP);

/// A stream whose filters were undone, all or those before one that gives the samples of a picture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Decoded {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The filters that are left, with their parameters, in the order they are undone: none, or one for pictures.
    pub left: Vec<(Vec<u8>, Dictionary)>,
}

/// The bytes of a stream without any filter; `None` where it is damaged, or has a filter for pictures or one that is
/// not known.
///
/// # Errors
/// A limit on unpacked bytes.
pub(crate) fn decode(document: &Document, stream: &Stream, context: &Context) -> Result<Option<Vec<u8>>> {
    let decoded = decode_to_image(document, stream, context)?;
    Ok(decoded.filter(|decoded| decoded.left.is_empty()).map(|decoded| decoded.bytes))
}

/// Undoes the filters of a stream up to one for pictures; `None` where it is damaged or has one that is not known.
///
/// # Errors
/// A limit on unpacked bytes.
pub(crate) fn decode_to_image(document: &Document, stream: &Stream, context: &Context) -> Result<Option<Decoded>> {
    let Some(filters) = filters(document, stream) else { return Ok(None) };
    let is_picture = document.get(&stream.dictionary, "Subtype").is_name("Image");
    let charge = if is_picture { Context::charge_samples } else { Context::charge_unpacked };
    let mut bytes = stream.data.to_vec();
    let mut filters = filters.into_iter();
    while let Some((filter, parameters)) = filters.next() {
        context.checkpoint()?;
        let plain = match filter.as_slice() {
            b"DCTDecode" | b"DCT" | b"JPXDecode" | b"JBIG2Decode" | b"CCITTFaxDecode" | b"CCF" => {
                let left = std::iter::once((filter, parameters)).chain(filters).collect();
                return Ok(Some(Decoded { bytes, left }));
            }
            b"FlateDecode" | b"Fl" => inflate(&bytes, charge, context)?.map(|plain| (plain, true)),
            b"LZWDecode" | b"LZW" => {
                let early = document.get(&parameters, "EarlyChange").as_integer() != Some(0);
                Some((lzw::unpack(&bytes, early, context)?, true))
            }
            b"ASCIIHexDecode" | b"AHx" => Some((ascii::from_hex(&bytes), false)),
            b"ASCII85Decode" | b"A85" => Some((ascii::from_base85(&bytes), false)),
            b"RunLengthDecode" | b"RL" => Some((run_lengths(&bytes, context)?, false)),
            _ => None,
        };
        let Some((plain, predicted)) = plain else { return Ok(None) };
        bytes = plain;
        if predicted {
            let Some(rows) = rows(document, &parameters, context)? else { continue };
            bytes = predictor::undo_rows(bytes, &rows);
        }
    }
    Ok(Some(Decoded { bytes, left: Vec::new() }))
}

/// The filters of a stream with their parameters; `None` where the data is in another file, or they cannot be told.
pub(crate) fn filters(document: &Document, stream: &Stream) -> Option<Vec<(Vec<u8>, Dictionary)>> {
    let entries = &stream.dictionary;
    if entries.has("F") {
        return None;
    }
    let names = match document.get(entries, "Filter") {
        Object::Null => return Some(Vec::new()),
        Object::Array(names) if names.len() <= MAX_FILTERS => names.as_slice(),
        name @ Object::Name(_) => std::slice::from_ref(name),
        _ => return None,
    };
    let parameters = match document.get(entries, "DecodeParms") {
        Object::Array(several) => several.as_slice(),
        Object::Null => document.get(entries, "DP").as_array().unwrap_or_default(),
        one => std::slice::from_ref(one),
    };
    let of = |index: usize| parameters.get(index).and_then(|one| document.resolve(one).as_dictionary()).cloned();
    let pairs = names.iter().enumerate();
    pairs
        .map(|(index, name)| Some((document.resolve(name).as_name()?.to_vec(), of(index).unwrap_or_default())))
        .collect()
}

/// How the samples of a predicted stream lie; `None` where it has no predictor.
fn rows(document: &Document, parameters: &Dictionary, context: &Context) -> Result<Option<Rows>> {
    let entry = |key: &str| document.get(parameters, key).as_integer();
    let size = |key: &str, default: usize| entry(key).and_then(|size| usize::try_from(size).ok()).unwrap_or(default);
    let columns = size("Columns", 1);
    context.check(Limit::image_pixels, columns as u64)?;
    let predictor = entry("Predictor").unwrap_or(1);
    Ok((predictor > 1).then(|| Rows::new(predictor == 2, size("Colors", 1), size("BitsPerComponent", 8), columns)))
}

/// What a zlib stream holds, charged as samples of a picture or as other bytes; `None` where it is damaged or cut off.
fn inflate(bytes: &[u8], charge: impl Fn(&Context, usize) -> Result<()>, context: &Context) -> Result<Option<Vec<u8>>> {
    let mut inflater = Decompress::new(true);
    let (mut out, mut charged) = (Vec::new(), 0);
    loop {
        let used = inflater.total_in() as usize;
        let rest = bytes.get(used..).unwrap_or_default();
        out.reserve(CHUNK.min(rest.len().saturating_mul(4).max(1_024)));
        let status = inflater.decompress_vec(rest, &mut out, FlushDecompress::None);
        context.check(Limit::stream_bytes, out.len() as u64)?;
        charge(context, out.len() - charged)?;
        context.tick((out.len() - charged) as u64 / 64 + 1)?;
        let stalled = inflater.total_in() as usize == used && out.len() == charged;
        charged = out.len();
        match status {
            Ok(Status::StreamEnd) => return Ok(Some(out)),
            Ok(_) if !stalled => {}
            _ => return Ok(None),
        }
    }
}

/// Puts `FlateDecode` on streams.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packer {
    /// Passes over the data that look for shorter codes; 0 is deflate's best level.
    passes: u64,
}

impl Packer {
    /// What the options' `effort` means.
    pub fn of_effort(effort: u64) -> Packer {
        Packer { passes: deflate::passes(effort) }
    }

    /// Packs bytes.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn deflate(self, bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
        deflate::packed(bytes, Frame::Zlib, self.passes, context)
    }

    /// Packs a stream without a filter, where that makes it smaller.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn flate(self, mut stream: Stream, context: &Context) -> Result<Stream> {
        let packed = self.deflate(&stream.data, context)?;
        if packed.len() + FILTER_ENTRY < stream.data.len() {
            stream.set_packed(packed, "FlateDecode", None);
        }
        Ok(stream)
    }
}

/// How the samples of a picture lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Samples {
    /// Pixels of a row.
    pub columns: usize,
    /// Samples of a pixel.
    pub colors: usize,
    /// Bits of a sample.
    pub bits: usize,
    /// Whether near samples look alike, as those of colours do and indexes of a palette do not.
    pub is_smooth: bool,
}

impl Samples {
    fn row(&self) -> usize {
        self.columns.saturating_mul(self.colors).saturating_mul(self.bits).div_ceil(8)
    }
}

impl Packer {
    /// Packs the samples of a picture, predicted from those around them where that is smaller.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn samples(self, stream: Stream, samples: &Samples, context: &Context) -> Result<Stream> {
        let row = samples.row();
        let is_whole = row > 0 && !stream.data.is_empty() && stream.data.len().is_multiple_of(row);
        if !is_whole || !matches!(samples.bits, 1 | 2 | 4 | 8 | 16) || !(1..=4).contains(&samples.colors) {
            return self.flate(stream, context);
        }
        context.room(stream.data.len() * 2)?;
        let pixel = (samples.colors * samples.bits).div_ceil(8);
        let choice = if samples.is_smooth && samples.bits >= 8 { Choice::Smallest } else { BY_ABOVE };
        let predicted = filters::filtered(&stream.data, row, pixel, choice, context)?;
        let packed = self.deflate(&predicted, context)?;
        let mut parameters = Dictionary::default().with("Predictor", 15).with("Columns", samples.columns as i64);
        for (key, value, default) in [("Colors", samples.colors, 1), ("BitsPerComponent", samples.bits, 8)] {
            if value != default {
                parameters.set(key, value as i64);
            }
        }
        Ok(smaller(self.flate(stream, context)?, packed, parameters))
    }

    /// Packs a table whose rows have so many bytes, predicted from those above them where that is smaller.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn table(self, stream: Stream, row: usize, context: &Context) -> Result<Stream> {
        let packed = self.deflate(&filters::filtered(&stream.data, row, 1, BY_ABOVE, context)?, context)?;
        let parameters = Dictionary::default().with("Predictor", 12).with("Columns", row as i64);
        Ok(smaller(self.flate(stream, context)?, packed, parameters))
    }
}

/// A stream, or what it is packed to with a predictor where that is smaller.
fn smaller(mut stream: Stream, packed: Vec<u8>, parameters: Dictionary) -> Stream {
    if packed.len() + PREDICTOR_ENTRIES < stream.data.len() {
        stream.set_packed(packed, "FlateDecode", Some(parameters));
    }
    stream
}

/// Bytes that `/Filter/FlateDecode` takes.
pub(super) const FILTER_ENTRY: usize = 19;

/// Bytes that the entries of a predictor take.
const PREDICTOR_ENTRIES: usize = 42;
