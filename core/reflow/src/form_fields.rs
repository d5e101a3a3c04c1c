//! Form fields that show nothing of their own take their place on a line of text: a check box beside a label of two
//! lines goes with the first of them, an empty field with the line beside it that it stands nearest to.

use std::collections::{BTreeMap, BTreeSet};

use super::areas::{self, BOXES};
use super::text::level::sort_by_base_line;
use super::text::tolerances::{CAP_HEIGHT, LARGEST, SIGN_GAP};
use super::text::word::Word;
use transvase_base::units::{Em, Rect};
use transvase_model::pages::{Page, PlacedControl};

/// Distance from a field to the words on its line: what is farther belongs to another column of the form.
const FIELD_GAP: Em = Em(12.0);
/// Share of the width of a part that a line leaves free which was broken there.
const FILLED: f32 = 0.25;
/// Difference of base lines within which words filled into a part stand in one line.
const SAME_LINE: Em = Em(0.4);
/// Share of the height of letters that the area of a part reaches over at the least: areas are drawn by hand.
const LEVEL: f32 = 0.25;

/// Seats the empty parts of a page's form, before which `base` areas are counted, on the lines of `words`.
pub(super) fn seat(page: &Page, base: usize, words: &mut [Word]) {
    if page.controls.is_empty() {
        return;
    }
    let mut shown: Vec<Word> = words.iter().filter(|word| !is_empty_part(word)).cloned().collect();
    sort_by_base_line(&mut shown);
    for part in words.iter_mut().filter(|part| is_empty_part(part)) {
        if let Some(area) = areas::control_area(page, base, part)
            && let Some(line) = line_of(part, &area, &shown)
        {
            sit(part, line);
        }
    }
}

/// Settles what is filled into the parts of a page's form: lines that were ended stay lines, and letters that stand in a
/// box each are one word.
pub(super) fn settle_values(page: &Page, base: usize, words: &mut Vec<Word>) {
    let first = base + page.links.len();
    let mut filled: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, word) in words.iter().enumerate() {
        if let Some(control) = word.link.and_then(|link| link.checked_sub(first)) {
            filled.entry(control).or_default().push(at);
        }
    }
    for (at, mut own) in filled {
        let Some(control) = page.controls.get(at).filter(|_| own.len() > 1) else { continue };
        sort_as_read(words, &mut own);
        let text = own.iter().flat_map(|word| letters(&words[*word].text));
        if text.ne(letters(&control.value)) {
            continue;
        }
        if own.iter().all(|word| words[*word].len() == 1) && !control.value.trim().contains(char::is_whitespace) {
            unite(words, &own);
        } else {
            open_lines(words, &own, control);
        }
    }
    words.retain(|word| !word.text.is_empty());
}

/// Sorts words, by index, line by line.
fn sort_as_read(words: &[Word], own: &mut [usize]) {
    own.sort_by(|a, b| words[*a].baseline.total_cmp(&words[*b].baseline));
    let is_level = |a: &usize, b: &usize| words[*b].baseline - words[*a].baseline <= SAME_LINE * words[*a].size;
    for line in own.chunk_by_mut(is_level) {
        line.sort_by(|a, b| words[*a].rect.left.total_cmp(&words[*b].rect.left));
    }
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace())
}

/// Makes one word of single letters.
fn unite(words: &mut [Word], letters: &[usize]) {
    let text: String = letters.iter().map(|at| words[*at].text.as_str()).collect();
    let rect = letters.iter().map(|at| words[*at].rect).reduce(|a, b| a.union(&b)).unwrap_or_default();
    letters.iter().for_each(|at| words[*at].text.clear());
    if let Some(first) = letters.first() {
        (words[*first].text, words[*first].rect) = (text, rect);
    }
}

/// Marks the words that begin the lines of a value, but for those that programs broke where their part ends.
fn open_lines(words: &mut [Word], own: &[usize], control: &PlacedControl) {
    let mut begins: BTreeSet<usize> = BTreeSet::new();
    let mut count = 0;
    for line in control.value.lines() {
        begins.insert(count);
        count += letters(line).count();
    }
    let edge = control.area.right - FILLED * control.area.width();
    let (mut count, mut end) = (0, f32::NEG_INFINITY);
    for word in own {
        let word = &mut words[*word];
        // Some programs write line ends into a value where they broke its lines themselves.
        let goes_on = end >= edge && word.text.starts_with(char::is_lowercase);
        word.opens = begins.contains(&count) && !goes_on;
        (count, end) = (count + letters(&word.text).count(), word.rect.right);
    }
}

fn is_empty_part(word: &Word) -> bool {
    areas::is_room(word) || word.link.is_some() && is_box(word)
}

fn is_box(word: &Word) -> bool {
    BOXES.contains(&&*word.text)
}

/// The word whose line a part goes with; `words` are sorted by their base lines.
fn line_of<'w>(part: &Word, area: &Rect, words: &'w [Word]) -> Option<&'w Word> {
    let from = words.partition_point(|word| word.baseline < area.top);
    let to = words.partition_point(|word| word.baseline < area.bottom + LARGEST);
    let level = |word: &&Word| {
        let height = CAP_HEIGHT * word.size;
        area.bottom.min(word.baseline) - area.top.max(word.baseline - height) >= LEVEL * height
    };
    let gap = |word: &Word| (word.rect.left - area.right).max(area.left - word.rect.right);
    let near = |word: &&Word| (0.0..=FIELD_GAP * word.size).contains(&gap(word));
    let all = || words.get(from..to).unwrap_or_default().iter().filter(level).filter(near);
    if is_box(part) {
        let near_box = |word: &&Word| gap(word) <= SIGN_GAP * word.size;
        let right = all().find(|word| word.rect.left >= area.right && near_box(word));
        return right.or_else(|| all().find(near_box));
    }
    let away = |word: &Word| (word.baseline - part.baseline).abs();
    all().min_by(|a, b| away(a).total_cmp(&away(b)).then(gap(a).total_cmp(&gap(b))))
}

/// Moves a part to the line of a word; it is no larger than that.
fn sit(part: &mut Word, word: &Word) {
    part.rect.top += word.baseline - part.baseline;
    part.rect.bottom += word.baseline - part.baseline;
    part.baseline = word.baseline;
    if word.size < part.size {
        part.size = word.size;
        part.rect.top = part.rect.bottom - part.size;
        part.style.size = word.style.size.or(part.style.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Control, ControlKind};

    const EMPTY: &str = "\u{2002}\u{2002}";

    fn word(text: &str, left: f32, baseline: f32, link: Option<usize>) -> Word {
        let rect = Rect { left, top: baseline - 7.0, right: left + 40.0, bottom: baseline + 2.0 };
        Word { text: text.into(), rect, baseline, size: 8.0, link, ..Word::default() }
    }

    fn page(left: f32, top: f32, right: f32, bottom: f32) -> Page {
        let control = Control { name: None, title: None, kind: ControlKind::Text(false) };
        let area = Rect { left, top, right, bottom };
        Page { controls: vec![PlacedControl { area, control, value: String::new() }], ..Page::default() }
    }

    /// What is filled into a part 100 points wide, each text with its place, and what of it is known to begin a line.
    fn filled(value: &str, texts: &[(&str, f32, f32)]) -> Vec<(String, bool)> {
        let mut page = page(100.0, 90.0, 200.0, 140.0);
        value.clone_into(&mut page.controls[0].value);
        let mut words = texts.iter().map(|(text, left, baseline)| word(text, *left, *baseline, Some(0))).collect();
        settle_values(&page, 0, &mut words);
        words.into_iter().map(|word| (word.text, word.opens)).collect()
    }

    #[test]
    fn what_is_filled_in_keeps_its_lines() {
        let (first, second) = (("call", 100.0, 100.0), ("gate", 100.0, 110.0));
        let open = |text: &str| (text.to_owned(), true);
        assert_eq!(filled("call\ngate", &[first, second]), [open("call"), open("gate")]);
        assert!(!filled("call gate", &[first, second])[1].1, "one line");
        assert!(!filled("call\ngate", &[("call", 150.0, 100.0), second])[1].1, "broken where the part ends");
        assert!(!filled("other", &[first, second])[1].1, "another value");
    }

    #[test]
    fn letters_in_a_box_each_are_one_word() {
        let letters = [("A", 100.0, 100.0), ("1", 120.0, 100.0), ("B", 140.0, 100.0)];
        assert_eq!(filled("A1B", &letters), [("A1B".to_owned(), false)]);
        assert_eq!(filled("A 1B", &letters).len(), 3, "words of one letter");
    }

    #[test]
    fn a_box_beside_two_lines_goes_with_the_first() {
        let mut words = vec![
            word("Reprisal", 120.0, 100.0, None),
            word("or threat", 120.0, 108.0, None),
            word(BOXES[0], 104.0, 106.0, Some(3)),
        ];
        seat(&page(104.0, 96.0, 114.0, 108.0), 3, &mut words);
        assert_eq!(words[2].baseline, 100.0);
    }

    #[test]
    fn a_field_goes_with_the_nearest_line_beside_it() {
        let mut words = vec![
            word("Code", 50.0, 100.0, None),
            word("(box 26)", 50.0, 110.0, None),
            word("below", 100.0, 125.0, None),
            Word { size: 10.0, ..word(EMPTY, 100.0, 107.0, Some(0)) },
        ];
        seat(&page(100.0, 92.0, 200.0, 114.0), 0, &mut words);
        assert_eq!((words[3].baseline, words[3].size), (110.0, 8.0));
    }

    #[test]
    fn a_field_alone_keeps_its_place() {
        let mut words = vec![word("above", 100.0, 80.0, None), word(EMPTY, 100.0, 107.0, Some(0))];
        seat(&page(100.0, 92.0, 200.0, 114.0), 0, &mut words);
        assert_eq!(words[1].baseline, 107.0);
    }
}
