//! Words in, words out: what of the words on the pages of a PDF a DOCX does not hold.
//!
//! Words are compared as letters and digits alone: programs part, join and hyphenate them as they like. Those of the
//! pages are what the reader found, whether or not anything was made of it; those of the DOCX are read from its parts
//! ([`docx`]), with the labels of lists and the marks of notes that office programs count (`labels`). Running heads and
//! feet, and rows that head a table, may stand on many pages and once in the DOCX.

pub mod docx;
mod labels;
mod pages;
mod pool;

use std::collections::{BTreeMap, BTreeSet};

use transvase::model::pages::Pages;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use docx::Held;
use pool::Pool;

pub use pages::{PageWord, words_of};

/// Letters of the pieces that a word may be put together of at the least, the surest way first.
const PIECES: [usize; 3] = [4, 2, 1];

/// Accents that stand by themselves (Unicode, Spacing Modifier Letters).
const SPACING_ACCENTS: std::ops::RangeInclusive<char> = '\u{2B0}'..='\u{2FF}';

/// A word of a page that the document lacks.
#[derive(Debug, Clone, PartialEq)]
pub struct Lost {
    /// The page, from 1.
    pub page: u32,
    /// Its letters and digits.
    pub word: String,
}

/// The letters and digits of a text, small and composed; nothing else of it counts. Accents do not, which formulas and
/// older programs paint by themselves.
pub fn key(text: &str) -> String {
    let counts = |c: &char| c.is_alphanumeric() && canonical_combining_class(*c) == 0 && !SPACING_ACCENTS.contains(c);
    text.nfkd().flat_map(char::to_lowercase).filter(counts).nfc().collect()
}

/// The words of the pages that a DOCX lacks, in page order.
pub fn lost(pages: &Pages, docx: &[u8]) -> Vec<Lost> {
    let held = docx::held(docx);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    held.words.iter().for_each(|word| *counts.entry(word).or_default() += 1);
    let mut missing = Vec::new();
    let mut heads: Vec<(&[String], bool)> = held.repeated.iter().map(|row| (row.as_slice(), false)).collect();
    for page in &pages.pages {
        let words = without_repeated(without_running(words_of(page), &held), &mut heads);
        let mut is_there = |word: &PageWord| take(&mut counts, &word.key) || take(&mut counts, &word.backwards);
        let left = words.into_iter().filter(|word| !is_there(word));
        missing.extend(left.map(|word| (page.number, word)));
    }
    let mut pool = Pool::of(held.words.iter().filter(|word| take(&mut counts, word)));
    // Long words first: their letters are found at one place alone.
    let mut order: Vec<usize> = (0..missing.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(missing[*at].1.key.len()));
    let either = |at: usize| [&missing[at].1.key, &missing[at].1.backwards];
    order.retain(|at| !either(*at).iter().any(|word| pool.take(word)));
    for least in PIECES {
        order.retain(|at| !either(*at).iter().any(|word| pool.take_in_pieces(word, least)));
    }
    order.sort_unstable();
    order.into_iter().map(|at| Lost { page: missing[at].0, word: missing[at].1.key.clone() }).collect()
}

/// Takes a word out of a count; whether it was there.
fn take(counts: &mut BTreeMap<&str, usize>, word: &str) -> bool {
    let left = counts.get_mut(word).filter(|count| **count > 0);
    left.map(|count| *count -= 1).is_some()
}

/// The words of a page without those near its edges that heads and feet show.
fn without_running(words: Vec<PageWord>, held: &Held) -> Vec<PageWord> {
    let mut shown: BTreeMap<&str, usize> = held.running.iter().map(|(word, count)| (word.as_str(), *count)).collect();
    let (mut numbers, is_lines) = (held.page_numbers, held.line_numbers);
    let patterns: BTreeSet<String> =
        held.running.keys().filter(|word| masked(word) != **word).map(|word| masked(word)).collect();
    let mut stays = |word: &PageWord| {
        let counted = is_number(&word.key) || patterns.contains(&masked(&word.key));
        let in_head = word.near_edge() && (take(&mut shown, &word.key) || take(&mut shown, &word.backwards));
        let is_page = !in_head && counted && word.near_edge() && numbers > 0;
        numbers -= usize::from(is_page);
        !(in_head || is_page || is_lines && is_number(&word.key))
    };
    let mut outer: Vec<usize> = (0..words.len()).collect();
    outer.sort_by(|a, b| words[*a].depth.total_cmp(&words[*b].depth));
    outer.retain(|at| stays(&words[*at]));
    outer.sort_unstable();
    outer.into_iter().map(|at| words[at].clone()).collect()
}

/// A word with its digits alike: those of page numbers are others on each page.
fn masked(word: &str) -> String {
    word.replace(|c: char| c.is_ascii_digit(), "0")
}

/// Whether a word is a number as pages, lines and notes have it.
fn is_number(word: &str) -> bool {
    let digits = word.chars().all(|c| c.is_ascii_digit()) && word.len() <= 6;
    digits || (word.len() <= 8 && word.chars().all(|c| "ivxlcdm".contains(c)))
}

/// The words of a page without those of rows that head a table and have been seen on a page before.
fn without_repeated(mut words: Vec<PageWord>, heads: &mut [(&[String], bool)]) -> Vec<PageWord> {
    for (row, seen) in heads {
        let mut own = Vec::new();
        for word in *row {
            let at = (0..words.len()).find(|at| words[*at].key == *word && !own.contains(at));
            own.extend(at);
        }
        let is_here = !row.is_empty() && own.len() == row.len();
        if is_here && *seen {
            let mut at = 0..;
            words.retain(|_| !own.contains(&at.next().unwrap_or_default()));
        }
        *seen |= is_here;
    }
    words
}
