//! Consistency checks of a CFF program: whether its parts speak of the same glyphs. Lenient readers make do with less;
//! strict ones then find no name or no outline, and draw nothing.

use std::collections::BTreeSet;

use skrifa::GlyphId;
use skrifa::raw::ps::cff::CffFontRef;
use skrifa::raw::ps::string::STANDARD_STRINGS;

use super::read::Source;

/// Whether all parts of a program fit each other.
pub(in super::super) fn is_consistent(file: &[u8]) -> bool {
    let fits = || {
        let source = Source::read(file)?;
        let font = CffFontRef::new_cff(file, 0, None).ok()?;
        let count = u16::try_from(source.charstrings.len()).ok()?;
        let fonts = source.fonts.len();
        let fonts_fit = source.fonts_of.as_ref().is_none_or(|of| of.iter().all(|font| usize::from(*font) < fonts));
        Some(fonts_fit && are_called(&source, &font, count)?)
    };
    fits() == Some(true)
}

/// Whether each glyph but the first has a name or a number of its own; those that mean nothing may share theirs.
fn are_called(source: &Source<'_>, font: &CffFontRef<'_>, count: u16) -> Option<bool> {
    let charset = font.charset()?;
    let mut known = BTreeSet::new();
    let mut is_called = |glyph: u16| {
        let id = charset.string_id(GlyphId::from(glyph)).ok()?.to_u16();
        let is_there = usize::from(id) < STANDARD_STRINGS.len() || source.string(usize::from(id)).is_some();
        Some((id == 0 || known.insert(id)) && (font.is_cid() || is_there))
    };
    Some((1..count).all(|glyph| is_called(glyph) == Some(true)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::{Bare, Dict, Family};
    use super::*;

    fn program(names: &[&str], codes: &[(u8, u16)]) -> Vec<u8> {
        let names: Vec<Vec<u8>> = names.iter().map(|name| name.as_bytes().to_vec()).collect();
        Bare {
            name: b"Font".to_vec(),
            top: Dict::default(),
            charstrings: vec![vec![14]; names.len() + 1],
            family: Family::Named(names, codes.iter().copied().collect::<BTreeMap<u8, u16>>()),
            globals: Vec::new(),
            fonts: vec![(Dict::default(), Dict::default(), Vec::new())],
        }
        .write()
    }

    #[test]
    fn names_are_told_once_and_codes_lead_to_glyphs() {
        assert!(is_consistent(&program(&["A", "own.7"], &[(65, 1), (66, 2)])));
        assert!(!is_consistent(&program(&["A", "A"], &[])), "one name of two glyphs");
        let whole = program(&["A", "own.7"], &[(65, 1)]);
        (0..whole.len()).for_each(|length| assert!(!is_consistent(&whole[..length]), "cut off at {length}"));
    }
}
