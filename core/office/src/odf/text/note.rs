//! Footnotes and comments (OASIS ODF 1.3 part 3, 6.3 `text:note` and 14.1 `office:annotation`).

use super::super::tree::Element;
use super::TextReader;
use super::inline::NOTE;
use super::line::{Container, Line};
use transvase_base::error::Result;
use transvase_model::flow::{Block, Comment, FirstNotes, Inline, Note, NoteKind};

impl<'t> TextReader<'t> {
    /// A note, whose text is a story of its own.
    pub(super) fn note(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        if let Some(id) = element.get("text:id").or(element.get("xml:id"))
            && let Some(anchor) = self.anchor(&format!("{NOTE}{id}"))
        {
            line.place(Inline::Anchor(anchor));
        }
        let kind = if element.is("text:note-class", "endnote") { NoteKind::End } else { NoteKind::Foot };
        let citation = element.child("text:note-citation");
        let label = citation.and_then(|citation| citation.get("text:label")).map(str::to_owned);
        let shown =
            citation.filter(|_| self.is_marked_unusually(kind)).map(|citation| citation.text().trim().to_owned());
        let mark = label.or(shown.filter(|mark| !mark.is_empty()));
        let index = self.notes.len();
        self.notes.push(Note { kind, mark, blocks: Vec::new() });
        line.push(Inline::Note(index));
        let blocks = element.child("text:note-body").map_or(Ok(Vec::new()), |body| self.aside(body))?;
        self.notes[index].blocks = blocks;
        Ok(())
    }

    /// Whether notes of a kind are counted in another way than all are, or anew in each chapter or on each page (16.29.3,
    /// `style:num-format` and `text:start-numbering-at`). The marks in the text then say what the program counted.
    fn is_marked_unusually(&self, kind: NoteKind) -> bool {
        let (class, usual) = match kind {
            NoteKind::Foot => ("footnote", ["1", "1"]),
            NoteKind::End => ("endnote", ["1", "i"]),
        };
        let of_kind = self.styles.notes.iter().find(|notes| notes.is("text:note-class", class));
        of_kind.is_some_and(|notes| {
            let restarts = matches!(notes.get("text:start-numbering-at"), Some("chapter" | "page"));
            restarts || notes.get("style:num-format").is_some_and(|format| !usual.contains(&format))
        })
    }

    /// A remark, around the text up to its end where that is said.
    pub(super) fn comment(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        let said = |name| element.child(name).map(Element::text).map(|text| text.trim().to_owned());
        let said = |name| said(name).filter(|text| !text.is_empty());
        let index = self.comments.len();
        self.comments.push(Comment { author: said("dc:creator"), date: said("dc:date"), blocks: Vec::new() });
        let blocks = self.remark(element)?;
        self.comments[index].blocks = blocks;
        if let Some(name) = element.get("office:name").filter(|name| self.spanning.contains(name)) {
            line.begin(Container::Comment(index, Some(name)));
        } else {
            line.place(Inline::Comment { comment: index, content: Vec::new() });
        }
        Ok(())
    }

    /// The text of a remark, without what is said about it.
    fn remark(&mut self, element: &'t Element) -> Result<Vec<Block>> {
        if self.depth >= super::MAX_DEPTH {
            let mut blocks = Vec::new();
            self.flattened(element, &mut blocks)?;
            return Ok(blocks);
        }
        self.depth += 1;
        let item = self.item.take();
        let mut blocks = Vec::new();
        let texts = element.elements().filter(|inner| matches!(inner.name(), "text:p" | "text:h" | "text:list"));
        let result = texts.into_iter().try_for_each(|inner| self.block(inner, &mut blocks));
        (self.item, self.depth) = (item, self.depth - 1);
        self.settle(&mut blocks);
        result.map(|()| blocks)
    }

    /// The blocks of a story beside the text.
    pub(super) fn aside(&mut self, element: &'t Element) -> Result<Vec<Block>> {
        let item = self.item.take();
        let mut blocks = Vec::new();
        let result = self.inside(element, &mut blocks, Self::blocks);
        self.item = item;
        self.settle(&mut blocks);
        result.map(|()| blocks)
    }

    /// The numbers of the first notes (19.873 `text:start-value`, which programs count from 0).
    pub(crate) fn first_notes(&self) -> FirstNotes {
        let start = |class: &str| {
            let found = self.styles.notes.iter().find(|notes| notes.is("text:note-class", class));
            found.and_then(|notes| notes.number::<u32>("text:start-value")).map_or(1, |start| start.saturating_add(1))
        };
        FirstNotes { foot: start("footnote"), end: start("endnote") }
    }
}
