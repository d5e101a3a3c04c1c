//! Notes.

use super::super::notes::NoteText;
use super::Assembler;
use crate::error::Result;
use crate::model::flow::{Block, Inline, Note, NoteKind};

impl Assembler<'_> {
    /// Writes the notes in the order they are numbered by. Marks that count on are left to the
    /// office program: footnotes count 1, 2, 3 and endnotes i, ii, iii.
    pub(in super::super) fn notes(&mut self, notes: &[NoteText]) -> Result<Vec<Note>> {
        let mut expected = [1, 1];
        let mut done = Vec::new();
        for text in notes {
            let note = &text.note;
            let ends = note.kind == NoteKind::End;
            let expected = &mut expected[usize::from(ends)];
            let counted = note.number == Some(*expected) && note.numeral == ends;
            *expected += u32::from(counted);
            let mark = (!counted).then(|| note.mark.clone());
            done.push(Note { kind: note.kind, mark, blocks: self.note(text)? });
        }
        Ok(done)
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
