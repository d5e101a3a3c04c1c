//! The logical structure as tags (ISO 32000-1, 14.8).
//!
//! While pages are painted, each piece of content is noted with the node it belongs to; at the end
//! the nodes become the tag tree, in which every piece stands exactly once. Content of no node is
//! an artifact: running heads, rules, backgrounds.

use std::num::{NonZeroU16, NonZeroU32};

use krilla::geom::Rect as Area;
use krilla::tagging::{
    Artifact, ArtifactType, BBox, ContentTag, Identifier, ListNumbering, Node, TableHeaderScope, Tag, TagGroup,
    TagKind, TagTree,
};

use super::geometry::area;
use super::standard::Standard;
use transvase_base::units::{Point, Rect};
use transvase_model::pages::{GlyphRun, Item, Link, LinkTarget, NodeId, StructKind, StructNode};

/// Deepest nesting of tags; what is nested deeper becomes a child of the node at this depth.
const DEEPEST: usize = 64;

/// Longest text noted for a heading or a link, in bytes.
const NOTED_TEXT: usize = 500;

/// The structure of a document while its pages are painted.
pub(super) struct Tags {
    nodes: Vec<Entry>,
    standard: Standard,
}

/// A structure node and what has been found of it so far.
struct Entry {
    kind: StructKind,
    /// The node above, which stands before it in the list; the document's own is itself.
    parent: NodeId,
    depth: usize,
    language: Option<String>,
    /// Whether it is among its parent's children.
    attached: bool,
    children: Vec<Child>,
    /// The text of a heading or a link.
    words: Words,
    /// Where a figure stands.
    frame: Option<(usize, Area)>,
    /// Whether a link has an annotation.
    annotated: bool,
}

enum Child {
    Node(NodeId),
    Content(Identifier),
}

impl Tags {
    pub(super) fn new(structure: Vec<StructNode>, standard: Standard) -> Tags {
        let mut nodes: Vec<Entry> = Vec::new();
        for (index, node) in structure.into_iter().enumerate() {
            let parent = if node.parent < index { node.parent } else { 0 };
            let above = nodes.get(parent).map_or((0, 0), |entry| (entry.depth, entry.parent));
            let (parent, depth) = if above.0 >= DEEPEST { (above.1, DEEPEST) } else { (parent, above.0 + 1) };
            nodes.push(Entry {
                kind: node.kind,
                parent,
                depth,
                language: node.language.map(|tag| tag.to_string()),
                attached: index == 0,
                children: Vec::new(),
                words: Words::default(),
                frame: None,
                annotated: false,
            });
        }
        Tags { nodes, standard }
    }

    /// The node an item belongs to, if it is one of the document's.
    fn content_of(&self, item: &Item) -> Option<NodeId> {
        node_of(item).filter(|node| *node < self.nodes.len())
    }

    /// The tag around an item and the neighbours it shares its node with.
    pub(super) fn content_tag(&self, item: &Item) -> ContentTag<'static> {
        if self.content_of(item).is_some() {
            return ContentTag::Other;
        }
        let kind = match item {
            Item::Glyphs(_) => ArtifactType::PaginationOther,
            Item::Path(_) | Item::Image(_) => ArtifactType::Layout,
        };
        ContentTag::Artifact(Artifact::with_kind(kind))
    }

    /// Notes that marked content belongs to the node of `item`.
    pub(super) fn mark(&mut self, item: &Item, identifier: Identifier) {
        if let Some(node) = self.content_of(item) {
            self.hang(node, Child::Content(identifier));
        }
    }

    /// Hangs a child into a node, and the node into those above it.
    fn hang(&mut self, node: NodeId, child: Child) {
        let (mut at, mut child) = (node, child);
        while let Some(entry) = self.nodes.get_mut(at) {
            entry.children.push(child);
            if std::mem::replace(&mut entry.attached, true) {
                break;
            }
            child = Child::Node(at);
            at = entry.parent;
        }
    }

    /// Notes what headings, links and figures need to know of an item on page `page`.
    pub(super) fn note(&mut self, page: usize, item: &Item) {
        let Some(node) = self.content_of(item) else { return };
        match item {
            Item::Glyphs(run) => self.note_words(node, run),
            Item::Image(placed) => {
                let square = Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
                let frame = area(&placed.transform.apply_rect(&square)).map(|frame| (page, frame));
                if let Some(entry) = self.nodes.get_mut(node) {
                    entry.frame = entry.frame.or(frame);
                    if let StructKind::Figure(alt @ None) = &mut entry.kind {
                        alt.clone_from(&placed.alt);
                    }
                }
            }
            Item::Path(_) => {}
        }
    }

    /// Adds a run to the words of the links and headings it stands in.
    fn note_words(&mut self, node: NodeId, run: &GlyphRun) {
        let mut at = node;
        while let Some(entry) = self.nodes.get_mut(at) {
            if matches!(entry.kind, StructKind::Heading(_) | StructKind::Link) {
                entry.words.add(run);
            }
            if at == entry.parent {
                break;
            }
            at = entry.parent;
        }
    }

    /// The node that the annotations of a link belong to.
    pub(super) fn link_node(&self, link: &Link) -> Option<NodeId> {
        link.node.filter(|node| *node < self.nodes.len())
    }

    /// What a link says, or where it leads where it shows no words.
    pub(super) fn link_words(&self, link: &Link) -> String {
        let entry = link.node.and_then(|node| self.nodes.get(node));
        let words = entry.filter(|entry| entry.kind == StructKind::Link).and_then(|entry| entry.words.text());
        words.unwrap_or_else(|| match &link.target {
            LinkTarget::External(uri) => uri.clone(),
            LinkTarget::Internal(place) => format!("Page {}", place.page.saturating_add(1)),
        })
    }

    /// Notes that an annotation belongs to `node`.
    pub(super) fn mark_link(&mut self, node: NodeId, identifier: Identifier) {
        self.hang(node, Child::Content(identifier));
        if let Some(entry) = self.nodes.get_mut(node) {
            entry.annotated = true;
        }
    }

    /// The words of the first heading.
    pub(super) fn first_heading(&self) -> Option<String> {
        let mut headings = self.nodes.iter().filter(|entry| matches!(entry.kind, StructKind::Heading(_)));
        headings.find_map(|entry| entry.words.text())
    }

    /// The tag tree.
    pub(super) fn into_tree(mut self) -> TagTree {
        self.complete_tables();
        let scopes = self.header_scopes();
        let mut groups: Vec<Option<TagGroup>> = Vec::new();
        groups.resize_with(self.nodes.len(), || None);
        let mut tree = TagTree::new();
        // Nodes stand after their parents, so from the end every child is ready before its parent.
        for (index, entry) in self.nodes.iter_mut().enumerate().rev() {
            let children = std::mem::take(&mut entry.children).into_iter().filter_map(|child| match child {
                Child::Content(identifier) => Some(Node::Leaf(identifier)),
                Child::Node(node) => groups.get_mut(node)?.take().map(Node::Group),
            });
            let children: Vec<Node> = children.collect();
            if index == 0 {
                tree = TagTree::from(children).with_lang(entry.language.take());
            } else if entry.attached {
                let scope = scopes.get(index).copied().unwrap_or(TableHeaderScope::Column);
                let group = TagGroup::with_children(tag(entry, scope, self.standard), children);
                groups[index] = Some(group);
            }
        }
        tree
    }

    /// Hangs the rows and cells without content into their tables, and puts all of them in the
    /// order of the structure, so that every row covers the grid.
    fn complete_tables(&mut self) {
        for index in 1..self.nodes.len() {
            let Some(entry) = self.nodes.get(index) else { continue };
            let (parent, attached) = (entry.parent, entry.attached);
            let in_table = matches!(entry.kind, StructKind::Row | StructKind::Cell { .. });
            if in_table && !attached && self.nodes.get(parent).is_some_and(|above| above.attached) {
                self.nodes[parent].children.push(Child::Node(index));
                self.nodes[index].attached = true;
            }
        }
        for entry in &mut self.nodes {
            if matches!(entry.kind, StructKind::Table | StructKind::Row) {
                entry.children.sort_by_key(|child| match child {
                    Child::Node(node) => *node,
                    Child::Content(_) => 0,
                });
            }
        }
    }

    /// For each header cell, what it heads: its column where its whole row are headers, its row
    /// otherwise.
    fn header_scopes(&self) -> Vec<TableHeaderScope> {
        let mut has_data = vec![false; self.nodes.len()];
        for entry in &self.nodes {
            if matches!(entry.kind, StructKind::Cell { header: false, .. }) {
                has_data[entry.parent] = true;
            }
        }
        let scope = |entry: &Entry| {
            if has_data[entry.parent] { TableHeaderScope::Row } else { TableHeaderScope::Column }
        };
        self.nodes.iter().map(scope).collect()
    }
}

/// The node an item names.
pub(super) fn node_of(item: &Item) -> Option<NodeId> {
    match item {
        Item::Glyphs(run) => run.node,
        Item::Path(path) => path.node,
        Item::Image(placed) => placed.node,
    }
}

/// The tag of a node.
fn tag(entry: &mut Entry, scope: TableHeaderScope, standard: Standard) -> TagKind {
    let kind: TagKind = match &mut entry.kind {
        StructKind::Document => Tag::Part.into(),
        StructKind::Heading(level) => {
            let level = NonZeroU16::new(u16::from(*level).clamp(1, 6)).unwrap_or(NonZeroU16::MIN);
            Tag::Hn(level, entry.words.text()).into()
        }
        StructKind::Title | StructKind::Paragraph => Tag::P.into(),
        StructKind::Quote => Tag::BlockQuote.into(),
        StructKind::List(true) => Tag::L(ListNumbering::Decimal).into(),
        StructKind::List(false) => Tag::L(ListNumbering::Disc).into(),
        StructKind::ListItem => Tag::LI.into(),
        StructKind::Label => Tag::Lbl.into(),
        StructKind::ListBody => Tag::LBody.into(),
        StructKind::Table => Tag::Table.into(),
        StructKind::Row => Tag::TR.into(),
        StructKind::Cell { header: true, column_span, row_span } => {
            Tag::TH(scope).with_col_span(span(*column_span)).with_row_span(span(*row_span)).into()
        }
        StructKind::Cell { column_span, row_span, .. } => {
            Tag::TD.with_col_span(span(*column_span)).with_row_span(span(*row_span)).into()
        }
        StructKind::Figure(alt) => {
            let alt = alt.take().filter(|alt| !alt.trim().is_empty());
            // PDF/UA demands words for every figure; where the source has none, this much is true.
            let alt = alt.or_else(|| standard.is_accessible().then(|| "Image".to_owned()));
            let frame = entry.frame.map(|(page, rect)| BBox { page_idx: page, rect });
            Tag::Figure(alt).with_bbox(frame).into()
        }
        StructKind::Link if entry.annotated => Tag::Link.into(),
        StructKind::Link => Tag::Span.into(),
        StructKind::Code => Tag::Code.into(),
        StructKind::Caption => Tag::Caption.into(),
        StructKind::Contents => Tag::TOC.into(),
        StructKind::ContentsEntry => Tag::TOCI.into(),
        StructKind::Note => Tag::Note.into(),
        StructKind::NoteMark => Tag::Reference.into(),
        StructKind::Formula(alt) => Tag::Formula(alt.take()).into(),
        StructKind::Form => Tag::Form.into(),
        StructKind::Group => Tag::NonStruct.into(),
    };
    kind.with_lang(entry.language.take())
}

/// A span of more than one row or column; one is the default (ISO 32000-1, table 349).
fn span(count: u32) -> Option<NonZeroU32> {
    NonZeroU32::new(count.min(10_000)).filter(|count| count.get() > 1)
}

/// The words of runs, one after another.
#[derive(Default)]
struct Words {
    text: String,
    /// Where the base line of the last run began.
    line: Option<Point>,
}

impl Words {
    fn add(&mut self, run: &GlyphRun) {
        if self.text.len() + run.text.len() > NOTED_TEXT {
            return;
        }
        let line = Point { x: run.transform.e, y: run.transform.f };
        let new_line = self.line.is_some_and(|last| (last.y - line.y).abs() > f32::EPSILON);
        if new_line && !self.text.ends_with(['\u{AD}', ' ', '-']) {
            self.text.push(' ');
        }
        self.text.push_str(&run.text);
        self.line = Some(line);
    }

    /// The words on one line, without the hyphens that lines were broken at.
    fn text(&self) -> Option<String> {
        let text = self.text.replace('\u{AD}', "");
        let words: Vec<&str> = text.split_whitespace().collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}
