//! List counters: counting the items of lists, and their markers (ECMA-376 part 1, 17.9.10 and 17.9.11).

use std::collections::{BTreeMap, BTreeSet};

use super::numbering::{LEVELS, Level, Numbering};
use transvase_font::font_names::FontName;
use transvase_font::symbol_fonts::{self, SymbolFont};
use transvase_model::flow::NumberFormat;
use transvase_model::text::counting;
use transvase_model::text::counting::mark::{self, Mark, Piece};

/// The counts of all lists, as far as the text is read.
#[derive(Debug, Default)]
pub(super) struct Counters {
    /// By definition: the number of the last item at each level.
    counts: BTreeMap<i64, [Option<u32>; LEVELS]>,
    /// Lists whose own number at a level has been begun with.
    begun: BTreeSet<(i64, u8)>,
}

/// An item that has been counted.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Counted {
    /// Its marker.
    pub mark: Mark,
    /// Its number.
    pub number: u32,
}

impl Counters {
    /// Counts the next item of a list at a level; nothing where there is no such list.
    pub(super) fn next(&mut self, numbering: &Numbering, list: i64, level: u8) -> Option<Counted> {
        let definition = numbering.definition_of(list)?;
        let own = numbering.level(list, level)?;
        let counts = self.counts.entry(definition).or_default();
        let index = usize::from(level).min(LEVELS - 1);
        let start = numbering.start_of(list, level).filter(|_| self.begun.insert((list, level)));
        let number = match (start, counts[index]) {
            (Some(start), _) => start,
            (None, Some(last)) => last.saturating_add(1),
            (None, None) => own.start,
        };
        counts[index] = Some(number);
        // Levels above that no item has come to are begun by it.
        for (above, count) in counts.iter_mut().enumerate().take(index) {
            count.get_or_insert_with(|| numbering.level(list, above as u8).map_or(1, |level| level.start));
        }
        for below in index + 1..LEVELS {
            let restart = numbering.level(list, below as u8).and_then(|level| level.restart);
            // A level that begins anew after a certain one does so after all above that.
            if restart.is_none_or(|after| after > index) {
                counts[below] = None;
            }
        }
        let numbers = *counts;
        Some(Counted { mark: marked(numbering, list, index, own, &numbers), number })
    }

    /// The item that would be the next one, and is to go: the one behind it has its number.
    /// Counted like others, it would put all numbers behind it off by one.
    pub(super) fn passing(&mut self, numbering: &Numbering, list: i64, level: u8) -> Option<Counted> {
        let definition = numbering.definition_of(list)?;
        let counts = self.counts.get(&definition).copied().unwrap_or_default();
        let had_begun = self.begun.contains(&(list, level));
        let counted = self.next(numbering, list, level);
        self.counts.insert(definition, counts);
        if !had_begun {
            self.begun.remove(&(list, level));
        }
        counted
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let level =
            rest.peek().and_then(|digit| digit.to_digit(10)).filter(|level| c == '%' && (1..=9).contains(level));
        match level {
            Some(level) => {
                rest.next();
                pieces.extend((!words.is_empty()).then(|| Piece::Words(std::mem::take(&mut words))));
                pieces.push(Piece::Count(level as usize - 1));
            }
            None => words.push(c),
        }
    }
    pieces.extend((!words.is_empty()).then_some(Piece::Words(words)));
    pieces
}

fn marked(numbering: &Numbering, list: i64, index: usize, level: &Level, numbers: &[Option<u32>; LEVELS]) -> Mark {
    if level.picture {
        return Mark::Bullet('•');
    }
    if level.bullet {
        return bullet(level);
    }
    let written_at = |at: usize| {
        let number = numbers[at].unwrap_or(1);
        match numbering.level(list, at as u8).filter(|_| !level.legal) {
            Some(of) => of.format.map(|format| counting::written(format, number)).unwrap_or_default(),
            None => number.to_string(),
        }
    };
    let format = if level.legal { Some(NumberFormat::Decimal) } else { level.format };
    let own = format.zip(numbers[index]);
    mark::mark(&pieces(&level.text), index, own, written_at)
}

/// The sign of a level, of those that Unicode has.
fn bullet(level: &Level) -> Mark {
    let Some(sign) = level.text.chars().next() else { return Mark::None };
    let family = level.look.ascii.as_deref().or(level.look.other.as_deref()).unwrap_or_default();
    Mark::Bullet(unicode(sign, family).unwrap_or('•'))
}

/// Whether a font numbers its signs in an order of its own.
pub(super) fn is_symbolic(family: &str) -> bool {
    symbol_fonts::by_family(&FontName::parse(family).key).is_some()
}

/// The character that a sign of a font stands for; nothing where that is not known.
pub(super) fn unicode(sign: char, family: &str) -> Option<char> {
    // Word keeps the codes of symbol fonts in the private area, from U+F000 on.
    let is_private = matches!(sign, '\u{E000}'..='\u{F8FF}');
    // Blanks stay blanks in every font.
    if matches!(sign, ' ' | '\u{A0}') {
        return Some(sign);
    }
    let font = symbol_fonts::by_family(&FontName::parse(family).key);
    match font {
        Some(font) => font.char(sign as u32).or((!is_private).then_some(sign)),
        None if is_private => SymbolFont::Unknown.char(sign as u32),
        None => Some(sign),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ooxml::Theme;
    use transvase_base::context::Context;
    use transvase_model::flow::{Language, Marker};

    const W: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'";

    fn level(index: usize, format: &str, text: &str, rest: &str) -> String {
        format!(
            "<w:lvl w:ilvl='{index}'><w:start w:val='1'/><w:numFmt w:val='{format}'/>{rest}<w:lvlText w:val='{text}'/></w:lvl>"
        )
    }

    fn numbering(levels: &str, lists: &str) -> Numbering {
        let text = format!(
            "<w:numbering {W}><w:abstractNum w:abstractNumId='0'>{levels}</w:abstractNum>{lists}</w:numbering>"
        );
        Numbering::read(&text, &Theme::default(), Language::English, &Context::default()).unwrap()
    }

    fn list(id: u8, rest: &str) -> String {
        format!("<w:num w:numId='{id}'><w:abstractNumId w:val='0'/>{rest}</w:num>")
    }

    /// The words of the markers of items, given by list and level.
    fn markers(numbering: &Numbering, items: &[(i64, u8)]) -> Vec<String> {
        let mut counters = Counters::default();
        let words = |(list, level): &(i64, u8)| {
            let counted = counters.next(numbering, *list, *level).unwrap();
            match &counted.mark {
                Mark::Words(words) => words.clone(),
                mark => counting::marker(&mark.marker(std::iter::empty()), counted.number, &[]).unwrap_or_default(),
            }
        };
        items.iter().map(words).collect()
    }

    #[test]
    fn levels_count_on_and_begin_anew() {
        let levels = level(0, "decimal", "%1.", "")
            + &level(1, "lowerLetter", "%1.%2)", "")
            + &level(2, "lowerRoman", "(%3)", "");
        let numbering = numbering(&levels, &list(1, ""));
        let items = [(1, 0), (1, 1), (1, 1), (1, 2), (1, 0), (1, 1), (1, 2)];
        assert_eq!(markers(&numbering, &items), ["1.", "1.a)", "1.b)", "(i)", "2.", "2.a)", "(i)"]);
    }

    #[test]
    fn items_that_are_to_go_are_not_counted() {
        let start = "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='5'/></w:lvlOverride>";
        let numbering = numbering(&level(0, "decimal", "%1.", ""), &list(1, start));
        let mut counters = Counters::default();
        let mut number = |goes: bool| match goes {
            true => counters.passing(&numbering, 1, 0).unwrap().number,
            false => counters.next(&numbering, 1, 0).unwrap().number,
        };
        assert_eq!([true, false, true, true, false].map(&mut number), [5, 5, 6, 6, 6]);
    }

    /// 17.9.26: a list of the same definition counts on, but where it says where it begins.
    #[test]
    fn lists_of_one_definition_count_together() {
        let start = "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='5'/></w:lvlOverride>";
        let numbering = numbering(&level(0, "decimal", "%1.", ""), &(list(1, "") + &list(2, "") + &list(3, start)));
        assert_eq!(markers(&numbering, &[(1, 0), (2, 0), (3, 0), (3, 0), (1, 0)]), ["1.", "2.", "5.", "6.", "7."]);
    }

    /// 17.9.4: numbers of levels above are written in digits too.
    #[test]
    fn legal_numbers_are_digits() {
        let levels = level(0, "upperRoman", "Article %1.", "")
            + &level(1, "decimal", "%1.%2", "<w:isLgl/>")
            + &level(2, "none", "Note", "");
        let numbering = numbering(&levels, &list(1, ""));
        assert_eq!(
            markers(&numbering, &[(1, 0), (1, 0), (1, 1), (1, 2)]),
            ["Article I.", "Article II.", "2.1", "Note"]
        );
    }

    /// 17.9.10: a level that never begins anew.
    #[test]
    fn levels_may_go_on() {
        let levels = level(0, "decimal", "%1.", "") + &level(1, "decimal", "%2", "<w:lvlRestart w:val='0'/>");
        let numbering = numbering(&levels, &list(1, ""));
        assert_eq!(markers(&numbering, &[(1, 0), (1, 1), (1, 0), (1, 1)]), ["1.", "1", "2.", "2"]);
    }

    #[test]
    fn numbers_above_are_shown_by_the_document_where_it_can() {
        let levels =
            level(0, "decimal", "%1", "") + &level(1, "decimal", "%1.%2", "") + &level(2, "decimal", "%1-%2.%3", "");
        let numbering = numbering(&levels, &list(1, ""));
        let mut counters = Counters::default();
        counters.next(&numbering, 1, 0);
        let second = counters.next(&numbering, 1, 1).unwrap();
        assert!(
            matches!(second.mark.marker(["1"].into_iter()), Marker::Number { parents: 1, prefix, .. } if prefix.is_empty())
        );
        assert!(
            matches!(second.mark.marker(std::iter::empty()), Marker::Number { parents: 0, prefix, .. } if prefix == "1.")
        );
        let third = counters.next(&numbering, 1, 2).unwrap();
        assert!(
            matches!(third.mark.marker(["1", "1"].into_iter()), Marker::Number { parents: 1, prefix, .. } if prefix == "1-")
        );
    }

    #[test]
    fn bullets_of_symbol_fonts_are_characters() {
        let level = |text: &str, font: &str| {
            let fonts = format!("<w:rPr><w:rFonts w:ascii='{font}' w:hAnsi='{font}'/></w:rPr>");
            numbering(&level(0, "bullet", text, &fonts), &list(1, ""))
        };
        let cases = [
            ("\u{F0B7}", "Symbol", "•"),
            ("\u{F0A7}", "Wingdings", "▪"),
            ("o", "Courier New", "o"),
            ("–", "Arial", "–"),
        ];
        for (text, font, expected) in cases {
            assert_eq!(markers(&level(text, font), &[(1, 0)]), [expected]);
        }
    }
}
