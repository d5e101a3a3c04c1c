//! Footnotes and endnotes: their marks in the text, and their parts (ECMA-376 part 1, 17.11).

use std::io::Write;

use super::bucket::Place;
use super::document::{Document, Frame, Lead, Story, body_frame};
use super::paragraph::Setting;
use super::properties::{self, val};
use crate::error::Result;
use crate::model::flow::{FirstNotes, Note, NoteKind};
use crate::parts::xml::XmlWriter;
use crate::warning::{Warning, WarningCode};

/// Ids of the lines above notes; those of notes follow.
pub(super) const SEPARATORS: [(&str, &str, &str); 2] =
    [("separator", "-1", "w:separator"), ("continuationSeparator", "0", "w:continuationSeparator")];

/// The notes of a document.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub list: Vec<Note>,
    /// The number of each note whose mark has been written, among those of its kind.
    numbers: Vec<Option<u32>>,
    /// The numbers of the last footnote and the last endnote marked so far.
    counts: [u32; 2],
}

/// What a kind of note is called in the markup.
pub(super) struct Names {
    /// Part and relationship.
    pub part: &'static str,
    root: &'static str,
    pub element: &'static str,
    /// Element of the settings.
    pub settings: &'static str,
    reference: &'static str,
    mark: &'static str,
    /// Id of the character style of its mark.
    pub style: &'static str,
}

/// The names of a kind of note.
pub(super) fn names(kind: NoteKind) -> Names {
    match kind {
        NoteKind::Foot => Names {
            part: "footnotes",
            root: "w:footnotes",
            element: "w:footnote",
            settings: "w:footnotePr",
            reference: "w:footnoteReference",
            mark: "w:footnoteRef",
            style: "FootnoteReference",
        },
        NoteKind::End => Names {
            part: "endnotes",
            root: "w:endnotes",
            element: "w:endnote",
            settings: "w:endnotePr",
            reference: "w:endnoteReference",
            mark: "w:endnoteRef",
            style: "EndnoteReference",
        },
    }
}

/// The number that notes begin with, where it is not 1.
pub(super) fn start(xml: &mut XmlWriter<impl Write>, first: u32) {
    if first != 1 {
        val(xml, "w:numStart", &first.to_string());
    }
}

/// The same in the properties of a section, where some programs look for it alone.
pub(super) fn starts(xml: &mut XmlWriter<impl Write>, first: FirstNotes) {
    for kind in [NoteKind::Foot, NoteKind::End] {
        if first.of(kind) != 1 {
            xml.element(names(kind).settings, &[], |xml| start(xml, first.of(kind)));
        }
    }
}

impl Notes {
    pub(super) fn of(list: Vec<Note>, first: FirstNotes) -> Notes {
        let counts = [first.foot, first.end].map(|first| first.saturating_sub(1));
        Notes { numbers: vec![None; list.len()], list, counts }
    }

    /// Notes a mark: the note's kind and own mark, and whether it is the first mark of the note.
    fn mark(&mut self, index: usize) -> Option<(NoteKind, Option<String>, bool)> {
        let (note, number) = (self.list.get(index)?, self.numbers.get_mut(index)?);
        if let Some(number) = number {
            return Some((note.kind, Some(note.mark.clone().unwrap_or_else(|| number.to_string())), false));
        }
        let [foot, end] = &mut self.counts;
        let count = if note.kind == NoteKind::Foot { foot } else { end };
        *count += 1;
        *number = Some(*count);
        Some((note.kind, note.mark.clone(), true))
    }
}

impl<X: Write> Document<'_, X> {
    /// The mark of a note in the text.
    pub(super) fn note_mark(&mut self, index: usize, setting: Setting<'_>) {
        // Only the main text has notes; what hangs elsewhere goes to the end.
        if self.story != Story::Main {
            return;
        }
        let Some((kind, mark, first)) = self.shared.notes.mark(index) else { return };
        self.run.end(&mut self.xml);
        let names = names(kind);
        let id = (index + 1).to_string();
        self.xml.element("w:r", &[], |xml| {
            xml.group("w:rPr", |xml| properties::run(xml, setting.text, setting.style, Some(names.style), false));
            match (&mark, first) {
                (None, _) => xml.empty(names.reference, &[("w:id", &id)]),
                (Some(_), true) => xml.empty(names.reference, &[("w:customMarkFollows", "1"), ("w:id", &id)]),
                (Some(_), false) => {}
            }
            if let Some(mark) = &mark {
                xml.leaf("w:t", &[("xml:space", "preserve")], mark);
            }
        });
    }

    /// The mark at the beginning of a note's own text, and the space after it.
    pub(super) fn note_lead(&mut self, kind: NoteKind, mark: Option<&str>) {
        let names = names(kind);
        self.xml.element("w:r", &[], |xml| {
            xml.element("w:rPr", &[], |xml| val(xml, "w:rStyle", names.style));
            match mark {
                Some(mark) => xml.leaf("w:t", &[("xml:space", "preserve")], mark),
                None => xml.empty(names.mark, &[]),
            }
        });
        self.xml.element("w:r", &[], |xml| xml.leaf("w:t", &[("xml:space", "preserve")], " "));
    }

    /// The notes no mark refers to, as text at the end: nothing is lost.
    pub(super) fn orphans(&mut self, room: (f32, f32)) -> Result<()> {
        let notes = std::mem::take(&mut self.shared.notes.list);
        let numbers = std::mem::take(&mut self.shared.notes.numbers);
        let orphans = notes.iter().zip(&numbers).filter(|(_, number)| number.is_none()).map(|(note, _)| note);
        let mut count = 0;
        for note in orphans {
            count += 1;
            self.blocks(&note.blocks, Frame { place: Place::Note(note.kind), ..body_frame(room) })?;
        }
        (self.shared.notes.list, self.shared.notes.numbers) = (notes, numbers);
        if count > 0 {
            let message = format!("{count} notes that no mark in the text refers to stand at its end");
            self.context.warn(Warning::new(WarningCode::AnnotationDropped, message));
        }
        Ok(())
    }

    /// The part of the notes of a kind.
    pub(super) fn notes(&mut self, kind: NoteKind, room: (f32, f32)) -> Result<()> {
        let Names { root, element, .. } = names(kind);
        self.open_root(root);
        for (purpose, id, line) in SEPARATORS {
            self.xml.element(element, &[("w:type", purpose), ("w:id", id)], |xml| {
                xml.element("w:p", &[], |xml| {
                    xml.element("w:pPr", &[], |xml| {
                        xml.empty("w:spacing", &[("w:after", "0"), ("w:line", "240"), ("w:lineRule", "auto")]);
                    });
                    xml.element("w:r", &[], |xml| xml.empty(line, &[]));
                });
            });
        }
        let notes = std::mem::take(&mut self.shared.notes);
        for (index, (note, number)) in notes.list.iter().zip(&notes.numbers).enumerate() {
            if note.kind != kind || number.is_none() {
                continue;
            }
            self.context.tick(1)?;
            self.xml.open(element, &[("w:id", &(index + 1).to_string())]);
            self.lead = Some(Lead::Note(kind, note.mark.clone()));
            self.contained(&note.blocks, Frame { place: Place::Note(kind), ..body_frame(room) })?;
            self.xml.close(element);
        }
        self.shared.notes = notes;
        self.xml.close(root);
        Ok(())
    }
}
