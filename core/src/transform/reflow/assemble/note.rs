//! Notes.

use super::super::block::Frame;
use super::super::notes::NoteLines;
use super::super::paragraph::paragraphs;
use super::Assembler;
use crate::error::Result;
use crate::model::flow::{Block, Note};

impl Assembler<'_> {
    /// Writes the notes in the order they are numbered by. Marks that count on are left to the
    /// office program.
    pub(in super::super) fn notes(&mut self, notes: Vec<NoteLines>, body_size: f32) -> Result<Vec<Note>> {
        let mut expected = 1;
        let mut done = Vec::new();
        for note in notes {
            self.context.tick(note.lines.len() as u64)?;
            let counted = note.number == Some(expected) && note.kind == crate::model::flow::NoteKind::Foot;
            expected += u32::from(counted);
            let frame = Frame { left: note.edges.0, right: note.edges.1, body_size, ..Frame::default() };
            let mark = (!counted).then_some(note.mark);
            done.push(Note { kind: note.kind, mark, blocks: self.note(paragraphs(note.lines, &frame)) });
        }
        Ok(done)
    }

    fn note(&mut self, paras: Vec<super::super::block::Para>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for para in paras {
            let mut paragraph = self.paragraph(&para, 0);
            (paragraph.style.indent_start, paragraph.style.indent_first) = (0.0, 0.0);
            paragraph.style.space_before = 0.0;
            blocks.push(Block::Paragraph(paragraph));
        }
        blocks
    }
}
