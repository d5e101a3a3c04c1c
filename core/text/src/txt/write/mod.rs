//! The plain text writer.

mod blocks;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod wrap;

use super::WRAP;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_format::Written;
use transvase_markup::prose::{Dropped, Lines, NoteMarks, Numbers, PageMarks, prepare};
use transvase_model::flow::{Block, Flow};

/// Writes a document.
pub(super) fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    prepare(&mut flow, context);
    let mut document = Document::new(&flow, context);
    for section in &flow.sections {
        document.pages_of(&section.blocks)?;
    }
    document.notes()?;
    document.dropped.warn(None, context);
    Ok(document.lines.finish().into_bytes().into())
}

/// A document that is being written.
pub(super) struct Document<'a> {
    pub flow: &'a Flow,
    pub context: &'a Context,
    pub lines: Lines,
    /// The counts of labels and markers.
    pub numbers: Numbers,
    /// What notes are marked with.
    pub notes: NoteMarks,
    /// Columns that lines have at most; 0 is without end.
    pub wrap: usize,
    /// Columns that stand before each line here.
    pub indent: usize,
    /// Blocks in one another here.
    pub depth: usize,
    /// Where the pages of the source begin.
    pages: PageMarks<'a>,
    /// What was left out so far.
    pub dropped: Dropped,
}

impl<'a> Document<'a> {
    fn new(flow: &'a Flow, context: &'a Context) -> Document<'a> {
        Document {
            flow,
            context,
            lines: Lines::default(),
            numbers: Numbers::default(),
            notes: NoteMarks::of(flow),
            wrap: context.options().integer(&WRAP).unwrap_or(0) as usize,
            indent: 0,
            depth: 0,
            pages: PageMarks::of(flow, context),
            dropped: Dropped { remarks: flow.comments.len(), ..Dropped::default() },
        }
    }

    /// Blocks, with a mark where each page of the source begins.
    fn pages_of(&mut self, blocks: &'a [Block]) -> Result<()> {
        for (page, blocks) in self.pages.stretches(blocks) {
            if let Some(page) = page {
                self.lines.block(&format!("[page {page}]"));
            }
            self.blocks(blocks)?;
        }
        Ok(())
    }

    /// The texts of the notes, in the order of their marks; those that nothing refers to behind them.
    fn notes(&mut self) -> Result<()> {
        for note in self.notes.named().to_vec() {
            let Some(said) = self.flow.notes.get(note) else { continue };
            let label = format!("[{}] ", self.notes.mark(note).unwrap_or_default());
            self.hanging(&label, &said.blocks)?;
        }
        for note in self.notes.unnamed().to_vec() {
            let Some(said) = self.flow.notes.get(note) else { continue };
            self.blocks(&said.blocks)?;
        }
        Ok(())
    }
}
