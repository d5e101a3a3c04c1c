//! Reading XML 1.0 with namespaces, within bounds. Document types are skipped: no entity but the five of XML
//! itself and numbers of characters is replaced, and nothing outside of the text is ever asked for.

use std::borrow::Cow;
use std::rc::Rc;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use quick_xml::NsReader;
use quick_xml::escape::{resolve_html5_entity, resolve_predefined_entity};
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::ResolveResult;

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};

/// A piece of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Node<'x> {
    /// The start of an element.
    Start(Element),
    /// The end of the element that began last.
    End,
    /// Text, in as many pieces as the source has it.
    Text(Cow<'x, str>),
}

/// An element with its attributes.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// Its namespace; `None` where it is in none.
    pub namespace: Option<Rc<str>>,
    /// Its name without prefix.
    pub name: String,
    attributes: Vec<(Option<Rc<str>>, String, String)>,
}

impl Element {
    /// Whether it is an element of that name in that namespace.
    pub fn is(&self, namespace: &str, name: &str) -> bool {
        self.name == name && self.namespace.as_deref() == Some(namespace)
    }

    /// The value of an attribute without a namespace.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.find(None, name)
    }

    /// The value of an attribute in a namespace.
    #[cfg_attr(not(test), allow(dead_code, reason = "for the readers of the formats that have attributes"))]
    pub(crate) fn attribute_in(&self, namespace: &str, name: &str) -> Option<&str> {
        self.find(Some(namespace), name)
    }

    /// The attributes, by their names without prefix, with their values.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(_, local, value)| (local.as_str(), value.as_str()))
    }

    /// The attributes with their namespaces, names without prefix, and values.
    pub fn full_attributes(&self) -> impl Iterator<Item = (Option<&str>, &str, &str)> {
        self.attributes.iter().map(|(space, local, value)| (space.as_deref(), local.as_str(), value.as_str()))
    }

    fn find(&self, namespace: Option<&str>, name: &str) -> Option<&str> {
        let is_it =
            |(space, local, _): &&(Option<Rc<str>>, String, String)| local == name && space.as_deref() == namespace;
        self.attributes.iter().find(is_it).map(|(_, _, value)| value.as_str())
    }
}

/// The text of an XML file: by its byte order mark, else by what it declares, else UTF-8 (XML 1.0, appendix F).
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let declared = || {
        let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(200)).unwrap_or_default()).into_owned();
        let (_, value) = head.strip_prefix("<?xml")?.split_once("encoding")?;
        let value = value.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        Encoding::for_label(value[1..].split(quote).next()?.as_bytes())
    };
    let encoding = match bytes {
        [b'<', 0, ..] => UTF_16LE,
        [0, b'<', ..] => UTF_16BE,
        // What declares sixteen bits in plain bytes is wrong about it.
        _ => declared().filter(|found| *found != UTF_16LE && *found != UTF_16BE).unwrap_or(UTF_8),
    };
    encoding.decode(bytes).0
}

/// Reads the pieces of a document one after the other.
pub struct XmlReader<'x, 'c> {
    reader: NsReader<&'x [u8]>,
    context: &'c Context,
    depth: u64,
    /// Namespaces met so far.
    namespaces: Vec<Rc<str>>,
    /// What a prefix stands for that no element declares.
    undeclared: fn(&str) -> Option<&'static str>,
}

impl<'x, 'c> XmlReader<'x, 'c> {
    /// A reader at the beginning of `text`.
    pub fn new(text: &'x str, context: &'c Context) -> XmlReader<'x, 'c> {
        let mut reader = NsReader::from_str(text);
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.allow_dangling_amp = true;
        XmlReader { reader, context, depth: 0, namespaces: Vec::new(), undeclared: |_| None }
    }

    /// Gives prefixes a meaning that no element declares, as where the first tag is damaged.
    #[must_use]
    pub fn with_undeclared(self, undeclared: fn(&str) -> Option<&'static str>) -> Self {
        XmlReader { undeclared, ..self }
    }

    /// The next piece; `None` at the end.
    ///
    /// # Errors
    /// `Malformed` where the text is no XML or ends inside an element; `LimitExceeded` for `xml_depth`, `elements`
    /// and `attributes`; `TimedOut`, `Cancelled`.
    #[allow(clippy::should_implement_trait, reason = "it can fail, and lends from the text")]
    pub fn next(&mut self) -> Result<Option<Node<'x>>> {
        loop {
            self.context.tick(1)?;
            let before = self.reader.buffer_position();
            let event = self.reader.read_event();
            self.context.tick((self.reader.buffer_position() - before) / 64)?;
            match event.map_err(|error| Error::malformed(format!("the XML is damaged: {error}")))? {
                Event::Start(start) => return self.element(&start).map(|element| Some(Node::Start(element))),
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Ok(Some(Node::End));
                }
                Event::Text(text) => return Ok(Some(Node::Text(text.into_inner()))),
                Event::CData(text) => return Ok(Some(Node::Text(text.into_inner()))),
                Event::GeneralRef(name) => return Ok(Some(Node::Text(reference(&name)))),
                Event::Eof if self.depth > 0 => return Err(Error::malformed("the XML ends inside an element")),
                Event::Eof => return Ok(None),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }

    fn element(&mut self, start: &BytesStart<'_>) -> Result<Element> {
        self.depth += 1;
        self.context.check(Limit::xml_depth, self.depth)?;
        self.context.charge(Limit::elements, 1)?;
        let name = start.local_name().into_inner().to_owned();
        let namespace = self.bound(&self.reader.resolver().resolve_element(start.name()).0);
        let namespace = namespace.map(|namespace| shared(&mut self.namespaces, &namespace));
        let mut attributes = Vec::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| Error::malformed(format!("the XML is damaged: {error}")))?;
            self.context.check(Limit::attributes, attributes.len() as u64 + 1)?;
            if attribute.key.as_namespace_binding().is_some() {
                continue;
            }
            let (space, local) = self.reader.resolver().resolve_attribute(attribute.key);
            let space = self.bound(&space).map(|space| shared(&mut self.namespaces, &space));
            attributes.push((space, local.into_inner().to_owned(), value(&attribute.value)));
        }
        Ok(Element { namespace, name, attributes })
    }

    /// The namespace that a prefix is bound to.
    fn bound(&self, result: &ResolveResult<'_>) -> Option<String> {
        match result {
            ResolveResult::Bound(namespace) => Some(namespace.0.to_owned()),
            ResolveResult::Unknown(prefix) => (self.undeclared)(prefix).map(str::to_owned),
            ResolveResult::Unbound => None,
        }
    }
}

/// The one copy of a namespace.
fn shared(known: &mut Vec<Rc<str>>, namespace: &str) -> Rc<str> {
    if let Some(found) = known.iter().find(|found| &***found == namespace) {
        return found.clone();
    }
    known.push(namespace.into());
    known[known.len() - 1].clone()
}

/// What stands for a reference between text: a character, or the reference as it is written where it names an
/// entity that a document type would have to explain.
fn reference<'x>(name: &BytesRef<'_>) -> Cow<'x, str> {
    match name.resolve_char_ref() {
        Ok(Some(character)) => character.to_string().into(),
        _ => entity(name),
    }
}

/// Entities of HTML are meant where there is no document type that would say so, as in books that were made from pages.
fn entity<'x>(name: &str) -> Cow<'x, str> {
    resolve_html5_entity(name).map_or_else(|| format!("&{name};").into(), Into::into)
}

/// The value of an attribute with its references replaced; as it is written where one is broken.
fn value(raw: &str) -> String {
    let resolve = |name: &str| resolve_predefined_entity(name);
    quick_xml::escape::unescape_with(raw, resolve).map_or_else(|_| raw.to_owned(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::error::ErrorCode;
    use transvase_base::options::Options;

    fn read<'x>(text: &'x str, context: &Context) -> Result<Vec<Node<'x>>> {
        let mut reader = XmlReader::new(text, context);
        let mut nodes = Vec::new();
        while let Some(node) = reader.next()? {
            nodes.push(node);
        }
        Ok(nodes)
    }

    fn words(text: &str) -> String {
        let nodes = read(text, &Context::default()).unwrap();
        nodes.iter().filter_map(|node| if let Node::Text(text) = node { Some(&**text) } else { None }).collect()
    }

    #[test]
    fn names_are_told_by_namespace_and_not_by_prefix() {
        let text = "<a:r xmlns:a='urn:one' xmlns='urn:two' a:k='1&amp;2' k='&#x41;'><p/></a:r>";
        let nodes = read(text, &Context::default()).unwrap();
        let [Node::Start(root), Node::Start(inner), Node::End, Node::End] = &nodes[..] else { panic!("{nodes:?}") };
        assert!(root.is("urn:one", "r") && inner.is("urn:two", "p") && !inner.is("urn:one", "p"));
        assert_eq!((root.attribute_in("urn:one", "k"), root.attribute("k")), (Some("1&2"), Some("A")));
        assert_eq!(root.attribute("xmlns"), None);
    }

    #[test]
    fn text_comes_with_its_references() {
        assert_eq!(words("<p>a &lt;&#98;&#x63; <![CDATA[<d>]]><!-- e -->f</p>"), "a <bc <d>f");
        assert_eq!(words("<p>Q & A</p>"), "Q & A");
        assert_eq!(words("<p>a&nbsp;b&mdash;c &unknown;</p>"), "a\u{A0}b\u{2014}c &unknown;");
    }

    /// The entities of a document type are not even looked at: neither files nor billions of laughs.
    #[test]
    fn entities_of_document_types_stay_as_they_are_written() {
        let text = "<!DOCTYPE p [<!ENTITY x SYSTEM 'file:///etc/passwd'><!ENTITY l 'ha&l;'>]><p>&x; &l;</p>";
        assert_eq!(words(text), "&x; &l;");
    }

    #[test]
    fn limits_hold() {
        let which = |text: &str, limits: Limits| {
            let error = read(text, &Context::new(Options::default(), limits)).unwrap_err();
            error.details().which.clone()
        };
        let deep = "<p>".repeat(1_001);
        assert_eq!(which(&deep, Limits::default()).as_deref(), Some("xml_depth"));
        let few = Limits { elements: 2, attributes: 2, ..Limits::default() };
        assert_eq!(which("<a><b/><c/></a>", few.clone()).as_deref(), Some("elements"));
        assert_eq!(which("<a b='' c='' d=''/>", few).as_deref(), Some("attributes"));
    }

    #[test]
    fn damage_is_an_error() {
        for text in ["<a>", "<a><b></a>", "<a b=c/>", "</a>", "<a", "<a b='1' b='2'/>"] {
            assert_eq!(read(text, &Context::default()).unwrap_err().code(), ErrorCode::Malformed, "{text}");
        }
    }

    #[test]
    fn encodings_are_told_by_mark_or_declaration() {
        let utf16: Vec<u8> = "\u{FEFF}<p>ä</p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&utf16), "<p>ä</p>");
        assert_eq!(decode(&utf16[2..]), "<p>ä</p>");
        assert_eq!(decode(b"<?xml version='1.0' encoding='iso-8859-1'?><p>\xE4</p>").chars().last(), Some('>'));
        assert!(decode(b"<?xml version='1.0' encoding='iso-8859-1'?><p>\xE4</p>").contains('ä'));
        assert!(decode("<?xml version='1.0' encoding='UTF-16'?><p>ä</p>".as_bytes()).contains('ä'));
    }
}
