//! Numbers inside running text: which of them count the pages.

use std::ops::Range;

use super::super::element::PageElement;
use super::super::text::line::Line;
use super::super::text::word::{Becomes, Gap};
use crate::model::flow::{FieldKind, NumberFormat};
use crate::parts::counting;

/// Digits of the longest number that may count pages; longer ones are dates and telephone numbers.
const MAX_DIGITS: usize = 6;
/// Roman page numbers end below this: the front matter of books is no longer.
const MAX_ROMAN: u32 = 200;
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

/// Whether a masked text is a page number and nothing else: `#`, `– # –`, `Page # of #`.
pub(super) fn is_page_number_alone(masked: &str) -> bool {
    let words =
        ["page", "pages", "seite", "seiten", "p", "pg", "of", "von", "de", "sur", "página", "pagina", "стр", "из"];
    let mut parts = masked.split(|c: char| !c.is_alphanumeric() && c != MASK).filter(|part| !part.is_empty());
    masked.contains(MASK) && parts.all(|part| part == "#" || words.contains(&part.to_lowercase().as_str()))
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
    fn a_page_number_alone_is_known_from_other_text() {
        assert!(is_page_number_alone(&mask("Page 3 of 12")));
        assert!(is_page_number_alone(&mask("– 7 –")));
        assert!(!is_page_number_alone(&mask("Total 7")));
        assert!(!is_page_number_alone("of"));
    }
}
