//! Rules just under or through words are part of their style.

use super::super::vector::{Marks, Ruling};
use super::word::Word;

/// Thickest underline, as a share of the size.
const THICK: f32 = 0.16;
/// How far below the base line an underline lies at most, as a share of the size.
const BELOW: f32 = 0.35;
/// Where a line through the middle of small letters lies, above the base line, as shares of the
/// size.
const THROUGH: (f32, f32) = (0.15, 0.45);
/// Share of an underline that its words cover: spaces take the rest.
const COVERED: f32 = 0.7;
/// Distance in points within which two rules meet, and the shortest one that makes a cell.
const MEETS: f32 = 1.5;
const MIN_VERTICAL: f32 = 6.0;
/// Words looked at for one rule.
const MAX_WORDS: usize = 400;
/// Largest size looked for around a rule, in points.
const MAX_SIZE: f32 = 60.0;

/// Marks underlined and struck words and takes their rules out of `marks`.
pub(in super::super) fn underline(marks: &mut Marks, words: &mut [Word]) {
    if words.is_empty() {
        return;
    }
    words.sort_by(|a, b| a.baseline.total_cmp(&b.baseline).then(a.rect.left.total_cmp(&b.rect.left)));
    let vertical = std::mem::take(&mut marks.vertical);
    marks.horizontal.retain(|rule| is_crossed(rule, &vertical) || !take(rule, words));
    marks.vertical = vertical;
}

/// Whether a vertical rule meets a rule: then it is a line of a table.
pub(in super::super) fn is_crossed(rule: &Ruling, vertical: &[Ruling]) -> bool {
    let start = vertical.partition_point(|other| other.at < rule.from - MEETS);
    let near = vertical[start..].iter().take_while(|other| other.at <= rule.to + MEETS).take(MAX_WORDS);
    near.filter(|other| other.length() >= MIN_VERTICAL)
        .any(|other| (other.from - MEETS..=other.to + MEETS).contains(&rule.at))
}

/// Whether the rule belongs to words, which have been marked.
fn take(rule: &Ruling, words: &mut [Word]) -> bool {
    let start = words.partition_point(|f| f.baseline < rule.at - BELOW * MAX_SIZE);
    let near = words[start..].iter().take_while(|f| f.baseline < rule.at + THROUGH.1 * MAX_SIZE);
    let under = |f: &Word| (-0.02 * f.size..=BELOW * f.size).contains(&(rule.at - f.baseline));
    let through = |f: &Word| (THROUGH.0 * f.size..=THROUGH.1 * f.size).contains(&(f.baseline - rule.at));
    let (mut below, mut middle) = (Vec::new(), Vec::new());
    for (offset, word) in near.take(MAX_WORDS).enumerate() {
        let x = word.rect.center().x;
        if x < rule.from - 1.0 || x > rule.to + 1.0 || rule.width > (THICK * word.size).max(0.8) {
            continue;
        }
        if under(word) {
            below.push(start + offset);
        } else if through(word) {
            middle.push(start + offset);
        }
    }
    if spans(rule, &below, words) {
        below.iter().for_each(|at| words[*at].style.underline = true);
        return true;
    }
    let struck = spans(rule, &middle, words);
    if struck {
        middle.iter().for_each(|at| words[*at].style.strike = true);
    }
    struck
}

/// Whether the words begin and end with the rule and fill it.
fn spans(rule: &Ruling, over: &[usize], words: &[Word]) -> bool {
    let rects = over.iter().map(|at| words[*at].rect);
    let Some(around) = rects.clone().reduce(|a, b| a.union(&b)) else { return false };
    let size = over.iter().map(|at| words[*at].size).fold(0.0, f32::max);
    let filled: f32 = rects.map(|rect| rect.width()).sum();
    let near = |a: f32, b: f32| (a - b).abs() <= 0.5 * size;
    near(around.left, rule.from) && near(around.right, rule.to) && filled >= COVERED * rule.length()
}
