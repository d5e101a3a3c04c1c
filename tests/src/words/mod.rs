//! Words in, words out: what of the words on the pages of a PDF a DOCX does not hold.
//!
//! Words are compared as letters and digits alone: programs part, join and hyphenate them as they like. Those of the
//! pages are what the reader found, whether or not anything was made of it; those of the DOCX are read from its parts
//! ([`docx`]), with the labels of lists and the marks of notes that office programs count ([`labels`]). Running heads and
//! feet, and rows that head a table, may stand on many pages and once in the DOCX.

pub mod docx;
mod labels;
mod pages;
mod pool;

use std::collections::BTreeMap;

use transvase::model::pages::Pages;
use unicode_normalization::UnicodeNormalization;

use docx::Held;
use pool::Pool;

pub use pages::{PageWord, words_of};

/// Letters of the pieces that a word may be put together of at the least, the surest way first.
const PIECES: [usize; 3] = [4, 2, 1];

/// A word of a page that the document lacks.
#[derive(Debug, Clone, PartialEq)]
pub struct Lost {
    /// The page, from 1.
    pub page: u32,
    /// Its letters and digits.
    pub word: String,
}

/// The letters and digits of a text, small and composed; nothing else of it counts.
pub fn key(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect()
}

/// The words of the pages that a DOCX lacks, in page order.
pub fn lost(pages: &Pages, docx: &[u8]) -> Vec<Lost> {
    let held = docx::held(docx);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    held.words.iter().for_each(|word| *counts.entry(word).or_default() += 1);
    let mut missing = Vec::new();
    for page in &pages.pages {
        let words = without_running(words_of(page), &held);
        let left = words.into_iter().filter(|word| !take(&mut counts, &word.key)).collect();
        let left = without_repeated(left, &held.repeated);
        missing.extend(left.into_iter().map(|word| Lost { page: page.number, word: word.key }));
    }
    let mut pool = Pool::of(held.words.iter().filter(|word| take(&mut counts, word)));
    // Long words first: their letters are found at one place alone.
    let mut order: Vec<usize> = (0..missing.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(missing[*at].word.len()));
    order.retain(|at| !pool.take(&missing[*at].word));
    for least in PIECES {
        order.retain(|at| !pool.take_in_pieces(&missing[*at].word, least));
    }
    order.sort_unstable();
    order.into_iter().map(|at| missing[at].clone()).collect()
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
    let mut stays = |word: &PageWord| {
        let counted = is_number(&word.key);
        let in_head = word.near_edge() && take(&mut shown, &word.key);
        let is_page = !in_head && counted && word.near_edge() && numbers > 0;
        numbers -= usize::from(is_page);
        !(in_head || is_page || is_lines && counted)
    };
    let mut outer: Vec<usize> = (0..words.len()).collect();
    outer.sort_by(|a, b| words[*a].depth.total_cmp(&words[*b].depth));
    outer.retain(|at| stays(&words[*at]));
    outer.sort_unstable();
    outer.into_iter().map(|at| words[at].clone()).collect()
}

/// Whether a word is a number as pages, lines and notes have it.
fn is_number(word: &str) -> bool {
    let digits = word.chars().all(|c| c.is_ascii_digit()) && word.len() <= 6;
    digits || (word.len() <= 8 && word.chars().all(|c| "ivxlcdm".contains(c)))
}

/// The words without one showing of each row that heads a table.
fn without_repeated(mut words: Vec<PageWord>, rows: &[Vec<String>]) -> Vec<PageWord> {
    for row in rows {
        let mut own = Vec::new();
        for word in row {
            let at = (0..words.len()).find(|at| words[*at].key == *word && !own.contains(at));
            own.extend(at);
        }
        if own.len() == row.len() {
            let mut at = 0..;
            words.retain(|_| !own.contains(&at.next().unwrap_or_default()));
        }
    }
    words
}
