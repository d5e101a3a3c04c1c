//! Glyph usage: font programs, and which of their glyphs are shown.

use std::collections::{BTreeMap, BTreeSet};

use hayro_font::{Font, FontGlyph};
use hayro_syntax::object::{Dict, Name, ObjectIdentifier, Stream};

use super::super::font::{Library, descendant, descriptor, differences};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_font::font_programs::darkness::Texts;
use transvase_font::font_programs::truetype::Shown;

/// By what kind of font (ISO 32000-1, 9.6 and 9.7) a program is used, which decides how codes lead to its glyphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// `Type1`: by names.
    Named,
    /// `TrueType`: by the program's tables.
    Coded,
    /// `CIDFontType0` without a map of its own: by the numbers the program gives.
    Numbered,
    /// `CIDFontType2`, and `CIDFontType0` with a map: by places in the program.
    Placed,
    /// Anything else.
    Other,
}

/// How a program is used.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Program {
    /// Whether all glyphs have to stay.
    pub whole: bool,
    /// The glyphs that are shown, by their places.
    pub glyphs: BTreeSet<u16>,
    /// The codes of one byte by which they are.
    pub codes: BTreeSet<u8>,
    /// The letters that these stand for.
    pub letters: BTreeSet<char>,
    /// The names that encodings give to their glyphs.
    pub names: BTreeSet<Vec<u8>>,
    /// How often each glyph is shown, by how large.
    pub texts: Texts,
    /// Kinds of fonts.
    pub roles: BTreeSet<Role>,
}

impl Program {
    /// What is shown of a program by codes of one byte.
    pub fn shown(&self) -> Shown<'_> {
        Shown { codes: &self.codes, letters: &self.letters, names: &self.names }
    }
}

/// A font and the codes that are shown in it.
struct Known<'a> {
    dict: Dict<'a>,
    font: Option<Font<'a>>,
    codes: BTreeSet<u32>,
    /// How often each code is shown, by how large an em is, in sixteenths of a point.
    texts: BTreeMap<u16, BTreeMap<u32, u32>>,
    shown: bool,
}

/// The fonts of a document.
#[derive(Default)]
pub(super) struct Fonts<'a> {
    library: Library<'a>,
    known: Vec<Known<'a>>,
    /// Places in the list by the address of the dictionary.
    places: BTreeMap<usize, usize>,
    whole: BTreeSet<ObjectIdentifier>,
}

impl<'a> Fonts<'a> {
    /// The place of the font that a dictionary describes.
    pub(super) fn load(&mut self, dict: &Dict<'a>, context: &Context) -> Result<usize> {
        let address = dict.data().as_ptr() as usize;
        if let Some(place) = self.places.get(&address) {
            return Ok(*place);
        }
        let font = self.library.load(dict, context)?;
        self.known.push(Known {
            dict: dict.clone(),
            font,
            codes: BTreeSet::new(),
            texts: BTreeMap::new(),
            shown: false,
        });
        self.places.insert(address, self.known.len() - 1);
        Ok(self.known.len() - 1)
    }

    /// Keeps the codes of a text and how large they are, in points; gives the font's dictionary the first time that one is
    /// shown whose glyphs are programs.
    pub(super) fn show(&mut self, place: usize, text: &[u8], size_pt: f32) -> Option<Dict<'a>> {
        let known = self.known.get_mut(place)?;
        let is_first = !std::mem::replace(&mut known.shown, true);
        if let Some(font) = &known.font {
            let shown = known.texts.entry((size_pt * 16.0).round() as u16).or_default();
            let mut at = 0;
            while at < text.len() {
                let (code, length) = font.read_code(text, at);
                known.codes.insert(code);
                *shown.entry(code).or_default() += 1;
                at += length.max(1);
            }
        }
        let is_drawn = known.dict.get::<Name<'_>>(b"Subtype").is_some_and(|kind| kind.as_ref() == b"Type3");
        (is_first && is_drawn).then(|| known.dict.clone())
    }

    /// Keeps all glyphs of a font.
    pub(super) fn keep_whole(&mut self, dict: &Dict<'a>) {
        self.whole.extend(program(dict));
    }

    /// The programs.
    pub(super) fn programs(self) -> BTreeMap<ObjectIdentifier, Program> {
        let mut programs: BTreeMap<ObjectIdentifier, Program> = BTreeMap::new();
        for known in &self.known {
            if let Some(id) = program(&known.dict) {
                known.tell(programs.entry(id).or_default());
            }
        }
        for id in self.whole {
            programs.entry(id).or_default().whole = true;
        }
        programs
    }
}

/// The stream of a font's program.
fn program(dict: &Dict<'_>) -> Option<ObjectIdentifier> {
    let descriptor = descriptor(dict);
    let keys = [&b"FontFile"[..], b"FontFile2", b"FontFile3"];
    keys.iter().find_map(|key| descriptor.get::<Stream<'_>>(key)).map(|stream| stream.obj_id())
}

fn role(dict: &Dict<'_>) -> Role {
    let is = |dict: &Dict<'_>, kind: &[u8]| dict.get::<Name<'_>>(b"Subtype").is_some_and(|name| name.as_ref() == kind);
    let descendant = descendant(dict).filter(|_| is(dict, b"Type0"));
    let has_map = |dict: &Dict<'_>| dict.get::<Stream<'_>>(b"CIDToGIDMap").is_some();
    let is_compact = descriptor(dict).contains_key(b"FontFile3");
    match descendant {
        // Poppler takes no map for such a program.
        Some(cid) if is_compact && has_map(&cid) => Role::Other,
        Some(cid) if is(&cid, b"CIDFontType0") && !has_map(&cid) => Role::Numbered,
        Some(cid) if is(&cid, b"CIDFontType0") || is(&cid, b"CIDFontType2") => Role::Placed,
        None if is(dict, b"Type1") => Role::Named,
        None if is(dict, b"TrueType") => Role::Coded,
        _ => Role::Other,
    }
}

impl Known<'_> {
    /// Adds what the font shows of its program.
    fn tell(&self, program: &mut Program) {
        program.roles.insert(role(&self.dict));
        let named = differences(&self.dict).into_iter().filter(|(code, _)| self.codes.contains(code));
        program.names.extend(named.map(|(_, name)| name.as_ref().to_vec()));
        let Some(font) = &self.font else {
            program.whole |= self.shown;
            return;
        };
        self.tell_texts(font, program);
        for code in &self.codes {
            let glyph = font.map_code(*code);
            program.glyphs.extend(u16::try_from(glyph.to_u32()).ok());
            if let FontGlyph::Outline(outline) = font.glyph(glyph, *code)
                && let Some(text) = outline.as_unicode()
            {
                program.letters.extend(letters(&text));
            }
            program.codes.extend(u8::try_from(*code).ok());
        }
    }

    fn tell_texts(&self, font: &Font<'_>, program: &mut Program) {
        for (size, codes) in &self.texts {
            let text = program.texts.entry(*size).or_default();
            for (code, count) in codes {
                if let Ok(glyph) = u16::try_from(font.map_code(*code).to_u32()) {
                    *text.entry(glyph).or_default() += count;
                }
            }
        }
    }
}

fn letters(text: &hayro_font::hayro_cmap::BfString) -> Vec<char> {
    use hayro_font::hayro_cmap::BfString;
    match text {
        BfString::Char(letter) => vec![*letter],
        BfString::String(text) => text.chars().collect(),
    }
}
