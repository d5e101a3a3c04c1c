//! List tables, and the count of the items (RTF 1.9.1, "List Tables").

use std::collections::BTreeMap;

use super::sheets::Fonts;
use transvase_font::symbol_fonts::SymbolFont;
use transvase_model::flow::{Color, Language, MarkerLook, NumberFormat};
use transvase_model::text::counting::mark::{self, Mark};
use transvase_model::text::counting::{self, names};

/// Levels of a list.
pub(super) const LEVELS: usize = 9;
/// Lists of a file that count.
const MAX_LISTS: usize = 20_000;
/// Characters of the text of a level that count.
const MAX_TEXT: usize = 100;

/// A level of a list.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Level {
    /// Kind of the number, as the file numbers kinds.
    kind: i32,
    start: u32,
    /// Whether all numbers are written in digits.
    legal: bool,
    /// Whether it counts on below other items of the levels above.
    goes_on: bool,
    /// The text, with the numbers of levels as control characters.
    text: String,
    font: Option<i32>,
    bold: Option<bool>,
    color: i32,
}

/// How a list is used.
#[derive(Debug, Default)]
struct Override {
    list: i32,
    /// Starts that differ, and those that paragraphs have used up.
    starts: BTreeMap<usize, (u32, bool)>,
    levels: BTreeMap<usize, Level>,
}

/// The lists of a file.
#[derive(Debug, Default)]
pub(super) struct Lists {
    lists: BTreeMap<i32, Vec<Level>>,
    overrides: BTreeMap<i32, Override>,
    counts: BTreeMap<i32, [Option<u32>; LEVELS]>,
    now: Vec<Level>,
    changed: Override,
    /// The level of the override at hand.
    at: usize,
    /// Whether the override at hand describes the level anew.
    anew: bool,
}

/// What an item of a list is marked with.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Marked {
    /// The list.
    pub list: i32,
    /// The level from 0.
    pub level: usize,
    /// The mark.
    pub mark: Mark,
    pub look: MarkerLook,
}

impl Lists {
    /// Takes a control word of the table of lists.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) {
        match word {
            "list" => self.now.clear(),
            "listlevel" if self.now.len() < LEVELS => self.now.push(Level { start: 1, ..Level::default() }),
            "listid" if self.lists.len() < MAX_LISTS => {
                self.lists.insert(value.unwrap_or(0), std::mem::take(&mut self.now));
            }
            _ => {
                if let Some(level) = self.now.last_mut() {
                    level.take(word, value);
                }
            }
        }
    }

    /// Takes a control word of the table of overrides.
    pub(super) fn take_override(&mut self, word: &str, value: Option<i32>) {
        match (word, value) {
            ("listoverride", _) => {
                self.changed = Override::default();
                self.at = LEVELS;
            }
            ("listid", Some(list)) => self.changed.list = list,
            ("lfolevel", _) => {
                self.at = if self.at >= LEVELS { 0 } else { self.at + 1 };
                self.anew = false;
            }
            ("listlevel", _) if self.at < LEVELS => {
                self.changed.levels.insert(self.at, Level { start: 1, ..Level::default() });
                self.anew = true;
            }
            ("ls", Some(number)) if self.overrides.len() < MAX_LISTS => {
                self.overrides.insert(number, std::mem::take(&mut self.changed));
            }
            ("levelstartat", Some(start)) if !self.anew && self.at < LEVELS => {
                self.changed.starts.insert(self.at, (start.max(0) as u32, false));
            }
            _ => {
                if let Some(level) = self.changed.levels.get_mut(&self.at).filter(|_| self.anew) {
                    level.take(word, value);
                }
            }
        }
    }

    /// Takes the text of the level at hand: of a list, or of an override.
    pub(super) fn text(&mut self, text: &str, is_override: bool) {
        let level = if is_override { self.changed.levels.get_mut(&self.at) } else { self.now.last_mut() };
        if let Some(level) = level {
            // The first character is the length of the others.
            let text = text.split(';').next().unwrap_or_default();
            level.text = text.chars().skip(1).take(MAX_TEXT).collect();
        }
    }

    /// The mark of the next paragraph of a list; `None` where it has none.
    pub(super) fn next(
        &mut self,
        number: i32,
        level: usize,
        fonts: &Fonts,
        language: Language,
        color: impl Fn(i32) -> Option<Color>,
    ) -> Option<Marked> {
        let used = self.overrides.get_mut(&number)?;
        let levels = self.lists.get(&used.list)?;
        let level = level.min(LEVELS - 1);
        let own = |at: usize| used.levels.get(&at).or_else(|| levels.get(at));
        let this = own(level)?;
        let counts = self.counts.entry(used.list).or_default();
        for (at, count) in counts.iter_mut().enumerate().take(level) {
            count.get_or_insert_with(|| own(at).map_or(1, |level| level.start));
        }
        for (at, count) in counts.iter_mut().enumerate().skip(level + 1) {
            count.take_if(|_| own(at).is_none_or(|level| !level.goes_on));
        }
        let again = used.starts.get(&level).filter(|(_, done)| !done).map(|(start, _)| *start);
        let count = again.or(counts[level].map(|count| count.saturating_add(1))).unwrap_or(this.start);
        counts[level] = Some(count);
        let written = |at: usize| {
            let number = counts.get(at).copied().flatten().unwrap_or(1);
            match own(at).filter(|_| !this.legal) {
                Some(of) => {
                    format(of.kind, language).map(|format| counting::written(format, number)).unwrap_or_default()
                }
                None => number.to_string(),
            }
        };
        let mark = match (this.kind, format(this.kind, language)) {
            (23, _) => this.bullet(fonts),
            (_, Some(own)) => {
                let own = if this.legal { NumberFormat::Decimal } else { own };
                mark::mark(&mark::pieces(&this.text), level, Some((own, count)), written)
            }
            _ => Mark::None,
        };
        let font = this.font.and_then(|font| fonts.get(font));
        let of_symbol_font = font.is_some_and(|font| font.name.eq_ignore_ascii_case("Symbol"));
        let look = MarkerLook { color: color(this.color), bold: this.bold, of_symbol_font };
        let marked = Marked { list: used.list, level, mark, look };
        if let Some((_, done)) = used.starts.get_mut(&level) {
            *done = true;
        }
        Some(marked)
    }
}

impl Level {
    fn take(&mut self, word: &str, value: Option<i32>) {
        match (word, value) {
            ("levelnfc" | "levelnfcn", Some(kind)) => self.kind = kind,
            ("levelstartat", Some(start)) => self.start = start.max(0) as u32,
            ("levellegal", value) => self.legal = value != Some(0),
            ("levelnorestart", value) => self.goes_on = value != Some(0),
            ("f", font) => self.font = font,
            ("b", value) => self.bold = Some(value != Some(0)),
            ("cf", Some(color)) => self.color = color,
            _ => {}
        }
    }

    fn bullet(&self, fonts: &Fonts) -> Mark {
        let symbols = self.font.and_then(|font| fonts.get(font)?.symbols);
        let mut signs = self.text.chars().filter(|c| !c.is_control());
        match signs.next() {
            Some(c) => Mark::Bullet(sign(c, symbols)),
            None => Mark::None,
        }
    }
}

/// How numbers of a kind are written (RTF 1.9.1, `\levelnfc`); `None` where there are none.
pub(super) fn format(kind: i32, language: Language) -> Option<NumberFormat> {
    let known = || u8::try_from(kind).ok().and_then(|kind| names::of_code(kind, language));
    (!matches!(kind, 23 | 255)).then(|| known().unwrap_or(NumberFormat::Decimal))
}

/// A character in a font that may have an order of its own.
pub(super) fn sign(c: char, symbols: Option<SymbolFont>) -> char {
    let code = u32::from(c);
    let private = (0xF020..=0xF0FF).contains(&code);
    match symbols {
        Some(font) => font.char(windows_code(c)).unwrap_or(c),
        None if private => SymbolFont::Unknown.char(code).unwrap_or(c),
        None => c,
    }
}

/// The byte that a character was in the code page 1252, where it was one.
fn windows_code(c: char) -> u32 {
    let mut bytes = [0; 4];
    let (byte, _, failed) = encoding_rs::WINDOWS_1252.encode(c.encode_utf8(&mut bytes));
    match (byte.as_ref(), failed) {
        ([byte], false) => u32::from(*byte),
        _ => u32::from(c),
    }
}
