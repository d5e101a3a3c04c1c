//! Footnote parts: the text of notes, and their marks in the main text (ECMA-376 part 1, 17.11).

use std::io::Write;

use super::bucket::Place;
use super::document::{Document, Frame, Lead, Story, body_frame};
use super::notes::{Names, SEPARATORS, names, reference_name};
use super::properties::{self, val};
use super::setting::Setting;
use super::survey::Survey;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::flow::NoteKind;

/// Size in half points of marks that are not seen.
const UNSEEN: &str = "2";

/// Id of the style of the marks of notes.
fn mark_style(survey: &Survey, kind: NoteKind) -> &str {
    survey.named(names(kind).style, "character", reference_name(kind))
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
        let waits = self.notes_wait && first && mark.is_some();
        self.shared.notes.waiting.extend(waits.then_some(index));
        let names = names(kind);
        let id = (index + 1).to_string();
        let style = Some(mark_style(self.survey, kind));
        self.xml.element("w:r", &[], |xml| {
            xml.group("w:rPr", |xml| properties::run(xml, setting.text, setting.style, style, false));
            match (&mark, first && !waits) {
                (None, _) => xml.empty(names.reference, &[("w:id", &id)]),
                (Some(_), true) => xml.empty(names.reference, &[("w:customMarkFollows", "1"), ("w:id", &id)]),
                (Some(_), false) => {}
            }
            if let Some(mark) = &mark {
                xml.leaf("w:t", &[("xml:space", "preserve")], mark);
            }
        });
    }

    /// Refers to the notes whose marks stand above the columns that have begun, by a mark that is not seen.
    pub(super) fn waiting_notes(&mut self) {
        if self.notes_wait || self.nesting > 0 || self.story != Story::Main {
            return;
        }
        for index in std::mem::take(&mut self.shared.notes.waiting) {
            self.shared.notes.moved.insert(index);
            let kind = self.shared.notes.list.get(index).map_or(NoteKind::Foot, |note| note.kind);
            let (names, id, survey) = (names(kind), (index + 1).to_string(), self.survey);
            self.xml.element("w:r", &[], |xml| {
                xml.element("w:rPr", &[], |xml| {
                    val(xml, "w:rStyle", mark_style(survey, kind));
                    val(xml, "w:sz", UNSEEN);
                });
                xml.empty(names.reference, &[("w:customMarkFollows", "1"), ("w:id", &id)]);
                xml.leaf("w:t", &[("xml:space", "preserve")], " ");
            });
        }
    }

    /// The mark at the beginning of a note's own text, and the space after it. LibreOffice puts the mark of the
    /// reference in the place of one in the style of marks: the mark of a note that is referred to elsewhere is
    /// text.
    pub(super) fn note_lead(&mut self, kind: NoteKind, mark: Option<&str>, moved: bool) {
        let (names, survey) = (names(kind), self.survey);
        self.xml.element("w:r", &[], |xml| {
            xml.element("w:rPr", &[], |xml| match moved {
                true => val(xml, "w:vertAlign", "superscript"),
                false => val(xml, "w:rStyle", mark_style(survey, kind)),
            });
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
            let message = counted(
                count,
                "[note without a mark in the text was|notes without a mark in the text were] put at its end",
            );
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
            self.lead = Some(Lead::Note(kind, note.mark.clone(), notes.moved.contains(&index)));
            self.contained(&note.blocks, Frame { place: Place::Note(kind), ..body_frame(room) })?;
            self.xml.close(element);
        }
        self.shared.notes = notes;
        self.xml.close(root);
        Ok(())
    }
}
