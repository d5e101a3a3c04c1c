//! Footnote marks: at the head of a note, and where the text refers to it.

use super::super::reading_order::Region;
use super::super::text::line::Line;
use super::super::text::word::{Becomes, Gap, Word};
use super::note_links::{Aim, Aims, Place};
use transvase_model::flow::Script;
use transvase_model::text::counting;

/// Signs that mark notes.
const SIGNS: &str = "*∗†‡§¶‖#";
/// Longest mark in characters.
const MAX_MARK: usize = 4;

/// The mark a note begins with.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mark {
    /// Its characters, without what parts it from the text.
    pub text: String,
    /// Whether it is raised.
    pub raised: bool,
    /// Whether it stands in square brackets, as the numbers of a bibliography do.
    pub bracketed: bool,
    /// Words of the line it takes up whole.
    words: usize,
    /// Bytes of the next word it takes up.
    bytes: usize,
}

impl Mark {
    /// Its number, in notes that are counted; letters are not.
    pub fn number(&self) -> Option<u32> {
        self.text.parse().ok().or_else(|| counting::roman_value(&self.text).filter(|_| self.is_numeral()))
    }

    /// Whether it is a small Roman numeral.
    pub fn is_numeral(&self) -> bool {
        is_numeral(&self.text)
    }

    /// Takes the mark off the line it was found in; tells whether a jump to a tab stop followed it.
    pub fn strip(&self, line: &mut Line) -> bool {
        line.words.drain(..self.words.min(line.words.len()));
        let mut jumps = false;
        if let Some(first) = line.words.first_mut() {
            let rest = first.text.get(self.bytes..).unwrap_or_default().trim_start().to_owned();
            first.text = rest;
            jumps = std::mem::take(&mut first.gap) == Gap::Tab;
        }
        line.words.retain(|word| !word.text.is_empty());
        jumps
    }
}

/// The mark that a line begins with, in reading order.
pub(super) fn mark_of(line: &Line) -> Option<Mark> {
    let first = line.words.first()?;
    let text = first.text.trim();
    if first.style.script == Script::Superscript {
        let text = text.trim_end_matches(['.', ')']);
        let fits = is_mark(text) && line.words.len() > 1;
        return fits.then(|| Mark { text: text.to_owned(), raised: true, bracketed: false, words: 1, bytes: 0 });
    }
    let signs = text.chars().take_while(|c| SIGNS.contains(*c)).count();
    if signs > 0 && signs <= MAX_MARK {
        let bytes: usize = text.chars().take(signs).map(char::len_utf8).sum();
        let alone = bytes == text.len();
        let (words, bytes) = if alone { (1, 0) } else { (0, bytes) };
        let text: String = text.chars().take(signs).collect();
        return (line.words.len() > words).then_some(Mark { text, raised: false, bracketed: false, words, bytes });
    }
    let parted = line.words.get(1).is_some_and(|next| next.gap != Gap::None);
    let core = text.trim_end_matches(['.', ')', ']']).trim_start_matches('[');
    let counted = !core.is_empty() && core.len() < MAX_MARK && core.bytes().all(|byte| byte.is_ascii_digit());
    let numeral = is_numeral(core);
    let bracketed = text.starts_with('[');
    let mark = Mark { text: core.to_owned(), raised: false, bracketed, words: 1, bytes: 0 };
    (parted && (counted || numeral)).then_some(mark)
}

/// Whether raised text can be the mark of a note.
pub(super) fn is_mark(text: &str) -> bool {
    let count = text.chars().count();
    let digits = text.chars().all(|c| c.is_ascii_digit());
    let signs = text.chars().all(|c| SIGNS.contains(c));
    let letter = count == 1 && text.chars().all(|c| c.is_ascii_lowercase());
    let numeral = is_numeral(text);
    (1..=MAX_MARK).contains(&count) && (digits || signs || letter || numeral)
}

fn is_numeral(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
}

/// A note that the text may refer to.
pub(super) struct Sought<'a> {
    /// Its mark.
    pub mark: &'a Mark,
    /// Its first line.
    pub place: Place,
    /// Where links lead.
    pub aims: &'a Aims,
    /// The index it gets.
    pub index: usize,
}

/// Makes the first place where the text of `regions` refers to a note the mark of it.
pub(super) fn refer(regions: &mut [Region], note: &Sought<'_>) -> bool {
    regions.iter_mut().any(|region| match region {
        Region::Single(elements) => {
            elements.iter_mut().flat_map(super::super::element::PageElement::lines_mut).any(|line| refer_in(line, note))
        }
        Region::Columns(columns) => columns.iter_mut().any(|column| refer(&mut column.regions, note)),
    })
}

/// Whether the text of `regions` refers to a note.
pub(super) fn refers(regions: &[Region], note: &Sought<'_>) -> bool {
    let lines = || regions.iter().flat_map(Region::elements).flat_map(super::super::element::PageElement::lines);
    lines().any(|line| place_in(line, note).is_some())
}

/// The word of a line that refers to a note, and where in it the mark begins.
fn place_in(line: &Line, note: &Sought<'_>) -> Option<(usize, usize)> {
    let place = |word: &Word| match note.aims.of_word(word, &note.place) {
        Aim::Here if word.becomes.is_none() && word.text.trim() == note.mark.text => Some(0),
        Aim::Elsewhere => None,
        _ => reference(word, &note.mark.text),
    };
    line.words.iter().enumerate().find_map(|(at, word)| Some((at, place(word)?)))
}

fn refer_in(line: &mut Line, note: &Sought<'_>) -> bool {
    let Some((at, from)) = place_in(line, note) else { return false };
    let Some(word) = line.words.get(at) else { return false };
    let mut parts = word.parted(&(from..from + note.mark.text.len()), Becomes::Note(note.index));
    // The mark of a note leads to it without a link.
    parts.iter_mut().filter(|part| part.becomes.is_some()).for_each(|part| part.link = None);
    line.words.splice(at..=at, parts);
    true
}

/// Where in a word the mark stands: alone or in a list of raised marks, or as signs at its end.
fn reference(word: &Word, mark: &str) -> Option<usize> {
    if word.becomes.is_some() {
        return None;
    }
    if word.style.script == Script::Superscript {
        let mut from = 0;
        for part in word.text.split([',', ' ', ';']) {
            if part.trim_end_matches([')', '.']) == mark {
                return Some(from);
            }
            from += part.len() + 1;
        }
        return None;
    }
    let signs = mark.chars().all(|c| SIGNS.contains(c));
    let stem = word.text.strip_suffix(mark).filter(|stem| signs && stem.chars().next_back().is_some_and(ends_word))?;
    Some(stem.len())
}

fn ends_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | ',' | ')' | '"' | '”')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, script: Script, gap: Gap) -> Word {
        let mut word = Word { text: text.into(), gap, ..Word::default() };
        word.style.script = script;
        word
    }

    fn line(words: Vec<Word>) -> Line {
        Line { words, ..Line::default() }
    }

    #[test]
    fn raised_numbers_signs_and_plain_numbers_are_marks() {
        let text = |script, mark: &str, gap| {
            let line = line(vec![word(mark, script, Gap::None), word("Text", Script::Normal, gap)]);
            mark_of(&line).map(|mark| mark.text)
        };
        assert_eq!(text(Script::Superscript, "12", Gap::None).as_deref(), Some("12"));
        assert_eq!(text(Script::Normal, "†", Gap::Space).as_deref(), Some("†"));
        assert_eq!(text(Script::Normal, "3", Gap::Space).as_deref(), Some("3"));
        assert_eq!(text(Script::Normal, "3", Gap::None), None);
        assert_eq!(text(Script::Normal, "Word", Gap::Space), None);
        assert_eq!(text(Script::Superscript, "th", Gap::None), None);
    }

    #[test]
    fn a_glued_sign_leaves_its_word() {
        let mut line = line(vec![word("*See", Script::Normal, Gap::None), word("there", Script::Normal, Gap::Space)]);
        mark_of(&line).unwrap().strip(&mut line);
        assert_eq!(line.words[0].text, "See");
    }

    #[test]
    fn references_are_raised_or_end_a_word() {
        assert_eq!(reference(&word("1,2", Script::Superscript, Gap::None), "2"), Some(2));
        assert_eq!(reference(&word("x2", Script::Normal, Gap::None), "2"), None);
        assert_eq!(reference(&word("Smith*", Script::Normal, Gap::None), "*"), Some(5));
    }
}
