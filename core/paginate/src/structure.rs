//! The structure tree (tags) as it grows.

use std::sync::Arc;

use transvase_model::pages::{NodeId, StructKind, StructNode};

/// Nodes of the structure tree, the document first.
#[derive(Debug)]
pub(super) struct Structure {
    nodes: Vec<StructNode>,
}

impl Structure {
    /// The document's node.
    pub(super) const ROOT: NodeId = 0;

    /// A tree that holds the document's node alone.
    pub(super) fn new() -> Structure {
        Structure { nodes: vec![StructNode { kind: StructKind::Document, parent: 0, language: None, order: 0 }] }
    }

    /// Adds a node under `parent`.
    pub(super) fn add(&mut self, kind: StructKind, parent: NodeId, language: Option<Arc<str>>) -> NodeId {
        self.nodes.push(StructNode { kind, parent, language, order: 0 });
        self.nodes.len() - 1
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets the nodes from the given one on.
    pub(super) fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len.max(1));
    }

    /// The finished tree.
    pub(super) fn into_nodes(self) -> Vec<StructNode> {
        self.nodes
    }
}
