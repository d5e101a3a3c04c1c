//! Fill-in lines of forms: rules on the base line beside their label. They go with the line of text, as the row of low
//! lines that a typist would make; what is written on them is underlined.

use super::caps::SOME;
use super::text::level::sort_by_base_line;
use super::text::tolerances::{BESIDE, LARGEST, SPACE, THIN_RULE, TOUCHING, VISIBLE};
use super::text::underline::is_crossed;
use super::text::word::Word;
use super::vector::{Marks, Ruling};
use transvase_base::units::{Em, Pt};

/// How far below the base line a rule to write on lies at most: as much again as the depth of letters.
const BELOW: Em = Em(0.4);
/// Advance of the low line: that of Helvetica and Arial, and half an em, or a little more, in most other faces.
const ADVANCE: Em = Em(0.556);
/// Length up to which it is no ornament of a heading, whatever stands before it: half the width of a page's text.
const SHORT: Pt = Pt(260.0);
/// Signs at the end of a label that something is written after.
const LABEL_ENDS: [char; 4] = [':', '.', ')', '#'];

/// Makes words of the lines to be filled in, which leave the marks.
pub(super) fn fill_in(marks: &mut Marks, words: &mut Vec<Word>) {
    sort_by_base_line(words);
    let vertical = std::mem::take(&mut marks.vertical);
    let mut found = Vec::new();
    marks.horizontal.retain(|rule| {
        let lines = if is_crossed(rule, &vertical) { None } else { lines(rule, words) };
        let keep = lines.is_none();
        found.extend(lines.into_iter().flatten());
        keep
    });
    marks.vertical = vertical;
    words.append(&mut found);
}

/// The parts of a rule that nothing is written on; `None` where it has no label. What is written on it is marked.
fn lines(rule: &Ruling, words: &mut [Word]) -> Option<Vec<Word>> {
    let start = words.partition_point(|word| word.baseline < rule.at - BELOW * LARGEST.0);
    let level = |word: &Word| (-VISIBLE * word.size..=BELOW * word.size).contains(&(rule.at - word.baseline));
    let near = words.get(start..)?.iter().enumerate().take(SOME);
    let near = near.take_while(|(_, word)| word.baseline < rule.at + LARGEST).filter(|(_, word)| level(word));
    let near: Vec<usize> = near.map(|(at, _)| start + at).collect();
    let gap = |word: &Word| rule.from - word.rect.right;
    let beside = near.iter().filter_map(|at| words.get(*at)).filter(|word| gap(word) >= -TOUCHING * word.size);
    // The bar of a root stands at the base line of its sign.
    let beside = beside.filter(|word| word.text.contains(char::is_alphanumeric));
    let label = beside.min_by(|a, b| gap(a).total_cmp(&gap(b)))?.clone();
    let is_label = label.text.trim_end().ends_with(LABEL_ENDS);
    let is_line = gap(&label) <= BESIDE * label.size && rule.length() >= 2.0 * label.size && rule.width <= THIN_RULE;
    let mut written: Vec<usize> = near.iter().copied().filter(|at| is_over(&words[*at], rule)).collect();
    if !is_line || !(is_label || (written.is_empty() && rule.length() <= SHORT)) {
        return None;
    }
    written.sort_by(|a, b| words[*a].rect.left.total_cmp(&words[*b].rect.left));
    let mut from = rule.from;
    let mut done = Vec::new();
    for at in written {
        let word = words.get_mut(at)?;
        word.style.underline = true;
        let space = SPACE * word.size;
        done.extend(low_lines(&label, from, word.rect.left - space));
        from = word.rect.right + space;
    }
    done.extend(low_lines(&label, from, rule.to));
    Some(done)
}

fn is_over(word: &Word, rule: &Ruling) -> bool {
    (rule.from..=rule.to).contains(&word.rect.center().x)
}

/// Whether a word is nothing but a line to be filled in.
pub(super) fn is_blank(word: &Word) -> bool {
    !word.text.is_empty() && word.text.chars().all(|c| c == '_')
}

/// Low lines from one place to another, in the face of the label.
fn low_lines(label: &Word, from: f32, to: f32) -> Option<Word> {
    let count = ((to - from) / (ADVANCE * label.size)) as usize;
    (count > 1).then(|| label.drawn_beside("_".repeat(count.min(SOME)), (from, to)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Rect;

    fn word(text: &str, left: f32, right: f32) -> Word {
        let rect = Rect { left, top: 92.0, right, bottom: 102.0 };
        Word { text: text.into(), rect, baseline: 100.0, size: 10.0, ..Word::default() }
    }

    fn filled(words: Vec<Word>, from: f32, to: f32) -> (usize, Vec<Word>) {
        let rule = Ruling { at: 102.0, from, to, width: 0.7, color: None };
        let mut marks = Marks { horizontal: vec![rule], ..Marks::default() };
        let mut words = words;
        fill_in(&mut marks, &mut words);
        (marks.horizontal.len(), words)
    }

    #[test]
    fn a_rule_after_a_label_is_a_line_to_be_filled_in() {
        let (rules, words) = filled(vec![word("Name", 50.0, 80.0)], 84.0, 195.2);
        assert_eq!((rules, words[1].text.as_str()), (0, "_".repeat(20).as_str()));
    }

    #[test]
    fn what_is_written_on_the_line_is_underlined() {
        let (rules, words) = filled(vec![word("Name:", 50.0, 80.0), word("Ada", 90.0, 110.0)], 84.0, 160.0);
        assert_eq!((rules, words[1].style.underline, words[2].text.as_str()), (0, true, "________"));
        assert!(words[2].rect.left > words[1].rect.right, "a space parts them");
    }

    #[test]
    fn rules_under_text_stay_rules() {
        // A heading over columns with a rule under it, beside another heading.
        assert_eq!(filled(vec![word("Country", 50.0, 80.0), word("2010", 100.0, 120.0)], 85.0, 200.0).0, 1);
        assert_eq!(filled(vec![word("Far", 20.0, 40.0)], 84.0, 200.0).0, 1);
    }
}
