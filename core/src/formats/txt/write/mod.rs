//! The document as a whole.

mod blocks;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod wrap;

use std::collections::BTreeMap;

use super::WRAP;
use crate::context::Context;
use crate::error::Result;
use crate::format::Written;
use crate::model::flow::{Block, Flow, NoteKind};
use crate::parts::prose::{Labels, Lines, PAGE_BREAKS, note_order, page_of, prepare};
use crate::warning::{Warning, WarningCode};

/// Writes a document.
pub(super) fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    prepare(&mut flow, context);
    let mut document = Document::new(&flow, context);
    for section in &flow.sections {
        document.pages_of(&section.blocks)?;
    }
    document.notes()?;
    document.warn();
    Ok(document.lines.finish().into_bytes().into())
}

/// A document that is being written.
pub(super) struct Document<'a> {
    pub flow: &'a Flow,
    pub context: &'a Context,
    pub lines: Lines,
    /// The counted labels of headings so far.
    pub labels: Labels,
    /// What notes are called, by their numbers.
    pub notes: BTreeMap<usize, u32>,
    /// Columns that lines have at most; 0 is without end.
    pub wrap: usize,
    /// Columns that stand before each line here.
    pub indent: usize,
    /// Blocks in one another here.
    pub depth: usize,
    /// The last page of the source that was marked.
    pub page: u32,
    /// Pictures and drawings that were left out.
    pub images: usize,
    pub drawings: usize,
}

impl<'a> Document<'a> {
    fn new(flow: &'a Flow, context: &'a Context) -> Document<'a> {
        let order = note_order(flow);
        let kind = order.first().and_then(|note| flow.notes.get(*note)).map_or(NoteKind::Foot, |note| note.kind);
        Document {
            flow,
            context,
            lines: Lines::default(),
            labels: Labels::default(),
            notes: order.into_iter().zip(flow.first_notes.of(kind)..).collect(),
            wrap: context.options().integer(&WRAP).unwrap_or(0) as usize,
            indent: 0,
            depth: 0,
            page: 0,
            images: 0,
            drawings: 0,
        }
    }

    /// Blocks, with a mark where each page of the source begins.
    fn pages_of(&mut self, blocks: &'a [Block]) -> Result<()> {
        let is_marked = self.context.options().flag(&PAGE_BREAKS);
        let mut from = 0;
        for (at, block) in blocks.iter().enumerate().filter(|_| is_marked) {
            let Some(page) = page_of(self.flow, block).filter(|page| *page > self.page) else { continue };
            self.blocks(&blocks[from..at])?;
            (from, self.page) = (at, page);
            self.lines.block(&format!("[page {page}]"));
        }
        self.blocks(&blocks[from..])
    }

    /// The texts of the notes, in the order of their numbers; those that nothing refers to behind them.
    fn notes(&mut self) -> Result<()> {
        let mut order: Vec<(u32, usize)> = self.notes.iter().map(|(note, label)| (*label, *note)).collect();
        order.sort_unstable();
        for (label, note) in order {
            let Some(note) = self.flow.notes.get(note) else { continue };
            self.hanging(&format!("[{label}] "), &note.blocks)?;
        }
        for (number, note) in self.flow.notes.iter().enumerate() {
            if !self.notes.contains_key(&number) {
                self.blocks(&note.blocks)?;
            }
        }
        Ok(())
    }

    fn warn(&self) {
        let losses = [
            (self.images, WarningCode::ImageDropped, "pictures were left out"),
            (self.drawings, WarningCode::DrawingDropped, "drawings were left out; their words were kept"),
            (self.flow.comments.len(), WarningCode::AnnotationDropped, "remarks were left out"),
        ];
        for (count, code, what) in losses.into_iter().filter(|(count, ..)| *count > 0) {
            self.context.warn(Warning::new(code, format!("{count} {what}")));
        }
    }
}
