//! An XML element tree of a part. Tags and names of attributes carry the usual prefix of their namespace, whatever
//! prefix the file has, and of alternate contents one is left (ECMA-376 part 3, 10.2.1).

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_container::xml::{Element, Node, XmlReader};

use super::namespaces::{prefix, undeclared};

/// Prefixes of what a `mc:Choice` may require: whoever reads the part understands it.
const UNDERSTOOD: &[&str] = &[
    "wps", "wpg", "wpc", "wp14", "w14", "w15", "w16", "w16se", "w16cid", "w16cex", "a14", "a16", "p14", "p15", "x14",
    "x14ac", "x15", "c14", "c16", "c16r2", "asvg", "sp3d",
];

/// An element with all that is in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Tree {
    tag: Rc<str>,
    attributes: Vec<(Rc<str>, String)>,
    nodes: Vec<TreeNode>,
    /// What `xml:space` says of it or around it (XML 1.0, 2.10): some converters say it of `w:document` once.
    keeps_space: bool,
}

/// What an element holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TreeNode {
    /// An element.
    Element(Tree),
    /// Text.
    Text(String),
}

#[allow(dead_code, reason = "readers of other office formats and drawings take what they need")]
impl Tree {
    /// The name of the element with the prefix of its namespace, such as `w:p`; `?:` where that has none.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    /// Whether the element has this tag.
    pub(crate) fn is(&self, tag: &str) -> bool {
        &*self.tag == tag
    }

    /// The value of an attribute, named as elements are, or without prefix where it has none.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| &**known == name).map(|(_, value)| value.as_str())
    }

    /// Names of the attributes with their values.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, value)| (&**name, value.as_str()))
    }

    /// Elements and texts inside.
    pub(crate) fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// Whether white space at the ends of its text counts, as it or an element around it says (XML 1.0, 2.10).
    pub(crate) fn keeps_space(&self) -> bool {
        self.keeps_space
    }

    /// The elements inside.
    pub(crate) fn children(&self) -> impl DoubleEndedIterator<Item = &Tree> {
        self.nodes.iter().filter_map(|node| match node {
            TreeNode::Element(tree) => Some(tree),
            TreeNode::Text(_) => None,
        })
    }

    /// The first element of a tag inside.
    pub(crate) fn child(&self, tag: &str) -> Option<&Tree> {
        self.children().find(|child| child.is(tag))
    }

    /// The element at the end of a path of tags.
    pub(crate) fn find(&self, path: &[&str]) -> Option<&Tree> {
        path.iter().try_fold(self, |tree, tag| tree.child(tag))
    }

    /// This element and all inside it, in the order of the document.
    pub(crate) fn descendants(&self) -> impl Iterator<Item = &Tree> {
        let mut stack = vec![self];
        std::iter::from_fn(move || {
            let tree = stack.pop()?;
            stack.extend(tree.children().rev());
            Some(tree)
        })
    }

    /// All text inside, in the order of the document.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut stack: Vec<&TreeNode> = self.nodes.iter().rev().collect();
        while let Some(node) = stack.pop() {
            match node {
                TreeNode::Element(tree) => stack.extend(tree.nodes.iter().rev()),
                TreeNode::Text(piece) => text.push_str(piece),
            }
        }
        text
    }

    /// An element around others.
    pub(crate) fn around(tag: &str, inside: &[&Tree]) -> Tree {
        let nodes = inside.iter().map(|tree| TreeNode::Element((*tree).clone())).collect();
        Tree { tag: tag.into(), nodes, ..Tree::default() }
    }

    /// The first element of a text, in which the usual prefixes need not be declared.
    #[cfg(test)]
    pub(crate) fn parse(xml: &str) -> Tree {
        let bound = [
            ("w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
            ("r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
            ("m", "http://schemas.openxmlformats.org/officeDocument/2006/math"),
            ("a", "http://schemas.openxmlformats.org/drawingml/2006/main"),
            ("wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"),
            ("pic", "http://schemas.openxmlformats.org/drawingml/2006/picture"),
            ("c", "http://schemas.openxmlformats.org/drawingml/2006/chart"),
            ("dgm", "http://schemas.openxmlformats.org/drawingml/2006/diagram"),
            ("p", "http://schemas.openxmlformats.org/presentationml/2006/main"),
            ("mc", "http://schemas.openxmlformats.org/markup-compatibility/2006"),
            ("v", "urn:schemas-microsoft-com:vml"),
            ("o", "urn:schemas-microsoft-com:office:office"),
            ("w10", "urn:schemas-microsoft-com:office:word"),
            ("w14", "http://schemas.microsoft.com/office/word/2010/wordml"),
            ("wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"),
            ("wpg", "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"),
            ("wpc", "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas"),
            ("wp14", "http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing"),
            ("a14", "http://schemas.microsoft.com/office/drawing/2010/main"),
            ("asvg", "http://schemas.microsoft.com/office/drawing/2016/SVG/main"),
            ("dsp", "http://schemas.microsoft.com/office/drawing/2008/diagram"),
        ];
        let declared: String = bound.iter().map(|(prefix, uri)| format!(" xmlns:{prefix}='{uri}'")).collect();
        let text = format!("<all{declared}>{xml}</all>");
        let context = Context::default();
        Trees::new(&text, &["?:all", "all"], &context).next().unwrap().unwrap()
    }
}

/// Reads the elements of a part one after the other.
pub(crate) struct Trees<'x, 'c> {
    xml: XmlReader<'x, 'c>,
    /// Tags of the elements that are entered and not given.
    through: &'static [&'static str],
    names: Names,
    /// Elements that are done.
    ready: VecDeque<Tree>,
    open: Vec<Tree>,
    /// Whether white space counts in each element that is not at its end, those that are entered among them.
    keeps_space: Vec<bool>,
    damaged: bool,
    ended: bool,
}

impl<'x, 'c> Trees<'x, 'c> {
    /// A reader of the elements of a text; those with the tags in `through` are not given themselves, but what is in them.
    pub(crate) fn new(text: &'x str, through: &'static [&'static str], context: &'c Context) -> Trees<'x, 'c> {
        let (names, ready) = (Names::default(), VecDeque::new());
        Trees {
            xml: XmlReader::new(text, context).with_undeclared(undeclared),
            through,
            names,
            ready,
            open: Vec::new(),
            keeps_space: Vec::new(),
            damaged: false,
            ended: false,
        }
    }

    /// The next element; `None` at the end. What is damaged ends where the damage is.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`; `Malformed` only where there was no element before the damage.
    pub(crate) fn next(&mut self) -> Result<Option<Tree>> {
        while self.ready.is_empty() && !self.ended {
            match self.xml.next() {
                Ok(Some(Node::Start(element))) => self.start(&element),
                Ok(Some(Node::Text(text))) => self.text(text),
                Ok(Some(Node::End)) => self.end(),
                Ok(None) => self.ended = true,
                Err(error) if error.code() == ErrorCode::Malformed => self.damage(),
                Err(error) => return Err(error),
            }
        }
        Ok(self.ready.pop_front())
    }

    /// Whether the text turned out to be no XML at some place.
    pub(crate) fn is_damaged(&self) -> bool {
        self.damaged
    }

    fn start(&mut self, element: &Element) {
        let around = self.keeps_space.last().is_some_and(|keeps| *keeps);
        let mut tree = self.names.tree(element);
        tree.keeps_space = tree.attribute("xml:space").map_or(around, |said| said == "preserve");
        self.keeps_space.push(tree.keeps_space);
        if !self.open.is_empty() || !self.through.contains(&tree.tag()) {
            self.open.push(tree);
        }
    }

    fn text(&mut self, text: Cow<'x, str>) {
        let Some(tree) = self.open.last_mut() else { return };
        match tree.nodes.last_mut() {
            Some(TreeNode::Text(before)) => before.push_str(&text),
            _ => tree.nodes.push(TreeNode::Text(text.into_owned())),
        }
    }

    /// The end of an element, which may be one that was entered.
    fn end(&mut self) {
        self.keeps_space.pop();
        let Some(mut tree) = self.open.pop() else { return };
        if tree.children().next().is_some() {
            tree.nodes.retain(|node| !matches!(node, TreeNode::Text(text) if text.trim_ascii().is_empty()));
        }
        let nodes = if tree.is("mc:AlternateContent") { chosen(tree) } else { vec![TreeNode::Element(tree)] };
        match self.open.last_mut() {
            Some(outer) => outer.nodes.extend(nodes),
            None => self.ready.extend(nodes.into_iter().filter_map(|node| match node {
                TreeNode::Element(tree) => Some(tree),
                TreeNode::Text(_) => None,
            })),
        }
    }

    fn damage(&mut self) {
        (self.damaged, self.ended) = (true, true);
        while !self.open.is_empty() {
            self.end();
        }
    }
}

/// What of an alternate content counts: the first choice that needs nothing unknown, else the fallback.
fn chosen(tree: Tree) -> Vec<TreeNode> {
    let understood = |choice: &Tree| {
        let required = choice.attribute("Requires").unwrap_or_default();
        choice.is("mc:Choice") && required.split_whitespace().all(|prefix| UNDERSTOOD.contains(&prefix))
    };
    let elements = || tree.children().enumerate();
    let at = elements()
        .find(|(_, child)| understood(child))
        .or_else(|| elements().find(|(_, child)| child.is("mc:Fallback")));
    let at = at.map(|(at, _)| at);
    let trees =
        tree.nodes.into_iter().filter_map(|node| if let TreeNode::Element(tree) = node { Some(tree) } else { None });
    at.and_then(|at| trees.into_iter().nth(at)).map(|choice| choice.nodes).unwrap_or_default()
}

/// Names that came before, each held once.
#[derive(Default)]
struct Names {
    known: BTreeMap<(&'static str, String), Rc<str>>,
}

impl Names {
    fn tree(&mut self, element: &Element) -> Tree {
        let tag = self.name(element.namespace.as_deref(), &element.name);
        let attributes = element.full_attributes();
        let attributes = attributes.map(|(space, name, value)| (self.name(space, name), value.to_owned())).collect();
        Tree { tag, attributes, nodes: Vec::new(), keeps_space: false }
    }

    fn name(&mut self, namespace: Option<&str>, name: &str) -> Rc<str> {
        let prefix = namespace.map_or("", |namespace| prefix(namespace).unwrap_or("?"));
        let make = || if prefix.is_empty() { name.into() } else { format!("{prefix}:{name}").into() };
        self.known.entry((prefix, name.to_owned())).or_insert_with(make).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const W: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

    #[test]
    fn tags_have_the_usual_prefixes() {
        let context = Context::default();
        let text =
            format!("<x:document xmlns:x='{W}' xmlns='urn:z'><x:body a='1' x:b='2'> <q> s </q></x:body></x:document>");
        let mut trees = Trees::new(&text, &["w:document"], &context);
        let body = trees.next().unwrap().unwrap();
        assert_eq!((body.tag(), body.attribute("a"), body.attribute("w:b")), ("w:body", Some("1"), Some("2")));
        assert_eq!(body.nodes().len(), 1, "white space between elements is nothing");
        assert_eq!(body.child("?:q").map(Tree::text).as_deref(), Some(" s "));
        assert_eq!(trees.next().unwrap(), None);
    }

    #[test]
    fn prefixes_that_nothing_declares_are_the_usual_ones() {
        let context = Context::default();
        let mut trees = Trees::new("<w:body><w:p w:a='1'/><z:q/></w:body>", &["w:body"], &context);
        let first = trees.next().unwrap().unwrap();
        assert_eq!((first.tag(), first.attribute("w:a")), ("w:p", Some("1")));
        assert_eq!(trees.next().unwrap().unwrap().tag(), "q");
    }

    #[test]
    fn of_alternate_contents_the_one_that_is_understood_is_left() {
        let choice = |needed: &str| {
            Tree::parse(&format!(
                "<w:r><mc:AlternateContent><mc:Choice Requires='{needed}'><w:drawing/></mc:Choice>
                 <mc:Fallback><w:pict/><w:tab/></mc:Fallback></mc:AlternateContent></w:r>"
            ))
        };
        let tags = |tree: &Tree| tree.children().map(|child| child.tag().to_owned()).collect::<Vec<_>>();
        assert_eq!(tags(&choice("wps")), ["w:drawing"]);
        assert_eq!(tags(&choice("wps cx1")), ["w:pict", "w:tab"]);
    }

    #[test]
    fn what_comes_before_damage_is_kept() {
        let context = Context::default();
        let text = "<a><b>1</b><c><d>2</d>3</e>";
        let mut trees = Trees::new(text, &["a"], &context);
        let first = trees.next().unwrap().unwrap();
        let second = trees.next().unwrap().unwrap();
        assert_eq!((first.text(), second.text()), ("1".into(), "23".into()));
        assert!(trees.is_damaged() && trees.next().unwrap().is_none());
    }
}
