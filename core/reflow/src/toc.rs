//! Tables of contents: lines that end in a page number, which dots or a gap lead to.

use super::block::{Block, Para};
use super::caps;
use super::headings::MAX_LINES;
use super::page_blocks::PageBlocks;
use super::text::leader::{is_dots, leader};
use super::text::line::Line;
use super::text::word::{Gap, Word};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Pt};
use transvase_model::flow::{Align, Role};

/// Entries one after the other that make a table of contents.
const MIN_ENTRIES: usize = 3;
/// Least width of the gap before a page number, or of the dots that lead to what ends a line: a pause in running text
/// is narrower.
const LEADER_WIDTH: Em = Em(2.0);
/// Start edges closer than this are of one level: numbers of one digit and of two may be set flush right.
const SAME_EDGE: Pt = Pt(4.0);
/// One entry in how many may have a page number smaller than the one before: some lists follow in other numerals.
const FALLS: usize = 5;
/// Words that dots lead to at most: an amount with its unit.
pub(super) const END_WORDS: usize = 4;
/// Letters of the longest page number: `lxxxvii`.
const MAX_NUMBER: usize = 7;
/// Levels that [`Role::Contents`] has.
const MAX_LEVEL: usize = 9;

/// The end of an entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Entry {
    /// Index of the first word of the page number.
    pub number: usize,
    /// Whether dots lead to it.
    pub dots: bool,
}

/// The page number a line ends in, if it is the last line of an entry.
pub(super) fn entry_of(line: &Line) -> Option<Entry> {
    let words = &line.words;
    let mut number = words.len().checked_sub(1)?;
    while number > 0 && words[number].gap == Gap::None && !is_dots(&words[number - 1]) {
        number -= 1;
    }
    let text: String = words[number..].iter().map(|word| word.text.as_str()).collect();
    let before = words[..number].last()?;
    let first_dots = words[..number].iter().rposition(|word| !is_dots(word)).map_or(0, |at| at + 1);
    let dots = first_dots < number && leader(&words[first_dots..]) > 0;
    let gap = words[number].rect.left - before.rect.right;
    let lettered = words[..number].iter().any(|word| word.text.chars().any(char::is_alphabetic));
    let led = dots || (gap > LEADER_WIDTH * line.size && words[number].gap != Gap::None);
    (lettered && led && is_page_number(&text)).then_some(Entry { number, dots })
}

/// Whether dots lead from one text to another that ends the line, as to the price in a list of them.
pub(super) fn is_led(line: &Line) -> bool {
    let words = &line.words;
    let after = words.iter().rev().take_while(|word| !is_dots(word)).count();
    (1..=END_WORDS).contains(&after) && leads(&words[..words.len() - after], line.size)
}

/// Whether a text ends in dots that lead to the end of its line, as to a box there.
pub(super) fn leads_out(line: &Line) -> bool {
    leads(&line.words, line.size)
}

/// Whether words end in a row of dots as wide as those that lead somewhere.
fn leads(words: &[Word], size: f32) -> bool {
    let start = words.iter().rposition(|word| !is_dots(word)).map_or(0, |at| at + 1);
    let dots = words.get(start..).unwrap_or_default();
    let width = dots.iter().map(|dot| dot.rect).reduce(|a, b| a.union(&b)).map_or(0.0, |dots| dots.width());
    start > 0 && leader(dots) > 0 && width >= LEADER_WIDTH * size
}

/// Whether elements of a row are an entry that leads to its page by a link.
pub(super) fn is_linked_entry(spans: &[Line]) -> bool {
    let linked = spans.first().and_then(|span| span.words.last()).is_some_and(|word| word.link.is_some());
    linked && spans.len() <= 3 && entry_of(&Line::join(spans.to_vec())).is_some()
}

/// Whether lines are entries one and all, to at least one of which dots lead, with page numbers that never fall.
pub(super) fn are_entries(lines: &[&Line]) -> bool {
    let entries: Vec<Option<Entry>> = lines.iter().map(|line| entry_of(line)).collect();
    let numbers: Vec<u32> = lines.iter().filter_map(|line| number_of(line)).collect();
    entries.len() >= MIN_ENTRIES
        && entries.iter().all(Option::is_some)
        && entries.iter().flatten().any(|entry| entry.dots)
        && numbers.windows(2).all(|pair| pair[0] <= pair[1])
}

/// Decimal or Roman, with an appendix's letter at most before it.
fn is_page_number(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '-');
    let decimal = !digits.is_empty() && digits.len() <= 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let roman = |set: &str| !text.is_empty() && text.chars().all(|c| set.contains(c));
    text.len() <= MAX_NUMBER && ((decimal && text.len() - digits.len() <= 2) || roman("ivxlc") || roman("IVXLC"))
}

/// Marks the entries of tables of contents, with their levels.
pub(super) fn mark(pages: &mut [PageBlocks], context: &Context) -> Result<()> {
    let mut runs: Vec<Vec<&mut Para>> = Vec::new();
    let mut last = false;
    for block in pages.iter_mut().flat_map(PageBlocks::blocks_mut) {
        context.tick(1)?;
        let Block::Text(para) = block else { continue };
        let entry = is_entry(para);
        match runs.last_mut() {
            Some(run) if entry && last => run.push(para),
            _ if entry => runs.push(vec![para]),
            // A heading or page number between entries does not end the table.
            _ if para.lines.len() == 1 && last => continue,
            _ => {}
        }
        last = entry;
    }
    // The last entry of a page may stand apart from the others.
    with_strays(runs).iter_mut().for_each(|run| set_levels(run));
    Ok(())
}

/// The runs that are tables of contents, with the entries that stand apart from them, as some do at the end of a page:
/// dots lead them to where the page numbers of a table end.
fn with_strays(runs: Vec<Vec<&mut Para>>) -> Vec<Vec<&mut Para>> {
    let (mut tables, others): (Vec<_>, Vec<_>) = runs.into_iter().partition(|run| is_table(run));
    let end = |para: &Para| para.lines.last().map_or(0.0, |line| line.rect.right);
    for para in others.into_iter().flatten() {
        let dotted = para.lines.last().and_then(entry_of).is_some_and(|entry| entry.dots);
        let near =
            |run: &&mut Vec<&mut Para>| run.first().is_some_and(|other| (end(other) - end(para)).abs() < SAME_EDGE.0);
        if let Some(run) = tables.iter_mut().take(caps::FEW).find(near).filter(|_| dotted) {
            run.push(para);
        }
    }
    tables
}

fn is_entry(para: &Para) -> bool {
    para.is_body()
        && para.place.is_none()
        && !para.rtl
        && para.lines.len() <= MAX_LINES
        && para.lines.last().is_some_and(|line| entry_of(line).is_some())
}

/// Whether entries are a table of contents: enough of them, dots or links in most, and page
/// numbers that rise.
fn is_table(run: &[&mut Para]) -> bool {
    let lines: Vec<&Line> = run.iter().filter_map(|para| para.lines.last()).collect();
    if are_entries(&lines) {
        return true;
    }
    let numbers: Vec<u32> = lines.iter().filter_map(|line| number_of(line)).collect();
    let falls = numbers.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let led = |para: &&&mut Para| {
        let line = para.lines.last();
        let dots = line.and_then(entry_of).is_some_and(|entry| entry.dots);
        dots || line.and_then(|line| line.words.first()).is_some_and(|word| word.link.is_some())
    };
    run.len() >= MIN_ENTRIES && run.iter().filter(led).count() * 2 > run.len() && falls * FALLS <= run.len()
}

fn number_of(line: &Line) -> Option<u32> {
    let text: String = line.words[entry_of(line)?.number..].iter().map(|word| word.text.as_str()).collect();
    text.parse().ok()
}

/// Gives entries their role and level: by their start edges, or by their numbering where all start
/// at one edge.
fn set_levels(run: &mut [&mut Para]) {
    let left = |para: &Para| para.lines.first().map_or(0.0, |line| line.rect.left - para.frame.left);
    let mut edges: Vec<f32> = run.iter().map(|para| left(para)).collect();
    edges.sort_by(f32::total_cmp);
    edges.dedup_by(|b, a| *b - *a < SAME_EDGE);
    for para in run.iter_mut() {
        let at_edge = edges.partition_point(|edge| *edge < left(para) + SAME_EDGE * 0.5 - 2.0 * f32::EPSILON);
        let level = if edges.len() == 1 { numbering_depth(para) } else { at_edge };
        para.meaning.role = Role::Contents(level.clamp(1, MAX_LEVEL) as u8);
        para.align = Some(Align::Start);
        para.indents.end = 0.0;
    }
}

/// Parts of the number an entry begins with: 3 for `1.2.3`.
fn numbering_depth(para: &Para) -> usize {
    let label = para.lines.first().and_then(|line| line.words.first()).map_or("", |word| word.text.as_str());
    let label = label.trim_end_matches('.');
    let numbered = label.chars().any(|c| c.is_ascii_digit()) && label.len() <= 12;
    if numbered { label.split('.').count() } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Rect;

    fn line(words: &[(&str, f32, f32)]) -> Line {
        let word = |(text, left, right): &(&str, f32, f32)| Word {
            text: (*text).into(),
            rect: Rect { left: *left, top: 0.0, right: *right, bottom: 10.0 },
            size: 10.0,
            ..Word::default()
        };
        let elements = words.iter().map(|found| Line { words: vec![word(found)], size: 10.0, ..Line::default() });
        Line::join(elements.collect())
    }

    #[test]
    fn dots_or_a_gap_lead_to_the_page_number() {
        let dotted = line(&[("Preface", 50.0, 90.0), ("........", 92.0, 300.0), ("xii", 301.0, 315.0)]);
        assert_eq!(entry_of(&dotted), Some(Entry { number: 2, dots: true }));
        let gap = line(&[("1", 50.0, 55.0), ("Foo", 65.0, 85.0), ("12", 300.0, 310.0)]);
        assert_eq!(entry_of(&gap), Some(Entry { number: 2, dots: false }));
        assert_eq!(entry_of(&line(&[("page", 50.0, 70.0), ("12", 73.0, 83.0)])), None, "a word before it");
        assert_eq!(entry_of(&line(&[("1", 50.0, 55.0), ("12", 300.0, 310.0)])), None, "no words");
    }

    #[test]
    fn dots_lead_to_a_price() {
        let price =
            |dots: f32| line(&[("Tea", 50.0, 70.0), ("....", 72.0, dots), ("3.10", 301.0, 315.0), ("€", 318.0, 324.0)]);
        assert!(is_led(&price(300.0)));
        assert!(!is_led(&price(90.0)), "a pause");
        assert!(!is_led(&line(&[("....", 72.0, 300.0), ("3.10", 301.0, 315.0)])), "nothing before the dots");
        let out = line(&[("Total", 50.0, 70.0), ("....", 72.0, 300.0)]);
        assert!(leads_out(&out) && !is_led(&out), "to a box at the end of the line");
        assert!(!leads_out(&price(300.0)));
    }

    #[test]
    fn chapters_without_dots_are_entries_beside_sections_with_dots() {
        let chapter = line(&[("1", 50.0, 55.0), ("Foo", 65.0, 85.0), ("3", 305.0, 310.0)]);
        let section =
            line(&[("1.1", 65.0, 75.0), ("Bar", 85.0, 99.0), ("........", 102.0, 300.0), ("5", 305.0, 310.0)]);
        let last = line(&[("A", 50.0, 55.0), ("More", 65.0, 90.0), ("11", 300.0, 310.0)]);
        assert!(are_entries(&[&chapter, &section, &last]));
        assert!(!are_entries(&[&chapter, &last, &section]), "the pages fall");
        assert!(!are_entries(&[&chapter, &chapter, &last]), "rows of figures");
    }

    #[test]
    fn page_numbers_are_short() {
        assert!(["7", "iv", "XII", "A-3", "1024"].into_iter().all(is_page_number));
        assert!(!["", "10245", "12.5", "mix", "2a"].into_iter().any(is_page_number));
    }
}
