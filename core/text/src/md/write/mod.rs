//! The Markdown writer.

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
use std::convert::Infallible;

use super::{FRONT_MATTER, MATH};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::files::NamedFile;
use transvase_codec::held;
use transvase_format::Written;
use transvase_markup::math::in_text;
use transvase_markup::prose::{Anchors, Dropped, Images, Lines, NoteMarks, Numbers, PageMarks, Pictures, prepare};
use transvase_model::flow::{Block, Flow, walk_mut};

/// Name of the text among several files.
const TEXT: &str = "document.md";

/// Writes a document.
pub(super) fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    prepare(&mut flow, context);
    if !flow.places.is_empty() && has_math(context) {
        gather_formulas(&mut flow);
    }
    if Images::chosen(context, Images::None) != Images::None {
        held::settle(&mut flow.media, &held::IN_BROWSERS, context)?;
    }
    let mut document = Document::new(&flow, context);
    if context.options().flag(&FRONT_MATTER) {
        front::write(&flow.metadata, &mut document.lines);
    }
    for section in &flow.sections {
        document.pages_of(&section.blocks)?;
    }
    document.notes()?;
    document.dropped.warn(Some("images=zip"), context);
    let text = document.lines.finish().into_bytes();
    let mut files = document.pictures.files(&flow.media);
    if files.is_empty() {
        return Ok(text.into());
    }
    files.insert(0, NamedFile { name: TEXT.into(), bytes: text, packed: false });
    Ok(Written::Files(files))
}

/// Whether formulas are written in TeX.
fn has_math(context: &Context) -> bool {
    context.options().choice(&MATH) != Some("text")
}

/// Finds the formulas in the lines of a document that was read from pages, where none are marked.
fn gather_formulas(flow: &mut Flow) {
    let sections = flow.sections.iter_mut().map(|section| &mut section.blocks);
    for blocks in sections.chain(flow.notes.iter_mut().map(|note| &mut note.blocks)) {
        let Ok::<(), Infallible>(()) = walk_mut(blocks, &mut |paragraph| {
            in_text::gather(&mut paragraph.content);
            Ok(())
        });
    }
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
            math: has_math(context),
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

/// What notes are called: by their marks, without the signs that a label cannot have. Those that share one are counted.
fn labels(notes: &NoteMarks) -> Vec<String> {
    let name = |mark: &String| -> String {
        let name: String = mark.chars().filter(|c| c.is_alphanumeric() || "*†‡§¶".contains(*c)).collect();
        // Labels are told apart without regard to case (CommonMark 0.31.2, 4.7).
        name.to_lowercase()
    };
    let names: Vec<String> = notes.all().iter().map(name).collect();
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    names.iter().for_each(|name| *uses.entry(name).or_default() += 1);
    let is_own = |name: &str| !name.is_empty() && uses.get(name) == Some(&1);
    let mut free = (1_u32..).map(|number| number.to_string()).filter(|number| !is_own(number));
    let mut labels: Vec<String> =
        names.iter().map(|name| if is_own(name) { name.clone() } else { String::new() }).collect();
    for note in notes.named().iter().chain(notes.unnamed()) {
        if let Some(label) = labels.get_mut(*note).filter(|label| label.is_empty()) {
            *label = free.next().unwrap_or_default();
        }
    }
    labels
}
