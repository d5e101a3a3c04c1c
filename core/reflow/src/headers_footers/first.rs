//! The first-page header alone: small print above the place where the text of all other pages begins, which names the
//! proceedings or the series.

use std::collections::BTreeSet;

use super::super::element::PageElement;
use super::super::headings::SAME_SIZE;
use super::super::page::PageElements;
use super::groups::Candidate;
use super::tolerances::{APART, SHORT};

/// Lines of the longest small print.
const MAX_LINES: usize = 6;

/// Takes the small print at the head of the first page.
pub(super) fn take(pages: &[PageElements], candidates: &mut [Candidate], body_size: f32) {
    let Some((first, others)) = pages.split_first().filter(|(_, others)| others.len() >= SHORT) else { return };
    let taken =
        candidates.iter().filter(|candidate| candidate.taken).map(|candidate| (candidate.page, candidate.element));
    let taken: BTreeSet<(usize, usize)> = taken.collect();
    let own = |page: usize, elements: &[PageElement]| -> Vec<usize> {
        (0..elements.len()).filter(|at| !taken.contains(&(page, *at))).collect()
    };
    let tops = others.iter().enumerate().flat_map(|(at, page)| {
        own(at + 1, &page.elements).into_iter().map(|element| page.elements[element].rect().top)
    });
    let top = tops.fold(f32::INFINITY, f32::min);
    let head = above(&first.elements, own(0, &first.elements), top);
    let is_small =
        |at: &usize| matches!(&first.elements[*at], PageElement::Line(line) if line.size <= body_size + SAME_SIZE);
    if head.len() <= MAX_LINES && head.iter().all(is_small) {
        let mine =
            |candidate: &&mut Candidate| candidate.page == 0 && candidate.head && head.contains(&candidate.element);
        candidates.iter_mut().filter(mine).for_each(|candidate| candidate.taken = true);
    }
}

/// The elements of a page that begin above a height, and those close below them.
fn above(elements: &[PageElement], mut own: Vec<usize>, height: f32) -> Vec<usize> {
    own.sort_by(|a, b| elements[*a].rect().top.total_cmp(&elements[*b].rect().top));
    let mut bottom = height;
    let goes_on = |at: &usize| {
        let rect = elements[*at].rect();
        let begins = rect.top < bottom;
        bottom = if begins { bottom.max(rect.bottom + APART * rect.height()) } else { bottom };
        begins
    };
    own.into_iter().take_while(goes_on).collect()
}
