//! FB2 elements as HTML: what FB2 calls a stanza is a box of that class.

use std::collections::BTreeSet;

use transvase_container::xml::Element;
use transvase_markup::html::{NodeId, Tree};

/// How the classes look.
pub(super) const SHEET: &str = "
p { margin: 0; text-indent: 1.5em }
h1, h2, h3, h4, h5, h6 { text-align: center; text-indent: 0 }
.chapter { page-break-before: always }
.epigraph, .annotation { margin: 0 0 1em 40% ; font-style: italic }
.cite { margin: 1em 2em }
.poem { margin: 1em 0 1em 3em }
.stanza { margin: 0 0 1em 0 }
.v { text-indent: 0 }
.subtitle { margin: 1em 0; font-weight: bold; text-align: center; text-indent: 0; page-break-after: avoid }
.text-author { margin: .3em 0 .6em 0; text-align: right; text-indent: 0; font-style: italic }
.date { margin: .3em 0; text-indent: 0; font-style: italic }
.image { margin: 1em 0; text-align: center; text-indent: 0 }
.note-title { font-weight: bold; text-indent: 0 }
td, th { border: 1px solid #808080; text-indent: 0 }
th p, td p { text-indent: 0 }
a:link { color: #0563c1; text-decoration: underline }
";

/// Names of elements, and what they are in HTML: an element, and its class where it has one.
const NAMES: [(&str, &str, &str); 24] = [
    ("p", "p", ""),
    ("subtitle", "p", "subtitle"),
    ("v", "p", "v"),
    ("text-author", "p", "text-author"),
    ("date", "p", "date"),
    ("poem", "div", "poem"),
    ("stanza", "div", "stanza"),
    ("epigraph", "div", "epigraph"),
    ("annotation", "div", "annotation"),
    ("cite", "div", "cite"),
    ("emphasis", "em", ""),
    ("strong", "strong", ""),
    ("strikethrough", "s", ""),
    ("sub", "sub", ""),
    ("sup", "sup", ""),
    ("code", "code", ""),
    ("style", "span", ""),
    ("a", "a", ""),
    ("table", "table", ""),
    ("tr", "tr", ""),
    ("td", "td", ""),
    ("th", "th", ""),
    ("section", "section", ""),
    ("body", "div", ""),
];

/// Elements of HTML that some programs write, which FB2 does not know.
const OF_HTML: [&str; 24] = [
    "div",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "pre",
    "hr",
    "br",
    "b",
    "i",
    "u",
    "em",
    "s",
    "span",
    "tbody",
];

/// Elements whose pictures stand in the line, and whose unknown elements do.
const LINES: [&str; 12] = ["p", "em", "strong", "span", "a", "td", "th", "code", "b", "i", "u", "li"];

/// The text as it comes.
pub(super) struct Markup {
    tree: Tree,
    at: NodeId,
    /// What each open element was, in FB2.
    open: Vec<Open>,
    notes: BTreeSet<String>,
}

/// An element that is open.
struct Open {
    name: String,
    /// Elements of HTML that end with it.
    elements: usize,
}

impl Markup {
    pub fn new() -> Markup {
        let mut tree = Tree::new();
        let html = tree.push(NodeId::DOCUMENT, "html", &[]);
        let body = tree.push(html, "body", &[]);
        Markup { tree, at: body, open: Vec::new(), notes: BTreeSet::new() }
    }

    pub fn start(&mut self, element: &Element) {
        let before = self.tree.depth(self.at);
        match element.name.as_str() {
            "section" => self.section(element),
            "title" => self.title(),
            "empty-line" => {
                let line = self.tree.push(self.at, "div", &[]);
                self.tree.push(line, "br", &[]);
            }
            "image" => self.image(element),
            "p" if self.is_in("title") => self.line_of_title(),
            name => self.plain(name, element),
        }
        let elements = self.tree.depth(self.at).saturating_sub(before) as usize;
        let is_notes = element.name == "body"
            && element.attribute("name").is_some_and(|name| matches!(name, "notes" | "comments" | "footnotes"));
        let name = if is_notes { "notes" } else { element.name.as_str() };
        self.open.push(Open { name: name.to_owned(), elements });
    }

    pub fn text(&mut self, text: &str) {
        self.tree.append_text(self.at, &text.into());
    }

    pub fn end(&mut self) {
        for _ in 0..self.open.pop().map_or(0, |open| open.elements) {
            self.at = self.tree.parent(self.at).unwrap_or(NodeId::DOCUMENT);
        }
    }

    /// The tree, and the ids of the notes.
    pub fn finish(self) -> (Tree, BTreeSet<String>) {
        (self.tree, self.notes)
    }

    fn is_in(&self, name: &str) -> bool {
        self.open.iter().rev().take(8).any(|open| open.name == name)
    }

    /// Text that stands in no part, as a line of its own.
    pub fn line(&mut self, text: &str) {
        let line = self.tree.push(self.at, "p", &[]);
        self.tree.append_text(line, &text.into());
    }

    fn is_in_line(&self) -> bool {
        self.tree.element(self.at).is_some_and(|around| LINES.contains(&around.local()))
    }

    /// Sections that are open.
    fn depth(&self) -> usize {
        self.open.iter().filter(|open| open.name == "section").count()
    }

    fn in_notes(&self) -> bool {
        self.open.first().is_some_and(|open| open.name == "notes")
    }

    fn section(&mut self, element: &Element) {
        let id = element.attribute("id").unwrap_or_default();
        let attributes: &[(&str, &str)] = match () {
            () if self.in_notes() && !id.is_empty() => {
                self.notes.insert(id.to_owned());
                &[("id", id), ("type", "footnote")]
            }
            () if self.depth() == 0 && !self.in_notes() => &[("id", id), ("class", "chapter")],
            () => &[("id", id)],
        };
        self.at = self.tree.push(self.at, "section", attributes);
    }

    /// A heading as deep as its section; in poems and notes, a line.
    fn title(&mut self) {
        const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
        let verse = self.open.iter().any(|open| matches!(open.name.as_str(), "poem" | "stanza"));
        self.at = match () {
            () if self.in_notes() && self.depth() > 0 => self.tree.push(self.at, "p", &[("class", "note-title")]),
            () if verse => self.tree.push(self.at, "p", &[("class", "subtitle")]),
            () => self.tree.push(self.at, HEADINGS[self.depth().saturating_sub(1).min(5)], &[]),
        };
    }

    /// The lines of a title are one heading.
    fn line_of_title(&mut self) {
        if self
            .tree
            .first_child(self.at)
            .is_some_and(|first| self.tree.element(first).is_some() || self.tree.next(first).is_some())
        {
            self.tree.push(self.at, "br", &[]);
        }
        self.at = self.tree.push(self.at, "span", &[]);
    }

    fn image(&mut self, element: &Element) {
        let at = if self.is_in_line() { self.at } else { self.tree.push(self.at, "div", &[("class", "image")]) };
        let said = |name| element.attributes().find(|(local, _)| *local == name).map_or("", |(_, value)| value);
        self.tree.push(at, "img", &[("src", said("href")), ("alt", said("alt")), ("id", said("id"))]);
    }

    fn plain(&mut self, name: &str, element: &Element) {
        let known = NAMES.iter().find(|(known, ..)| *known == name);
        let unknown = || match OF_HTML.iter().find(|html| **html == name) {
            Some(html) => *html,
            None if self.is_in_line() => "span",
            None => "div",
        };
        let (html, class) = known.map_or_else(|| (unknown(), ""), |(_, html, class)| (*html, *class));
        let mut attributes = vec![("class", class)];
        for (local, value) in element.attributes() {
            match local {
                "id" | "href" | "colspan" | "rowspan" | "align" | "valign" | "lang" => attributes.push((local, value)),
                "type" if name == "a" && value == "note" => attributes.push(("role", "doc-noteref")),
                _ => {}
            }
        }
        self.at = self.tree.push(self.at, html, &attributes);
    }
}
