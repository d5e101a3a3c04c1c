//! Page numbers: which of the numbers inside running text count the pages.

use std::ops::Range;

use super::super::element::PageElement;
use super::super::text::line::Line;
use super::super::text::word::{Becomes, Gap};
use transvase_model::flow::{FieldKind, NumberFormat};
use transvase_model::text::{counting, page_words};

/// Digits of the longest number that may count pages; longer ones are dates and telephone numbers.
const MAX_DIGITS: usize = 6;
/// Roman page numbers end below this: the front matter of books is no longer.
const MAX_ROMAN: u32 = 200;
/// Years that dates have.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2099;
/// Stands for a number in masked text.
const MASK: char = '#';

/// A number in a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Number {
    /// Its bytes.
    pub range: Range<usize>,
    /// What it says.
    pub value: u32,
    /// How it is written.
    pub format: NumberFormat,
}

impl Number {
    /// Whether it is written with zeros before it, which a field does not keep.
    pub fn is_padded(&self) -> bool {
        self.format == NumberFormat::Decimal && self.value.to_string().len() < self.range.len()
    }
}

/// The numbers of a text: runs of digits, and Roman numerals that stand at its edges.
pub(super) fn numbers(text: &str) -> Vec<Number> {
    let mut found = digits(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let last = words.last().filter(|_| words.len() > 1);
    for (word, at_end) in words.first().map(|word| (word, false)).into_iter().chain(last.map(|word| (word, true))) {
        let Some((core, value, format)) = numeral(word) else { continue };
        if let Some(start) = if at_end { text.rfind(core) } else { text.find(core) } {
            found.push(Number { range: start..start + core.len(), value, format });
        }
    }
    found.sort_by_key(|number| number.range.start);
    found
}

fn digits(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_ascii_digit(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                start = None;
                let value = text.get(from..at).filter(|run| run.len() <= MAX_DIGITS).and_then(|run| run.parse().ok());
                if let Some(value) = value {
                    found.push(Number { range: from..at, value, format: NumberFormat::Decimal });
                }
            }
            _ => {}
        }
    }
    found
}

/// A word that is a Roman numeral between marks, such as `– xii –`.
fn numeral(word: &str) -> Option<(&str, u32, NumberFormat)> {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    if core.len() > 10 {
        return None;
    }
    let lower = core.chars().all(|c| c.is_ascii_lowercase());
    let upper = core.chars().all(|c| c.is_ascii_uppercase());
    if core.is_empty() || !(lower || upper) {
        return None;
    }
    let value = counting::roman_value(&core.to_ascii_lowercase()).filter(|value| *value < MAX_ROMAN)?;
    Some((core, value, if lower { NumberFormat::LowerRoman } else { NumberFormat::UpperRoman }))
}

/// The text with a sign in the place of each number.
pub(super) fn masked(text: &str, numbers: &[Number]) -> String {
    let mut masked = String::new();
    let mut from = 0;
    for number in numbers {
        masked.push_str(text.get(from..number.range.start).unwrap_or_default());
        masked.push(MASK);
        from = number.range.end;
    }
    masked.push_str(text.get(from..).unwrap_or_default());
    masked
}

/// Whether a masked text is a folio, the number of a page and nothing else: `#`, `– # –`, `Page # of #`, `# / #`. Numbers
/// joined in other ways are dates, times and telephone numbers, those with a sign of measure are amounts.
pub(super) fn is_folio(masked: &str) -> bool {
    let gaps: Vec<&str> = masked.split(MASK).collect();
    let is_joined = match gaps.as_slice() {
        [_, _] => true,
        [_, between, _] => between.contains(char::is_alphabetic) || matches!(between.trim(), "/" | "|"),
        _ => false,
    };
    let mut parts = masked.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    is_joined && !masked.contains(is_measure) && parts.all(page_words::is_one)
}

/// Whether a sign makes an amount of the number beside it: one of money (Unicode, "Currency Symbols"), a share, a unit.
fn is_measure(c: char) -> bool {
    matches!(c, '$' | '¢'..='¥' | '\u{20A0}'..='\u{20CF}' | '%' | '‰' | '°' | '+' | '=' | '×' | '±' | '@' | '№')
}

/// Whether the number at `range` of a text is part of a time or an amount.
pub(super) fn is_in_amount(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let is_beside = |c: Option<char>| c.is_some_and(is_measure);
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let (mut back, mut on) = (before.chars().rev(), after.chars());
    // Behind a full stop a number may be that of a page of a chapter.
    let is_joined = matches!(back.next(), Some(':' | ',')) && is_digit(back.next())
        || matches!(on.next(), Some(':' | ',' | '.')) && is_digit(on.next());
    // Chapters have fewer digits than the first part of a telephone number.
    let called = before.strip_suffix(['-', '\u{2010}', '\u{2013}']).unwrap_or_default();
    let is_called = called.chars().rev().take_while(char::is_ascii_digit).count() > 2;
    is_joined
        || is_called
        || is_beside(before.trim_end().chars().next_back())
        || is_beside(after.trim_start().chars().next())
}

/// Whether the number at `range` of a text numbers something other than pages: a word stands right before it, as in
/// `Invoice 7`, or other digits do, as in `2026-07`.
pub(super) fn numbers_something(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let word = before.trim_end_matches(|c: char| !c.is_alphanumeric() && !c.is_whitespace());
    let word = if word.len() < before.len() && word.ends_with(char::is_numeric) { word } else { before };
    let word = word.split_whitespace().next_back().unwrap_or_default();
    let word = word.trim_end_matches('.');
    word.ends_with(char::is_alphanumeric) && !page_words::is_one(word)
}

/// Whether the number at `range` of a text is part of a date: three numbers in one word, or a month and a year with it.
pub(super) fn is_in_date(text: &str, range: &Range<usize>) -> bool {
    let start = text.get(..range.start).and_then(|before| before.rfind(char::is_whitespace)).map_or(0, |at| at + 1);
    let mut words = text.get(start..).unwrap_or_default().split_whitespace();
    let own = words.next().unwrap_or_default();
    let next: Vec<&str> = words.take(2).collect();
    digits(own).len() > 2
        || next.first().is_some_and(|word| is_year(word))
        || matches!(next.as_slice(), [month, year] if !month.contains(char::is_numeric) && is_year(year))
}

fn is_year(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_ascii_digit());
    word.len() == 4 && word.parse().is_ok_and(|year: u32| YEARS.contains(&year))
}

/// The text of all lines of an element, one below the other, as numbers are looked for in it.
pub(super) fn text_of(element: &PageElement) -> String {
    element.lines().map(spaced).collect::<Vec<_>>().join("\n")
}

fn spaced(line: &Line) -> String {
    let mut text = String::new();
    for (at, word) in line.words.iter().enumerate() {
        if at > 0 && word.gap != Gap::None {
            text.push(' ');
        }
        text.push_str(&word.text);
    }
    text
}

/// Makes a field of the number at `range` of the element's text.
pub(super) fn set_field(element: &mut PageElement, range: &Range<usize>, kind: &FieldKind) {
    let mut start = 0;
    for line in element.lines_mut() {
        let length = spaced(line).len();
        if range.start < start + length {
            if let Some(from) = range.start.checked_sub(start) {
                set_in_line(line, &(from..from + range.len()), kind);
            }
            return;
        }
        start += length + 1;
    }
}

fn set_in_line(line: &mut Line, range: &Range<usize>, kind: &FieldKind) {
    let mut start = 0;
    for at in 0..line.words.len() {
        let Some(word) = line.words.get(at) else { return };
        start += usize::from(at > 0 && word.gap != Gap::None);
        let end = start + word.text.len();
        if range.start >= start && range.end <= end {
            let inside = range.start - start..range.end - start;
            let parts = word.parted(&inside, Becomes::Field(kind.clone()));
            line.words.splice(at..=at, parts);
            return;
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(text: &str) -> String {
        masked(text, &numbers(text))
    }

    #[test]
    fn numbers_are_found_in_every_usual_form() {
        assert_eq!(mask("Page 3 of 12"), "Page # of #");
        assert_eq!(mask("- 3 -"), "- # -");
        assert_eq!(mask("xii Preface"), "# Preface");
        assert_eq!(mask("3/12"), "#/#");
        assert_eq!(mask("Preface"), "Preface");
        assert_eq!(numbers("Preface xiv")[0].value, 14);
    }

    #[test]
    fn a_folio_is_known_from_other_text() {
        for text in ["7", "Page 3 of 12", "– 7 –", "[7]", "3/12", "3 | 12", "-xii-", "Seite 3 von 12", "7."] {
            assert!(is_folio(&mask(text)), "{text}");
        }
        let others =
            ["Total 7", "of", "01/08/2013", "1.8.2013", "01:30", "1-800-555-0100", "$1", "1 €", "5 %", "1,50", "#3"];
        for text in others.into_iter().chain(["2.5", "+1 555", "3-4", "7 °", "3 12"]) {
            assert!(!is_folio(&mask(text)), "{text}");
        }
    }

    #[test]
    fn zeros_before_a_number_are_known() {
        let padded = |text: &str| numbers(text)[0].is_padded();
        assert_eq!(["01", "1", "0", "x"].map(padded), [true, false, false, false]);
    }

    #[test]
    fn numbers_in_times_and_amounts_are_known() {
        let all = |text: &str| numbers(text).iter().map(|number| is_in_amount(text, &number.range)).collect::<Vec<_>>();
        for text in ["Open 2:30", "$2 2 €", "2,50", "3 %", "+2"] {
            assert!(all(text).into_iter().all(|found| found), "{text}");
        }
        assert_eq!(all("555-0101"), [false, true]);
        assert_eq!((all("2.00"), all("Page 2: 3"), all("3-2, 2")), (vec![true, false], vec![false; 2], vec![false; 3]));
    }

    #[test]
    fn numbers_of_other_things_and_dates_are_known() {
        let last = |text: &str| numbers(text).pop().unwrap().range;
        let first = |text: &str| numbers(text)[0].range.clone();
        for text in ["Invoice 7", "Invoice No. 7", "Invoice 2026-07", "Week 12"] {
            assert!(numbers_something(text, &last(text)), "{text}");
        }
        for text in ["Page 7", "Annual report – 7", "- 7 -", "Seite 7", "Report | Page 7"] {
            assert!(!numbers_something(text, &last(text)), "{text}");
        }
        for text in ["12.3.2026", "12 March 2026", "2026-03-12", "3/2026 and 4", "12, 2026"] {
            assert_eq!(is_in_date(text, &first(text)), !text.starts_with("3/"), "{text}");
        }
        assert!(!is_in_date("3 of 12", &first("3 of 12")));
    }
}
