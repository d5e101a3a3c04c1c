//! Copyfitting of table cells: text keeps its lines, or its row would grow.
//!
//! A paragraph that would run over first takes the margins of its cell, then its letters move
//! together, then they become narrower.

use super::super::block::Para;
use super::super::leading::TWIP;
use super::breaks::{Sample, Segment};
use super::tolerances::STEPS;
use transvase_base::units::{Em, Pt, twips};
use transvase_model::flow::Align;

/// Room that is left beside a line: programs round widths in different ways.
const SPARE: Pt = Pt(0.3);
/// A step of space between letters: half a hundredth of the size, which nobody sees.
const STEP: Em = Em(0.005);
/// A step of the width of letters, as a share of it: small, so that no more is taken than is needed.
const NARROWER: f32 = 0.04;
/// Steps by which letters become narrower at most: a fifth, as those of narrow faces are.
const WIDTHS: i32 = 5;

/// What keeps the lines of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fit {
    /// Width of its letters.
    pub scale: f32,
    /// Space added after each letter in points.
    pub spacing: f32,
    /// Whether it takes the margins of its cell.
    pub give: bool,
    /// Lines it is then expected to be set in; `None` where that is not known.
    pub lines: Option<usize>,
}

/// What keeps the lines of a paragraph in a cell with letters of a width; `sample` is `None` where
/// the widths of its words are not known.
pub(super) fn fit(para: &Para, sample: Option<&Sample>, scale: f32) -> Fit {
    let plain = Fit { scale, spacing: 0.0, give: false, lines: None };
    let Some(sample) = sample.filter(|_| !para.has_breaks()) else {
        return Fit { give: para.lines.len() == 1 || para.has_breaks(), ..plain };
    };
    let room = if para.align == Some(Align::Center) { para.frame.give.0 + para.frame.give.1 } else { one_side(para) };
    let set_in = |fit: &Fit| {
        let more = (if fit.give { room } else { 0.0 }) - SPARE;
        let sample = Sample { first: sample.first + more, rest: sample.rest + more, ..sample.clone() };
        let widest = sample.rest.max(sample.first);
        let width = |word: &Segment| word.own * fit.scale + word.other + f32::from(word.letters) * fit.spacing;
        // What is wider than its line is divided.
        let divided = sample.words.iter().filter(|word| width(word) > widest).count();
        let lines = sample.lines_at(fit.scale, fit.spacing);
        if divided > 0 { lines.max(sample.lines()) + divided } else { lines }
    };
    let closer = |step: i32| Fit { spacing: in_twips(-STEP * para.size() * step as f32), give: true, ..plain };
    let narrower = |step: i32| Fit { scale: scale - NARROWER * step as f32, ..closer(STEPS) };
    let all = std::iter::once(plain).chain((0..=STEPS).map(closer)).chain((1..=WIDTHS).map(narrower));
    let mut all = all.peekable();
    let last = narrower(WIDTHS);
    let kept = all.find(|fit| set_in(fit) <= sample.lines()).map(|fit| Fit { lines: Some(sample.lines()), ..fit });
    kept.unwrap_or_else(|| {
        let fit = if sample.lines() == 1 { last } else { Fit { give: true, ..plain } };
        Fit { lines: Some(set_in(&fit)), ..fit }
    })
}

/// A space between letters as it is written: in whole twips, which add up over a long line.
fn in_twips(spacing: f32) -> f32 {
    twips(spacing) as f32 * TWIP
}

/// The margin at the side that nothing is aligned to.
fn one_side(para: &Para) -> f32 {
    if (para.align == Some(Align::End)) == para.rtl { para.frame.give.1 } else { para.frame.give.0 }
}

/// Lets a paragraph reach into the margins of its cell.
pub(super) fn give(para: &mut Para, take: bool) {
    if !take {
        return;
    }
    let (left, right) = para.frame.give;
    let (start, end) = if para.rtl { (right, left) } else { (left, right) };
    match para.align {
        Some(Align::Center) => {
            (para.indents.start, para.indents.end) = (para.indents.start - start, para.indents.end - end);
        }
        Some(Align::End) => para.indents.start -= start,
        _ => para.indents.end -= end,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::block::ColumnExtent;
    use super::super::super::text::line::Line;
    use super::*;

    #[test]
    fn letters_move_together_by_what_can_be_written() {
        // Six steps of 0.045 points are 0.27, of which a twentieth of a point makes 0.25: of 121 letters 30.25 points.
        let lines = vec![Line { size: 9.0, ..Line::default() }];
        let para = Para { lines, ..Para::default() };
        let words = vec![Segment { own: 430.0, letters: 121, ..Segment::default() }];
        let fitted = |room: f32| {
            let sample = Sample { words: words.clone(), first: room, rest: room, starts: vec![0] };
            fit(&para, Some(&sample), 1.0)
        };
        assert_eq!(fitted(400.5).scale, 1.0);
        assert!(fitted(399.5).scale < 1.0);
    }

    #[test]
    fn a_line_takes_the_margin_before_its_letters_move() {
        let frame = ColumnExtent { right: 50.0, give: (5.0, 5.0), in_cell: true, ..ColumnExtent::default() };
        let lines = vec![Line { size: 10.0, ..Line::default() }];
        let mut para = Para { lines, frame, ..Para::default() };
        let sample = |own: f32| {
            let words = vec![Segment { own, letters: 10, ..Segment::default() }];
            Sample { words, first: 50.0, rest: 50.0, starts: vec![0] }
        };
        let plain = Fit { scale: 1.0, spacing: 0.0, give: false, lines: Some(1) };
        assert_eq!(fit(&para, Some(&sample(49.0)), 1.0), plain);
        assert_eq!(fit(&para, Some(&sample(54.0)), 1.0), Fit { give: true, ..plain });
        assert!(fit(&para, Some(&sample(56.0)), 1.0).spacing < 0.0);
        assert!(fit(&para, Some(&sample(60.0)), 1.0).scale < 1.0);
        assert_eq!(fit(&para, Some(&sample(90.0)), 1.0).lines, Some(2), "a word that is divided");
        assert_eq!(fit(&para, None, 1.0).lines, None);
        give(&mut para, true);
        assert_eq!((para.indents.start, para.indents.end), (0.0, -5.0));
    }
}
