//! Line numbers in the left margin, as contracts, bills and manuscripts have them: they are no text, and the sections
//! say that their lines are counted.

use super::caps::SOME;
use super::element::PageElement;
use super::page::PageElements;
use super::text::line::Line;
use super::text::tolerances::{SAME_BASE_LINE, are_most};
use transvase_base::units::Pt;
use transvase_model::flow::{LineNumbers, Section};

/// Numbers of one page that show that its lines are counted.
const ENOUGH: usize = 10;
/// Of so many numbered lines, one goes on with the sentence above it: rows of a table do not.
const GOES_ON: usize = 8;
/// Steps that lines are counted by.
const STEPS: [u32; 4] = [1, 2, 5, 10];
/// Distance within which the ends of numbers stand under one another: figures of old faces differ in width.
const COLUMN: Pt = Pt(3.0);
/// Words of a line of running text: cells have fewer.
const WORDS: usize = 4;

/// The numbers in the margin of a page, from the top down.
struct Margin {
    /// Where the first of them begins and ends.
    place: (f32, f32),
    /// Where the text beside them begins.
    text: f32,
    numbers: Vec<u32>,
    step: u32,
}

/// Takes the numbers of lines out of the pages.
pub(super) fn take(pages: &mut [PageElements]) -> Option<LineNumbers> {
    let margins: Vec<Option<Margin>> = pages.iter().map(margin).collect();
    let found: Vec<&Margin> = margins.iter().flatten().collect();
    let first = found.first()?;
    let running = pages.iter().filter(|page| prose(page).count() >= ENOUGH).count();
    if found.len() * 2 < running || found.iter().any(|margin| margin.step != first.step) {
        return None;
    }
    let anew = found.windows(2).all(|pair| pair[0].numbers.first() == pair[1].numbers.first());
    let numbers =
        LineNumbers { every: first.step, on_each_page: anew, distance: (first.text - first.place.1).max(0.0) };
    let place = first.place;
    for page in pages {
        page.elements.retain(|element| !matches!(element, PageElement::Line(line) if is_in(line, place)));
    }
    Some(numbers)
}

/// Has the lines of sections counted.
pub(super) fn set(sections: &mut [Section], numbers: Option<LineNumbers>) {
    let pages = sections.iter_mut().filter_map(|section| section.page.as_mut());
    pages.for_each(|page| page.line_numbers = numbers);
}

/// Whether a line is a number that ends, or begins, where those in the margin do.
fn is_in(line: &Line, place: (f32, f32)) -> bool {
    number(line).is_some() && is_under(line, place)
}

fn is_under(line: &Line, (left, right): (f32, f32)) -> bool {
    (line.rect.right - right).abs() <= COLUMN || (line.rect.left - left).abs() <= COLUMN
}

/// The number that a line is.
fn number(line: &Line) -> Option<u32> {
    let [word] = &line.words[..] else { return None };
    word.text.parse().ok().filter(|_| word.text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn lines(page: &PageElements) -> impl Iterator<Item = &Line> {
    page.elements.iter().filter_map(|element| match element {
        PageElement::Line(line) => Some(line),
        _ => None,
    })
}

fn prose(page: &PageElements) -> impl Iterator<Item = &Line> {
    lines(page).filter(|line| line.words.len() >= WORDS)
}

/// The numbers in the margin of a page whose lines are counted.
fn margin(page: &PageElements) -> Option<Margin> {
    let text = prose(page).map(|line| line.rect.left).fold(f32::INFINITY, f32::min);
    let outside = lines(page).filter(|line| line.rect.right < text).filter_map(|line| Some((number(line)?, line)));
    let mut found: Vec<(u32, &Line)> = outside.take(SOME).collect();
    found.sort_by(|a, b| a.1.baseline.total_cmp(&b.1.baseline));
    let rect = found.first()?.1.rect;
    let place = (rect.left, rect.right);
    found.retain(|(_, line)| is_under(line, place));
    let numbers: Vec<u32> = found.iter().map(|(number, _)| *number).collect();
    let step = numbers.get(1)?.checked_sub(*numbers.first()?).filter(|step| STEPS.contains(step))?;
    let counts = numbers.windows(2).all(|pair| pair[1] == pair[0] + step);
    let beside: Vec<&Line> = found.iter().filter_map(|(_, line)| beside(line, page)).collect();
    // Empty lines are counted too.
    let with_line = are_most(beside.len(), numbers.len());
    let goes_on = beside.iter().filter(|line| begins_small(line)).count() * GOES_ON >= beside.len();
    (numbers.len() >= ENOUGH && counts && with_line && goes_on).then_some(Margin { place, text, numbers, step })
}

/// The line of text beside a number.
fn beside<'p>(number: &Line, page: &'p PageElements) -> Option<&'p Line> {
    let level = |line: &&Line| (line.baseline - number.baseline).abs() <= SAME_BASE_LINE * line.size;
    lines(page).filter(|line| line.rect.left > number.rect.right).find(level)
}

fn begins_small(line: &Line) -> bool {
    line.first_char().is_some_and(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::super::text::word::Word;
    use super::*;
    use transvase_base::units::Rect;

    fn line(text: &str, left: f32, right: f32, baseline: f32) -> PageElement {
        let rect = Rect { left, top: baseline - 8.0, right, bottom: baseline + 2.0 };
        let word = |text: &str| Word { text: text.into(), rect, baseline, size: 10.0, ..Word::default() };
        PageElement::Line(Line {
            words: text.split(' ').map(word).collect(),
            rect,
            baseline,
            size: 10.0,
            ..Line::default()
        })
    }

    fn page(first: u32, text: &str) -> PageElements {
        let elements = (0..12).flat_map(|row| {
            let baseline = 100.0 + 14.0 * row as f32;
            let number = (first + row).to_string();
            [line(&number, 50.0, 60.0, baseline), line(text, 80.0, 500.0, baseline)]
        });
        PageElements { elements: elements.collect(), ..PageElements::default() }
    }

    #[test]
    fn numbers_beside_running_text_are_taken_out() {
        let mut pages = [page(1, "of the lines of a page"), page(13, "and so they go on")];
        let numbers = take(&mut pages).unwrap();
        assert_eq!((numbers.every, numbers.on_each_page, numbers.distance), (1, false, 20.0));
        assert!(pages.iter().all(|page| page.elements.len() == 12));
        let mut anew = [page(1, "of the lines of a page"), page(1, "and so they go on")];
        assert!(take(&mut anew).unwrap().on_each_page);
    }

    #[test]
    fn numbers_that_begin_below_one_another_are_taken_out_too() {
        let mut pages = [page(1, "of the lines of a page")];
        for element in &mut pages[0].elements {
            if let PageElement::Line(line) = element {
                line.rect.right += if line.words[0].len() == 2 { 6.0 } else { 0.0 };
            }
        }
        assert!(take(&mut pages).is_some() && pages[0].elements.len() == 12);
    }

    #[test]
    fn numbers_of_rows_stay() {
        let mut pages = [page(1, "Kingston upon Thames Surrey")];
        assert_eq!((take(&mut pages), pages[0].elements.len()), (None, 24));
    }
}
