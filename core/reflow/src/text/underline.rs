//! Underline and strikethrough: rules just under or through words are part of their style.

use super::super::caps::SOME;
use super::super::vector::{Marks, Ruling};
use super::level::sort_by_base_line;
use super::tolerances::{LARGEST, ROUNDING, SAME_EDGE, THIN_RULE};
use super::word::Word;
use transvase_base::units::{Em, Pt};

/// Thickest underline: twice what bold faces ask for.
const THICK: Em = Em(0.16);
/// How far below the base line an underline lies at most: the lines of tables lie well below the depth of letters.
const BELOW: Em = Em(0.35);
/// Where a line through the middle of small letters lies, above the base line.
const THROUGH: (Em, Em) = (Em(0.15), Em(0.45));
/// Share of an underline that its words cover: spaces take the rest.
const COVERED: f32 = 0.7;
/// How far a word may reach beyond the end of its underline: the comma after a link is not under it.
const END: Pt = Pt(1.0);
/// The shortest vertical rule that makes a cell: the height of the smallest print.
const MIN_VERTICAL: Pt = Pt(6.0);

/// Marks underlined and struck words and takes their rules out of `marks`.
pub(crate) fn underline(marks: &mut Marks, words: &mut [Word]) {
    if words.is_empty() {
        return;
    }
    sort_by_base_line(words);
    let vertical = std::mem::take(&mut marks.vertical);
    marks.horizontal.retain(|rule| is_crossed(rule, &vertical) || !take(rule, words));
    marks.vertical = vertical;
}

/// Whether a vertical rule meets a rule: then it is a line of a table.
pub(crate) fn is_crossed(rule: &Ruling, vertical: &[Ruling]) -> bool {
    let start = vertical.partition_point(|other| other.at < rule.from - SAME_EDGE);
    let near = vertical[start..].iter().take_while(|other| other.at <= rule.to + SAME_EDGE).take(SOME);
    near.filter(|other| other.length() >= MIN_VERTICAL)
        .any(|other| (other.from - SAME_EDGE..=other.to + SAME_EDGE).contains(&rule.at))
}

/// Whether the rule belongs to words, which have been marked.
fn take(rule: &Ruling, words: &mut [Word]) -> bool {
    let start = words.partition_point(|f| f.baseline < rule.at - BELOW * LARGEST.0);
    let near = words[start..].iter().take_while(|f| f.baseline < rule.at + THROUGH.1 * LARGEST.0);
    let under = |f: &Word| (-ROUNDING * f.size..=BELOW * f.size).contains(&(rule.at - f.baseline));
    let through = |f: &Word| (THROUGH.0 * f.size..=THROUGH.1 * f.size).contains(&(f.baseline - rule.at));
    let (mut below, mut middle) = (Vec::new(), Vec::new());
    for (offset, word) in near.take(SOME).enumerate() {
        let x = word.rect.center().x;
        let over = (rule.from - END..=rule.to + END).contains(&x);
        if !over || rule.width > (THICK * word.size).max(THIN_RULE.0) {
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
