//! Base font size: that of the source, and the factor from it to the size asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use transvase_model::flow::{Block, Flow, Inline, Paragraph, each_run, leaves};

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
    size / body_size(flow)
}

/// Size of most of the running text in the source.
pub(super) fn body_size(flow: &Flow) -> f32 {
    let mut letters: BTreeMap<u32, usize> = BTreeMap::new();
    for paragraph in paragraphs(flow).filter(|paragraph| paragraph.role.is_running_text()) {
        count(&paragraph.content, &mut letters);
    }
    let most = letters.iter().max_by_key(|(_, count)| **count).map(|(bits, _)| f32::from_bits(*bits));
    most.filter(|body| (4.0..=72.0).contains(body)).unwrap_or(USUAL_SIZE)
}

/// The family of most of the running text as its source names it, and whether it is fixed-pitch.
pub(super) fn usual_family(flow: &Flow) -> (Option<Arc<str>>, bool) {
    let mut letters: BTreeMap<(Option<Arc<str>>, bool), usize> = BTreeMap::new();
    for paragraph in paragraphs(flow).filter(|paragraph| paragraph.role.is_running_text()) {
        each_run(&paragraph.content, &mut |run| {
            *letters.entry((run.style.family.clone(), run.style.monospace)).or_default() += run.text.len();
        });
    }
    letters.into_iter().max_by_key(|(_, count)| *count).map(|(family, _)| family).unwrap_or_default()
}

fn count(content: &[Inline], letters: &mut BTreeMap<u32, usize>) {
    each_run(content, &mut |run| {
        *letters.entry(run.style.size.unwrap_or(USUAL_SIZE).to_bits()).or_default() += run.text.len();
    });
}
