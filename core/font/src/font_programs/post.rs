//! The table `post` (OpenType 1.9, "post"): names of glyphs, and the same for those alone that are kept.

use std::collections::BTreeSet;

use skrifa::raw::tables::post::DEFAULT_GLYPH_NAMES;

use super::{u16_at, u32_at};

/// Bytes before the names, which all formats have.
const HEADER: usize = 32;

/// Formats of the table: the standard names in their order, names of its own, standard names in another order (which is
/// deprecated), and none.
const STANDARD: u32 = 0x1_0000;
const NAMED: u32 = 0x2_0000;
const REORDERED: u32 = 0x2_8000;
const NAMELESS: u32 = 0x3_0000;

/// The names of the first glyphs of a program that has `count`; none where the table has none. `None` where it is
/// damaged: readers do not agree about what such a table says, as of one with more names than there are glyphs.
pub(super) fn names(table: &[u8], count: u16) -> Option<Vec<&[u8]>> {
    let standard = DEFAULT_GLYPH_NAMES.iter().map(|name| name.as_bytes());
    let body = table.get(HEADER..)?;
    match u32_at(table, 0)? {
        STANDARD => Some(standard.take(usize::from(count)).collect()),
        NAMED => named(body, count),
        REORDERED => reordered(body, count),
        NAMELESS => Some(Vec::new()),
        _ => None,
    }
}

fn named(body: &[u8], count: u16) -> Option<Vec<&[u8]>> {
    let known = u16_at(body, 0).filter(|known| *known <= count)?;
    let indexes = body.get(2..2 + usize::from(known) * 2)?;
    let own = strings(body.get(2 + indexes.len()..)?);
    let name = |pair: &[u8]| {
        let index = usize::from(u16_at(pair, 0)?);
        let standard = DEFAULT_GLYPH_NAMES.get(index).map(|name| name.as_bytes());
        // Names beyond the end are empty, as FreeType has them.
        standard.or_else(|| Some(own.get(index - DEFAULT_GLYPH_NAMES.len()).copied().unwrap_or_default()))
    };
    indexes.chunks_exact(2).map(name).collect()
}

fn reordered(body: &[u8], count: u16) -> Option<Vec<&[u8]>> {
    let known = u16_at(body, 0).filter(|known| *known <= count)?;
    let offsets = body.get(2..2 + usize::from(known))?;
    let name = |(glyph, offset): (isize, &u8)| {
        let index = usize::try_from(glyph + isize::from(offset.cast_signed())).ok()?;
        DEFAULT_GLYPH_NAMES.get(index).map(|name| name.as_bytes())
    };
    (0..).zip(offsets).map(name).collect()
}

/// Strings that each say first how long they are.
fn strings(mut data: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    while let Some((length, rest)) = data.split_first() {
        let (string, rest) = rest.split_at(usize::from(*length).min(rest.len()));
        found.push(string);
        data = rest;
    }
    found
}

/// The table for the first `count` glyphs, with the names of those that are kept.
pub(super) fn write(table: &[u8], names: &[&[u8]], kept: &BTreeSet<u16>, count: u16) -> Option<Vec<u8>> {
    let header = table.get(4..HEADER)?;
    if names.is_empty() {
        return Some([&NAMELESS.to_be_bytes(), header].concat());
    }
    let (mut indexes, mut strings, mut own) = (Vec::new(), Vec::new(), 0);
    for glyph in 0..count {
        let name = names.get(usize::from(glyph)).filter(|_| kept.contains(&glyph)).copied().unwrap_or(b".notdef");
        let standard = DEFAULT_GLYPH_NAMES.iter().position(|known| known.as_bytes() == name);
        let index = standard.unwrap_or_else(|| {
            strings.push(name.len() as u8);
            strings.extend_from_slice(name);
            own += 1;
            DEFAULT_GLYPH_NAMES.len() + own - 1
        });
        indexes.extend(u16::try_from(index).ok()?.to_be_bytes());
    }
    Some([&NAMED.to_be_bytes(), header, &count.to_be_bytes(), &indexes, &strings].concat())
}

#[cfg(test)]
mod tests {
    use skrifa::raw::tables::post::Post;
    use skrifa::raw::types::GlyphId16;
    use skrifa::raw::{FontData, FontRead};

    use super::*;

    fn table(format: u32, body: &[u8]) -> Vec<u8> {
        [&format.to_be_bytes()[..], &[0; HEADER - 4], body].concat()
    }

    #[test]
    fn names_of_kept_glyphs_are_read_by_another_reader() {
        // Four glyphs: the missing one, a standard name, two of its own.
        let source = table(NAMED, b"\0\x04\0\0\0\x24\x01\x03\x01\x02\x04orn0\x06heron7");
        let names = names(&source, 4).unwrap();
        assert_eq!(names, [&b".notdef"[..], b"A", b"heron7", b"orn0"]);
        let small = write(&source, &names, &BTreeSet::from([0, 2]), 3).unwrap();
        let read = Post::read(FontData::new(&small)).unwrap();
        assert_eq!((read.num_names(), read.glyph_name(GlyphId16::new(2))), (3, Some("heron7")));
        assert_eq!(read.glyph_name(GlyphId16::new(1)), Some(".notdef"), "the name of a glyph that went");
        assert_eq!(small.len(), HEADER + 2 + 6 + 7);
    }

    #[test]
    fn each_format_says_its_names() {
        assert_eq!(names(&table(STANDARD, &[]), 5).unwrap()[3..], [&b"space"[..], b"exclam"]);
        // Glyph 1 is the standard glyph 3, glyph 2 the standard glyph 1.
        assert_eq!(names(&table(REORDERED, &[0, 3, 0, 2, 0xFF]), 3).unwrap(), [&b".notdef"[..], b"space", b".null"]);
        let nameless = table(NAMELESS, &[]);
        assert_eq!(write(&nameless, &names(&nameless, 9).unwrap(), &BTreeSet::from([0]), 1).unwrap(), nameless);
    }

    #[test]
    fn a_table_at_odds_with_the_program_says_nothing() {
        assert_eq!(names(&table(NAMED, &[0, 3, 0, 0, 0, 1, 0, 2]), 2), None, "more names than glyphs");
        assert_eq!(names(&table(NAMED, &[0, 3, 0, 0, 0, 1]), 3), None, "cut off");
        assert_eq!(names(&table(REORDERED, &[0, 1, 0x80]), 3), None, "a name before the first");
        assert_eq!(names(&table(0x4_0000, &[]), 3), None);
        assert_eq!(names(&[0, 2, 0, 0], 3), None);
    }
}
