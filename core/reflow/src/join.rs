//! Paragraph continuation in the next column or on the next page.

use super::block::{Block, Para};
use super::headings::{BOLD, SAME_SIZE};
use super::page_blocks::PageBlocks;
use super::text::label;
use super::text::line::Line;
use transvase_base::units::Em;
use transvase_model::flow::{Align, Role};

/// Share of the measure that a line fills which goes on, even in ragged text.
const FULL_LINE: f32 = 0.8;
/// Least indent of the first line of paragraphs in Chinese, Japanese and Korean: usually one or two letters.
const MIN_INDENT: Em = Em(0.7);
/// Room left at the end of a filled line of such text: no mark may begin the next one.
const LINE_END: Em = Em(1.5);
/// Width of the space before the next word.
const SPACE: Em = Em(0.3);
/// Words of a line of running text: those of tables and lists have fewer.
const WORDS: usize = 4;
/// What may stand between the end of a line and its last letter, and between its beginning and the first one.
const CLOSING: &str = ")]}\"'”’»›」』》）";
const OPENING: &str = "([{\"'“‘„‚«‹¿¡「『《（";
/// Signs that stand before a word or a number amid a sentence.
const SIGNS: &str = "§¶$€£¥₽₹%‰&@#+±=~…–—";

/// Moves the end of each paragraph that was cut by a column or page to where it began.
pub(super) fn join(pages: &mut [PageBlocks]) {
    let mut last: Option<Place> = None;
    for page in 0..pages.len() {
        for part in 0..pages[page].parts.len() {
            for column in 0..pages[page].parts[part].columns.len() {
                let here = Place { page, part, column };
                if let Some(last) = last {
                    join_columns(pages, last, here);
                }
                if !pages[page].parts[part].columns[column].is_empty() {
                    last = Some(here);
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
struct Place {
    page: usize,
    part: usize,
    column: usize,
}

fn columns(pages: &[PageBlocks], place: Place) -> usize {
    pages[place.page].parts[place.part].columns.len()
}

fn column(pages: &mut [PageBlocks], place: Place) -> &mut Vec<Block> {
    &mut pages[place.page].parts[place.part].columns[place.column]
}

fn join_columns(pages: &mut [PageBlocks], last: Place, here: Place) {
    // A part below another one on the same page is no continuation.
    let next_column = last.page == here.page && last.part == here.part;
    let next_page = last.page + 1 == here.page && here.part == 0 && here.column == 0;
    let ended = pages[last.page].parts.len() == last.part + 1;
    // A paragraph has one width: it cannot go on in columns of another.
    let alike = |a: Place, b: Place| columns(pages, a) == columns(pages, b);
    if !(next_column || (next_page && ended && alike(last, here))) {
        return;
    }
    let end = last_text(column(pages, last));
    let Some(Block::Text(before)) = column(pages, last).get(end) else { return };
    let before = before.clone();
    let is_last = end + 1 == column(pages, last).len();
    let breaks = next_page && is_last && ends_early(&before, &pages[last.page]);
    let at = first_text(column(pages, here));
    let Some(Block::Text(after)) = column(pages, here).get(at) else { return };
    let one = before.meaning.tag.zip(after.meaning.tag).map(|(before, after)| before.node == after.node);
    if !one.filter(|one| !(*one && breaks)).unwrap_or_else(|| goes_on(&before, after)) {
        return;
    }
    let Block::Text(mut after) = column(pages, here).remove(at) else { return };
    // What hangs on the text stays on its page as long as there is a paragraph for it.
    if let Some(Block::Text(next)) = column(pages, here).get_mut(at) {
        next.floats.append(&mut after.floats);
    }
    if let Some(Block::Text(before)) = column(pages, last).get_mut(end) {
        extend(before, after);
    }
    pages[here.page].parts[here.part].joined[here.column] = true;
}

/// Where the text of a column begins, below the figures and tables at its top that stand there for want of room elsewhere.
fn first_text(blocks: &[Block]) -> usize {
    captioned(blocks.iter())
}

/// Where the last text of a column is, above the figures, tables and small print at its foot.
fn last_text(blocks: &[Block]) -> usize {
    let below = captioned(blocks.iter().rev()).max(small_print(blocks));
    blocks.len().saturating_sub(below + 1)
}

/// How many blocks from one end on are figures and tables; none where no caption says that they stand apart from the text.
fn captioned<'b>(blocks: impl Iterator<Item = &'b Block> + Clone) -> usize {
    // Figures stand at the head or foot of a page for want of room elsewhere: text goes on over them.
    let floats = |block: &&Block| match block {
        Block::Text(para) => para.meaning.role == Role::Caption,
        Block::Picture(_) | Block::Table(_) | Block::Rule(_) => true,
    };
    let found = blocks.clone().take_while(floats);
    if found.clone().any(|block| block.text().is_some()) { found.count() } else { 0 }
}

/// How many blocks at the end are notes whose marks are nowhere in the text: small print below a rule.
fn small_print(blocks: &[Block]) -> usize {
    let Some(rule) = blocks.iter().rposition(|block| matches!(block, Block::Rule(_))) else { return 0 };
    let is_small = |block: &Block| block.text().is_some_and(|para| para.size() <= para.frame.body_size - SAME_SIZE);
    let notes = blocks.get(rule + 1..).unwrap_or_default();
    if !notes.is_empty() && notes.iter().all(is_small) { notes.len() + 1 } else { 0 }
}

/// Whether a paragraph ends in the upper half of its page: it goes on with the next one by a break in it.
fn ends_early(para: &Para, page: &PageBlocks) -> bool {
    let end = para.lines.last().map_or(0.0, |line| line.rect.bottom);
    page.foot <= 0.0 && end < 0.5 * page.size.height
}

/// Puts the lines of the end of a paragraph below those of its beginning.
pub(super) fn extend(before: &mut Para, after: Para) {
    before.cut.get_or_insert(before.lines.len());
    before.lines.extend(after.lines);
    before.floats.extend(after.floats);
}

/// Whether `after` goes on with the sentence of `before`, whose last line is full.
pub(super) fn goes_on(before: &Para, after: &Para) -> bool {
    let (Some(last), Some(first)) = (before.lines.last(), after.lines.first()) else { return false };
    let alike = before.is_body()
        && after.is_body()
        && before.place.is_none()
        && after.place.is_none()
        && before.align != Some(Align::Center)
        && (before.size() - after.size()).abs() < SAME_SIZE
        && (before.bold_share() > BOLD) == (after.bold_share() > BOLD)
        && after.indents.first <= 0.5 * first.size;
    let full = before.lines.len() + after.lines.len() > 2 && last.rect.width() >= FULL_LINE * before.frame.width();
    let goes_on = match sentence_char(&first.text()) {
        Some(c) if c.is_lowercase() => !begins_item(after),
        Some(c) => {
            let is_text = first.word_count() >= WORDS && !begins_item(after);
            (c.is_alphanumeric() || SIGNS.contains(c)) && is_text && is_filled(before, first)
        }
        None => false,
    };
    alike && full && ((is_open(&last.text()) && goes_on) || goes_on_unspaced(before, after))
}

/// Whether a line ends amid a sentence, whatever closes there.
fn is_open(line: &str) -> bool {
    let end = line.trim_end_matches(|c: char| c.is_whitespace() || CLOSING.contains(c)).chars().next_back();
    end.is_some_and(|c| c.is_alphanumeric() || matches!(c, ',' | '-' | '\u{2010}' | '–' | '—' | '&' | '/'))
}

/// The first letter or digit of a line, whatever opens there.
fn sentence_char(line: &str) -> Option<char> {
    line.trim_start_matches(|c: char| c.is_whitespace() || OPENING.contains(c)).chars().next()
}

/// Whether a paragraph begins with a label, as items and headings do.
fn begins_item(para: &Para) -> bool {
    let text = para.lines.first().map(Line::text).unwrap_or_default();
    let word = text.split_whitespace().next().unwrap_or_default();
    para.meaning.in_list.is_some() || para.meaning.number.is_some() || label::number_of(word).is_some()
}

/// Whether the last line of a paragraph of several has no room for the next word.
fn is_filled(para: &Para, next: &Line) -> bool {
    let Some(last) = para.lines.last() else { return false };
    let word = next.words.first().map_or(0.0, |word| word.rect.width());
    let room = if para.rtl { last.rect.left - para.frame.left } else { para.frame.right - last.rect.right };
    para.lines.len() > 1 && last.word_count() >= WORDS && room <= word + SPACE * last.size
}

/// Whether a text of Chinese, Japanese or Korean goes on: its last line is filled with letters, and `after` has no
/// indent, where paragraphs begin with one, or it has several lines.
fn goes_on_unspaced(before: &Para, after: &Para) -> bool {
    let (Some(last), Some(first)) = (before.lines.last(), after.lines.first()) else { return false };
    let letter = |c: char| c >= '\u{2E80}' && c.is_alphabetic();
    let end = last.text().trim_end().chars().next_back();
    let begin = sentence_char(&first.text());
    end.is_some_and(|c| letter(c) || matches!(c, '，' | '、' | '」' | '》' | '）'))
        && begin.is_some_and(|c| letter(c) || (c.is_ascii_digit() && end.is_some_and(letter)))
        && !begins_item(after)
        && (before.indents.first >= MIN_INDENT * last.size || before.lines.len() > 1)
        && before.frame.right - last.rect.right <= LINE_END * last.size
        && first.rect.left - after.frame.left <= before.indents.start + 0.5 * first.size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{ColumnExtent, Indents};
    use crate::element::Picture;
    use crate::text::word::{Gap, Word};
    use crate::vector::Ruling;
    use transvase_base::units::{Rect, Size};

    fn para(text: &str, left: f32, right: f32, indent_first: f32) -> Para {
        let rect = Rect { left, top: 0.0, right, bottom: 10.0 };
        let word = Word { text: text.into(), rect, size: 10.0, ..Word::default() };
        let line = Line { words: vec![word], rect, size: 10.0, ..Line::default() };
        Para {
            lines: vec![line],
            indents: Indents { first: indent_first, ..Indents::default() },
            frame: ColumnExtent { left: 50.0, right: 250.0, ..ColumnExtent::default() },
            ..Para::default()
        }
    }

    #[test]
    fn chinese_goes_on_where_no_indent_begins_a_paragraph() {
        let before = para("本公司董事会及董事", 50.0, 245.0, 20.0);
        assert!(goes_on_unspaced(&before, &para("保证本报告", 50.0, 150.0, 0.0)));
        assert!(!goes_on_unspaced(&before, &para("保证本报告", 70.0, 150.0, 0.0)), "an indent");
        assert!(
            !goes_on_unspaced(&para("本公司。", 50.0, 245.0, 20.0), &para("保证", 50.0, 150.0, 0.0)),
            "a full stop"
        );
        assert!(!goes_on_unspaced(&para("本公司", 50.0, 150.0, 20.0), &para("保证", 50.0, 150.0, 0.0)), "room left");
    }

    /// A paragraph of two lines, the last of which ends at `right`, and whether the next one goes on with it.
    fn joins(end: &str, right: f32, next: &str) -> bool {
        let words = |text: &str, right: f32| {
            let count = text.split(' ').count() as f32;
            let word = |(at, text): (usize, &str)| {
                let left = 50.0 + at as f32 * (right - 50.0) / count;
                let rect = Rect { left, top: 0.0, right: left + (right - 50.0) / count, bottom: 10.0 };
                let gap = if at > 0 { Gap::Space } else { Gap::None };
                Word { text: text.into(), rect, size: 10.0, gap, ..Word::default() }
            };
            Line::of(text.split(' ').enumerate().map(word).collect())
        };
        let of = |lines: Vec<Line>| Para { lines, ..para("", 50.0, 250.0, 0.0) };
        goes_on(&of(vec![words("a line of words", 250.0), words(end, right)]), &of(vec![words(next, 200.0)]))
    }

    #[test]
    fn text_ends_above_figures_with_captions_and_small_print() {
        let sized = |size: f32, role: Role| {
            let mut para = para("text", 50.0, 250.0, 0.0);
            (para.frame.body_size, para.meaning.role) = (10.0, role);
            para.lines.iter_mut().flat_map(|line| &mut line.words).for_each(|word| word.size = size);
            para.lines.iter_mut().for_each(|line| line.size = size);
            Block::Text(para)
        };
        let text = || sized(10.0, Role::Body);
        let (figure, rule) = (
            || Block::Picture(Picture::default()),
            || Block::Rule(Ruling { at: 5.0, from: 50.0, to: 90.0, width: 0.5, color: None }),
        );
        assert_eq!(last_text(&[text(), text(), figure(), sized(9.0, Role::Caption)]), 1);
        assert_eq!(last_text(&[text(), figure()]), 1, "a figure in the text");
        assert_eq!(last_text(&[text(), rule(), sized(8.0, Role::Body), sized(8.0, Role::Body)]), 0);
        assert_eq!(last_text(&[text(), rule(), text()]), 2, "text below a rule");
    }

    #[test]
    fn what_goes_on_is_told_by_the_line_before() {
        let open = "and the survey of";
        for next in [
            "1987, and explains it",
            "“Old” maps of it",
            "(in part) and so",
            "Berlin and of Wien",
            "¿que era eso?",
            "« mots » de la",
        ] {
            assert!(joins(open, 245.0, next), "{next}");
        }
        for next in ["3. Items of a list", "(a) Items of it", "• Items of it", "2.1 Items of it"] {
            assert!(!joins(open, 245.0, next), "{next}");
        }
        assert!(!joins(open, 205.0, "Berlin and of Wien"), "room for the next word");
        assert!(!joins("and the survey began.", 245.0, "1987 was a year"), "a full stop");
        assert!(joins("and “the” old “survey”", 245.0, "of it"));
    }

    #[test]
    fn text_that_ends_high_on_its_page_goes_on_by_a_break() {
        let page = |foot: f32| PageBlocks {
            index: 0,
            size: Size { width: 612.0, height: 792.0 },
            frame: ColumnExtent::default(),
            side: None,
            parts: Vec::new(),
            foot,
        };
        let mut para = para("test", 50.0, 80.0, 0.0);
        assert!(ends_early(&para, &page(0.0)));
        assert!(!ends_early(&para, &page(740.0)), "notes stand below");
        para.lines[0].rect.bottom = 700.0;
        assert!(!ends_early(&para, &page(0.0)));
    }
}
