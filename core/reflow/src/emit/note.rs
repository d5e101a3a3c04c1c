//! Footnotes and endnotes of the finished flow.

use super::super::notes::{NoteLines, NoteText};
use super::Assembler;
use transvase_base::error::Result;
use transvase_model::flow::{Block, FirstNotes, Inline, Note, NoteKind};

impl Assembler<'_> {
    /// Writes the notes in the order they are numbered by. Marks that count on are not written, for notes are
    /// counted anyway: footnotes 1, 2, 3 and endnotes i, ii, iii, from the first one's number on.
    pub(crate) fn notes(&mut self, notes: &[NoteText]) -> Result<(Vec<Note>, FirstNotes)> {
        let first = FirstNotes { foot: first(notes, NoteKind::Foot), end: first(notes, NoteKind::End) };
        let mut expected = [first.foot, first.end];
        let mut done = Vec::new();
        for text in notes {
            let note = &text.note;
            let ends = note.kind == NoteKind::End;
            let expected = &mut expected[usize::from(ends)];
            let counted = note.number == Some(*expected) && is_counted(note);
            *expected += u32::from(counted);
            let mark = (!counted).then(|| note.mark.clone());
            done.push(Note { kind: note.kind, mark, blocks: self.note(text)? });
        }
        Ok((done, first))
    }

    fn note(&mut self, text: &NoteText) -> Result<Vec<Block>> {
        self.cursor = text.blocks.first().map_or(0.0, |block| block.extent().0);
        let mut blocks = self.blocks(&text.blocks, &text.frame)?;
        if let Some(Block::Paragraph(first)) = blocks.first_mut() {
            first.style.space_before = 0.0;
            if text.note.jumps {
                first.content.insert(0, Inline::Tab);
            }
        }
        Ok(blocks)
    }
}

/// Whether notes of its kind are counted with the numerals that a note has.
fn is_counted(note: &NoteLines) -> bool {
    note.numeral == (note.kind == NoteKind::End)
}

/// The number of the first note of a kind.
fn first(notes: &[NoteText], kind: NoteKind) -> u32 {
    let mut own = notes.iter().map(|text| &text.note).filter(|note| note.kind == kind);
    own.next().filter(|note| is_counted(note)).and_then(|note| note.number).filter(|first| *first > 0).unwrap_or(1)
}
