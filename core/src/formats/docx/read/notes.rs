//! Notes, remarks and changes (ECMA-376 part 1, 17.11 and 17.13).

use std::collections::BTreeMap;
use std::rc::Rc;

use super::line::Line;
use super::run::mark_after;
use super::sections::all_trees;
use super::{MAX_DEPTH, Reading};
use crate::error::Result;
use crate::model::flow::{Anchor, Change, ChangeKind, Comment, Inline, Note, NoteKind};
use crate::parts::ooxml::{Relations, Tree, part_of_kind};
use crate::parts::prose;
use crate::parts::xml::decode;

/// The stories of a part, by their ids.
#[derive(Debug, Default)]
pub(super) struct Stories {
    trees: BTreeMap<String, Rc<Tree>>,
    relations: Rc<Relations>,
    /// Indices of those that the text has come to.
    known: BTreeMap<String, usize>,
    /// How many of those have no mark of their own.
    counted: u32,
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
        Ok(Stories { trees: with_id.collect(), relations, known: BTreeMap::new(), counted: 0 })
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
        let counted = stories.counted;
        stories.counted += u32::from(mark.is_none());
        let mark = mark.or_else(|| self.counted_mark(kind, counted));
        self.notes.push(Note { kind, mark, blocks: Vec::new() });
        let mut blocks = self.aside(relations, |reading| reading.story(tree.children().collect()))?;
        strip_space(&mut blocks);
        if let Some(note) = self.notes.get_mut(index) {
            note.blocks = blocks;
        }
        Ok(Some(index))
    }

    /// The mark of a note behind so many others, where the text counts its notes in an unusual way.
    fn counted_mark(&self, kind: NoteKind, before: u32) -> Option<String> {
        let ([foot, end], first) = (self.settings.note_formats, self.settings.first_notes);
        let (format, first) = match kind {
            NoteKind::Foot => (foot, first.foot),
            NoteKind::End => (end, first.end),
        };
        prose::unusual_mark(kind, format, first.saturating_add(before))
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
fn strip_space(blocks: &mut [crate::model::flow::Block]) {
    let Some(crate::model::flow::Block::Paragraph(first)) = blocks.first_mut() else { return };
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
