//! The element tree: nodes in one vector, joined by indices, so that depth costs no stack and
//! dropping it is one step.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, QualName, ns};

/// Names a node of one [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The document, which every tree has.
    pub const DOCUMENT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[derive(Debug)]
pub enum Content {
    /// The document.
    Document,
    /// Text.
    Text(StrTendril),
    /// An element.
    Element(Box<Element>),
    /// A comment or processing instruction; its text is not kept.
    Other,
}

/// An element's name and attributes.
#[derive(Debug)]
pub struct Element {
    /// Its name, with its namespace.
    pub name: QualName,
    /// Its attributes, in their order.
    pub attributes: Vec<Attribute>,
}

impl Element {
    /// The name without its namespace, in lower case for HTML.
    pub fn local(&self) -> &str {
        &self.name.local
    }

    /// Value of an attribute by its local name, whatever its namespace or prefix.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let local = |attribute: &&Attribute| {
            let full: &LocalName = &attribute.name.local;
            full.rsplit(':').next() == Some(name)
        };
        // An exact name wins over one with a prefix.
        let exact = self.attributes.iter().find(|attribute| &*attribute.name.local == name);
        exact.or_else(|| self.attributes.iter().find(local)).map(|attribute| &*attribute.value)
    }

    /// Whether the element is nothing but a place that links lead to.
    pub fn is_place(&self) -> bool {
        self.attributes.iter().all(|attribute| matches!(&*attribute.name.local, "id" | "name"))
    }

    /// Whether the element belongs to HTML rather than SVG or `MathML`.
    pub fn is_html(&self) -> bool {
        self.name.ns == ns!(html)
    }
}

#[derive(Debug)]
struct Node {
    content: Content,
    parent: Option<NodeId>,
    previous: Option<NodeId>,
    next: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    depth: u32,
}

/// Where an element stands among the elements beside it, counted from 1 (Selectors 4, 14).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// From the first of them, and from the last.
    pub all: (u32, u32),
    /// Counting those of its own name alone.
    pub of_name: (u32, u32),
}

/// The tree.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Where each stands, once somebody has asked.
    standings: OnceCell<Vec<Standing>>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

impl Tree {
    /// A tree of nothing but the document.
    pub fn new() -> Tree {
        let mut tree = Tree { nodes: Vec::new(), standings: OnceCell::new() };
        tree.create(Content::Document);
        tree
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        self.standings.take();
        &mut self.nodes[id.index()]
    }

    /// Adds a node that is not part of the tree yet.
    pub fn create(&mut self, content: Content) -> NodeId {
        self.standings.take();
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            content,
            parent: None,
            previous: None,
            next: None,
            first_child: None,
            last_child: None,
            depth: 0,
        });
        id
    }

    /// What a node is.
    pub fn content(&self, id: NodeId) -> &Content {
        &self.node(id).content
    }

    /// The element a node is; `None` for text and the like.
    pub fn element(&self, id: NodeId) -> Option<&Element> {
        match self.content(id) {
            Content::Element(element) => Some(element),
            _ => None,
        }
    }

    /// The element, to be changed.
    pub fn element_mut(&mut self, id: NodeId) -> Option<&mut Element> {
        match &mut self.node_mut(id).content {
            Content::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Where an element stands among its siblings. All are counted when the first is asked for.
    pub fn standing(&self, id: NodeId) -> Standing {
        self.standings.get_or_init(|| self.counted()).get(id.index()).copied().unwrap_or_default()
    }

    fn counted(&self) -> Vec<Standing> {
        let mut standings = vec![Standing::default(); self.nodes.len()];
        for parent in &self.nodes {
            let forth = std::iter::successors(parent.first_child, |id| self.next(*id));
            self.count(forth, &mut |id, all, of_name| {
                (standings[id.index()].all.0, standings[id.index()].of_name.0) = (all, of_name);
            });
            let back = std::iter::successors(parent.last_child, |id| self.previous(*id));
            self.count(back, &mut |id, all, of_name| {
                (standings[id.index()].all.1, standings[id.index()].of_name.1) = (all, of_name);
            });
        }
        standings
    }

    /// Counts siblings in an order.
    fn count(&self, siblings: impl Iterator<Item = NodeId>, tell: &mut dyn FnMut(NodeId, u32, u32)) {
        let (mut all, mut of_name) = (0, BTreeMap::<&str, u32>::new());
        for id in siblings {
            let Some(element) = self.element(id) else { continue };
            let own = of_name.entry(element.local()).or_default();
            (all, *own) = (all + 1, *own + 1);
            tell(id, all, *own);
        }
    }

    /// The parent.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The sibling before.
    pub fn previous(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).previous
    }

    /// The sibling after.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next
    }

    /// The first child.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// Nodes between this one and the document, when it was appended.
    pub fn depth(&self, id: NodeId) -> u32 {
        self.node(id).depth
    }

    /// The node after `id` in document order, among those below `top`.
    pub fn following(&self, id: NodeId, top: NodeId) -> Option<NodeId> {
        self.first_child(id).or_else(|| self.following_outside(id, top))
    }

    /// The node after `id` and everything below it, among those below `top`.
    pub fn following_outside(&self, id: NodeId, top: NodeId) -> Option<NodeId> {
        let mut at = id;
        while at != top {
            if let Some(next) = self.next(at) {
                return Some(next);
            }
            at = self.parent(at)?;
        }
        None
    }

    /// Every node below `top`, in document order.
    pub fn descendants(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(top), move |id| self.following(*id, top))
    }

    /// The first element of a name in the document.
    pub fn first(&self, name: &str) -> Option<NodeId> {
        let named = |id: &NodeId| self.element(*id).is_some_and(|element| element.local() == name);
        self.descendants(NodeId::DOCUMENT).find(named)
    }

    /// The text below a node, as it stands.
    pub fn text(&self, top: NodeId) -> String {
        let mut text = String::new();
        for id in self.descendants(top) {
            if let Content::Text(piece) = self.content(id) {
                text.push_str(piece);
            }
        }
        text
    }

    /// Takes a node out of its place.
    pub fn detach(&mut self, id: NodeId) {
        let Node { parent, previous, next, .. } = *self.node(id);
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next = next,
            (None, Some(parent)) => self.node_mut(parent).first_child = next,
            _ => {}
        }
        match (next, parent) {
            (Some(next), _) => self.node_mut(next).previous = previous,
            (None, Some(parent)) => self.node_mut(parent).last_child = previous,
            _ => {}
        }
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next) = (None, None, None);
    }

    /// Makes a node the last child of `parent`.
    pub fn append(&mut self, parent: NodeId, id: NodeId) {
        self.detach(id);
        let (last, depth) = (self.node(parent).last_child, self.node(parent).depth + 1);
        match last {
            Some(last) => self.node_mut(last).next = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        self.node_mut(parent).last_child = Some(id);
        let node = self.node_mut(id);
        (node.parent, node.previous, node.depth) = (Some(parent), last, depth);
    }

    /// Puts a node before its sibling-to-be, which must have a parent.
    pub fn insert_before(&mut self, sibling: NodeId, id: NodeId) {
        self.detach(id);
        let Node { parent, previous, depth, .. } = *self.node(sibling);
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next = Some(id),
            (None, Some(parent)) => self.node_mut(parent).first_child = Some(id),
            _ => {}
        }
        self.node_mut(sibling).previous = Some(id);
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next, node.depth) = (parent, previous, Some(sibling), depth);
    }

    /// Adds text at the end of `parent`, joining it to text that is there.
    pub fn append_text(&mut self, parent: NodeId, text: &StrTendril) {
        let last = self.node(parent).last_child;
        if !self.join_text(last, text) {
            let id = self.create(Content::Text(text.clone()));
            self.append(parent, id);
        }
    }

    /// Adds text before `sibling`, joining it to text that is there.
    pub fn insert_text_before(&mut self, sibling: NodeId, text: &StrTendril) {
        let previous = self.previous(sibling);
        if !self.join_text(previous, text) {
            let id = self.create(Content::Text(text.clone()));
            self.insert_before(sibling, id);
        }
    }

    fn join_text(&mut self, id: Option<NodeId>, text: &StrTendril) -> bool {
        match id.map(|id| &mut self.node_mut(id).content) {
            Some(Content::Text(known)) => {
                known.push_tendril(text);
                true
            }
            _ => false,
        }
    }

    /// Takes the nodes from number `first` on, the newest, out of their places.
    pub fn detach_from(&mut self, first: usize) {
        (first..self.node_count()).for_each(|node| self.detach(NodeId(node as u32)));
    }

    /// Gives every element of a name another.
    pub fn rename(&mut self, from: &str, to: &'static str) {
        for node in &mut self.nodes {
            if let Content::Element(element) = &mut node.content
                && &*element.name.local == from
            {
                element.name.local = LocalName::from(to);
            }
        }
    }

    /// Number of nodes, detached ones included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }
}
