//! Block quotations: paragraphs set in at both sides.

use super::super::block::{Block, Para};
use super::super::page_blocks::PageBlocks;
use super::paras;
use transvase_base::units::Em;
use transvase_model::flow::Align;

/// Least indent at each side: more than the indent of a first line usually is.
const MIN_INDENT: Em = Em(1.2);
/// One in how many paragraphs of several lines is a quotation at most: where more are set in, the
/// measure is.
const RARE: usize = 8;
/// Letters of a quotation at least: fewer are the labels of a figure.
const MIN_LETTERS: usize = 40;

/// Marks the quotations of a document. A single line does not show that its indent at the end is meant.
pub(super) fn mark(pages: &mut [PageBlocks]) {
    let all = paras(pages).filter(|para| para.lines.len() > 1).count();
    let found = paras(pages).filter(|para| is_set_in(para)).count();
    if found * RARE > all {
        return;
    }
    let blocks = pages.iter_mut().flat_map(PageBlocks::blocks_mut);
    for block in blocks {
        if let Block::Text(para) = block {
            para.meaning.quote |= is_set_in(para);
        }
    }
}

fn is_set_in(para: &Para) -> bool {
    let least = MIN_INDENT * para.size();
    let marked = || para.lines.first().is_some_and(|line| super::super::marker::marker_of(line).is_some());
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    let is_text = |text: String| letters(&text) >= MIN_LETTERS && letters(&text) * 2 >= text.chars().count();
    para.is_body()
        && para.place.is_none()
        && para.lines.len() > 1
        && para.align != Some(Align::Center)
        && para.indents.start >= least
        && para.indents.end >= least
        && para.indents.first > -least
        && !marked()
        && is_text(para.text())
}
