//! CID-keyed programs with raised glyph numbers. A reader that finds no letter for a character of a collection takes
//! the number of the character for that of a glyph, and draws a letter of another order. Of such a program it then
//! draws nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::truetype::Source;
use super::{cmap, glyf, sfnt};

/// What is added to the numbers of glyphs: no collection of Adobe's has so many characters (Adobe-GB1-6 has 30,572).
const BY: u16 = 0x8000;

/// The program with each glyph that was `n` as `BY + n`, and nothing below; `None` where it is no TrueType program, or one
/// of too many glyphs.
pub fn raised(program: &[u8]) -> Option<Vec<u8>> {
    let source = Source::read(program)?;
    let count = source.count.checked_add(BY)?;
    let kept: BTreeSet<u16> = (0..source.count).collect();
    let subtables = cmap::read(source.tables.get(b"cmap")?, &kept)?;
    let subtables: Vec<_> = subtables.into_iter().map(|subtable| subtable.raised(BY)).collect();
    let (glyf, loca) = outlines(&source)?;
    let (hhea, hmtx) = source.metrics(&kept, source.count)?;
    let tables = BTreeMap::from([
        (*b"head", with(source.head, 50, 1)?),
        (*b"maxp", with(source.maxp, 4, count)?),
        (*b"hhea", with(&hhea, 34, count)?),
        (*b"hmtx", [vec![0; usize::from(BY) * 4], hmtx].concat()),
        (*b"cmap", cmap::write(&subtables)?),
        (*b"glyf", glyf),
        (*b"loca", loca),
    ]);
    Some(sfnt::write(&tables))
}

/// The outlines, and their places told in four bytes each.
fn outlines(source: &Source<'_>) -> Option<(Vec<u8>, Vec<u8>)> {
    let (mut glyf, mut loca) = (Vec::new(), vec![0; (usize::from(BY) + 1) * 4]);
    for glyph in 0..source.count {
        glyf.extend(glyf::with_parts_raised(source.glyphs.get(glyph).unwrap_or_default(), BY)?);
        glyf.resize(glyf.len().next_multiple_of(2), 0);
        loca.extend(u32::try_from(glyf.len()).ok()?.to_be_bytes());
    }
    Some((glyf, loca))
}

/// A table with another value of two bytes at a place.
fn with(table: &[u8], at: usize, value: u16) -> Option<Vec<u8>> {
    let mut table = table.to_vec();
    table.get_mut(at..at + 2)?.copy_from_slice(&value.to_be_bytes());
    Some(table)
}

#[cfg(all(test, feature = "fonts"))]
mod tests {
    use skrifa::{FontRef, MetadataProvider};

    use super::super::outlines::plain;
    use super::*;

    #[test]
    fn letters_are_found_and_low_numbers_are_empty() {
        let face = crate::fonts::FontBook::bundled().faces().next().unwrap().program();
        let file = raised(&face.data).unwrap();
        let (old, new) = (FontRef::new(&face.data).unwrap(), FontRef::new(&file).unwrap());
        for letter in ['A', '\u{e9}', 'z'] {
            let [was, is] = [&old, &new].map(|font| font.charmap().map(letter).unwrap().to_u32() as u16);
            assert_eq!(is, was + BY);
            assert_eq!(plain(&new, is), plain(&old, was), "{letter}");
            assert!(plain(&new, was).is_none_or(|outline| outline.0.is_empty()), "{letter}");
        }
        assert_eq!(raised(&file), None, "there is no room above");
        assert_eq!(raised(b"no font"), None);
    }
}
