//! An XML element tree (DOM), for what is read by name and place and small enough to be held at once.

use html5ever::{Attribute, LocalName, QualName, ns};

use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_container::xml::{self, Node, XmlReader};

use super::tree::{Content, Element, NodeId, Tree};

/// A tree of an XML file, with names that have lost their prefixes, and what is wrong with the file where it is damaged:
/// its tags are put in order then.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn from_xml(text: &str, context: &Context) -> Result<(Tree, Option<Error>)> {
    match whole(text, context) {
        Ok(tree) => Ok((tree, None)),
        Err(error) if error.code() == ErrorCode::Malformed => {
            let mended = xml::mended(text);
            context.charge_unpacked(mended.len())?;
            Ok((whole(&mended, context)?, Some(error)))
        }
        Err(error) => Err(error),
    }
}

fn whole(text: &str, context: &Context) -> Result<Tree> {
    let mut tree = Tree::new();
    let mut reader = XmlReader::new(text, context);
    let mut at = NodeId::DOCUMENT;
    while let Some(node) = reader.next()? {
        match node {
            Node::Start(element) => at = tree.add(at, &element),
            Node::Text(text) => tree.append_text(at, &(&*text).into()),
            Node::End => at = tree.parent(at).unwrap_or(NodeId::DOCUMENT),
        }
    }
    Ok(tree)
}

impl Tree {
    /// Appends an element of XML, under its name without prefix.
    pub fn add(&mut self, parent: NodeId, element: &xml::Element) -> NodeId {
        let attributes: Vec<(&str, &str)> = element.attributes().collect();
        self.push(parent, &element.name, &attributes)
    }

    /// Appends an element of that name, with those of its attributes that say something.
    pub fn push(&mut self, parent: NodeId, name: &str, attributes: &[(&str, &str)]) -> NodeId {
        let name_of = |local: &str| QualName::new(None, ns!(html), LocalName::from(local));
        let attributes = attributes.iter().filter(|(_, value)| !value.is_empty());
        let attributes = attributes.map(|(local, value)| Attribute { name: name_of(local), value: (*value).into() });
        let element = Element { name: name_of(name), attributes: attributes.collect() };
        let id = self.create(Content::Element(Box::new(element)));
        self.append(parent, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_damage_is_kept() {
        let text = "<p:a xmlns:p='urn:p'><c></d><b p:k='v'>x &amp; y</b></p:a>";
        let (tree, damage) = from_xml(text, &Context::default()).unwrap();
        let b = tree.first("b").unwrap();
        assert_eq!((tree.text(b).as_str(), tree.element(b).unwrap().attribute("k")), ("x & y", Some("v")));
        assert!(tree.first("a").is_some() && damage.is_some());
        assert!(from_xml("<a/>", &Context::default()).unwrap().1.is_none());
    }
}
