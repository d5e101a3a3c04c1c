//! The parts of a book: its description, its text as HTML, and the files in it.

use std::collections::{BTreeMap, BTreeSet};

use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_container::xml::{Element, Node, XmlReader, mended};
use transvase_markup::html::{NodeId, Tree, without_declarations};

use super::markup::Markup;

/// A book in its parts.
pub(super) struct Book {
    /// Its description, by the names of FB2.
    pub description: Tree,
    /// Its text, by the names of HTML.
    pub text: Tree,
    /// Its files in base64, by their ids.
    pub binaries: BTreeMap<String, String>,
    /// The ids of its notes.
    pub notes: BTreeSet<String>,
    /// Whether it was damaged, and its tags had to be put in order.
    pub damaged: bool,
    /// Whether text stands outside of the parts of the book, where none may be.
    pub astray: bool,
}

/// Elements of the text that are read outside of a part too: what stands behind an end that came too early.
const ASTRAY: [&str; 9] = ["section", "title", "subtitle", "p", "poem", "cite", "epigraph", "table", "image"];

/// Where the reader is.
enum Inside {
    /// Between the parts.
    Nothing,
    Description(NodeId),
    /// A file, with its id.
    Binary(String),
    Body,
}

impl Book {
    /// Reads a book. Where it is damaged its tags are put in order first.
    ///
    /// # Errors
    /// `Malformed` where there is no text, limits, `TimedOut`, `Cancelled`.
    pub fn parse(text: &str, context: &Context) -> Result<Book> {
        let text = &*without_declarations(text, context)?;
        let mut parts = Parts::new();
        let damaged = parts.read(text, &|_| false, context)?;
        if damaged {
            let mended = mended(text);
            context.charge_unpacked(mended.len())?;
            parts = Parts::new();
            parts.read(&mended, &|_| false, context)?;
        }
        let Parts { description, markup, binaries, astray, .. } = parts;
        let (text, notes) = markup.finish();
        if text.first("section").is_none() && text.first("p").is_none() && damaged {
            return Err(Error::malformed("the book is damaged before its text begins"));
        }
        Ok(Book { description, text, binaries, notes, damaged, astray })
    }

    /// Reads the description of a book, and no more.
    ///
    /// # Errors
    /// `Malformed` where the book is damaged before its end, limits, `TimedOut`, `Cancelled`.
    pub fn description(text: &str, context: &Context) -> Result<Tree> {
        let mut parts = Parts::new();
        let is_read = |parts: &Parts| parts.description.node_count() > 1 && matches!(parts.inside, Inside::Nothing);
        if parts.read(text, &is_read, context)? {
            return Err(Error::malformed("the book is damaged before its text begins"));
        }
        Ok(parts.description)
    }
}

struct Parts {
    inside: Inside,
    /// Elements that are open, and how many were where the part at hand began.
    depth: u32,
    begun: u32,
    description: Tree,
    markup: Markup,
    binaries: BTreeMap<String, String>,
    has_text: bool,
    astray: bool,
}

impl Parts {
    fn new() -> Parts {
        Parts {
            inside: Inside::Nothing,
            depth: 0,
            begun: 0,
            description: Tree::new(),
            markup: Markup::new(),
            binaries: BTreeMap::new(),
            has_text: false,
            astray: false,
        }
    }

    /// Reads until the end, or until that is enough. Whether it came upon damage.
    fn read(&mut self, text: &str, is_enough: &dyn Fn(&Parts) -> bool, context: &Context) -> Result<bool> {
        let mut reader = XmlReader::new(text, context);
        while !is_enough(self) {
            match reader.next() {
                Ok(Some(Node::Start(mut element))) => {
                    element.name.make_ascii_lowercase();
                    self.start(&element);
                }
                Ok(Some(Node::Text(text))) => self.text(&text),
                Ok(Some(Node::End)) => self.end(),
                Ok(None) => return Ok(false),
                Err(error) if error.code() == ErrorCode::Malformed => return Ok(true),
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    fn start(&mut self, element: &Element) {
        self.depth += 1;
        if matches!(self.inside, Inside::Nothing) {
            self.begun = self.depth;
        }
        match &mut self.inside {
            // The parts lie in the root, which may be damaged.
            Inside::Nothing if self.depth <= 2 => match element.name.as_str() {
                "description" => self.inside = Inside::Description(NodeId::DOCUMENT),
                "binary" => self.inside = Inside::Binary(element.attribute("id").unwrap_or_default().to_owned()),
                "body" => self.begin(element),
                name if self.has_text && ASTRAY.contains(&name) => {
                    self.astray = true;
                    self.begin(element);
                }
                // There is one root.
                _ => self.astray |= self.has_text && self.depth == 1,
            },
            Inside::Nothing | Inside::Binary(_) => {}
            Inside::Description(at) => *at = self.description.add(*at, element),
            Inside::Body => self.markup.start(element),
        }
    }

    fn begin(&mut self, element: &Element) {
        (self.inside, self.has_text) = (Inside::Body, true);
        self.markup.start(element);
    }

    fn text(&mut self, text: &str) {
        match &self.inside {
            Inside::Nothing if self.depth == 0 && !text.trim().is_empty() => {
                self.astray = true;
                // What stands before a book is none of it.
                if self.has_text {
                    self.markup.line(text.trim());
                }
            }
            Inside::Nothing => {}
            Inside::Description(at) => self.description.append_text(*at, &text.into()),
            Inside::Binary(id) => self.binaries.entry(id.clone()).or_default().push_str(text),
            Inside::Body => self.markup.text(text),
        }
    }

    fn end(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        match &mut self.inside {
            Inside::Description(at) => *at = self.description.parent(*at).unwrap_or(NodeId::DOCUMENT),
            Inside::Body => self.markup.end(),
            _ => {}
        }
        if self.depth < self.begun {
            self.inside = Inside::Nothing;
        }
    }
}
