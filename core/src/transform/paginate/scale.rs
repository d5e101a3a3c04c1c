//! The source's own body size, and the factor from it to the size asked for.

use std::collections::BTreeMap;

use super::layout::leaves;
use crate::model::flow::{Block, Flow, Inline, Paragraph, Role};

/// Body size that sources without one have in mind: 16 CSS pixels, the `medium` of browsers.
const USUAL_SIZE: f32 = 12.0;

/// Every paragraph of the document, in reading order.
pub(super) fn paragraphs(flow: &Flow) -> impl Iterator<Item = &Paragraph> {
    flow.sections.iter().flat_map(|section| leaves(&section.blocks)).filter_map(|block| match block {
        Block::Paragraph(paragraph) => Some(paragraph),
        _ => None,
    })
}

/// The factor from the source's lengths to lengths at which its body text has `size` points.
pub(super) fn scale_of(flow: &Flow, size: f32) -> f32 {
    let mut letters: BTreeMap<u32, usize> = BTreeMap::new();
    for paragraph in paragraphs(flow).filter(|paragraph| paragraph.role == Role::Body) {
        count(&paragraph.content, &mut letters);
    }
    let most = letters.iter().max_by_key(|(_, count)| **count).map(|(bits, _)| f32::from_bits(*bits));
    let body = most.filter(|body| (4.0..=72.0).contains(body)).unwrap_or(USUAL_SIZE);
    size / body
}

fn count(content: &[Inline], letters: &mut BTreeMap<u32, usize>) {
    let mut stack = vec![content];
    while let Some(inlines) = stack.pop() {
        for inline in inlines {
            match inline {
                Inline::Text(run) => {
                    *letters.entry(run.style.size.unwrap_or(USUAL_SIZE).to_bits()).or_default() += run.text.len();
                }
                Inline::Link { content, .. } => stack.push(content),
                _ => {}
            }
        }
    }
}
