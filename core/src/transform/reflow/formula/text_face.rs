//! Faces with the name of one for formulas that a text is set in.

use crate::transform::reflow::text::word::Word;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Letters of a word at the least that no formula has in a row: products of letters are shorter.
const WORD: usize = 5;
/// Letters of a text at the least: formulas of few letters may be all names.
const TEXT: usize = 150;

/// Takes the signs of faces that mostly set words for those of text.
pub(super) fn settle(words: &mut [Word]) {
    // Of each family: letters, and those in words.
    let mut letters: BTreeMap<Option<Arc<str>>, (usize, usize)> = BTreeMap::new();
    for word in words.iter().filter(|word| is_formal(word)) {
        let (all, in_words) = letters.entry(word.style.family.clone()).or_default();
        for count in word.text.split(|c: char| !c.is_alphabetic()).map(|part| part.chars().count()) {
            *all += count;
            *in_words += if count >= WORD { count } else { 0 };
        }
    }
    let is_text = |word: &Word| {
        letters.get(&word.style.family).is_some_and(|(all, in_words)| *all >= TEXT && 2 * in_words > *all)
    };
    for word in words.iter_mut().filter(|word| is_formal(word) && is_text(word)) {
        word.signs.iter_mut().for_each(|sign| sign.math = false);
    }
}

fn is_formal(word: &Word) -> bool {
    word.signs.iter().any(|sign| sign.math)
}
