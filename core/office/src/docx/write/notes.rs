//! Footnotes and endnotes: what the markup calls them, and how far they are counted while the text is written (ECMA-376
//! part 1, 17.11). Notes of a title that have marks of their own are referred to from the columns below it.

use std::collections::BTreeSet;
use std::io::Write;

use super::properties::val;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Block, FirstNotes, Inline, Note, NoteKind, PageSetup, Section};

/// Ids of the lines above notes; those of notes follow.
pub(super) const SEPARATORS: [(&str, &str, &str); 2] =
    [("separator", "-1", "w:separator"), ("continuationSeparator", "0", "w:continuationSeparator")];

/// Letters of a title with its authors at most: they leave room on their page.
const ABOVE: usize = 1_500;

/// The notes of a document.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub list: Vec<Note>,
    /// The number of each note whose mark has been written, among those of its kind.
    pub numbers: Vec<Option<u32>>,
    /// The numbers of the last footnote and the last endnote marked so far.
    counts: [u32; 2],
    /// Notes with marks of their own above columns, which the next paragraph in them refers to.
    pub waiting: Vec<usize>,
    /// Those that have been referred to so.
    pub moved: BTreeSet<usize>,
}

/// What a kind of note is called in the markup.
pub(super) struct Names {
    /// Part and relationship.
    pub part: &'static str,
    pub root: &'static str,
    pub element: &'static str,
    /// Element of the settings.
    pub settings: &'static str,
    pub reference: &'static str,
    pub mark: &'static str,
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
    // Title, authors and abstract of an article; with notes of their own they were left alone on their page.
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
    pub(super) fn mark(&mut self, index: usize) -> Option<(NoteKind, Option<String>, bool)> {
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

/// Name of the style of the marks of notes, as Word knows it.
pub(super) fn reference_name(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Foot => "footnote reference",
        NoteKind::End => "endnote reference",
    }
}
