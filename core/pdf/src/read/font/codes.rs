//! Character codes: their text and advance, worked out once for each code of a font.

use std::collections::BTreeMap;

use hayro_font::hayro_cmap::BfString;
use hayro_font::{Font, FontGlyph};
use unicode_bidi::{BidiClass, bidi_class};
use unicode_normalization::UnicodeNormalization;

use super::super::shared_codes;
use super::fallback::Fallback;
use super::{outline, shape};
use transvase_font::symbol_fonts;
use transvase_model::text::directions::directions;

/// The meaning of a character code.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct Code {
    /// Advance along the writing direction in ems; downwards is negative in vertical writing.
    pub advance: f32,
    /// Whether the code has a text.
    pub mapped: bool,
    /// Whether that text is the code itself, for want of anything that tells it.
    pub guessed: bool,
    /// Whether its glyph is bars of a bar code.
    pub bars: bool,
    known: bool,
    text_start: u32,
    text_len: u16,
}

/// Codes below this many are kept in pages of 256, the others in a map.
const PAGED_CODES: u32 = 1 << 16;

/// The codes of a font seen so far.
#[derive(Default)]
pub(in super::super) struct CodeTable {
    pages: Vec<Option<Box<[Code; 256]>>>,
    others: BTreeMap<u32, Code>,
    texts: String,
    fallback: Fallback,
}

impl CodeTable {
    /// An empty table that asks `fallback` where the font does not tell.
    pub(super) fn new(fallback: Fallback) -> Self {
        CodeTable { fallback, ..CodeTable::default() }
    }

    /// The meaning of `code` in `font`.
    pub fn look_up(&mut self, code: u32, font: &Font<'_>) -> Code {
        let known = self.slot(code);
        if known.known {
            return *known;
        }
        let meaning = self.work_out(code, font);
        *self.slot(code) = meaning;
        meaning
    }

    /// The text of a meaning this table gave.
    pub fn text(&self, meaning: Code) -> &str {
        let start = meaning.text_start as usize;
        self.texts.get(start..start + meaning.text_len as usize).unwrap_or_default()
    }

    /// The codes looked up so far.
    pub(super) fn seen(&self) -> impl Iterator<Item = u32> {
        let paged = self.pages.iter().enumerate().filter_map(|(page, codes)| Some((page as u32, codes.as_ref()?)));
        let paged =
            paged.flat_map(|(page, codes)| (0_u32..).zip(codes.iter()).map(move |(at, code)| (page << 8 | at, code)));
        paged.filter(|(_, code)| code.known).map(|(code, _)| code).chain(self.others.keys().copied())
    }

    fn slot(&mut self, code: u32) -> &mut Code {
        if code >= PAGED_CODES {
            return self.others.entry(code).or_default();
        }
        let (page, index) = ((code >> 8) as usize, (code & 0xFF) as usize);
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        &mut self.pages[page].get_or_insert_with(|| Box::new([Code::default(); 256]))[index]
    }

    fn work_out(&mut self, code: u32, font: &Font<'_>) -> Code {
        let advance = font.code_advance(code);
        let advance = if font.is_horizontal() { advance.x } else { advance.y };
        let start = self.texts.len();
        let outline = outline::of(font, code);
        // A symbol font whose text is its code has no letters: its encoding was taken for another's.
        let own =
            |text: &BfString| !matches!(text, BfString::Char(c) if *c as u32 == code && self.fallback.is_symbol());
        if let Some(c) = self.fallback.windows(code) {
            push_char(c, &self.fallback, &mut self.texts);
        } else if let Some(text) = self.fallback.mapped(code).cloned() {
            self.push_readable(code, &text);
        } else if let Some(text) = text_of(code, font).filter(own).filter(|_| !self.fallback.is_lettered(font)) {
            self.push_readable(code, &text);
        }
        let silent = self.texts.len() == start && self.fallback.is_silent();
        if self.texts.len() == start
            && !silent
            && let Some(text) = self.fallback.text(code, font)
        {
            self.push_readable(code, &text);
        }
        if self.texts.len() == start && !silent {
            self.texts.extend(shape::sign(&outline.segments));
        }
        let guess = self.fallback.guess(code, font).filter(|_| self.texts.len() == start && !silent);
        self.texts.extend(guess);
        let len = u16::try_from(self.texts.len() - start).unwrap_or(0);
        Code {
            advance: finite(advance as f32 / hayro_font::UNITS_PER_EM),
            mapped: len > 0 || silent,
            guessed: guess.is_some(),
            bars: shape::is_bars(&outline.segments)
                || self.fallback.is_bar_code() && shape::has_block(&outline.segments),
            known: true,
            text_start: start as u32,
            text_len: len,
        }
    }

    /// Adds the characters a person can read. Ligatures and presentation forms become the letters they
    /// stand for; control, private and unassigned characters say nothing.
    fn push_readable(&mut self, code: u32, text: &BfString) {
        match text {
            BfString::Char(c) => match shared_codes::mark(code, *c) {
                Some(mark) => self.texts.push(mark),
                None => push_char(*c, &self.fallback, &mut self.texts),
            },
            BfString::String(text) => {
                own_part(text).chars().for_each(|c| push_char(c, &self.fallback, &mut self.texts));
            }
        }
    }
}

/// The end of a text that runs both ways, which no glyph does: Cairo gives the first glyph behind text of another font that
/// text too, which the last glyph of that font has.
fn own_part(text: &str) -> &str {
    match directions(text, false).as_slice() {
        [.., (_, true), (own, false)] if own.contains(|c| bidi_class(c) == BidiClass::L) => own.trim_start(),
        _ => text,
    }
}

fn finite(value: f32) -> f32 {
    if value.is_finite() { value.clamp(-1e4, 1e4) } else { 0.0 }
}

/// The text of a code: what the file says (ToUnicode, encoding, glyph names).
pub(super) fn text_of(code: u32, font: &Font<'_>) -> Option<BfString> {
    match font.glyph(font.map_code(code), code) {
        FontGlyph::Outline(glyph) => glyph.as_unicode(),
        FontGlyph::Type3(glyph) => glyph.as_unicode(),
    }
}

fn push_char(c: char, fallback: &Fallback, out: &mut String) {
    match c {
        // Latin and Armenian ligatures, Hebrew and Arabic presentation forms (Unicode, chapter 2.3).
        '\u{FB00}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' => {
            out.extend(std::iter::once(c).nfkc());
        }
        '\t' | '\n' | '\r' => out.push(' '),
        '\u{FFFD}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}' => {}
        '\u{E000}'..='\u{F8FF}' => out.extend(fallback.symbol(c).or_else(|| symbol_fonts::expert(c))),
        c if c.is_control() || c as u32 >= 0xF_0000 => {}
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glyph_runs_one_way() {
        assert_eq!([own_part("שלום "), own_part("א\u{5BC}")], ["שלום ", "א\u{5BC}"]);
        assert_eq!(
            [own_part("שלום h"), own_part("fi"), own_part("לא"), own_part("h שלום")],
            ["h", "fi", "לא", "h שלום"]
        );
    }
}
