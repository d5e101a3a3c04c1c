//! A check of font dictionaries before they are handed to the font library, which decodes streams and spreads ranges
//! without a limit.

use std::borrow::Cow;

use hayro_syntax::object::{Array, Dict, Object, Stream};

use super::super::stream;
use super::{style, to_unicode};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Codes and glyph indices have two bytes in every font this reader meets.
const MAX_CODE: i64 = 0xFFFF;

/// Bytes of a CMap; the largest predefined ones have about 1.3 MB as text.
const MAX_CMAP_BYTES: usize = 8 << 20;

/// Entries of width arrays together.
const MAX_WIDTHS: i64 = 1 << 20;

/// What the look shows.
#[derive(Debug, Default)]
pub(in super::super) struct Look {
    /// Whether the font is in proportion.
    pub modest: bool,
    /// Whether its own mapping gives some codes an empty text, as those of a cluster whose text
    /// another glyph has.
    pub silent: bool,
    /// What its own mapping says, where that is damaged.
    pub mapping: Option<to_unicode::Mapping>,
}

/// Looks at a font. Its streams are decoded once here, so that their bytes are charged.
///
/// # Errors
/// A limit on unpacked bytes.
pub(in super::super) fn look(dict: &Dict<'_>, context: &Context) -> Result<Look> {
    let Some(mapping) = cmap(dict, b"ToUnicode", context)? else { return Ok(Look::default()) };
    let silent = mapping.windows(3).any(|part| part == b" <>");
    let mapping = to_unicode::repaired(&mapping, context)?;
    Ok(Look { modest: is_modest(dict, context)?, silent, mapping })
}

/// A CMap of the font, empty where it has none; nothing where it is out of proportion.
fn cmap<'a>(dict: &Dict<'a>, key: &[u8], context: &Context) -> Result<Option<Cow<'a, [u8]>>> {
    let Some(cmap) = dict.get::<Stream<'a>>(key) else { return Ok(Some(Cow::Borrowed(&[]))) };
    Ok(Some(stream::decode(&cmap, context)?).filter(|cmap| cmap.len() <= MAX_CMAP_BYTES))
}

fn is_modest(dict: &Dict<'_>, context: &Context) -> Result<bool> {
    let descendant = style::descendant(dict);
    if cmap(dict, b"Encoding", context)?.is_none() {
        return Ok(false);
    }
    for dict in [Some(dict), descendant.as_ref()].into_iter().flatten() {
        if !widths_are_modest(dict, context)? {
            return Ok(false);
        }
        let descriptor = dict.get::<Dict<'_>>(b"FontDescriptor").unwrap_or_default();
        let program = [&b"FontFile"[..], b"FontFile2", b"FontFile3"].map(|key| descriptor.get::<Stream<'_>>(key));
        let glyphs = dict.get::<Stream<'_>>(b"CIDToGIDMap");
        for stream in program.iter().chain([&glyphs]).flatten() {
            stream::decode(stream, context)?;
        }
    }
    Ok(true)
}

fn widths_are_modest(dict: &Dict<'_>, context: &Context) -> Result<bool> {
    let in_range = |key: &[u8]| dict.get::<f64>(key).is_none_or(|code| (0.0..=MAX_CODE as f64).contains(&code));
    Ok(in_range(b"FirstChar")
        && in_range(b"LastChar")
        && ranges_are_modest(dict, b"W", 3, context)?
        && ranges_are_modest(dict, b"W2", 5, context)?)
}

/// Whether the ranges of `W` and `W2` (ISO 32000-1, 9.7.4.3), of `len` numbers each, stay below
/// [`MAX_WIDTHS`]; `first [widths]` groups are as long as they are.
fn ranges_are_modest(dict: &Dict<'_>, key: &[u8], len: usize, context: &Context) -> Result<bool> {
    let Some(entries) = dict.get::<Array<'_>>(key) else { return Ok(true) };
    let (mut numbers, mut total) = (Vec::new(), 0_i64);
    for entry in entries.iter::<Object<'_>>() {
        context.tick(1)?;
        match entry {
            Object::Number(number) => numbers.push(number.as_i64()),
            _ => numbers.clear(),
        }
        if numbers.len() == len {
            total = total.saturating_add(numbers[1].saturating_sub(numbers[0]).max(0));
            numbers.clear();
        }
    }
    Ok(total <= MAX_WIDTHS)
}
