//! Tagged PDF: what the structure tree of a document says of its paragraphs.
//!
//! A tree is believed where its elements hold most of the text in elements of the size of
//! paragraphs. Then it decides which lines are one paragraph (`regroup`) and what each paragraph
//! is (`apply`); places, looks and indents are still measured.

mod apply;
mod regroup;

use std::sync::Arc;

use super::caps;
pub(super) use apply::apply;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::pages::{Item, NodeId, Page, StructKind, StructNode};

/// Share of the text that must stand in elements of the size of paragraphs: in some trees heads and feet do not.
const COVERED: f32 = 0.8;
/// Characters of an average element beyond which the elements are no paragraphs.
const MAX_AVERAGE: usize = 3_000;

/// A structure tree worth believing.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    nodes: &'a [StructNode],
    /// For each node the element of the size of a paragraph that it belongs to.
    blocks: Vec<Option<NodeId>>,
}

impl<'a> Tree<'a> {
    /// The tree of a document with these pages; `None` where it has none worth believing, which is warned of.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn of(nodes: &'a [StructNode], pages: &[Page], context: &Context) -> Result<Option<Tree<'a>>> {
        if nodes.len() < 2 {
            return Ok(None);
        }
        context.tick(nodes.len() as u64)?;
        let blocks = (0..nodes.len()).map(|node| above(nodes, node).find(|at| is_block(nodes, *at))).collect();
        let tree = Tree { nodes, blocks };
        if tree.covers(pages, context)? {
            return Ok(Some(tree));
        }
        let message = "the structure tags of the document do not cover its text, and were ignored";
        context.warn(Warning::new(WarningCode::StructureIgnored, message));
        Ok(None)
    }

    fn covers(&self, pages: &[Page], context: &Context) -> Result<bool> {
        let (mut covered, mut all) = (0_usize, 0_usize);
        let mut used = vec![false; self.nodes.len()];
        for item in pages.iter().flat_map(|page| &page.items) {
            context.tick(1)?;
            let Item::Glyphs(run) = item else { continue };
            if run.artifact {
                continue;
            }
            let count = run.text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count();
            all += count;
            let Some(block) = run.node.and_then(|node| self.block(node)) else { continue };
            covered += count;
            if let Some(used) = used.get_mut(block) {
                *used = true;
            }
        }
        let blocks = used.into_iter().filter(|used| *used).count();
        Ok(covered as f32 >= COVERED * all as f32 && covered > 0 && covered <= MAX_AVERAGE * blocks)
    }

    /// The element of the size of a paragraph that a node belongs to.
    pub fn block(&self, node: NodeId) -> Option<NodeId> {
        self.blocks.get(node).copied().flatten()
    }

    fn kind(&self, node: NodeId) -> &StructKind {
        self.nodes.get(node).map_or(&StructKind::Group, |node| &node.kind)
    }

    /// The nearest element around a node, or the node itself, that `is` so.
    fn around(&self, node: NodeId, is: impl Fn(&StructKind) -> bool) -> Option<NodeId> {
        above(self.nodes, node).find(|at| is(self.kind(*at)))
    }

    /// The language of a node where it differs from the document's.
    fn language(&self, node: NodeId) -> Option<Arc<str>> {
        above(self.nodes, node).find_map(|at| self.nodes.get(at)?.language.clone())
    }
}

/// A node and the elements around it, outwards; no more than people nest.
fn above(nodes: &[StructNode], node: NodeId) -> impl Iterator<Item = NodeId> {
    let outer = move |at: &NodeId| nodes.get(*at).map(|node| node.parent).filter(|parent| parent != at);
    std::iter::successors(Some(node), outer).take(caps::FEW)
}

/// Whether a node is of the size of a paragraph.
fn is_block(nodes: &[StructNode], node: NodeId) -> bool {
    let kind = nodes.get(node).map(|node| &node.kind);
    matches!(
        kind,
        Some(
            StructKind::Title
                | StructKind::Heading(_)
                | StructKind::Paragraph
                | StructKind::Quote
                | StructKind::ListItem
                | StructKind::ListBody
                | StructKind::Cell { .. }
                | StructKind::Figure(_)
                | StructKind::Code
                | StructKind::Caption
                | StructKind::ContentsEntry
                | StructKind::Note
                | StructKind::Formula(_)
        )
    )
}
