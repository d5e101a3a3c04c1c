//! Footnotes and endnotes: their marks in the text, and their parts (ECMA-376 part 1, 17.11).
//! Notes of a title that have marks of their own are referred to from the columns below it.

use std::collections::BTreeSet;
use std::io::Write;

use super::bucket::Place;
use super::document::{Document, Frame, Lead, Story, body_frame};
use super::paragraph::Setting;
use super::properties::{self, val};
use super::survey::Survey;
use crate::error::Result;
use crate::model::flow::{Block, FirstNotes, Inline, Note, NoteKind, PageSetup, Section};
use crate::parts::xml::XmlWriter;
use crate::warning::{Warning, WarningCode};

/// Ids of the lines above notes; those of notes follow.
pub(super) const SEPARATORS: [(&str, &str, &str); 2] =
    [("separator", "-1", "w:separator"), ("continuationSeparator", "0", "w:continuationSeparator")];

/// Size in half points of marks that are not seen.
const UNSEEN: &str = "2";
/// Letters of a title with its authors at most: they leave room on their page.
const ABOVE: usize = 1_500;

/// The notes of a document.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub list: Vec<Note>,
    /// The number of each note whose mark has been written, among those of its kind.
    numbers: Vec<Option<u32>>,
    /// The numbers of the last footnote and the last endnote marked so far.
    counts: [u32; 2],
    /// Notes with marks of their own above columns, which the next paragraph in them refers to.
    waiting: Vec<usize>,
    /// Those that have been referred to so.
    moved: BTreeSet<usize>,
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

/// Whether a section is what stands above columns on its page, such as the title of an article.
fn is_above_columns(section: &Section, page: &PageSetup, next: Option<&Section>) -> bool {
    let Some(next) = next else { return false };
    let in_columns = next.page.as_ref().is_some_and(|page| page.columns.len() > 1);
    let has_text = next.blocks.iter().any(|block| matches!(block, Block::Paragraph(_)));
    section.new_page
        && page.columns.len() < 2
        && !next.new_page
        && in_columns
        && has_text
        && section.blocks.iter().map(letters).sum::<usize>() <= ABOVE
}

/// Letters of a block; a whole page of them where it is no paragraph.
fn letters(block: &Block) -> usize {
    let text = |inline: &Inline| inline.run().map_or(0, |run| run.text.len());
    match block {
        Block::Paragraph(paragraph) => paragraph.content.iter().map(text).sum(),
        Block::Frame(_) | Block::Rule => 0,
        _ => ABOVE,
    }
}

/// The notes that content refers to.
fn notes_in(content: &[Inline]) -> Vec<usize> {
    let notes = |inline: &Inline| match inline {
        Inline::Note(note) => vec![*note],
        other => other.children().map(notes_in).unwrap_or_default(),
    };
    content.iter().flat_map(notes).collect()
}

impl Notes {
    pub(super) fn of(list: Vec<Note>, first: FirstNotes) -> Notes {
        let counts = [first.foot, first.end].map(|first| first.saturating_sub(1));
        Notes { numbers: vec![None; list.len()], list, counts, ..Notes::default() }
    }

    /// Whether the notes of a section are left to the columns below it on its page: Word and LibreOffice begin a new page
    /// with the columns where both have notes. Those that are counted stay, as they would count otherwise.
    pub(super) fn wait(&self, section: &Section, page: &PageSetup, next: Option<&Section>) -> bool {
        let has_mark = |note: &usize| self.list.get(*note).is_some_and(|note| note.mark.is_some());
        let paragraphs = || {
            section.blocks.iter().filter_map(|block| match block {
                Block::Paragraph(paragraph) => Some(paragraph.content.as_slice()),
                _ => None,
            })
        };
        is_above_columns(section, page, next) && paragraphs().flat_map(notes_in).all(|note| has_mark(&note))
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

/// Id of the style of the marks of notes.
fn mark_style(survey: &Survey, kind: NoteKind) -> &str {
    survey.named(names(kind).style, "character", reference_name(kind))
}

/// Name of the style of the marks of notes, as Word knows it.
pub(super) fn reference_name(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Foot => "footnote reference",
        NoteKind::End => "endnote reference",
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
            self.lead = Some(Lead::Note(kind, note.mark.clone(), notes.moved.contains(&index)));
            self.contained(&note.blocks, Frame { place: Place::Note(kind), ..body_frame(room) })?;
            self.xml.close(element);
        }
        self.shared.notes = notes;
        self.xml.close(root);
        Ok(())
    }
}
