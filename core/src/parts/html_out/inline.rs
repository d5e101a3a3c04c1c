//! What paragraphs are made of.

use std::sync::Arc;

use super::look::{Declarations, TextLook};
use super::paragraph::{Opening, is_language_tag};
use super::writer::Body;
use super::{MAX_DEPTH, legal};
use crate::error::Result;
use crate::model::flow::{FieldKind, Inline, LinkTarget, Run, Script};
use crate::parts::math::mathml;
use crate::parts::uri;

/// An element around text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrap {
    name: &'static str,
    class: Option<String>,
    language: Option<Arc<str>>,
}

impl Wrap {
    fn plain(name: &'static str) -> Wrap {
        Wrap { name, class: None, language: None }
    }
}

impl Body<'_, '_> {
    /// Content of a paragraph.
    pub(super) fn inlines(&mut self, content: &[Inline], own: &Opening, depth: usize) -> Result<()> {
        for inline in content {
            self.source.context.tick(1)?;
            match inline {
                Inline::Text(run) => self.run(run, own),
                other => {
                    if !matches!(other, Inline::Comment { .. } | Inline::Anchor(_) | Inline::Index(_)) {
                        self.close_runs();
                    }
                    self.inline(other, own, depth)?;
                }
            }
        }
        Ok(())
    }

    fn inline(&mut self, inline: &Inline, own: &Opening, depth: usize) -> Result<()> {
        match inline {
            Inline::Text(run) => self.run(run, own),
            Inline::LineBreak if own.is_code => self.xml.text("\n"),
            Inline::LineBreak => self.xml.empty("br", &[]),
            Inline::Tab if own.is_code => self.xml.text("\t"),
            Inline::Tab => self.xml.leaf("span", &[("class", "tab")], "\t"),
            Inline::Image(image) => self.image(image),
            Inline::Link { target, content } => return self.link(target, content, own, depth),
            Inline::Anchor(anchor) => {
                let place = self.source.names.place(anchor).map(|(_, id)| id.to_owned());
                // One at the start of the paragraph is its own.
                if let Some(id) = place.filter(|id| !id.is_empty() && self.shared.placed.insert(id.clone())) {
                    self.close_runs();
                    self.xml.leaf("span", &[("id", &id)], "");
                }
            }
            Inline::Note(note) => self.note_mark(*note),
            Inline::Field(field) => match &field.kind {
                FieldKind::PageOf(anchor) if !self.in_link => match self.href(anchor) {
                    Some(href) => self.anchor(&href, |body| body.run(&field.run, own)),
                    None => self.run(&field.run, own),
                },
                _ => self.run(&field.run, own),
            },
            Inline::Drawing(drawing) => return self.drawing(drawing),
            Inline::Formula(formula) => {
                self.has_mathml = true;
                return mathml::write(&mut self.xml, formula, self.source.context);
            }
            Inline::Control { control, content } => return self.control(control, content, own, depth),
            Inline::Comment { content, .. } => {
                self.shared.remarks += 1;
                return self.nested(content, own, depth);
            }
            Inline::Change { content, .. } => return self.nested(content, own, depth),
            Inline::Index(_) => {}
        }
        Ok(())
    }

    /// Content in other content, as deep as it may be.
    pub(super) fn nested(&mut self, content: &[Inline], own: &Opening, depth: usize) -> Result<()> {
        if depth >= MAX_DEPTH { Ok(()) } else { self.inlines(content, own, depth + 1) }
    }

    fn link(&mut self, target: &LinkTarget, content: &[Inline], own: &Opening, depth: usize) -> Result<()> {
        if self.in_link {
            return self.nested(content, own, depth);
        }
        let href = match target {
            LinkTarget::External(address) => uri::clean(address),
            LinkTarget::Internal(anchor) => self.href(anchor),
        };
        let Some(href) = href else { return self.nested(content, own, depth) };
        let mut done = Ok(());
        self.anchor(&href, |body| done = body.nested(content, own, depth));
        done
    }

    /// A link around what `content` writes.
    pub(super) fn anchor(&mut self, href: &str, content: impl FnOnce(&mut Self)) {
        self.xml.open("a", &[("href", href)]);
        self.in_link = true;
        content(self);
        self.close_runs();
        self.in_link = false;
        self.xml.close("a");
    }

    /// Text in its style: elements that the text before it is in too stay open.
    pub(super) fn run(&mut self, run: &Run, own: &Opening) {
        if run.text.is_empty() {
            return;
        }
        let wraps = self.wraps(run, own);
        let kept = self.open.iter().zip(&wraps).take_while(|(open, wanted)| open == wanted).count();
        self.close_to(kept);
        for wrap in wraps.into_iter().skip(kept) {
            let attributes = [("class", wrap.class.as_deref()), ("lang", wrap.language.as_deref())];
            self.open_with(wrap.name, &attributes);
            self.open.push(wrap);
        }
        match &run.style.ruby {
            Some(ruby) => {
                self.xml.open("ruby", &[]);
                self.xml.text(&legal(&run.text));
                self.xml.leaf("rt", &[], &legal(ruby));
                self.xml.close("ruby");
            }
            None => self.xml.text(&legal(&run.text)),
        }
    }

    /// Ends the elements around the last run.
    pub(super) fn close_runs(&mut self) {
        self.close_to(0);
    }

    fn close_to(&mut self, kept: usize) {
        while self.open.len() > kept {
            if let Some(wrap) = self.open.pop() {
                self.xml.close(wrap.name);
            }
        }
    }

    /// The elements around a run, the outermost first.
    fn wraps(&mut self, run: &Run, own: &Opening) -> Vec<Wrap> {
        let style = &run.style;
        let mut wraps = Vec::new();
        if let Some(wrap) = self.span(run, own) {
            wraps.push(wrap);
        }
        if let Some(color) = style.background {
            let mut look = Declarations::default();
            look.ground(Some(color), None);
            wraps.push(Wrap { class: self.shared.classes.name(look.text()), ..Wrap::plain("mark") });
        }
        let meaning = style.meaning;
        let is_bold = style.is_bold() && !own.kind.is_bold();
        let is_code = (meaning.code || style.monospace) && !own.is_code && !meaning.keyboard;
        let elements = [
            ("cite", meaning.citation),
            ("strong", meaning.strong),
            ("b", is_bold && !meaning.strong),
            ("em", meaning.emphasis),
            ("i", style.italic && !meaning.emphasis && !meaning.citation),
            ("u", style.underline && !self.in_link),
            ("s", style.strike),
            ("kbd", meaning.keyboard),
            ("code", is_code),
            ("sup", style.script == Script::Superscript),
            ("sub", style.script == Script::Subscript),
        ];
        wraps.extend(elements.into_iter().filter(|(_, is_so)| *is_so).map(|(name, _)| Wrap::plain(name)));
        wraps
    }

    /// What elements do not say of a run.
    fn span(&mut self, run: &Run, own: &Opening) -> Option<Wrap> {
        let mut text = TextLook::of(&run.style, own.kind, self.base());
        if run.style.script != Script::Normal {
            // The element makes it smaller.
            text.size = own.text.size;
        }
        if self.in_link && text.color == self.source.survey.link {
            text.color = own.text.color;
        }
        let mut look = Declarations::of(own.kind);
        text.declare(&own.text, self.base(), &mut look);
        let language = run.style.language.clone().filter(|language| {
            let around = own.language().map(|around| &**around).or(self.source.flow.metadata.language.as_deref());
            Some(&**language) != around && is_language_tag(language)
        });
        let class = self.shared.classes.name(look.text());
        (class.is_some() || language.is_some()).then_some(Wrap { name: "span", class, language })
    }
}
