//! Code: lines of fixed pitch that end where they were meant to.

use super::super::block::{Block, Para};
use super::super::caps;
use super::super::headings::SAME_SIZE;
use super::super::page_blocks::PageBlocks;
use super::{ENDED, paras};
use transvase_base::units::Em;
use transvase_model::flow::{Align, Role};
use transvase_model::text::fixed_pitch::{FixedPitch, reads_as_prose};

/// Advance of a letter of fixed pitch where it cannot be measured: that of Courier.
const ADVANCE: Em = Em(0.6);
/// Distance of the base lines of code that goes on, at most: over an empty line it is about twice 1.2.
const MAX_PITCH: Em = Em(1.8);
/// The same of code that is set wide, as all of its lines show: three lines of text.
const MAX_WIDE_PITCH: Em = Em(3.6);
/// Difference of pitches that are one.
const SAME_PITCH: Em = Em(0.15);

/// Whether fixed pitch says nothing in a document, as where all of it was typed.
/// So it does in letters, court files and screenplays; and faces of East Asia are declared fixed.
pub(super) fn is_typed(pages: &[PageBlocks]) -> bool {
    let mut pitch = FixedPitch::default();
    for para in paras(pages) {
        let words = para.lines.iter().flat_map(|line| &line.words);
        let fixed = words.filter(|word| word.style.monospace).map(|word| word.text.len()).sum();
        pitch.add(&para.text(), fixed);
    }
    pitch.says_nothing()
}

/// Marks the code of a column; lines of code right below one another are one paragraph.
pub(super) fn mark(column: &mut Vec<Block>) {
    if !column.iter().filter_map(Block::text).any(is_code) {
        return;
    }
    let (mut done, mut run): (Vec<Block>, Vec<Para>) = (Vec::new(), Vec::new());
    for block in column.drain(..) {
        match block {
            Block::Text(para) if is_code(&para) => run.push(para),
            other => {
                done.extend(listings(std::mem::take(&mut run)));
                done.push(other);
            }
        }
    }
    done.extend(listings(run));
    *column = done;
}

/// Code in a row, parted where it does not go on.
fn listings(run: Vec<Para>) -> Vec<Block> {
    let wide = wide_pitch(&run);
    let (mut done, mut listing): (Vec<Block>, Vec<Para>) = (Vec::new(), Vec::new());
    for para in run {
        if listing.last().is_some_and(|above| !follows(above, &para, wide)) {
            done.extend(settled(std::mem::take(&mut listing)));
        }
        listing.push(para);
    }
    done.extend(settled(listing));
    done
}

/// The pitch of code whose lines are all further apart than usual, in points; none where it is not even.
fn wide_pitch(run: &[Para]) -> f32 {
    let pitches: Vec<f32> = run.windows(2).filter_map(|pair| pitch(&pair[0], &pair[1])).collect();
    let least = pitches.iter().copied().fold(f32::INFINITY, f32::min);
    let size = run.first().and_then(|para| para.lines.first()).map_or(0.0, |line| line.size);
    let same = pitches.iter().filter(|pitch| **pitch - least <= SAME_PITCH * size).count();
    // Paragraphs of several lines have the pitch of these; panels hold a listing each.
    let is_apart = run.iter().all(|para| para.panel.is_none() && para.lines.len() == 1);
    if same > 1 && is_apart && least > MAX_PITCH * size && least <= MAX_WIDE_PITCH * size { least } else { 0.0 }
}

/// From the last base line of a paragraph to the first of the one below it.
fn pitch(above: &Para, para: &Para) -> Option<f32> {
    Some(para.lines.first()?.baseline - above.lines.last()?.baseline)
}

/// A listing as one paragraph; its paragraphs as they are where they are sentences. Sentences in code are its remarks.
fn settled(listing: Vec<Para>) -> Vec<Block> {
    let text: Vec<String> = listing.iter().map(Para::text).collect();
    if reads_as_prose(&text.join(" ")) {
        return listing.into_iter().map(Block::Text).collect();
    }
    let joined = listing.into_iter().reduce(|mut above, mut para| {
        append(&mut above, &mut para);
        above
    });
    let code = joined.map(|mut code| {
        code.meaning.role = Role::Preformatted;
        keep_lines(&mut code);
        Block::Text(code)
    });
    code.into_iter().collect()
}

/// Whether code goes on with the code above it, in a row with the pitch `wide`.
fn follows(above: &Para, para: &Para, wide: f32) -> bool {
    let (Some(last), Some(first)) = (above.lines.last(), para.lines.first()) else { return false };
    let size = last.size;
    let most = if wide > 0.0 { wide + SAME_PITCH * size } else { MAX_PITCH * size };
    (0.5 * size..=most).contains(&(first.baseline - last.baseline))
        && (first.size - size).abs() < SAME_SIZE
        && above.frame == para.frame
        && above.background == para.background
        && above.panel.is_some() == para.panel.is_some()
}

/// Adds the lines of code that follow.
fn append(above: &mut Para, para: &mut Para) {
    above.lines.append(&mut para.lines);
    above.floats.append(&mut para.floats);
    above.anchors.append(&mut para.anchors);
    above.align = Some(Align::Start);
    above.set_in = None;
    let (count, from, to) = (above.lines.len(), above.lines.first(), above.lines.last());
    if let (Some(from), Some(to)) = (from, to) {
        above.pitch = (to.baseline - from.baseline) / count.saturating_sub(1).max(1) as f32;
    }
    if let (Some(panel), Some(below)) = (&mut above.panel, &para.panel) {
        panel.closes |= below.closes;
    }
}

fn is_code(para: &Para) -> bool {
    let mut words = para.lines.iter().flat_map(|line| &line.words);
    let Some((_, before)) = para.lines.split_last() else { return false };
    let room = ENDED * para.frame.width();
    para.is_body()
        && para.place.is_none()
        && !para.rtl
        && words.all(|word| word.style.monospace)
        && (before.is_empty() || before.iter().any(|line| para.frame.right - line.rect.right > room))
}

/// Each line ends where it ends, and begins where it begins.
fn keep_lines(para: &mut Para) {
    let left = para.lines.iter().map(|line| line.rect.left).fold(f32::INFINITY, f32::min);
    let last = para.lines.len().saturating_sub(1);
    for (at, line) in para.lines.iter_mut().enumerate() {
        line.ends_in_break = at < last;
        let size = line.size;
        let Some(first) = line.words.first_mut() else { continue };
        let advance = if first.len() > 2 { first.rect.width() / first.len() as f32 } else { ADVANCE * size };
        let spaces = ((first.rect.left - left) / advance.max(1.0)).round();
        if spaces >= 1.0 {
            first.text.insert_str(0, &" ".repeat((spaces as usize).min(caps::FEW)));
        }
    }
    // The spaces stand for the indents.
    (para.indents.first, para.indents.end) = (0.0, 0.0);
    para.indents.start = (left - para.frame.left).max(0.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::ColumnExtent;
    use crate::text::line::Line;
    use crate::text::word::Word;
    use transvase_base::units::Rect;
    use transvase_model::flow::TextStyle;

    /// One line in a face whose letters are 6 points wide, in a column from 100 to 500.
    fn typed(text: &str, left: f32, baseline: f32) -> Block {
        let rect = Rect { left, top: baseline - 8.0, right: left + 6.0 * text.len() as f32, bottom: baseline + 2.0 };
        let style = TextStyle { monospace: true, ..TextStyle::default() };
        let word = Word { text: text.into(), rect, baseline, size: 10.0, style, ..Word::default() };
        let frame = ColumnExtent { left: 100.0, right: 500.0, ..ColumnExtent::default() };
        Block::Text(Para { lines: vec![Line::of(vec![word])], pitch: 12.0, frame, ..Para::default() })
    }

    #[test]
    fn lines_of_code_below_one_another_are_one_paragraph_with_its_indents() {
        let lines = [typed("if(a){", 100.0, 100.0), typed("b();", 124.0, 112.0), typed("}", 100.0, 124.0)];
        let mut column: Vec<Block> = lines.into_iter().chain([typed("apart", 100.0, 170.0)]).collect();
        mark(&mut column);
        let [Block::Text(code), Block::Text(apart)] = &column[..] else { panic!("two paragraphs: {column:?}") };
        let texts: Vec<String> = code.lines.iter().map(Line::text).collect();
        assert_eq!(texts, ["if(a){", "    b();", "}"]);
        let breaks: Vec<bool> = code.lines.iter().map(|line| line.ends_in_break).collect();
        assert_eq!((&breaks[..], code.pitch, code.meaning.role), (&[true, true, false][..], 12.0, Role::Preformatted));
        assert_eq!(apart.lines.len(), 1);
    }

    /// The lines of each listing.
    fn marked(mut column: Vec<Block>) -> Vec<Vec<String>> {
        mark(&mut column);
        column.iter().filter_map(Block::text).map(|para| para.lines.iter().map(Line::text).collect()).collect()
    }

    #[test]
    fn code_set_wide_keeps_its_indents() {
        let lines = |pitch: f32| {
            let lines = [("if(a){", 100.0), ("b();", 124.0), ("c();", 124.0), ("}", 100.0)];
            (0_u8..).zip(lines).map(|(at, (text, left))| typed(text, left, 100.0 + pitch * f32::from(at))).collect()
        };
        for pitch in [12.0, 20.0, 26.0, 34.0] {
            assert_eq!(marked(lines(pitch)), [["if(a){", "    b();", "    c();", "}"]], "{pitch}");
        }
        assert_eq!(marked(lines(60.0)).len(), 4);
    }

    #[test]
    fn code_set_wide_ends_at_an_empty_line() {
        let at = |height: f32| typed("a();", 100.0, height);
        assert_eq!(marked(vec![at(100.0), at(120.0), at(140.0), at(180.0), at(200.0)]).len(), 2);
        assert_eq!(marked(vec![at(100.0), at(130.0)]).len(), 2, "two lines show no pitch");
    }
}
