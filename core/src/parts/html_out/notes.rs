//! Notes: their marks in the text, and their texts at the end of it.

use std::collections::{BTreeSet, VecDeque};

use super::kind::Kind;
use super::writer::{Body, Scope};
use crate::error::Result;
use crate::model::flow::{Flow, NoteKind, NumberFormat};
use crate::parts::counting;

/// The notes of a text.
#[derive(Debug)]
pub(super) struct Notes {
    /// The mark of each, once it has one.
    marks: Vec<Option<String>>,
    /// Those whose marks lead to them.
    linked: BTreeSet<usize>,
    /// Those that are referred to and not written yet.
    waiting: VecDeque<usize>,
    /// Numbers that come next: of footnotes, of endnotes.
    next: [u32; 2],
    /// How endnotes are counted: apart from footnotes, where there are both.
    end_format: NumberFormat,
}

impl Notes {
    pub(super) fn of(flow: &Flow) -> Notes {
        let has_both = [NoteKind::Foot, NoteKind::End].iter().all(|kind| flow.notes.iter().any(|n| n.kind == *kind));
        Notes {
            marks: vec![None; flow.notes.len()],
            linked: BTreeSet::new(),
            waiting: VecDeque::new(),
            next: [flow.first_notes.foot, flow.first_notes.end],
            end_format: if has_both { NumberFormat::LowerRoman } else { NumberFormat::Decimal },
        }
    }

    /// The mark of a note, and whether this is the first place that refers to it.
    fn refer(&mut self, note: usize, flow: &Flow) -> Option<(String, bool)> {
        if let Some(mark) = self.marks.get(note)?.as_ref() {
            return Some((mark.clone(), false));
        }
        let said = flow.notes.get(note)?;
        let mark = said.mark.clone().unwrap_or_else(|| self.count(said.kind));
        *self.marks.get_mut(note)? = Some(mark.clone());
        self.waiting.push_back(note);
        Some((mark, true))
    }

    fn count(&mut self, kind: NoteKind) -> String {
        let (at, format) = match kind {
            NoteKind::Foot => (0, NumberFormat::Decimal),
            NoteKind::End => (1, self.end_format),
        };
        let number = self.next[at];
        self.next[at] = number.saturating_add(1);
        counting::written(format, number)
    }
}

impl Body<'_, '_> {
    /// The mark of a note, which leads to it.
    pub(super) fn note_mark(&mut self, note: usize) {
        let Some((mark, first)) = self.shared.notes.refer(note, self.source.flow) else { return };
        let mark = super::legal(&mark).into_owned();
        if first && !self.in_link {
            self.shared.notes.linked.insert(note);
        }
        if self.in_link {
            return self.xml.leaf("sup", &[], &mark);
        }
        let (href, id) = (format!("#{}", note_id(note + 1)), mark_id(note + 1));
        let id = first.then_some(&*id);
        let kind = self.is_book().then_some("noteref");
        let attributes = [("id", id), ("href", Some(&*href)), ("epub:type", kind), ("role", Some("doc-noteref"))];
        self.xml.open("sup", &[]);
        self.open_with("a", &attributes);
        self.xml.text(&mark);
        self.xml.close("a");
        self.xml.close("sup");
    }

    /// The notes that are referred to so far; of the `last` chapter all that are left.
    pub(super) fn notes(&mut self, last: bool) -> Result<()> {
        if last {
            for note in 0..self.source.flow.notes.len() {
                self.shared.notes.refer(note, self.source.flow);
            }
        }
        if self.shared.notes.waiting.is_empty() {
            return Ok(());
        }
        let kind = self.is_book().then_some("footnotes");
        self.open_with("div", &[("class", Some("notes")), ("epub:type", kind)]);
        self.line();
        while let Some(note) = self.shared.notes.waiting.pop_front() {
            self.source.context.tick(1)?;
            self.note(note)?;
        }
        self.xml.close("div");
        self.line();
        Ok(())
    }

    fn note(&mut self, note: usize) -> Result<()> {
        let flow = self.source.flow;
        let (Some(said), Some(Some(mark))) = (flow.notes.get(note), self.shared.notes.marks.get(note)) else {
            return Ok(());
        };
        self.note = Some((note, mark.clone()));
        let id = note_id(note + 1);
        let kind = self.is_book().then_some("footnote");
        let attributes = [("id", Some(&*id)), ("epub:type", kind), ("role", Some("doc-footnote"))];
        self.open_with("aside", &attributes);
        self.line();
        self.blocks(&said.blocks, &Scope::of(Kind::Note))?;
        if self.note.is_some() {
            // The note begins with no paragraph.
            self.xml.open("p", &[("class", "note")]);
            self.note_back();
            self.xml.close("p");
        }
        self.xml.close("aside");
        self.line();
        Ok(())
    }

    /// The mark at the beginning of a note, which leads back to the text.
    pub(super) fn note_back(&mut self) {
        let Some((note, mark)) = self.note.take() else { return };
        let mark = super::legal(&mark).into_owned();
        if self.shared.notes.linked.contains(&note) {
            self.xml.leaf("a", &[("href", &format!("#{}", mark_id(note + 1))), ("role", "doc-backlink")], &mark);
        } else {
            self.xml.leaf("span", &[], &mark);
        }
        self.xml.text(" ");
    }
}

/// The id of a page's beginning.
pub(crate) fn page_id(page: u32) -> String {
    format!("page-{page}")
}

/// The id of a note, counted from 1.
pub(super) fn note_id(note: usize) -> String {
    format!("note-{note}")
}

/// The id of the mark of a note.
pub(super) fn mark_id(note: usize) -> String {
    format!("noteref-{note}")
}
