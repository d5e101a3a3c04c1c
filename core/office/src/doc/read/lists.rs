//! Lists ([MS-DOC], 2.9.192, PlfLst, 2.9.191, PlfLfo, and 2.9.150, LVL), and how far each has counted.

use std::collections::{BTreeMap, BTreeSet};

use super::fonts::Fonts;
use super::letters::{Letters, Toggle};
use super::marker;
use transvase_base::le;
use transvase_model::flow::{Language, MarkerLook, NumberFormat};
use transvase_model::text::counting::mark::{self, Mark};
use transvase_model::text::counting::{self, names};
use transvase_model::text::lcid;

/// Levels of a list.
const LEVELS: usize = 9;
/// Bytes of a list in its table (LSTF).
const LIST: usize = 28;
/// Bytes of a use of a list (LFO).
const USE: usize = 16;
/// Bytes of a level before its properties.
const LEVEL: usize = 28;
/// Characters of the text of a level.
const MAX_TEXT: usize = 64;
/// The way of counting that is a bullet (`msonfcBullet`, [MS-OSHARED], 2.2.1.3).
const BULLET: u8 = 23;
/// The one that shows nothing (`msonfcNil`).
const NOTHING: u8 = 255;

/// The lists.
#[derive(Debug, Default)]
pub(super) struct Lists {
    lists: BTreeMap<i32, List>,
    /// The lists as paragraphs name them, from number 1 on.
    uses: Vec<Use>,
}

#[derive(Debug, Default)]
struct List {
    levels: Vec<Level>,
    /// The styles of paragraphs that stand for its levels.
    styles: Vec<u16>,
}

/// A list as paragraphs name it: with levels that begin or look otherwise.
#[derive(Debug, Default)]
struct Use {
    list: i32,
    starts: BTreeMap<usize, u32>,
    levels: BTreeMap<usize, Level>,
}

/// A level of a list.
#[derive(Debug, Default)]
struct Level {
    start: u32,
    kind: u8,
    /// Whether all numbers are written in digits.
    legal: bool,
    /// Levels that are counted anew when one of fewer than so many is counted; `None` is each above.
    again: Option<usize>,
    text: String,
    paragraph: Vec<u8>,
    letters: Vec<u8>,
}

/// How far the lists have counted.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    counts: BTreeMap<i32, [Option<u32>; LEVELS]>,
    /// Levels of uses that began at a number of their own.
    begun: BTreeSet<(u16, usize)>,
}

/// What stands before a paragraph of a list.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Marked {
    pub list: i32,
    pub level: usize,
    pub mark: Mark,
    pub look: MarkerLook,
}

impl Lists {
    /// The lists at `at` of the stream of tables, and their uses.
    pub(super) fn read(tables: &[u8], at: usize, len: usize, uses: &[u8]) -> Lists {
        let mut lists = Lists::default();
        let count = le::u16(tables, at).filter(|_| len > 0).map_or(0, usize::from);
        // The levels of all lists lie behind the table.
        let mut next = at.saturating_add(2).saturating_add(count * LIST);
        for number in 0..count {
            let Some(record) = le::slice(tables, at + 2 + number * LIST, LIST) else { break };
            let is_simple = le::u8(record, 26).is_some_and(|flags| flags & 1 == 1);
            let mut list = List::default();
            list.styles.extend((0..LEVELS).map_while(|level| le::u16(record, 8 + level * 2)));
            for _ in 0..if is_simple { 1 } else { LEVELS } {
                let Some((level, len)) = level(tables, next) else { break };
                list.levels.push(level);
                next += len;
            }
            lists.lists.insert(le::i32(record, 0).unwrap_or_default(), list);
        }
        lists.read_uses(uses);
        lists
    }

    fn read_uses(&mut self, bytes: &[u8]) {
        let count = le::u32(bytes, 0).unwrap_or_default() as usize;
        let count = count.min(bytes.len() / USE);
        let mut at = 4 + count * USE;
        for number in 0..count {
            let Some(record) = le::slice(bytes, 4 + number * USE, USE) else { break };
            let mut used = Use { list: le::i32(record, 0).unwrap_or_default(), ..Use::default() };
            at += 4;
            for _ in 0..le::u8(record, 12).unwrap_or_default() {
                let Some((start, flags)) = le::u32(bytes, at).zip(le::u32(bytes, at + 4)) else { break };
                at += 8;
                let own = (flags & 0xF) as usize;
                if flags & 0x20 != 0 {
                    let Some((level, len)) = level(bytes, at) else { break };
                    at += len;
                    used.levels.insert(own, level);
                }
                if flags & 0x10 != 0 {
                    used.starts.insert(own, start);
                }
            }
            self.uses.push(used);
        }
    }

    fn get(&self, number: u16) -> Option<(&Use, &List)> {
        let used = self.uses.get(usize::from(number).checked_sub(1)?)?;
        Some((used, self.lists.get(&used.list)?))
    }

    /// The level that paragraphs of a style have in a list.
    pub(super) fn level_of(&self, number: u16, style: u16) -> Option<u8> {
        let (_, list) = self.get(number)?;
        list.styles.iter().position(|own| *own == style).map(|level| level as u8)
    }

    /// The properties of paragraphs of a level.
    pub(super) fn look(&self, number: u16, level: u8) -> &[u8] {
        let level = usize::from(level);
        let own = self.get(number).and_then(|(used, list)| used.levels.get(&level).or_else(|| list.levels.get(level)));
        own.map(|level| level.paragraph.as_slice()).unwrap_or_default()
    }

    /// What stands before the next paragraph of a list, whose own letters are `text`; `None` where it has none.
    pub(super) fn next(
        &self,
        number: u16,
        level: u8,
        text: &Letters,
        fonts: &Fonts,
        counts: &mut Counts,
    ) -> Option<Marked> {
        let (used, list) = self.get(number)?;
        let level = usize::from(level);
        let own = |at: usize| used.levels.get(&at).or_else(|| list.levels.get(at));
        let this = own(level)?;
        let all = counts.counts.entry(used.list).or_default();
        let begins = used.starts.get(&level).filter(|_| counts.begun.insert((number, level)));
        let count = begins.copied().or(all[level].map(|count| count.saturating_add(1))).unwrap_or(this.start);
        all[level] = Some(count);
        for (at, count) in all.iter_mut().enumerate() {
            if at < level {
                count.get_or_insert_with(|| own(at).map_or(1, |level| level.start));
            } else if at > level && own(at).and_then(|level| level.again).is_none_or(|limit| level < limit) {
                *count = None;
            }
        }
        let mut letters = text.clone();
        letters.take_all(&this.letters, text);
        let spoken = language(&letters);
        let written = |at: usize| {
            let number = all.get(at).copied().flatten().unwrap_or(1);
            match own(at).filter(|_| !this.legal) {
                Some(of) => format(of.kind, spoken).map(|format| counting::written(format, number)).unwrap_or_default(),
                None => number.to_string(),
            }
        };
        let mark = match format(this.kind, spoken) {
            Some(own) => {
                let own = if this.legal { NumberFormat::Decimal } else { own };
                mark::mark(&mark::pieces(&this.text), level, Some((own, count)), written)
            }
            None => this.bullet(&letters, fonts),
        };
        let look = MarkerLook {
            color: letters.color.filter(|color| Some(*color) != text.color),
            bold: Some(letters.is(Toggle::Bold)).filter(|bold| *bold != text.is(Toggle::Bold)),
            of_symbol_font: fonts.get(letters.fonts[0]).is_some_and(|font| font.name.eq_ignore_ascii_case("Symbol")),
        };
        Some(Marked { list: used.list, level, mark, look })
    }
}

impl Level {
    fn bullet(&self, letters: &Letters, fonts: &Fonts) -> Mark {
        let symbols = fonts.get(letters.fonts[0]).and_then(|font| font.symbols);
        match self.text.chars().find(|c| !c.is_control()) {
            Some(c) if self.kind == BULLET => Mark::Bullet(marker::sign(c, symbols)),
            _ => Mark::None,
        }
    }
}

/// How numbers of a kind are written ([MS-OSHARED], 2.2.1.3, MSONFC); `None` where there are none.
pub(super) fn format(kind: u8, language: Language) -> Option<NumberFormat> {
    let is_counted = kind != BULLET && kind != NOTHING;
    is_counted.then(|| names::of_code(kind, language).unwrap_or(NumberFormat::Decimal))
}

/// The language that letters are in.
fn language(letters: &Letters) -> Language {
    names::language(&lcid::tag(u32::from(letters.language)).unwrap_or_default())
}

/// A level, and how many bytes it has.
fn level(bytes: &[u8], at: usize) -> Option<(Level, usize)> {
    let head = le::slice(bytes, at, LEVEL)?;
    let flags = le::u8(head, 5)?;
    let (letters, paragraph) = (usize::from(le::u8(head, 24)?), usize::from(le::u8(head, 25)?));
    let begin = at + LEVEL;
    let text = begin + paragraph + letters;
    let units = usize::from(le::u16(bytes, text)?);
    let level = Level {
        start: le::i32(head, 0)?.max(0) as u32,
        kind: le::u8(head, 4)?,
        legal: flags & 4 != 0,
        again: if flags & 8 != 0 { le::u8(head, 26).map(usize::from) } else { None },
        text: le::text(bytes, text + 2, units)?.chars().take(MAX_TEXT).collect(),
        paragraph: le::slice(bytes, begin, paragraph)?.to_vec(),
        letters: le::slice(bytes, begin + paragraph, letters)?.to_vec(),
    };
    Some((level, text + 2 + units * 2 - at))
}
