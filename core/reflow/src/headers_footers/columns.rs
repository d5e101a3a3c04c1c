//! Repeated table headings, which stand right above the columns of the text on every page, as no running head does.

use super::groups::Candidate;
use super::tolerances::{LINE, SAME_EDGE, SAME_HEIGHT};
use crate::element::PageElement;
use crate::page::PageElements;
use crate::table;
use crate::text::line::Line;
use transvase_base::units::Em;

/// Columns that have to begin or end where those of the heading do: two may by chance.
const MIN_COLUMNS: usize = 3;
/// Largest line pitch between a heading and the first row: one empty line, and some room.
const MAX_PITCH: Em = Em(3.0);

/// The candidates at the head of a page, by index, that are the heading of the columns below them.
pub(super) fn headings(page: &PageElements, candidates: &[Candidate]) -> Vec<usize> {
    let mut taken: Vec<(usize, &Line)> = Vec::new();
    for (at, candidate) in candidates.iter().enumerate().filter(|(_, candidate)| candidate.head && candidate.taken) {
        if let Some(PageElement::Line(line)) = page.elements.get(candidate.element) {
            taken.push((at, line));
        }
    }
    let lowest = taken.iter().map(|(_, line)| line.baseline).fold(f32::NEG_INFINITY, f32::max);
    taken.retain(|(_, line)| lowest - line.baseline <= SAME_HEIGHT);
    let head: Vec<Line> = taken.iter().map(|(_, line)| (*line).clone()).collect();
    if head.is_empty() || !stands_in_columns(head, first_row(page, lowest)) {
        return Vec::new();
    }
    let top = taken.iter().map(|(_, line)| line.rect.top).fold(f32::INFINITY, f32::min);
    let own = |candidate: &Candidate| {
        let is_rule = matches!(page.elements.get(candidate.element), Some(PageElement::Rule(_)));
        candidate.head && candidate.taken && is_rule && candidate.rect.bottom > top - LINE
    };
    let rules = candidates.iter().enumerate().filter(|(_, candidate)| own(candidate)).map(|(at, _)| at);
    taken.iter().map(|(at, _)| *at).chain(rules).collect()
}

/// The first line of text below a height, in the parts it comes in.
fn first_row(page: &PageElements, above: f32) -> Vec<Line> {
    let lines = || {
        let own = page.elements.iter().filter(|element| matches!(element, PageElement::Line(_)));
        own.flat_map(PageElement::lines).filter(|line| line.baseline > above + SAME_HEIGHT)
    };
    let first = lines().map(|line| line.baseline).fold(f32::INFINITY, f32::min);
    let near =
        lines().filter(|line| line.baseline - first <= SAME_HEIGHT && line.baseline - above <= MAX_PITCH * line.size);
    near.cloned().collect()
}

/// Whether the columns of a row begin or end where those of the heading do.
fn stands_in_columns(head: Vec<Line>, row: Vec<Line>) -> bool {
    let (head, row) = (table::spans(head), table::spans(row));
    let near = |a: f32, b: f32| (a - b).abs() <= SAME_EDGE;
    let below = |(left, right): &&(f32, f32)| row.iter().any(|other| near(other.0, *left) || near(other.1, *right));
    head.iter().filter(below).count() >= MIN_COLUMNS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::word::Word;
    use transvase_base::units::Rect;

    fn words(texts: &[(f32, f32)], baseline: f32) -> Vec<Line> {
        let word = |(left, right): &(f32, f32)| {
            let rect = Rect { left: *left, top: baseline - 8.0, right: *right, bottom: baseline + 2.0 };
            Line::of(vec![Word { text: "word".into(), rect, baseline, size: 10.0, ..Word::default() }])
        };
        texts.iter().map(word).collect()
    }

    #[test]
    fn words_above_columns_head_them() {
        let head = words(&[(50.0, 70.0), (100.0, 140.0), (280.0, 300.0)], 60.0);
        let row = words(&[(50.0, 90.0), (100.0, 220.0), (290.0, 300.0)], 75.0);
        assert!(stands_in_columns(head.clone(), row));
        let running = words(&[(50.0, 300.0)], 75.0);
        assert!(!stands_in_columns(head, running));
    }
}
