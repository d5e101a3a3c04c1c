//! Paragraph content: text, spans, fields and what else stands in paragraphs (OASIS ODF 1.3 part 3, 6).

use std::sync::Arc;

use super::super::list_style::number_format;
use super::super::tree::{Element, Node};
use super::control::field_mark;
use super::line::{Container, Line};
use super::{MAX_SPACES, TextReader};
use transvase_base::error::Result;
use transvase_markup::html::links;
use transvase_model::flow::{Field, FieldKind, IndexEntry, Inline, LinkTarget, Run};

impl<'t> TextReader<'t> {
    /// Reads what stands in an element of a paragraph.
    pub(super) fn inlines(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        for node in &element.nodes {
            self.context.tick(1)?;
            match node {
                Node::Text(text) => line.text(text),
                Node::Element(element) => self.inline(element, line)?,
            }
        }
        Ok(())
    }

    fn inline(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        if self.sign(element, line) {
            return Ok(());
        }
        match element.name() {
            "text:span" => self.styled(element, line),
            "text:s" => self.spaces(element, line),
            "text:a" => self.link(element, line),
            "text:bookmark-ref" | "text:reference-ref" | "text:note-ref" | "text:sequence-ref" => {
                self.reference(element, line)
            }
            "text:note" => self.note(element, line),
            "office:annotation" => self.comment(element, line),
            "text:change-start" | "text:change-end" | "text:change" => self.change(element, line),
            "text:page-number" => self.page_number(element, line),
            "text:page-count" => {
                self.field(element, FieldKind::PageCount, line);
                Ok(())
            }
            "text:ruby" => self.ruby(element, line),
            "draw:frame" => self.frame(element, line),
            name if name.starts_with("draw:") || name.starts_with("dr3d:") => self.drawn(element, line),
            _ => self.inlines(element, line),
        }
    }

    /// Reads an element that stands for one thing, or for nothing; false of any other.
    fn sign(&mut self, element: &'t Element, line: &mut Line<'t>) -> bool {
        match element.name() {
            "text:tab" => line.push(Inline::Tab),
            "text:line-break" => line.push(Inline::LineBreak),
            "text:bookmark" | "text:bookmark-start" => self.place(element, "text:name", "", line),
            "text:reference-mark" | "text:reference-mark-start" => self.place(element, "text:name", REFERENCE, line),
            "text:sequence" => {
                self.place(element, "text:ref-name", SEQUENCE, line);
                return false;
            }
            "office:annotation-end" => end_comment(element, line),
            "text:alphabetical-index-mark" | "text:alphabetical-index-mark-start" => index_mark(element, line),
            "draw:control" => self.control(element, line),
            "field:fieldmark" => field_mark(element, line),
            _ => return is_silent(element),
        }
        true
    }

    /// A stretch with a style of its own.
    fn styled(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        // Links that name no style have that of links (programs give it to them).
        let usual = (element.name() == "text:a").then_some("Internet_20_link");
        let Some(name) = element.get("text:style-name").or(usual) else { return self.inlines(element, line) };
        let chain = self.styles.chain_alone(self.scope, "text", Some(name));
        let layer = self.layer(&chain, Some(line.layer()));
        line.push_layer(layer);
        self.inlines(element, line)?;
        line.pop_layer();
        Ok(())
    }

    fn spaces(&mut self, element: &Element, line: &mut Line<'t>) -> Result<()> {
        let count = element.number("text:c").unwrap_or(1).clamp(1, MAX_SPACES);
        self.context.charge_unpacked(count)?;
        line.exact(&" ".repeat(count));
        Ok(())
    }

    /// A link (6.1.8 `text:a`): inside the document, or to an address that links can have.
    fn link(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        let target = element.get("xlink:href").and_then(target);
        let depth = target.map(|target| line.begin(Container::Link(target)));
        self.styled(element, line)?;
        if let Some(depth) = depth {
            line.end(depth);
        }
        Ok(())
    }

    /// A place that references can lead to.
    fn place(&mut self, element: &'t Element, attribute: &str, kind: &str, line: &mut Line<'t>) {
        if let Some(name) = element.get(attribute)
            && let Some(anchor) = self.anchor(&format!("{kind}{name}"))
        {
            line.place(Inline::Anchor(anchor));
        }
    }

    /// A reference to a place: its words, or the number of its page (7.7).
    fn reference(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        let kind = match element.name() {
            "text:reference-ref" => REFERENCE,
            "text:note-ref" => NOTE,
            "text:sequence-ref" => SEQUENCE,
            _ => "",
        };
        let Some(name) = element.get("text:ref-name") else { return self.inlines(element, line) };
        let anchor: Arc<str> = format!("{kind}{name}").into();
        let depth = line.begin(Container::Link(LinkTarget::Internal(anchor.clone())));
        if element.is("text:reference-format", "page") {
            self.field(element, FieldKind::PageOf(anchor), line);
        } else {
            self.inlines(element, line)?;
        }
        line.end(depth);
        Ok(())
    }

    fn page_number(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        // Numbers of pages before or behind are words.
        if element.get("text:select-page").is_some_and(|page| page != "current")
            || element.get("text:page-adjust").is_some_and(|pages| pages != "0")
        {
            return self.inlines(element, line);
        }
        let format = element.get("style:num-format").and_then(number_format);
        self.field(element, FieldKind::PageNumber(format), line);
        Ok(())
    }

    fn field(&mut self, element: &'t Element, kind: FieldKind, line: &mut Line<'t>) {
        let run = Run { text: element.text().trim().to_owned(), style: line.style() };
        line.push(Inline::Field(Field { kind, run }));
    }

    /// Letters with small ones above them (6.4).
    fn ruby(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        let small = element.child("text:ruby-text").map(Element::text).filter(|text| !text.trim().is_empty());
        let before = std::mem::replace(&mut line.ruby, small.map(Arc::from));
        let base = element.child("text:ruby-base").map_or(Ok(()), |base| self.inlines(base, line));
        line.ruby = before;
        base
    }
}

/// Beginnings of the names of places, so that those of different kinds do not clash.
const REFERENCE: &str = "reference: ";
const SEQUENCE: &str = "sequence: ";
/// The same of notes.
pub(super) const NOTE: &str = "note: ";

/// Where a link leads. What programs say behind a bar is what kind of place it is.
pub(super) fn target(reference: &str) -> Option<LinkTarget> {
    match reference.strip_prefix('#') {
        Some("") => None,
        Some(place) => {
            let place = transvase_markup::html::address::decoded(place);
            let name = place.rsplit_once('|').map_or(place.as_str(), |(name, _)| name);
            Some(LinkTarget::Internal(name.into()))
        }
        None => links::external(reference),
    }
}

fn end_comment<'t>(element: &'t Element, line: &mut Line<'t>) {
    let end = element.get("office:name");
    line.end_where(|container| matches!(container, Container::Comment(_, name) if name.is_some() && *name == end));
}

/// An entry of the index (8.1.8): its words, or what its two keys and its own word say.
fn index_mark(element: &Element, line: &mut Line<'_>) {
    let keys = ["text:key1", "text:key2", "text:string-value"];
    let terms: Vec<String> = keys.iter().filter_map(|key| element.get(key)).map(str::to_owned).collect();
    let terms: Vec<String> = terms.into_iter().filter(|term| !term.trim().is_empty()).collect();
    if !terms.is_empty() {
        line.place(Inline::Index(IndexEntry { terms }));
    }
}

/// Whether an element shows nothing.
fn is_silent(element: &Element) -> bool {
    let hidden = element.is("text:display", "none")
        || (matches!(element.name(), "text:hidden-text" | "text:hidden-paragraph")
            && element.is("text:is-hidden", "true"));
    hidden
        || matches!(
            element.name(),
            "text:script" | "office:event-listeners" | "text:database-next" | "text:database-row-select" | "text:label"
        )
}
