//! An XML element tree, under the names that the specification gives elements: prefixes are those of OASIS ODF 1.3 part
//! 3, 1.4, whatever the file calls its namespaces.

use std::collections::BTreeMap;
use std::rc::Rc;

use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_container::xml::{self, XmlReader, decode};

/// Levels of elements beyond which only the text inside is kept.
const MAX_LEVELS: usize = 200;

/// Start of most namespaces.
const OASIS: &str = "urn:oasis:names:tc:opendocument:xmlns:";

/// Namespaces that begin with [`OASIS`], without the version at their end, and their prefixes.
const PREFIXES: [(&str, &str); 16] = [
    ("office", "office"),
    ("style", "style"),
    ("text", "text"),
    ("table", "table"),
    ("drawing", "draw"),
    ("xsl-fo-compatible", "fo"),
    ("meta", "meta"),
    ("datastyle", "number"),
    ("svg-compatible", "svg"),
    ("chart", "chart"),
    ("dr3d", "dr3d"),
    ("form", "form"),
    ("script", "script"),
    ("presentation", "presentation"),
    ("manifest", "manifest"),
    ("config", "config"),
];

/// Other namespaces and their prefixes.
const OTHERS: [(&str, &str); 6] = [
    ("http://www.w3.org/1999/xlink", "xlink"),
    ("http://purl.org/dc/elements/1.1/", "dc"),
    ("http://www.w3.org/1998/Math/MathML", "math"),
    ("http://www.w3.org/XML/1998/namespace", "xml"),
    ("urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0", "loext"),
    ("urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0", "field"),
];

/// The prefix of a namespace; `None` where it is of no use here.
fn prefix(namespace: &str) -> Option<&'static str> {
    let row = |rows: &[(&str, &'static str)], name: &str| rows.iter().find(|row| row.0 == name).map(|row| row.1);
    match namespace.strip_prefix(OASIS) {
        Some(rest) => row(&PREFIXES, rest.split(':').next().unwrap_or_default()),
        None => row(&OTHERS, namespace).or_else(|| undeclared(namespace)),
    }
}

/// What stands for the namespace of a prefix that no element declares, as where the first tag of a file is damaged: the
/// prefix itself, where it is one of these.
fn undeclared(prefix: &str) -> Option<&'static str> {
    PREFIXES.iter().chain(&OTHERS).map(|(_, known)| *known).find(|known| *known == prefix)
}

/// An element with what stands in it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Element {
    name: Option<Rc<str>>,
    attributes: Vec<(Rc<str>, Box<str>)>,
    /// What stands in it, in order.
    pub nodes: Vec<Node>,
}

/// A piece of an element.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    /// An element.
    Element(Element),
    /// Text.
    Text(String),
}

impl Element {
    /// Its name with prefix; empty of an element that is not known here.
    pub(crate) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// The value of an attribute, by its name with prefix.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| &**key == name).map(|(_, value)| &**value)
    }

    /// The attributes, by their names with prefix.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, value)| (&**name, &**value))
    }

    /// The value of an attribute as a whole number.
    pub(crate) fn number<N: std::str::FromStr>(&self, name: &str) -> Option<N> {
        self.get(name)?.trim().parse().ok()
    }

    /// Whether an attribute has a value.
    pub(crate) fn is(&self, name: &str, value: &str) -> bool {
        self.get(name) == Some(value)
    }

    /// The elements in it.
    pub(crate) fn elements(&self) -> impl DoubleEndedIterator<Item = &Element> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The first element of a name in it.
    pub(crate) fn child(&self, name: &str) -> Option<&Element> {
        self.elements().find(|element| element.name() == name)
    }

    /// All elements below it, each before those inside it, without recursion.
    pub(crate) fn descendants(&self) -> impl Iterator<Item = &Element> {
        let mut stack = vec![self.nodes.iter()];
        std::iter::from_fn(move || {
            loop {
                match stack.last_mut()?.next() {
                    Some(Node::Element(element)) => {
                        stack.push(element.nodes.iter());
                        return Some(element);
                    }
                    Some(Node::Text(_)) => {}
                    None => drop(stack.pop()),
                }
            }
        })
    }

    /// All text in it.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut stack = vec![self.nodes.iter()];
        while let Some(top) = stack.last_mut() {
            match top.next() {
                Some(Node::Element(element)) => stack.push(element.nodes.iter()),
                Some(Node::Text(piece)) => text.push_str(piece),
                None => drop(stack.pop()),
            }
        }
        text
    }
}

/// Builds a tree as its pieces come.
#[derive(Default)]
struct Gardener {
    /// Names met so far.
    names: BTreeMap<String, Rc<str>>,
    open: Vec<Element>,
    /// Elements open beyond the last level there is.
    beyond: usize,
    flattened: bool,
}

impl Gardener {
    fn name(&mut self, namespace: Option<&str>, local: &str) -> Option<Rc<str>> {
        let name = format!("{}:{local}", prefix(namespace?)?);
        Some(self.names.entry(name).or_insert_with_key(|name| name.as_str().into()).clone())
    }

    /// Reads a whole text; what it returns is the root.
    fn grow(&mut self, text: &str, context: &Context) -> Result<Element> {
        let mut reader = XmlReader::new(text, context).with_undeclared(undeclared);
        let mut root = None;
        while let Some(node) = reader.next()? {
            match node {
                xml::Node::Start(element) => self.start(&element),
                xml::Node::Text(text) => self.text(&text),
                xml::Node::End => root = root.or(self.end()),
            }
        }
        Ok(root.unwrap_or_default())
    }

    fn start(&mut self, element: &xml::Element) {
        if self.open.len() >= MAX_LEVELS {
            self.beyond += 1;
            self.flattened = true;
            return;
        }
        let mut attributes = Vec::new();
        for (namespace, local, value) in element.full_attributes() {
            // MathML has attributes without a namespace.
            let name = match namespace {
                None => Some(self.names.entry(local.to_owned()).or_insert_with(|| local.into()).clone()),
                namespace => self.name(namespace, local),
            };
            attributes.extend(name.map(|name| (name, value.into())));
        }
        let name = self.name(element.namespace.as_deref(), &element.name);
        self.open.push(Element { name, attributes, nodes: Vec::new() });
    }

    fn text(&mut self, text: &str) {
        let Some(top) = self.open.last_mut() else { return };
        match top.nodes.last_mut() {
            Some(Node::Text(last)) => last.push_str(text),
            _ => top.nodes.push(Node::Text(text.to_owned())),
        }
    }

    /// Ends an element; what it returns is the root.
    fn end(&mut self) -> Option<Element> {
        if self.beyond > 0 {
            self.beyond -= 1;
            return None;
        }
        let done = self.open.pop()?;
        match self.open.last_mut() {
            Some(above) => {
                above.nodes.push(Node::Element(done));
                None
            }
            None => Some(done),
        }
    }
}

/// The tree of a file. Where it is damaged its tags are put in order first, with a warning.
///
/// # Errors
/// `Malformed` where nothing can be read, limits, `TimedOut`, `Cancelled`.
pub(crate) fn parse(bytes: &[u8], name: &str, context: &Context) -> Result<Element> {
    let text = decode(bytes);
    let mut gardener = Gardener::default();
    let root = match gardener.grow(&text, context) {
        Err(error) if error.code() == ErrorCode::Malformed => {
            let message = format!("the file is damaged; its XML was repaired ({error})");
            context.warn(Warning::in_part(name, WarningCode::InputRepaired, message));
            let mended = xml::mended(&text);
            context.charge_unpacked(mended.len())?;
            gardener = Gardener::default();
            let root = gardener.grow(&mended, context)?;
            if root.name.is_some() { Ok(root) } else { Err(error) }
        }
        root => root,
    };
    let root = root.map_err(|error| error.after(name))?;
    if gardener.flattened {
        let message = format!("elements nested more than {MAX_LEVELS} levels deep were read as text");
        context.warn(Warning::in_part(name, WarningCode::StructureFlattened, message));
    }
    Ok(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Element {
        parse(text.as_bytes(), "content.xml", &Context::default()).unwrap()
    }

    #[test]
    fn names_have_the_prefixes_of_the_specification() {
        let text = "<o:document-content xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0'
            xmlns:x='urn:oasis:names:tc:opendocument:xmlns:text:1.0' xmlns:m='http://www.w3.org/1998/Math/MathML'>
            <x:p x:style-name='A' o:x='1'>a<x:span>b</x:span>c</x:p><m:mi mathvariant='bold'/><other/></o:document-content>";
        let root = tree(text);
        assert_eq!(root.name(), "office:document-content");
        let p = root.child("text:p").unwrap();
        assert_eq!((p.get("text:style-name"), p.get("style-name"), p.text().as_str()), (Some("A"), None, "abc"));
        assert_eq!(root.child("math:mi").unwrap().get("mathvariant"), Some("bold"));
        assert_eq!(root.descendants().count(), 4);
    }

    #[test]
    fn prefixes_that_nothing_declares_are_those_of_the_specification() {
        let root = tree("<office:document-content><text:p text:style-name='A'>a</text:p></office:document-content>");
        assert_eq!(root.child("text:p").and_then(|p| p.get("text:style-name")), Some("A"));
    }

    #[test]
    fn what_stands_before_damage_is_kept() {
        let context = Context::default();
        let text = "<t:p xmlns:t='urn:oasis:names:tc:opendocument:xmlns:text:1.0'>a<t:span>b</t:p>";
        assert_eq!(parse(text.as_bytes(), "content.xml", &context).unwrap().text(), "ab");
        assert_eq!(context.take_warnings().len(), 1);
        assert!(parse(b"</a>", "content.xml", &context).is_err());
    }

    #[test]
    fn deep_elements_are_text() {
        let depth = MAX_LEVELS + 50;
        let text = format!("{}x{}", "<p>".repeat(depth), "</p>".repeat(depth));
        let root = tree(&text);
        assert_eq!((root.descendants().count(), root.text().as_str()), (MAX_LEVELS - 1, "x"));
    }
}
