//! Notes: their marks in the text, and their texts at the end of it. A page has a list of them, as programs that read
//! pages know it (DPUB-ARIA 1.1, `doc-endnotes`); programs that show books open each by itself.

use super::kind::Kind;
use super::names::{mark_id, note_id};
use super::writer::{Body, Scope};
use transvase_base::error::Result;

impl Body<'_, '_> {
    /// The mark of a note, which leads to it.
    pub(super) fn note_mark(&mut self, note: usize) {
        let Some(mark) = self.shared.notes.mark(note) else { return };
        let first = self.shared.notes.refer(note);
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
                self.shared.notes.refer(note);
            }
        }
        if self.shared.notes.waiting.is_empty() {
            return Ok(());
        }
        if self.is_book() {
            self.xml.open("div", &[("class", "notes"), ("epub:type", "footnotes")]);
        } else {
            self.xml.open("section", &[("class", "notes"), ("role", "doc-endnotes")]);
            self.line();
            self.xml.open("ol", &[]);
        }
        self.line();
        while let Some(note) = self.shared.notes.waiting.pop_front() {
            self.source.context.tick(1)?;
            self.note(note)?;
        }
        if self.is_book() {
            self.xml.close("div");
        } else {
            self.xml.close("ol");
            self.line();
            self.xml.close("section");
        }
        self.line();
        Ok(())
    }

    fn note(&mut self, note: usize) -> Result<()> {
        let Some(said) = self.source.flow.notes.get(note) else { return Ok(()) };
        self.note = Some(note);
        let id = note_id(note + 1);
        let name = if self.is_book() { "aside" } else { "li" };
        let (kind, role) = self.is_book().then_some(("footnote", "doc-footnote")).unzip();
        self.open_with(name, &[("id", Some(&*id)), ("epub:type", kind), ("role", role)]);
        self.line();
        self.blocks(&said.blocks, &Scope::of(Kind::Note))?;
        if self.note.is_some() {
            // The note begins with no paragraph.
            self.xml.open("p", &[("class", "note")]);
            self.note_back();
            self.xml.close("p");
        }
        self.xml.close(name);
        self.line();
        Ok(())
    }

    /// The mark at the beginning of a note, which leads back to the text.
    pub(super) fn note_back(&mut self) {
        let Some(note) = self.note.take() else { return };
        let mark = self.shared.notes.mark(note).unwrap_or_default();
        if self.shared.notes.linked.contains(&note) {
            self.xml.leaf("a", &[("href", &format!("#{}", mark_id(note + 1))), ("role", "doc-backlink")], &mark);
        } else {
            self.xml.leaf("span", &[], &mark);
        }
        self.xml.text(" ");
    }
}
