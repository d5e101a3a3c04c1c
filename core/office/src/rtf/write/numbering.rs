//! List tables, and which count an item belongs to (RTF 1.9.1, "List Tables").

use std::fmt::Write;

use super::text::push;
use transvase_model::flow::{List, Marker, MarkerLook, NumberFormat};
use transvase_model::text::counting::{self, names};

/// Levels of a list.
pub(super) const LEVELS: usize = 9;
/// Number of the first list; programs take small numbers for their own.
const FIRST_ID: usize = 1_000;
/// Largest number of an item (ECMA-376 part 1, 17.9.25).
const MAX_NUMBER: u32 = 32_767;

/// A level of a list.
#[derive(Debug, Clone, PartialEq)]
struct Level {
    marker: Marker,
    look: MarkerLook,
    start: u32,
}

/// A list: its levels, and the numbers of their last items.
#[derive(Debug, Clone, Default)]
struct Definition {
    levels: [Option<Level>; LEVELS],
    counts: [Option<u32>; LEVELS],
}

/// A list of the text: the one it is, and where it begins to count.
#[derive(Debug, Clone, Copy)]
struct Override {
    definition: usize,
    start: Option<(usize, u32)>,
}

/// The lists of a document.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    definitions: Vec<Definition>,
    overrides: Vec<Override>,
}

/// The list and level that an item belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counter {
    /// Index of the override.
    list: usize,
    pub level: usize,
}

impl Counter {
    /// The number of the list in the text.
    pub(super) fn number(self) -> usize {
        self.list + 1
    }
}

impl Numbering {
    /// The counter of a list; `around` is that of the list it stands in.
    pub(super) fn begin(&mut self, list: &List, around: Option<Counter>) -> Counter {
        self.counter(&list.marker, list.look, list.start, around, around.map_or(0, |around| around.level + 1))
    }

    /// The counter of marks at a level, in the same list as another where that has no other mark there.
    pub(super) fn counter(
        &mut self,
        marker: &Marker,
        look: MarkerLook,
        start: u32,
        around: Option<Counter>,
        level: usize,
    ) -> Counter {
        let level = level.min(LEVELS - 1);
        let own = Level { marker: marker.clone(), look, start: start.min(MAX_NUMBER) };
        let known = around.and_then(|around| Some((around.list, self.overrides.get(around.list)?.definition)));
        if let Some((list, definition)) = known {
            let slot = self.definitions.get_mut(definition).and_then(|known| known.levels.get_mut(level));
            if let Some(slot) = slot
                && slot.as_ref().is_none_or(|known| known.marker == own.marker && known.look == own.look)
            {
                slot.get_or_insert(own);
                return Counter { list, level };
            }
        }
        let definition = known.and_then(|(_, known)| self.definitions.get(known).cloned()).unwrap_or_default();
        Counter { list: self.define(definition, level, own), level }
    }

    /// Adds a list that is as another but for a level. A program counts it by itself, and shows the starts of levels that
    /// none of its items has come to: above the level these are the counts so far.
    fn define(&mut self, mut definition: Definition, level: usize, own: Level) -> usize {
        definition.levels[level] = Some(own);
        for (above, count) in definition.levels.iter_mut().zip(definition.counts).take(level) {
            if let (Some(above), Some(count)) = (above, count) {
                above.start = count;
            }
        }
        definition.counts = [None; LEVELS];
        self.definitions.push(definition);
        self.overrides.push(Override { definition: self.definitions.len() - 1, start: None });
        self.overrides.len() - 1
    }

    /// Counts an item; where its number is not the next one the list begins anew. Says the text of the mark too.
    pub(super) fn item(&mut self, counter: &mut Counter, number: u32) -> String {
        let number = number.min(MAX_NUMBER);
        self.restart(counter, number);
        let list = self.overrides.get(counter.list);
        let Some(known) = list.and_then(|list| self.definitions.get_mut(list.definition)) else { return String::new() };
        known.counts[counter.level] = Some(number);
        known.counts.iter_mut().skip(counter.level + 1).for_each(|count| *count = None);
        known.text(counter.level)
    }

    /// Another list where a number is not the next one of its level.
    fn restart(&mut self, counter: &mut Counter, number: u32) {
        let level = counter.level;
        let Some(Override { definition, .. }) = self.overrides.get(counter.list).copied() else { return };
        let Some(known) = self.definitions.get(definition) else { return };
        let is_counted = |own: &&Level| matches!(own.marker, Marker::Number { .. });
        let Some(own) = known.levels[level].as_ref().filter(is_counted) else { return };
        let next = known.counts[level].map_or(own.start, |last| last.saturating_add(1));
        if next == number {
            return;
        }
        if own.start == number {
            // LibreOffice takes no override for one that says the start of the level again.
            counter.list = self.define(known.clone(), level, own.clone());
        } else {
            self.overrides.push(Override { definition, start: Some((level, number)) });
            counter.list = self.overrides.len() - 1;
        }
    }

    /// Writes the tables.
    pub(super) fn write(&self, out: &mut String) {
        if self.definitions.is_empty() {
            return;
        }
        out.push_str("{\\*\\listtable");
        for (number, definition) in self.definitions.iter().enumerate() {
            let id = FIRST_ID + number;
            let _ = write!(out, "\n{{\\list\\listtemplateid{id}\\listhybrid");
            (0..LEVELS).for_each(|level| definition.write_level(level, out));
            let _ = write!(out, "{{\\listname ;}}\\listid{id}}}");
        }
        out.push_str("}\n{\\*\\listoverridetable");
        for (number, Override { definition, start }) in self.overrides.iter().enumerate() {
            let id = FIRST_ID + definition;
            let _ = write!(out, "{{\\listoverride\\listid{id}");
            match start {
                None => out.push_str("\\listoverridecount0"),
                Some((level, start)) => {
                    let _ = write!(out, "\\listoverridecount{}", level + 1);
                    (0..*level).for_each(|_| out.push_str("{\\lfolevel}"));
                    let _ = write!(out, "{{\\lfolevel\\listoverridestartat\\levelstartat{start}}}");
                }
            }
            let _ = write!(out, "\\ls{}}}", number + 1);
        }
        out.push_str("}\n");
    }
}

impl Definition {
    /// The text of the mark of the last item of a level.
    fn text(&self, level: usize) -> String {
        let Some(own) = self.levels.get(level).and_then(Option::as_ref) else { return String::new() };
        let above: Vec<String> = (0..level).map(|above| self.count(above)).collect();
        let number = self.counts.get(level).copied().flatten().unwrap_or(own.start);
        counting::marker(&own.marker, number, &above).unwrap_or_default()
    }

    /// The number that a level has come to, as it is written; nothing where it is not counted.
    fn count(&self, level: usize) -> String {
        match self.levels.get(level).and_then(Option::as_ref) {
            Some(Level { marker: Marker::Number { format, .. }, start, .. }) => {
                counting::written(*format, self.counts.get(level).copied().flatten().unwrap_or(*start))
            }
            _ => String::new(),
        }
    }

    fn write_level(&self, level: usize, out: &mut String) {
        let own = self.levels.get(level).and_then(Option::as_ref);
        let (kind, start) = match own.map(|own| (&own.marker, own.start)) {
            Some((Marker::Number { format, .. }, start)) => (kind(*format), start),
            Some((Marker::Bullet(_), _)) => (23, 1),
            _ => (255, 1),
        };
        let _ = write!(out, "{{\\listlevel\\levelnfc{kind}\\levelnfcn{kind}\\leveljc0\\leveljcn0\\levelfollow0");
        let _ = write!(out, "\\levelstartat{start}\\levelspace0\\levelindent0");
        self.write_text(level, out);
        if let Some(bold) = own.and_then(|own| own.look.bold) {
            out.push_str(if bold { "\\b" } else { "\\b0" });
        }
        let indent = 720 * (level + 1);
        let _ = write!(out, "\\fi-360\\li{indent}\\lin{indent}}}");
    }

    /// The text of a level: its length, and the numbers of levels, as bytes of their own.
    fn write_text(&self, level: usize, out: &mut String) {
        let (mut text, mut places, mut length) = (String::new(), String::new(), 0);
        let words = |words: &str, text: &mut String, length: &mut usize| {
            push(text, words);
            *length += words.encode_utf16().count();
        };
        match self.levels.get(level).and_then(Option::as_ref).map(|own| &own.marker) {
            Some(Marker::Bullet(bullet)) => words(bullet.encode_utf8(&mut [0; 4]), &mut text, &mut length),
            Some(Marker::Number { parents, prefix, suffix, .. }) => {
                words(prefix, &mut text, &mut length);
                let first = level.saturating_sub(usize::from(*parents));
                for above in first..=level {
                    if above > first {
                        words(".", &mut text, &mut length);
                    }
                    length += 1;
                    let _ = write!(text, "\\'{above:02x}");
                    let _ = write!(places, "\\'{length:02x}");
                }
                words(suffix, &mut text, &mut length);
            }
            _ => {}
        }
        let _ = write!(out, "{{\\leveltext\\'{:02x}{text};}}{{\\levelnumbers{places};}}", length.min(255));
    }
}

/// The kind of number (RTF 1.9.1, `\levelnfc`).
fn kind(format: NumberFormat) -> u8 {
    let code = match format {
        NumberFormat::UpperAlpha => names::code(NumberFormat::UpperAlphaRepeated),
        NumberFormat::LowerAlpha => names::code(NumberFormat::LowerAlphaRepeated),
        _ => names::code(format),
    };
    code.unwrap_or_default()
}
