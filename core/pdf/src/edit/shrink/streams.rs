//! Stream compression: `FlateDecode`, with a predictor for the samples of pictures, wherever that is the smallest.

use super::super::document::Document;
use super::super::filter::{self, FILTER_ENTRY, Packer};
use super::super::object::{Dictionary, Id, Object, Stream};
use super::Job;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Packs every stream anew, and keeps what became smaller; metadata stays as it is where a standard wants it so.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn pack(document: &mut Document, job: &Job, context: &Context) -> Result<()> {
    let ids: Vec<Id> = document.streams().map(|(id, _)| id).collect();
    for id in ids {
        context.tick(1)?;
        let Some(stream) = document.stream(id) else { continue };
        if job.is_early && stream.dictionary.get("Type").is_name("Metadata") {
            continue;
        }
        if let Some(smaller) = packed(document, stream, job.packer, context)?
            && let Some(stream) = document.stream_mut(id)
        {
            *stream = smaller;
        }
    }
    Ok(())
}

/// A stream in a smaller form; `None` where there is none.
fn packed(document: &Document, stream: &Stream, packer: Packer, context: &Context) -> Result<Option<Stream>> {
    let Some(decoded) = filter::decode_to_image(document, stream, context)? else { return Ok(None) };
    let smallest = match decoded.left.first() {
        // Filters around those of a picture say nothing: its bytes are as small without them, as a rule.
        Some((filter, parameters)) if decoded.left.len() == 1 => {
            let mut bare = stream.clone();
            let parameters = Some(parameters.clone()).filter(|parameters| parameters.len() > 0);
            bare.set_packed(decoded.bytes, &String::from_utf8_lossy(filter), parameters);
            bare
        }
        Some(_) => return Ok(None),
        None => {
            let rows = samples(document, &stream.dictionary);
            let mut plain = stream.clone();
            plain.set_plain(decoded.bytes);
            match rows {
                Some(rows) => packer.samples(plain, &rows, context)?,
                None => packer.flate(plain, context)?,
            }
        }
    };
    Ok((size(&smallest) < size(stream)).then_some(smallest))
}

/// Bytes a stream takes, roughly.
fn size(stream: &Stream) -> usize {
    let entries = [stream.dictionary.get("Filter"), stream.dictionary.get("DecodeParms")];
    let mut size = stream.data.len();
    for entry in entries {
        entry.each(&mut |value| {
            size += match value {
                Object::Name(name) => name.len() + 1,
                Object::Dictionary(entries) => 4 + entries.keys().map(|key| key.len() + 1).sum::<usize>(),
                Object::Array(_) => 2,
                _ => 4,
            }
        });
    }
    size + if stream.dictionary.has("Filter") { FILTER_ENTRY - b"/FlateDecode".len() } else { 0 }
}

/// How the samples of a picture lie; `None` where the stream is not one of more than a few rows.
fn samples(document: &Document, entries: &Dictionary) -> Option<filter::Samples> {
    if !document.get(entries, "Subtype").is_name("Image") {
        return None;
    }
    let size = |key: &str| document.get(entries, key).as_integer().and_then(|size| usize::try_from(size).ok());
    let is_mask = document.get(entries, "ImageMask") == &Object::Boolean(true);
    let bits = if is_mask { 1 } else { size("BitsPerComponent")? };
    let colors = if is_mask { 1 } else { components(document, document.get(entries, "ColorSpace"), 0)? };
    let is_smooth = !is_mask && !is_indexed(document, entries);
    Some(filter::Samples { columns: size("Width")?, colors, bits, is_smooth })
}

/// Whether the samples of a picture are indexes of a palette.
fn is_indexed(document: &Document, entries: &Dictionary) -> bool {
    let parts = document.get(entries, "ColorSpace").as_array().and_then(|parts| parts.first());
    parts.is_some_and(|name| document.resolve(name).is_name("Indexed"))
}

/// Components of a colour space (8.6); `None` where it is damaged.
fn components(document: &Document, space: &Object, depth: usize) -> Option<usize> {
    if let Some(name) = space.as_name() {
        return match name {
            b"DeviceGray" | b"G" | b"CalGray" => Some(1),
            b"DeviceRGB" | b"RGB" => Some(3),
            b"DeviceCMYK" | b"CMYK" => Some(4),
            _ => None,
        };
    }
    let parts = space.as_array().filter(|_| depth < 4)?;
    match document.resolve(parts.first()?).as_name()? {
        b"Indexed" | b"I" | b"CalGray" | b"Separation" => Some(1),
        b"CalRGB" | b"Lab" => Some(3),
        b"DeviceN" => Some(document.resolve(parts.get(1)?).as_array()?.len()),
        b"ICCBased" => {
            let profile = document.resolve(parts.get(1)?).as_dictionary()?;
            document.get(profile, "N").as_integer()?.try_into().ok()
        }
        _ => components(document, document.resolve(parts.first()?), depth + 1),
    }
}
