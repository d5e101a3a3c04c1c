//! Footnotes, comments and tracked changes (ECMA-376 part 1, 17.11 and 17.13).

use std::collections::BTreeMap;
use std::rc::Rc;

use super::line::Line;
use super::run::mark_after;
use super::sections::all_trees;
use super::{MAX_DEPTH, Reading};
use crate::ooxml::{Relations, Tree, part_of_kind};
use transvase_base::error::Result;
use transvase_container::xml::decode;
use transvase_model::flow::{Anchor, Change, ChangeKind, Comment, FirstNotes, Inline, Note, NoteKind};

/// The stories of a part, by their ids.
#[derive(Debug, Default)]
pub(super) struct Stories {
    trees: BTreeMap<String, Rc<Tree>>,
    relations: Rc<Relations>,
    /// Indices of those that the text has come to.
    known: BTreeMap<String, usize>,
}

impl Reading<'_> {
    /// The stories of a part of a kind.
    pub(super) fn stories(&mut self, kind: &str, through: &'static [&'static str]) -> Result<Stories> {
        let Some(part) = part_of_kind(&self.relations, kind).map(str::to_owned) else { return Ok(Stories::default()) };
        let bytes = self.parts.sound(&part, self.context)?.unwrap_or_default();
        let relations = Rc::new(self.parts.relations(&part, self.context)?);
        let text = decode(&bytes).into_owned();
        let trees = all_trees(&text, through, self.context)?;
        let with_id = trees.into_iter().filter_map(|tree| Some((tree.attribute("w:id")?.to_owned(), Rc::new(tree))));
        Ok(Stories { trees: with_id.collect(), relations, known: BTreeMap::new() })
    }

    /// The mark of a note.
    pub(super) fn note_mark(&mut self, reference: &Tree, run: &Tree, line: &mut Line) -> Result<()> {
        let kind = if reference.is("w:footnoteReference") { NoteKind::Foot } else { NoteKind::End };
        let Some(id) = reference.attribute("w:id") else { return Ok(()) };
        let mark = mark_after(reference, run);
        if let Some(index) = self.note(kind, id, mark)? {
            line.push(Inline::Note(index));
        }
        Ok(())
    }

    fn note(&mut self, kind: NoteKind, id: &str, mark: Option<String>) -> Result<Option<usize>> {
        let stories = if kind == NoteKind::Foot { &mut self.footnotes } else { &mut self.endnotes };
        if let Some(index) = stories.known.get(id) {
            return Ok(Some(*index));
        }
        // Notes of notes end somewhere.
        let Some(tree) = stories.trees.get(id).filter(|_| self.depth < MAX_DEPTH).cloned() else { return Ok(None) };
        let (index, relations) = (self.notes.len(), stories.relations.clone());
        stories.known.insert(id.to_owned(), index);
        let mark = mark.or_else(|| self.counted_mark(kind));
        self.notes.push(Note { kind, mark, blocks: Vec::new() });
        let mut blocks = self.aside(relations, |reading| reading.story(tree.children().collect()))?;
        strip_space(&mut blocks);
        if let Some(note) = self.notes.get_mut(index) {
            note.blocks = blocks;
        }
        Ok(Some(index))
    }

    /// The notes of a section begin.
    pub(super) fn begin_notes(&mut self, section: Option<&Tree>) {
        self.note_numbers = self.settings.notes_in(section);
        let [foot, end] = self.note_numbers.map(|numbers| numbers.first.unwrap_or(1));
        self.first_notes.get_or_insert(FirstNotes { foot, end });
        let kinds = self.note_numbers.iter().zip(&mut self.note_counters);
        kinds.filter(|(numbers, _)| numbers.restarts).for_each(|(_, counter)| counter.restart());
    }

    /// The mark of a note that has none of its own, where it has to be said.
    fn counted_mark(&mut self, kind: NoteKind) -> Option<String> {
        let at = usize::from(kind == NoteKind::End);
        let numbers = self.note_numbers[at];
        self.note_counters[at].next(kind, numbers.format, numbers.first.unwrap_or(1))
    }

    /// The index of the remark that a mark of its range names.
    pub(super) fn comment(&mut self, mark: &Tree) -> Result<Option<usize>> {
        let Some(id) = mark.attribute("w:id") else { return Ok(None) };
        if let Some(index) = self.remarks.known.get(id) {
            return Ok(Some(*index));
        }
        let Some(tree) = self.remarks.trees.get(id).filter(|_| self.depth < MAX_DEPTH).cloned() else {
            return Ok(None);
        };
        let (index, relations) = (self.comments.len(), self.remarks.relations.clone());
        self.remarks.known.insert(id.to_owned(), index);
        let said = |name: &str| tree.attribute(name).filter(|text| !text.is_empty()).map(str::to_owned);
        self.comments.push(Comment { author: said("w:author"), date: said("w:date"), blocks: Vec::new() });
        let blocks = self.aside(relations, |reading| reading.story(tree.children().collect()))?;
        if let Some(comment) = self.comments.get_mut(index) {
            comment.blocks = blocks;
        }
        Ok(Some(index))
    }

    /// A remark on nothing but the place where its mark stands.
    pub(super) fn lone_comment(&mut self, mark: &Tree) -> Result<Option<Inline>> {
        let is_known = mark.attribute("w:id").is_none_or(|id| self.remarks.known.contains_key(id));
        if is_known {
            return Ok(None);
        }
        Ok(self.comment(mark)?.map(|comment| Inline::Comment { comment, content: Vec::new() }))
    }

    /// The index of a change; those of one author and time are one.
    pub(super) fn change(&mut self, kind: ChangeKind, tree: &Tree) -> usize {
        let said = |name: &str| tree.attribute(name).filter(|text| !text.is_empty()).map(str::to_owned);
        let change = Change { kind, author: said("w:author"), date: said("w:date") };
        let recent = self.changes.len().saturating_sub(8);
        if let Some(at) = self.changes[recent..].iter().position(|known| *known == change) {
            return recent + at;
        }
        self.changes.push(change);
        self.changes.len() - 1
    }

    /// The anchor of a bookmark, the first of its name.
    pub(super) fn bookmark(&mut self, tree: &Tree) -> Option<Inline> {
        let name = tree.attribute("w:name").filter(|name| !name.is_empty() && *name != "_GoBack")?;
        let anchor: Anchor = name.into();
        self.anchors.insert(anchor.clone()).then_some(Inline::Anchor(anchor))
    }
}

/// Takes the space away that stands behind the mark of a note in its text.
fn strip_space(blocks: &mut [transvase_model::flow::Block]) {
    let Some(transvase_model::flow::Block::Paragraph(first)) = blocks.first_mut() else { return };
    match first.content.first_mut() {
        Some(Inline::Text(run)) => {
            let rest = run.text.trim_start_matches([' ', '\u{A0}']);
            run.text = rest.to_owned();
            if run.text.is_empty() {
                first.content.remove(0);
            }
        }
        Some(Inline::Tab) => {
            first.content.remove(0);
        }
        _ => {}
    }
}
