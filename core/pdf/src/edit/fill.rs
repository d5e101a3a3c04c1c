//! Placeholder images replaced: pictures put in the place of others that stand for them.
//!
//! What draws pages packs every picture in the same way. It is given a small picture for each instead, whose samples are
//! a key, and the samples that are meant, packed as PNG packs them or better, take its place here.

use std::collections::BTreeMap;

use super::document::Document;
use super::filter::{self, Packer};
use super::images::{bilevel, masks, pictures};
use super::load::load;
use super::object::{Dictionary, Id, Object, Stream};
use super::own;
use super::write::{self, Layout};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_codec::png::forms::Kind;
use transvase_codec::png::stored::Stored;

/// Pixels of a picture that stands for another: each of its samples is a byte of the key.
pub(crate) const KEY_SIZE: (u32, u32) = (16, 1);

/// A picture that is meant.
#[derive(Debug)]
pub(crate) struct Picture {
    /// Its colours; the picture that stands for it has as many components.
    pub color: Stored,
    /// How much it lets through; the picture that stands for it has such samples, too.
    pub alpha: Option<Stored>,
}

/// The file with the pictures in the place of their keys; it may be one that keeps PDF/UA.
///
/// # Errors
/// As for reading, and a limit.
pub(crate) fn filled(
    file: &[u8],
    meant: &BTreeMap<u128, Picture>,
    is_accessible: bool,
    context: &Context,
) -> Result<Vec<u8>> {
    let mut document = match own::load(file, context)? {
        Some(document) => document,
        None => load(file, context)?,
    };
    let masks = masks(&document);
    for id in pictures(&document).into_iter().filter(|id| !masks.contains(id)) {
        context.checkpoint()?;
        let Some(key) = key(&document, id, context)? else { continue };
        let unknown = || Error::new(ErrorCode::Internal, "a placeholder picture of the PDF was not replaced");
        let Picture { color, alpha } = meant.get(&key).ok_or_else(unknown)?;
        let mask = document.dictionary_of(id).and_then(|entries| entries.get("SMask").as_reference());
        put(&mut document, id, color, context)?;
        if let (Some(alpha), Some(mask)) = (alpha, mask) {
            put(&mut document, mask, alpha, context)?;
        }
    }
    if !is_accessible {
        drop_suspects(&mut document);
    }
    write::write(&document, Layout::Packed, Packer::of_effort(5), context)
}

/// Takes out that no tag is suspect, which holds where nothing is said (ISO 32000-1, table 321): poppler takes a `false`
/// there for an error and says so for each file. PDF/UA wants it said (ISO 14289-1, 7.1).
fn drop_suspects(document: &mut Document) {
    let entries = document.catalog_mut().and_then(|catalog| catalog.get_mut("MarkInfo"));
    if let Some(entries) = entries.and_then(Object::as_dictionary_mut) {
        entries.remove("Suspects");
    }
}

/// The key that a picture is; `None` where it is none.
fn key(document: &Document, id: Id, context: &Context) -> Result<Option<u128>> {
    let Some(stream) = document.stream(id) else { return Ok(None) };
    let is = |key: &str, side: u32| stream.dictionary.get(key).as_integer() == Some(side.into());
    let is_key = is("Width", KEY_SIZE.0) && is("Height", KEY_SIZE.1);
    let Some(samples) = filter::decode(document, stream, context)?.filter(|_| is_key) else { return Ok(None) };
    let pixel = (samples.len() / KEY_SIZE.0 as usize).max(1);
    let firsts: Vec<u8> = samples.iter().step_by(pixel).copied().collect();
    Ok(firsts.try_into().ok().map(u128::from_be_bytes))
}

/// Puts samples in the place of a picture; those of one bit as JBIG2 where that is smaller.
fn put(document: &mut Document, id: Id, samples: &Stored, context: &Context) -> Result<()> {
    let Some(stream) = document.stream_mut(id) else { return Ok(()) };
    describe(stream, samples);
    let parameters = Dictionary::default()
        .with("Predictor", 15)
        .with("Columns", i64::from(samples.width))
        .with("Colors", samples.channels() as i64)
        .with("BitsPerComponent", i64::from(samples.depth));
    stream.set_packed(samples.data.clone(), "FlateDecode", Some(parameters));
    let Some(stream) = document.stream(id).filter(|_| samples.depth == 1) else { return Ok(()) };
    let smaller = bilevel::smaller(document, stream, context)?.filter(|new| new.data.len() < stream.data.len());
    if let (Some(smaller), Some(stream)) = (smaller, document.stream_mut(id)) {
        *stream = smaller;
    }
    Ok(())
}

/// What the dictionary says of the samples. What colours mean stays as it is.
fn describe(stream: &mut Stream, samples: &Stored) {
    let entries = &mut stream.dictionary;
    entries.set("Width", i64::from(samples.width));
    entries.set("Height", i64::from(samples.height));
    entries.set("BitsPerComponent", i64::from(samples.depth));
    if samples.kind == Kind::Palette {
        let last = Object::Integer(samples.palette.len() as i64 / 3 - 1);
        let base = entries.get("ColorSpace").clone();
        entries.set("ColorSpace", vec![Object::name("Indexed"), base, last, Object::String(samples.palette.clone())]);
    }
}
