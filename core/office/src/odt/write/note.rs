//! Footnotes and comments (OASIS ODF 1.3 part 3, 6.3 and 14.1).

use super::document::{Document, Scope};
use super::inline::Around;
use super::survey::Place;
use transvase_base::error::Result;
use transvase_model::flow::{Inline, NoteKind, leaves};
use transvase_model::text::counting;
use transvase_model::text::dates::date_time;

impl Document<'_> {
    /// A note at its mark. One that is referred to again is shown by its mark alone.
    pub(super) fn note(&mut self, index: usize, _: Around<'_>) -> Result<()> {
        let Some(note) = self.source.notes.get(index).filter(|_| !self.beside) else { return Ok(()) };
        let is_new = self.shared.noted.insert(index);
        let before =
            self.source.notes.iter().take(index).filter(|other| other.kind == note.kind && other.mark.is_none());
        let count = before.count() as u32 + 1;
        let (class, shown) = match note.kind {
            NoteKind::Foot => ("footnote", count.to_string()),
            NoteKind::End => ("endnote", counting::written(transvase_model::flow::NumberFormat::LowerRoman, count)),
        };
        let id = format!("ftn{index}");
        if !is_new {
            let attributes = [("text:note-class", class), ("text:reference-format", "text"), ("text:ref-name", &*id)];
            self.xml.leaf("text:note-ref", &attributes, note.mark.as_deref().unwrap_or(&shown));
            self.spaced = false;
            return Ok(());
        }
        self.xml.open("text:note", &[("text:id", &id), ("text:note-class", class)]);
        let label: Vec<(&str, &str)> = note.mark.iter().map(|mark| ("text:label", mark.as_str())).collect();
        self.xml.leaf("text:note-citation", &label, note.mark.as_deref().unwrap_or(&shown));
        self.xml.open("text:note-body", &[]);
        let measure = self.source.survey.measure;
        let scope = Scope::of(Place::Note(note.kind), measure);
        self.story(|document| {
            document.beside = true;
            let result = document.whole(&note.blocks, scope);
            document.beside = false;
            result
        })?;
        self.xml.close("text:note-body");
        self.xml.close("text:note");
        self.spaced = false;
        Ok(())
    }

    /// A remark around what it is about.
    pub(super) fn comment(&mut self, index: usize, content: &[Inline], around: Around<'_>, scope: Scope) -> Result<()> {
        let remark = self.source.comments.get(index).filter(|_| !self.beside);
        let Some(remark) = remark.filter(|_| self.shared.remarked.insert(index)) else {
            return self.inlines(content, around, scope);
        };
        let name = format!("remark{index}");
        let ends = !content.is_empty();
        let own = [("office:name", name.as_str())];
        self.xml.open("office:annotation", if ends { &own } else { &[] });
        self.xml.leaf("dc:creator", &[], remark.author.as_deref().unwrap_or_default());
        if let Some(date) = remark.date.as_deref().and_then(date_time) {
            self.xml.leaf("dc:date", &[], &date);
        }
        let inner = Scope { plain: true, ..Scope::of(Place::Comment, self.source.survey.measure) };
        self.story(|document| {
            document.beside = true;
            let leaves = leaves(&remark.blocks);
            let result = leaves.into_iter().try_for_each(|leaf| document.blocks(std::slice::from_ref(leaf), inner));
            document.beside = false;
            result
        })?;
        self.xml.close("office:annotation");
        self.inlines(content, around, scope)?;
        if ends {
            self.xml.empty("office:annotation-end", &[("office:name", &name)]);
        }
        Ok(())
    }
}
