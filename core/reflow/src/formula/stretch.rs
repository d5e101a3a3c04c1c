//! Classification into words and signs: words side by side on one base line, and the faces for formulas that a text is
//! set in.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::text::label;
use super::super::text::sign::Sign;
use super::limit::is_function;
use super::tolerances::SAME_BASE_LINE;
use crate::text::word::Word;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Rect};

/// Widest gap between words of one stretch: spaces of justified lines are seldom wider.
const STRETCH_GAP: Em = Em(0.7);
/// Words that make a stretch a part of a text; formulas have one or two, such as `for all`.
const MIN_PROSE: usize = 3;
/// Letters of a word that no formula has in a row: products of letters are shorter.
const MIN_WORD: usize = 5;
/// Letters of a text: formulas of fewer letters may be all names.
const MIN_TEXT: usize = 150;

/// Takes the signs of faces with the name of one for formulas that mostly set words for those of text.
pub(super) fn settle_faces(words: &mut [Word]) {
    // Of each family: letters, and those in words.
    let mut letters: BTreeMap<Option<Arc<str>>, (usize, usize)> = BTreeMap::new();
    for word in words.iter().filter(|word| is_formal(word)) {
        let (all, in_words) = letters.entry(word.style.family.clone()).or_default();
        for count in word.text.split(|c: char| !c.is_alphabetic()).map(|part| part.chars().count()) {
            *all += count;
            *in_words += if count >= MIN_WORD { count } else { 0 };
        }
    }
    let is_text = |word: &Word| {
        letters.get(&word.style.family).is_some_and(|(all, in_words)| *all >= MIN_TEXT && 2 * in_words > *all)
    };
    for word in words.iter_mut().filter(|word| is_formal(word) && is_text(word)) {
        word.signs.iter_mut().for_each(|sign| sign.math = false);
    }
}

fn is_formal(word: &Word) -> bool {
    word.signs.iter().any(|sign| sign.math)
}

/// What a stretch of text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Words of a text.
    Prose,
    /// One word or two.
    Words,
    /// Signs of a formula.
    Signs,
    /// Numbers, names of functions and the like.
    Neutral,
    /// The number of a formula.
    Number,
}

/// Words side by side.
pub(super) struct Stretch {
    /// The words, by index.
    pub words: Vec<usize>,
    /// What they cover.
    pub ink: Rect,
    /// Size of the largest.
    pub size: f32,
    /// Their base line.
    pub baseline: f32,
    /// What they are.
    pub kind: Kind,
    /// Number of its words.
    pub word_count: usize,
    /// Begins with a word, perhaps after an article.
    pub opens_with_word: bool,
}

/// Words on one base line without wide gaps.
pub(super) fn stretches(words: &[Word], context: &Context) -> Result<Vec<Stretch>> {
    let mut order: Vec<usize> = (0..words.len()).filter(|at| !words[*at].signs.is_empty()).collect();
    context.tick(order.len() as u64)?;
    order.sort_by(|a, b| {
        let (a, b) = (&words[*a], &words[*b]);
        a.baseline.total_cmp(&b.baseline).then(a.rect.left.total_cmp(&b.rect.left))
    });
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for at in order {
        let near = rows
            .last()
            .and_then(|row| row.first())
            .is_some_and(|first| words[at].baseline - words[*first].baseline <= SAME_BASE_LINE * words[at].size);
        match rows.last_mut() {
            Some(row) if near => row.push(at),
            _ => rows.push(vec![at]),
        }
    }
    Ok(rows.into_iter().flat_map(|row| split(row, words)).collect())
}

fn split(mut row: Vec<usize>, words: &[Word]) -> Vec<Stretch> {
    row.sort_by(|a, b| words[*a].rect.left.total_cmp(&words[*b].rect.left));
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut right = f32::NEG_INFINITY;
    for at in row {
        let word = &words[at];
        let near = word.rect.left - right <= STRETCH_GAP * word.size;
        match parts.last_mut() {
            Some(part) if near => part.push(at),
            _ => parts.push(vec![at]),
        }
        right = right.max(word.rect.right);
    }
    parts.into_iter().map(|part| stretch(part, words)).collect()
}

fn stretch(own: Vec<usize>, words: &[Word]) -> Stretch {
    let all = || own.iter().filter_map(|at| words.get(*at));
    let signs = || all().flat_map(|word| &word.signs);
    let ink = signs().map(|sign| sign.ink).reduce(|a, b| a.union(&b)).unwrap_or_default();
    let size = all().map(|word| word.size).fold(0.0, f32::max);
    let count = all().filter(|word| is_word(word)).count();
    let formal = |sign: &Sign| sign.math && !sign.text.is('∗') && !sign.char().is_some_and(label::is_bullet);
    // Some take the letters of their formulas from a face of text.
    let has = |c: char| signs().any(|sign| sign.text.is(c));
    let math = !has('@') && (signs().any(formal) || (has('=') && signs().any(|sign| sign.italic)));
    let kind = match count {
        MIN_PROSE.. => Kind::Prose,
        0 if math => Kind::Signs,
        0 if is_number(all()) => Kind::Number,
        0 => Kind::Neutral,
        _ if math => Kind::Signs,
        _ => Kind::Words,
    };
    let baseline = all().next().map_or(0.0, |word| word.baseline);
    let is_article = |word: &&Word| word.len() == 1 && !word.signs.iter().any(formal);
    let opens_with_word = all().find(|word| !is_article(word)).is_some_and(is_word);
    Stretch { words: own, ink, size, baseline, kind, word_count: count, opens_with_word }
}

/// Whether a word is one of running text.
fn is_word(word: &Word) -> bool {
    let text = word.text.trim_matches(|c: char| !c.is_alphanumeric());
    text.chars().count() > 1
        && text.chars().all(char::is_alphabetic)
        && !word.signs.iter().any(|sign| sign.math)
        && !is_function(text)
}

/// Whether words are the number of a formula: one in round brackets.
fn is_number<'a>(words: impl Iterator<Item = &'a Word>) -> bool {
    let text: String = words.map(|word| word.text.as_str()).collect();
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inner.is_some_and(|inner| {
        let counted = inner.chars().any(|c| c.is_ascii_digit()) || matches!(inner, "*" | "∗" | "†");
        counted && inner.len() <= 8 && inner.chars().all(|c| c.is_ascii_alphanumeric() || ".-–*∗†′'".contains(c))
    })
}
