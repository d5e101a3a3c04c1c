//! Writing XML 1.0: a thin layer over `quick-xml` that drops what XML cannot hold, leaves out empty
//! groups, and keeps the first write error for the end, so that emitters read like the markup.

use std::borrow::Cow;
use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use crate::error::{Error, ErrorCode, Result};

/// Attributes of an element, in the order they are written.
pub(crate) type Attributes<'a> = &'a [(&'a str, &'a str)];

/// Bytes around the name and the value of an attribute: a space, the equals sign and the quotes.
const QUOTED: usize = 4;

/// Writes one XML document.
pub(crate) struct XmlWriter<W: Write> {
    out: Writer<W>,
    /// Groups that are open, but not written as nothing has come into them yet.
    waiting: Vec<&'static str>,
    failed: Option<io::Error>,
}

impl<W: Write> XmlWriter<W> {
    /// Begins a document with its XML declaration.
    pub(crate) fn new(out: W) -> Self {
        let mut writer = XmlWriter { out: Writer::new(out), waiting: Vec::new(), failed: None };
        writer.put(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), Some("yes"))));
        writer
    }

    /// The start tag of an element.
    pub(crate) fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write_waiting();
        self.put(Event::Start(start(name, attributes)));
    }

    /// The end tag of an element.
    pub(crate) fn close(&mut self, name: &str) {
        self.put(Event::End(BytesEnd::new(name)));
    }

    /// An element without content.
    pub(crate) fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write_waiting();
        self.put(Event::Empty(start(name, attributes)));
    }

    /// An element around what `content` writes.
    pub(crate) fn element(&mut self, name: &str, attributes: Attributes<'_>, content: impl FnOnce(&mut Self)) {
        self.open(name, attributes);
        content(self);
        self.close(name);
    }

    /// An element around what `content` writes, left out where that is nothing.
    pub(crate) fn group(&mut self, name: &'static str, content: impl FnOnce(&mut Self)) {
        self.waiting.push(name);
        let depth = self.waiting.len();
        content(self);
        // Whatever was written inside has emptied the list of waiting groups.
        if self.waiting.len() == depth {
            self.waiting.pop();
        } else {
            self.close(name);
        }
    }

    /// An element around text.
    pub(crate) fn leaf(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.element(name, attributes, |xml| xml.text(text));
    }

    /// Text; characters XML cannot hold are dropped.
    pub(crate) fn text(&mut self, text: &str) {
        self.write_waiting();
        self.put(Event::Text(BytesText::new(&legal(text))));
    }

    /// What the document was written to.
    ///
    /// # Errors
    /// `Internal` where a write failed.
    pub(crate) fn finish(self) -> Result<W> {
        match self.failed {
            None => Ok(self.out.into_inner()),
            Some(error) => Err(Error::new(ErrorCode::Internal, "the XML cannot be written").caused_by(error)),
        }
    }

    fn write_waiting(&mut self) {
        for name in std::mem::take(&mut self.waiting) {
            self.put(Event::Start(BytesStart::new(name)));
        }
    }

    fn put(&mut self, event: Event<'_>) {
        if self.failed.is_none() {
            self.failed = self.out.write_event(event).err();
        }
    }
}

fn start<'a>(name: &'a str, attributes: Attributes<'a>) -> BytesStart<'a> {
    // Room for all of it at once: tags are most of what is written.
    let length = attributes.iter().fold(name.len(), |sum, (key, value)| sum + key.len() + value.len() + QUOTED);
    let mut content = String::with_capacity(length);
    content.push_str(name);
    let mut tag = BytesStart::from_content(content, name.len());
    for &(key, value) in attributes {
        match legal(value) {
            Cow::Borrowed(value) => tag.push_attribute((key, value)),
            Cow::Owned(value) => tag.push_attribute((key, value.as_str())),
        }
    }
    tag
}

/// Whether XML 1.0 can hold the character (production 2, `Char`).
pub(crate) fn is_legal(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
}

/// The text without the characters XML 1.0 cannot hold.
pub(crate) fn legal(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_legal) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().filter(|c| is_legal(*c)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(content: impl FnOnce(&mut XmlWriter<Vec<u8>>)) -> String {
        let mut xml = XmlWriter::new(Vec::new());
        content(&mut xml);
        let text = String::from_utf8(xml.finish().unwrap()).unwrap();
        text.strip_prefix(r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#).unwrap().to_owned()
    }

    #[test]
    fn empty_groups_are_left_out() {
        let text = written(|xml| {
            xml.element("a", &[], |xml| {
                xml.group("b", |xml| xml.group("c", |_| {}));
                xml.group("d", |xml| {
                    xml.group("e", |_| {});
                    xml.group("f", |xml| xml.empty("g", &[]));
                    xml.group("h", |_| {});
                });
            });
        });
        assert_eq!(text, "<a><d><f><g/></f></d></a>");
    }

    #[test]
    fn text_and_attributes_are_escaped_and_legal() {
        let text = written(|xml| xml.leaf("a", &[("k", "\"<\u{1}&")], "x < y &\u{FFFF} z\0"));
        assert_eq!(text, r#"<a k="&quot;&lt;&amp;">x &lt; y &amp; z</a>"#);
    }
}
