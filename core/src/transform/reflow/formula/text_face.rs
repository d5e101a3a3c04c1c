//! Faces with the name of one for formulas that a text is set in.

use crate::transform::reflow::text::fragment::Fragment;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Letters of a word at the least that no formula has in a row: products of letters are shorter.
const WORD: usize = 5;
/// Letters of a text at the least: formulas of few letters may be all names.
const TEXT: usize = 150;

/// Takes the signs of faces that mostly set words for those of text.
pub(super) fn settle(fragments: &mut [Fragment]) {
    // Of each family: letters, and those in words.
    let mut letters: BTreeMap<Option<Arc<str>>, (usize, usize)> = BTreeMap::new();
    for fragment in fragments.iter().filter(|fragment| is_formal(fragment)) {
        let (all, in_words) = letters.entry(fragment.style.family.clone()).or_default();
        for word in fragment.text.split(|c: char| !c.is_alphabetic()).map(|word| word.chars().count()) {
            *all += word;
            *in_words += if word >= WORD { word } else { 0 };
        }
    }
    let is_text = |fragment: &Fragment| {
        letters.get(&fragment.style.family).is_some_and(|(all, in_words)| *all >= TEXT && 2 * in_words > *all)
    };
    for fragment in fragments.iter_mut().filter(|fragment| is_formal(fragment) && is_text(fragment)) {
        fragment.signs.iter_mut().for_each(|sign| sign.math = false);
    }
}

fn is_formal(fragment: &Fragment) -> bool {
    fragment.signs.iter().any(|sign| sign.math)
}
