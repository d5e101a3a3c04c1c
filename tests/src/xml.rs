//! XML as a tree, read by a library that none of our writers uses for it, for looking into packages.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// An element.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Element {
    /// Its name with the prefix, as in `w:p`.
    pub name: String,
    attributes: Vec<(String, String)>,
    /// What it holds, in order.
    pub children: Vec<Node>,
}

/// A child of an element.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// An element.
    Element(Element),
    /// Text.
    Text(String),
}

impl Element {
    /// The value of an attribute, named with its prefix.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The elements it holds.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The first element at the end of a path of names below it.
    pub fn at(&self, path: &[&str]) -> Option<&Element> {
        let Some((name, rest)) = path.split_first() else { return Some(self) };
        self.elements().filter(|child| child.name == *name).find_map(|child| child.at(rest))
    }

    /// The attribute `w:val` of the element at the end of a path.
    pub fn val(&self, path: &[&str]) -> Option<&str> {
        self.at(path)?.attribute("w:val")
    }

    /// Whether an element of a name is anywhere below it.
    pub fn holds(&self, name: &str) -> bool {
        self.elements().any(|child| child.name == name || child.holds(name))
    }
}

/// The root of a document.
///
/// # Panics
/// Where it is no XML: our packages are.
pub fn parse(text: &str) -> Element {
    let mut reader = Reader::from_str(text);
    let mut open = vec![Element::default()];
    loop {
        match reader.read_event().expect("the part is XML") {
            Event::Start(tag) => open.push(element(&tag)),
            Event::Empty(tag) => put(&mut open, Node::Element(element(&tag))),
            Event::Text(part) => put(&mut open, Node::Text(part.to_string())),
            Event::GeneralRef(part) => put(&mut open, Node::Text(reference(&part).to_string())),
            Event::End(_) => {
                let done = open.pop().map(Node::Element);
                done.into_iter().for_each(|done| put(&mut open, done));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    let root = open.pop().and_then(|all| all.elements().next().cloned());
    root.expect("a document has a root")
}

fn element(tag: &BytesStart<'_>) -> Element {
    let attributes = tag.attributes().flatten().map(|attribute| {
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).expect("the value of an attribute is text");
        (attribute.key.as_ref().to_string(), value.into_owned())
    });
    Element { name: tag.name().as_ref().to_string(), attributes: attributes.collect(), children: Vec::new() }
}

fn put(open: &mut [Element], node: Node) {
    if let Some(last) = open.last_mut() {
        last.children.push(node);
    }
}

/// The character of `amp`, `lt`, `#233` and the like.
fn reference(name: &str) -> char {
    let number = name.strip_prefix("#x").map(|hex| u32::from_str_radix(hex, 16));
    let number = number.or_else(|| name.strip_prefix('#').map(str::parse));
    match (name, number) {
        (_, Some(code)) => code.ok().and_then(char::from_u32).expect("a reference names a character"),
        ("amp", _) => '&',
        ("lt", _) => '<',
        ("gt", _) => '>',
        ("quot", _) => '"',
        ("apos", _) => '\'',
        _ => panic!("an entity XML does not know: {name}"),
    }
}
