//! Embeddable fonts that may go on with the text: whole TrueType or OpenType files whose licence bits allow that
//! documents are edited with them.

use std::sync::Arc;

use hayro_syntax::object::{Dict, Stream};

use skrifa::raw::TableProvider;
use skrifa::raw::types::Tag;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider};

use super::super::stream;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::{OptionKind, OptionSpec};
use transvase_font::fonts::{Licence, licence};
use transvase_model::pages::FontProgram;

/// Whether font files are read.
pub(crate) static EMBED_FONTS: OptionSpec = OptionSpec {
    key: "embed_fonts",
    kind: OptionKind::Flag,
    unit: "",
    default: "false",
    doc: "Embed the fonts of the PDF in the result instead of naming similar common ones, where a font is complete and \
          its licence allows it.",
};

/// Tables without which programs refuse a font (OpenType 1.9, required tables), but for those of the
/// outlines.
const TABLES: [&[u8; 4]; 8] = [b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"name", b"OS/2", b"post"];

/// The family and file of a font, where it may be kept.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn program(descriptor: &Dict<'_>, context: &Context) -> Result<Option<(String, FontProgram)>> {
    for key in [&b"FontFile2"[..], b"FontFile3"] {
        if let Some(stream) = descriptor.get::<Stream<'_>>(key) {
            let data: Arc<[u8]> = stream::decode(&stream, context)?.as_ref().into();
            let family = family(&data);
            return Ok(family.map(|family| (family, FontProgram { data, index: 0, weight_axis: None })));
        }
    }
    Ok(None)
}

/// The family of a font file; `None` where the file is not whole or its licence forbids its use.
fn family(data: &[u8]) -> Option<String> {
    let font = FontRef::new(data).ok()?;
    let has = |tag: &[u8; 4]| font.table_data(Tag::new(tag)).is_some();
    let whole = TABLES.iter().all(|tag| has(tag)) && (has(b"glyf") || has(b"CFF "));
    let maps_text = whole && font.charmap().mappings().any(|(code, _)| code > u32::from(b' '));
    if !maps_text || font.os2().is_err() || licence(data)? < Licence::Edit {
        return None;
    }
    let family = font.localized_strings(StringId::FAMILY_NAME).english_or_first()?.to_string();
    let family = family.trim();
    (!family.is_empty() && !is_tagged(family)).then(|| family.to_owned())
}

/// Whether a name begins with the tag of a subset (ISO 32000-1, 9.6.4): a font that calls itself so
/// has too few letters to edit with.
fn is_tagged(name: &str) -> bool {
    name.split_once('+').is_some_and(|(tag, _)| tag.len() == 6 && tag.bytes().all(|byte| byte.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_known_by_their_tag() {
        assert!(is_tagged("ABCDEF+Arial"));
        assert!(!is_tagged("Arial") && !is_tagged("A+B") && !is_tagged("abcdef+Arial"));
    }

    #[test]
    fn pieces_of_fonts_are_not_kept() {
        assert_eq!(family(b"\0\x01\0\0\0\0"), None);
        assert_eq!(family(b""), None);
    }

    #[test]
    fn whole_fonts_have_their_family() {
        let mut faces = transvase_font::fonts::FontBook::bundled().faces();
        let face = faces.find(|face| &*face.to_font().family == "Liberation Sans").expect("a bundled family");
        assert_eq!(family(&face.program().data).as_deref(), Some("Liberation Sans"));
    }
}
