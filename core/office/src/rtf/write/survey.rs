//! Style inference, a first walk over the document: what most of its text looks like, and the places that links lead
//! to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_markup::prose::each_inline;
use transvase_model::flow::{Anchor, Block, FieldKind, Flow, Inline, LinkTarget};

/// Family of text that says none, as office programs have it.
const FAMILY: &str = "Calibri";
/// Size of such text in points.
const SIZE: f32 = 11.0;

/// What the first walk found.
#[derive(Debug)]
pub(super) struct Survey {
    /// Family of most text.
    pub family: Arc<str>,
    /// Size of most text in points.
    pub size: f32,
    /// Places that links lead to and that exist, in the order of the text.
    pub anchors: Vec<Anchor>,
}

/// The blocks of each story of a document.
fn stories(flow: &Flow) -> impl Iterator<Item = &[Block]> {
    let edges = flow.sections.iter().flat_map(|section| [&section.header, &section.footer]).flatten();
    let edges = edges.flat_map(|text| [Some(&text.default), text.first.as_ref(), text.even.as_ref()]).flatten();
    let text = flow.sections.iter().map(|section| &section.blocks);
    let aside = flow.notes.iter().map(|note| &note.blocks).chain(flow.comments.iter().map(|comment| &comment.blocks));
    text.chain(aside).chain(edges).map(Vec::as_slice)
}

impl Survey {
    /// Walks over the document.
    pub(super) fn of(flow: &Flow, context: &Context) -> Result<Survey> {
        let (mut families, mut sizes) = (BTreeMap::new(), BTreeMap::new());
        let (mut places, mut targets) = (Vec::new(), BTreeSet::new());
        for story in stories(flow) {
            context.checkpoint()?;
            each_inline(story, &mut |inline| match inline {
                Inline::Text(run) => {
                    let weight = run.text.len() as u64;
                    if !run.style.monospace {
                        *families.entry(run.style.family.clone()).or_insert(0) += weight;
                    }
                    let halves = run.style.size.map(|size| (size * 2.0).round() as u32);
                    *sizes.entry(halves).or_insert(0) += weight;
                }
                Inline::Anchor(anchor) => places.push(anchor.clone()),
                Inline::Link { target: LinkTarget::Internal(anchor), .. } => drop(targets.insert(anchor.clone())),
                Inline::Field(field) => {
                    if let FieldKind::PageOf(anchor) = &field.kind {
                        targets.insert(anchor.clone());
                    }
                }
                _ => {}
            });
        }
        let mut seen = BTreeSet::new();
        places.retain(|anchor| targets.contains(anchor) && seen.insert(anchor.clone()));
        Ok(Survey {
            family: most(families).flatten().unwrap_or_else(|| FAMILY.into()),
            size: most(sizes).flatten().map_or(SIZE, |halves| halves as f32 / 2.0),
            anchors: places,
        })
    }
}

/// The key with the most weight, the first of those alike.
fn most<K: Ord>(votes: BTreeMap<K, u64>) -> Option<K> {
    let mut best: Option<(K, u64)> = None;
    for (key, weight) in votes {
        if best.as_ref().is_none_or(|(_, most)| weight > *most) {
            best = Some((key, weight));
        }
    }
    best.map(|(key, _)| key)
}
