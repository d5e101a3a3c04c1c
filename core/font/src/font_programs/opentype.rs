//! OpenType fonts with CFF outlines: the file around the program, with only what viewers read of it. The file stays: of
//! a program in one PDFium runs the hints, and none of a program by itself, whose text then looks bolder or lighter.

use std::collections::{BTreeMap, BTreeSet};

use super::sfnt::{self, Tables};
use super::{cff, cmap, u16_at};

/// A file whose glyphs `used` look as they do in `file`; all of them where it is `None`. With `lookups` glyphs are found by
/// its codes, too.
pub fn smaller(file: &[u8], used: Option<&BTreeSet<u16>>, lookups: bool) -> Option<Vec<u8>> {
    let tables = Tables::read(file)?;
    let program = tables.get(b"CFF ")?;
    let program = cff::smaller(program, used, cff::Keep::Places).unwrap_or_else(|| program.to_vec());
    let new = written(&tables, program, lookups)?;
    (new.len() < file.len()).then_some(new)
}

/// The tables that viewers read.
const READ: [&[u8; 4]; 4] = [b"head", b"hhea", b"hmtx", b"maxp"];

fn written(tables: &Tables<'_>, program: Vec<u8>, lookups: bool) -> Option<Vec<u8>> {
    let count = cff::count(&program)?;
    let mut new = BTreeMap::from([(*b"CFF ", program)]);
    for name in READ {
        new.insert(*name, tables.get(name)?.to_vec());
    }
    set(&mut new, b"maxp", 4, count)?;
    let whole = u16_at(tables.get(b"hhea")?, 34)?.min(count);
    set(&mut new, b"hhea", 34, whole)?;
    new.get_mut(b"hmtx")?.truncate(usize::from(whole) * 4 + usize::from(count - whole) * 2);
    if let Some(table) = tables.get(b"cmap").filter(|_| lookups) {
        let narrowed = cmap::read(table, &(0..count).collect()).and_then(|subtables| cmap::write(&subtables));
        new.insert(*b"cmap", narrowed.unwrap_or_else(|| table.to_vec()));
    }
    Some(sfnt::write(&new))
}

fn set(tables: &mut BTreeMap<[u8; 4], Vec<u8>>, name: &[u8; 4], at: usize, value: u16) -> Option<()> {
    tables.get_mut(name)?.get_mut(at..at + 2)?.copy_from_slice(&value.to_be_bytes());
    Some(())
}

#[cfg(test)]
mod tests {
    use skrifa::FontRef;

    use super::super::cff::{Bare, Dict, Family};
    use super::*;

    /// Squares between 100 and 600 (TN 5177), of which the program has two.
    const SQUARE: [u8; 13] = [239, 239, 21, 248, 136, 6, 248, 136, 7, 252, 136, 6, 14];

    /// A file with a missing glyph, a square, and one that nobody shows.
    fn sample() -> Vec<u8> {
        let program = Bare {
            name: b"Squares".to_vec(),
            top: Dict::default(),
            family: Family::Named(vec![b"A".to_vec(), b"B".to_vec()], BTreeMap::new()),
            charstrings: vec![vec![14], SQUARE.to_vec(), [&SQUARE[..12], &[22; 400], &[14]].concat()],
            globals: Vec::new(),
            fonts: vec![(Dict::default(), Dict::default(), Vec::new())],
        };
        let mut head = vec![0; 54];
        head[18..20].copy_from_slice(&1000u16.to_be_bytes());
        let mut hhea = vec![0; 36];
        hhea[35] = 3;
        let tables = [
            (*b"CFF ", program.write()),
            (*b"head", head),
            (*b"hhea", hhea),
            (*b"hmtx", vec![1; 12]),
            (*b"maxp", vec![0, 0, 0x50, 0, 0, 3]),
            (*b"name", vec![0; 600]),
        ];
        sfnt::write(&BTreeMap::from(tables))
    }

    #[test]
    fn what_is_read_stays_and_glyphs_keep_their_places() {
        let file = sample();
        let new = smaller(&file, Some(&BTreeSet::from([1])), false).unwrap();
        assert!(new.starts_with(b"OTTO"));
        let (old, read) = (FontRef::new(&file).unwrap(), FontRef::new(&new).unwrap());
        assert_eq!(super::super::outlines::plain(&read, 1), super::super::outlines::plain(&old, 1));
        let tables = Tables::read(&new).unwrap();
        assert_eq!(tables.get(b"maxp"), Some(&[0, 0, 0x50, 0, 0, 2][..]));
        assert_eq!(tables.get(b"hmtx").map(<[u8]>::len), Some(8));
        assert_eq!(tables.get(b"name"), None);
        assert!(smaller(&file[..40], None, false).is_none());
    }
}
