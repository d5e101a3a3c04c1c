//! Run-in labels that a line sets off from its text: numbers, letters and terms, and what stands before a tab.

use super::super::block::Para;
use super::super::marker;
use super::super::paragraph::HANGING;
use super::super::text::leader;
use super::super::text::line::Line;
use super::super::text::tolerances::{COLUMN_GAP, WIDEST_SPACE};
use super::super::text::word::{Gap, Word};
use super::jump;
use transvase_base::units::Em;
use transvase_model::flow::{TabAlign, TabStop};

/// Characters of the label of a row at the most, such as `12a`.
const ROW_LABEL: usize = 3;
/// Gap after the label of a row: justified lines have narrower ones.
const ROW_LABEL_GAP: Em = Em(0.9);

/// Words of the number that an entry begins with, where a gap follows it; 0 where there is none.
pub(super) fn label_end(words: &[Word]) -> usize {
    let end = words.iter().skip(1).take_while(|word| word.gap == Gap::None).count() + 1;
    let (Some(last), Some(next)) = (words.get(end - 1), words.get(end)) else { return 0 };
    let numbered = words[..end].iter().any(|word| word.text.chars().any(|c| c.is_ascii_digit()));
    if numbered && next.rect.left - last.rect.right > COLUMN_GAP * next.size { end } else { 0 }
}

/// Number of words of the label that the text of a paragraph hangs below, from its second line on.
pub(crate) fn hanging_label(para: &Para) -> usize {
    let Some(line) = para.lines.first().filter(|_| para.lines.len() > 1) else { return 0 };
    let label = label_words(para, line);
    let text = line.words.get(label).filter(|text| stands_below(para, text.rect.left, text.size));
    text.map_or(0, |_| label)
}

/// The word that the last tab of a line alone leads to, and the room in points from there to the end of the line; `None`
/// without a tab.
pub(crate) fn after_tab(para: &Para) -> Option<(usize, f32)> {
    let [line] = para.lines.as_slice() else { return None };
    let label = label_words(para, line);
    let at = (1..line.words.len()).rev().find(|at| *at == label || line.words[*at].gap == Gap::Tab)?;
    let from = match jump(&line.words, at, para) {
        TabStop { align: TabAlign::End, .. } => line.words[at - 1].rect.right,
        stop => para.frame.left + stop.position,
    };
    Some((at, para.frame.right - para.indents.end - from))
}

/// Number of words that the first line of a paragraph sets off from its text.
pub(super) fn label_words(para: &Para, line: &Line) -> usize {
    marker_words(line).max(term_words(para, line))
}

/// Number of words of the marker a line begins with, where a wide gap follows it.
fn marker_words(line: &Line) -> usize {
    let marker = marker::marker_of(line).filter(|found| found.wide);
    marker.map_or_else(|| row_label(line), |found| found.words)
}

/// Number of words of the bare number or letter that a line begins with, as the rows of forms do, where the gap after
/// it is wider than all others.
fn row_label(line: &Line) -> usize {
    let (label, count) = marker::label_at(line, 0);
    let is_label = label.len() <= ROW_LABEL && label.chars().all(|c| c.is_ascii_alphanumeric());
    let is_number = label.starts_with(|c: char| c.is_ascii_digit()) || label.len() == 1;
    let gap = |at: usize| line.words.get(at).map_or(0.0, |word| word.rect.left - line.words[at - 1].rect.right);
    let others = (count + 1..line.words.len()).filter(|at| !leader::is_dots(&line.words[*at]));
    let widest = others.map(gap).fold(0.0, f32::max);
    if is_label && is_number && gap(count) > (ROW_LABEL_GAP * line.size).max(widest) { count } else { 0 }
}

/// Whether text of a size that begins at `left` stands where the lines of a paragraph after the first begin.
pub(super) fn stands_below(para: &Para, left: f32, size: f32) -> bool {
    (left - para.frame.left - para.indents.start).abs() < HANGING * size
}

/// Number of words that stand before the place where the other lines of a paragraph begin, where a gap parts them
/// from the text.
fn term_words(para: &Para, line: &Line) -> usize {
    if para.lines.len() < 2 || para.indents.first >= 0.0 {
        return 0;
    }
    let hangs = |pair: &[Word]| {
        let (term, text) = (&pair[0], &pair[1]);
        let set_off = text.rect.left - term.rect.right > WIDEST_SPACE * text.size;
        set_off && text.gap != Gap::None && stands_below(para, text.rect.left, text.size)
    };
    line.words.windows(2).position(hangs).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::super::super::block::{ColumnExtent, Indents};
    use super::*;
    use transvase_base::units::Rect;

    fn word(text: &str, left: f32, right: f32, gap: Gap) -> Word {
        let rect = Rect { left, top: 10.0, right, bottom: 20.0 };
        Word { text: text.into(), rect, gap, size: 10.0, ..Word::default() }
    }

    #[test]
    fn text_after_a_tab_has_the_room_from_there_on() {
        let line = |words| Line { words, size: 10.0, ..Line::default() };
        let frame = ColumnExtent { left: 40.0, right: 240.0, ..ColumnExtent::default() };
        let indents = Indents { end: 10.0, ..Indents::default() };
        let para = |lines| Para { lines, indents, frame, ..Para::default() };
        let name = || word("Name", 40.0, 65.0, Gap::None);
        let tabbed = |left: f32, right: f32| line(vec![name(), word("Place", left, right, Gap::Tab)]);
        // From 100 to the end of the line at 230.
        assert_eq!(after_tab(&para(vec![tabbed(100.0, 130.0)])), Some((1, 130.0)));
        // Text that ends at the edge of its frame may begin where the text before it ends, at 65.
        assert_eq!(after_tab(&para(vec![tabbed(210.0, 240.0)])), Some((1, 165.0)));
        assert_eq!(after_tab(&para(vec![line(vec![name()])])), None);
        assert_eq!(after_tab(&para(vec![tabbed(100.0, 130.0), line(vec![name()])])), None, "two lines");
    }
}
