//! Paragraphs: their element, what is said at its start, and their text.

use std::sync::Arc;

use super::kind::{Kind, heading};
use super::look::{Base, Declarations, ParagraphLook, TextLook, is_spaced};
use super::survey::{dominant, runs};
use super::writer::{Body, Scope};
use crate::prose::{self, is_written};
use transvase_base::error::Result;
use transvase_model::flow::{Inline, Paragraph, PlaceId, Role, inlines};
use transvase_model::text::language_tags::is_language_tag;

/// What is said of a paragraph at the start of its element, and what its text goes by.
#[derive(Debug)]
pub(super) struct Opening {
    pub id: Option<String>,
    pub class: Option<String>,
    language: Option<Arc<str>>,
    direction: Option<&'static str>,
    /// The kind of the paragraph.
    pub kind: Kind,
    /// What its text is seen as.
    pub role: Role,
    /// How text looks about which nothing more is said.
    pub text: TextLook,
    /// Its label, behind that of the item it begins.
    pub label: Option<String>,
    /// Whether it is a line of code.
    pub is_code: bool,
}

impl Opening {
    pub(super) fn attributes(&self) -> [(&str, Option<&str>); 4] {
        [
            ("id", self.id.as_deref()),
            ("class", self.class.as_deref()),
            ("lang", self.language.as_deref()),
            ("dir", self.direction),
        ]
    }

    /// Adds a class before the others.
    pub(super) fn classed(mut self, name: &str) -> Opening {
        self.class = Some(match self.class.take() {
            Some(class) => format!("{name} {class}"),
            None => name.to_owned(),
        });
        self
    }

    /// The language of its text.
    pub(super) fn language(&self) -> Option<&Arc<str>> {
        self.language.as_ref()
    }
}

impl Body<'_, '_> {
    /// A paragraph in its own element.
    pub(super) fn paragraph(&mut self, paragraph: &Paragraph, scope: &Scope) -> Result<()> {
        self.turn_page(paragraph.place);
        if !is_written(paragraph) && self.label.is_none() {
            self.place = self.place.take().or_else(|| self.first_place(&paragraph.content));
            return Ok(());
        }
        let own = self.opening(paragraph, scope);
        match paragraph.role {
            _ if scope.place == Kind::Words => self.paragraph_in("p", paragraph, &own),
            Role::Title => self.paragraph_in("h1", paragraph, &own),
            Role::Heading(level) => self.paragraph_in(heading(level, self.source.survey.titled), paragraph, &own),
            Role::Subtitle => self.paragraph_in("p", paragraph, &own.classed("subtitle")),
            _ if scope.place == Kind::Note => self.paragraph_in("p", paragraph, &own.classed("note")),
            _ => self.paragraph_in("p", paragraph, &own),
        }
    }

    fn paragraph_in(&mut self, name: &str, paragraph: &Paragraph, own: &Opening) -> Result<()> {
        self.open_with(name, &own.attributes());
        self.content(paragraph, own)?;
        self.xml.close(name);
        self.line();
        Ok(())
    }

    /// What is said at the start of a paragraph.
    pub(super) fn opening(&mut self, paragraph: &Paragraph, scope: &Scope) -> Opening {
        self.turn_page(paragraph.place);
        let survey = self.source.survey;
        let kind = Kind::of(paragraph, scope.place);
        let rule = survey.look(kind);
        let text = dominant(paragraph, kind, &survey.base).unwrap_or_else(|| rule.text.clone());
        let spaced = kind != Kind::Code && is_spaced(&paragraph.content);
        let mut look = Declarations::of(kind);
        ParagraphLook::of(paragraph, kind, &survey.base, spaced).declare(&rule.paragraph, &mut look);
        text.declare(&rule.text, &survey.base, &mut look);
        let class = self.shared.classes.name(look.text());
        let level = super::names::level(paragraph).filter(|_| scope.place != Kind::Words);
        let id = level.and_then(|_| self.next_heading()).or_else(|| self.place.take());
        let id = id.or_else(|| self.first_place(&paragraph.content));
        let labels = [self.label.take(), self.shared.numbers.label(paragraph)];
        let label = labels.into_iter().flatten().collect::<Vec<_>>().join(" ");
        self.place = None;
        let id = id.filter(|id| self.shared.placed.insert(id.clone()));
        Opening {
            id,
            class,
            language: self.language(paragraph),
            direction: self.direction(paragraph.style.right_to_left),
            kind,
            // The head of a column stands out by being that, as a term does.
            role: if kind == Kind::HeadCell { Role::Term } else { paragraph.role },
            text,
            label: Some(label).filter(|label| !label.is_empty()),
            is_code: false,
        }
    }

    fn next_heading(&mut self) -> Option<String> {
        let heading = self.source.names.headings.get(self.shared.headings)?;
        self.shared.headings += 1;
        Some(heading.id.clone())
    }

    /// The id of the first place before the text of a paragraph.
    fn first_place(&self, content: &[Inline]) -> Option<String> {
        for inline in inlines(content) {
            match inline {
                Inline::Anchor(anchor) => {
                    if let Some((_, id)) = self.source.names.place(anchor) {
                        return Some(id.to_owned());
                    }
                }
                other if other.children().is_some() => {}
                other if other.run().is_none_or(|run| !run.text.trim().is_empty()) => return None,
                _ => {}
            }
        }
        None
    }

    /// The language of a paragraph whose text is of one language that is not the document's.
    fn language(&self, paragraph: &Paragraph) -> Option<Arc<str>> {
        let runs = runs(&paragraph.content);
        let first = runs.first()?.style.language.clone()?;
        let alike = runs.iter().all(|run| run.style.language.as_ref() == Some(&first));
        (alike && Some(&*first) != self.source.flow.metadata.language.as_deref() && is_language_tag(&first))
            .then_some(first)
    }

    fn direction(&self, backward: bool) -> Option<&'static str> {
        (backward != self.source.survey.backward).then_some(if backward { "rtl" } else { "ltr" })
    }

    /// The text of a paragraph, with what stands before it.
    pub(super) fn content(&mut self, paragraph: &Paragraph, own: &Opening) -> Result<()> {
        self.before(paragraph, own);
        self.inlines(&paragraph.content, own)
    }

    /// What stands before the text of a paragraph: the marks of a page and of a note, its label, its initial.
    pub(super) fn before(&mut self, paragraph: &Paragraph, own: &Opening) {
        self.page_mark();
        self.note_back();
        if let Some(label) = &own.label {
            self.xml.leaf("span", &[("class", "label")], label);
            self.xml.text(" ");
        }
        if let Some(cap) = &paragraph.drop_cap {
            let text = TextLook { size: own.text.size, ..TextLook::of(&cap.run.style, own.kind, self.base()) };
            let mut look = Declarations::of(own.kind);
            text.declare(&own.text, self.base(), &mut look);
            let class = self.shared.classes.name(look.text());
            let classes = [Some("dropcap"), class.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ");
            self.xml.leaf("span", &[("class", &classes)], &super::legal(&cap.run.text));
        }
    }

    /// The mark of a page that begins here.
    pub(super) fn page_mark(&mut self) {
        let (page, waits) = self.shared.page;
        if !waits {
            return;
        }
        self.shared.page = (page, false);
        self.shared.pages.push((page, self.chapter));
        let (id, label) = (super::names::page_id(page), page.to_string());
        let kind = self.is_book().then_some("pagebreak");
        let role = Some("doc-pagebreak");
        let attributes = [("id", Some(&*id)), ("epub:type", kind), ("role", role), ("aria-label", Some(&*label))];
        self.open_with("span", &attributes);
        self.xml.close("span");
    }

    /// Notes that a page begins with the text that comes next.
    pub(super) fn turn_page(&mut self, place: Option<PlaceId>) {
        if !self.source.marks_pages {
            return;
        }
        if let Some(page) = prose::page_at(self.source.flow, place)
            && self.shared.page.0 < page
        {
            self.shared.page = (page, true);
        }
    }

    pub(super) fn base(&self) -> &Base {
        &self.source.survey.base
    }
}
