//! Heading detection: lines that are headings.

use super::chunk::{Chunk, Line};
use super::judge::Kind;

/// What a heading is, from the top down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Underlined with a double line.
    Double,
    /// Part or book.
    Part,
    /// A chapter.
    Chapter,
    /// Underlined with a single line.
    Single,
    /// In capitals.
    Capitals,
    /// A number alone.
    Number,
}

/// Words that begin the heading of a part.
const PARTS: &[&str] = &["PART", "BOOK", "VOLUME", "TEIL", "BUCH", "PARTIE", "LIVRE", "TOME", "PARTE", "LIBRO"];

/// Words that begin the heading of a chapter.
const CHAPTERS: &[&str] =
    &["CHAPTER", "CHAP.", "KAPITEL", "CHAPITRE", "CAPÍTULO", "CAPITULO", "CAPITOLO", "ACT", "SCENE", "LETTER"];

/// Headings that are no numbers.
const NAMED: &[&str] =
    &["PREFACE", "PROLOGUE", "EPILOGUE", "FOREWORD", "AFTERWORD", "INTRODUCTION", "CONTENTS", "APPENDIX"];

/// The longest heading in columns.
const LONGEST: usize = 64;

/// Whether the first line is underlined by the second.
pub(super) fn underlined(lines: &[Line]) -> Option<Rank> {
    let [first, second, ..] = lines else { return None };
    let sign = second.text().chars().next()?;
    let is_line = second.text().chars().count() >= 3 && second.text().chars().all(|c| c == sign);
    let length = |line: &Line| line.width - line.indent;
    let fits = length(second) + 3 >= length(first) && length(second) <= length(first) * 2 + 3;
    // A line above it as well frames a table.
    let has_words =
        first.text().contains(char::is_alphanumeric) && first.width <= LONGEST && !first.text().contains("   ");
    match sign {
        _ if !(is_line && fits && has_words) => None,
        '=' => Some(Rank::Double),
        '-' | '~' => Some(Rank::Single),
        _ => None,
    }
}

/// Finds the headings among chunks of a line or two.
pub(super) fn settle(chunks: &[Chunk], kinds: &mut [Kind]) {
    let ranks: Vec<Option<Rank>> = chunks.iter().map(|chunk| named(&chunk.lines)).collect();
    let capitals = chunks.iter().zip(&ranks).map(|(chunk, rank)| rank.is_none() && is_capitals(&chunk.lines));
    let capitals: Vec<bool> = capitals.collect();
    // Where much is in capitals they say nothing.
    let few = capitals.iter().filter(|capitals| **capitals).count() * 3 <= chunks.len();
    for (index, kind) in kinds.iter_mut().enumerate().filter(|(_, kind)| matches!(kind, Kind::Lines | Kind::Broken)) {
        if let Some(rank) = ranks[index].or((few && capitals[index]).then_some(Rank::Capitals)) {
            *kind = Kind::Heading(rank);
        }
    }
}

/// A part or a chapter by its word and number, a number alone, or a usual name.
fn named(lines: &[Line]) -> Option<Rank> {
    let (first, rest) = lines.split_first()?;
    if rest.len() > 2 || lines.iter().any(|line| line.width - line.indent > LONGEST) {
        return None;
    }
    let text = first.text().to_uppercase();
    let mut words = text.split_whitespace();
    let word = words.next()?;
    let numbered = words.next().is_some_and(is_number);
    let ends = first.text().ends_with([',', ';']);
    match word {
        _ if ends => None,
        word if numbered && PARTS.contains(&word) => Some(Rank::Part),
        word if numbered && CHAPTERS.contains(&word) => Some(Rank::Chapter),
        _ if !rest.is_empty() || text.split_whitespace().count() > 1 => None,
        word if NAMED.contains(&word.trim_end_matches(['.', ':'])) => Some(Rank::Chapter),
        word if is_roman(word.trim_end_matches('.')) && first.text() != "I" => Some(Rank::Number),
        _ => None,
    }
}

/// A number in figures, in Roman numerals or in words.
fn is_number(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ':', ',', '—', '-']);
    let words = [
        "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN", "TWELVE", "THE",
        "FIRST", "SECOND", "THIRD",
    ];
    (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())) || is_roman(word) || words.contains(&word)
}

fn is_roman(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| b"IVXLC".contains(&byte))
}

/// A short line without a lower-case letter.
fn is_capitals(lines: &[Line]) -> bool {
    let [line] = lines else { return false };
    let text = line.text();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 4
        && letters * 2 > text.chars().count()
        && line.width - line.indent <= LONGEST
        && !text.contains(char::is_lowercase)
        && text.contains(char::is_uppercase)
        && !text.starts_with(['"', '\'', '“'])
        && !text.ends_with([',', ';', ':'])
}
