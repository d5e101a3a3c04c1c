//! `word/numbering.xml`: list levels, shared by the lists that look alike, and a number for each
//! list that counts on its own (ECMA-376 part 1, 17.9).

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use super::look::MAX_TWIPS;
use super::namespaces::{MC, W, W14};
use super::properties::{hex, val};
use transvase_base::error::Result;
use transvase_base::units::twips;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Block, List, Marker, MarkerLook, NumberFormat};
use transvase_model::text::counting::{self, names};

/// Levels of a list Word has.
pub(super) const MAX_LEVELS: usize = 9;
/// Indent of each level where the document does not say, in twips.
const INDENT: i32 = 720;
/// Room for the marker left of the text where the document does not say, in twips.
const HANGING: i32 = 360;
/// Largest number Word counts from.
pub(super) const MAX_NUMBER: u32 = 0x7FFF_FFFF;

/// A level: how its items are marked and where they stand, in twips.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Level {
    pub mark: Mark,
    pub start: u32,
    /// Indent of the text.
    pub left: i32,
    /// How far the marker stands left of the text; negative where it indents the first line.
    pub hanging: i32,
    /// Id of the paragraph style whose paragraphs have the marker by themselves.
    pub style: Option<&'static str>,
    /// How the marker looks.
    pub look: MarkerLook,
    /// The language that its words are of.
    pub language: Option<&'static str>,
}

/// A way of writing (17.18.59), and the pattern of a custom one.
pub(super) type Format = (&'static str, Option<&'static str>);

/// What stands before an item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Mark {
    Bullet(char),
    /// How the count is written, and the text with `%` for it.
    Number(Format, String),
    /// Nothing: a level of the outline that is not numbered.
    #[default]
    None,
}

/// Where a list counts: its number, and the level in it.
pub(super) type Counter = (usize, usize);

/// The lists of a document.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// Numbers of kinds and of lists that a template has.
    taken: (usize, usize),
    /// Levels of each kind of list.
    kinds: Vec<Vec<Level>>,
    by_levels: BTreeMap<Vec<Level>, usize>,
    /// Kind of each list, and the level and number it starts anew at; list numbers count from 1.
    lists: Vec<(usize, Option<(usize, u32)>)>,
    /// Counters that a list has used under the current item of the level above.
    used: BTreeSet<Counter>,
    /// Where each sequence of lists stopped: the counter, and the number that comes next.
    sequences: BTreeMap<u32, (Counter, u32)>,
}

impl Numbering {
    /// The numbers that follow those of a template.
    pub(super) fn after(taken: (usize, usize)) -> Numbering {
        Numbering { taken, ..Numbering::default() }
    }

    /// A counter by the number that its list has in the file.
    pub(super) fn written(&self, (number, level): Counter) -> Counter {
        (number + self.taken.1, level)
    }

    /// The counter of a marked list inside the item of `parent`, or at the top.
    pub(super) fn begin(&mut self, list: &List, parent: Option<Counter>) -> Option<Counter> {
        let depth = parent.map_or(0, |(_, level)| level + 1).min(MAX_LEVELS - 1);
        let own = level(list, depth)?;
        if let Some(counter) = self.go_on(list, depth, &own) {
            return Some(counter);
        }
        if let Some((number, _)) = parent {
            let counter = (number, depth);
            if self.level(counter) == Some(&own) && self.used.insert(counter) {
                return Some(counter);
            }
        }
        let above = parent.map(|(number, _)| self.levels(number).get(..depth).unwrap_or_default().to_vec());
        let mut levels = above.unwrap_or_default();
        // Levels above that have no marker still count as levels.
        while levels.len() < depth {
            levels.push(Level { left: INDENT * (levels.len() as i32 + 1), ..own.clone() });
        }
        chain(list, depth, &mut levels);
        Some((self.list(levels, depth, &own), depth))
    }

    /// The counter of the list that this one goes on from.
    fn go_on(&mut self, list: &List, depth: usize, own: &Level) -> Option<Counter> {
        let (counter, next) = *self.sequences.get(&list.sequence?)?;
        let counts_on = next == list.start;
        let alike = if counter.1 == depth {
            self.level(counter).is_some_and(|known| known.mark == own.mark)
        } else {
            // Items of a level below go on after what parted them.
            let mark = number_mark(&list.marker, counter.1);
            depth == 0
                && counts_on
                && self.is_open(counter)
                && self.level(counter).map(|known| &known.mark) == mark.as_ref()
        };
        alike.then(|| if counts_on { counter } else { self.restart(counter, list.start) })
    }

    /// Whether the count of a level below the first still stands: no item above it ended it, and no other list of the
    /// kind, whose items office programs count together, began.
    fn is_open(&self, counter: Counter) -> bool {
        let kind = |list: &(usize, Option<(usize, u32)>)| list.0;
        let own = self.lists.get(counter.0 - 1).map(kind);
        let latest = self.lists.iter().rposition(|list| Some(kind(list)) == own);
        self.used.contains(&counter) && latest == Some(counter.0 - 1)
    }

    /// Notes the end of a list: lists of its sequence go on from here.
    pub(super) fn end(&mut self, list: &List, counter: Counter, next: u32) {
        if let Some(sequence) = list.sequence {
            self.sequences.insert(sequence, (counter, next));
        }
    }

    /// A kind of list with these levels, and the number of a list of it.
    pub(super) fn add(&mut self, levels: Vec<Level>) -> usize {
        self.kinds.push(levels);
        self.lists.push((self.kinds.len() - 1, None));
        self.lists.len()
    }

    /// A counter like `counter`, but going on from `start`.
    pub(super) fn restart(&mut self, (number, level): Counter, start: u32) -> Counter {
        let kind = self.lists.get(number - 1).map_or(0, |(kind, _)| *kind);
        self.lists.push((kind, Some((level, start.min(MAX_NUMBER)))));
        (self.lists.len(), level)
    }

    /// Notes an item: lists below it count from their start.
    pub(super) fn item(&mut self, (number, level): Counter) {
        self.used.retain(|(other, below)| *other != number || *below <= level);
    }

    /// The level of a counter.
    pub(super) fn level(&self, (number, level): Counter) -> Option<&Level> {
        self.levels(number).get(level)
    }

    pub(super) fn levels(&self, number: usize) -> &[Level] {
        let kind = self.lists.get(number.wrapping_sub(1)).map(|(kind, _)| *kind);
        kind.and_then(|kind| self.kinds.get(kind)).map_or(&[], Vec::as_slice)
    }

    fn list(&mut self, levels: Vec<Level>, depth: usize, own: &Level) -> usize {
        let known = self.by_levels.get(&levels).copied();
        let kind = known.unwrap_or(self.kinds.len());
        let bullet = matches!(own.mark, Mark::Bullet(_));
        // Bullets do not count: every list of the kind can be one.
        if let Some(at) = self.lists.iter().position(|list| bullet && *list == (kind, None)) {
            return at + 1;
        }
        if known.is_none() {
            self.by_levels.insert(levels.clone(), kind);
            self.kinds.push(levels);
        }
        let restart = (!bullet && known.is_some()).then_some((depth, own.start));
        self.lists.push((kind, restart));
        self.lists.len()
    }

    /// Writes the part.
    pub(super) fn write(&self, xml: &mut XmlWriter<impl Write>) {
        xml.element("w:numbering", &[("xmlns:w", W)], |xml| {
            self.write_kinds(xml);
            self.write_lists(xml);
        });
    }

    /// The part of a template with the lists of this document.
    ///
    /// # Errors
    /// `Internal` where a write failed.
    pub(super) fn added_to(&self, template: &str) -> Result<String> {
        let (mut kinds, mut lists) = (XmlWriter::part(Vec::new()), XmlWriter::part(Vec::new()));
        self.write_kinds(&mut kinds);
        self.write_lists(&mut lists);
        let [kinds, lists] =
            [kinds.finish()?, lists.finish()?].map(|bytes| String::from_utf8(bytes).unwrap_or_default());
        // All kinds stand before all lists (ECMA-376 part 1, 17.9.16), and few other things after them.
        let end = template.rfind("</w:numbering>").unwrap_or(template.len());
        let tail = template.find("<w:numIdMacAtCleanup").unwrap_or(end);
        let first = template.find("<w:num ").unwrap_or(tail);
        let piece = |from: usize, to: usize| template.get(from..to).unwrap_or_default();
        let pieces = [piece(0, first), &kinds, piece(first, tail), &lists, piece(tail, template.len())];
        Ok(pieces.concat())
    }

    fn write_kinds(&self, xml: &mut XmlWriter<impl Write>) {
        for (id, levels) in (self.taken.0..).zip(&self.kinds) {
            xml.element("w:abstractNum", &[("w:abstractNumId", &id.to_string())], |xml| {
                val(xml, "w:multiLevelType", if levels.len() > 1 { "multilevel" } else { "singleLevel" });
                levels.iter().enumerate().for_each(|(depth, level)| write_level(xml, depth, level));
            });
        }
    }

    fn write_lists(&self, xml: &mut XmlWriter<impl Write>) {
        for (number, (kind, restart)) in (self.taken.1 + 1..).zip(&self.lists) {
            xml.element("w:num", &[("w:numId", &number.to_string())], |xml| {
                val(xml, "w:abstractNumId", &(kind + self.taken.0).to_string());
                if let Some((level, start)) = restart {
                    xml.element("w:lvlOverride", &[("w:ilvl", &level.to_string())], |xml| {
                        val(xml, "w:startOverride", &start.to_string());
                    });
                }
            });
        }
    }
}

/// Adds the level of `list` and of the first list inside each level's items.
fn chain(list: &List, depth: usize, levels: &mut Vec<Level>) {
    let mut next = Some(list);
    for depth in depth..MAX_LEVELS {
        let Some((list, own)) = next.and_then(|list| Some((list, level(list, depth)?))) else { return };
        levels.push(own);
        next = list.items.iter().flat_map(|item| &item.blocks).find_map(|block| match block {
            Block::List(list) if list.marker != Marker::None => Some(list),
            _ => None,
        });
    }
}

/// The level a list makes at a depth; `None` where its items are not marked.
fn level(list: &List, depth: usize) -> Option<Level> {
    let mark = match &list.marker {
        Marker::None => return None,
        Marker::Bullet(bullet) => Mark::Bullet(shown_bullet(*bullet)),
        Marker::Number { .. } => number_mark(&list.marker, depth)?,
    };
    let start = if matches!(mark, Mark::Bullet(_)) { 1 } else { list.start.min(MAX_NUMBER) };
    let (left, hanging) = indents(list, depth);
    let language = if let Marker::Number { format, .. } = list.marker { names::tag(format) } else { None };
    Some(Level { mark, start, left, hanging, style: None, look: list.look, language })
}

/// Where items stand: as the first item's text says, or by the level.
fn indents(list: &List, depth: usize) -> (i32, i32) {
    let first = list.items.iter().flat_map(|item| &item.blocks).find_map(|block| match block {
        Block::Paragraph(paragraph) => Some(&paragraph.style),
        _ => None,
    });
    match first {
        Some(style) if style.indent_first != 0.0 => {
            (twips(style.indent_start).clamp(0, MAX_TWIPS), twips(-style.indent_first).clamp(-MAX_TWIPS, MAX_TWIPS))
        }
        _ => (INDENT * (depth as i32 + 1), HANGING),
    }
}

/// The mark of a numbered marker at a depth: its own count, after those of the levels above that it
/// shows.
pub(super) fn number_mark(marker: &Marker, depth: usize) -> Option<Mark> {
    let Marker::Number { format, parents, prefix, suffix } = marker else { return None };
    let counts: Vec<String> =
        (depth.saturating_sub(usize::from(*parents))..=depth).map(|level| format!("%{}", level + 1)).collect();
    // A `%` of the document's own would begin a count.
    let text = format!("{}{}{}", prefix.replace('%', ""), counts.join("."), suffix.replace('%', ""));
    Some(Mark::Number(number_format(*format), text))
}

/// The name of a way of writing (17.18.59), and the pattern of a custom one.
pub(super) fn number_format(format: NumberFormat) -> Format {
    let format = match format {
        NumberFormat::LowerAlpha => NumberFormat::LowerAlphaRepeated,
        NumberFormat::UpperAlpha => NumberFormat::UpperAlphaRepeated,
        _ => format,
    };
    names::office(format).unwrap_or(("decimal", None))
}

/// A bullet any font shows: private-use characters are those of one symbol font alone.
fn shown_bullet(bullet: char) -> char {
    match bullet {
        '\u{F0A7}' | '\u{F06E}' => '▪',
        '\u{F0D8}' => '➢',
        '\u{F0FC}' => '✓',
        '\u{E000}'..='\u{F8FF}' | '\0'..=' ' => '•',
        other => other,
    }
}

/// The character and font that Word itself marks items with, for the bullets it has: they look the
/// same in a list of any font.
fn symbol(bullet: char) -> Option<(char, &'static str)> {
    match bullet {
        '•' => Some(('\u{F0B7}', "Symbol")),
        '▪' => Some(('\u{F0A7}', "Wingdings")),
        '➢' => Some(('\u{F0D8}', "Wingdings")),
        '✓' => Some(('\u{F0FC}', "Wingdings")),
        _ => None,
    }
}

fn write_level<X: Write>(xml: &mut XmlWriter<X>, depth: usize, level: &Level) {
    xml.element("w:lvl", &[("w:ilvl", &depth.to_string())], |xml| {
        val(xml, "w:start", &level.start.to_string());
        let (format, text) = match &level.mark {
            Mark::Bullet(bullet) => {
                (("bullet", None), symbol(*bullet).map_or(*bullet, |(symbol, _)| symbol).to_string())
            }
            Mark::Number(format, text) => (*format, text.clone()),
            // Counted, for the numbers of the levels below, but not shown.
            Mark::None => (("decimal", None), String::new()),
        };
        write_format(xml, format);
        if let Some(style) = level.style {
            val(xml, "w:pStyle", style);
        }
        if level.mark == Mark::None || text.ends_with(counting::FULL_WIDTH_ENDS) {
            val(xml, "w:suff", "nothing");
        } else if level.hanging <= 0 {
            val(xml, "w:suff", "space");
        }
        val(xml, "w:lvlText", &text);
        val(xml, "w:lvlJc", "left");
        xml.element("w:pPr", &[], |xml| {
            let (left, first) = (level.left.to_string(), level.hanging.abs().to_string());
            xml.empty(
                "w:ind",
                &[("w:left", &left), (if level.hanging < 0 { "w:firstLine" } else { "w:hanging" }, &first)],
            );
        });
        write_look(xml, level);
    });
}

/// How the count of a level is written. Of a custom way older programs know nothing, and count in digits.
fn write_format<X: Write>(xml: &mut XmlWriter<X>, (name, pattern): Format) {
    let Some(pattern) = pattern else { return val(xml, "w:numFmt", name) };
    xml.element("mc:AlternateContent", &[("xmlns:mc", MC), ("xmlns:w14", W14)], |xml| {
        xml.element("mc:Choice", &[("Requires", "w14")], |xml| {
            xml.empty("w:numFmt", &[("w:val", name), ("w:format", pattern)]);
        });
        xml.element("mc:Fallback", &[], |xml| val(xml, "w:numFmt", "decimal"));
    });
}

/// How the marker of a level looks, where it differs from the text (ECMA-376 part 1, 17.9.24).
fn write_look<X: Write>(xml: &mut XmlWriter<X>, level: &Level) {
    let font = if let Mark::Bullet(bullet) = level.mark { symbol(bullet).map(|(_, font)| font) } else { None };
    if font.is_none() && level.look == MarkerLook::default() && level.language.is_none() {
        return;
    }
    xml.element("w:rPr", &[], |xml| {
        if let Some(font) = font {
            xml.empty("w:rFonts", &[("w:ascii", font), ("w:hAnsi", font), ("w:hint", "default")]);
        }
        for name in ["w:b", "w:bCs"].into_iter().filter(|_| level.look.bold.is_some()) {
            val(xml, name, if level.look.bold == Some(true) { "1" } else { "0" });
        }
        if let Some(color) = level.look.color {
            val(xml, "w:color", &hex(color));
        }
        level.language.into_iter().for_each(|language| val(xml, "w:lang", language));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::ListItem;

    fn numbered(start: u32, format: NumberFormat) -> List {
        let marker = Marker::Number { format, prefix: String::new(), suffix: ".".into(), parents: 0 };
        List { marker, start, items: vec![ListItem::default()], ..List::default() }
    }

    #[test]
    fn lists_alike_share_levels_and_count_anew() {
        let mut numbering = Numbering::default();
        let list = numbered(1, NumberFormat::Decimal);
        let (first, second) = (numbering.begin(&list, None), numbering.begin(&list, None));
        assert_eq!((first, second), (Some((1, 0)), Some((2, 0))));
        assert_eq!(numbering.kinds.len(), 1);
        assert_eq!(numbering.lists, [(0, None), (0, Some((0, 1)))]);
        let bullets = List { marker: Marker::Bullet('•'), ..List::default() };
        assert_eq!(numbering.begin(&bullets, None), numbering.begin(&bullets, None));
    }

    #[test]
    fn markers_are_written_as_they_look() {
        let color = Some(transvase_model::flow::Color { r: 200, g: 0, b: 16 });
        let look = MarkerLook { color, bold: Some(true), ..MarkerLook::default() };
        let red = List { marker: Marker::Bullet('▪'), look, ..List::default() };
        let mut numbering = Numbering::default();
        assert_ne!(numbering.begin(&red, None), numbering.begin(&List { look: MarkerLook::default(), ..red }, None));
        let mut xml = XmlWriter::new(Vec::new());
        numbering.write(&mut xml);
        let written = String::from_utf8(xml.finish().unwrap()).unwrap();
        // ECMA-376 part 1, 17.3.2.28: the properties of a run come in this order.
        let look = "w:hint=\"default\"/><w:b w:val=\"1\"/><w:bCs w:val=\"1\"/><w:color w:val=\"C80010\"/></w:rPr>";
        assert_eq!(written.matches(look).count(), 1, "{written}");
    }

    #[test]
    fn inner_lists_are_levels_of_the_outer() {
        let inner = numbered(1, NumberFormat::LowerAlpha);
        let mut outer = numbered(1, NumberFormat::Decimal);
        outer.items[0].blocks.push(Block::List(inner.clone()));
        let mut numbering = Numbering::default();
        let counter = numbering.begin(&outer, None).unwrap();
        numbering.item(counter);
        assert_eq!(numbering.begin(&inner, Some(counter)), Some((1, 1)));
        let again = numbering.begin(&inner, Some(counter)).unwrap();
        assert_eq!(again, (2, 1), "a second list in one item counts anew");
        numbering.item(counter);
        assert_eq!(numbering.begin(&inner, Some(counter)), Some((1, 1)));
    }

    #[test]
    fn parted_items_of_a_level_below_go_on_at_their_level() {
        let inner = |start| List { sequence: Some(7), ..numbered(start, NumberFormat::LowerRoman) };
        let mut outer = numbered(1, NumberFormat::Decimal);
        outer.items[0].blocks.push(Block::List(inner(1)));
        let mut numbering = Numbering::default();
        let counter = numbering.begin(&outer, None).unwrap();
        numbering.item(counter);
        let below = numbering.begin(&inner(1), Some(counter)).unwrap();
        numbering.end(&inner(1), below, 2);
        assert_eq!(numbering.begin(&inner(2), None), Some((1, 1)));
        numbering.end(&inner(2), below, 3);
        assert_eq!(numbering.begin(&inner(5), None), Some((2, 0)), "it does not count on");
        numbering.item(counter);
        assert_eq!(numbering.begin(&inner(3), None), Some((3, 0)), "an item above ended the count");
    }
}
