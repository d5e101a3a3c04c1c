//! The structure tree (ISO 32000-1, 14.7): what each part of the content is, and its order.

mod attributes;
mod role;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, dict_or_stream};
use hayro_syntax::xref::XRef;

use super::arrays;
use super::document::Document;
use super::strings::{self, text_entry};
use attributes::Attributes;
use role::{Role, Roles};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::pages::{NodeId, StructKind, StructNode};

/// Elements that are kept; documents of some thousand pages have about so many.
const MAX_NODES: usize = 1 << 20;

/// Depth from which elements stay at one level, so that nobody who follows them runs out of stack.
const MAX_DEPTH: u16 = 256;

/// Bytes an element takes, about.
const NODE_BYTES: usize = 96;

/// Where marked content is numbered: a page by its index, or a stream of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A page, by its index in the file.
    Page(usize),
    /// A form.
    Stream(ObjectIdentifier),
}

/// The elements of a document and what belongs to them.
#[derive(Default)]
pub(super) struct Structure {
    nodes: Vec<StructNode>,
    /// Elements by the numbers of their marked content.
    content: BTreeMap<(Owner, i32), NodeId>,
    /// Elements by the annotations and objects they hold.
    objects: BTreeMap<ObjectIdentifier, NodeId>,
    /// Texts that stand for the content of elements.
    actual_texts: BTreeMap<NodeId, String>,
    /// Elements whose content is no part of the text.
    artifacts: BTreeSet<NodeId>,
}

impl Structure {
    /// Reads the tree of a document; without one, or without any content in it, nothing is found.
    ///
    /// # Errors
    /// A limit on what is built in memory, `TimedOut` or `Cancelled`.
    pub fn of(document: &Document<'_>) -> Result<Structure> {
        let Some(root) = document.root.get::<Dict<'_>>(b"StructTreeRoot") else { return Ok(Structure::default()) };
        let mut walk = Walk::new(&root, document);
        walk.run(&root)?;
        let found = walk.found;
        Ok(if found.content.is_empty() { Structure::default() } else { found })
    }

    /// The element of marked content `number`.
    pub fn content(&self, owner: Owner, number: i32) -> Option<NodeId> {
        self.content.get(&(owner, number)).copied()
    }

    /// The element that holds an annotation.
    pub fn object(&self, id: ObjectIdentifier) -> Option<NodeId> {
        self.objects.get(&id).copied()
    }

    /// The text that stands for all the content of an element.
    pub fn actual_text(&self, node: NodeId) -> Option<&str> {
        self.actual_texts.get(&node).map(String::as_str)
    }

    /// Whether the content of an element is no part of the text.
    pub fn is_artifact(&self, node: NodeId) -> bool {
        self.artifacts.contains(&node)
    }

    /// The words for those who do not see a figure.
    pub fn alt(&self, node: NodeId) -> Option<&str> {
        match &self.nodes.get(node)?.kind {
            StructKind::Figure(alt) | StructKind::Formula(alt) => alt.as_deref(),
            _ => None,
        }
    }

    /// The elements.
    pub fn into_nodes(self) -> Vec<StructNode> {
        self.nodes
    }
}

/// An element that waits to be read.
struct Waiting<'a> {
    object: Object<'a>,
    parent: NodeId,
    order: u32,
    depth: u16,
    /// Sections around it, which give headings without a level theirs.
    sections: u8,
    page: Option<usize>,
    artifact: bool,
}

/// A walk through the tree, in document order.
struct Walk<'d, 'a> {
    found: Structure,
    waiting: Vec<Waiting<'a>>,
    /// Elements are told apart by where their bytes lie, which also holds for direct objects.
    seen: BTreeSet<usize>,
    roles: Roles,
    classes: Dict<'a>,
    document: &'d Document<'a>,
    xref: &'a XRef,
    context: &'a Context,
}

impl<'d, 'a> Walk<'d, 'a> {
    fn new(root: &Dict<'a>, document: &'d Document<'a>) -> Self {
        Walk {
            found: Structure::default(),
            waiting: Vec::new(),
            seen: BTreeSet::new(),
            roles: Roles::of(root),
            classes: root.get::<Dict<'a>>(b"ClassMap").unwrap_or_default(),
            document,
            xref: document.pdf.xref(),
            context: document.context,
        }
    }

    fn run(&mut self, root: &Dict<'a>) -> Result<()> {
        let document = StructNode { kind: StructKind::Document, parent: 0, language: None, order: 0 };
        self.found.nodes.push(document);
        let top = Place { node: 0, depth: 0, sections: 0, page: None, artifact: false };
        self.expect_kids(root, &top)?;
        while let Some(next) = self.waiting.pop() {
            self.context.tick(1)?;
            match &next.object {
                Object::Dict(dict) => self.visit(dict, &next)?,
                Object::Number(number) => self.mark(number.as_i64(), None, &next),
                _ => {}
            }
        }
        if self.found.nodes.len() >= MAX_NODES {
            let message = format!("only the first {MAX_NODES} structure tags were read");
            self.context.warn(Warning::new(WarningCode::StructureFlattened, message));
        }
        Ok(())
    }

    /// An element, a reference to marked content, or one to an object.
    fn visit(&mut self, dict: &Dict<'a>, next: &Waiting<'a>) -> Result<()> {
        let kind = dict.get::<Name<'_>>(b"Type");
        match kind.as_ref().map(AsRef::as_ref) {
            Some(b"MCR") => {
                if let Some(number) = dict.get::<i32>(b"MCID") {
                    self.mark(i64::from(number), Some(dict), next);
                }
                Ok(())
            }
            Some(b"OBJR") => {
                if let Some(object) = dict.get_ref(b"Obj") {
                    self.found.objects.entry(object.into()).or_insert(next.parent);
                }
                Ok(())
            }
            _ => self.element(dict, next),
        }
    }

    fn mark(&mut self, number: i64, reference: Option<&Dict<'a>>, next: &Waiting<'a>) {
        let Ok(number) = i32::try_from(number) else { return };
        let stream = reference.and_then(|dict| dict.get_ref(b"Stm"));
        let page = reference.and_then(|dict| self.page_of(dict)).or(next.page);
        let owner = match (stream, page) {
            (Some(stream), _) => Owner::Stream(stream.into()),
            (None, Some(page)) => Owner::Page(page),
            (None, None) => return,
        };
        self.found.content.entry((owner, number)).or_insert(next.parent);
    }

    fn element(&mut self, dict: &Dict<'a>, next: &Waiting<'a>) -> Result<()> {
        let Some(name) = dict.get::<Name<'_>>(b"S") else { return Ok(()) };
        if self.found.nodes.len() >= MAX_NODES || !self.seen.insert(dict.data().as_ptr() as usize) {
            return Ok(());
        }
        self.context.charge_unpacked(NODE_BYTES)?;
        let role = self.roles.of_name(name.as_ref());
        let attributes = Attributes::of(dict, &self.classes, self.xref);
        let alt = || text_entry(dict, b"Alt").or_else(|| text_entry(dict, b"ActualText"));
        let kind = role.kind(next.sections, &attributes, alt);
        let artifact = next.artifact || role == Role::Artifact;
        let nodes = &mut self.found.nodes;
        // Elements deeper than is followed become siblings of the last that is.
        let parent =
            if next.depth < MAX_DEPTH { next.parent } else { nodes.get(next.parent).map_or(0, |up| up.parent) };
        let node = nodes.len();
        let language = text_entry(dict, b"Lang").map(Arc::from);
        nodes.push(StructNode { kind, parent, language, order: next.order });
        if artifact {
            self.found.artifacts.insert(node);
        }
        if let Some(Object::String(text)) = dict.get::<Object<'_>>(b"ActualText") {
            self.found.actual_texts.insert(node, strings::decode_all(text.as_bytes()));
        }
        let place = Place {
            node,
            depth: (next.depth + 1).min(MAX_DEPTH),
            sections: next.sections.saturating_add(u8::from(role == Role::Section)),
            page: self.page_of(dict).or(next.page),
            artifact,
        };
        self.expect_kids(dict, &place)
    }

    fn page_of(&self, dict: &Dict<'a>) -> Option<usize> {
        self.document.page_index(dict.get_ref(b"Pg")?.into())
    }

    /// Puts what an element holds on the heap of what waits, the first on top.
    fn expect_kids(&mut self, dict: &Dict<'a>, place: &Place) -> Result<()> {
        let from = self.waiting.len();
        match dict.get::<Object<'a>>(b"K") {
            Some(Object::Array(kids)) => self.expect_all(&kids, place)?,
            Some(kid) => self.expect(kid, place, 0),
            None => {}
        }
        if let Some(new) = self.waiting.get_mut(from..) {
            new.reverse();
        }
        Ok(())
    }

    fn expect_all(&mut self, kids: &Array<'a>, place: &Place) -> Result<()> {
        for (order, kid) in arrays::entries(kids, self.xref).take(MAX_NODES).enumerate() {
            self.context.tick(1)?;
            self.context.charge_unpacked(size_of::<Waiting<'_>>() / 8)?;
            self.expect(kid, place, order as u32);
        }
        Ok(())
    }

    fn expect(&mut self, object: Object<'a>, place: &Place, order: u32) {
        let is_stream = matches!(object, Object::Stream(_));
        if is_stream || !(matches!(object, Object::Number(_)) || dict_or_stream(&object).is_some()) {
            return;
        }
        self.waiting.push(Waiting {
            object,
            parent: place.node,
            order,
            depth: place.depth,
            sections: place.sections,
            page: place.page,
            artifact: place.artifact,
        });
    }
}

/// What an element hands on to those it holds.
struct Place {
    node: NodeId,
    depth: u16,
    sections: u8,
    page: Option<usize>,
    artifact: bool,
}
