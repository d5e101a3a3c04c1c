//! TrueType subsetting: programs with only the glyphs that are shown. Glyphs keep their numbers.

use std::collections::{BTreeMap, BTreeSet};

use encoding_rs::{MACINTOSH, WINDOWS_1252};
use skrifa::FontRef;

use super::darkness::{self, Texts};
use super::glyf::{self, Glyphs};
use super::sfnt::{self, Tables};
use super::{cmap, consistency, outlines, post, u16_at};

/// What a document asks of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wants<'a> {
    /// Whether glyphs are found by the codes and names that the program gives them (ISO 32000-1, 9.6.6.4), as those of
    /// simple fonts are.
    pub lookups: bool,
    /// Whether instructions stay, or else where they go: from programs whose texts look the same without.
    pub hints: Hints<'a>,
}

/// What becomes of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hints<'a> {
    /// Glyphs keep their numbers.
    Stay,
    /// They go unless the texts that are shown need them; `None` where these are not known.
    GoFrom(Option<&'a Texts>),
}

impl Hints<'_> {
    /// Whether those of a program stay, of which these glyphs are kept.
    pub(super) fn stay(self, font: &FontRef<'_>, kept: &BTreeSet<u16>) -> bool {
        let Hints::GoFrom(texts) = self else { return true };
        let kept = || kept.iter().copied();
        !(outlines::keep_their_shape(font, kept()) && darkness::is_as_dark_without_hints(font, texts, kept()))
    }
}

/// Tables of instructions.
const HINTS: [&[u8; 4]; 3] = [b"cvt ", b"fpgm", b"prep"];

/// Most bytes of glyphs whose places are told in two bytes each.
const SHORT_PLACES: usize = 0x1_FFFE;

/// A program that draws the glyphs `used` as `program` does; all of them where it is `None`.
pub fn smaller(program: &[u8], used: Option<&BTreeSet<u16>>, wants: Wants<'_>) -> Option<Vec<u8>> {
    let source = Source::read(program)?;
    let used = match used {
        Some(used) => used.iter().copied().chain([0]).filter(|glyph| *glyph < source.count).collect(),
        None => (0..source.count).collect(),
    };
    let kept = source.glyphs.with_parts(&used)?;
    let font = FontRef::new(program).ok()?;
    let written = |hints: bool| {
        let file = source.write(&kept, wants.lookups, hints)?;
        let is_good = file.len() < program.len() && consistency::is_consistent(&file) && is_same(&font, &file, &kept);
        is_good.then_some(file)
    };
    // A glyph that is hard to read may be kept as it is.
    let stay = wants.hints.stay(&font, &kept);
    written(stay).or_else(|| if stay { None } else { written(true) })
}

/// What a document shows of a simple font.
pub struct Shown<'a> {
    /// Its codes.
    pub codes: &'a BTreeSet<u8>,
    /// The letters these stand for.
    pub letters: &'a BTreeSet<char>,
    /// The names that the document gives to their glyphs.
    pub names: &'a BTreeSet<Vec<u8>>,
}

/// The glyphs that readers may come to from what is shown: by codes, by letters, and by names, these as they are and
/// where symbols lie (OpenType 1.9, "Symbol fonts"). `None` where the program has no codes, for which each reader has its
/// own way to count glyphs, or its names are damaged.
pub fn reached(program: &[u8], shown: &Shown<'_>) -> Option<BTreeSet<u16>> {
    const SYMBOLS: [u32; 3] = [0xF000, 0xF100, 0xF200];
    let plain: BTreeSet<u32> = shown.codes.iter().map(|code| u32::from(*code)).chain(usual_letters(shown)).collect();
    let symbols = plain.range(..0x100).flat_map(|code| SYMBOLS.map(|base| base + code));
    let asked = symbols.chain(plain.iter().copied()).collect();
    let tables = Tables::read(program)?;
    let mut glyphs = cmap::reached(tables.get(b"cmap")?, &asked)?;
    if let Some(table) = tables.get(b"post") {
        let names = post::names(table, u16_at(tables.get(b"maxp")?, 4)?)?;
        glyphs.extend((0..).zip(names).filter(|(_, name)| shown.names.contains(*name)).map(|(glyph, _)| glyph));
    }
    Some(glyphs)
}

/// The letters that are shown, by all that is told of them and by the encodings that are usual, as numbers of Unicode
/// and of the Macintosh.
fn usual_letters(shown: &Shown<'_>) -> BTreeSet<u32> {
    let bytes: Vec<u8> = shown.codes.iter().copied().collect();
    let usual = [WINDOWS_1252, MACINTOSH].map(|encoding| encoding.decode_without_bom_handling(&bytes).0);
    let told: String = shown.letters.iter().collect();
    let letters = usual.iter().flat_map(|text| text.chars()).chain(told.chars());
    let (on_macintosh, ..) = MACINTOSH.encode(&told);
    let macintosh = on_macintosh.iter().map(|byte| u32::from(*byte));
    let numbers = shown.names.iter().flat_map(|name| numbers_of(name));
    // By the space PDFium measures the gaps between words, whether or not it is shown.
    letters.chain([' ']).map(u32::from).chain(macintosh).chain(numbers).collect()
}

/// The numbers that some readers take a name such as `a65` or `g41` for (MuPDF, `fz_unicode_from_glyph_name`).
fn numbers_of(name: &[u8]) -> Vec<u32> {
    let name = String::from_utf8_lossy(name);
    let digits = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let after = |letters: usize| name.get(letters..).unwrap_or_default();
    let hex = [digits, after(1), after(3)].map(|text| u32::from_str_radix(text, 16).ok());
    hex.into_iter().chain([digits.parse().ok()]).flatten().collect()
}

fn is_same(font: &FontRef<'_>, file: &[u8], kept: &BTreeSet<u16>) -> bool {
    let Ok(smaller) = FontRef::new(file) else { return false };
    kept.iter().all(|glyph| outlines::plain(font, *glyph) == outlines::plain(&smaller, *glyph))
}

/// The tables of a program that are needed.
pub(super) struct Source<'a> {
    pub(super) tables: Tables<'a>,
    pub(super) glyphs: Glyphs<'a>,
    pub(super) head: &'a [u8],
    pub(super) maxp: &'a [u8],
    /// Number of glyphs.
    pub(super) count: u16,
}

impl<'a> Source<'a> {
    pub(super) fn read(program: &'a [u8]) -> Option<Self> {
        let tables = Tables::read(program)?;
        let (head, maxp) = (tables.get(b"head")?.get(..54)?, tables.get(b"maxp")?);
        let long = u16_at(head, 50)? != 0;
        // A font for text that nobody sees has no outlines.
        let (glyf, loca) = (tables.get(b"glyf").unwrap_or_default(), tables.get(b"loca")?);
        let places = loca.len() / if long { 4 } else { 2 };
        let count = u16_at(maxp, 4)?.min(places.saturating_sub(1) as u16);
        let glyphs = Glyphs { glyf, loca, long };
        // Each reader makes something else of places that are damaged.
        glyphs.are_in_order(count).then_some(Source { glyphs, tables, head, maxp, count })
    }

    /// The file of the glyphs that are kept.
    fn write(&self, kept: &BTreeSet<u16>, lookups: bool, hints: bool) -> Option<Vec<u8>> {
        let count = kept.last()? + 1;
        let (glyf, loca, long) = self.outlines(kept, count, hints)?;
        let mut head = self.head.to_vec();
        head.get_mut(8..12)?.fill(0);
        head.get_mut(50..52)?.copy_from_slice(&u16::from(long).to_be_bytes());
        let (hhea, hmtx) = self.metrics(kept, count)?;
        let mut tables = BTreeMap::from([(*b"head", head), (*b"hhea", hhea), (*b"hmtx", hmtx)]);
        tables.extend([(*b"maxp", self.maxima(count, hints)?), (*b"glyf", glyf), (*b"loca", loca)]);
        let programs = HINTS.iter().filter(|_| hints);
        tables.extend(programs.filter_map(|name| Some((**name, self.tables.get(name)?.to_vec()))));
        if let Some(table) = self.tables.get(b"cmap").filter(|_| lookups) {
            let narrowed = cmap::read(table, kept).and_then(|subtables| cmap::write(&subtables));
            tables.insert(*b"cmap", narrowed.unwrap_or_else(|| table.to_vec()));
        }
        if let Some(table) = self.tables.get(b"post").filter(|_| lookups) {
            let names = post::names(table, u16_at(self.maxp, 4)?)?;
            tables.insert(*b"post", post::write(table, &names, kept, count)?);
        }
        Some(sfnt::write(&tables))
    }

    /// The tables `glyf` and `loca` of the first `count` glyphs, those that are not kept empty; and whether places are
    /// told in four bytes.
    fn outlines(&self, kept: &BTreeSet<u16>, count: u16, hints: bool) -> Option<(Vec<u8>, Vec<u8>, bool)> {
        let (mut glyf, mut places) = (Vec::new(), vec![0]);
        for glyph in 0..count {
            let data = self.glyphs.get(glyph).filter(|_| kept.contains(&glyph)).unwrap_or_default();
            match hints {
                true => glyf.extend_from_slice(data),
                false => glyf.extend(glyf::without_instructions(data)?),
            }
            glyf.resize(glyf.len().next_multiple_of(2), 0);
            places.push(glyf.len());
        }
        let long = glyf.len() > SHORT_PLACES;
        let loca = match long {
            true => places.iter().flat_map(|place| (*place as u32).to_be_bytes()).collect(),
            false => places.iter().flat_map(|place| ((place / 2) as u16).to_be_bytes()).collect(),
        };
        Some((glyf, loca, long))
    }

    /// The tables `hhea` and `hmtx`; those of glyphs that are not kept are 0.
    pub(super) fn metrics(&self, kept: &BTreeSet<u16>, count: u16) -> Option<(Vec<u8>, Vec<u8>)> {
        let (hhea, hmtx) = (self.tables.get(b"hhea")?.get(..36)?, self.tables.get(b"hmtx")?);
        let whole = u16_at(hhea, 34)?.max(1);
        let advance = |glyph: u16| u16_at(hmtx, usize::from(glyph.min(whole - 1)) * 4);
        let bearing = |glyph: u16| match glyph < whole {
            true => u16_at(hmtx, usize::from(glyph) * 4 + 2),
            false => u16_at(hmtx, usize::from(whole) * 4 + usize::from(glyph - whole) * 2),
        };
        let mut table = Vec::new();
        for glyph in 0..count {
            let is_kept = kept.contains(&glyph);
            for value in [advance(glyph), bearing(glyph)] {
                table.extend(value.filter(|_| is_kept).unwrap_or(0).to_be_bytes());
            }
        }
        let mut hhea = hhea.to_vec();
        hhea.get_mut(34..36)?.copy_from_slice(&count.to_be_bytes());
        Some((hhea, table))
    }

    /// The table `maxp`; without instructions nothing is needed for them.
    fn maxima(&self, count: u16, hints: bool) -> Option<Vec<u8>> {
        let mut maxp = self.maxp.to_vec();
        maxp.get_mut(4..6)?.copy_from_slice(&count.to_be_bytes());
        if !hints && let Some(fields) = maxp.get_mut(14..28) {
            // One zone is the least there is.
            fields.fill(0);
            fields[1] = 1;
        }
        Some(maxp)
    }
}

#[cfg(all(test, feature = "fonts"))]
mod tests {
    use skrifa::MetadataProvider;
    use skrifa::raw::TableProvider;

    use super::*;

    const WANTS: Wants<'_> = Wants { lookups: true, hints: Hints::Stay };

    fn face() -> std::sync::Arc<[u8]> {
        let mut faces = crate::fonts::FontBook::bundled().faces();
        let face = faces.find(|face| &*face.to_font().family == "Liberation Sans").expect("a bundled family");
        std::sync::Arc::clone(&face.program().data)
    }

    #[test]
    fn letters_stay_and_the_rest_goes() {
        let file = face();
        let font = FontRef::new(&file).unwrap();
        let used: BTreeSet<u16> = "Ab\u{e9}".chars().map(|c| font.charmap().map(c).unwrap().to_u32() as u16).collect();
        let small = smaller(&file, Some(&used), WANTS).unwrap();
        // Text of forty points, at which no instructions are run.
        let texts = Texts::from([(640, BTreeMap::from([(36, 1)]))]);
        let bare = smaller(&file, Some(&used), Wants { hints: Hints::GoFrom(Some(&texts)), ..WANTS }).unwrap();
        assert!(bare.len() <= small.len() && small.len() < file.len() / 10, "{} {}", bare.len(), small.len());
        for program in [&small, &bare] {
            let read = FontRef::new(program).unwrap();
            for letter in "Ab\u{e9}".chars() {
                assert_eq!(read.charmap().map(letter), font.charmap().map(letter), "{letter}");
            }
            assert_eq!(read.charmap().map('c'), None);
            let name = |font: &FontRef<'_>, glyph: u16| {
                font.post().unwrap().glyph_name(skrifa::raw::types::GlyphId16::new(glyph)).map(str::to_owned)
            };
            let glyphs = usize::from(read.maxp().unwrap().num_glyphs());
            assert!([0, glyphs].contains(&read.post().unwrap().num_names()));
            used.iter().for_each(|glyph| assert_eq!(name(&read, *glyph), name(&font, *glyph)));
        }
        let again = smaller(&bare, Some(&used), Wants { hints: Hints::GoFrom(Some(&texts)), ..WANTS });
        assert_eq!(again, None, "a second time nothing is left to do");
    }

    #[test]
    fn names_tell_numbers_in_more_ways_than_one() {
        assert!(numbers_of(b"a65").contains(&65));
        assert!(numbers_of(b"uni0416").contains(&0x416) && numbers_of(b"u0416").contains(&0x416));
        assert!(numbers_of(b"zoo").is_empty());
    }

    #[test]
    fn damage_is_no_font() {
        let file = face();
        for length in (0..file.len()).step_by(9_973) {
            let _ = smaller(&file[..length], None, WANTS);
        }
        assert_eq!(smaller(b"no font", None, WANTS), None);
    }
}
