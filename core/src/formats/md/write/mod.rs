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

use std::collections::{BTreeMap, BTreeSet};

use super::{FRONT_MATTER, MATH};
use crate::context::Context;
use crate::error::Result;
use crate::format::Written;
use crate::model::flow::{Block, Flow};
use crate::parts::files::NamedFile;
use crate::parts::prose::{Anchors, Dropped, Images, Lines, NoteMarks, Numbers, PageMarks, Pictures, prepare};

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
    document.dropped.warn(Some("images"), context);
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
    /// The counts of labels and markers.
    pub numbers: Numbers,
    pub pictures: Pictures,
    /// The marks of notes.
    notes: NoteMarks,
    /// What notes are called, by their numbers.
    pub labels: Vec<String>,
    /// Whether formulas are written in TeX.
    pub math: bool,
    /// What was left out so far.
    pub dropped: Dropped,
    /// Blocks in one another here.
    pub depth: usize,
    /// Where the pages of the source begin.
    pages: PageMarks<'a>,
}

impl<'a> Document<'a> {
    fn new(flow: &'a Flow, context: &'a Context) -> Document<'a> {
        let notes = NoteMarks::of(flow);
        Document {
            flow,
            context,
            lines: Lines::default(),
            anchors: Anchors::of(flow),
            numbers: Numbers::default(),
            pictures: Pictures::new(Images::chosen(context, Images::None)),
            labels: labels(&notes),
            notes,
            math: context.options().choice(&MATH) != Some("text"),
            dropped: Dropped { remarks: flow.comments.len(), ..Dropped::default() },
            depth: 0,
            pages: PageMarks::of(flow, context),
        }
    }

    /// Blocks, with a mark where each page of the source begins.
    fn pages_of(&mut self, blocks: &'a [Block]) -> Result<()> {
        for (page, blocks) in self.pages.stretches(blocks) {
            if let Some(page) = page {
                self.lines.block(&format!("<!-- page {page} -->"));
            }
            self.blocks(blocks)?;
        }
        Ok(())
    }

    /// The texts of the notes, in the order of their marks; those that nothing refers to stand as they are.
    fn notes(&mut self) -> Result<()> {
        for note in self.notes.named().to_vec() {
            let (Some(said), Some(label)) = (self.flow.notes.get(note), self.labels.get(note)) else { continue };
            self.lines.enter(&format!("[^{label}]: "), "    ");
            self.blocks(&said.blocks)?;
            self.lines.leave();
        }
        for note in self.notes.unnamed().to_vec() {
            let Some(said) = self.flow.notes.get(note) else { continue };
            self.blocks(&said.blocks)?;
        }
        Ok(())
    }
}

/// What notes are called: by their marks, without the signs that a label cannot have; no two of them alike.
fn labels(notes: &NoteMarks) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let label = |mark: &String| {
        let signs = mark.chars().filter(|c| c.is_alphanumeric() || "*†‡§¶".contains(*c));
        let name = Some(signs.collect::<String>()).filter(|name| !name.is_empty()).unwrap_or_else(|| "note".into());
        let count = counts.entry(name.clone()).or_default();
        loop {
            *count += 1;
            let label = if *count == 1 { name.clone() } else { format!("{name}-{count}") };
            // Labels are told apart without regard to case (CommonMark 0.31.2, 4.7).
            if taken.insert(label.to_lowercase()) {
                return label;
            }
        }
    };
    notes.all().iter().map(label).collect()
}
