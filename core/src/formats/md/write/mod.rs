//! The document as a whole.

mod blocks;
mod delimiters;
mod escape;
mod front;
mod html;
mod inline;
mod list;
mod table;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::BTreeMap;

use super::{FRONT_MATTER, MATH};
use crate::context::Context;
use crate::error::Result;
use crate::format::Written;
use crate::model::flow::{Block, Flow, NoteKind};
use crate::parts::files::NamedFile;
use crate::parts::prose::{Anchors, Images, Labels, Lines, PAGE_BREAKS, Pictures, note_order, page_of, prepare};
use crate::warning::{Warning, WarningCode};

/// Name of the text among several files.
const TEXT: &str = "document.md";

/// Writes a document.
pub(super) fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    prepare(&mut flow, context);
    let mut document = Document::new(&flow, context);
    if context.options().flag(&FRONT_MATTER) {
        front::write(&flow.metadata, &mut document.lines);
    }
    for section in &flow.sections {
        document.pages_of(&section.blocks)?;
    }
    document.notes()?;
    document.warn();
    let text = document.lines.finish().into_bytes();
    let mut files = document.pictures.files(&flow.media);
    if files.is_empty() {
        return Ok(text.into());
    }
    files.insert(0, NamedFile { name: TEXT.into(), bytes: text, packed: false });
    Ok(Written::Files(files))
}

/// A document that is being written.
pub(super) struct Document<'a> {
    pub flow: &'a Flow,
    pub context: &'a Context,
    pub lines: Lines,
    pub anchors: Anchors,
    /// The counted labels of headings so far.
    pub labels: Labels,
    pub pictures: Pictures,
    /// What notes are called, by their numbers.
    pub notes: BTreeMap<usize, u32>,
    /// Whether formulas are written in TeX.
    pub math: bool,
    /// What was left out so far.
    pub dropped: Dropped,
    /// Blocks in one another here.
    pub depth: usize,
    /// Whether pages are marked, and the last one that was.
    mark_pages: bool,
    page: u32,
}

/// What was left out.
#[derive(Debug, Default)]
pub(super) struct Dropped {
    pub images: usize,
    pub drawings: usize,
    pub links: usize,
    pub nesting: bool,
}

impl<'a> Document<'a> {
    fn new(flow: &'a Flow, context: &'a Context) -> Document<'a> {
        let order = note_order(flow);
        let first = match order.first().and_then(|note| flow.notes.get(*note)).map(|note| note.kind) {
            Some(kind) => flow.first_notes.of(kind),
            None => flow.first_notes.of(NoteKind::Foot),
        };
        Document {
            flow,
            context,
            lines: Lines::default(),
            anchors: Anchors::of(flow),
            labels: Labels::default(),
            pictures: Pictures::new(Images::chosen(context, Images::None)),
            notes: order.into_iter().zip(first..).collect(),
            math: context.options().choice(&MATH) != Some("text"),
            dropped: Dropped::default(),
            depth: 0,
            mark_pages: context.options().flag(&PAGE_BREAKS),
            page: 0,
        }
    }

    /// Blocks, with a mark where each page of the source begins.
    fn pages_of(&mut self, blocks: &'a [Block]) -> Result<()> {
        if !self.mark_pages {
            return self.blocks(blocks);
        }
        let mut from = 0;
        for (at, block) in blocks.iter().enumerate() {
            let Some(page) = page_of(self.flow, block).filter(|page| *page > self.page) else { continue };
            self.blocks(&blocks[from..at])?;
            from = at;
            self.page = page;
            self.lines.block(&format!("<!-- page {page} -->"));
        }
        self.blocks(&blocks[from..])
    }

    /// The texts of the notes, in the order of their numbers; those that nothing refers to stand as they are.
    fn notes(&mut self) -> Result<()> {
        let mut order: Vec<(u32, usize)> = self.notes.iter().map(|(note, label)| (*label, *note)).collect();
        order.sort_unstable();
        for (label, note) in order {
            let Some(note) = self.flow.notes.get(note) else { continue };
            self.lines.enter(&format!("[^{label}]: "), "    ");
            self.blocks(&note.blocks)?;
            self.lines.leave();
        }
        for (number, note) in self.flow.notes.iter().enumerate() {
            if !self.notes.contains_key(&number) {
                self.blocks(&note.blocks)?;
            }
        }
        Ok(())
    }

    fn warn(&self) {
        let Dropped { images, drawings, links, nesting } = self.dropped;
        let remarks = self.flow.comments.len();
        let losses = [
            (images, WarningCode::ImageDropped, "pictures were left out; the option images keeps them"),
            (drawings, WarningCode::DrawingDropped, "drawings were left out; their words were kept"),
            (links, WarningCode::LinkDropped, "links lead to places that are not in the document"),
            (remarks, WarningCode::AnnotationDropped, "remarks were left out"),
        ];
        for (count, code, what) in losses.into_iter().filter(|(count, ..)| *count > 0) {
            self.context.warn(Warning::new(code, format!("{count} {what}")));
        }
        if nesting {
            let what = "lists and quotes nested too deep follow one another";
            self.context.warn(Warning::new(WarningCode::StructureFlattened, what));
        }
    }
}
