//! Check boxes: outlined squares beside words.

use super::areas::BOXES;
use super::caps::SOME;
use super::text::level::sort_by_base_line;
use super::text::tolerances::{NEARLY_LEVEL, SAME_BASE_LINE, SIGN_GAP};
use super::text::word::Word;
use super::vector::{Marks, Ruling, Square};
use transvase_base::units::{Em, Pt, Rect};

/// Sides of a box, by the size of its words: from the height of small letters to that of a line.
const SIDES: (Em, Em) = (Em(0.45), Em(1.7));
/// Distance within which a rule or a tick touches a box: half of that between the boxes of a comb.
const TOUCH: Pt = Pt(1.2);
/// Distance within which two boxes are parts of one comb: boxes to tick have words between them.
const COMB: Pt = Pt(2.5);
/// Characters in a box that tick it.
const TICKS: &str = "xX×✓✔✗✘✕✖";
/// Share of the width of a box that a drawing in it crosses and ticks it: a dot or a speck does not.
const CROSSING: f32 = 0.4;
/// Width of the drawing of a tick, which goes with its box: a wider one may tell more.
const TICK: Pt = Pt(6.0);

/// Puts the sign for a box to tick where a square stands beside words; other squares become rules.
pub(super) fn check_boxes(marks: &mut Marks, words: &mut Vec<Word>) {
    let squares = std::mem::take(&mut marks.squares);
    if squares.len() > SOME || words.is_empty() {
        marks.squares = squares;
        return marks.rule_squares();
    }
    sort_by_base_line(words);
    let mut found = Vec::new();
    for square in &squares {
        let alone = || !is_in_comb(square, &squares) && !is_ruled(&square.rect, marks);
        match sign(&square.rect, marks, words).filter(|_| alone()) {
            Some(sign) => found.push(sign),
            None => marks.squares.push(*square),
        }
    }
    let ticked = |place: Rect| found.iter().any(|sign| sign.rect.expand(TOUCH.0).contains(place.center()));
    words.retain(|word| !(is_tick(word) && ticked(word.rect)));
    marks.drawings.retain(|drawing| !ticked(*drawing) || drawing.width() > TICK);
    words.append(&mut found);
    marks.rule_squares();
}

/// Whether squares stand side by side, each for one letter.
fn is_in_comb(square: &Square, squares: &[Square]) -> bool {
    let beside = |other: &Square| {
        let gap = (other.rect.left - square.rect.right).max(square.rect.left - other.rect.right);
        (other.rect.top - square.rect.top).abs() <= TOUCH && gap.abs() <= COMB
    };
    squares.iter().any(beside)
}

/// Whether rules meet the sides of a square, as those of other cells do.
fn is_ruled(square: &Rect, marks: &Marks) -> bool {
    let meets = |rule: &Ruling, sides: [f32; 2], (from, to): (f32, f32)| {
        sides.into_iter().any(|side| (rule.at - side).abs() <= TOUCH)
            && rule.from <= to + TOUCH
            && rule.to >= from - TOUCH
    };
    let Rect { left, top, right, bottom } = *square;
    marks.horizontal.iter().any(|rule| meets(rule, [top, bottom], (left, right)))
        || marks.vertical.iter().any(|rule| meets(rule, [left, right], (top, bottom)))
}

fn is_tick(word: &Word) -> bool {
    let mut chars = word.text.chars();
    chars.next().is_some_and(|c| TICKS.contains(c)) && chars.next().is_none()
}

/// The sign for a square beside words of a line, with which it goes; none where other text is in it.
fn sign(square: &Rect, marks: &Marks, words: &[Word]) -> Option<Word> {
    let start = words.partition_point(|word| word.baseline < square.top);
    let below = words.get(start..)?.iter().take(SOME);
    let level = below.take_while(|word| word.baseline < square.bottom + SIGN_GAP * square.height());
    let inside = |word: &Word| square.contains(word.rect.center());
    let (within, beside): (Vec<&Word>, Vec<&Word>) = level.partition(|word| inside(word));
    if within.iter().any(|word| !is_tick(word)) {
        return None;
    }
    let gap = |word: &Word| (word.rect.left - square.right).max(square.left - word.rect.right);
    let goes_with = |word: &&&Word| {
        let (size, sides) = (word.size, SIDES.0 * word.size..=SIDES.1 * word.size);
        let foot = -SAME_BASE_LINE * size..=NEARLY_LEVEL * size;
        sides.contains(&square.height())
            && foot.contains(&(square.bottom - word.baseline))
            && (-TOUCH.0..=SIGN_GAP * size).contains(&gap(word))
    };
    let word = beside.iter().filter(goes_with).min_by(|a, b| gap(a).total_cmp(&gap(b)))?;
    let around = square.expand(TOUCH.0);
    let crosses = |mark: &Rect| around.holds(mark) && mark.width() > CROSSING * square.width();
    let ticked = !within.is_empty() || marks.drawings.iter().any(crosses);
    Some(word.drawn_beside(BOXES[usize::from(ticked)].to_owned(), (square.left, square.right)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::pages::Color;

    fn word(text: &str, left: f32, baseline: f32) -> Word {
        let rect = Rect { left, top: baseline - 8.0, right: left + 30.0, bottom: baseline + 2.0 };
        Word { text: text.into(), rect, baseline, size: 10.0, ..Word::default() }
    }

    fn square(left: f32, bottom: f32) -> Square {
        let rect = Rect { left, top: bottom - 8.0, right: left + 8.0, bottom };
        Square { rect, width: 0.5, color: Color::BLACK }
    }

    fn signs(squares: &[Square], mut words: Vec<Word>) -> (Vec<String>, usize) {
        let mut marks = Marks { squares: squares.to_vec(), ..Marks::default() };
        check_boxes(&mut marks, &mut words);
        words.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
        (words.into_iter().map(|word| word.text).collect(), marks.horizontal.len())
    }

    #[test]
    fn squares_beside_words_are_boxes_to_tick() {
        let (texts, rules) = signs(
            &[square(50.0, 101.0), square(120.0, 101.0)],
            vec![word("Yes", 65.0, 100.0), word("No", 135.0, 100.0)],
        );
        assert_eq!((texts, rules), (vec![BOXES[0].into(), "Yes".into(), BOXES[0].into(), "No".into()], 0));
    }

    #[test]
    fn a_letter_in_a_box_ticks_it() {
        let mut tick = word("X", 51.0, 100.0);
        tick.rect.right = 57.0;
        let (texts, _) = signs(&[square(50.0, 101.0)], vec![word("Yes", 65.0, 100.0), tick]);
        assert_eq!(texts, [BOXES[1], "Yes"]);
    }

    #[test]
    fn squares_far_from_words_or_side_by_side_stay_squares() {
        assert_eq!(signs(&[square(50.0, 101.0)], vec![word("far", 300.0, 100.0)]), (vec!["far".into()], 2));
        let comb = [square(50.0, 101.0), square(58.0, 101.0)];
        assert_eq!(signs(&comb, vec![word("Code", 70.0, 100.0)]).0, ["Code"]);
    }
}
