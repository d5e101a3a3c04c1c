//! XML 1.0. Reading lies in [`reader`]; writing drops what XML cannot hold, leaves out empty groups, and keeps the first write error
//! for the end, so that emitters read like the markup.

mod mend;
mod reader;

pub use mend::mended;
pub use reader::{Element, Node, XmlReader, decode};

use std::io::{self, Write};

use transvase_base::error::{Error, ErrorCode, Result};

/// Attributes of an element, in the order they are written.
pub type Attributes<'a> = &'a [(&'a str, &'a str)];

/// Writes one XML document.
pub struct XmlWriter<W: Write> {
    out: W,
    /// Room for a tag or a text, which is used again and again.
    scratch: String,
    /// Groups that are open, but not written as nothing has come into them yet.
    waiting: Vec<&'static str>,
    failed: Option<io::Error>,
}

impl<W: Write> XmlWriter<W> {
    /// Begins a document with its XML declaration.
    pub fn new(out: W) -> Self {
        let mut writer = XmlWriter::part(out);
        writer.put(&["<?", r#"xml version="1.0" encoding="UTF-8" standalone="yes""#, "?>"]);
        writer
    }

    /// Begins what is a part of a document, without a declaration.
    pub fn part(out: W) -> Self {
        XmlWriter { out, scratch: String::new(), waiting: Vec::new(), failed: None }
    }

    /// Markup that is well formed already.
    pub fn raw(&mut self, markup: &str) {
        self.write_waiting();
        self.put(&[markup]);
    }

    /// The start tag of an element.
    pub fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.tag(name, attributes, ">");
    }

    /// The end tag of an element.
    pub fn close(&mut self, name: &str) {
        self.put(&["</", name, ">"]);
    }

    /// An element without content.
    pub fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.tag(name, attributes, "/>");
    }

    /// An element around what `content` writes.
    pub fn element(&mut self, name: &str, attributes: Attributes<'_>, content: impl FnOnce(&mut Self)) {
        self.open(name, attributes);
        content(self);
        self.close(name);
    }

    /// An element around what `content` writes, left out where that is nothing.
    pub fn group(&mut self, name: &'static str, content: impl FnOnce(&mut Self)) {
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
    pub fn leaf(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.element(name, attributes, |xml| xml.text(text));
    }

    /// Text; characters XML cannot hold are dropped.
    pub fn text(&mut self, text: &str) {
        self.write_waiting();
        self.put_gathered("", "", |gathered| escape(text, false, gathered));
    }

    /// What the document was written to.
    ///
    /// # Errors
    /// `Internal` where a write failed.
    pub fn finish(self) -> Result<W> {
        match self.failed {
            None => Ok(self.out),
            Some(error) => Err(Error::new(ErrorCode::Internal, "the XML cannot be written").caused_by(error)),
        }
    }

    fn tag(&mut self, name: &str, attributes: Attributes<'_>, end: &str) {
        self.write_waiting();
        self.put_gathered("<", end, |tag| {
            tag.push_str(name);
            for (key, value) in attributes {
                tag.push(' ');
                tag.push_str(key);
                tag.push_str("=\"");
                escape(value, true, tag);
                tag.push('"');
            }
        });
    }

    fn write_waiting(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.drain(..).for_each(|name| self.put(&["<", name, ">"]));
        self.waiting = waiting;
    }

    /// Writes what `gather` puts together, with what stands before and after it.
    fn put_gathered(&mut self, before: &str, after: &str, gather: impl FnOnce(&mut String)) {
        let mut gathered = std::mem::take(&mut self.scratch);
        gathered.clear();
        gather(&mut gathered);
        self.put(&[before, &gathered, after]);
        self.scratch = gathered;
    }

    fn put(&mut self, pieces: &[&str]) {
        if self.failed.is_none() {
            self.failed = pieces.iter().try_for_each(|piece| self.out.write_all(piece.as_bytes())).err();
        }
    }
}

/// Adds text, or the value of an attribute, without the characters XML cannot hold, and with entities for those that
/// are markup or would not come back from a reader (XML 1.0, 2.11 and 3.3.3).
fn escape(text: &str, attribute: bool, out: &mut String) {
    if text.bytes().all(is_plain) {
        return out.push_str(text);
    }
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let written = match c {
            '<' => "&lt;",
            '>' => "&gt;",
            '&' => "&amp;",
            '\'' => "&apos;",
            '"' => "&quot;",
            '\r' => "&#13;",
            '\n' if attribute => "&#10;",
            '\t' if attribute => "&#9;",
            c if is_legal(c) => continue,
            _ => "",
        };
        out.push_str(text.get(from..at).unwrap_or_default());
        out.push_str(written);
        from = at + c.len_utf8();
    }
    out.push_str(text.get(from..).unwrap_or_default());
}

/// Whether a byte of a text is an ASCII character that is written as it is, as nearly all are.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'<' | b'>' | b'&' | b'\'' | b'"')
}

/// Whether XML 1.0 can hold the character (production 2, `Char`).
pub(crate) fn is_legal(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
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
        let text = written(|xml| xml.leaf("a", &[("k", "\"<\u{1}&\t")], "x < y &\u{FFFF} z\0\t'é>\r"));
        assert_eq!(text, "<a k=\"&quot;&lt;&amp;&#9;\">x &lt; y &amp; z\t&apos;é&gt;&#13;</a>");
    }
}
